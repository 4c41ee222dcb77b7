import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import { isWithoutServer } from '../../gateways/redis/server.ts'
import type { Repository } from '../../github/hosting.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { anHourAhead, fleet, withSource } from './fleet.ts'
import { installedHere } from './installed.ts'
import { atEnd, endAll } from './started.ts'

afterEach(async () => {
  await endAll()
  vi.useRealTimers()
})

/** The answers to a comment that are comments. */
const answersTo = (repository: Repository, number: number, { id }: Comment) =>
  repository
    .commentsOn(number)
    .filter(({ body, author }) => author?.login === 'baton[bot]' && body.includes(` ${id} -->`))

const contentOf = (repository: Repository, numbers: readonly number[], branches: readonly string[]) => async () => {
  const tips = await Promise.all(branches.map((branch) => repository.commits(branch)))
  const shas = new Set(tips.flatMap((commits) => commits.map(({ sha }) => sha)))
  const comments = numbers.flatMap((number) => repository.commentsOn(number))
  return (
    comments.filter(({ author }) => author?.login === 'baton[bot]').length +
    [...shas].reduce((sum, sha) => sum + repository.checksOn(sha).length, 0)
  )
}

const isOver = ({ reactions }: Comment) => reactions.some(({ content }) => /rocket|-1/.test(content))
const finalReactions = ({ reactions }: Comment) => reactions.filter(({ content }) => content !== 'eyes').length
const handledKeysOn = async (repository: Repository, branch: string) =>
  (await repository.commits(branch)).flatMap(({ message }) => handledCommandsIn(message).map(({ key }) => key))

/** Watches how much there is, until it is asked for the most that came within any such time. */
function watch(count: () => Promise<number>, span: number): { most(): Promise<number> } {
  const seen: { readonly at: number; readonly count: number }[] = []
  const state = { over: false }
  const looking = (async () => {
    while (!state.over) {
      const now = await count()
      if (now !== seen.at(-1)?.count) seen.push({ at: Date.now(), count: now })
      await pause(10)
    }
  })()
  return {
    async most() {
      state.over = true
      await looking
      const came = seen.map(({ at }, index) => {
        const last = seen.findLast((other) => other.at <= at + span)
        return (last?.count ?? 0) - (seen[index - 1]?.count ?? 0)
      })
      return Math.max(...came)
    },
  }
}

it('a hundred comments at once become no more than sixty answers in a minute, and each becomes one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  const at = await installedHere({ environment: { BATON_AT_ONCE: '4' } })
  atEnd(() => at.end())
  const { github, octocat, repository, app, here } = at
  github.organization('example-org')
  const otherRepository = await github.repository('example-org', 'plugins')
  otherRepository.collaborator(octocat, 'admin')
  await app.install(otherRepository)
  await otherRepository.push('main', sample, { by: octocat })
  const issue = await otherRepository.openIssue({ title: 'Other', by: octocat })
  const [number, nextNumber] = [await at.pull('work'), await at.pull('next')]
  await here.until(({ task }) => task === 'resolve', 2)

  // It takes some time from when something may be created to when it is there.
  const watched = watch(contentOf(repository, [number, nextNumber], ['work', 'next', 'main']), 45_000)
  const comments: Comment[] = []
  for (let index = 0; index < 99; index++) comments.push(await repository.comment(number, octocat, '/status'))
  comments.push(await repository.comment(number, octocat, '/accept TinyGain'))
  const isHeldBack = () => !comments.every(isOver)
  const isSaid = () => here.lines.some(({ level, msg }) => level === 'warn' && String(msg).includes('No more comments'))
  while (isHeldBack() && !isSaid()) await pause(20)
  const otherComment = await otherRepository.comment(issue.number, octocat, '/status')
  await github.until(() => (isOver(otherComment) ? true : undefined))
  expect(isHeldBack()).toBe(true)
  comments.push(await repository.comment(nextNumber, octocat, '/status'))
  while (isHeldBack()) {
    await vi.advanceTimersByTimeAsync(5000)
    await pause(200)
  }
  await here.bot.idle()

  expect(await watched.most()).toBeLessThanOrEqual(60)
  for (const [index, comment] of comments.entries()) {
    expect(finalReactions(comment)).toBe(1)
    const answers = answersTo(repository, index < 100 ? number : nextNumber, comment)
    expect(answers.length).toBe(comment.body === '/status' ? 1 : 0)
  }
  expect(await handledKeysOn(repository, 'work')).toEqual([`Handled-Comment: ${comments[99]?.id}#1`])
  expect(here.lines.filter(({ level }) => level === 'error')).toEqual([])
})

describe.skipIf(isWithoutServer)('bots on one Redis', () => {
  it('create no more together than one may, though the clock of one is an hour ahead', async () => {
    const within = 10_000
    const shorter = withSource([
      '/deliveries/pace.ts',
      '{ most: 60, within: minute }',
      `{ most: 12, within: ${within} }`,
    ])
    const { github, octocat, repository, app, main, start, faults, secret } = await fleet('1h')
    const bots = [
      await start({ NODE_OPTIONS: shorter }),
      await start({ NODE_OPTIONS: `${shorter} ${anHourAhead}` }),
      await start({ NODE_OPTIONS: shorter }),
    ]
    const branches = ['one', 'two', 'three', 'four']
    const numbers: number[] = []
    for (const branch of branches) {
      await repository.push(branch, { 'README.md': `# ${branch}\n` }, { by: octocat, parent: main })
      numbers.push((await repository.openPull({ title: branch, head: branch, base: 'main', by: octocat })).number)
    }
    // What was taken at the end of one span may reach GitHub later, on a busy machine by seconds.
    const watched = watch(contentOf(repository, numbers, [...branches, 'main']), within * 0.4)
    const comments: { readonly number: number; readonly comment: Comment }[] = []
    for (let index = 0; index < 32; index++) {
      const [bot, number = 0] = [bots[index % 3], numbers[index % 4]]
      app.listen({ url: `${bot?.url ?? ''}/api/github/webhooks`, secret })
      const text = index < 4 ? '/accept TinyGain' : '/status'
      comments.push({ number, comment: await repository.comment(number, octocat, text) })
    }
    await github.until(() => (comments.every(({ comment }) => isOver(comment)) ? true : undefined))

    expect(await watched.most()).toBeLessThanOrEqual(12)
    for (const { number, comment } of comments) {
      expect(finalReactions(comment)).toBe(1)
      expect(answersTo(repository, number, comment).length).toBe(comment.body === '/status' ? 1 : 0)
    }
    for (const branch of branches) expect((await handledKeysOn(repository, branch)).length).toBe(1)
    expect(faults()).toEqual([])
  })
})
