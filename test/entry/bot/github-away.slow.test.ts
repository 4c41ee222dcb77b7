import { afterEach, expect, it } from 'vitest'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import type { Line } from './here.ts'
import { installedHere, type InstalledHere } from './installed.ts'
import { reactionsOf } from './started.ts'

let at: InstalledHere | undefined
afterEach(() => at?.end())

/** Each request is tried four times, and what waits in a lane twice here. */
const attempts = 4

it.each([
  ['goes on when it answers again', attempts + 1, 'changed'],
  ['is left to the next sweep if it stays away', attempts * 2, 'failed'],
])('what comes while GitHub is away %s', async (_, failures, outcome) => {
  at = await installedHere()
  const { github, repository, octocat, here } = at
  const number = await at.pull('work')
  await here.until(({ task }) => task === 'resolve')
  await here.bot.idle()
  const isHandled = ({ task }: Line) => task === 'handle'

  at.takeRequests()
  github.faults.plan({ kind: 'status', status: 502 }, { operation: 'POST /graphql', times: failures })
  const comment = await repository.comment(number, octocat, '/accept TinyGain')
  expect(await here.until(isHandled)).toMatchObject([{ outcome }])
  await here.bot.idle()
  const expectOnce = async () => {
    expect(reactionsOf(comment)).toBe('eyes rocket')
    const keys = (await repository.commits('work')).flatMap(({ message }) =>
      handledCommandsIn(message).map(({ key }) => key),
    )
    expect(keys).toEqual([`Handled-Comment: ${comment.id}#1`])
  }
  if (outcome === 'changed') {
    await expectOnce()
    return
  }
  expect(at.takeRequests().length).toBe(failures)
  expect(reactionsOf(comment)).toBe('')
  expect(await at.swept()).toMatchObject({ comments: 1 })
  await at.swept()
  await expectOnce()
})
