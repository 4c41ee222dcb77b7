import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { edited } from './large/edited.ts'
import { large } from './large/index.ts'
import type { Grown } from './large/program.ts'

const program = join(import.meta.dirname, 'large', 'program.ts')

const runs = new Map<string, Promise<readonly Grown[]>>()

/**
 * Everything that is done with the large repositories of a protocol. It is counted in a process of its own: counts of
 * code that ran before are not whole.
 */
function grown(protocol: string): Promise<readonly Grown[]> {
  const ran =
    runs.get(protocol) ??
    promisify(execFile)(process.execPath, ['--no-flush-bytecode', program, protocol], { maxBuffer: 2 ** 26 }).then(
      ({ stdout }) =>
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Grown),
    )
  runs.set(protocol, ran)
  return ran
}

describe.each(Object.keys(large))('large repositories of the protocol %s', (protocol) => {
  it('take twice the steps where they are twice as large, whatever is done with them', async () => {
    const all = await grown(protocol)
    expect(all.length).toBeGreaterThan(10)
    expect(all.filter(({ outcomes }) => outcomes.some((outcome) => outcome !== 'as expected'))).toEqual([])
    expect(all.filter(({ growing }) => growing.length > 0)).toEqual([])
  })
})

describe('a file that is edited in many places', () => {
  it.each(edited)(
    'is read and written as often whatever their number: %s, %s, %s, %s',
    async (protocol, about, job, by) => {
      const found = (await grown(protocol)).find((entry) => entry.about === about && entry.job === job)
      const [once = 0, ...laterCounts] = found?.whole[by] ?? []
      expect(once).toBeGreaterThan(0)
      expect(laterCounts).toEqual([once, once])
    },
  )
})
