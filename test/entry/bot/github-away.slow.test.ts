import { afterEach, expect, it } from 'vitest'
import type { Comment } from '../../github/state/conversations.ts'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import type { Line } from './here.ts'
import { installedHere, type InstalledHere } from './installed.ts'
import { reactionsOf } from './started.ts'

let at: InstalledHere | undefined
afterEach(() => at?.end())

const permission = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'

/** Each request is tried four times, and what waits in a lane twice here. */
const attempts = 4

async function expectHandledOnce({ repository }: InstalledHere, comment: Comment): Promise<void> {
  expect(reactionsOf(comment)).toBe('eyes rocket')
  const keys = (await repository.commits('work')).flatMap(({ message }) =>
    handledCommandsIn(message).map(({ key }) => key),
  )
  expect(keys).toEqual([`Handled-Comment: ${comment.id}#1`])
}

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
  if (outcome === 'changed') {
    await expectHandledOnce(at, comment)
    return
  }
  expect(at.takeRequests().length).toBe(failures)
  expect(reactionsOf(comment)).toBe('')
  expect(await at.swept()).toMatchObject({ comments: 1 })
  await at.swept()
  await expectHandledOnce(at, comment)
})

it.each([
  [permission, 403],
  [permission, 404],
  ['POST /graphql', 404],
  ['POST /graphql', 422],
  ['GET /repos/{owner}/{repo}/git/trees/{tree_sha}', 409],
] as const)('what GitHub does not show once is requested again: %s, %i', async (operation, status) => {
  at = await installedHere()
  const { github, repository, octocat, here } = at
  const number = await at.pull('work')
  await here.until(({ task }) => task === 'resolve')
  await here.bot.idle()
  // What it has read before is forgotten.
  await at.restarted()
  github.faults.plan({ kind: 'status', status }, { operation })
  const comment = await repository.comment(number, octocat, '/accept TinyGain')
  await at.here.until(({ task }) => task === 'handle')
  await at.here.bot.idle()
  await expectHandledOnce(at, comment)
  expect(at.here.lines.filter(({ level }) => level === 'warn')).toMatchObject([
    { status, msg: 'GitHub refuses a request. This is tried again in 0 s.' },
  ])
})
