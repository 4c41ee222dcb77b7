import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Annotation, CheckRun } from '../../../src/core/host/check-run.ts'
import type { Effect } from '../../../src/core/host/effect.ts'
import type { Fault } from '../../github/faults.ts'
import type { Conversation, Comment } from '../../github/state/conversations.ts'
import { place, type Place } from './place.ts'

let fixture: Place
let sha: string
let issue: Conversation
let comment: Comment
beforeEach(async () => {
  fixture = await place()
  const { hosted, octocat, takeRequests } = fixture
  sha = await hosted.push('main', { a: '1' }, { by: octocat })
  issue = await hosted.openIssue({ title: 'An issue', by: octocat })
  comment = await hosted.comment(issue.number, octocat, '/accept TinyGain')
  takeRequests()
})
afterEach(() => fixture.github.close())

const bodies = () => fixture.hosted.commentsOn(issue.number).map(({ body }) => body)
const reactions = () => comment.reactions.map(({ content, by }) => `${content} ${by.login}`)

const react = (reaction: 'eyes' | 'rocket' | '-1' = 'eyes'): Effect => ({
  do: 'react',
  to: comment.node,
  with: reaction,
})
const postComment = (text = 'Done.'): Effect => ({ do: 'comment', in: issue.node, text })

const run = (facts: Partial<CheckRun> = {}): CheckRun => ({
  name: 'baton',
  sha,
  key: 'check',
  title: 'All is well',
  summary: 'Nothing found.',
  annotations: [],
  buttons: [],
  ...facts,
})

const annotations = (count: number): readonly Annotation[] =>
  Array.from({ length: count }, (_, index) => ({
    path: 'plugins/TinyGain/.continue-here.md',
    severity: 'error',
    line: index + 1,
    endLine: index + 1,
    column: 2,
    endColumn: 4,
    title: `PLUGIN_STATUS ${index}`,
    message: `What is wrong ${index}`,
  }))

describe('effects on GitHub', () => {
  it('are had by one request, in their order', async () => {
    const { host, hosted, app, takeRequests } = fixture
    const ownComment = await hosted.comment(issue.number, app.account, 'Before')
    const ends = await host.perform([
      react(),
      postComment('One'),
      { do: 'edit', comment: ownComment.node, text: 'After' },
      postComment('Two'),
      react('rocket'),
    ])
    expect(ends).toEqual([
      { end: 'done', id: expect.any(String) },
      { end: 'done', id: hosted.commentsOn(issue.number)[2]?.node },
      { end: 'done', id: ownComment.node },
      { end: 'done', id: hosted.commentsOn(issue.number)[3]?.node },
      { end: 'done', id: expect.any(String) },
    ])
    expect(bodies()).toEqual(['/accept TinyGain', 'After', 'One', 'Two'])
    expect(reactions()).toEqual(['eyes baton[bot]', 'rocket baton[bot]'])
    expect(takeRequests()).toEqual(['addReaction addComment updateIssueComment addComment addReaction'])
    expect(await host.perform([react()])).toMatchObject([{ end: 'done' }])
    expect(reactions()).toHaveLength(2)
    expect(await host.perform([])).toEqual([])
  })

  it('are cut where GitHub takes no more', async () => {
    const { host } = fixture
    expect(await host.perform([postComment(`marker\n${'x'.repeat(80)}\n`.repeat(2000))])).toMatchObject([
      { end: 'done' },
    ])
    const [, text = ''] = bodies()
    expect(text.length).toBeLessThanOrEqual(65_536)
    expect(text).toMatch(/more characters left out/)
  })

  it('are refused one by one', async () => {
    const { host } = fixture
    const refusedEffect: Effect = { do: 'react', to: 'IC_gone', with: 'eyes' }
    expect(await host.perform([react(), refusedEffect, postComment()])).toEqual([
      { end: 'done', id: expect.any(String) },
      { end: 'refused', why: expect.stringContaining('GitHub refuses the reaction: `Could not resolve to a node') },
      { end: 'done', id: expect.any(String) },
    ])
    expect(bodies()).toEqual(['/accept TinyGain', 'Done.'])
    const weak = fixture.open({ token: fixture.github.token({ contents: 'read' }) })
    expect(await weak.perform([react(), postComment()])).toMatchObject([{ end: 'refused' }, { end: 'refused' }])
    expect(await fixture.open({ token: 'unknown' }).perform([react()])).toMatchObject([{ end: 'refused' }])
    expect(fixture.waits).toEqual([])
  })

  it('are many in a request, though not too many', async () => {
    const { host, takeRequests } = fixture
    const ends = await host.perform(Array.from({ length: 45 }, (_, index) => postComment(`${index}`)))
    expect(ends.every(({ end }) => end === 'done')).toBe(true)
    expect(bodies().slice(1)).toEqual(Array.from({ length: 45 }, (_, index) => `${index}`))
    expect(takeRequests()).toHaveLength(3)
  })

  const lost: readonly Fault[] = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 502, after: true },
    { kind: 'reset' },
    { kind: 'reset', after: true },
    { kind: 'something-went-wrong' },
    { kind: 'something-went-wrong', after: true },
    { kind: 'cut' },
  ]
  it.each(lost)('that may be repeated are, and others are unclear: %j', async (fault) => {
    const { host, github, hosted, app, takeRequests, waits } = fixture
    const ownComment = await hosted.comment(issue.number, app.account, 'Before')
    github.faults.plan(fault, { operation: 'POST /graphql' })
    const ends = await host.perform([react(), postComment(), { do: 'edit', comment: ownComment.node, text: 'After' }])
    expect(ends).toEqual([
      { end: 'done', id: expect.any(String) },
      { end: 'unclear' },
      { end: 'done', id: ownComment.node },
    ])
    const isDone = 'after' in fault || fault.kind === 'cut'
    expect(bodies()).toEqual(['/accept TinyGain', 'After', ...(isDone ? ['Done.'] : [])])
    expect(reactions()).toEqual(['eyes baton[bot]'])
    expect(takeRequests()).toEqual(['addReaction addComment updateIssueComment', 'addReaction updateIssueComment'])
    expect(waits).toEqual([1000])
  })

  it('are unclear in the end where GitHub does not answer', async () => {
    const { host, github, waits, reports } = fixture
    github.faults.plan({ kind: 'status', status: 503 }, { times: 9 })
    expect(await host.perform([react(), postComment()])).toEqual([{ end: 'unclear' }, { end: 'unclear' }])
    expect(waits).toEqual([1000, 2000, 4000])
    expect(reports).toHaveLength(3)
    for (const [index, report] of reports.entries())
      expect(report).toMatch(new RegExp(`^GitHub does not answer the reaction: .* in ${2 ** index} s\\.$`))
  })

  it('are unclear when they may be done and that cannot be found out', async () => {
    const answers = [
      {
        data: { e0: { commentEdge: null } },
        errors: [{ type: 'FORBIDDEN', path: ['e0', 'commentEdge'], message: 'no' }],
      },
      { data: { e0: null } },
      { data: null },
      {},
      'not JSON',
    ]
    for (const data of answers) {
      const request = Object.assign(() => Promise.resolve({ headers: {}, data }), {
        endpoint: { DEFAULTS: { baseUrl: fixture.github.url } },
      })
      expect(await fixture.open({ request }).perform([postComment()])).toEqual([{ end: 'unclear' }])
    }
  })

  it('are a fault where the limit is used up, and where it is known to be', async () => {
    const { host, github, takeRequests } = fixture
    github.faults.plan({ kind: 'primary-limit' }, { operation: 'addReaction' })
    takeRequests()
    const usedUp = { name: 'Fault', message: expect.stringContaining('is used up until') }
    await expect(host.perform([react(), postComment()])).rejects.toMatchObject(usedUp)
    await expect(host.perform([react(), postComment()])).rejects.toMatchObject({ name: 'Fault' })
    expect(takeRequests()).toHaveLength(1)
    expect(reactions()).toEqual([])
  })

  it('wait as long as GitHub says, all of them', async () => {
    const { host, github, waits } = fixture
    for (const status of [200, 403, 429] as const) {
      github.faults.plan({ kind: 'secondary-limit', status, retryAfter: 3 })
      expect(await host.perform([react(), postComment()])).toMatchObject([{ end: 'done' }, { end: 'done' }])
    }
    expect(waits).toEqual([3000, 3000, 3000])
    expect(bodies()).toHaveLength(4)
    github.faults.plan({
      kind: 'refuse',
      field: 'addComment',
      type: 'UNPROCESSABLE',
      message: 'was submitted too quickly',
    })
    expect(await host.perform([react(), postComment()])).toMatchObject([{ end: 'done' }, { end: 'done' }])
    expect(bodies()).toHaveLength(5)
  })
})

describe('check runs on GitHub', () => {
  const standing = () => fixture.hosted.checksOn(sha)

  it('are made with all that they are to be', async () => {
    const { host, takeRequests } = fixture
    const buttons = [{ label: 'Apply repairs', description: 'Commits every safe repair', identifier: 'fix' }]
    const [end] = await host.perform([
      { do: 'check', run: run({ conclusion: 'failure', annotations: annotations(2), buttons }) },
    ])
    expect(standing()).toMatchObject([
      {
        node: end?.end === 'done' ? end.id : '',
        name: 'baton',
        status: 'completed',
        conclusion: 'failure',
        key: 'check',
        output: { title: 'All is well', summary: 'Nothing found.' },
        actions: buttons,
        annotations: [
          {
            path: 'plugins/TinyGain/.continue-here.md',
            annotation_level: 'failure',
            start_line: 1,
            end_line: 1,
            start_column: 2,
            end_column: 4,
            title: 'PLUGIN_STATUS 0',
            message: 'What is wrong 0',
          },
          { start_line: 2 },
        ],
      },
    ])
    // The repository's own id is read once, unless a conversation had it.
    expect(takeRequests()).toEqual(['repository', 'createCheckRun'])
    await host.perform([{ do: 'check', run: run({ sha, key: 'other' }) }])
    expect(takeRequests()).toEqual(['createCheckRun'])
    expect(standing()[1]).toMatchObject({ status: 'in_progress', key: 'other', annotations: [] })
  })

  it('need no id from a conversation', async () => {
    const { host, takeRequests } = fixture
    await host.conversation(issue.number, [])
    await host.perform([{ do: 'check', run: run() }])
    expect(takeRequests()).toEqual(['repository', 'createCheckRun'])
  })

  it('take any number of annotations, fifty at once, each once', async () => {
    const { host, takeRequests } = fixture
    const [end] = await host.perform([
      { do: 'check', run: run({ conclusion: 'failure', annotations: annotations(151) }) },
    ])
    expect(end).toMatchObject({ end: 'done' })
    expect(standing().map((checkRun) => checkRun.annotations.map((annotation) => annotation.start_line))).toEqual([
      Array.from({ length: 151 }, (_, index) => index + 1),
    ])
    expect(standing()).toMatchObject([{ conclusion: 'failure', status: 'completed' }])
    expect(takeRequests()).toEqual(['repository', 'createCheckRun', 'updateCheckRun updateCheckRun updateCheckRun'])
  })

  it('are brought to what they are to be', async () => {
    const { host, takeRequests } = fixture
    await host.perform([{ do: 'check', run: run() }])
    const [before] = await host.checks(sha, 'baton')
    takeRequests()
    const checkRun = run({
      key: 'later',
      conclusion: 'success',
      title: 'Done',
      summary: 'Fine.',
      annotations: annotations(51),
    })
    expect(await host.perform([{ do: 'conclude', check: before?.node ?? '', run: checkRun }, react()])).toMatchObject([
      { end: 'done', id: before?.node },
      { end: 'done' },
    ])
    expect(standing()).toMatchObject([
      { key: 'later', status: 'completed', conclusion: 'success', output: { title: 'Done', summary: 'Fine.' } },
    ])
    expect(standing()[0]?.annotations).toHaveLength(51)
    expect(takeRequests()).toEqual(['updateCheckRun updateCheckRun addReaction'])
  })

  it('have every annotation once, also where the answer is lost', async () => {
    const { host, github, takeRequests } = fixture
    await host.perform([{ do: 'check', run: run() }])
    const [before] = await host.checks(sha, 'baton')
    const checkRun = run({ conclusion: 'failure', annotations: annotations(120) })
    takeRequests()
    github.faults.plan({ kind: 'status', status: 502, after: true }, { operation: 'updateCheckRun' })
    expect(await host.perform([{ do: 'conclude', check: before?.node ?? '', run: checkRun }])).toMatchObject([
      { end: 'done' },
    ])
    expect(standing()[0]?.annotations.map((annotation) => annotation.start_line)).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1),
    )
    github.faults.plan({ kind: 'status', status: 502 }, { operation: 'updateCheckRun' })
    expect(await host.perform([{ do: 'check', run: { ...checkRun, key: 'other' } }])).toMatchObject([{ end: 'done' }])
    expect(standing()[1]?.annotations).toHaveLength(120)
    github.faults.plan({ kind: 'status', status: 502, after: true }, { times: 9, operation: 'updateCheckRun' })
    github.faults.plan({ kind: 'status', status: 502 }, { times: 9, operation: 'node' })
    expect(
      await host.perform([{ do: 'conclude', check: before?.node ?? '', run: run({ conclusion: 'success' }) }]),
    ).toEqual([{ end: 'unclear' }])
  })

  it('have a summary that GitHub takes', async () => {
    await fixture.host.perform([
      { do: 'check', run: run({ conclusion: 'neutral', title: 'x'.repeat(300), summary: 'line\n'.repeat(20_000) }) },
    ])
    const output = standing()[0]?.output
    expect(output?.summary?.length).toBeLessThanOrEqual(65_535)
    expect(output?.title).toHaveLength(255)
  })

  it('are made once, and unclear where the answer is lost', async () => {
    const { host, github } = fixture
    github.faults.plan({ kind: 'status', status: 502, after: true }, { operation: 'createCheckRun' })
    expect(await host.perform([{ do: 'check', run: run() }])).toEqual([{ end: 'unclear' }])
    expect(standing()).toHaveLength(1)
    github.faults.plan({ kind: 'status', status: 502 }, { operation: 'updateCheckRun', times: 9 })
    const many = run({ conclusion: 'failure', annotations: annotations(60) })
    expect(await host.perform([{ do: 'check', run: many }])).toEqual([{ end: 'unclear' }])
    expect(standing()[1]).toMatchObject({ conclusion: 'failure' })
  })

  it('are found again by name, newest first, of any account', async () => {
    const { host, open, github, takeRequests } = fixture
    await host.perform([{ do: 'check', run: run({ key: 'one', conclusion: 'success' }) }])
    await open({ token: github.token({ checks: 'write', contents: 'read' }), ownLogin: 'github-actions[bot]' }).perform(
      [{ do: 'check', run: run({ key: '' }) }],
    )
    await host.perform([
      { do: 'check', run: run({ name: 'another' }) },
      { do: 'check', run: run({ key: 'two' }) },
    ])
    takeRequests()
    expect(await host.checks(sha, 'baton')).toMatchObject([
      { key: 'two', isCompleted: false, conclusion: undefined, isOwn: true, app: 'baton', name: 'baton', sha },
      { key: '', isOwn: false, app: 'github-actions' },
      { key: 'one', isCompleted: true, conclusion: 'success', isOwn: true },
    ])
    expect(takeRequests()).toHaveLength(1)
  })
})
