import type { Bot } from './bot.ts'
import type { BotSettings } from './environment.ts'

/** Where the processes that share notes note that a sweep has begun: its kind and its key. */
export const sweptNote = ['swept', 'sweep'] as const

/**
 * Looks for what was lost, and audits, at the start and from then on at intervals, for as long as the process has
 * another reason to live.
 *
 * @param failed is called with what went wrong with a round as a whole
 * @returns what ends it
 */
export function startRounds(
  { sweepAll, sweepRound, auditAll }: Pick<Bot, 'sweepAll' | 'sweepRound' | 'auditAll'>,
  { sweep, audit }: Pick<BotSettings, 'sweep' | 'audit'>,
  failed: (error: unknown) => void,
): () => void {
  const begin = (round: () => Promise<void>) => () => void round().catch(failed)
  const startTimer = (interval: number | undefined, round: () => void) =>
    interval === undefined ? undefined : setInterval(round, interval).unref()
  const timers = [startTimer(sweep, begin(sweepRound)), startTimer(audit, begin(auditAll))]
  // A sweep sees what has not been audited for long, and so at the start too.
  if (sweep !== undefined) begin(sweepAll)()
  else if (audit !== undefined) begin(auditAll)()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
