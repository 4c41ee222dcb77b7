import { afterEach, describe, expect, it } from 'vitest'
import { startGitHub } from '../github/server.ts'
import { comments, configuration, expectChecks, expectLine, expectPage, filesWith } from '../render/hostile-items.ts'
import { hostileIds } from '../render/hostile.ts'
import { step, type StepResult } from './workflow-run.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const permissions = { contents: 'write', issues: 'write', pull_requests: 'write', checks: 'write' } as const

/** Workflows in which a state is called like that, or a file, or the title in a cell or behind a box. */
const more = (text: string) => `  - name: notes
    items: 'notes/{id}.md'
    states: [todo, ${JSON.stringify(`at ${text}`)}, done]
    moves: linear
    place: { front-matter: status }
  - name: list
    items: { boxes: list.md, text: '{id}: {title}' }
    states: [todo, doing, done]
    places:
      box: { box: true }
      board: { in: board.md, table: Board, row: { Item: '{id}: {title}' }, column: Status }
`

/** A title as it stands in one line of a table. */
const inCell = (text: string) => text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ').replaceAll('|', String.raw`\|`)

const moreFiles = (text: string, status: string) => ({
  [`notes/${text.replaceAll('/', '-').slice(0, 200)}.md`]: `---\nstatus: ${JSON.stringify(status)}\n---\n`,
  'notes/b.md': `---\nstatus: ${JSON.stringify(status === 'todo' ? `at ${text}` : status)}\n---\n`,
  'list.md': `- [ ] a: ${inCell(text)}\n- [x] b: ${inCell(text)}\n`,
  'board.md': `# Board\n\n| Item | Status |\n|---|---|\n| a: ${inCell(text)} | ${status === 'todo' ? 'todo' : inCell(text)} |\n| b: ${inCell(text)} | ${status} |\n`,
})

/** A pull request that changes items with an id, and the Action. */
async function start(id: string) {
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const declarations = configuration.replace('audit:', `${more(id)}audit:`)
  const files = { ...filesWith(id), ...moreFiles(id, 'done'), '.github/baton.yml': declarations }
  const parent = await repository.push('main', files, { by: octocat })
  const changed = { ...moreFiles(id, 'todo'), 'board.json': filesWith(id)['board.json'].replaceAll('todo', 'done') }
  const head = await repository.push('work', changed, { by: octocat, parent })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  const run = (event: string, payload: object, inputs: Readonly<Record<string, string>> = {}, sha = '') =>
    step({ event, payload, inputs, token: github.token(permissions), api: github.url, sha })
  return { octocat, repository, parent, head, number, run }
}

/** What a run prints: annotations, and nothing else that the runner takes for a command. */
function expectRun({ log, summary, commands, outputs }: StepResult) {
  expectLine(log.replaceAll('\r', ''))
  const names = new Set(commands.map(({ name }) => name))
  expect([...names].filter((name) => !['error', 'warning', 'notice', 'group', 'endgroup'].includes(name))).toEqual([])
  for (const { data, properties } of commands) for (const text of [data, ...Object.values(properties)]) expectLine(text)
  expect(Object.keys(outputs)).not.toContain('a')
  expectPage(summary, 1 << 20)
}

describe('ids, states, titles and paths of items that would do harm are inert in what the Action writes', () => {
  it.each(Object.entries(hostileIds))('about a pull request: %s', async (_, id) => {
    const { repository, head, parent, number, run } = await start(id)
    const branches = {
      head: { sha: head, ref: 'work', repo: { id: 1 } },
      base: { ref: 'main', sha: parent, repo: { id: 1 } },
    }
    const payload = { action: 'synchronize', number, pull_request: { number, ...branches } }
    const result = await run('pull_request', payload, { 'check-run': 'true', comment: 'true' })
    expect(result.code).toBe(1)
    expectRun(result)
    const { errors, warnings } = result.report as Readonly<
      Record<'errors' | 'warnings', readonly { readonly code: string }[]>
    >
    const codes = new Set([...errors, ...warnings].map(({ code }) => code))
    expect([...codes]).toEqual(expect.arrayContaining(['ITEM_STATE_DRIFT', 'ITEM_MOVE_ILLEGAL']))
    const runs = repository.checksOn(head)
    expect(runs).toHaveLength(1)
    expectChecks(runs)
    const [comment, ...extraComments] = repository.commentsOn(number)
    expect(extraComments).toEqual([])
    expectPage(comment?.body ?? '')
  })

  it.each(Object.entries(hostileIds))('in an audit: %s', async (_, id) => {
    const { repository, parent, run } = await start(id)
    const ran = await run('schedule', { schedule: '0 6 * * 1' }, {}, parent)
    const link = / \[Issue #\d+\]\(https:\/\/\S+\/octocat\/plugins\/issues\/\d+\)\./
    expect(ran.summary).toMatch(link)
    expectRun({ ...ran, summary: ran.summary.replace(link, '') })
    const issues = repository.conversations.filter(({ author }) => author?.login === 'github-actions[bot]')
    expect(issues.length).toBeGreaterThan(0)
    for (const { title, body } of issues) {
      expectLine(title)
      // Its last part begins with a rule of ours.
      expectPage(body.replace('\n---\n', '\n'))
    }
    expectChecks(repository.checksOn(parent))
  })

  it.each(Object.entries(hostileIds))('in answers to comments: %s', async (_, id) => {
    const { octocat, repository, number, run } = await start(id)
    for (const text of comments(id)) {
      const { id: comment, node, createdAt } = await repository.comment(number, octocat, text)
      const user = { login: 'octocat', type: 'User' }
      expectRun(
        await run('issue_comment', {
          action: 'created',
          issue: { number, pull_request: {} },
          comment: { id: comment, node_id: node, body: text, user, created_at: createdAt },
          sender: user,
        }),
      )
    }
    const answers = repository.commentsOn(number).filter(({ author }) => author?.login === 'github-actions[bot]')
    expect(answers.length).toBeGreaterThan(0)
    for (const { body } of answers) expectPage(body)
    expectChecks(repository.checksOn((await repository.tip('work')) ?? ''))
  })
})
