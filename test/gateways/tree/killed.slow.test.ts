import { afterAll, describe, expect, it } from 'vitest'
import { TreeRefusal } from '../../../src/core/fault.ts'
import { readSettledTree, writeLockedTree } from '../../../src/gateways/tree/session.ts'
import { write } from '../../entry/programs.ts'
import { killedAt, refusedAt } from './faults.ts'
import { bury, changesOf, contents, seenIn, standingClock, trees } from './trees.ts'

const { tree, remove } = trees()
afterAll(remove)

const before = {
  'a.md': 'old a',
  'dir/b.md': 'old b',
  'dir/gone.md': 'old gone',
  'whole/x.md': 'x',
  'whole/deep/y.md': 'y',
}

/**
 * Everything that a set may do: replace, make with and without folders, delete, and put a file in the place of a
 * folder.
 */
const changes = {
  'a.md': 'new a',
  'dir/b.md': 'new b',
  'dir/gone.md': null,
  'new.md': 'new',
  'made/deep/c.md': 'new c',
  'whole/x.md': null,
  'whole/deep/y.md': null,
  whole: 'a file',
}

const after = {
  'a.md': 'new a',
  'dir/': '',
  'dir/b.md': 'new b',
  'made/': '',
  'made/deep/': '',
  'made/deep/c.md': 'new c',
  'new.md': 'new',
  whole: 'a file',
}

const access = () => ({ command: 'test', wait: 60_000, clock: standingClock() })

const change = (root: string, set: Readonly<Record<string, string | null>> = changes) =>
  writeLockedTree(root, access(), async (open) => open.write(changesOf(set), await seenIn(root)))

const states = () => {
  const root = tree(before)
  return { root, untouched: contents(root) }
}

/** Runs something for each step of a write, until there is none of that number. */
async function everyStep(run: (step: number) => Promise<boolean>): Promise<number> {
  for (let step = 1; ; step++) if (!(await run(step))) return step - 1
}

describe.each(['before', 'within'] as const)('a program that is killed %s a step of its write', (moment) => {
  it('has done all or nothing when the next one looks, and leaves no file behind', async () => {
    const outcomes = new Set<string>()
    let halves = 0
    const steps = await everyStep(async (step) => {
      const { root, untouched } = states()
      const isDead = await killedAt(step, moment, () => change(root))
      const { 'a.md': a, whole } = contents(root)
      if (a === 'new a' && whole === undefined) halves++
      bury(root)
      const { paths } = await readSettledTree(root, access(), () => seenIn(root))
      const outcome = contents(root)
      expect(paths).toEqual(Object.keys(outcome).filter((path) => !path.endsWith('/')))
      expect([untouched, after], `killed ${moment} step ${step}`).toContainEqual(outcome)
      outcomes.add(JSON.stringify(outcome))
      return isDead
    })
    expect(steps).toBeGreaterThan(30)
    expect(outcomes.size).toBe(2)
    expect(halves).toBeGreaterThan(5)
  })

  it('stands in the way of no write, and spoils none', async () => {
    await everyStep(async (step) => {
      const { root } = states()
      const isDead = await killedAt(step, moment, () => change(root))
      bury(root)
      await change(root, { 'a.md': 'theirs', 'other.md': 'theirs' })
      const { 'a.md': a, 'other.md': otherText, ...left } = contents(root)
      expect([a, otherText]).toEqual(['theirs', 'theirs'])
      const { 'a.md': _, ...rest } =
        'whole' in left ? after : { ...before, 'dir/': '', 'whole/': '', 'whole/deep/': '' }
      expect(left, `killed ${moment} step ${step}`).toEqual(rest)
      return isDead
    })
  })

  it('may be followed by one that is killed while it puts things right', async () => {
    await everyStep(async (step) => {
      const { root, untouched } = states()
      // In the midst of its renames.
      await killedAt(32, 'before', () => change(root))
      expect(contents(root)).toMatchObject({ 'a.md': 'new a', 'whole/': '' })
      bury(root)
      const isDead = await killedAt(step, moment, () => readSettledTree(root, access(), () => seenIn(root)))
      bury(root)
      await readSettledTree(root, access(), () => seenIn(root))
      expect(contents(root), `killed ${moment} step ${step}`).toEqual(untouched)
      return isDead
    })
  })
})

describe('an edit after the program was killed', () => {
  it('stays', async () => {
    await everyStep(async (step) => {
      const { root } = states()
      const isDead = await killedAt(step, 'before', () => change(root))
      bury(root)
      write(root, { 'dir/b.md': 'by an editor' })
      await readSettledTree(root, access(), () => seenIn(root))
      expect(contents(root)['dir/b.md'], `killed before step ${step}`).toBe('by an editor')
      expect(Object.keys(contents(root)).filter((path) => path.includes('.baton'))).toEqual([])
      return isDead
    })
  })
})

describe.each(['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT'])('a disk that refuses a step with %s', (code) => {
  it('has taken all of a set or nothing, names the file with the reason, and keeps no file of ours', async () => {
    let refusals = 0
    await everyStep(async (step) => {
      const { root, untouched } = states()
      let refusal: unknown
      const came = await refusedAt(step, code, async () => {
        refusal = await change(root).catch((cause: unknown) => cause)
      })
      // What it could not remove then, the next one removes.
      bury(root)
      await readSettledTree(root, access(), () => seenIn(root))
      expect(contents(root), `refused step ${step}`).toEqual(refusal === undefined ? after : untouched)
      if (refusal !== undefined) {
        refusals++
        expect(refusal).toBeInstanceOf(TreeRefusal)
        expect(refusal).toMatchObject({
          code: 'TREE_READ_ONLY',
          message: expect.stringMatching(/^`[^`]+` cannot be written: [a-z -]+\.$/),
        })
      }
      return came
    })
    expect(refusals).toBeGreaterThan(20)
  })
})
