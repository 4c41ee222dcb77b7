import { prepareHistory, type PreparedHistory } from '../../app/history.ts'
import type { ConfigurationPlace } from '../../app/validate/policy.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import type { Clone } from '../../gateways/git/clone.ts'
import { gitFactsOf } from '../../gateways/git/log.ts'
import { lazyProtocols } from '../lazy-protocols.ts'

/** Which way to a commit is replayed for a board. */
export interface PastOptions {
  readonly root: string
  readonly clone: Clone
  readonly tip: string
  /** That of the board. */
  readonly configuration: ConfigurationPlace
  readonly protocols: readonly ProtocolName[]
  /** None: all. */
  readonly targets: readonly string[]
}

/** The way to a commit with its contradictions, under a configuration; absent where that cannot be read. */
export async function preparePast({
  root,
  clone,
  tip,
  configuration,
  protocols,
  targets,
}: PastOptions): Promise<PreparedHistory | undefined> {
  const prepared = await prepareHistory({ ...clone, log: gitFactsOf(root, tip)?.log }, lazyProtocols, {
    tip,
    configuration,
    protocols,
    targets,
    codes: [],
    openOnly: false,
    sort: 'standing',
    maxCommits: Number.POSITIVE_INFINITY,
  })
  return 'problems' in prepared ? undefined : prepared
}
