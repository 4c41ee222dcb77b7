import type { RuleExamples } from '../../../core/rule.ts'
import { examples as accept } from './accept.ts'
import { examples as changes } from './changes.ts'
import { examples as contract } from './contract.ts'
import { examples as files } from './files.ts'
import { examples as handback } from './handback.ts'
import { examples as outputs } from './outputs.ts'
import { examples as preflight } from './preflight.ts'
import { examples as run } from './run.ts'
import { examples as workflow } from './workflow.ts'

/** The examples of all rules of this protocol. Only documents, tests and `explain` load them. */
export const examples: RuleExamples = {
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
