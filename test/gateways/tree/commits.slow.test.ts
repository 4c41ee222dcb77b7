import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { prepareCommit } from '../../../src/gateways/git/commit.ts'
import { journalNames } from '../../../src/gateways/tree/names.ts'
import { readSettledTree, writeLockedTree, type WritableTree } from '../../../src/gateways/tree/session.ts'
import { environment, write } from '../../entry/programs.ts'
import { commitAll, octocat, repository } from '../../processes/work-tree.ts'
import { runGit } from '../../processes/git.ts'
import { halfWritten, planted } from './half-written.ts'
import { bury, changesOf, contents, seenIn, standingClock, trees } from './trees.ts'

const { tree, remove } = trees()
afterAll(remove)

const access = (clock = standingClock()) => ({ command: 'test', wait: 30_000, clock })
const text = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

/** One letter more, in each of two files. */
const added = async (root: string, open: WritableTree) => {
  const view = await seenIn(root)
  const next = (path: string) => `${Buffer.from(view.bytes(path) ?? []).toString()}x`
  await open.write(changesOf({ a: next('a'), b: next('b') }), view)
}

describe('a journal that came with the tree', () => {
  it.each([
    ['is readable by others, as all that is checked out', 0o644, false],
    ['git tracks', 0o600, true],
  ] as const)('is not obeyed where it %s', async (_, mode, tracked) => {
    for (const name of Object.values(journalNames)) {
      const root = await planted(tree, name, mode, tracked)
      const before = contents(root)
      expect(await readSettledTree(root, access(), () => Promise.resolve(text(root, 'a') + text(root, 'b')))).toBe(
        'newold',
      )
      await expect(writeLockedTree(root, access(), (open) => added(root, open))).rejects.toMatchObject({
        code: 'TREE_READ_ONLY',
        message: expect.stringContaining(`\`${name}\` is not a journal of a program that ran here`),
      })
      expect(contents(root)).toEqual(before)
    }
  })
})

describe('what a killed program had committed', () => {
  it('is where the branch leads to it, else it is taken back', async () => {
    for (const isThere of [true, false]) {
      const root = await halfWritten(tree)
      bury(root)
      const location = join(root, journalNames.begun)
      const journal = readFileSync(location, 'utf8')
      const half = contents(root)
      for (const path of Object.keys(half)) if (path.startsWith('.baton.')) rmSync(join(root, path))
      const sha = repository(root)
      commitAll(root, 'Later')
      write(root, half)
      const commit = { sha: isThere ? sha : 'e'.repeat(40), entries: [] }
      rmSync(location)
      writeFileSync(location, journal.replace(/\}\n$/, `,"commit":${JSON.stringify(commit)}}\n`), { mode: 0o600 })
      await readSettledTree(root, access(), () => Promise.resolve())
      expect([text(root, 'a'), text(root, 'b')]).toEqual(isThere ? [half['a'], half['b']] : ['old', 'old'])
      expect(Object.keys(contents(root)).filter((path) => path.startsWith('.baton'))).toEqual([])
    }
  })

  it('is in the index of git once another git has let go of it', async () => {
    const root = tree({ a: 'old\n' })
    repository(root, octocat)
    const staged = async () => (await runGit(root, ['diff', '--cached', '--name-only'])).toString()
    await writeLockedTree(root, { ...access(), wait: 0 }, async (open) => {
      const view = await seenIn(root)
      const changes = changesOf({ a: 'new\n' })
      const prepared = await prepareCommit(root, { message: 'x', changes, view }, open.waiting, environment())
      if ('refused' in prepared) throw new Error(prepared.refused)
      const publish = async () => {
        await prepared.publish()
        write(root, { '.git/index.lock': '' })
      }
      await open.write(changes, view, { ...prepared, publish })
    })
    // Git would take the old content for staged.
    expect([text(root, 'a'), await staged(), existsSync(join(root, journalNames.done))]).toEqual(['new\n', 'a\n', true])
    bury(root)
    await readSettledTree(root, access(), () => Promise.resolve())
    expect(existsSync(join(root, journalNames.done))).toBe(true)
    rmSync(join(root, '.git/index.lock'))
    await readSettledTree(root, access(), () => Promise.resolve())
    expect([text(root, 'a'), await staged(), existsSync(join(root, journalNames.done))]).toEqual(['new\n', '', false])
    expect((await runGit(root, ['status', '--porcelain'])).toString()).toBe('')
  })
})
