import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { scratch } from '../entry/programs.ts'
import { runGit } from './git.ts'
import { commitAll, configure, initialize, repository, revision } from './work-tree.ts'

const places = scratch()
afterAll(places.remove)

function folder(): string {
  const files = {
    a: 'one\n',
    'a.b': 'two',
    'b-': 'x',
    'b/c': '',
    'dir/deep/ä b': new Uint8Array([0, 255]),
    run: '#!/bin/sh',
  }
  const root = places.folder(files)
  chmodSync(join(root, 'run'), 0o755)
  symlinkSync('dir/deep', join(root, 'link'))
  return root
}

const git = async (root: string, ...words: readonly string[]) => (await runGit(root, words)).toString().trim()

describe('a repository that is written without git', () => {
  it('is the one that git makes of the same files', async () => {
    const [ownRoot, gitRoot] = [folder(), folder()]
    const first = repository(ownRoot)
    await git(gitRoot, 'init', '--quiet', '--initial-branch=main', '.')
    await git(gitRoot, 'add', '--all')
    await git(gitRoot, 'commit', '--quiet', '--message=A commit')
    expect(first).toBe(await git(gitRoot, 'rev-parse', 'HEAD'))

    for (const root of [ownRoot, gitRoot]) writeFileSync(join(root, 'a'), 'three\n')
    const second = commitAll(ownRoot, 'Another\n\nAgent: x\n')
    await git(gitRoot, 'commit', '--quiet', '--all', '--message=Another\n\nAgent: x')
    expect(second).toBe(await git(gitRoot, 'rev-parse', 'HEAD'))
    expect([revision(ownRoot, 'HEAD'), revision(ownRoot, 'main'), revision(gitRoot, 'main')]).toEqual([
      second,
      second,
      second,
    ])

    expect(await git(ownRoot, 'fsck', '--strict', '--no-dangling')).toBe('')
    expect(await git(ownRoot, 'ls-files', '--stage')).toBe(await git(gitRoot, 'ls-files', '--stage'))
    // What git compares first is in the index: it need not read a file to know that nothing has changed.
    expect(await git(ownRoot, 'diff-index', 'HEAD')).toBe('')
    expect(await git(ownRoot, 'status', '--porcelain')).toBe('')
  })

  it('goes on from where git has left it, and on the branch that is checked out', async () => {
    const root = folder()
    const first = repository(root)
    await git(root, 'checkout', '--quiet', '-b', 'topic/one')
    await git(root, 'pack-refs', '--all')
    const second = commitAll(root, 'On topic')
    await git(root, 'checkout', '--quiet', '--detach')
    const third = commitAll(root, 'On none')
    expect([revision(root, 'main'), revision(root, 'topic/one'), revision(root, 'HEAD')]).toEqual([
      first,
      second,
      third,
    ])
    expect(await git(root, 'rev-list', '--parents', 'HEAD')).toBe(`${third} ${second}\n${second} ${first}\n${first}`)
  })

  it('has the settings that it is given', async () => {
    const root = folder()
    initialize(join(root, '.git'))
    configure(root, { 'user.name': 'octocat', 'merge.baton.driver': `'a' "b" \\ %O`, 'core.autocrlf': 'true' })
    expect(await git(root, 'config', 'merge.baton.driver')).toBe(`'a' "b" \\ %O`)
    expect([await git(root, 'config', 'user.name'), await git(root, 'config', 'core.autocrlf')]).toEqual([
      'octocat',
      'true',
    ])
    expect(() => revision(root, 'main')).toThrow('has no commit main')
    expect(readFileSync(join(root, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n')
  })
})
