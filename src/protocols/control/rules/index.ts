import type { Failure, Fault } from '../contract/checks.ts'
import { acceptRules, absenceRules } from './accept.ts'
import { changeRules } from './changes.ts'
import { contractRules, configRules } from './contract.ts'
import { fileRules, pathRules } from './files.ts'
import { handbackRules } from './handback.ts'
import { outputRules, outputs } from './outputs.ts'
import { preflightRules, readiness } from './preflight.ts'
import { runRules } from './run.ts'
import { ruleTextOf, type RuleText, type ControlRules } from './subjects.ts'
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

const words: readonly RuleText[] = [...configRules, ...readiness, ...pathRules, ...outputs, ...absenceRules]

/** A failure in the words of the rule that reports it: for commands, which report checks of any stage. */
export function faultOf(failure: Failure): Fault & { readonly code: string } {
  if (failure.kind !== 'invalid handback') return ruleTextOf(words, failure) as Fault & { readonly code: string }
  const { code, message, hint: action = 'Fix the file.' } = failure.problem
  return { code, message, action }
}
