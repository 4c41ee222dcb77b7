import { codeUrl } from '../core/links.ts'
import type { Protocol } from '../core/protocol.ts'
import type { RuleFacts } from '../core/rule.ts'
import { auditCodes } from './audit/codes.ts'
import { engineCodes } from './commands/codes.ts'
import { configurationRule } from './configuration/rule.ts'
import { conflictRule } from './unmerged.ts'
import { installationRules } from './installation/index.ts'

/** A code with what it means. */
export interface Explanation {
  readonly code: string
  readonly url: string
  readonly meaning: string
  /** Absent: only commands answer with it. */
  readonly rule?: RuleFacts
}

const byRule = (rule: RuleFacts, protocol?: string): Explanation => ({
  code: rule.code,
  url: codeUrl(rule.code, protocol),
  meaning: rule.summary,
  rule,
})

const byAnswer = (answers: Readonly<Record<string, string>>, protocol?: string): readonly Explanation[] =>
  Object.entries(answers).map(([code, meaning]) => ({ code, url: codeUrl(code, protocol), meaning }))

/** Every code that is known, those of rules before those of commands. */
export const explanations = (protocols: readonly Protocol[]): readonly Explanation[] => [
  ...[configurationRule, conflictRule, ...installationRules].map((rule) => byRule(rule)),
  ...protocols.flatMap(({ name, rules }) => rules.map((rule) => byRule(rule, name))),
  ...byAnswer(engineCodes),
  ...byAnswer(auditCodes),
  ...protocols.flatMap(({ name, refusalCodes }) => byAnswer(refusalCodes, name)),
]
