import { afterEach, describe, expect, it } from 'vitest'
import type { Files } from '../../src/core/rule.ts'
import { startBot } from '../entry/bot/process.ts'
import { step } from '../entry/workflow-run.ts'
import type { Repository } from '../github/hosting.ts'
import { startGitHub, type GitHub } from '../github/server.ts'
import type { Comment } from '../github/state/conversations.ts'
import { stories, type Story } from './appendix-c.ts'

// Every step is a webhook or a workflow, which take a while on a busy machine.
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const permissions = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
  members: 'read',
  metadata: 'read',
} as const

/**
 * A pull request of the story's beginning. Comments are posted at the story's times; for all else it is now, as apps'
 * keys are good for minutes.
 */
async function start(story: Story) {
  let clockTime: number | undefined
  const github = await startGitHub({ clock: () => clockTime ?? Date.now() })
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  const parent = await repository.push('main', story.start, { by: octocat })
  await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  return {
    github,
    repository,
    number,
    async msg(at: string, actor: string, text: string) {
      const person = github.user(actor)
      repository.collaborator(person, 'maintain')
      clockTime = Date.parse(at)
      const comment = repository.comment(number, person, text)
      clockTime = undefined
      return comment
    },
  }
}

function filesOn({ git }: Repository, branch: string): Files {
  const { 'README.md': _, ...files } = git.files(`refs/heads/${branch}`)
  return files
}

const payloadOf = (number: number, { id, node, body, author, createdAt }: Comment) => ({
  action: 'created',
  issue: { number, pull_request: {} },
  comment: { id, node_id: node, body, user: { login: author?.login, type: 'User' }, created_at: createdAt },
  sender: { login: author?.login, type: 'User' },
})

/** Runs every comment as a workflow would. */
async function byAction(github: GitHub, number: number, comment: Comment): Promise<unknown> {
  const { outputs } = await step({
    event: 'issue_comment',
    payload: payloadOf(number, comment),
    token: github.token(permissions),
    api: github.url,
  })
  return outputs['outcome']
}

describe.each(stories)('the $name workflow on GitHub', (story) => {
  it('ends in the same files with the bot', async () => {
    const { github, repository, msg } = await start(story)
    const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events: ['issue_comment'] })
    await app.install(repository)
    const bot = await startBot(github, app)
    ends.push(() => bot.end('SIGKILL'))
    for (const { at, actor, comment } of story.steps) {
      const { id } = await msg(at, actor, comment)
      const isCommentLine = (line: Readonly<Record<string, unknown>>) =>
        line['task'] === 'handle' && line['comment'] === id
      expect(await bot.until(isCommentLine)).toMatchObject({ outcome: 'changed' })
    }
    expect(filesOn(repository, 'work')).toEqual(story.end)
  })

  it('ends in the same files with the Action', async () => {
    const { github, repository, msg, number } = await start(story)
    for (const { at, actor, comment } of story.steps) {
      expect({ comment, outcome: await byAction(github, number, await msg(at, actor, comment)) }).toEqual({
        comment,
        outcome: 'changed',
      })
    }
    expect(filesOn(repository, 'work')).toEqual(story.end)
  })
})
