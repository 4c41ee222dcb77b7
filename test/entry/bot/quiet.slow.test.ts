import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installedHere, type InstalledHere } from './installed.ts'

const minute = 60_000
const day = 24 * 60 * minute

let at: InstalledHere | undefined
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(async () => {
  await at?.end()
  vi.useRealTimers()
})

/** Makes two rounds, and tells how many sweeps the second one made: the first may be that of the hour. */
async function sweptBetweenHours({ here, github }: InstalledHere): Promise<number> {
  const sweeps = () => here.lines.filter(({ task, outcome }) => task === 'sweep' && outcome === 'swept').length
  const round = async () => {
    await here.bot.sweepRound()
    // The first sweep of a round is asked for at once.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await here.bot.idle()
    await github.webhooks.settled()
    await here.bot.idle()
  }
  await round()
  vi.setSystemTime(Date.now() + 15 * minute)
  const before = sweeps()
  await round()
  return sweeps() - before
}

it('a repository that sent nothing for a day is swept by the hour; what the bot itself causes, or a sweep finds, tells them apart', async () => {
  at = await installedHere({ environment: { BATON_SWEEP: '15m' } })
  const { github, repository, octocat, app } = at
  const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
  expect(await sweptBetweenHours(at)).toBe(1)
  const { number } = await repository.openIssue({ title: 'Other', by: octocat })
  await github.webhooks.settled()
  later(2 * day)
  // Such as what an audit writes each day.
  await repository.comment(number, app.account, 'Hello')
  await github.webhooks.settled()
  expect(await sweptBetweenHours(at)).toBe(0)

  // It asks for nothing.
  await repository.comment(number, octocat, 'Hello')
  await github.webhooks.settled()
  expect(await sweptBetweenHours(at)).toBe(1)

  later(2 * day)
  expect(await sweptBetweenHours(at)).toBe(0)
  github.webhooks.plan('lost', { times: 10, event: 'issue_comment' })
  await repository.comment(number, octocat, '/status')
  await github.webhooks.settled()
  later(60 * minute)
  expect(await sweptBetweenHours(at)).toBe(1)
})
