import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readBlobs } from '../../../../src/gateways/github/content/files.ts'
import type { RetryOptions, Request } from '../../../../src/gateways/github/requests/send.ts'
import { githubRepository } from '../../../../src/gateways/github/content/repository.ts'
import type { Fault } from '../../../github/faults.ts'
import type { HostedRepository } from '../../../github/hosted.ts'
import { startGitHub, type GitHub } from '../../../github/server.ts'
import { hang } from '../../../hang.ts'

const everything = { selectors: [{ glob: '**', level: 'text' }], limit: 1 << 20 } as const

const tree = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
const blob = 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}'
const commit = 'GET /repos/{owner}/{repo}/commits/{ref}'
const compare = 'GET /repos/{owner}/{repo}/compare/{basehead}'
const graphql = 'POST /graphql'

let github: GitHub
let hosted: HostedRepository
let waits: number[]
beforeEach(async () => {
  github = await startGitHub()
  hosted = await github.repository('octocat', 'plugins')
  waits = []
})
afterEach(() => github.close())

/** Notes what would be waited. */
const retry: RetryOptions = {
  sleep: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
  random: () => 0,
  deadline: () => new AbortController().signal,
  now: () => 0,
}

function open(token = github.token({ contents: 'read' }), how = retry) {
  return githubRepository(
    getOctokit(token, { baseUrl: github.url }).request,
    { owner: 'octocat', repo: 'plugins' },
    how,
  )
}

/** The operations since the last time. */
const takeRequests = () => github.log.splice(0).map(({ operation }) => operation)

const latin1 = Buffer.from('caf\u00e9', 'latin1')

describe('a repository on GitHub', () => {
  it('knows the commits that revisions name', async () => {
    const first = await hosted.git.commit({ files: [['a', '1']] })
    const second = await hosted.git.commit({ files: [['a', '2']], branch: 'feature/#1%2F&\u00e9' })
    const repository = open()
    expect(await repository.resolve('main')).toBe(first)
    expect(await repository.resolve('feature/#1%2F&\u00e9')).toBe(second)
    expect(await repository.resolve(first)).toBe(first)
    expect(takeRequests()).toEqual([commit, commit, commit])
    for (const absent of ['absent', '1'.repeat(40), '../../other/repo/commits/main', ''])
      expect(await repository.resolve(absent)).toBeUndefined()
  })

  it('finds the fork point by one request', async () => {
    const fork = await hosted.git.commit({ files: [['a', '1']] })
    const tip = await hosted.git.commit({ files: [['a', '2']] })
    const head = await hosted.git.commit({ files: [['b', '1']], branch: 'topic', parents: [fork] })
    const orphan = await hosted.git.commit({ files: [['c', '1']], branch: 'orphan', parents: [] })
    const repository = open()
    expect(await repository.fork('main', head)).toEqual({ tip, mergeBase: fork })
    expect(takeRequests()).toEqual([compare])
    expect(await repository.fork('main', tip)).toEqual({ tip, mergeBase: tip })
    expect(await repository.fork('main', orphan)).toBeUndefined()
    expect(await repository.fork('main', '1'.repeat(40))).toBeUndefined()
    expect(await repository.fork('absent', head)).toBeUndefined()
  })

  it('is read by one request for the list and one for many contents', async () => {
    const files = Array.from(
      { length: 150 },
      (_, index) => [`plugins/P${index}/.continue-here.md`, `text ${index}`] as const,
    )
    const sha = await hosted.git.commit({ files })
    const view = await open().commitTree(sha).open(everything)
    expect(view.paths).toHaveLength(150)
    expect(takeRequests()).toEqual([tree, graphql])
  })

  it('keeps no more memory than the contents have bytes', async () => {
    const files = Array.from({ length: 5 }, (_, index) => [`${index}`, `text ${index}`] as const)
    const sha = await hosted.git.commit({ files })
    const view = await open().commitTree(sha).open(everything)
    expect(view.paths.map((path) => view.bytes(path)?.buffer.byteLength)).toEqual(files.map(([, text]) => text.length))
  })

  it('reads contents in queries of bounded length', async () => {
    const files = Array.from({ length: 20 }, (_, index) => [`a${index}`, String(index).padEnd(200_000, 'x')] as const)
    const small = Array.from({ length: 401 }, (_, index) => [`b${index}`, `text ${index}`] as const)
    const sha = await hosted.git.commit({ files: [...files, ...small] })
    const view = await open().commitTree(sha).open(everything)
    expect(view.paths.every((path) => view.bytes(path))).toBe(true)
    // Ten of the first ones fit into 2 MiB, then ten with 190 others are 200, then 200, then 11.
    expect(takeRequests()).toEqual([tree, graphql, graphql, graphql, graphql])
  })

  it('requests nothing twice', async () => {
    const base = await hosted.git.commit({
      files: [
        ['a', 'same'],
        ['b', '1'],
        ['binary', Uint8Array.of(0)],
      ],
    })
    const head = await hosted.git.commit({
      files: [
        ['a', 'same'],
        ['b', '2'],
        ['c', 'same'],
        ['binary', Uint8Array.of(0)],
      ],
    })
    const repository = open()
    await Promise.all([base, head].map((sha) => repository.commitTree(sha).open(everything)))
    expect(takeRequests()).toEqual([tree, tree, graphql, blob])
    await repository.commitTree(head).open(everything)
    expect(takeRequests()).toEqual([])
  })

  it('lists a commit once that is opened twice at the same time', async () => {
    const sha = await hosted.git.commit({ files: [['a', 'text']] })
    const commitTree = open().commitTree(sha)
    const views = await Promise.all([commitTree.open(everything), commitTree.open(everything)])
    expect(views.map(({ paths }) => paths)).toEqual([['a'], ['a']])
    expect(takeRequests()).toEqual([tree, graphql])
  })

  it('reads of several commits at once what it can, and again what it could not', async () => {
    const base = await hosted.git.commit({ files: [['a', '1']] })
    const head = await hosted.git.commit({ files: [['a', '2']] })
    const repository = open()
    const opened = (sha: string) => repository.commitTree(sha).open(everything)
    const absent = await Promise.allSettled([opened('1'.repeat(40)), opened(base)])
    expect(absent.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])

    github.faults.plan({ kind: 'status', status: 502 }, { operation: graphql, times: 4 })
    const failed = await Promise.allSettled([opened(head), opened(base)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect((await opened(head)).paths).toEqual(['a'])
  })

  it('reads no contents where names are enough', async () => {
    const sha = await hosted.git.commit({ files: [['a', 'text']] })
    const view = await open()
      .commitTree(sha)
      .open({ selectors: [{ glob: '*', level: 'name' }], limit: 10 })
    expect(view.entry('a')).toEqual({ kind: 'file', size: 4 })
    expect(takeRequests()).toEqual([tree])
  })

  it('reads the bytes themselves when the text differs from them', async () => {
    github.limits.textBytes = 10
    const sha = await hosted.git.commit({
      files: [
        ['binary', Uint8Array.of(0, 1, 2)],
        ['cut', 'longer than the limit'],
        ['latin1', latin1],
        ['large', 'x'.repeat(300_000)],
        ['text', 'text'],
      ],
    })
    const view = await open().commitTree(sha).open(everything)
    expect(
      view.paths.map((path) =>
        Buffer.from(view.bytes(path) ?? [])
          .toString('latin1')
          .slice(0, 30),
      ),
    ).toEqual(['\0\u0001\u0002', 'longer than the limit', 'x'.repeat(30), 'caf\u00e9', 'text'])
    expect(takeRequests()).toEqual([tree, graphql, blob, blob, blob, blob])
  })

  it('is walked where its list is too long, only where something wanted may lie', async () => {
    const many = Array.from({ length: 9 }, (_, index) => [`other/f${index}/a`, ''] as const)
    const sha = await hosted.git.commit({
      files: [...many, ['plugins/A/.continue-here.md', 'A'], ['plugins/B/.continue-here.md', 'B'], ['PLUGINS.md', '']],
    })
    github.limits.treeEntries = 8
    const selectors = [{ glob: 'plugins/*/.continue-here.md', level: 'name' }] as const
    const view = await open().commitTree(sha).open({ selectors, limit: 10 })
    expect(view.paths).toEqual(['plugins/A/.continue-here.md', 'plugins/B/.continue-here.md'])
    // All at once, the uppermost folder alone, all of `plugins` at once; never `other`.
    expect(takeRequests()).toEqual([tree, tree, tree])
  })

  it('knows a folder by its name, and lists no huge one for that', async () => {
    const many = Array.from({ length: 9 }, (_, index) => [`plugins/A/Source/f${index}/a`, ''] as const)
    const sha = await hosted.git.commit({ files: [...many, ['plugins/B/Source/a', ''], ['PLUGINS.md', '']] })
    github.limits.treeEntries = 8
    const selectors = [{ glob: 'plugins/*', level: 'folder' }] as const
    const view = await open().commitTree(sha).open({ selectors, limit: 10 })
    expect([...view.folders]).toEqual(['plugins/A', 'plugins/B'])
    // All at once, the uppermost folder alone, all of `plugins` at once, `plugins` alone; never `plugins/A`.
    expect(takeRequests()).toEqual([tree, tree, tree, tree])
  })

  it('says that a folder has too much in it', async () => {
    const sha = await hosted.git.commit({
      files: Array.from({ length: 5 }, (_, index) => [`plugins/${index}`, ''] as const),
    })
    github.limits.treeEntries = 4
    await expect(open().commitTree(sha).open(everything)).rejects.toMatchObject({
      name: 'Fault',
      message: "The folder `plugins/` has too many entries to be listed through GitHub's API.",
      hint: expect.stringContaining('fetch-depth: 0'),
    })
  })

  it('says that a file is too large, before it asks', async () => {
    const blobs = new Map([['a'.repeat(40), { level: 'digest', size: 100_000_001 } as const]])
    const nothing = () => Promise.reject(new TypeError('asked'))
    const reading = readBlobs({ read: nothing, query: nothing }, blobs, 10)
    await expect(reading.next()).rejects.toMatchObject({
      name: 'Fault',
      hint: expect.stringContaining('fetch-depth: 0'),
    })
  })
})

describe('retries of requests to GitHub', () => {
  let sha: string
  beforeEach(async () => {
    sha = await hosted.git.commit({
      files: [
        ['a', 'text'],
        ['binary', Uint8Array.of(0)],
      ],
    })
  })

  const read = async () => {
    const view = await open().commitTree(sha).open(everything)
    return view.paths.map((path) => Buffer.from(view.bytes(path) ?? []).toString())
  }

  const passing: readonly (readonly [Fault, string])[] = [
    [{ kind: 'status', status: 500 }, tree],
    [{ kind: 'status', status: 502 }, tree],
    [{ kind: 'reset' }, tree],
    [{ kind: 'cut' }, tree],
    [{ kind: 'status', status: 502 }, graphql],
    [{ kind: 'reset' }, graphql],
    [{ kind: 'cut' }, graphql],
    [{ kind: 'something-went-wrong' }, graphql],
    [{ kind: 'status', status: 503 }, blob],
    [{ kind: 'reset' }, blob],
    [{ kind: 'cut' }, blob],
  ]
  it.each(passing)('outlasts %j at %s', async (fault, operation) => {
    github.faults.plan(fault, { times: 2, operation })
    expect(await read()).toEqual(['text', '\0'])
    expect(waits).toEqual([1000, 2000])
    expect(takeRequests().filter((request) => request === operation)).toHaveLength(3)
  })

  it('outlasts a silence', async () => {
    github.faults.plan({ kind: 'silence' }, { operation: tree })
    const made: AbortController[] = []
    const deadline = () => {
      const controller = new AbortController()
      made.push(controller)
      return controller.signal
    }
    const reading = open(undefined, { ...retry, deadline })
      .commitTree(sha)
      .open(everything)
    await vi.waitUntil(() => github.log.length === 1, { timeout: hang / 2 })
    made[0]?.abort(new DOMException('too late', 'TimeoutError'))
    expect((await reading).paths).toEqual(['a', 'binary'])
    expect(waits).toEqual([1000])
  })

  it('reports each time what it sends again, and why', async () => {
    const reports: string[] = []
    const read = (operation: string, fault: Fault) => {
      github.faults.plan(fault, { operation, times: 2 })
      return open(undefined, { ...retry, report: (sentence) => reports.push(sentence) })
        .commitTree(sha)
        .open(everything)
    }
    await read(tree, { kind: 'status', status: 502 })
    expect(reports).toEqual([
      expect.stringMatching(
        /^GitHub does not answer `\/repos\/octocat\/plugins\/git\/trees\/[^`]*`: `[^`]+`\. It is sent again in 1 s\.$/,
      ),
      expect.stringMatching(/ It is sent again in 2 s\.$/),
    ])
    reports.length = 0
    await read(graphql, { kind: 'secondary-limit', status: 429, retryAfter: 7 })
    expect(reports).toHaveLength(2)
    expect(reports[0]).toMatch(/^GitHub has no time for the query for `\w+`: `[^`]+`\. It is sent again in 7 s\.$/)
  })

  it('has an end', async () => {
    github.faults.plan({ kind: 'status', status: 502 }, { times: 10 })
    await expect(read()).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('GitHub does not answer'),
      hint: 'Run it again later.',
    })
    expect(waits).toEqual([1000, 2000, 4000])
    expect(takeRequests()).toHaveLength(4)
  })

  it('does not let many ask again at the same moment', async () => {
    github.faults.plan({ kind: 'reset' })
    await open(undefined, { ...retry, random: () => 0.8 }).resolve(sha)
    expect(waits).toEqual([1200])
  })

  const limits: readonly (readonly [string, Fault, readonly number[]])[] = [
    ['for as long as GitHub says', { kind: 'secondary-limit', status: 429, retryAfter: 7 }, [7000]],
    ['for as long as GitHub says', { kind: 'secondary-limit', status: 403, retryAfter: 90 }, [90_000]],
    ['for a minute where it does not say', { kind: 'secondary-limit', status: 403 }, [60_000]],
  ]
  it.each(limits)('waits %s: %j', async (_, fault, expected) => {
    for (const operation of [tree, graphql]) {
      github.faults.plan(fault, { operation })
      expect(await open().commitTree(sha).open(everything)).toBeDefined()
      expect(waits.splice(0)).toEqual(expected)
    }
  })

  it('ends where GitHub wants too much of it', async () => {
    const message = expect.stringContaining('refuses further requests')
    github.faults.plan({ kind: 'secondary-limit', status: 403, retryAfter: 3600 })
    await expect(read()).rejects.toMatchObject({ name: 'Fault', message })
    expect(waits).toEqual([])
    github.faults.plan({ kind: 'secondary-limit', status: 403 }, { times: 9 })
    await expect(read()).rejects.toMatchObject({ name: 'Fault', message })
    expect(waits).toEqual([60_000, 120_000])
  })

  it.each([tree, graphql])('says until when all requests are used up: %s', async (operation) => {
    github.faults.plan({ kind: 'primary-limit' }, { operation })
    await expect(read()).rejects.toMatchObject({
      name: 'Fault',
      message: `GitHub's rate limit for this token is used up until \`${new Date(github.limits.hourEnds * 1000).toISOString()}\`.`,
    })
    expect(waits).toEqual([])
  })
})

describe('a refusal of GitHub', () => {
  it('is reported with the permission that is missing', async () => {
    const sha = await hosted.git.commit({ files: [['a', 'text']] })
    const refused = { name: 'Fault', hint: 'Give the token, or the App, the permission `contents: read`.' }
    for (const token of [github.token({}), github.token({ issues: 'write' })]) {
      await expect(open(token).commitTree(sha).open(everything)).rejects.toMatchObject(refused)
    }
    await expect(open().commitTree('1'.repeat(40)).open(everything)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining(`/git/trees/${'1'.repeat(40)}\`: \`404\``),
    })
    await expect(open('unknown').commitTree(sha).open(everything)).rejects.toMatchObject({
      message: 'GitHub does not accept the token.',
    })
    expect(waits).toEqual([])
  })

  it('is reported when it comes in an answer to a query', async () => {
    const sha = await hosted.git.commit({ files: [['a', 'text']] })
    github.faults.plan({ kind: 'refuse', field: 'repository', type: 'NOT_FOUND' }, { operation: graphql })
    const repository = open()
    await expect(repository.commitTree(sha).open(everything)).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('404'),
    })
    expect(takeRequests()).toEqual([tree, graphql])
  })

  it('is no answer where there is nothing', async () => {
    const repository = open(github.token({ issues: 'write' }))
    await expect(repository.resolve('main')).rejects.toMatchObject({ name: 'Fault' })
  })
})

describe('an answer of GitHub', () => {
  it('is not believed where it is another blob', async () => {
    const sha = await hosted.git.commit({ files: [['binary', Uint8Array.of(0)]] })
    const { request } = getOctokit(github.token({ contents: 'read' }), { baseUrl: github.url })
    const lie = async (options: Parameters<Request>[0]) => {
      const answer = await request(options)
      return options.url.includes('/git/blobs/') ? { ...answer, data: new Blob(['another']).stream() } : answer
    }
    const lying = Object.assign(lie, { endpoint: request.endpoint })
    const repository = githubRepository(lying, { owner: 'octocat', repo: 'plugins' }, retry)
    await expect(repository.commitTree(sha).open(everything)).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('does not match the request'),
    })
  })
})
