import { expect, it } from 'vitest'
import { heldHost } from '../../../src/app/deliveries/hosts.ts'
import { LaneTaken } from '../../../src/core/lanes.ts'
import type { Host } from '../../../src/core/host/host.ts'

/** What of a host changes the repository. */
const changing = ['commit', 'createBranch', 'openPull', 'writeCommit', 'moveBranch', 'perform'] as const
const reading = ['tip', 'pulls', 'conversation', 'checks'] as const

/** A host that records its calls. */
function written() {
  const calls: string[] = []
  const answer = (name: string) => () => {
    calls.push(name)
    return Promise.resolve(name)
  }
  const host = Object.fromEntries([...changing, ...reading].map((name) => [name, answer(name)])) as unknown as Host
  return { calls, host }
}

/** Calls a method by its name, whatever it takes. */
const call = (host: Host, name: keyof Host) =>
  (host[name] as (...parameters: readonly unknown[]) => Promise<unknown>)({}, '')

it.each(changing)('%s waits until the lane is held', async (name) => {
  const { calls, host } = written()
  let isHeld = false
  const guardedHost = heldHost(host, () => {
    expect(calls).toEqual([])
    isHeld = true
    return Promise.resolve()
  })
  expect(await call(guardedHost, name)).toBe(name)
  expect([isHeld, calls]).toEqual([true, [name]])
})

it.each(changing)('%s is not called where the lane is another process\u2019s', async (name) => {
  const { calls, host } = written()
  await expect(
    call(
      heldHost(host, () => Promise.reject(new LaneTaken())),
      name,
    ),
  ).rejects.toThrow(LaneTaken)
  expect(calls).toEqual([])
})

it.each(reading)('%s is for everybody', async (name) => {
  const { host } = written()
  expect(
    await call(
      heldHost(host, () => Promise.reject(new LaneTaken())),
      name,
    ),
  ).toBe(name)
})
