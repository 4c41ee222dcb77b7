import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contractPath, handoffPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { digestOf } from '../../../src/documents/digest.ts'
import { diskTree } from '../../../src/gateways/disk.ts'
import { storedForms } from '../../../src/gateways/git/stored.ts'
import { runHere } from '../../entry/here.ts'
import { environment, scratch, write, type Files } from '../../entry/programs.ts'
import { configure, repository } from '../../processes/work-tree.ts'
import { runGit } from '../../processes/git.ts'

const places = scratch()
afterAll(places.remove)

const withCrlf = (text: string) => text.replaceAll('\n', '\r\n')
const brief = contractPath('creative_brief')

/** A clone as Windows checks it out. */
async function checkedOut(files: Files): Promise<string> {
  const [from, to] = [places.folder(files), places.folder()]
  repository(from)
  await runGit(to, ['clone', '--quiet', '-c', 'core.autocrlf=true', from, '.'])
  return to
}

const sha256 = (text: string | Uint8Array) => digestOf(Buffer.from(text)).sha256

async function digests(root: string) {
  const view = await diskTree(root).open({ selectors: [{ glob: '**', level: 'text' }], limit: 1000 })
  return Object.fromEntries(view.paths.map((path) => [path, view.digest(path)?.sha256]))
}

/** A `git` before the real one that records its calls, and those records. */
function noting() {
  const folder = places.folder()
  const log = join(folder, 'asked')
  const real = execFileSync('which', ['git']).toString().trim()
  writeFileSync(log, '')
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$@" >> '${log}'\nexec '${real}' "$@"\n`)
  chmodSync(join(folder, 'git'), 0o755)
  const gitCommands = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .flatMap((line) => /(cat-file|ls-files|config --get)/.exec(line)?.[0] ?? [])
  return { env: environment({ PATH: [folder, process.env['PATH']].join(delimiter) }), gitCommands }
}

describe('a digest on disk', () => {
  it('is that of what git has, where the checkout has other line endings alone', async () => {
    const root = await checkedOut({
      'a b.md': 'one\ntwo\n',
      'large.md': 'long\n'.repeat(1000),
      'mixed.md': 'one\r\ntwo\n',
    })
    expect(readFileSync(join(root, 'a b.md'), 'utf8')).toBe('one\r\ntwo\r\n')
    write(root, { 'mixed.md': 'one\r\ntwo\r\n' })

    expect(await digests(root)).toEqual({
      'a b.md': sha256('one\ntwo\n'),
      'large.md': sha256('long\n'.repeat(1000)),
      'mixed.md': sha256('one\r\ntwo\n'),
    })
    const view = await diskTree(root).open({ selectors: [{ glob: '*', level: 'text' }], limit: 1000 })
    expect(view.entry('a b.md')?.size).toBe(8)
    expect(Buffer.from(view.bytes('a b.md') ?? '').toString()).toBe('one\r\ntwo\r\n')
  })

  it.each<[about: string, autocrlf: string, attributes: string, stored: boolean]>([
    ['core.autocrlf', 'true', '', true],
    ['core.autocrlf=input', 'input', '', true],
    ['neither setting nor attribute', 'false', '', false],
    ['text', 'false', '*.md text', true],
    ['text=auto', 'false', '*.md text=auto', true],
    ['eol=crlf', 'false', '*.md eol=crlf', true],
    ['-text', 'true', '*.md -text', false],
  ])(
    'of a file that was edited or is new is that of what git would store: %s',
    async (_, autocrlf, attributes, isConverted) => {
      const root = places.folder({ 'edited.md': 'one\n', '.gitattributes': `${attributes}\n` })
      repository(root)
      configure(root, { 'core.autocrlf': autocrlf })
      write(root, { 'edited.md': 'two\r\n', 'new.md': 'three\r\n', 'binary.md': 'a\0b\r\n' })

      const found = await digests(root)
      expect(found).toMatchObject({
        'edited.md': sha256(isConverted ? 'two\n' : 'two\r\n'),
        'new.md': sha256(isConverted ? 'three\n' : 'three\r\n'),
      })
      await runGit(root, ['add', '--all'])
      for (const [path, digest] of Object.entries(found))
        expect([path, digest]).toEqual([path, sha256(await runGit(root, ['cat-file', 'blob', `:${path}`]))])
    },
  )

  it('is that of the bytes where there is no clone, and where git cannot be asked', async () => {
    const folder = places.folder({ 'a.md': 'one\r\n' })
    expect(await digests(folder)).toEqual({ 'a.md': sha256('one\r\n') })
    const root = await checkedOut({ 'a.md': 'one\n' })
    const files = new Map([['a.md', digestOf(Buffer.from('one\r\n'))]])
    expect(await storedForms(root, files, { PATH: folder })).toEqual(new Map())
  })
})

describe('git', () => {
  it('is called once for all files of a checkout, and again only for those that were edited', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `f${index}.md`)
    const root = await checkedOut(Object.fromEntries(names.map((name) => [name, `${name}\n`])))
    const files = new Map(names.map((name) => [name, digestOf(Buffer.from(`${name}\r\n`))]))
    const { env, gitCommands } = noting()

    expect((await storedForms(root, files, env)).get('f39.md')).toEqual({
      size: 7,
      digest: digestOf(Buffer.from('f39.md\n')),
    })
    expect(gitCommands()).toEqual(['cat-file'])
    const edited = new Map([...files, ['f0.md', digestOf(Buffer.from('other\r\n'))] as const])
    write(root, { 'f0.md': 'other\r\n' })
    expect((await storedForms(root, edited, env)).get('f0.md')).toEqual({ digest: digestOf(Buffer.from('other\n')) })
    expect(gitCommands()).toEqual(['cat-file', 'cat-file', 'config --get', 'ls-files'])
  })

  it('is called when no file has CRLF only for what is unmerged', async () => {
    const root = places.folder({ 'a.md': 'one\n' })
    repository(root)
    const { env, gitCommands } = noting()
    await runHere(['validate', '--root', root], { env: { PATH: env['PATH'] } })
    expect(gitCommands()).toEqual(['ls-files'])
  })
})

describe('a Windows checkout', () => {
  const edited = '# TinyGain\n\nTwo knobs.\n'
  const drifted = { ...sample, [brief]: edited }

  it.each<[about: string, files: Files, code: number]>([
    ['of what is in order', sample, 0],
    ['of a contract that was changed', drifted, 1],
  ])('%s has the same findings as a checkout with LF line endings', async (_, files, code) => {
    const plain = places.folder(files)
    repository(plain)
    const windows = await checkedOut(files)
    const readAll = async (root: string, ...extraArgs: readonly string[]) => {
      const ran = await runHere(['validate', '--root', root, '--format', 'json', ...extraArgs])
      return { code: ran.code, ...(JSON.parse(ran.stdout) as object) }
    }
    for (const extraArgs of [[], ['--base', 'HEAD']]) {
      const found = await readAll(windows, ...extraArgs)
      expect(found).toEqual(await readAll(plain, ...extraArgs))
      expect(found.code).toBe(code)
    }
  })

  it('touches no item of a declared workflow in a file that only its line endings tell from the base', async () => {
    const table = '| Item | Status |\n|---|---|\n| a | odd |\n| b | odd |\n'
    const data = 'items:\n  c: odd\n  d: odd\n'
    const kind = (items: string, place: string) => `{ items: ${items}, states: [todo, doing, done], place: ${place} }`
    const root = await checkedOut({
      '.github/baton.yml': `workflows: [{ name: work, kinds: { row: ${kind("{ rows: B.md, row: { Item: '{id}' } }", '{ column: Status }')}, key: ${kind('{ keys: k.yml, at: [items] }', '{ data: [] }')} } }]\n`,
      'B.md': table,
      'k.yml': data,
    })
    const found = async () => {
      const { stdout } = await runHere(['validate', '--root', root, '--format', 'json', '--base', 'HEAD'])
      const { errors, warnings } = JSON.parse(stdout) as Record<
        'errors' | 'warnings',
        readonly { readonly target: string }[]
      >
      return [errors, warnings].map((list) => list.map(({ target }) => target))
    }
    expect(await found()).toEqual([[], ['work:a', 'work:b', 'work:c', 'work:d']])
    write(root, { 'B.md': table.replace('b | odd', 'b | other').replaceAll('\n', '\r\n') })
    expect(await found()).toEqual([['work:b'], ['work:a', 'work:c', 'work:d']])
  })

  it('touches nothing of a registry that only its line endings tell from the base', async () => {
    const behind = (sample[registryPath] ?? '').replace('**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-01')
    const root = await checkedOut({ ...sample, [registryPath]: behind })
    const { stdout } = await runHere(['validate', '--root', root, '--format', 'json', '--base', 'HEAD'])
    expect(JSON.parse(stdout)).toMatchObject({ errors: [], warnings: [{ code: 'REGISTRY_DATE_DRIFT' }] })
  })

  it('records sums that hold everywhere', async () => {
    const root = await checkedOut(drifted)
    expect(await runHere(['checksums', 'TinyGain', '--root', root, '--at', '2026-02-04T10:00:00Z'])).toMatchObject({
      code: 0,
    })
    expect(readFileSync(join(root, handoffPath), 'utf8')).toContain(`  creative_brief: sha256:${sha256(edited)}\r\n`)
    expect(await runHere(['checksums', 'TinyGain', '--root', root])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('unchanged'),
    })

    // A contract that is edited there is stored with LF all the same.
    write(root, { [brief]: withCrlf('# TinyGain\n\nThree knobs.\n') })
    await runHere(['checksums', 'TinyGain', '--root', root])
    expect(readFileSync(join(root, handoffPath), 'utf8')).toContain(
      `  creative_brief: sha256:${sha256('# TinyGain\n\nThree knobs.\n')}\r\n`,
    )
  })
})
