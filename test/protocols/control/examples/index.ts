import type { EdgeCases } from '../../../examples-of.ts'
import { examples as accept } from './accept.ts'
import { examples as changes } from './changes.ts'
import { examples as contract } from './contract.ts'
import { examples as files } from './files.ts'
import { examples as handback } from './handback.ts'
import { examples as outputs } from './outputs.ts'
import { examples as preflight } from './preflight.ts'
import { examples as run } from './run.ts'
import { examples as workflow } from './workflow.ts'

/** Cases at the edges of the rules of this protocol. */
export const examples: EdgeCases = {
  ...accept,
  ...changes,
  ...contract,
  ...files,
  ...handback,
  ...outputs,
  ...preflight,
  ...run,
  ...workflow,
}
