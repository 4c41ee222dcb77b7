import type { Comparison } from '../../../core/context.ts'
import type { Rule, RuleFacts } from '../../../core/rule.ts'
import { problemsByCode } from '../checks/index.ts'
import { levelsOf, type RuleCode } from '../codes.ts'
import type { HandoverModel } from '../model.ts'

/** What is told of a rule; its severities stand with its code. */
export type Told = Omit<RuleFacts, 'code' | 'strict' | 'soft'>

/** The rules of a table. */
export const rulesOf = (table: Readonly<Partial<Record<RuleCode, Told>>>): readonly Rule<Comparison<HandoverModel>>[] =>
  (Object.entries(table) as readonly (readonly [RuleCode, Told])[]).map(([code, told]) => ({
    code,
    ...levelsOf(code),
    ...told,
    check: (comparison) => problemsByCode(comparison).get(code) ?? [],
  }))
