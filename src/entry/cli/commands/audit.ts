import { auditSources } from '../../../app/audit/check.ts'
import { lastCommitTimes } from '../../../app/audit/times.ts'
import type { Sources } from '../../../app/validate/check.ts'
import type { ProtocolName } from '../../../core/protocol.ts'
import type { LastCommits } from '../../../core/repository.ts'
import type { FailOn } from '../../../core/report.ts'
import { duration } from '../../../engine/configuration/values.ts'
import type { Format } from '../../../render/index.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { exitOf } from '../exit.ts'
import { timeFrom } from '../../calls/time.ts'
import { print } from '../output.ts'
import { sourcesOf, type SourceOptions } from '../../calls/sources.ts'
import { readTree } from '../../calls/tree.ts'
import { UsageError } from '../../calls/usage.ts'

/** The options of `baton audit`, as they were given. */
export interface AuditOptions extends Pick<SourceOptions, 'root' | 'wait' | 'config' | 'rev'> {
  readonly format: Format
  readonly at?: string
  readonly staleAfter?: string
  readonly since?: string
  readonly protocol?: readonly ProtocolName[]
  readonly failOn?: FailOn
  readonly allowEmpty?: true
}

function ageOf({ staleAfter }: AuditOptions): number | undefined {
  if (staleAfter === undefined) return undefined
  // A word of the command line, which is in no file.
  const { success, data } = duration().safeParse(staleAfter)
  if (!success) throw new UsageError(`Unexpected --stale-after ${staleAfter}, expected a whole number and m, h or d, such as 48h.`)
  return data
}

/** Where everything is read. The policy is that of the checked files, whatever they are compared with. */
async function readFrom({ since, ...options }: AuditOptions): Promise<Sources> {
  const { head, ...sources } = await sourcesOf({ ...options, ...(since !== undefined && { base: since }) }).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.message.replaceAll('--base', '--since')) : error
  })
  return { ...sources, head, policy: head }
}

/** When paths were last committed to, by the clone that the root is in. */
async function lastCommits({ root, rev = 'HEAD' }: AuditOptions, paths: readonly string[]): Promise<LastCommits | undefined> {
  const { openClone } = await import('../../../gateways/git/clone.ts')
  const clone = await openClone(root)
  const head = await clone?.resolve(rev)
  return head === undefined ? undefined : clone?.lastCommits(head, paths)
}

/** `baton audit`: a soft check of everything, with what only time shows. Gives the exit code. */
export async function audit(options: AuditOptions): Promise<number> {
  const settings = {
    failOn: options.failOn,
    allowEmpty: options.allowEmpty,
    protocols: options.protocol ?? [],
    at: timeFrom(options.at),
    notes: [],
    staleAfter: ageOf(options),
    given: [],
    onlyChanged: options.since !== undefined,
    times: lastCommitTimes((paths) => lastCommits(options, paths)),
  }
  const checked = await readTree(options, 'audit', async () => auditSources(await readFrom(options), lazyProtocols, settings))
  print(checked.report, options.format)
  return exitOf(checked)
}
