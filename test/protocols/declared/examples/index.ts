import type { EdgeCases } from '../../../examples-of.ts'
import { examples as state } from './state.ts'

/** Cases at the edges of the rules of declared workflows. */
export const examples: EdgeCases = { ...state }
