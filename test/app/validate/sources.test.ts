import { describe, expect, it } from 'vitest'
import { sourcesOfSubject, type Repositories } from '../../../src/app/validate/sources.ts'
import type { Change, Commit } from '../../../src/core/change.ts'
import { Fault } from '../../../src/core/fault.ts'
import type { Fork, Repository } from '../../../src/core/repository.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'

const [head, tip, mergeBase, branch] = ['1', '2', '3', '4'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
]

interface RecordingRepository extends Repository {
  /** The calls, in order. */
  readonly calls: string[]
}

/** A repository that has some commits and knows some fork points. Its trees are named by its name and the commit. */
function repository(
  name: string,
  commits: readonly string[],
  forks: Readonly<Record<string, Fork>> = {},
  {
    changes,
    signature,
  }: { readonly changes?: Pick<Change, 'commits'>; readonly signature?: Pick<Commit, 'author' | 'verified'> } = {},
): RecordingRepository {
  const calls: string[] = []
  return {
    calls,
    resolve(revision) {
      calls.push(`resolve ${revision}`)
      return Promise.resolve(commits.find((sha) => sha === revision || (revision === 'short' && sha === branch)))
    },
    fork(branch, of) {
      calls.push(`fork ${branch} ${of}`)
      return Promise.resolve(forks[branch])
    },
    commitTree: (sha) => ({ ...memoryTree({}, { name: `${name} ${sha}` }), sha }),
    commits(from, to) {
      calls.push(`commits ${from} ${to}`)
      return Promise.resolve(changes)
    },
    merges: () => Promise.resolve(undefined),
    mergeBase: () => Promise.resolve(undefined),
    log: () => Promise.resolve(undefined),
    lastCommits: () => Promise.resolve(undefined),
    lineCommits: () => Promise.resolve(undefined),
    signature(sha) {
      calls.push(`signature ${sha}`)
      return Promise.resolve(signature)
    },
  }
}

async function named(repositories: Repositories, subject: Parameters<typeof sourcesOfSubject>[1]) {
  const { sources, notes } = await sourcesOfSubject(repositories, subject)
  return { head: sources.head.name, base: sources.base?.name, policy: sources.policy.name, notes }
}

const fork = { main: { tip, mergeBase } }

describe('a comparison with a branch', () => {
  const subject = { head, base: { kind: 'branch', branch: 'main' }, review: true } as const

  it('is with the merge base; the policy is that of the tip', async () => {
    expect(await named([repository('clone', [], fork)], subject)).toEqual({
      head: `clone ${head}`,
      base: `clone ${mergeBase}`,
      policy: `clone ${tip}`,
      notes: [],
    })
  })

  it('is taken from the first that can tell the whole of it', async () => {
    const [clone, github] = [repository('clone', [head, tip]), repository('github', [], fork)]
    expect(await named([clone, github], subject)).toMatchObject({
      head: `github ${head}`,
      base: `github ${mergeBase}`,
      policy: `github ${tip}`,
    })
    const unused = repository('github', [], fork)
    await named([repository('clone', [], fork), unused], subject)
    expect(unused.calls).toEqual([])
  })

  it('is a fault when no source knows it: nothing is guessed', async () => {
    await expect(
      sourcesOfSubject([repository('clone', [head]), repository('github', [head])], subject),
    ).rejects.toThrow(Fault)
    await expect(sourcesOfSubject([repository('github', [])], subject)).rejects.toMatchObject({
      message: `The commit \`${head}\` and the branch \`main\` cannot be compared.`,
      hint: 'Give the job the permission `contents: read`.\nIf the branch shares no history with the change, there is nothing to compare.',
    })
  })
})

describe('a comparison with a commit', () => {
  const strictly = { head, base: { kind: 'commit', sha: branch, mayBeGone: false }, review: true } as const
  const loosely = { head, base: { kind: 'commit', sha: branch, mayBeGone: true }, review: false } as const

  it('is with that very commit, whose policy it is too', async () => {
    const expected = { head: `clone ${head}`, base: `clone ${branch}`, policy: `clone ${branch}`, notes: [] }
    expect(await named([repository('clone', [head, branch])], strictly)).toEqual(expected)
    expect(await named([repository('clone', [head, branch])], loosely)).toEqual(expected)
  })

  it('takes each commit from the first that has it', async () => {
    expect(await named([repository('clone', [head]), repository('github', [head, branch])], loosely)).toMatchObject({
      head: `clone ${head}`,
      base: `github ${branch}`,
    })
  })

  it('that may be gone and is: there is none, the policy is that of the head, and a note reports it', async () => {
    expect(await named([repository('clone', [head]), repository('github', [head])], loosely)).toEqual({
      head: `clone ${head}`,
      base: undefined,
      policy: `clone ${head}`,
      notes: [expect.stringContaining(branch)],
    })
  })

  it('that must be there and is not: a fault', async () => {
    await expect(sourcesOfSubject([repository('github', [head])], strictly)).rejects.toMatchObject({
      message: `The commit \`${branch}\` cannot be read.`,
    })
  })

  it('whose head is not there: a fault', async () => {
    for (const subject of [strictly, loosely]) {
      await expect(sourcesOfSubject([repository('github', [branch])], subject)).rejects.toMatchObject({
        message: `The commit \`${head}\` cannot be read.`,
        hint: expect.stringContaining('contents: read'),
      })
    }
  })

  it('takes nothing else for the commit', async () => {
    await expect(sourcesOfSubject([repository('github', [branch])], { head: 'short', review: false })).rejects.toThrow(
      Fault,
    )
  })
})

describe('without anything to compare with', () => {
  it('there is the head, whose policy it is too', async () => {
    expect(await named([repository('clone', []), repository('github', [head])], { head, review: false })).toEqual({
      head: `github ${head}`,
      base: undefined,
      policy: `github ${head}`,
      notes: [],
    })
  })

  it('and without the head: a fault', async () => {
    await expect(sourcesOfSubject([repository('clone', [])], { head, review: false })).rejects.toThrow(Fault)
  })
})

describe('the commits of a change', () => {
  const subject = { head, base: { kind: 'branch', branch: 'main' }, branch: 'topic', review: true } as const
  const commit = (sha: string, message: string, overrides: Partial<Commit> = {}): Commit => ({
    sha,
    parents: [mergeBase],
    message,
    author: { email: '41898282+github-actions[bot]@users.noreply.github.com', login: 'github-actions[bot]' },
    paths: [],
    ...overrides,
  })
  const read = async (repositories: Repositories) => (await sourcesOfSubject(repositories, subject)).sources.change?.()
  const signed = (login: string, verified: boolean) => ({ author: { email: '', login }, verified })

  it('are only read on demand, from the first source that has them', async () => {
    const [clone, github] = [
      repository('clone', [], fork),
      repository('github', [], fork, { changes: { commits: [commit(head, 'Work')] } }),
    ]
    const { sources } = await sourcesOfSubject([clone, github], subject)
    expect([...clone.calls, ...github.calls].filter((calls) => calls.startsWith('commits'))).toEqual([])
    expect(await sources.change?.()).toEqual({ commits: [commit(head, 'Work')], branch: 'topic' })
    expect(clone.calls.at(-1)).toBe(`commits ${mergeBase} ${head}`)
    expect(await read([repository('clone', [], fork)])).toBeUndefined()
  })

  it.each<[what: string, message: string, signature: ReturnType<typeof signed> | undefined, own: true | undefined]>([
    ['verified', 'baton: accept ses_1', signed('github-actions[bot]', true), true],
    ['not verified', 'baton: accept ses_1', signed('github-actions[bot]', false), undefined],
    ['of another account', 'baton: accept ses_1', signed('octocat', true), undefined],
    ['of an account that no source knows', 'baton: accept ses_1', undefined, undefined],
    ['of another workflow', 'Update the lock file', signed('github-actions[bot]', true), undefined],
  ])("are Baton's own by GitHub's signature: %s", async (_, message, signature, isOwn) => {
    const clone = repository('clone', [], fork, { changes: { commits: [commit(head, message)] } })
    const github = repository('github', [], fork, { ...(signature && { signature }) })
    const change = await read([clone, github])
    expect(change?.commits.map((entry) => entry.isOwn)).toEqual([isOwn])
  })

  it('cost no second request when they are known already', async () => {
    const verified = commit(head, 'baton: accept ses_1', { verified: true })
    const github = repository('github', [], fork, {
      changes: { commits: [verified, { ...verified, verified: false }] },
    })
    const change = await read([github])
    expect(change?.commits.map(({ isOwn }) => isOwn)).toEqual([true, undefined])
    expect(github.calls.filter((calls) => calls.startsWith('signature'))).toEqual([])
  })
})
