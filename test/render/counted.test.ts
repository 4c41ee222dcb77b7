import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { findingLimiter, maxListed } from '../../src/engine/checking/limited.ts'
import { nextText } from '../../src/render/next.ts'

describe('counted phrases', () => {
  const noActions = { actions: [], more: [], conflicts: [], resumable: [], containers: [], others: [] }
  const names = ['plugin:Amber, wait', 'plugin:Basil, wait'] as const

  it.each([
    [0, 'nothing to do: 0 targets, 0 done\n'],
    [1, 'nothing to do: 1 target, 0 done, 1 waits (plugin:Amber, wait)\n'],
    [2, 'nothing to do: 2 targets, 0 done, 2 wait (plugin:Amber, wait; plugin:Basil, wait)\n'],
  ])('agree with their number: %i that wait', (count, text) => {
    expect(nextText({ ...noActions, targets: count, done: 0, waiting: names.slice(0, count) })).toBe(text)
  })

  it.each([
    [1, 'One more finding in this file is not listed'],
    [2, '`2` more findings in this file are not listed'],
  ])('agree with their number: %i findings that are not listed', (unlistedCount, message) => {
    const finding: Diagnostic = { code: 'A', severity: 'error', message: 'x', path: 'a', url: '', touched: false }
    const limited = findingLimiter(({ code }) => code)
    for (let index = 0; index < maxListed + unlistedCount; index++) limited.add(finding)
    expect(limited.rest().map((diagnostic) => diagnostic.message)).toEqual([message])
  })
})
