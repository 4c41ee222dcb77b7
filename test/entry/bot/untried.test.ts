import { expect, it } from 'vitest'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { freshItems } from '../../../src/entry/bot/untried.ts'

const at = { installation: 1, id: 7, owner: 'octocat', repo: 'plugins' }
const one = { number: 1, base: 'b' }
const other = { number: 2, base: 'b' }

it('what was seen is looked at once, until it is another, or it went wrong', async () => {
  const conflicts = freshItems<typeof one>(memoryNotes(Date.now), 'conflicts', ({ number, base }) => `${number} ${base}`)
  expect(await conflicts.fresh(at, [one, other])).toEqual([one, other])
  expect(await conflicts.fresh(at, [one, other])).toEqual([])
  // A repository that has got another name is the same.
  expect(await conflicts.fresh({ ...at, repo: 'renamed' }, [one, other])).toEqual([])
  expect(await conflicts.fresh({ ...at, id: 8 }, [one])).toEqual([one])
  expect(await conflicts.fresh(at, [{ ...one, base: 'd' }, other])).toEqual([{ ...one, base: 'd' }])
  await conflicts.forget(at)
  expect(await conflicts.fresh(at, [other])).toEqual([other])
})

it('what one process has seen is known to the others', async () => {
  const notes = memoryNotes(Date.now)
  const [here, elsewhere] = [freshItems<string>(notes, 'tips', String), freshItems<string>(notes, 'tips', String)]
  expect(await here.fresh(at, ['a'])).toEqual(['a'])
  expect(await elsewhere.fresh(at, ['a'])).toEqual([])
  expect(await freshItems<string>(notes, 'others', String).fresh(at, ['a'])).toEqual(['a'])
  await elsewhere.forget(at)
  expect(await here.fresh(at, ['a'])).toEqual(['a'])
})
