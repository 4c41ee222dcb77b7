import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pastOf, pastOfHost } from '../../../src/app/command/past-of.ts'
import type { Past } from '../../../src/app/command/past.ts'
import type { Host } from '../../../src/core/host/host.ts'
import type { LedgerCommit } from '../../../src/core/host/conversation.ts'
import { openClone } from '../../../src/gateways/git/clone.ts'
import { scratch, write } from '../../entry/programs.ts'
import { commitAll, repository, revision } from '../../processes/work-tree.ts'
import { runGit } from '../../processes/git.ts'

const places = scratch()
afterAll(places.remove)

const selection = { selectors: [{ glob: '**', level: 'text' as const }], limit: 1000 }
const trailers = 'baton: accept TinyGain\n\nRequested-by: @octocat\nTransition: plugin:TinyGain a -> b\n'

const branch = { root: '', first: '', second: '', own: '', aside: '' }

beforeAll(async () => {
  branch.root = places.folder({ 'a b': 'one' })
  branch.first = repository(branch.root)
  await runGit(branch.root, ['checkout', '--quiet', '-b', 'aside'])
  write(branch.root, { 'a b': 'aside' })
  branch.aside = commitAll(branch.root, trailers)
  await runGit(branch.root, ['checkout', '--quiet', 'main'])
  write(branch.root, { 'a b': 'two' })
  branch.second = commitAll(branch.root, 'Two')
  write(branch.root, { c: 'three' })
  branch.own = commitAll(branch.root, trailers)
})

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

async function versions(past: Past, path: string) {
  const found: (readonly [string, string | undefined, string | undefined])[] = []
  const iterator = past.versions(path)
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
    found.push([next.value.sha, text(next.value.bytes), next.value.at])
  return found
}

/** The past of the branch, out of the clone itself. */
async function ofClone(): Promise<Past> {
  const clone = (await openClone(branch.root)) ?? expect.fail('There is no clone')
  return pastOf(clone.ancestry(revision(branch.root, 'HEAD')), selection)
}

/** The same out of a host that has only what this needs. */
async function ofHost(): Promise<Past> {
  const clone = (await openClone(branch.root)) ?? expect.fail('There is no clone')
  const head = revision(branch.root, 'HEAD')
  const ancestry = clone.ancestry(head)
  const host = {
    resolve: (name: string) => clone.resolve(name),
    commitTree: (sha: string) => clone.commitTree(sha),
    async fork(tip: string, base: string) {
      const mergeBase = await clone.mergeBase(tip, base)
      return mergeBase === undefined ? undefined : { tip, mergeBase }
    },
    history: (sha: string, path: string) => (sha === head ? ancestry.history(path) : expect.fail(`Unexpected ${sha}`)),
  } as unknown as Host
  const commits = (await ancestry.commits()).map((commit): LedgerCommit => ({ ...commit, isOwn: true, at: '' }))
  const forged = {
    ...commits[0],
    sha: 'f'.repeat(40),
    parents: [],
    message: trailers,
    isOwn: false,
    at: '',
  } as LedgerCommit
  return pastOfHost(host, head, [forged, ...commits], selection)
}

describe.each([
  ['a clone', ofClone],
  ['a host', ofHost],
])('the past of %s', (_, open) => {
  it('has the versions of a file, newest first, of this branch alone', async () => {
    const at = '2026-02-01T10:00:00.000Z'
    expect(await versions(await open(), 'a b')).toEqual([
      [branch.second, 'two', at],
      [branch.first, 'one', at],
    ])
    expect(await versions(await open(), 'absent')).toEqual([])
  })

  it('has a file at a commit of it, abbreviated or whole', async () => {
    const past = await open()
    for (const name of [branch.first, branch.first.slice(0, 7)])
      expect(text((await past.at(name, 'a b'))?.bytes)).toBe('one')
    expect(await past.at(branch.first, 'c')).toEqual({ sha: branch.first, bytes: undefined })
  })

  it('has nothing that is not an ancestor', async () => {
    const past = await open()
    expect(await past.at(branch.aside, 'a b')).toBeUndefined()
    expect(await past.at('1234567', 'a b')).toBeUndefined()
  })

  it('has Baton’s commits, with their targets, and views', async () => {
    const past = await open()
    expect(await past.ledger()).toEqual([
      {
        sha: branch.own,
        parent: branch.second,
        targets: ['plugin:TinyGain'],
        commands: [{ name: undefined, target: 'plugin:TinyGain' }],
      },
    ])
    expect((await past.view(branch.second)).paths).toEqual(['a b'])
  })
})

describe('the past of a clone', () => {
  it('takes nothing for an option of git', async () => {
    const past = await ofClone()
    for (const name of ['--all', '-x', 'main', 'HEAD', `--output=${branch.root}/planted`])
      expect(await past.at(name, 'a b')).toBeUndefined()
    expect(await versions(past, '--all')).toEqual([])
    expect(await versions(past, ':(glob)*')).toEqual([])
  })
})
