import type { Failure, Fault } from '../contract/checks.ts'
import { acceptRules, absenceRules } from './accept.ts'
import { changeRules } from './changes.ts'
import { contractRules, configRules } from './contract.ts'
import { fileRules, pathRules } from './files.ts'
import { handbackRules } from './handback.ts'
import { outputRules, outputFailureRules } from './outputs.ts'
import { preflightRules, readinessRules } from './preflight.ts'
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

const ruleTexts: readonly RuleText[] = [
  ...configRules,
  ...readinessRules,
  ...pathRules,
  ...outputFailureRules,
  ...absenceRules,
]

/** A failure in the words of the rule that reports it: for commands, which report checks of any stage. */
export function faultOf(failure: Failure): Fault & { readonly code: string } {
  if (failure.kind !== 'invalid handback') return ruleTextOf(ruleTexts, failure) as Fault & { readonly code: string }
  const { code, message, hint: action = 'Fix the file.' } = failure.problem
  return { code, message, action }
}
