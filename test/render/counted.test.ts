import { describe, expect, it } from 'vitest'
import { nextText } from '../../src/render/next.ts'

describe('counted phrases', () => {
  const none = { actions: [], more: [], conflicts: [], resumable: [], containers: [], others: [] }
  const names = ['plugin:Amber, wait', 'plugin:Basil, wait'] as const

  it.each([
    [0, 'nothing to do: 0 targets, 0 done\n'],
    [1, 'nothing to do: 1 target, 0 done, 1 waits (plugin:Amber, wait)\n'],
    [2, 'nothing to do: 2 targets, 0 done, 2 wait (plugin:Amber, wait)\n'],
  ])('agree with their number: %i that wait', (count, text) => {
    expect(nextText({ ...none, targets: count, done: 0, waiting: names.slice(0, count) })).toBe(text)
  })
})
