import type { Change } from '../../../core/change.ts'
import type { Log } from '../../../core/log.ts'
import type { Conversation, LedgerCommit } from '../../../core/host/conversation.ts'
import type { Selection } from '../../../core/view.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { resultOf } from '../../result.ts'
import { selectionFor } from '../../command/run.ts'
import { logAt } from '../../command/log.ts'
import { contextOf, openedWhole, selectionOf, wanted } from '../../validate/policy.ts'
import { changeOf } from './change-of.ts'
import { dutiesOf } from './duties.ts'
import { authorize, type AuthorizedComment } from './authorize.ts'
import { askingOnce } from './people.ts'
import { placeOf, policyTip, type Place } from './place.ts'
import { policyAt, type Policy } from './policy.ts'
import type { ParsedComment } from '../comment.ts'
import type { World } from '../world.ts'

type ReadConversation = () => Promise<Conversation | undefined>

/** Everything that is known before anything is planned. */
export interface Situation {
  readonly world: World
  /** Reads the conversation anew. */
  readonly read: ReadConversation
  readonly conversation: Conversation
  readonly policy: Policy
  readonly place: Place
  readonly authorized: readonly AuthorizedComment[]
  /** Reads the commits of the change under review. */
  readonly change: () => Promise<Change | undefined>
  /** The commits that lead to the head. */
  readonly log: Log
}

/** Reads a conversation, and what its comments ask of us; nothing where there is no such conversation. */
export async function situation(world: World, read: ReadConversation, comments: readonly ParsedComment[]): Promise<Situation | undefined> {
  const conversation = await read()
  if (!conversation) return undefined
  const policy = await policyAt(world, policyTip(conversation))
  const place = placeOf(conversation, policy.configuration.commands.onIssue)
  const asking = { ...world, host: askingOnce(world.host) }
  const all = await Promise.all(comments.map((each) => authorize(asking, each, policy.configuration, conversation, place)))
  const broken = policy.broken
  const authorized = all.flatMap((each) =>
    each === undefined ? [] : [broken.length === 0 || each.edited ? each : { ...each, refused: broken }],
  )
  return {
    world,
    read,
    conversation,
    policy,
    place,
    authorized,
    change: changeOf(world, conversation, place),
    log: logAt([world.host], place.head),
  }
}

/** What the protocols want to see, and the files that commands look at besides. */
function selectionOfAll(
  { protocolRegistry, configuration: path = configurationPath }: World,
  { configuration }: Policy,
  authorized: readonly AuthorizedComment[],
): Selection {
  const protocols = wanted(protocolRegistry.protocols, configuration, [])
  const { commands: most } = configuration.limits
  const all = authorized.map(({ comment, commands }) => selectionFor(commands.slice(0, most), protocols, configuration, comment.author))
  return {
    selectors: [
      ...selectionOf(protocols, configuration).selectors,
      ...all.flatMap(({ selectors }) => selectors),
      // The check of what comes of it will look at it: so it is read with the others.
      { glob: path, need: 'text' },
    ],
    limit: configuration.limits.file,
  }
}

/** What a batch needs of one commit, and of the one that it is compared with. */
export async function lookAt(
  world: World,
  sha: string,
  mergeBase: string | undefined,
  policy: Policy,
  authorized: readonly AuthorizedComment[],
) {
  const { configuration } = policy
  const selection = selectionOfAll(world, policy, authorized)
  const protocols = wanted(world.protocolRegistry.protocols, configuration, [])
  const head = world.host.commitTree(sha)
  const trees = { head, base: mergeBase === undefined ? undefined : world.host.commitTree(mergeBase) }
  const views = await openedWhole(trees, selection, protocols, configuration, contextOf(configuration, world.now(), { head }))
  return { world, sha, selection, configuration, ...views }
}

/** Who worked on the change, where duties are kept apart; or the Fault that keeps us from knowing. */
export async function dutiesAt({ world, conversation, policy, place }: Situation, ledger: readonly LedgerCommit[]) {
  if (!policy.configuration.commands.separateDuties) return undefined
  return resultOf(dutiesOf(world, conversation, place, ledger))
}
