import type { RuleExamples } from '../../../core/rule.ts'
import { examples as moves } from './moves.ts'
import { examples as needs } from './needs.ts'
import { examples as reading } from './reading.ts'
import { examples as state } from './state.ts'

/** The examples of all rules of declared workflows. Only documents, tests and `explain` load them. */
export const examples: RuleExamples = { ...reading, ...state, ...moves, ...needs }
