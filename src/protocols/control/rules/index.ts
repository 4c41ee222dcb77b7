import { acceptRules } from './accept.ts'
import { changeRules } from './changes.ts'
import { contractRules } from './contract.ts'
import { fileRules } from './files.ts'
import { handbackRules } from './handback.ts'
import { outputRules } from './outputs.ts'
import { preflightRules } from './preflight.ts'
import { runRules } from './run.ts'
import type { ControlRules } from './subjects.ts'
import { workflowRules } from './workflow.ts'

/** Every rule of the protocol, by subject. */
export const groups: readonly ControlRules[] = [
  acceptRules,
  handbackRules,
  fileRules,
  contractRules,
  workflowRules,
  runRules,
  outputRules,
  preflightRules,
  changeRules,
]
