import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeSet } from '../../../src/core/command.ts'
import { Fault } from '../../../src/core/fault.ts'
import { diskTree } from '../../../src/gateways/disk.ts'
import { applyAll } from '../../../src/gateways/tree/apply.ts'
import { lockTree, systemClock } from '../../../src/gateways/tree/lock.ts'
import { writeBelow } from '../../../src/gateways/output-file.ts'

let folder = ''
const at = (path: string) => join(folder, 'root', path)
const openView = () =>
  diskTree(join(folder, 'root')).open({ selectors: [{ glob: '**', level: 'text' }], limit: 1_000_000 })
async function applied(changes: ChangeSet, view = openView()): Promise<void> {
  const root = join(folder, 'root')
  const lock = await lockTree(root, { command: 'test', until: 0, clock: systemClock })
  try {
    await applyAll(root, changes, await view, lock)
  } finally {
    lock.release()
  }
}
const apply = (changes: Record<string, string | null>, view?: ReturnType<typeof openView>) =>
  applied(new Map(Object.entries(changes)), view)
const everything = () => readdirSync(join(folder, 'root'), { recursive: true, encoding: 'utf8' }).toSorted()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-write-'))
  mkdirSync(at('dir'), { recursive: true })
  writeFileSync(at('a.md'), 'old a')
  writeFileSync(at('dir/b.md'), 'old b')
  writeFileSync(join(folder, 'outside.md'), 'outside')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a change set on disk', () => {
  it('writes, makes folders, deletes, and leaves nothing else after, nor a folder that it emptied', async () => {
    await apply({ 'a.md': 'new a', 'new/deep/c.md': 'c', 'dir/b.md': null })

    expect(readFileSync(at('a.md'), 'utf8')).toBe('new a')
    expect(everything()).toEqual(['a.md', 'new', 'new/deep', 'new/deep/c.md'])
  })

  it('is taken back where what comes with it fails', async () => {
    const root = join(folder, 'root')
    const before = everything()
    const changes = new Map([
      ['a.md', 'new a'],
      ['new/c.md', 'c'],
      ['dir/b.md', null],
    ])
    const lock = await lockTree(root, { command: 'test', until: 0, clock: systemClock })
    let during: readonly string[] = []
    const publish = () => {
      during = everything().filter((path) => path.endsWith('.md'))
      return Promise.reject(new Fault('Not published'))
    }
    const publication = { sha: '0'.repeat(40), entries: [], publish, finish: () => Promise.resolve() }
    await expect(applyAll(root, changes, await openView(), lock, publication)).rejects.toThrow('Not published')
    lock.release()
    expect(during).toEqual(['a.md', 'new/c.md'])
    expect([readFileSync(at('a.md'), 'utf8'), readFileSync(at('dir/b.md'), 'utf8')]).toEqual(['old a', 'old b'])
    expect(everything()).toEqual(before)
  })

  it('is not applied by who has lost the lock', async () => {
    const root = join(folder, 'root')
    const lock = await lockTree(root, { command: 'test', until: 0, clock: systemClock })
    rmSync(at('.baton.lock'))
    const before = everything()
    await expect(applyAll(root, new Map([['a.md', 'new a']]), await openView(), lock)).rejects.toMatchObject({
      code: 'TREE_CHANGED',
    })
    lock.release()
    expect([readFileSync(at('a.md'), 'utf8'), everything()]).toEqual(['old a', before])
  })

  it('touches nothing that stays as it is', async () => {
    const { ino } = statSync(at('a.md'))
    await apply({ 'a.md': 'old a', 'none.md': null })
    expect(statSync(at('a.md')).ino).toBe(ino)
  })

  it('writes a file in the place of a folder of which it takes everything away', async () => {
    mkdirSync(at('dir/deeper'))
    writeFileSync(at('dir/deeper/c.md'), 'old c')
    const before = everything()

    await expect(apply({ 'dir/b.md': null, dir: 'a file' })).rejects.toThrow(/cannot be written/)
    expect(everything()).toEqual(before)

    await apply({ 'dir/b.md': null, 'dir/deeper/c.md': null, dir: 'a file' })

    expect(readFileSync(at('dir'), 'utf8')).toBe('a file')
    expect(everything()).toEqual(['a.md', 'dir'])
  })

  it('writes a file in the place of folders without files', async () => {
    mkdirSync(at('empty/deeper'), { recursive: true })

    await apply({ empty: 'a file' })

    expect(readFileSync(at('empty'), 'utf8')).toBe('a file')
    expect(everything()).toEqual(['a.md', 'dir', 'dir/b.md', 'empty'])
  })

  it('keeps the mode of a file', async () => {
    chmodSync(at('a.md'), 0o600)

    await apply({ 'a.md': 'new' })

    expect(statSync(at('a.md')).mode & 0o777).toBe(0o600)

    chmodSync(at('a.md'), 0o666)
    await apply({ 'a.md': 'newer' })
    expect(statSync(at('a.md')).mode & 0o777).toBe(0o666)
  })

  it('deletes what is not there', async () => {
    await expect(apply({ 'none.md': null })).resolves.toBeUndefined()
  })

  it.each([
    ['a file that was changed meanwhile', () => writeFileSync(at('dir/b.md'), 'theirs')],
    ['a file that was made meanwhile', () => writeFileSync(at('new.md'), 'theirs')],
    [
      'a link in place of the file',
      () => {
        rmSync(at('dir/b.md'))
        symlinkSync(join(folder, 'outside.md'), at('dir/b.md'))
      },
    ],
    [
      'a link in the path’s middle',
      () => {
        rmSync(at('dir'), { recursive: true })
        symlinkSync(folder, at('dir'))
      },
    ],
    [
      'a folder in place of the file',
      () => {
        rmSync(at('dir/b.md'))
        mkdirSync(at('dir/b.md'))
        writeFileSync(at('dir/b.md/theirs.md'), 'theirs')
      },
    ],
  ])('changes nothing over %s', async (_, interfere) => {
    const view = openView()
    await view
    interfere()
    const before = everything()

    await expect(apply({ 'a.md': 'new a', 'dir/b.md': 'new b', 'new.md': 'ours' }, view)).rejects.toThrow(
      /cannot be written|changed by another program/,
    )

    expect(readFileSync(at('a.md'), 'utf8')).toBe('old a')
    expect(readFileSync(join(folder, 'outside.md'), 'utf8')).toBe('outside')
    expect(everything().filter((name) => !before.includes(name))).toEqual([])
  })

  it.each(['../outside.md', '/etc/passwd', '', '.', 'dir/../../outside.md'])(
    'does not leave the folder: %j',
    async (path) => {
      await expect(apply({ 'a.md': 'new', [path]: 'x' })).rejects.toThrow('is not below the folder')
      expect(readFileSync(at('a.md'), 'utf8')).toBe('old a')
    },
  )

  it.each<[obstacle: string, make: () => void, message: string, hint: string]>([
    ['a folder', () => mkdirSync(at('x/y'), { recursive: true }), 'it is not a file', 'Move what is there away.'],
    [
      'a link',
      () => symlinkSync(join(folder, 'outside.md'), at('x')),
      'it is a symbolic link',
      'Put a file in place of the link.',
    ],
  ])('says what to do about %s in the place of a file', (_, make, message, hint) => {
    make()
    expect(() => writeBelow(join(folder, 'root'), 'x', 'new')).toThrow(
      expect.objectContaining({
        obstacles: [expect.objectContaining({ message: expect.stringContaining(message), hint })],
      }),
    )
  })

  it('undoes what was done when a later file cannot be put in place', async () => {
    // One name cannot be a file and a folder: the second rename fails, when the first is done.
    const impossible = new Map([
      ['a.md', 'new a'],
      ['both', 'a file'],
      ['both/c.md', 'in a folder'],
    ])

    await expect(applied(impossible)).rejects.toThrow('nothing was written')

    expect(readFileSync(at('a.md'), 'utf8')).toBe('old a')
    expect(everything().filter((name) => name.endsWith('.md') || name.includes('baton'))).toEqual(['a.md', 'dir/b.md'])
  })

  it('reports a name that is too long', async () => {
    await expect(apply({ 'a.md': 'new a', [`${'x'.repeat(300)}.md`]: 'x' })).rejects.toThrow('cannot be written')
    expect(readFileSync(at('a.md'), 'utf8')).toBe('old a')
  })
})

describe('an output file', () => {
  it('is written below the folder, over an older one too', () => {
    expect(writeBelow(join(folder, 'root'), 'out/report.json', '{}')).toBe(at('out/report.json'))
    writeBelow(join(folder, 'root'), 'out/report.json', '[]')
    expect(readFileSync(at('out/report.json'), 'utf8')).toBe('[]')
  })

  it('is not written through a planted link', () => {
    symlinkSync(join(folder, 'outside.md'), at('link.json'))
    symlinkSync(folder, at('linked'))

    for (const path of ['link.json', 'linked/outside.md', '../outside.md'])
      expect(() => writeBelow(join(folder, 'root'), path, 'x')).toThrow('cannot be written')

    expect(readFileSync(join(folder, 'outside.md'), 'utf8')).toBe('outside')
  })
})
