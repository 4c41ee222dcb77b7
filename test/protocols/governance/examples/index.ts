import type { EdgeCases } from '../../../examples-of.ts'
import { examples as anchors } from './anchors.ts'
import { examples as compaction } from './compaction.ts'
import { examples as files } from './files.ts'
import { examples as metrics } from './metrics.ts'
import { examples as resumption } from './resumption.ts'
import { examples as scopes } from './scopes.ts'
import { examples as sessions } from './sessions.ts'
import { examples as shapes } from './shapes.ts'
import { examples as stalls } from './stalls.ts'
import { examples as state } from './state.ts'
import { examples as steps } from './steps.ts'

/** Cases at the edges of the rules of this protocol. */
export const examples: EdgeCases = {
  ...anchors,
  ...compaction,
  ...files,
  ...metrics,
  ...resumption,
  ...scopes,
  ...sessions,
  ...shapes,
  ...stalls,
  ...state,
  ...steps,
}
