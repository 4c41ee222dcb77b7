import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClone } from '../../../src/gateways/git/clone.ts'
import { scratch, write } from '../../entry/programs.ts'
import { commitAll, initialize, repository } from '../../processes/work-tree.ts'
import { runGit } from '../../processes/git.ts'

const places = scratch()
afterAll(places.remove)

const at = { root: '', shallow: '', crowd: '', first: '', head: '', aside: '', tree: '' }

beforeAll(async () => {
  at.root = places.folder({ a: 'one' })
  at.first = repository(at.root)
  await runGit(at.root, ['checkout', '--quiet', '-b', 'aside'])
  write(at.root, { a: 'aside' })
  at.aside = commitAll(at.root, 'Aside')
  await runGit(at.root, ['tag', 'both', at.aside])
  await runGit(at.root, ['checkout', '--quiet', 'main'])
  write(at.root, { a: 'two' })
  at.head = commitAll(at.root, 'Two')
  await runGit(at.root, ['branch', 'both'])
  await runGit(at.root, ['tag', 'same'])
  await runGit(at.root, ['branch', 'same'])
  at.tree = (await runGit(at.root, ['rev-parse', 'HEAD^{tree}'])).toString().trim()
  at.crowd = places.folder()
  initialize(join(at.crowd, '.git'))
  at.shallow = places.folder()
  await runGit(at.shallow, ['clone', '--quiet', '--depth=1', '--no-single-branch', `file://${at.root}`, '.'])
})

const opened = async (root: string) => (await openClone(root)) ?? expect.fail('There is no clone')
const named = async (text: string, root = at.root) => (await opened(root)).ancestry(at.head).named(text)

describe('the commit that a revision names', () => {
  it('is whole, and leads to the head or does not', async () => {
    for (const text of ['HEAD', 'main', 'refs/heads/main', at.head, at.head.slice(0, 7), at.head.toUpperCase()])
      expect([text, await named(text)]).toEqual([text, { sha: at.head, ancestor: true }])
    for (const text of ['HEAD~1', '@~1', at.first])
      expect([text, await named(text)]).toEqual([text, { sha: at.first, ancestor: true }])
    for (const text of ['aside', at.aside])
      expect([text, await named(text)]).toEqual([text, { sha: at.aside, ancestor: false }])
  })

  it('is none for what names none, or git would take for an option', async () => {
    for (const text of ['nothing', 'f'.repeat(40), at.tree, '--all', '-x', '^HEAD', '', 'main\nHEAD', ':a'])
      expect([text, await named(text)]).toEqual([text, { cutOff: false }])
  })

  it('is not guessed where a branch and a tag have the name', async () => {
    expect(await named('both')).toEqual({ candidates: ['refs/heads/both', 'refs/tags/both'] })
    expect(await named('same')).toEqual({ sha: at.head, ancestor: true })
  })

  it('is not guessed where several begin with its digits', async () => {
    const commit = (mark: number) =>
      `commit refs/heads/crowd\nmark :${mark}\ncommitter octocat <octocat@example.com> ${mark} +0000\ndata 0\n${mark === 1 ? '' : `from :${mark - 1}\n`}\n`
    await runGit(
      at.crowd,
      ['fast-import', '--quiet'],
      Array.from({ length: 1000 }, (_, index) => commit(index + 1)).join(''),
    )
    const crowd = (await runGit(at.crowd, ['rev-list', 'crowd'])).toString().trim().split('\n')
    const first = (sha: string) => sha.slice(0, 4)
    const digits =
      crowd.map(first).find((prefix, index, all) => all.indexOf(prefix) < index) ?? expect.fail('No two are alike')
    const clone = await opened(at.crowd)
    const alike = crowd.filter((sha) => first(sha) === digits).toSorted()
    expect(await clone.ancestry(crowd[0] ?? '').named(digits)).toEqual({ candidates: alike })
  })

  it('is not known where history is cut off', async () => {
    expect(await named(at.first, at.shallow)).toEqual({ cutOff: true })
    expect(await named('origin/aside', at.shallow)).toEqual({ sha: at.aside, ancestor: undefined })
    expect(await named('HEAD', at.shallow)).toEqual({ sha: at.head, ancestor: true })
  })
})

describe('a name of a branch or tag', () => {
  it('is one here or at a remote, and nothing else', async () => {
    const clone = await opened(at.shallow)
    const found = await Promise.all(
      ['main', 'origin/aside', 'same', 'HEAD', 'nothing', at.head, '-x', 'a/../b'].map((name) => clone.hasRef(name)),
    )
    expect(found).toEqual([true, true, true, false, false, false, false, false])
  })
})
