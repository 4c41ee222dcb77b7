import type { EdgeCases } from '../../../examples-of.ts'
import { examples as changes } from './changes.ts'
import { examples as contracts } from './contracts.ts'
import { examples as drift } from './drift.ts'
import { examples as handoffFile } from './handoff-file.ts'
import { examples as phases } from './phases.ts'
import { examples as plan } from './plan.ts'
import { examples as position } from './position.ts'
import { examples as progress } from './progress.ts'
import { examples as registry } from './registry.ts'
import { examples as registryValues } from './registry-values.ts'
import { examples as transitions } from './transitions.ts'

/** Cases at the edges of the rules of this protocol. */
export const examples: EdgeCases = {
  ...changes,
  ...contracts,
  ...drift,
  ...handoffFile,
  ...phases,
  ...plan,
  ...position,
  ...progress,
  ...registry,
  ...registryValues,
  ...transitions,
}
