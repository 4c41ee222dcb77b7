import type { EdgeCases } from '../../examples-of.ts'
import { examples as general } from './general.ts'
import { examples as installation } from './installation.ts'

/** Cases at the edges of the rules of the engine. */
export const examples: EdgeCases = { ...general, ...installation }
