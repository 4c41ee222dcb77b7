import { afterEach, describe, expect, it } from 'vitest'
import { handoffPath, sample } from '../../src/protocols/plugin/examples.ts'
import type { Repository } from '../github/hosting.ts'
import { startGitHub, type GitHub } from '../github/server.ts'
import type { Account } from '../github/state/accounts.ts'
import type { Comment } from '../github/state/conversations.ts'
import { failure, step, type StepResult } from './workflow-run.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const permissions = { contents: 'write', issues: 'write', pull_requests: 'write', checks: 'write' } as const

interface Scene {
  readonly github: GitHub
  readonly repository: Repository
  readonly octocat: Account
  readonly number: number
  postComment(
    text: string,
    options?: {
      readonly permissions?: Partial<typeof permissions>
      readonly inputs?: Readonly<Record<string, string>>
      /** Of a new issue, not of the pull request. */
      readonly onIssue?: boolean
      /** The text before, where it is edited. */
      readonly from?: string
      /** What happens between the event and the job. */
      readonly before?: (comment: Comment) => unknown
    },
  ): Promise<{ readonly comment: Comment; readonly stepped: StepResult }>
  file(path: string): Promise<string | undefined>
}

async function start(configured: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const parent = await repository.push('main', { ...sample, ...configured }, { by: octocat })
  await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  return {
    github,
    repository,
    octocat,
    number,
    async postComment(
      text,
      { permissions: tokenPermissions = permissions, inputs = {}, onIssue = false, from, before } = {},
    ) {
      const at = onIssue ? (await repository.openIssue({ title: 'Next', by: octocat })).number : number
      const comment = await repository.comment(at, octocat, text)
      const payload = {
        ...(from === undefined ? { action: 'created' } : { action: 'edited', changes: { body: { from } } }),
        issue: { number: at, ...(onIssue ? {} : { pull_request: {} }) },
        comment: {
          id: comment.id,
          node_id: comment.node,
          body: text,
          user: { login: 'octocat', type: 'User' },
          created_at: comment.createdAt,
        },
        sender: { login: 'octocat', type: 'User' },
      }
      await before?.(comment)
      const stepped = await step({
        event: 'issue_comment',
        payload,
        inputs,
        token: github.token(tokenPermissions),
        api: github.url,
      })
      return { comment, stepped }
    },
    file: (path) => Promise.resolve(repository.git.text(`refs/heads/work:${path}`)?.replace(/\n$/, '')),
  }
}

describe('the task command', () => {
  it('does what the bot would do, and reports what its token cannot', async () => {
    const { postComment, file, repository } = await start()
    const { stepped, comment } = await postComment('/accept TinyGain')
    expect(failure(stepped)).toBeUndefined()
    expect(stepped.outputs).toMatchObject({
      outcome: 'changed',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    })
    expect(await file(handoffPath)).toContain('status: in_progress')
    expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes', 'rocket'])
    expect(stepped.summary).toContain('start no workflows')
    expect(repository.checksOn(stepped.outputs['commit'] ?? '')).toMatchObject([
      { name: 'baton', conclusion: 'success' },
    ])
  })

  it('has the whole answer in its summary: what a command that asks says, why nothing was done, and where a refusal is', async () => {
    const { postComment } = await start()
    const status = await postComment('/status TinyGain')
    expect(status.stepped.summary).toMatch(/### Answer[^]*TinyGain[^]*stage 2 complete/)
    const refused = await postComment('/handback TinyGain success')
    expect(refused.stepped.summary).toMatch(/### Answer[^]*❌ `\/handback TinyGain`: refused/)
    await postComment('/accept TinyGain')
    const again = await postComment('/accept TinyGain')
    expect(again.stepped.outputs).toMatchObject({ outcome: 'unchanged' })
    expect(again.stepped.summary).toMatch(/### Answer[^]*nothing to do\n\n\S/)
  })

  it('refuses by the reaction alone where the conversation is locked, and says why in its summary', async () => {
    const { postComment, repository, number } = await start()
    repository.lock(number)
    const { stepped, comment } = await postComment('/accept TinyGain')
    expect(stepped.outputs).toMatchObject({ outcome: 'refused' })
    expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes', '-1'])
    expect(repository.commentsOn(number)).toEqual([comment])
    expect(stepped.summary).toContain('COMMAND_CLOSED')
  })

  it('runs nothing where the command was taken back while its job waited', async () => {
    const { postComment, file, repository, octocat, number } = await start()
    const { stepped, comment } = await postComment('/accept TinyGain', {
      before: (newComment) => repository.edit(newComment, octocat, 'Never mind.'),
    })
    expect(stepped.outputs).toMatchObject({ outcome: 'refused' })
    expect(await file(handoffPath)).toContain('status: complete')
    expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes', '-1'])
    expect(repository.commentsOn(number).filter(({ body }) => body.includes('COMMENT_EDITED'))).toHaveLength(1)
  })

  it('goes on without a check run where its token may not write one, and reports it', async () => {
    const { postComment, file, repository } = await start()
    const { stepped } = await postComment('/accept TinyGain', {
      permissions: { contents: 'write', issues: 'write', pull_requests: 'write' },
    })
    expect(failure(stepped)).toBeUndefined()
    expect(await file(handoffPath)).toContain('status: in_progress')
    expect(repository.checksOn(stepped.outputs['commit'] ?? '')).toEqual([])
    expect(stepped.summary).toMatch(
      /Not everything could be shown:[^]*GitHub refuses the check run:[^]*`checks: write`/,
    )
    expect(stepped.log).toMatch(/^::warning::Not everything could be shown on GitHub/m)
  })

  it('fails where its token does not show the conversation, and reports it', async () => {
    const { postComment, file } = await start()
    const { stepped } = await postComment('/accept TinyGain', { permissions: { contents: 'write' } })
    expect(stepped.code).toBe(1)
    expect(stepped.log).toMatch(
      /^::error::The token does not show the conversation of this comment\..*`issues: write` and `pull-requests: write`/m,
    )
    expect(await file(handoffPath)).toContain('status: complete')
  })

  it.each([
    [
      'comment.id',
      {
        action: 'created',
        issue: { number: 7 },
        comment: { node_id: 'IC_1' },
        sender: { login: 'octocat', type: 'User' },
      },
    ],
    ['issue', { action: 'created' }],
  ])('names the field of a payload that is not of the documented form: %s', async (field, payload) => {
    const ran = await step({ event: 'issue_comment', payload })
    expect(ran.code).toBe(1)
    expect(failure(ran)).toBe(
      `The payload of the event issue_comment is not of the documented form: \`${field}\` is missing or has an unexpected value.`,
    )
  })

  it('stands back where the bot is at work', async () => {
    const { postComment, file, repository, github, number } = await start()
    const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events: [] })
    const token = app.token(await app.install(repository))
    const head = repository.git.resolve('refs/heads/work') ?? ''
    await fetch(`${repository.url}/check-runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'baton', head_sha: head, status: 'completed', conclusion: 'success' }),
    })
    for (const from of [undefined, 'Hello']) {
      const { stepped } = await postComment('/accept TinyGain', { ...(from !== undefined && { from }) })
      expect(stepped.summary).toContain('does nothing')
    }
    expect(await file(handoffPath)).toContain('status: complete')
    expect(repository.commentsOn(number)).toHaveLength(2)
  })

  it('runs nothing that was edited into a comment, and replies there', async () => {
    const { postComment, file, repository, number } = await start()
    const { stepped, comment } = await postComment('/accept TinyGain', { from: 'Hello' })
    expect([stepped.code, stepped.outputs]).toEqual([0, { outcome: 'ignored' }])
    expect(stepped.log).toContain('An edited comment runs no command')
    expect(repository.commentsOn(number).at(-1)?.body).toContain('COMMENT_EDITED')
    expect(comment.reactions.map(({ content }) => content)).toEqual(['-1'])
    expect(await file(handoffPath)).toContain('status: complete')
  })

  it('starts nothing for a comment without a command', async () => {
    const { postComment, github } = await start()
    github.log.length = 0
    const { stepped } = await postComment('Looks good to me')
    expect([stepped.code, stepped.outputs]).toEqual([0, { outcome: 'ignored' }])
    expect(github.log).toEqual([])
  })

  it('names the pull request that it has opened for an issue', async () => {
    const { postComment, repository } = await start()
    const { stepped } = await postComment('/accept TinyGain', { onIssue: true })
    const opened = repository.conversations.find(
      (conversation) => conversation.number === Number(stepped.outputs['pull-request']),
    )
    expect(stepped.outputs).toMatchObject({ outcome: 'changed', commit: opened?.pull?.sha })
  })

  it('fails when a command is refused, and names it with the reason', async () => {
    const { postComment, repository, number } = await start()
    const { stepped } = await postComment('/accept TinyGain\n/accept Missing')
    expect([stepped.code, stepped.outputs]).toEqual([1, { outcome: 'refused' }])
    expect(stepped.log).toMatch(/^::error::Refused: \/accept Missing: .*`Missing`.* \(`PLUGIN_UNKNOWN`\)$/m)
    expect(stepped.summary).toContain('| command | target | outcome | commit | why |')
    expect(stepped.summary).toMatch(
      /`\/accept TinyGain` \| .* \| not run \| {2}\| Another command of the comment was refused/,
    )
    expect(stepped.summary).toMatch(/`\/accept Missing` \| .*refused \| {2}\| .*`Missing`.*PLUGIN_UNKNOWN/)
    expect(repository.commentsOn(number)).toHaveLength(2)
  })

  it('reports the changes, their targets and the commit', async () => {
    const { postComment } = await start()
    const { stepped } = await postComment('/accept TinyGain')
    const sha = stepped.outputs['commit']?.slice(0, 7)
    expect(stepped.summary).toContain(`| \`/accept TinyGain\` | \`plugin:TinyGain\` | changed | \`${sha}\` |  |`)
  })

  it('calls a dry run one in its output, and reports no commit', async () => {
    const { postComment, file } = await start()
    const { stepped } = await postComment('/accept TinyGain --dry-run')
    expect(stepped.outputs).toEqual({ outcome: 'dry-run' })
    expect(await file(handoffPath)).toContain('status: complete')
    expect((await postComment('/handback TinyGain success --dry-run')).stepped.outputs).toEqual({ outcome: 'refused' })
  })

  it('says why a comment gets no answer', async () => {
    const { postComment, repository, octocat } = await start()
    const { stepped } = await postComment('/accept TinyGain', {
      before: (comment) => repository.deleteComment(comment, octocat),
    })
    expect(stepped.summary).toContain('This comment gets no answer, since it was deleted.')
    expect(stepped.outputs).toEqual({ outcome: 'ignored' })
  })

  it('warns of a word that looks like a misspelt command', async () => {
    const { postComment, file } = await start()
    const { stepped } = await postComment('/acept TinyGain')
    expect([stepped.code, stepped.outputs]).toEqual([0, { outcome: 'nothing' }])
    expect(stepped.log).toMatch(/^::warning::Unknown command `\/acept`: did you mean `\/accept`\?/m)
    expect(stepped.summary).toMatch(/\| `\/acept` \| {2}\| not run \| {2}\| .*did you mean `\/accept`\?/)
    expect(stepped.summary).not.toContain('(empty)')
    expect(await file(handoffPath)).toContain('status: complete')
  })

  it('uses the configuration that it is given', async () => {
    const { postComment, file } = await start({ 'other.yml': 'commands: { accept: { allow: [app/nobody] } }\n' })
    const { stepped } = await postComment('/accept TinyGain', { inputs: { config: 'other.yml' } })
    expect(stepped.outputs).toEqual({ outcome: 'refused' })
    expect(await file(handoffPath)).toContain('status: complete')
    expect((await postComment('/accept TinyGain')).stepped.outputs).toMatchObject({ outcome: 'changed' })
  })

  it('reports what its token cannot know of teams', async () => {
    const { postComment, repository, number } = await start({
      '.github/baton.yml': 'commands: { accept: { allow: ["@example-org/core"] } }\n',
    })
    const { stepped } = await postComment('/accept TinyGain')
    expect(stepped.outputs).toEqual({ outcome: 'refused' })
    const [, answer] = repository.commentsOn(number)
    expect(answer?.body).toContain('cannot read teams')
    expect(answer?.body).toContain('install the bot')
  })
})

describe('the overview that commands make', () => {
  it('is renewed by the check of a later head, as far as the token of that may', async () => {
    const { github, repository, octocat, number, postComment } = await start()
    await postComment('/accept TinyGain')
    const text = () =>
      repository.commentsOn(number).find(({ body }) => body.startsWith('<!-- baton: state -->'))?.body ?? ''
    const made = (await repository.tip('work')) ?? ''
    expect(text()).toContain(`As of commit ${made}.`)
    const head = await repository.push('work', { [handoffPath]: sample[handoffPath] ?? '' }, { by: octocat })
    const check = (granted: Readonly<Record<string, 'read' | 'write'>>, inputs = {}) =>
      step({
        event: 'pull_request',
        payload: {
          action: 'synchronize',
          number,
          pull_request: {
            number,
            head: { sha: head, ref: 'work', repo: { id: 1 } },
            base: { ref: 'main', repo: { id: 1 } },
          },
        },
        inputs,
        token: github.token(granted),
        api: github.url,
      })
    expect((await check({ contents: 'read' })).log).not.toContain('was not updated')
    const { log } = await check({ contents: 'read', pull_requests: 'read' })
    expect(text()).toContain(`As of commit ${made}.`)
    expect(log).toContain('The overview on the pull request was not updated')
    // A job that checks one protocol shows the targets of all.
    await check({ contents: 'read', pull_requests: 'write' }, { protocols: 'control' })
    expect(text()).toContain(`As of commit ${head}.`)
    expect(text()).toContain('| `plugin:TinyGain` | `stage 2 complete` | orchestrator |')
  })
})
