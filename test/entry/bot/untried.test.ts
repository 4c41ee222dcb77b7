import { expect, it } from 'vitest'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { freshItems } from '../../../src/entry/bot/untried.ts'

const at = { installation: 1, id: 7, owner: 'octocat', repo: 'plugins' }
const firstItem = { number: 1, base: 'b' }
const secondItem = { number: 2, base: 'b' }

it('what was seen is looked at once, until it is another, or it went wrong', async () => {
  const conflicts = freshItems<typeof firstItem>(
    memoryNotes(Date.now),
    'conflicts',
    ({ number, base }) => `${number} ${base}`,
  )
  expect(await conflicts.fresh(at, [firstItem, secondItem])).toEqual([firstItem, secondItem])
  expect(await conflicts.fresh(at, [firstItem, secondItem])).toEqual([])
  // A repository that has got another name is the same.
  expect(await conflicts.fresh({ ...at, repo: 'renamed' }, [firstItem, secondItem])).toEqual([])
  expect(await conflicts.fresh({ ...at, id: 8 }, [firstItem])).toEqual([firstItem])
  expect(await conflicts.fresh(at, [{ ...firstItem, base: 'd' }, secondItem])).toEqual([{ ...firstItem, base: 'd' }])
  await conflicts.forget(at)
  expect(await conflicts.fresh(at, [secondItem])).toEqual([secondItem])
})

it('what one process has seen is known to the others', async () => {
  const notes = memoryNotes(Date.now)
  const [localItems, elsewhere] = [freshItems<string>(notes, 'tips', String), freshItems<string>(notes, 'tips', String)]
  expect(await localItems.fresh(at, ['a'])).toEqual(['a'])
  expect(await elsewhere.fresh(at, ['a'])).toEqual([])
  expect(await freshItems<string>(notes, 'others', String).fresh(at, ['a'])).toEqual(['a'])
  await elsewhere.forget(at)
  expect(await localItems.fresh(at, ['a'])).toEqual(['a'])
})
