import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostedRepository } from '../github/hosted.ts'
import { startGitHub, type GitHub } from '../github/server.ts'
import { declaration, declared, item, items } from './declared.ts'
import type { Files } from './programs.ts'
import { failure, step } from './workflow-run.ts'

let github: GitHub
let plugins: HostedRepository
let token: string

beforeAll(async () => {
  github = await startGitHub()
  plugins = await github.repository('octocat', 'plugins')
  token = github.token({ contents: 'read' })
})
afterAll(() => github.close())

let pulls = 0

/** The Action as it is built, on a pull request whose head changes some files. */
async function checkPull(before: Files, change: Files, inputs: Readonly<Record<string, string>> = {}) {
  const [branch, topic] = [`base-${++pulls}`, `head-${pulls}`]
  const commit = (name: string, files: Files, parents: readonly string[]) =>
    plugins.git.commit({
      files: Object.entries(files as Readonly<Record<string, string>>),
      branch: name,
      message: 'A commit',
      parents,
    })
  const base = await commit(branch, before, [])
  const sha = await commit(topic, { ...before, ...change }, [base])
  const pull = { number: 7, head: { sha, ref: topic }, base: { ref: branch, sha: base } }
  const payload = { action: 'synchronize', number: 7, pull_request: pull }
  return step({ event: 'pull_request', payload, inputs, token, api: github.url, nodeOptions: [] })
}

describe('the Action', () => {
  it('checks a declared workflow, strictly what the change touches', async () => {
    const ran = await checkPull(declared, { 'work/a.md': item('tdo') })
    expect(ran.code).toBe(1)
    expect(ran.report).toMatchObject({
      errors: [{ code: 'ITEM_STATE_UNKNOWN', target: 'work:a', path: 'work/a.md', line: 2 }],
    })
    expect(ran.summary).toContain('ITEM_STATE_UNKNOWN')
    expect((await checkPull(declared, { 'work/a.md': item('doing') }, { protocols: 'work' })).code).toBe(0)
  })

  it('refuses a name that is neither a protocol nor a workflow', async () => {
    const ran = await checkPull(declared, { 'work/a.md': item('doing') }, { protocols: 'wrk' })
    expect(ran.code).toBe(1)
    expect(failure(ran)).toMatch(
      /^Unexpected input protocols: "wrk", expected one of plugin, .*, work; did you mean work\?$/,
    )
  })

  it('checks a change that adds a declaration without it, and says what it would find', async () => {
    const ran = await checkPull({ ...items, 'work/c.md': item('revew') }, { '.github/baton.yml': declaration })
    expect(ran.code).toBe(0)
    expect(ran.summary).toContain(
      'takes effect after the merge. It would find 1 warning (`ITEM_STATE_UNKNOWN` at `work/c.md:2`).',
    )
  })

  it.each<readonly [string, string, number, string]>([
    [
      'alters one',
      declaration.replace('[todo', '[open, todo'),
      0,
      'is checked as the base declares it until the merge. Then it would find nothing wrong.',
    ],
    ['removes one', 'mode: auto\n', 0, 'is checked until the merge.'],
    ['breaks one', declaration.replace('place:', 'plac:'), 1, 'Unexpected key `plac`'],
    [
      'adds one that writes where another does',
      `${declaration}  - { name: more, items: '{folder-name}/{id}.md', states: [todo, doing, review, done], place: { front-matter: status } }\n`,
      1,
      'expected no place that the workflow `work` writes too',
    ],
  ])('says of a change what will be: %s', async (_, configuration, code, text) => {
    const ran = await checkPull(declared, { '.github/baton.yml': configuration })
    expect(ran.code).toBe(code)
    expect(ran.summary).toContain(text)
  })

  it('says of a push, which nothing merges, that its declaration takes effect with the next check', async () => {
    const push = async (base: Files, head: Files) => {
      const commit = (files: Files, parents: readonly string[]) =>
        plugins.git.commit({
          files: Object.entries(files as Readonly<Record<string, string>>),
          branch: 'pushed',
          message: 'A commit',
          parents,
        })
      const before = await commit(base, [])
      const after = await commit({ ...base, ...head }, [before])
      const payload = { ref: 'refs/heads/pushed', before, after }
      return (await step({ event: 'push', payload, token, api: github.url })).summary
    }
    const added = await push({ ...items, 'work/c.md': item('revew') }, { '.github/baton.yml': declaration })
    expect(added).toContain(
      'which this push adds to `.github/baton.yml`, takes effect with the next check. It would find 1 warning (`ITEM_STATE_UNKNOWN` at `work/c.md:2`).',
    )
    const altered = await push(declared, { '.github/baton.yml': declaration.replace('todo', 'open') })
    expect(altered).toMatch(
      /which this push alters in [^,]+, is checked as it was declared before\. With the next check it would find \d+ warnings? \(/,
    )
    const removed = await push(declared, { '.github/baton.yml': 'mode: auto\n' })
    expect(removed).toContain('is checked for the last time.')
    expect(added + altered + removed).not.toContain('merge')
  })

  it('finds a number that the base took meanwhile, without a request more', async () => {
    const run = async (name: string, late: Files, change: Files = { 'work/n.md': item('todo') }) => {
      const commit = (branch: string, files: Files, parents: readonly string[]) =>
        plugins.git.commit({
          files: Object.entries({ ...declared, ...files } as Readonly<Record<string, string>>),
          branch,
          message: 'A commit',
          parents,
        })
      const fork = await commit(`main-${name}`, {}, [])
      const sha = await commit(`topic-${name}`, change, [fork])
      const tip = await commit(`main-${name}`, late, [fork])
      const pull = { number: 8, head: { sha, ref: `topic-${name}` }, base: { ref: `main-${name}`, sha: tip } }
      const payload = { action: 'synchronize', number: 8, pull_request: pull }
      const before = github.log.length
      const ran = await step({ event: 'pull_request', payload, inputs: {}, token, api: github.url, nodeOptions: [] })
      return { ran, requests: github.log.slice(before).map(({ operation }) => operation) }
    }
    const taken = await run('taken', { 'work/n.md': item('doing') })
    expect(taken.ran.report).toMatchObject({ errors: [{ code: 'ITEM_DUPLICATE', target: 'work:n' }] })
    const free = await run('free', { 'work/m.md': item('doing') })
    expect(free.ran.code).toBe(0)
    const without = await run('without', { 'work/m.md': item('doing') }, { 'README.md': 'Read me\n' })
    expect([taken, free, without].map(({ requests }) => requests.length)).toEqual([6, 6, 6])
  })
})

/** An item says its state in its front matter, and the board says it again. */
const twice = `workflows:
  - name: work
    items: 'work/{id}.md'
    states: [todo, doing, review, done]
    places:
      own: { front-matter: status }
      board: { in: board.json, data: ['{id}', status] }
    truth: own
`
const boardWith = (a: string, b: string) => JSON.stringify({ a: { status: a }, b: { status: b } })
const audited = (a: string, b: string): Files => ({
  '.github/baton.yml': twice,
  'work/a.md': item('todo'),
  'work/b.md': item('doing'),
  'board.json': boardWith(a, b),
})

/** An issue as if its text had been written an hour earlier. */
const hourAgo = (body: string) =>
  body.replace(/(?<=<!-- baton: memory )\S+/, (memory) => {
    const text = Buffer.from(memory, 'base64').toString()
    const earlier = (time: string) => new Date(Date.parse(time) - 3_600_000).toISOString()
    return Buffer.from(text.replace(/(?<="at":")[^"]+/, earlier)).toString('base64')
  })

describe('an audit by the Action', () => {
  it('opens an issue for a drift of a declared workflow, brings it up to date, and closes it with the last one', async () => {
    const octocat = github.user('octocat')
    const hosted = await github.repository('octocat', 'audited')
    hosted.collaborator(octocat, 'admin')
    const permissions = { contents: 'read', issues: 'write', checks: 'write' } as const
    const audit = async (sha: string) =>
      step({
        event: 'schedule',
        payload: { schedule: '0 6 * * *' },
        inputs: { 'fail-on': 'warning' },
        token: github.token(permissions),
        api: github.url,
        repository: 'octocat/audited',
        sha,
        nodeOptions: [],
      })
    const issues = () => hosted.conversations.filter(({ author }) => author?.login === 'github-actions[bot]')

    const drifting = await hosted.push('main', audited('review', 'doing'), { by: octocat })
    const opened = await audit(drifting)
    expect(opened).toMatchObject({ code: 1, outputs: { targets: '2', issue: '1' } })
    expect(opened.summary).toContain('A tracking issue was opened.')
    expect(issues()).toMatchObject([{ number: 1, closedAt: undefined }])
    const [issue] = issues()
    expect(issue?.body).toContain('`/sync work:a`')
    expect(issue?.body).not.toContain('work:b')
    expect(hosted.checksOn(drifting)).toMatchObject([{ name: 'baton audit', conclusion: 'failure' }])

    const worse = await hosted.push(
      'main',
      { 'board.json': boardWith('review', 'done') },
      { by: octocat, parent: drifting },
    )
    expect(await audit(worse)).toMatchObject({ code: 1, outputs: { targets: '2', issue: '1' } })
    // It was written within this hour.
    expect(issues()).toMatchObject([{ body: issue?.body }])
    if (issue) issue.body = hourAgo(issue.body)
    const updated = await audit(worse)
    expect(updated.summary).toContain('The tracking issue was updated.')
    expect(issues()).toMatchObject([
      { number: 1, closedAt: undefined, body: expect.stringContaining('`/sync work:b`') as string },
    ])
    expect((await audit(worse)).summary).toContain('Nothing has changed since everything was audited at')

    const right = await hosted.push(
      'main',
      { 'board.json': boardWith('todo', 'doing') },
      { by: octocat, parent: worse },
    )
    const closed = await audit(right)
    expect(closed).toMatchObject({ code: 0, outputs: { valid: 'true', warnings: '0' } })
    expect(closed.summary).toContain('The tracking issue was closed: no finding is left.')
    expect(issues()).toMatchObject([{ closedAt: expect.any(String) as string }])
    expect(hosted.commentsOn(1).map(({ body }) => body)).toEqual([expect.stringContaining(right)])
  })
})
