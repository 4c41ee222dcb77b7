import { auditSources } from '../../../app/audit/check.ts'
import { lastCommitTimes, type Times } from '../../../app/audit/times.ts'
import type { Sources } from '../../../app/validate/check.ts'
import { once } from '../../../core/once.ts'
import { duration } from '../../../engine/configuration/values.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { reportAnswer } from '../../calls/answer.ts'
import type { Answer } from '../../operations/operation.ts'
import type { AuditInput } from '../../operations/reading.ts'
import { withOffers } from '../../calls/no-state.ts'
import { timeFrom } from '../../calls/time.ts'
import { sourcesOfOptions } from '../../calls/sources.ts'
import { readTree } from '../../calls/tree.ts'
import { UsageError } from '../../calls/usage.ts'

function ageOf({ staleAfter }: AuditInput): number | undefined {
  if (staleAfter === undefined) return undefined
  // A word of the command line, which is in no file.
  const { success, data } = duration().safeParse(staleAfter)
  if (!success)
    throw new UsageError(`Unexpected --stale-after ${staleAfter}, expected an integer and m, h or d, such as 48h.`)
  return data
}

/** Where everything is read. The policy is that of the checked files, whatever they are compared with. */
async function readFrom({ since, ...options }: AuditInput): Promise<Sources> {
  const { head, ...sources } = await sourcesOfOptions({
    ...options,
    ...(since !== undefined && { base: since }),
  }).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.message.replaceAll('--base', '--since')) : error
  })
  return { ...sources, head, policy: head }
}

/** When paths and lines were last committed to, by the clone that the root is in. */
function timesOf(options: AuditInput): Times {
  const cloneAtHead = once(async () => {
    const { openClone } = await import('../../../gateways/git/clone.ts')
    const clone = await openClone(options.root)
    const head = await clone?.resolve(options.rev ?? 'HEAD')
    return clone && head !== undefined ? { clone, head } : undefined
  })
  return lastCommitTimes(
    async (paths) => {
      const { clone, head = '' } = (await cloneAtHead()) ?? {}
      return clone?.lastCommits(head, paths)
    },
    async (path, lines) => {
      const { clone, head = '' } = (await cloneAtHead()) ?? {}
      // What is not committed has its lines elsewhere.
      const isCommitted = options.rev !== undefined || (await clone?.uncommitted(head, [path]))?.size === 0
      return isCommitted ? clone?.lineCommits(head, path, lines) : undefined
    },
  )
}

/** `audit`: a soft check of everything, with what only time shows. */
export async function audit(options: AuditInput): Promise<Answer> {
  const settings = {
    failOn: options.failOn,
    allowEmpty: options.allowEmpty,
    protocols: options.protocol ?? [],
    at: timeFrom(options.at),
    notes: [],
    staleAfter: ageOf(options),
    earlierFindings: [],
    onlyChanged: options.since !== undefined,
    times: timesOf(options),
  }
  const checked = await readTree(options, 'audit', async () => {
    const sources = await readFrom(options)
    return withOffers(await auditSources(sources, lazyProtocols, settings), sources)
  })
  return reportAnswer(checked)
}
