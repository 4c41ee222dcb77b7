import type { EdgeCases } from '../../../examples-of.ts'
import { inHandoff, sample } from '../../../../src/protocols/plugin/examples.ts'

const dated = (day: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${day}`])

/** Cases at the edges of the rules of `changes.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLUGIN_DATE_BACKWARDS: { good: { 'no day before': { base: dated('soon'), head: sample } } },
}
