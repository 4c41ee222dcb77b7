import { expect, it } from 'vitest'
import { freshItems } from '../../../src/entry/bot/untried.ts'

const at = { installation: 1, id: 7, owner: 'octocat', repo: 'plugins' }
const one = { number: 1, base: 'b' }
const other = { number: 2, base: 'b' }

it('what was seen is looked at once, until it is another, or it went wrong', () => {
  const conflicts = freshItems<typeof one>(({ number, base }) => `${number} ${base}`)
  expect(conflicts.fresh(at, [one, other])).toEqual([one, other])
  expect(conflicts.fresh(at, [one, other])).toEqual([])
  // A repository that has got another name is the same.
  expect(conflicts.fresh({ ...at, repo: 'renamed' }, [one, other])).toEqual([])
  expect(conflicts.fresh({ ...at, id: 8 }, [one])).toEqual([one])
  expect(conflicts.fresh(at, [{ ...one, base: 'd' }, other])).toEqual([{ ...one, base: 'd' }])
  conflicts.forget(at)
  expect(conflicts.fresh(at, [other])).toEqual([other])
})
