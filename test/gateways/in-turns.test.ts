import { expect, it } from 'vitest'
import { runInTurns } from '../../src/gateways/in-turns.ts'

it('other work is done between two steps', async () => {
  const log: string[] = []
  function* steps(): Generator<undefined, string> {
    log.push('first')
    const end = performance.now() + 50
    while (performance.now() < end);
    yield
    log.push('second')
    return 'made'
  }
  setImmediate(() => log.push('other'))
  expect(await runInTurns(steps())).toBe('made')
  expect(log).toEqual(['first', 'other', 'second'])
})

it('a fault ends it', async () => {
  // oxlint-disable-next-line require-yield
  function* steps(): Generator<undefined, string> {
    throw new RangeError('Broken')
  }
  await expect(runInTurns(steps())).rejects.toThrow('Broken')
})
