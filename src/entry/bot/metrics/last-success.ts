import { day } from '../../../core/time.ts'
import type { Notes } from '../../../core/lanes.ts'
import type { Meter } from './meter.ts'

const metricOf = { sweep: 'sweep_success_timestamp_seconds', audit: 'audit_success_timestamp_seconds' } as const

type Round = keyof typeof metricOf

const rounds = Object.keys(metricOf) as readonly Round[]

const rememberedSeconds = (30 * day) / 1000

/**
 * @returns what notes that a sweep or an audit succeeded now. Each process that shares the notes shows when one of them
 * did so last.
 */
export function lastSuccesses(notes: Notes, meter: Meter, now: () => number): (round: Round) => Promise<void> {
  meter.before(async () => {
    const values = await notes.get('succeeded', rounds)
    for (const [index, round] of rounds.entries()) {
      const at = Number(values[index])
      if (at > 0) meter.set(metricOf[round], {}, at / 1000)
    }
  })
  return async (round) => {
    await notes.put('succeeded', round, String(now()), rememberedSeconds)
  }
}
