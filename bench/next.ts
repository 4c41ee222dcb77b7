import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { protocols } from '../src/entry/protocols.ts'
import { examplesOf } from '../test/examples-of.ts'
import { commandLineOf } from '../src/entry/calls/spelling.ts'
import { nextText } from '../src/render/next.ts'
import { proposed } from '../test/protocols/scene.ts'
import type { Benchmark } from './measure.ts'

/** How long the answer is in every state that the examples of the rules are in, of all protocols. */
export const nextTokens: Benchmark = async () => {
  const byState = new Map<string, number>()
  for (const protocol of protocols)
    for (const rule of protocol.rules)
      for (const { head, configuration, at, limit, links } of [...examplesOf(rule).bad, ...examplesOf(rule).good]) {
        const found = await proposed(head, { protocol, configuration, at, limit, links })
        for (const action of found.actions) {
          const shown = { ...action, ...(action.run !== undefined && { run: commandLineOf(action.run) }) }
          const tokens = countTokens(nextText({ ...found, actions: [shown], more: [] }))
          const state = `${protocol.name} ${action.do} ${action.state}`
          byState.set(state, Math.max(byState.get(state) ?? 0, tokens))
        }
      }
  const counts = [...byState.values()].toSorted((a, b) => a - b)
  const figure = { against: 'tokens (o200k_base)', unit: 'tokens', raw: { states: counts.length } } as const
  return [
    {
      work: 'an answer of `baton next`, median',
      ...figure,
      measured: counts[counts.length >> 1] ?? 0,
      aim: { bound: 'most', value: 60 },
    },
    {
      work: 'the longest answer of `baton next`',
      ...figure,
      measured: counts.at(-1) ?? 0,
      aim: { bound: 'most', value: 150 },
    },
  ]
}
