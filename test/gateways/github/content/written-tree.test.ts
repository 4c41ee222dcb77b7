import { getOctokit } from '@actions/github'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../../../../src/core/host/host.ts'
import type { Request } from '../../../../src/gateways/github/requests/send.ts'
import { treeWith } from '../../../../src/gateways/github/branches/commit.ts'
import { place, type Place } from '../place.ts'

let fixture: Place
beforeEach(async () => {
  fixture = await place()
})
afterEach(() => fixture.github.close())

const tree = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
const everything = { selectors: [{ glob: '**', level: 'text' }], limit: 1 << 20 } as const

/** All that a host shows of a commit. */
async function shown(host: Host, sha: string) {
  const view = await host.commitTree(sha).open(everything)
  return view.paths.map((path) => [
    path,
    view.entry(path),
    view.identity?.(path),
    Buffer.from(view.bytes(path) ?? '').toString(),
  ])
}

const commit = async (
  host: Host,
  expected: string,
  changes: Readonly<Record<string, string | null>>,
): Promise<string> => {
  const made = await host.commit({
    branch: 'main',
    expected,
    message: 'A commit',
    changes: new Map(Object.entries(changes)),
  })
  if (made.end !== 'made') throw new Error(made.end)
  return made.sha
}

/** Makes a file of the top an executable one. */
function executable(path: string): string {
  const { git } = fixture.hosted
  const [parent, file] = [git.tip('main') ?? '', git.entry('refs/heads/main', path)]
  const tree = git.objects.changed(git.resolve('refs/heads/main^{tree}') ?? '', [
    [path, { mode: '100755', sha: file?.sha ?? '' }],
  ])
  const who = 'octocat <octocat@example.com> 1769940000 +0000'
  const sha = git.store(
    'commit',
    Buffer.from(`tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\n\nExecutable\n`),
  )
  git.move('refs/heads/main', sha)
  return sha
}

const files: readonly (readonly [string, string | { readonly link: string }])[] = [
  ['a/one', '1'],
  ['a/b/two', '2'],
  ['a.b', 'sorted before the folder a'],
  ['a-b', 'so is this'],
  ['a0', 'sorted after it'],
  ['\u00e4', 'not ASCII'],
  ['link', { link: 'a' }],
  ['run', 'executable'],
]

describe('a commit of ours', () => {
  it.each<readonly [string, Readonly<Record<string, string | null>>]>([
    ['a file is changed', { 'a.b': 'other' }],
    ['files of several folders are changed', { 'a/one': 'other', 'a/b/two': 'other', a0: 'other' }],
    ['folders are new', { 'new/deep/er': '1', 'a.c/d': '2', 'a/b.c': '3' }],
    ['files are removed', { 'a/one': null, 'a-b': null }],
    ['a folder has nothing left', { 'a/b/two': null }],
    ['all folders above have nothing left', { 'a/b/two': null, 'a/one': null }],
    ['an executable file is written', { run: 'no longer' }],
    ['a link is written over', { link: 'a file now' }],
    ['a name is no ASCII', { '\u00fc/\u00f6': 'deep', '\ud83d\ude00': '' }],
  ])('is not read back where %s', async (_, changes) => {
    const { host, hosted, takeRequests, open } = fixture
    await hosted.git.commit({ files })
    const first = executable('run')
    await shown(host, first)
    const second = await commit(host, first, changes)
    takeRequests()
    const found = await shown(host, second)
    expect(takeRequests()).toEqual([])
    expect(found).toEqual(await shown(open(), second))
    // And so on, from one to the next.
    const third = await commit(host, second, { more: 'of it' })
    takeRequests()
    expect(await shown(host, third)).toContainEqual(['more', expect.anything(), expect.anything(), 'of it'])
    expect(takeRequests()).toEqual([])
  })

  it('is read where the one before it was not', async () => {
    const { host, hosted, takeRequests } = fixture
    const first = await hosted.git.commit({ files })
    const second = await commit(host, first, { 'a.b': 'other' })
    takeRequests()
    await shown(host, second)
    expect(takeRequests()[0]).toBe(tree)
  })

  type GraphqlAnswer = {
    tree?: { path: string; mode: string }[]
    data?: { e0?: { commit?: { tree: { oid: string } } } }
  }
  const entryOf = ({ tree: entries = [] }: GraphqlAnswer, path: string) => entries.find((entry) => entry.path === path)
  it.each<readonly [string, (answer: GraphqlAnswer) => unknown]>([
    [
      'the mode of a file beside it was another',
      (answer) => Object.assign(entryOf(answer, 'a0') ?? {}, { mode: '100755' }),
    ],
    [
      'a file beside it was missing',
      (answer) => answer.tree && (answer.tree = answer.tree.filter(({ path }) => path !== 'a0')),
    ],
    // As if `a` came before `a.b`.
    [
      'its tree has another id',
      (answer) => answer.data?.e0?.commit && (answer.data.e0.commit.tree.oid = 'f'.repeat(40)),
    ],
  ])('is forgotten, and read back, where %s than was reckoned with', async (_, lie) => {
    const { hosted, takeRequests, open, github, token } = fixture
    const first = await hosted.git.commit({ files })
    const { request } = getOctokit(token, { baseUrl: github.url })
    let lies = true
    const lying: Request = Object.assign(
      async (options: Parameters<Request>[0]) => {
        const answer = await request(options)
        if (lies) lie(answer.data as GraphqlAnswer)
        return answer
      },
      { endpoint: request.endpoint },
    )
    const host = open({ request: lying })
    await shown(host, first)
    const second = await commit(host, first, { 'a.b': 'other' })
    lies = false
    takeRequests()
    const found = await shown(host, second)
    expect(takeRequests()[0]).toBe(tree)
    expect(found).toEqual(await shown(open(), second))
  })
})

describe('what a commit will hold', () => {
  const sha = 'a'.repeat(40)
  const knownTree: Parameters<typeof treeWith>[0] = {
    truncated: false,
    tree: [
      { path: 'a', mode: '040000', type: 'tree', sha },
      { path: 'a/b', mode: '100644', type: 'blob', sha },
      { path: 'module', mode: '160000', type: 'commit', sha },
    ],
  }

  it.each([
    ['a file takes the place of a folder', { a: '1' }],
    ['a folder takes the place of a file', { 'a/b/c': '1' }],
    ['something is written into a submodule', { 'module/c': '1' }],
  ])('is not reckoned where %s', (_, changes) => {
    expect(treeWith(knownTree, new Map(Object.entries(changes)))).toBeUndefined()
  })

  it('is not reckoned from a list that is cut', () => {
    expect(treeWith({ truncated: true, tree: [] }, new Map([['a', '1']]))).toBeUndefined()
  })

  it('is what git makes of it, whatever the names are', async () => {
    const { git } = fixture.hosted
    const name = fc.constantFrom('a', 'a.b', 'a-b', 'a0', 'A', 'b', '\u00e4', '\uff21', '\ud83d\ude00')
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
    /** No path is a folder of another. */
    const paths = fc
      .uniqueArray(path, { minLength: 1, maxLength: 12 })
      .map((all) => all.filter((file) => !all.some((otherFile) => otherFile.startsWith(`${file}/`))))
    const listing = (commitish: string) => ({
      truncated: false,
      tree: [...git.entries(commitish, { recursive: true })],
    })
    await fc.assert(
      fc.asyncProperty(paths, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), async (all, keepFlags) => {
        const before = await git.commit({ files: all.map((file) => [file, file]), branch: 'before', parents: [] })
        // Some are changed, some removed, and one is added where it is in the way of none.
        const changes = new Map<string, string | null>(
          all.flatMap((file, index) => (keepFlags[index] === true ? [] : [[file, index % 2 === 0 ? 'other' : null]])),
        )
        changes.set('c/d', 'new')
        const computed = treeWith(listing(before), changes)
        const after = git.changedTree(before, changes)
        expect(computed?.root).toBe(after)
        const order = (entries: readonly { readonly path: string }[]) => entries.map(({ path: at }) => at).toSorted()
        expect(order(computed?.listing.tree ?? [])).toEqual(order(listing(after).tree))
      }),
      { numRuns: 30, seed: 7 },
    )
  })
})
