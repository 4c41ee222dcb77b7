import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/fault.ts'
import { digestOf } from '../../src/documents/digest.ts'
import { diskTree } from '../../src/gateways/disk.ts'
import { readRegularFile } from '../../src/gateways/regular-file.ts'
import { temporaryFolder, writeFiles } from './places.ts'

let folder: string
let remove: () => void
beforeEach(() => ({ folder, remove } = temporaryFolder()))
afterEach(() => remove())

const read = (glob: string, root = folder) => diskTree(root).open({ selectors: [{ glob, level: 'text' }], limit: 1000 })

/**
 * A folder so deep that the system does not open it by its whole path; and how to remove it, which takes a walk down to
 * it.
 */
function makeTooDeep(below: string): () => void {
  const dig = 'for (let i = 0; i < 20; i++) { fs.mkdirSync(process.argv[1]); process.chdir(process.argv[1]) }'
  mkdirSync(join(folder, below))
  execFileSync(process.execPath, ['-e', dig, 'x'.repeat(250)], { cwd: join(folder, below) })
  return () => execFileSync('rm', ['-rf', join(folder, below)])
}

describe('a tree on disk', () => {
  it('names the folder that cannot be read, and what to do', async () => {
    await expect(read('**', join(folder, 'absent'))).rejects.toThrow(Fault)
    await expect(read('**', join(folder, 'absent'))).rejects.toMatchObject({
      message: expect.stringContaining('ENOENT'),
      hint: 'Name an existing folder that may be read.',
    })
  })

  it('walks only where something wanted may lie', async () => {
    writeFiles(folder, [['plugins/Amber/.continue-here.md', 'x']])
    const removeDeep = makeTooDeep('deep')
    expect((await read('plugins/*/.continue-here.md')).paths).toEqual(['plugins/Amber/.continue-here.md'])
    expect((await read('*/*/.continue-here.md')).paths).toEqual(['plugins/Amber/.continue-here.md'])
    await expect(read('**')).rejects.toThrow(/^`deep\/x.*ENAMETOOLONG/)
    removeDeep()
  })

  it('reads files again beyond 16 MiB, and notices where one has changed', async () => {
    const size = 1_000_000
    const names = Array.from({ length: 20 }, (_, index) => `${String.fromCodePoint(97 + index)}.md`)
    for (const name of names) writeFileSync(join(folder, name), Buffer.alloc(size, `${name}\n<<<<<<< HEAD\n`))
    const view = await diskTree(folder).open({ selectors: [{ glob: '*.md', level: 'text' }], limit: size })
    const [again = '', changedPath = '', removedPath = ''] = names.filter(
      (name) => !(view.content(name) instanceof Uint8Array),
    )
    expect(names.filter((name) => view.content(name) instanceof Uint8Array)).toHaveLength(17)
    expect(view.content(again)).toMatchObject({ mayConflict: true })
    expect(view.content(again)).toBe(view.content(again))
    expect(view.entry(again)).toEqual({ kind: 'file', size })
    expect(Buffer.from(view.bytes(again) ?? [])).toEqual(readFileSync(join(folder, again)))
    expect(view.digest(again)).toEqual(digestOf(readFileSync(join(folder, again))))
    writeFileSync(join(folder, changedPath), 'x')
    rmSync(join(folder, removedPath))
    for (const path of [changedPath, removedPath])
      expect(() => view.bytes(path)).toThrow(expect.objectContaining({ code: 'TREE_CHANGED' }))
  })

  it('knows a folder that nothing is in', async () => {
    mkdirSync(join(folder, 'plugins', 'Empty'), { recursive: true })
    writeFiles(folder, [['plugins/file.md', 'x']])
    const view = await diskTree(folder).open({ selectors: [{ glob: 'plugins/*', level: 'folder' }], limit: 1000 })
    expect([...view.folders]).toEqual(['plugins/Empty'])
  })

  it('follows a link only where it is the folder that was named', async () => {
    const outside = temporaryFolder()
    writeFiles(outside.folder, [['Amber/.continue-here.md', 'secret']])
    symlinkSync(outside.folder, join(folder, 'plugins'))
    const view = await read('plugins/*/.continue-here.md')
    expect(view.paths).toEqual(['plugins'])
    expect(view.entry('plugins')?.kind).toBe('symlink')
    expect(view.bytes('plugins')).toBeUndefined()
    expect((await read('*/.continue-here.md', join(folder, 'plugins'))).paths).toEqual(['Amber/.continue-here.md'])
    outside.remove()
  })

  it('goes round in no circle of links', async () => {
    mkdirSync(join(folder, 'a'))
    symlinkSync('..', join(folder, 'a', 'up'))
    symlinkSync('itself', join(folder, 'a', 'itself'))
    expect((await read('**')).paths).toEqual(['a/itself', 'a/up'])
  })

  it('opens no FIFO, and shows none', async () => {
    execFileSync('mkfifo', [join(folder, 'PLUGINS.md')])
    expect((await read('PLUGINS.md')).paths).toEqual([])
  })

  it('shows nothing of what Baton itself leaves there for a moment', async () => {
    const token = '0123456789abcdef'
    const ownFiles = [
      '.baton.lock',
      `.baton.lock.${token}`,
      '.baton.journal',
      '.baton.journal.done',
      `a/.baton.${token}.0.new`,
      `a/.baton.${token}.12.old`,
    ]
    const otherFiles = ['.baton.yml', '.baton.lock.md', 'a/.baton.new', 'a/baton.lock']
    writeFiles(
      folder,
      [...ownFiles, ...otherFiles].map((path) => [path, 'x'] as const),
    )
    expect((await read('**')).paths).toEqual(otherFiles.toSorted())
  })

  it('leaves out `.git`, and what is in a repository below', async () => {
    writeFiles(folder, [
      ['.git/config', 'x'],
      ['.gitignore', 'x'],
      ['plain/a', 'x'],
      ['nested/.git/config', 'x'],
      ['nested/a', 'x'],
    ])
    const view = await read('**')
    expect(view.paths).toEqual(['.gitignore', 'nested', 'plain/a'])
    expect(view.entry('nested')).toEqual({ kind: 'submodule', size: 0 })
  })
})

describe('a file that something else has taken the place of', () => {
  it('is not read through a link', () => {
    writeFileSync(join(folder, 'secret'), 'x')
    symlinkSync('secret', join(folder, 'link'))
    expect(() => readRegularFile(join(folder, 'link'), 'text', 10)).toThrow(/ELOOP/)
  })

  it('is absent when it is a FIFO, a device or a folder', () => {
    execFileSync('mkfifo', [join(folder, 'fifo')])
    for (const path of [join(folder, 'fifo'), '/dev/zero', folder])
      expect(readRegularFile(path, 'text', 10)).toBeUndefined()
  })
})
