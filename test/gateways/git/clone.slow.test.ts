import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../src/core/fault.ts'
import { openClone, type Clone } from '../../../src/gateways/git/clone.ts'
import { git } from '../../../src/gateways/git/program.ts'
import { bareRepository, type BareRepository } from '../../github/bare-repository.ts'
import { runGit } from '../../processes/git.ts'
import { temporaryFolder, writeFiles } from '../places.ts'

const everything = { selectors: [{ glob: '**', level: 'text' }], limit: 1000 } as const

/** An `origin` to clone from, an empty folder to clone to, and the folder that it is in. */
let origin: BareRepository
let folder: string
let outside: string
let remove: () => void
beforeEach(() => {
  ;({ folder: outside, remove } = temporaryFolder())
  folder = join(outside, 'work')
  mkdirSync(folder)
  origin = bareRepository()
})
afterEach(() => {
  remove()
  origin.remove()
})

const run = (...words: readonly string[]) => runGit(folder, words)
const cloneWith = async (...options: readonly string[]) =>
  run('clone', '--quiet', ...options, `file://${await origin.folder()}`, '.')

async function open(
  root = folder,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Clone> {
  const clone = await openClone(root, environment)
  if (!clone) throw new TypeError('expected a clone')
  return clone
}

async function texts(clone: Clone, sha: string): Promise<Readonly<Record<string, string>>> {
  const view = await clone.commitTree(sha).open(everything)
  return Object.fromEntries(view.paths.map((path) => [path, Buffer.from(view.bytes(path) ?? []).toString()]))
}

/** A program called `git`, to be found before the real one, which does something else first. */
function programBefore(script: string): Readonly<Record<string, string>> {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const programs = join(outside, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'git'), `#!/bin/sh\n${script}\nexec ${real} "$@"\n`, { mode: 0o755 })
  return { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` }
}

describe('a clone', () => {
  it('is there where a folder is in a work tree', async () => {
    expect(await openClone(folder)).toBeUndefined()
    expect(await openClone(join(folder, 'absent'))).toBeUndefined()
    await run('init', '--quiet', '.')
    mkdirSync(join(folder, 'a', 'b'), { recursive: true })
    expect(await openClone(join(folder, 'a', 'b'))).toBeDefined()
  })

  it('knows the commits that revisions name', async () => {
    const first = await origin.commit({ files: [['a', '1']] })
    const second = await origin.commit({ files: [['a', '2']] })
    await cloneWith()
    await run('tag', 'v1', first)
    const clone = await open()
    const resolved = await Promise.all(
      ['HEAD', 'main', 'origin/main', 'main~1', 'v1', first, first.slice(0, 8)].map(clone.resolve),
    )
    expect(resolved).toEqual([second, second, second, first, first, first, first])
  })

  it('knows no commit by what is no revision of one', async () => {
    await origin.commit({ files: [['a', '1']] })
    await cloneWith()
    const clone = await open()
    const planted = join(outside, 'planted')
    for (const revision of [
      '',
      '-',
      '--all',
      '-n1',
      `--output=${planted}`,
      'nothing',
      'main:a',
      'main^{tree}',
      '@{upstream}x',
      'main..main',
      'main\nmain',
      'main\0',
      '0'.repeat(40),
    ]) {
      expect([revision, await clone.resolve(revision)]).toEqual([revision, undefined])
    }
    expect(existsSync(planted)).toBe(false)
  })

  it('takes what begins with a dash for no option where a commit is expected', async () => {
    const sha = await origin.commit({ files: [['a', '1']] })
    await cloneWith()
    const clone = await open()
    await expect(clone.commitTree('--help').open(everything)).rejects.toThrow(Fault)
    await expect(clone.mergeBase('--octopus', sha)).rejects.toThrow(Fault)
    expect(await clone.fork('--all', sha)).toBeUndefined()
  })

  it('knows where histories part', async () => {
    const fork = await origin.commit({ files: [['a', '1']] })
    const tip = await origin.commit({ files: [['a', '2']] })
    const head = await origin.commit({ files: [['b', '1']], branch: 'topic', parents: [fork] })
    const orphan = await origin.commit({ files: [['c', '1']], branch: 'orphan', parents: [] })
    await cloneWith('--no-checkout')
    await run('checkout', '--quiet', '--detach')
    const clone = await open()
    expect(clone.isShallow).toBe(false)
    expect(await clone.mergeBase(tip, head)).toBe(fork)
    expect(await clone.fork('main', head)).toEqual({ tip, mergeBase: fork })
    expect(await clone.mergeBase(tip, orphan)).toBeUndefined()
    expect(await clone.fork('main', orphan)).toBeUndefined()
    expect(await clone.fork('absent', head)).toBeUndefined()
    await run('branch', '--force', '--no-track', 'main', head)
    expect(await clone.fork('main', head)).toEqual({ tip, mergeBase: fork })
    expect(await clone.fork('main', '1'.repeat(40))).toBeUndefined()
  })

  it('finds no fork point in a history that was cut off, except an ancestor', async () => {
    const fork = await origin.commit({ files: [['a', '1']] })
    const tip = await origin.commit({ files: [['a', '2']] })
    const head = await origin.commit({ files: [['b', '1']], branch: 'topic', parents: [fork] })
    const next = await origin.commit({ files: [['b', '2']], branch: 'topic' })
    await cloneWith('--depth=2', '--no-single-branch')
    const clone = await open()
    expect(clone.isShallow).toBe(true)
    expect(await clone.mergeBase(head, next)).toBe(head)
    await expect(clone.mergeBase(tip, next)).rejects.toMatchObject({
      hint: expect.stringContaining('git fetch --unshallow'),
    })
    expect(await clone.fork('main', next)).toBeUndefined()
  })

  it('says that a commit is missing, and what to do', async () => {
    await origin.commit({ files: [['a', '1']] })
    await cloneWith()
    const clone = await open()
    const missing = {
      name: 'Fault',
      message: 'A commit that is needed is not in this clone.',
      hint: expect.stringContaining('git fetch'),
    }
    await expect(clone.commitTree('1'.repeat(40)).open(everything)).rejects.toMatchObject(missing)
    await expect(clone.mergeBase('HEAD', '1'.repeat(40))).rejects.toMatchObject(missing)
  })

  it('gives no commits of a history that it does not have', async () => {
    const sha = await origin.commit({ files: [['a', '1']] })
    await cloneWith()
    const clone = await open()
    const absent = '1'.repeat(40)
    expect(await clone.commits(sha, absent)).toBeUndefined()
    expect(await clone.merges(absent, sha, ['a'])).toBeUndefined()
    expect(await clone.lastCommits(absent, ['a'])).toBeUndefined()
  })

  it('names the cause of a fault of git, without the advice that git puts before it', async () => {
    await origin.commit({ files: [['a', '1']] })
    await cloneWith()
    const environment = programBefore('echo "hint: Try something else." >&2')
    await expect(git(folder, { ...process.env, ...environment }).ask(['rev-list', 'nowhere'])).rejects.toThrow(
      /^git `rev-list` failed: `fatal:/,
    )
  })

  it('says that git cannot be run, or does not read it, and what to do', async () => {
    await run('init', '--quiet', '.')
    await expect(open(folder, { PATH: '' })).rejects.toMatchObject({
      name: 'Fault',
      message: 'git cannot be run.',
      hint: expect.stringContaining('Install git'),
    })
    const anothers = programBefore('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1')
    await expect(open(folder, anothers)).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('belongs to another user'),
      hint: `If you trust it, run \`git config --global --add safe.directory ${folder}\`.`,
    })
  })

  it('reads what two commits share once, from one process', async () => {
    const first = await origin.commit({
      files: [
        ['a', 'same'],
        ['b', '1'],
      ],
    })
    const second = await origin.commit({
      files: [
        ['a', 'same'],
        ['b', '1'],
        ['c', 'same'],
      ],
    })
    const third = await origin.commit({
      files: [
        ['a', '2'],
        ['b', '3'],
      ],
    })
    await cloneWith()
    const log = join(outside, 'log')
    const clone = await open(folder, programBefore(`echo "$@" >> '${log}'`))
    await Promise.all([first, second].map((sha) => clone.commitTree(sha).open(everything)))
    const reads = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('cat-file')).length
    expect(reads()).toBe(1)
    await clone.commitTree(third).open(everything)
    expect(reads()).toBe(2)
  })

  it('holds no paths that no repository may hold', async () => {
    const sha = await origin.commit({
      files: [
        ['a', 'x'],
        ['folder/b', 'y'],
      ],
    })
    await cloneWith()
    const blob = (await run('rev-parse', `${sha}:a`)).toString().trim()
    const below = (await run('rev-parse', `${sha}:folder`)).toString().trim()
    const entry = (mode: string, name: string, oid: string) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')])
    const entries = [
      entry('40000', '.', below),
      entry('40000', '..', below),
      entry('40000', '.git', below),
      entry('100644', 'a', blob),
      entry('100644', 'x/../../y', blob),
    ]
    const tree = (
      await runGit(folder, ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], Buffer.concat(entries))
    )
      .toString()
      .trim()
    expect(await texts(await open(), tree)).toEqual({ a: 'x' })
  })

  it('reads no folder of a work tree that looks like a repository', async () => {
    await run('init', '--quiet', '.')
    const inner = join(folder, 'inner')
    await runGit(folder, ['init', '--quiet', '--bare', inner])
    await expect(open(inner)).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('looks like a separate repository'),
    })
  })
})

describe('a hostile clone', () => {
  /** A program that leaves a trace when it is run. */
  let trap: string
  let sprung: () => boolean
  beforeEach(() => {
    trap = join(outside, 'trap')
    sprung = () => existsSync(join(outside, 'sprung'))
    writeFileSync(trap, `#!/bin/sh\ntouch '${join(outside, 'sprung')}'\n`, { mode: 0o755 })
  })

  async function useAll(clone: Clone, sha: string, base = sha): Promise<void> {
    await clone.resolve('HEAD')
    await clone.fork('HEAD', sha)
    await clone.mergeBase(sha, sha)
    await clone.commits(base, sha)
    await clone.log(sha)
    await clone.lastCommits(sha, ['a'])
    await clone.ignored(['a'])
    await clone.merging(['a'])
    await clone.branch()
    await clone.origin()
    const past = clone.ancestry(sha)
    await past.ancestor(sha)
    await past.commits()
    await texts(clone, sha)
  }

  it('has none of its programs run', async () => {
    const base = await origin.commit({ files: [['a', '0']] })
    const sha = await origin.commit({
      files: [
        ['a', '1'],
        ['.gitattributes', '* diff=evil filter=evil merge=evil\n'],
      ],
    })
    await cloneWith()
    const settings = {
      'core.fsmonitor': trap,
      'core.hooksPath': join(folder, 'hooks'),
      'core.pager': trap,
      'core.editor': trap,
      'core.sshCommand': trap,
      'core.askPass': trap,
      'core.alternateRefsCommand': trap,
      'credential.helper': `!${trap}`,
      'diff.external': trap,
      'diff.evil.command': trap,
      'diff.evil.textconv': trap,
      'filter.evil.smudge': trap,
      'filter.evil.clean': trap,
      'filter.evil.process': trap,
      'filter.evil.required': 'true',
      'merge.evil.driver': trap,
      'gpg.program': trap,
      'pager.cat-file': trap,
      'pager.ls-tree': trap,
      'alias.cat-file': `!${trap}`,
      'alias.rev-parse': `!${trap}`,
      'alias.ls-tree': `!${trap}`,
      'alias.merge-base': `!${trap}`,
    }
    for (const [name, value] of Object.entries(settings)) await run('config', name, value)
    mkdirSync(join(folder, 'hooks'))
    for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction', 'pre-auto-gc']) {
      writeFileSync(join(folder, 'hooks', hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 })
    }
    await useAll(await open(), sha, base)
    expect(sprung()).toBe(false)
  })

  it.each([
    ['core.fsmonitor', (path: string) => path, ['status', '--porcelain']],
    ['core.hooksPath', (path: string) => path.slice(0, path.lastIndexOf('/')), ['update-index', '--add', 'new']],
  ])('has no %s even where a command would run it', async (name, value, words) => {
    await run('init', '--quiet', '.')
    writeFiles(folder, [['new', 'x']])
    const hook = join(folder, 'hooks', 'post-index-change')
    mkdirSync(join(folder, 'hooks'))
    writeFileSync(hook, `#!/bin/sh\n${trap}\n`, { mode: 0o755 })
    await run('config', name, value(name === 'core.hooksPath' ? hook : trap))

    await git(folder, process.env).ask(words)
    expect(sprung()).toBe(false)
    await run('rm', '--cached', '--force', '--quiet', '--ignore-unmatch', 'new')
    await run(...words)
    expect(sprung()).toBe(true)
  })

  it('that lacks objects is not completed, by whatever program it names', async () => {
    await origin.git(['config', 'uploadpack.allowFilter', 'true'])
    const sha = await origin.commit({ files: [['a', '1']] })
    await cloneWith('--filter=blob:none', '--no-checkout')
    await run('config', 'remote.origin.url', `ext::${trap}`)
    await run('config', 'protocol.ext.allow', 'always')
    const clone = await open()
    expect(clone.isPartial).toBe(true)
    await expect(useAll(clone, sha)).rejects.toMatchObject({ name: 'Fault', hint: expect.stringContaining('--filter') })
    expect(sprung()).toBe(false)
    await expect(run('cat-file', 'blob', `${sha}:a`)).rejects.toThrow('Command failed')
    expect(sprung()).toBe(true)
  })

  it('puts no object in the place of another', async () => {
    const sha = await origin.commit({ files: [['a', 'honest']] })
    const plantedSha = await origin.commit({ files: [['a', 'planted']], branch: 'other', parents: [] })
    const tip = await origin.commit({ files: [['a', 'tip']] })
    await cloneWith()
    await run('replace', sha, plantedSha)
    await run('replace', `${sha}:a`, `${plantedSha}:a`)
    mkdirSync(join(folder, '.git', 'info'), { recursive: true })
    writeFileSync(join(folder, '.git', 'info', 'grafts'), `${tip} ${plantedSha}\n`)
    const clone = await open()
    expect(clone.isPartial).toBe(false)
    expect(await texts(clone, sha)).toEqual({ a: 'honest' })
    expect(await clone.mergeBase(tip, sha)).toBe(sha)
    expect(await clone.mergeBase(tip, plantedSha)).toBeUndefined()
  })

  it('is not swapped by the environment', async () => {
    const sha = await origin.commit({ files: [['a', 'right']] })
    await cloneWith()
    const wrong = bareRepository()
    await wrong.commit({ files: [['a', 'wrong']] })
    const wrongFolder = await wrong.folder()
    const trace = join(outside, 'trace')
    const clone = await open(folder, {
      ...process.env,
      GIT_DIR: wrongFolder,
      GIT_WORK_TREE: wrongFolder,
      GIT_COMMON_DIR: wrongFolder,
      GIT_OBJECT_DIRECTORY: join(wrongFolder, 'objects'),
      GIT_NAMESPACE: 'other',
      GIT_PREFIX: 'other/',
      GIT_TRACE: trace,
      GIT_CONFIG_PARAMETERS: `'core.worktree=${wrongFolder}'`,
    })
    expect(await clone.resolve('HEAD')).toBe(sha)
    expect(await texts(clone, sha)).toEqual({ a: 'right' })
    expect(existsSync(trace)).toBe(false)
    wrong.remove()
  })

  it('is trusted by the word of the caller, in the environment too', async () => {
    const sha = await origin.commit({ files: [['a', '1']] })
    await cloneWith()
    const variables = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
    const clone = await open(folder, { ...programBefore('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1'), ...variables })
    expect(await clone.resolve('HEAD')).toBe(sha)
  })
})
