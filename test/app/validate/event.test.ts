import { describe, expect, it } from 'vitest'
import { checkedEvents, subjectOf } from '../../../src/app/validate/event.ts'

const firstSha = '1'.repeat(40)
const two = '2'.repeat(40)
const long = 'a'.repeat(64)
const zeros = '0'.repeat(40)

const pullRequest = (head: unknown, ref: unknown) => ({
  pull_request: { head: { sha: head }, base: { ref, sha: two } },
})

/** The table of events: what is looked at, what it is compared with, and where the policy comes from. */
describe('an event asks for', () => {
  it.each(['pull_request', 'pull_request_target'])(
    '%s: the head itself, not the test merge, against the base branch',
    (event) => {
      const payload = { action: 'synchronize', number: 7, ...pullRequest(firstSha, 'main') }
      expect(subjectOf(event, payload)).toEqual({
        head: firstSha,
        base: { kind: 'branch', branch: 'main' },
        review: true,
      })
    },
  )

  const named = (name: string) => ({ full_name: name })
  it.each([
    ['one id', { id: 1 }, { id: 1 }, true],
    ['two ids, whatever the names', { id: 2, ...named('a/b') }, { id: 1, ...named('a/b') }, false],
    ['one id and a name that was changed', { id: 1, ...named('a/c') }, { id: 1, ...named('a/b') }, true],
    ['one name', named('octocat/plugins'), named('Octocat/Plugins'), true],
    ['two names', named('someone/plugins'), named('octocat/plugins'), false],
    ['an id on one side, and one name', { id: 1, ...named('a/b') }, named('a/b'), true],
    ['an id on one side alone', { id: 1 }, named('a/b'), false],
    ['neither id nor name', {}, {}, false],
    ['a deleted fork', null, { id: 1 }, false],
  ])('pull_request: where %s says so, of a branch of the repository', (_, head, base, isOwn) => {
    const payload = { pull_request: { head: { sha: firstSha, repo: head }, base: { ref: 'main', repo: base } } }
    expect(subjectOf('pull_request', payload)).toEqual({
      head: firstSha,
      base: { kind: 'branch', branch: 'main' },
      review: true,
      ...(isOwn && { writable: true }),
    })
  })

  it('merge_group: its head against its base', () => {
    expect(subjectOf('merge_group', { merge_group: { head_sha: firstSha, base_sha: two, head_ref: 'x' } })).toEqual({
      head: firstSha,
      base: { kind: 'commit', sha: two, mayBeGone: false },
      review: true,
    })
  })

  it('push: what is there now against what was there before', () => {
    expect(subjectOf('push', { before: two, after: firstSha, head_commit: { id: firstSha } })).toEqual({
      head: firstSha,
      base: { kind: 'commit', sha: two, mayBeGone: true },
      review: false,
    })
  })

  it('push of a new branch: what is there now', () => {
    expect(subjectOf('push', { before: zeros, after: firstSha })).toEqual({
      head: firstSha,
      base: undefined,
      review: false,
    })
    expect(subjectOf('push', { before: '0'.repeat(64), after: long })).toEqual({
      head: long,
      base: undefined,
      review: false,
    })
  })

  it('push of an annotated tag: the commit that it points to', () => {
    expect(subjectOf('push', { before: zeros, after: two, head_commit: { id: firstSha } })).toMatchObject({
      head: firstSha,
    })
    expect(subjectOf('push', { before: zeros, after: two, head_commit: null })).toMatchObject({ head: two })
  })

  it('push of a deleted ref: nothing', () => {
    expect(subjectOf('push', { before: two, after: zeros, deleted: true, head_commit: null })).toEqual({
      nothing: expect.stringContaining('deleted'),
    })
    expect(subjectOf('push', { before: two, after: '0'.repeat(64) })).toHaveProperty('nothing')
  })

  it('a repository of SHA-256: the same', () => {
    expect(subjectOf('pull_request', pullRequest(long, 'main'))).toMatchObject({ head: long })
  })

  it('these events alone', () => {
    expect(checkedEvents).toEqual(['pull_request', 'pull_request_target', 'merge_group', 'push'])
  })
})

describe('an event asks for nothing that is understood, where', () => {
  it.each(['issue_comment', 'schedule', 'workflow_dispatch', '', 'PUSH', 'constructor', '__proto__', 'toString'])(
    'it is %j',
    (event) => {
      expect(subjectOf(event, { before: two, after: firstSha, ...pullRequest(firstSha, 'main') })).toBeUndefined()
    },
  )

  it.each([
    undefined,
    null,
    1,
    'text',
    [],
    {},
    [firstSha],
    { pull_request: null },
    { pull_request: { head: firstSha, base: 'main' } },
    { pull_request: [] },
  ])('the payload is %j', (payload) => {
    for (const event of checkedEvents) expect(subjectOf(event, payload)).toBeUndefined()
  })

  const noShas = [
    '',
    'main',
    'HEAD',
    firstSha.slice(1),
    `${firstSha}1`,
    firstSha.slice(1).concat('g'),
    'A'.repeat(40),
    `${firstSha}\n`,
    ` ${firstSha}`,
    '--upload-pack=x',
    `-${firstSha}`,
    1,
    null,
    [firstSha],
    { sha: firstSha },
  ]
  it.each(noShas)('a SHA is %j', (sha) => {
    expect(subjectOf('pull_request', pullRequest(sha, 'main'))).toBeUndefined()
    expect(subjectOf('merge_group', { merge_group: { head_sha: sha, base_sha: two } })).toBeUndefined()
    expect(subjectOf('merge_group', { merge_group: { head_sha: firstSha, base_sha: sha } })).toBeUndefined()
    expect(subjectOf('push', { before: sha, after: firstSha })).toBeUndefined()
    expect(subjectOf('push', { before: two, after: sha })).toBeUndefined()
  })

  it.each([
    '',
    '-x',
    '--all',
    '/x',
    'a..b',
    'a//b',
    'main~1',
    'main^',
    'main^{tree}',
    'main@{1}',
    'a:b',
    'a b',
    'a\nb',
    'a\0b',
    'a*',
    'a?',
    'a[b',
    String.raw`a\b`,
    1,
    null,
  ])('the branch is %j', (branch) => {
    expect(subjectOf('pull_request', pullRequest(firstSha, branch))).toBeUndefined()
  })

  it.each(['main', 'feature/one', 'release-1.0', 'a.b', '日本', 'a@b', '@x', 'a{b}', "it's", 'a"b', 'a$b;c'])(
    'but not where it is %j',
    (branch) => {
      expect(subjectOf('pull_request', pullRequest(firstSha, branch))).toMatchObject({ base: { branch } })
    },
  )
})
