import { moveRules } from './moves.ts'
import { needRules } from './needs.ts'
import { readingRules } from './reading.ts'
import { stateRules } from './state.ts'
import type { DeclaredRules } from './subjects.ts'

/** The rules of every declared workflow, by subject. */
export const groups: readonly DeclaredRules[] = [readingRules, stateRules, moveRules, needRules]
