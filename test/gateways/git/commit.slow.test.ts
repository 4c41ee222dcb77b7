import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { prepareCommit } from '../../../src/gateways/git/commit.ts'
import { environment, scratch, write, type Files } from '../../entry/programs.ts'
import { commitAll, configure, octocat, repository, revision } from '../../processes/work-tree.ts'
import { runGit } from '../../processes/git.ts'
import { seenIn, standingClock } from '../tree/trees.ts'

const places = scratch()
afterAll(places.remove)

function cloned(files: Files): string {
  const root = places.folder(files)
  repository(root, octocat)
  return root
}

const show = async (root: string, ...words: readonly string[]) => (await runGit(root, words)).toString().trim()

async function prepared(
  root: string,
  changes: Record<string, string | Uint8Array | null>,
  variables: Readonly<Record<string, string>> = {},
  until = 1000,
) {
  const change = { message: 'Subject\n\nA: b\n', changes: new Map(Object.entries(changes)), view: await seenIn(root) }
  const made = await prepareCommit(
    root,
    change,
    { command: 'test', until, clock: standingClock() },
    environment(variables),
  )
  if ('refused' in made) throw new Error(made.refused)
  return made
}

describe('a commit by plumbing', () => {
  it('is made by whom the environment names, as git itself does', async () => {
    const root = places.folder({ a: 'one' })
    repository(root)
    const author = { GIT_AUTHOR_NAME: 'An author', GIT_AUTHOR_EMAIL: 'author@example.com' }
    const committer = { GIT_COMMITTER_NAME: 'A committer', GIT_COMMITTER_EMAIL: 'committer@example.com' }
    const { sha, publish, finish } = await prepared(root, { a: 'two' }, { ...author, ...committer })
    await publish()
    await finish()
    expect(await show(root, 'log', '-1', '--format=%an %ae %cn %ce', sha)).toBe(
      'An author author@example.com A committer committer@example.com',
    )
  })

  it('writes, makes and deletes files, keeps their modes, and takes bytes as they are', async () => {
    const root = cloned({ 'a.sh': 'one', 'dir/b': 'one', stays: 'one' })
    chmodSync(join(root, 'a.sh'), 0o755)
    commitAll(root)
    configure(root, { 'core.autocrlf': 'true' })
    const { sha, publish, finish } = await prepared(root, {
      'a.sh': 'two\r\n',
      'dir/b': null,
      'new/c d': new Uint8Array([0, 255]),
    })
    await publish()
    await finish()
    expect(revision(root, 'HEAD')).toBe(sha)
    expect(
      (await show(root, 'ls-tree', '-r', 'HEAD')).split('\n').map((line) => line.replace(/ blob \w+\t/, ' ')),
    ).toEqual(['100755 a.sh', '100644 new/c d', '100644 stays'])
    expect(await runGit(root, ['cat-file', 'blob', 'HEAD:a.sh'])).toEqual(Buffer.from('two\r\n'))
    expect(await runGit(root, ['cat-file', 'blob', 'HEAD:new/c d'])).toEqual(Buffer.from([0, 255]))
    expect(await show(root, 'diff', '--cached', '--name-only')).toBe('')
  })

  it('is nowhere until it is published, and not where the branch has moved', async () => {
    const root = cloned({ a: 'one' })
    const head = revision(root, 'HEAD')
    const { publish } = await prepared(root, { a: 'two' })
    expect(revision(root, 'HEAD')).toBe(head)
    const moved = commitAll(root, 'Meanwhile')
    await expect(publish()).rejects.toMatchObject({ code: 'TREE_CHANGED', obstacles: [{ place: { path: 'HEAD' } }] })
    expect(revision(root, 'HEAD')).toBe(moved)
  })

  it('goes where the head is detached', async () => {
    const root = cloned({ a: 'one' })
    const main = revision(root, 'main')
    await runGit(root, ['checkout', '--quiet', '--detach'])
    const { sha, publish } = await prepared(root, { a: 'two' })
    await publish()
    expect([revision(root, 'HEAD'), revision(root, 'main')]).toEqual([sha, main])
  })

  it('lets git see what was changed in the same moment', async () => {
    const root = cloned({ a: 'one', other: 'one' })
    write(root, { other: 'two' })
    const { publish, finish } = await prepared(root, { a: 'two' })
    await publish()
    await finish()
    expect(await show(root, 'diff', '--name-only')).toContain('other')
  })

  it('needs an author', async () => {
    const root = places.folder({ a: 'one' })
    repository(root, { 'user.useConfigOnly': 'true' })
    await expect(prepared(root, { a: 'two' })).rejects.toMatchObject({
      code: 'COMMIT_AUTHOR_UNKNOWN',
      message: expect.stringContaining('no name or address for the author'),
      hint: expect.stringMatching(/`git config user\.name "NAME"`, `git config user\.email "ADDRESS"`/),
    })
  })
})

/** Ten lines, some of them otherwise. */
const lines = (changed: Readonly<Record<number, string>> = {}, eol = '\n') =>
  Array.from({ length: 10 }, (_, index) => `${changed[index] ?? `line ${index}`}${eol}`).join('')

describe('a commit of a change in files that have other edits', () => {
  const committed = (root: string, path = 'a') => show(root, 'show', `HEAD:${path}`)
  const staged = (root: string, path = 'a') => show(root, 'show', `:${path}`)

  async function commitOf(root: string, changes: Record<string, string | null>): Promise<void> {
    const { publish, finish } = await prepared(root, changes)
    await publish()
    await finish()
  }

  it('holds the change alone, next to what is not committed too', async () => {
    const root = cloned({ a: lines() })
    write(root, { a: lines({ 4: 'not committed' }) })
    await commitOf(root, { a: lines({ 4: 'not committed', 5: 'ours\nand more' }) })
    expect(await committed(root)).toBe(lines({ 5: 'ours\nand more' }).trim())
    expect(await staged(root)).toBe(await committed(root))
  })

  it('leaves staged what was staged', async () => {
    const root = cloned({ a: lines() })
    write(root, { a: lines({ 1: 'staged' }) })
    await runGit(root, ['add', 'a'])
    write(root, { a: lines({ 1: 'staged', 8: 'not staged' }) })
    await commitOf(root, { a: lines({ 1: 'staged', 5: 'ours', 8: 'not staged' }) })
    expect(await committed(root)).toBe(lines({ 5: 'ours' }).trim())
    expect(await staged(root)).toBe(lines({ 1: 'staged', 5: 'ours' }).trim())
  })

  it('has the line endings of the commit, where git changed them on the disk', async () => {
    const root = cloned({ a: lines() })
    write(root, { a: lines({}, '\r\n') })
    await commitOf(root, { a: lines({ 5: 'ours' }, '\r\n') })
    expect(await committed(root)).toBe(lines({ 5: 'ours' }).trim())
  })

  it.each([
    ['the same line', lines({ 4: 'theirs' }), lines({ 4: 'ours' }), 5],
    ['one line of several', lines({ 4: 'theirs' }), lines({ 3: 'ours', 4: 'ours', 5: 'ours' }), 5],
    ['a line that is new', lines({ 4: 'line 4\nnew' }), lines({ 4: 'line 4\nours' }), 6],
    ['lines that were taken away', lines().replace('line 4\n', ''), lines().replace('line 4\n', 'ours\n'), 5],
  ])('is refused where both change %s', async (_, theirs, ours, line) => {
    const root = cloned({ a: lines() })
    const head = revision(root, 'HEAD')
    write(root, { a: theirs })
    await expect(prepared(root, { a: ours })).rejects.toMatchObject({
      code: 'COMMIT_UNCOMMITTED',
      obstacles: [{ place: { path: 'a', line } }],
    })
    expect(revision(root, 'HEAD')).toBe(head)
  })

  it('is refused for what was never committed, what is deleted, and what is not text', async () => {
    const root = cloned({ a: lines(), 'b.bin': new Uint8Array([0, 1, 2]), c: lines() })
    write(root, { new: 'new\n', 'b.bin': new Uint8Array([0, 1, 2, 3]), c: lines({ 2: 'theirs' }) })
    rmSync(join(root, 'a'))
    for (const [path, content] of Object.entries({ new: 'ours\n', a: 'ours\n', 'b.bin': 'ours', c: null }))
      await expect(prepared(root, { [path]: content }), `of ${path}`).rejects.toMatchObject({
        code: 'COMMIT_UNCOMMITTED',
        obstacles: [{ place: { path } }],
      })
  })

  it('is not asked to hold a deletion, which may be a loss', async () => {
    const root = cloned({ a: 'one\n' })
    rmSync(join(root, 'a'))
    await expect(prepared(root, { a: 'two\n' })).rejects.toMatchObject({
      obstacles: [{ hint: '`git checkout HEAD -- a` takes the deletion back. If it is meant, leave out `--commit`.' }],
    })
  })

  it('leaves no trace of what was never committed and goes', async () => {
    const root = cloned({ a: lines() })
    write(root, { new: 'new\n' })
    await runGit(root, ['add', 'new'])
    await commitOf(root, { a: 'ours\n', new: null })
    expect([await show(root, 'ls-files'), await show(root, 'ls-tree', '--name-only', 'HEAD')]).toEqual(['a', 'a'])
  })

  it('is made again where the file is not what it was made from', async () => {
    const root = cloned({ a: lines() })
    const change = { message: 'x', changes: new Map([['a', 'ours']]), view: await seenIn(root) }
    write(root, { a: 'theirs' })
    await expect(
      prepareCommit(root, change, { command: 'test', until: 0, clock: standingClock() }, environment()),
    ).rejects.toMatchObject({
      code: 'TREE_CHANGED',
    })
  })
})

describe('another git at work', () => {
  const waiting = (clock = standingClock(), until = 1000) => ({ command: 'test', until, clock })

  it('is waited for, and reported as busy when it does not end', async () => {
    const root = cloned({ a: 'one' })
    write(root, { '.git/index.lock': '' })
    const change = { message: 'x', changes: new Map([['a', 'two']]), view: await seenIn(root) }
    await expect(prepareCommit(root, change, waiting(), environment())).rejects.toMatchObject({
      code: 'TREE_BUSY',
      obstacles: [{ place: { path: '.git/index.lock' }, retry: true }],
    })
    const clock = standingClock()
    const sleep = (milliseconds: number) => {
      rmSync(join(root, '.git/index.lock'), { force: true })
      return clock.sleep(milliseconds)
    }
    await expect(prepareCommit(root, change, waiting({ ...clock, sleep }), environment())).resolves.toHaveProperty(
      'sha',
    )
  })

  it('is waited for where it holds the branch', async () => {
    const root = cloned({ a: 'one' })
    // Each time git itself waits for a while.
    const { sha, publish } = await prepared(root, { a: 'two' }, {}, 100)
    write(root, { '.git/refs/heads/main.lock': '' })
    await expect(publish()).rejects.toMatchObject({ code: 'TREE_BUSY' })
    rmSync(join(root, '.git/refs/heads/main.lock'))
    await publish()
    expect(revision(root, 'HEAD')).toBe(sha)
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('one')
  })
})
