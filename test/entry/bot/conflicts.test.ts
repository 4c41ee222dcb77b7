import { expect, it } from 'vitest'
import { makeConflicts } from '../../../src/entry/bot/conflicts.ts'

const at = { installation: 1, id: 7, owner: 'octocat', repo: 'plugins' }
const one = { number: 1, head: 'a', base: 'b' }
const other = { number: 2, head: 'c', base: 'b' }

it('a conflict is looked at once, until a side moves, or it went wrong', () => {
  const conflicts = makeConflicts()
  expect(conflicts.fresh(at, [one, other])).toEqual([1, 2])
  expect(conflicts.fresh(at, [one, other])).toEqual([])
  expect(conflicts.fresh({ ...at, repo: 'else' }, [one])).toEqual([1])
  expect(conflicts.fresh(at, [{ ...one, base: 'd' }, other])).toEqual([1])
  conflicts.forget(at)
  expect(conflicts.fresh(at, [other])).toEqual([2])
})
