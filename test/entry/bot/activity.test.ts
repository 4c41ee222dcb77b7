import { expect, it, vi } from 'vitest'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { activity } from '../../../src/entry/bot/activity.ts'
import type { InstalledRepository } from '../../../src/entry/bot/jobs.ts'

const minute = 60_000
const hour = 60 * minute

const repository = (id: number): InstalledRepository => ({ installation: 1, id, owner: 'octocat', repo: `r${id}` })
const repositories = [1, 2, 3].map(repository)

/** Two processes that share notes, and a clock. */
function processes(every = 15 * minute) {
  const clock = { at: Date.parse('2026-01-01T00:00:00Z') }
  const now = () => clock.at
  const notes = memoryNotes(now)
  const puts = vi.spyOn(notes, 'put')
  const [one, two] = [activity(notes, every, now), activity(notes, every, now)]
  const due = async (of = two) => (await of.due(repositories)).map(({ id }) => id)
  return { clock, notes, puts, one, two, due }
}

it('sweeps each quarter of an hour what sent anything within a day, and the rest hourly', async () => {
  const { clock, one, due } = processes()
  // For a day after the notes began, nothing is known to be quiet.
  for (; clock.at < Date.parse('2026-01-02T00:00:00Z'); clock.at += 15 * minute) expect(await due()).toEqual([1, 2, 3])
  one.heard(repository(2))
  const rounds: (readonly number[])[] = []
  for (let round = 0; round < 9; round++, clock.at += 15 * minute) rounds.push(await due())
  // The last full one was a quarter of an hour before.
  const [all, some] = [[1, 2, 3], [2]]
  expect(rounds).toEqual([some, some, some, all, some, some, some, all, some])

  clock.at = Date.parse('2026-01-02T23:45:00Z')
  await due()
  clock.at += 15 * minute
  expect(await due()).toEqual([2])
  clock.at += 3 * hour
  await due()
  clock.at += 15 * minute
  expect(await due()).toEqual([])
})

it('sweeps all where rounds are an hour apart or more', async () => {
  for (const every of [hour, 3 * hour]) {
    const { clock, due } = processes(every)
    const until = clock.at + 72 * hour
    for (; clock.at < until; clock.at += every) expect(await due()).toEqual([1, 2, 3])
  }
})

it('takes note of a repository once an hour, and again where that failed', async () => {
  const { clock, one, puts } = processes()
  const hear = async () => {
    for (let time = 0; time < 5; time++) one.heard(repository(1))
    await new Promise((resolve) => setImmediate(resolve))
    return puts.mock.calls.length
  }
  puts.mockRejectedValueOnce(new QueueUnavailable())
  expect(await hear()).toBe(1)
  expect(await hear()).toBe(2)
  clock.at += hour - 1
  expect(await hear()).toBe(2)
  clock.at += 1
  expect(await hear()).toBe(3)
})
