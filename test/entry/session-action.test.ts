import { afterEach, describe, expect, it } from 'vitest'
import { inSession, marked, messagePath, progressPath, sample } from '../../src/protocols/subagent/examples.ts'
import { startGitHub } from '../github/server.ts'
import { blocks } from '../protocols/subagent/page.ts'
import { printedWorkflow } from './printed-workflow.ts'
import { manifest } from './workflow-parser.ts'
import { failure, shownAt, step } from './workflow-run.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const examples = blocks('By the Action', '## Decisions')
const workflows = examples.flatMap(({ language, text }) => (language === 'yaml' ? [printedWorkflow(text)] : []))
const comments = examples.flatMap(({ language, text }, index) =>
  language === 'markdown'
    ? [[text, JSON.parse(examples[index + 1]?.text ?? '') as Readonly<Record<string, unknown>>] as const]
    : [],
)

/** A repository with the sample session, and a pull request. */
async function start() {
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const parent = await repository.push('main', sample, { by: octocat })
  await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  return { github, octocat, repository, number, parent }
}

describe('the workflows of the page', () => {
  it('are one that checks, and one that runs commands, with inputs that there are', () => {
    expect(workflows.map(({ events }) => events)).toEqual([['pull_request', 'merge_group'], ['issue_comment']])
    expect(comments.length).toBe(3)
    expect(Object.keys(manifest.inputs)).toEqual(
      expect.arrayContaining(workflows.flatMap(({ inputs }) => Object.keys(inputs))),
    )
  })

  it('check a pull request with no more than they are allowed', async () => {
    const { github, octocat, repository, number, parent } = await start()
    const { permissions, inputs } = workflows[0] ?? printedWorkflow('')
    const check = async () => {
      const sha = (await repository.tip('work')) ?? ''
      const payload = {
        number,
        pull_request: { number, head: { sha, ref: 'work' }, base: { ref: 'main', sha: parent } },
      }
      return step({ event: 'pull_request', payload, inputs, token: github.token(permissions), api: github.url })
    }
    const fine = await check()
    expect([fine.code, failure(fine), fine.outputs['valid']]).toEqual([0, undefined, 'true'])
    await repository.push(
      'work',
      { [progressPath]: marked(sample, 'task-3', ' ', 'x')[progressPath] ?? '' },
      { by: octocat },
    )
    const wrong = await check()
    expect([wrong.code, wrong.outputs['valid']]).toEqual([1, 'false'])
    expect(shownAt(wrong)).toContain(`error ${progressPath}:13`)
  })

  it('run the comments of the page, one after the other', async () => {
    const { github, octocat, repository, number } = await start()
    const { permissions, inputs, condition } = workflows[1] ?? printedWorkflow('')
    expect(condition).toBe("contains(github.event.comment.body, '/')")
    for (const [text, outputs] of comments) {
      const { id, node, createdAt } = await repository.comment(number, octocat, text)
      const user = { login: 'octocat', type: 'User' }
      const comment = { id, node_id: node, body: text, user, created_at: createdAt }
      const payload = { action: 'created', issue: { number, pull_request: {} }, comment, sender: user }
      const stepped = await step({
        event: 'issue_comment',
        payload,
        inputs,
        token: github.token(permissions),
        api: github.url,
      })
      expect([text, stepped.outputs]).toMatchObject([text, outputs])
      // A refusal fails the job, and nothing else does.
      const refused = outputs['outcome'] === 'refused' ? expect.stringMatching(/^Refused: /) : undefined
      expect([text, stepped.code, failure(stepped)]).toEqual([text, refused === undefined ? 0 : 1, refused])
      if (stepped.outputs['commit'] !== undefined) expect(stepped.outputs['commit']).toBe(await repository.tip('work'))
    }
    expect(await repository.read('work', progressPath)).toBe(marked(sample, 'task-3', ' ', '/')[progressPath])
    expect(JSON.parse((await repository.read('work', messagePath('executor.task-3.a1.output'))) ?? '')).toMatchObject({
      contract: 'ralph-executor@1.0.0',
      by: 'octocat',
      payload: { status: 'blocked', blockers: ['Which words are help?'] },
    })
    expect(repository.commentsOn(number).at(-1)?.body).toContain('MESSAGE_FIELD_MISSING')
    expect(await repository.read('work', inSession('tasks.task-3-report.md'))).toBeUndefined()
  })
})
