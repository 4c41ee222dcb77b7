import type { RuleExamples } from '../../core/rule.ts'
import { examples as general } from './general.ts'
import { examples as installation } from './installation.ts'

/** The examples of all rules of the engine. Only documents, tests and `explain` load them. */
export const examples: RuleExamples = { ...general, ...installation }
