import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { digestOf } from '../../../src/documents/digest.ts'
import { thisProcess } from '../../../src/gateways/tree/holder.ts'
import { journalNames } from '../../../src/gateways/tree/names.ts'
import { readSettledTree } from '../../../src/gateways/tree/session.ts'
import { write } from '../../entry/programs.ts'
import { halfWritten, planted } from './half-written.ts'
import { bury, contents, seenIn, standingClock, trees } from './trees.ts'

const { tree, remove } = trees()
afterAll(remove)

const access = (clock = standingClock()) => ({ command: 'test', wait: 30_000, clock })
const text = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

describe('a reader of what a program that was killed has left', () => {
  it('waits for one that is in the midst of its renames, and names it when it does not end', async () => {
    const root = await halfWritten(tree)
    // As it was killed in this process, it seems to run.
    await expect(readSettledTree(root, access(), () => seenIn(root))).rejects.toMatchObject({
      code: 'TREE_BUSY',
      obstacles: [{ message: expect.stringContaining('`baton test`'), retry: true }],
    })
    const clock = standingClock()
    const sleep = (milliseconds: number) => {
      if (clock.waited() > 1000) bury(root)
      return clock.sleep(milliseconds)
    }
    await readSettledTree(root, { ...access(), clock: { ...clock, sleep } }, () => seenIn(root))
    expect(contents(root)).toEqual({ a: 'old', b: 'old' })
  })

  it('is not read where a set is half written and cannot be taken back', async () => {
    const root = await halfWritten(tree)
    bury(root)
    rmSync(join(root, '.baton.lock'))
    write(root, { '.baton.lock/x': '' })
    await expect(readSettledTree(root, access(), () => seenIn(root))).rejects.toMatchObject({
      code: 'TREE_READ_ONLY',
      message: expect.stringContaining('A program was ended while it wrote here'),
    })
  })
})

describe('a journal that came with the tree', () => {
  it('would be obeyed otherwise', async () => {
    const root = await planted(tree, journalNames.begun, 0o600, false)
    await readSettledTree(root, access(), () => Promise.resolve())
    expect(contents(root)).toEqual({ a: 'old', b: 'old' })
  })

  it.each(['.git/x', 'sub/.git/x', '.GIT/x', 'link/x', '../outside', 'a/../../outside'])(
    'leads nowhere but into the tree: %s',
    async (path) => {
      const folder = tree({ 'root/a': 'old', 'elsewhere/x': 'new', outside: 'new' })
      const root = join(folder, 'root')
      symlinkSync('../elsewhere', join(root, 'link'))
      const location = join(root, path)
      mkdirSync(dirname(location), { recursive: true })
      writeFileSync(location, 'new')
      const steps = [{ path, after: digestOf(Buffer.from('new')).sha256 }]
      const journal = { holder: { ...thisProcess('test'), started: 'another' }, folders: [], steps }
      const plant = (journal: object) =>
        writeFileSync(join(root, journalNames.begun), `${JSON.stringify(journal)}\n`, { mode: 0o600 })

      plant(journal)
      await readSettledTree(root, access(), () => Promise.resolve()).catch(() => undefined)
      expect(text(root, path)).toBe('new')

      // What it would do elsewhere.
      write(root, { b: 'new' })
      rmSync(join(root, journalNames.begun), { force: true })
      plant({ ...journal, steps: steps.map((step) => ({ ...step, path: 'b' })) })
      await readSettledTree(root, access(), () => Promise.resolve())
      expect(existsSync(join(root, 'b'))).toBe(false)
    },
  )
})
