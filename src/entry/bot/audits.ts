import { hour } from '../../core/time.ts'
import { audit, type AuditResult } from '../../app/audit/audit.ts'
import { isAuditOverdue } from '../../app/audit/times.ts'
import type { Ports } from '../../app/ports.ts'
import { nameOf, type InstalledRepository } from './jobs.ts'
import { spread } from './spread.ts'

/** What the bot lends its audits. */
interface AuditsOptions {
  /** Milliseconds between audits of a repository; absent: never. */
  readonly every: number | undefined
  installations(): AsyncIterable<InstalledRepository>
  /** Has an audit wait its turn, unless one does. */
  ask(repository: InstalledRepository): Promise<void>
  /** Called with the reason why one could not be requested. */
  failed(error: unknown): void
  /** Called after an audit. */
  succeeded(round: 'audit'): Promise<void>
}

/** The audits of all repositories: requested on their own schedule, and by the sweep where a heartbeat has stopped. */
export interface Audits {
  /** @param ports leave enough of the rate limit for commands */
  run(repository: InstalledRepository, ports: Ports): Promise<AuditResult | undefined>
  /** Asks for every repository's, one after the other over some time. */
  round(): Promise<void>
  /**
   * Asks for one repository's where its heartbeat has stopped.
   *
   * @param beat when the tip of its default branch was audited last, in milliseconds, as far as that is to be seen
   */
  miss(repository: InstalledRepository, beat: number | undefined): Promise<void>
  stop(): void
}

const age = (time: number | undefined) => (time === undefined ? Infinity : Date.now() - time)

/** Remembers in this process alone when each repository was audited; the rest is read from the heartbeat on GitHub. */
export function makeAudits({ every, installations, ask, failed, succeeded }: AuditsOptions): Audits {
  /** When each repository was audited last, in milliseconds. */
  const auditTimes = new Map<string, number>()
  /**
   * When what could not be brought to its end is tried again, in milliseconds: at the end of a rate limit's hour, say.
   */
  const retryTimes = new Map<string, number>()
  const audits = spread(ask, failed)

  return {
    async run(repository, ports) {
      const end = await audit(
        { ...ports, repositories: [ports.host] },
        { protocols: [], issue: true, recheck: false, defersToOtherApp: false },
      )
      auditTimes.set(nameOf(repository), Date.now())
      retryTimes.delete(nameOf(repository))
      if (end && end.notes.length > 0) retryTimes.set(nameOf(repository), Date.now() + hour)
      await succeeded('audit')
      return end
    },
    async round() {
      if (every === undefined) return
      const places: InstalledRepository[] = []
      for await (const repository of installations()) places.push(repository)
      audits.over(places, every)
    },
    async miss(repository, beat) {
      if (every === undefined) return
      if (Date.now() >= (retryTimes.get(nameOf(repository)) ?? Infinity)) {
        await ask(repository)
        return
      }
      // A push hides the heartbeat: what this process remembers counts first.
      if (!isAuditOverdue(age(auditTimes.get(nameOf(repository))), every)) return
      if (isAuditOverdue(age(beat), every)) await ask(repository)
      else if (beat !== undefined) auditTimes.set(nameOf(repository), beat)
    },
    stop: () => void audits.stop(),
  }
}
