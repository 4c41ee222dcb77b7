import { memoBy } from '../../core/once.ts'
import type { Context } from '../../core/context.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { emptyView } from '../../core/view.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { protocolsNeededBy, selectorsOf } from '../command/run.ts'
import { TreeTooLarge } from '../validate/bounded-tree.ts'
import { openProtocols, withDeclared, type OpenViews, type OpenRequest } from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'
import type { AuthorizedComment } from './authorization/authorize.ts'
import type { Situation } from './authorization/situation.ts'

/** One commit, and the one that it is compared with, as a batch is planned on them. */
export interface PlanningViews extends OpenViews {
  readonly sha: string
  /** Whether they show files that no protocol reads: commands look at these. */
  readonly isWider: boolean
  /** The context of a time, ISO 8601. The same time gives the same context, so that its readings can be used again. */
  contextAt(at: string): Context
  /** Why nothing was read: then the views are empty, and every command is refused. */
  readonly tooLarge?: Diagnostic
}

/** Opens the trees on which a batch is planned. */
export async function openForPlanning(
  { ports, policy: { configuration }, log }: Pick<Situation, 'ports' | 'policy' | 'log'>,
  sha: string,
  mergeBase: string | undefined,
  authorized: readonly AuthorizedComment[],
): Promise<PlanningViews> {
  const { host, protocolRegistry, configuration: path = configurationPath } = ports
  const head = host.commitTree(sha)
  const contextAt = memoBy(
    (at: string) => ({ ...contextOf(configuration, at, { head, log }), asksNext: true }) as const,
  )
  const batches = authorized.map(({ comment, commands }) => ({
    actor: comment.author,
    batch: commands.slice(0, configuration.limits.commands),
  }))
  let isWider = false
  const request: OpenRequest = {
    trees: { head, base: mergeBase === undefined ? undefined : host.commitTree(mergeBase) },
    configuration,
    context: contextAt(authorized[0]?.comment.at ?? ports.now()),
    // The check of the result looks at it: so it is read with the others.
    besides: [{ glob: path, level: 'text' }],
    also: batches.flatMap(({ batch }) => protocolsNeededBy(batch, withDeclared(protocolRegistry, configuration))),
    moreSelectors(protocols) {
      const selectors = batches.flatMap(({ batch, actor }) => selectorsOf(batch, protocols, actor))
      isWider = selectors.length > 0
      return selectors
    },
  }
  try {
    return { ...(await openProtocols(protocolRegistry, request)), sha, isWider, contextAt }
  } catch (error) {
    if (!(error instanceof TreeTooLarge)) throw error
    const { context } = request
    const emptyViews = {
      head: emptyView,
      base: undefined,
      selection: { selectors: [], limit: 0 },
      context,
      descriptors: [],
      protocols: [],
    }
    return { ...emptyViews, sha, isWider, contextAt, tooLarge: error.diagnostic }
  }
}
