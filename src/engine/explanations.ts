import { defined } from '../core/defined.ts'
import { codeUrl } from '../core/links.ts'
import type { Documentation, Protocol } from '../core/protocol.ts'
import type { RuleFacts } from '../core/rule.ts'
import { auditCodes } from './audit/codes.ts'
import { engineCodes } from './commands/codes.ts'
import { engineRepairs } from './commands/repairs.ts'
import { configurationRule } from './configuration/rule.ts'
import { grantRules } from './grants.ts'
import { tooLargeRule } from './checking/too-large.ts'
import { portableRule } from './portable-names.ts'
import { conflictRule } from './unmerged.ts'

export interface Explanation {
  readonly code: string
  readonly url: string | undefined
  readonly meaning: string
  /** How the engine's own codes that are no rule are repaired; a rule says it itself, those of a protocol in their meaning. */
  readonly repair?: string
  /** Absent: only commands answer with it. */
  readonly rule?: RuleFacts
}

const ruleExplanation = (rule: RuleFacts): Explanation => ({
  code: rule.code,
  url: codeUrl(rule.code),
  meaning: rule.summary,
  rule,
})

const refusalExplanations = (
  codes: Readonly<Record<string, string>>,
  repairs: Readonly<Record<string, string>> = {},
): readonly Explanation[] =>
  Object.entries(codes).map(([code, meaning]) => ({
    code,
    url: codeUrl(code),
    meaning,
    ...defined({ repair: repairs[code] }),
  }))

/** Explanations of codes that do not come from the rules that are run. */
export interface ExtraExplanations {
  /** Rules that no protocol has and no check of files runs. */
  readonly rules: readonly RuleFacts[]
  readonly documentation: Documentation
}

/** Every code that is known, those of rules before those of commands. */
export const explanations = (protocols: readonly Protocol[], explained?: ExtraExplanations): readonly Explanation[] => [
  ...[configurationRule, conflictRule, tooLargeRule, ...grantRules, portableRule, ...(explained?.rules ?? [])].map(
    (rule) => ruleExplanation(rule),
  ),
  ...protocols.flatMap(({ rules }) => rules.map(ruleExplanation)),
  ...(explained ? Object.values(explained.documentation).flatMap(({ rules = [] }) => rules.map(ruleExplanation)) : []),
  ...refusalExplanations({ ...engineCodes, ...auditCodes }, engineRepairs),
  ...(explained
    ? Object.values(explained.documentation).flatMap(({ refusalCodes }) => refusalExplanations(refusalCodes))
    : []),
]
