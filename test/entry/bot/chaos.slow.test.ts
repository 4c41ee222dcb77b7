import { afterEach, describe, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import type { Fault } from '../../github/faults.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { seeded } from '../../../scripts/seeded.ts'
import { seed } from '../../thorough.ts'
import { startBot, type BotProcess } from './process.ts'

const commands = [
  '/accept TinyGain',
  '/handback TinyGain success',
  '/handback TinyGain error It broke',
  '/accept Nothing',
  '/verify TinyGain',
]

const faults: readonly Fault[] = [
  { kind: 'status', status: 502 },
  { kind: 'status', status: 502, after: true },
  { kind: 'reset', after: true },
  { kind: 'cut' },
  { kind: 'something-went-wrong', after: true },
]
const operations = ['createCommitOnBranch', 'addReaction', 'createCheckRun', 'repository', 'addComment']
const moments = ['createCommitOnBranch', 'addReaction', 'createCheckRun', 'updateCheckRun']

let github: GitHub | undefined
let bot: BotProcess | undefined
afterEach(async () => {
  await bot?.end('SIGKILL')
  await github?.close()
})

describe('many commands on one branch, with faults, lost deliveries and kills', () => {
  it(`are each handled exactly once (seed ${seed})`, async () => {
    const random = seeded(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

    const fakeGitHub = await startGitHub()
    github = fakeGitHub
    const repository = await fakeGitHub.repository('octocat', 'plugins')
    const people = ['octocat', 'mona', 'hubot'].map((login) => fakeGitHub.user(login))
    for (const who of people) repository.collaborator(who, 'write')
    const app = fakeGitHub.app({ slug: 'baton', owner: 'octocat', permissions, events })
    await app.install(repository)
    const by = pick(people)
    const main = await repository.push('main', sample, { by })
    await repository.push('work', { 'README.md': '# Work\n' }, { by, parent: main })
    const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by })

    bot = await startBot(fakeGitHub, app)
    const comments: Comment[] = []
    let kills = 0
    for (let turn = 0; turn < 20; turn++) {
      const dice = random()
      if (dice < 0.3) fakeGitHub.faults.plan(pick(faults), { operation: pick(operations) })
      else if (dice < 0.4) fakeGitHub.webhooks.plan('lost', { event: 'issue_comment' })
      else if (dice < 0.5) fakeGitHub.webhooks.plan('doubled', { event: 'issue_comment' })
      else if (dice < 0.6) fakeGitHub.webhooks.plan('late', { event: 'issue_comment' })
      else if (dice < 0.75 && kills < 3) {
        kills += 1
        const doomed: BotProcess | undefined = bot
        fakeGitHub.before(pick(moments), () => doomed.end('SIGKILL'))
      } else if (dice < 0.85) await repository.push('work', { 'README.md': `# Work ${turn}\n` }, { by: pick(people) })
      comments.push(await repository.comment(number, pick(people), pick(commands)))
      if (random() < 0.4) await fakeGitHub.webhooks.settled()
      if (bot.child.exitCode !== null || bot.child.signalCode !== null) bot = await startBot(fakeGitHub, app)
    }
    fakeGitHub.webhooks.release()
    await fakeGitHub.webhooks.settled()
    await bot.end('SIGKILL')
    bot = await startBot(fakeGitHub, app, { BATON_SWEEP: '1s' })

    const isOver = (reactions: readonly { readonly content: string }[]) =>
      reactions.some(({ content }) => /rocket|-1/.test(content))
    await fakeGitHub.until(() => (comments.every(({ reactions }) => isOver(reactions)) ? true : undefined))
    await fakeGitHub.until(async () =>
      repository.checksOn((await repository.tip('work')) ?? '').some(({ status }) => status === 'completed')
        ? true
        : undefined,
    )
    expect(await bot.end()).toBe(0)

    // Every command is in the ledger at most once, in commits of ours alone, and each was answered once.
    const commits = (await repository.commits('work')).filter(({ message }) => message.startsWith('baton: '))
    const keys = commits.flatMap(({ message }) => handledCommandsIn(message).map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
    for (const { id, reactions } of comments) {
      const answers = repository
        .commentsOn(number)
        .filter(({ body }) => body.startsWith('<!-- baton:') && body.includes(` ${id} -->`))
      expect(answers.length).toBeLessThanOrEqual(1)
      expect(reactions.filter(({ content }) => content !== 'eyes').length).toBe(1)
      const isRefused = reactions.some(({ content }) => content === '-1')
      expect(answers.some(({ body }) => body.startsWith('<!-- baton: refusal'))).toBe(isRefused)
      // What was committed was not refused, and what was neither refused nor committed was answered.
      const isCommitted = keys.includes(`Handled-Comment: ${id}#1`)
      expect([isRefused, isCommitted, answers.length > 0]).not.toEqual([true, true, true])
      expect(isRefused || isCommitted || answers.length > 0).toBe(true)
    }
    expect(
      repository.commentsOn(number).filter(({ body }) => body.startsWith('<!-- baton: state')).length,
    ).toBeLessThanOrEqual(1)

    // Each state follows from the one before: the commits of ours are a legal way.
    const states = commits
      .toReversed()
      .flatMap(({ message }) => handledCommandsIn(message))
      .filter(({ target }) => target === 'plugin:TinyGain')
    for (const [index, { from }] of states.entries()) if (index > 0) expect(from).toBe(states[index - 1]?.to)
    const tip = (await repository.tip('work')) ?? ''
    expect(repository.checksOn(tip).filter(({ status }) => status !== 'completed')).toEqual([])
    expect(repository.checksOn(tip).map(({ conclusion }) => conclusion)).toContain('success')
  })
})
