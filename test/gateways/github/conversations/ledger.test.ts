import { describe, expect, it } from 'vitest'
import type { LedgerCommit } from '../../../../src/core/host/conversation.ts'
import { ledgerReader } from '../../../../src/gateways/github/conversations/ledger.ts'
import { mergeBaseIn, untilMergeBase } from '../../../../src/gateways/github/content/merge-base.ts'

const node = (
  author: { readonly email: string | null; readonly user?: string } | null,
  signature: object | null = {},
) => ({
  oid: 'a'.repeat(40),
  parents: { nodes: [] },
  message: '',
  committedDate: '2026-02-01T10:00:00Z',
  author: author && { email: author.email, user: author.user === undefined ? null : { login: author.user } },
  signature: signature && { isValid: true, wasSignedByGitHub: true, ...signature },
})

describe('whose a commit is', () => {
  const isOurs = (commitNode: ReturnType<typeof node>, url = 'https://api.github.com', ownLogin = 'baton[bot]') =>
    ledgerReader(ownLogin, url)(commitNode).isOwn

  it.each([
    '1234+baton[bot]@users.noreply.github.com',
    'baton[bot]@users.noreply.github.com',
    '41898282+github-actions[bot]@users.noreply.github.com',
  ])('is recognized by the address that GitHub gave: %s', (email) => {
    expect(isOurs(node({ email }))).toBe(true)
    expect(isOurs(node({ email }, null))).toBe(false)
    expect(isOurs(node({ email }, { isValid: false }))).toBe(false)
    expect(isOurs(node({ email }, { wasSignedByGitHub: false }))).toBe(false)
  })

  it.each([
    'baton[bot]@example.com',
    '1234+baton@users.noreply.github.com',
    '1234+baton[bot]@users.noreply.github.com.example.com',
    '1234+baton[bot]@users.noreply.github.com@example.com',
    'x+baton[bot]@users.noreply.github.com',
    'baton[bot]',
    '',
    null,
  ])('is not ours by an address like it: %s', (email) => {
    expect(isOurs(node({ email }))).toBe(false)
  })

  it('is recognized by the account, be it a bot or a person', () => {
    expect(isOurs(node({ email: null, user: 'baton[bot]' }))).toBe(true)
    expect(isOurs(node({ email: 'octocat@example.com', user: 'octocat' }), undefined, 'octocat')).toBe(true)
    expect(isOurs(node({ email: 'octocat@example.com', user: 'octocat' }))).toBe(false)
    expect(isOurs(node({ email: null, user: 'baton' }))).toBe(false)
    expect(isOurs(node(null))).toBe(false)
  })

  it('is recognized on another server by its own address', () => {
    const email = '1234+baton[bot]@users.noreply.git.example.com'
    expect(isOurs(node({ email }), 'https://git.example.com/api/v3')).toBe(true)
    expect(isOurs(node({ email }))).toBe(false)
  })
})

const commits = (...graph: readonly string[]): readonly LedgerCommit[] =>
  graph.map((line) => {
    const [sha = '', ...parents] = line.split(' ')
    return { sha, parents, message: '', isOwn: false, at: '' }
  })

describe('where commits part from their base', () => {
  it.each([
    [['c b', 'b a'], 'a'],
    [['d b c', 'c a', 'b a'], 'a'],
    [['d b m', 'b a'], undefined],
    [[], undefined],
    [['a'], undefined],
  ])('%j: %s', (graph, parting) => {
    expect(mergeBaseIn(commits(...graph))).toBe(parting)
  })

  async function* stream(graph: readonly LedgerCommit[], visitedShas: string[] = []) {
    for (const commit of graph) {
      visitedShas.push(commit.sha)
      yield await Promise.resolve(commit)
    }
  }
  const before = async (graph: readonly string[], end: string, visitedShas?: string[]) => {
    const found: string[] = []
    for await (const { sha } of untilMergeBase(stream(commits(...graph), visitedShas), end)) found.push(sha)
    return found
  }

  it('is found on the way down, no further than needed', async () => {
    const visitedShas: string[] = []
    expect(await before(['d c', 'c b', 'b a', 'a'], 'b', visitedShas)).toEqual(['d', 'c'])
    expect(visitedShas).toEqual(['d', 'c'])
  })

  it('leaves out what the base brought in by a merge', async () => {
    // m: the base's tip, merged into the topic by d; its own parents x and a are between the topic's commits.
    expect(await before(['e d', 'd c m', 'm x', 'x a', 'c a', 'a'], 'm')).toEqual(['e', 'd', 'c'])
  })

  it('is where the head is, if there is nothing before', async () => {
    expect(await before(['b a', 'a'], 'b')).toEqual([])
  })
})
