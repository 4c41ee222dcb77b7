import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { bareRepository, type BareRepository, type Content } from './bare-repository.ts'
import { changedLines } from './git/differences.ts'
import { emptyTree, textOf } from './git/objects.ts'
import { isBranchName } from './git/revisions.ts'

// The stand-in's git in memory is held against real git, which is given the same repository.

let repository: BareRepository | undefined
afterEach(() => repository?.remove())

const lines = async (at: BareRepository, ...words: readonly string[]) =>
  (await at.git(words))
    .toString()
    .split(/[\n\0]/)
    .filter(Boolean)
const line = (at: BareRepository, ...words: readonly string[]) =>
  at.git(words).then(
    (printed) => printed.toString().trimEnd(),
    () => undefined,
  )

type Files = Readonly<Record<string, Content>>
interface Step {
  readonly files: Files
  /** Which of the commits before it are its parents. */
  readonly on: readonly number[]
  /** Seconds since the one before. */
  readonly later: number
}

const content = fc.oneof<fc.Arbitrary<Content>[]>(
  fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n'), { maxLength: 6 }).map((all) => all.join('')),
  fc.constantFrom<Content>('no end', Uint8Array.of(1, 0, 2), { link: 'a' }, { submodule: '1'.repeat(40) }),
)
const path = fc.constantFrom('a', 'a.b', 'a-b', 'b/a', 'b/a/c', 'b.c', 'b-c/ä', 'PLUGINS.md')
const files = fc
  .dictionary(path, content, { minKeys: 1 })
  .map((all) =>
    Object.fromEntries(
      Object.entries(all).filter(([name]) => !Object.keys(all).some((otherName) => otherName.startsWith(`${name}/`))),
    ),
  )
const history = fc.array(
  fc.record<Step>({ files, on: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }), later: fc.nat({ max: 2 }) }),
  {
    minLength: 2,
    maxLength: 8,
  },
)

/** Commits them, each on some of those before, with times that are close to each other. */
function committed(at: BareRepository, steps: readonly Step[]): readonly string[] {
  const shas: string[] = []
  let time = 1_769_940_000
  for (const { files, on, later } of steps) {
    const tree = at.changedTree(undefined, Object.entries(files))
    const parents = [
      ...new Set(on.map((index) => shas[index % Math.max(1, shas.length)]).filter((sha) => sha !== undefined)),
    ]
    const who = `octocat <octocat@example.com> ${(time += later)} +0000`
    const head = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`]
    shas.push(at.store('commit', Buffer.from([...head, '', `Step ${shas.length}\n`].join('\n'))))
  }
  for (const [index, sha] of shas.entries()) at.move(`refs/heads/step-${index}`, sha)
  return shas
}

describe('a repository in memory', () => {
  it('lists, compares and merges as git does', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const at = bareRepository()
        try {
          const shas = committed(at, steps)
          const [lastSha = '', previousSha = ''] = [shas.at(-1), shas.at(-2)]
          expect(await lines(at, 'fsck', '--strict', '--no-dangling')).toEqual([])
          expect(at.commits({ from: lastSha })).toEqual(await lines(at, 'rev-list', lastSha))
          expect(at.commits({ from: lastSha, without: [previousSha] })).toEqual(
            await lines(at, 'rev-list', `${previousSha}..${lastSha}`),
          )
          expect(at.commits({ from: lastSha, inLines: true })).toEqual(
            await lines(at, 'rev-list', '--topo-order', lastSha),
          )
          for (const path of ['a', 'b', 'b/a']) {
            expect(at.commits({ from: lastSha, path })).toEqual(
              await lines(at, 'rev-list', lastSha, '--', `:(literal)${path}`),
            )
          }
          const bases = await lines(at, 'merge-base', '--all', lastSha, previousSha).catch((): string[] => [])
          const base = at.mergeBase(lastSha, previousSha)
          expect(base === undefined || bases.includes(base) ? [] : bases).toEqual([])
          expect(base === undefined).toBe(bases.length === 0)
          expect(at.isAncestor(previousSha, lastSha)).toBe(
            (await line(at, 'merge-base', '--is-ancestor', previousSha, lastSha)) !== undefined,
          )

          const listed = at
            .entries(lastSha, { recursive: true })
            .map(({ mode, type, sha, path }) => `${mode} ${type} ${sha}\t${path}`)
          expect(listed).toEqual(await lines(at, 'ls-tree', '-r', '-t', '-z', lastSha))
          const differences = at.differences(previousSha, lastSha)
          const noEntry = { mode: '000000', sha: '0'.repeat(40) }
          const raw = differences.flatMap(({ before = noEntry, after = noEntry, path }) => {
            const kind =
              before === noEntry
                ? 'A'
                : after === noEntry
                  ? 'D'
                  : before.mode.slice(0, 3) === after.mode.slice(0, 3)
                    ? 'M'
                    : 'T'
            return [`:${before.mode} ${after.mode} ${before.sha} ${after.sha} ${kind}`, textOf(path)]
          })
          const options = ['--no-renames', '-z', previousSha, lastSha]
          expect(raw).toEqual(await lines(at, 'diff', '--raw', '--abbrev=40', ...options))
          const counted = differences.map((difference) => ({
            ...changedLines(at.objects, difference),
            path: textOf(difference.path),
          }))
          const numbers = (await lines(at, 'diff', '--numstat', '--minimal', ...options)).map((row) => row.split('\t'))
          expect(counted).toEqual(
            numbers.map(([additions, less, path]) => ({
              additions: Number(additions) || 0,
              deletions: Number(less) || 0,
              path,
            })),
          )
          const merged =
            base === undefined ? undefined : await line(at, 'merge-tree', '--write-tree', lastSha, previousSha)
          if (base !== undefined) expect(await at.merged(lastSha, previousSha)).toBe(merged)
        } finally {
          at.remove()
        }
      }),
      { numRuns: 10 },
    )
  })

  it('knows what names stand for as git does', async () => {
    const at = (repository = bareRepository())
    const shas = committed(at, [
      { files: { a: '1\n', 'b/c': '2\n' }, on: [], later: 1 },
      { files: { a: '2\n' }, on: [0], later: 1 },
      { files: { a: '3\n', d: '4\n' }, on: [0], later: 1 },
      { files: { a: '3\n' }, on: [1, 2], later: 1 },
    ])
    at.move('refs/heads/main', shas[3])
    await at.git(['tag', '--annotate', '--message=v1', 'v1', shas[1] ?? ''])
    const first = shas[0] ?? ''
    const names = [
      'HEAD',
      'main',
      'heads/main',
      'refs/heads/main',
      'v1',
      'tags/v1',
      'v1^{commit}',
      'v1^{tree}',
      first,
      first.slice(0, 9),
    ]
    const extraNames = [
      'main^',
      'main^2',
      'main^3',
      'main~2',
      'main^2~1',
      'main^{tree}',
      'main:a',
      'main~2:b/c',
      'main~2:b',
      'main:',
      'main:absent',
    ]
    for (const name of [
      ...names,
      ...extraNames,
      'absent',
      'main^{blob}',
      'main:a:b',
      `${first}^`,
      `${first}^{tree}`,
      '0'.repeat(40),
    ]) {
      expect([name, at.resolve(name)]).toEqual([
        name,
        await line(at, 'rev-parse', '--verify', '--quiet', '--end-of-options', name),
      ])
    }
  })

  it('takes the names of branches that git takes', async () => {
    const at = (repository = bareRepository())
    const names = [
      'main',
      'a/b',
      'a.b',
      'a@b',
      'ä',
      '@',
      'HEAD',
      '',
      '-a',
      '/a',
      'a/',
      'a//b',
      'a..b',
      '.a',
      'a/.b',
      'a.',
      'a.lock',
      'a.lock/b',
    ]
    for (const name of [
      ...names,
      'a@{b',
      'a b',
      'a~b',
      'a^b',
      'a:b',
      'a?b',
      'a*b',
      'a[b',
      'a\\b',
      'a\u007fb',
      'a\tb',
      '#1%2F&é',
    ]) {
      expect([name, isBranchName(name)]).toEqual([
        name,
        (await line(at, 'check-ref-format', '--branch', name)) !== undefined,
      ])
    }
  })

  it('is the same on disk, whichever of the two was written', async () => {
    const at = (repository = bareRepository())
    const first = await at.commit({
      files: [
        [Buffer.from([0x61, 0xff]), 'bytes'],
        ['b/c', '1'],
      ],
    })
    await at.git(['update-ref', 'refs/heads/topic', first])
    const tree = at.changedTree(first, [
      ['b/c', null],
      ['d', '2'],
    ])
    const made = (await at.git(['commit-tree', tree, '-p', first, '-m', 'By git'])).toString().trim()
    await at.git(['update-ref', 'refs/heads/main', made])
    expect([at.tip('main'), at.tip('topic'), at.text('main:d'), at.text('topic:b/c')]).toEqual([made, first, '2', '1'])
    const second = await at.commit({ files: [], parents: [made] })
    at.move('refs/heads/topic', undefined)
    expect(await lines(at, 'for-each-ref', '--format=%(refname) %(objectname) %(tree)')).toEqual([
      `refs/heads/main ${second} ${emptyTree}`,
    ])
    expect(at.move('refs/heads/main', first, { at: made })).toBe(false)
    expect(await lines(at, 'rev-list', 'main')).toEqual([second, made, first])
  })
})
