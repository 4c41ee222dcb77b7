import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { prepareCommit } from '../../../src/gateways/git/commit.ts'
import { commitAll, environment, repository, revision, scratch, write, type Files } from '../../entry/programs.ts'
import { runGit } from '../../github/bare-repository.ts'

const places = scratch()
afterAll(places.remove)

async function cloned(files: Files): Promise<string> {
  const root = places.folder(files)
  await repository(root)
  await runGit(root, ['config', 'user.name', 'octocat'])
  await runGit(root, ['config', 'user.email', 'octocat@example.com'])
  return root
}

const show = async (root: string, ...words: readonly string[]) => (await runGit(root, words)).toString().trim()

async function prepared(root: string, changes: Record<string, string | Uint8Array | null>) {
  const made = await prepareCommit(root, { message: 'Subject\n\nA: b\n', changes: new Map(Object.entries(changes)) }, environment())
  if ('refused' in made) throw new Error(made.refused)
  return made
}

describe('a commit by plumbing', () => {
  it('writes, makes and deletes files, keeps their modes, and takes bytes as they are', async () => {
    const root = await cloned({ 'a.sh': 'one', 'dir/b': 'one', stays: 'one' })
    chmodSync(join(root, 'a.sh'), 0o755)
    await commitAll(root)
    await runGit(root, ['config', 'core.autocrlf', 'true'])
    const { sha, publish, settle } = await prepared(root, { 'a.sh': 'two\r\n', 'dir/b': null, 'new/c d': new Uint8Array([0, 255]) })
    await publish()
    await settle()
    expect(await revision(root, 'HEAD')).toBe(sha)
    expect((await show(root, 'ls-tree', '-r', 'HEAD')).split('\n').map((line) => line.replace(/ blob \w+\t/, ' '))).toEqual([
      '100755 a.sh',
      '100644 new/c d',
      '100644 stays',
    ])
    expect(await runGit(root, ['cat-file', 'blob', 'HEAD:a.sh'])).toEqual(Buffer.from('two\r\n'))
    expect(await runGit(root, ['cat-file', 'blob', 'HEAD:new/c d'])).toEqual(Buffer.from([0, 255]))
    expect(await show(root, 'diff', '--cached', '--name-only')).toBe('')
  })

  it('is nowhere until it is published, and not where the branch has moved', async () => {
    const root = await cloned({ a: 'one' })
    const head = await revision(root, 'HEAD')
    const { publish } = await prepared(root, { a: 'two' })
    expect(await revision(root, 'HEAD')).toBe(head)
    const moved = await commitAll(root, 'Meanwhile')
    await expect(publish()).rejects.toMatchObject({ name: 'Fault', message: expect.stringContaining('moved') })
    expect(await revision(root, 'HEAD')).toBe(moved)
  })

  it('goes where the head is detached', async () => {
    const root = await cloned({ a: 'one' })
    const main = await revision(root, 'main')
    await runGit(root, ['checkout', '--quiet', '--detach'])
    const { sha, publish } = await prepared(root, { a: 'two' })
    await publish()
    expect([await revision(root, 'HEAD'), await revision(root, 'main')]).toEqual([sha, main])
  })

  it('lets git see what was changed in the same moment', async () => {
    const root = await cloned({ a: 'one', other: 'one' })
    write(root, { other: 'two' })
    const { publish, settle } = await prepared(root, { a: 'two' })
    await publish()
    await settle()
    expect(await show(root, 'diff', '--name-only')).toContain('other')
  })

  it('needs somebody whose commit it is', async () => {
    const root = await cloned({ a: 'one' })
    await runGit(root, ['config', '--unset', 'user.name'])
    await runGit(root, ['config', '--unset', 'user.email'])
    await runGit(root, ['config', 'user.useConfigOnly', 'true'])
    await expect(prepared(root, { a: 'two' })).rejects.toMatchObject({ name: 'Fault', message: expect.stringContaining('whose commit') })
  })
})
