import type { ChangeSet, Content } from '../../core/command.ts'
import { Fault } from '../../core/fault.ts'
import type { Conversation } from '../../core/host/conversation.ts'
import type { Host } from '../../core/host/host.ts'
import { msg } from '../../core/message.ts'
import { literally } from '../../documents/glob.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { policyAt } from '../conversation/hearing/policy.ts'
import type { World } from '../conversation/world.ts'
import { checkHead } from '../review/check-head.ts'
import { pullSubject } from '../validate/event.ts'
import { discovered, enabled } from '../validate/discovery.ts'
import { mergedText } from './merged-text.ts'
import { mergedTree } from './merged-tree.ts'

/** What came of a pull request that may conflict with its base, for the log. */
export interface Resolved {
  /** `left`: it conflicts, and that is for people; `none`: there is nothing for us to do. */
  readonly outcome: 'resolved' | 'left' | 'none'
  /** The merge commit. */
  readonly commit?: string
  readonly why?: string
}

type Pull = NonNullable<Conversation['pull']>

const attempts = 4

/** Whether it conflicts by the host's word, which it may have to find first. */
async function conflicts({ host, pause }: World, number: number): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const found = await host.mergeability(number)
    if (found !== 'unknown') return found === 'conflicting'
    await pause(500 * 2 ** attempt)
  }
  return false
}

/** How many of our commits are looked up. */
const mostOurs = 5

/** Whether somebody threw a commit of ours away that stood on the branch: then we do not make it again. */
async function wasThrownAway({ host }: World, { head, mergeBase }: Pull): Promise<boolean> {
  const pushes = await host.pushes(head.branch, mergeBase)
  const ours = pushes.filter(({ actor, after }) => actor === host.us && after !== head.sha).slice(0, mostOurs)
  for (const { after } of ours) if ((await host.fork(head.branch, after))?.mergeBase !== after) return true
  return false
}

/** The texts of some files in both commits and where they parted, merged target by target; `undefined`: one cannot be. */
async function mergedTexts(
  world: World,
  configuration: Configuration,
  pull: Pull,
  paths: readonly string[],
): Promise<ChangeSet | undefined> {
  const selection = { selectors: paths.map((path) => ({ glob: literally(path), need: 'text' as const })), limit: configuration.limits.file }
  const [base, ours, theirs] = await Promise.all(
    [pull.mergeBase, pull.head.sha, pull.base.tip].map((sha) => world.host.commitTree(sha).open(selection)),
  )
  if (!base || !ours || !theirs) return undefined
  const { descriptors, load } = world.protocolRegistry
  const known = enabled(descriptors, configuration)
  const protocols = await load([
    ...discovered(known, { head: ours, base }, configuration),
    ...discovered(known, { head: theirs }, configuration),
  ])
  const changes = new Map<string, Content>()
  for (const path of paths) {
    const merged = mergedText(path, { base, ours, theirs }, protocols, configuration)
    if (merged === undefined) return undefined
    changes.set(path, merged)
  }
  return changes
}

const treesOf = async (host: Host, { mergeBase, head, base }: Pull) => {
  const [was, ours, theirs] = await Promise.all([mergeBase, head.sha, base.tip].map((sha) => host.entries(sha)))
  return was && ours && theirs && { base: was, ours, theirs }
}

const left = (why: string): Resolved => ({ outcome: 'left', why })

/** The merge commit, which no branch has yet; or why there is none. */
async function mergeOf(world: World, configuration: Configuration, pull: Pull): Promise<Resolved | string> {
  const trees = await treesOf(world.host, pull)
  if (!trees) return left('The repository is too large to be listed at once.')
  const { taken, conflicts: paths } = mergedTree(trees)
  const changes = await mergedTexts(world, configuration, pull, paths)
  if (!changes) return left(msg`Somebody has to choose in ${paths}.`)
  if (await wasThrownAway(world, pull)) return left('Somebody threw a commit of ours away: none is made again.')
  // Our commit would be the last push, and whoever really pushed last might then approve it.
  if (configuration.commands.separateDuties && (await world.host.demandsApprovalOfLastPush(pull.base.branch)))
    return left(msg`Duties are kept apart, and ${pull.base.branch} wants the last push approved: somebody has to merge it by hand.`)
  const entry = { command: 'merge', actor: undefined, cause: { kind: 'push', sha: pull.base.tip } as const, target: undefined }
  return world.host.writeCommit({
    on: pull.head.sha,
    message: commitMessage([{ ...entry, from: undefined, to: undefined, digest: undefined }]),
    changes,
    merges: { commit: pull.base.tip, taken },
  })
}

const isOurs = ({ open, locked, pull, repository }: Conversation): boolean =>
  open && !locked && pull?.head.of === 'repository' && pull.head.branch !== repository.defaultBranch

/**
 * Merges the base into a pull request's branch where nothing but a registry keeps the two apart, and that can be merged target by
 * target: two pull requests about different plugins go in one after the other. Everything else is for people.
 *
 * @throws Fault where the host does not answer
 */
export async function resolvePull(world: World, number: number): Promise<Resolved> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (!(await conflicts(world, number))) return { outcome: 'none' }
    const conversation = await world.host.conversation(number, [])
    const pull = conversation?.pull
    if (!conversation || !pull || !isOurs(conversation)) return { outcome: 'none' }
    const { configuration, broken } = await policyAt(world, pull.base.tip)
    if (broken.length > 0 || configuration.sync === 'off') return { outcome: 'none' }
    const commit = await mergeOf(world, configuration, pull)
    if (typeof commit !== 'string') return commit
    const moved = await world.host.moveBranch({ branch: pull.head.branch, from: pull.head.sha, to: commit })
    if (moved.end === 'refused') return left(moved.why)
    if (moved.end === 'unclear')
      throw new Fault(msg`GitHub does not say where the branch ${pull.head.branch} is.`, { hint: 'The next push to the base tries again.' })
    if (moved.end === 'done') {
      await checkHead(world, pullSubject({ head: commit, base: pull.base.branch, branch: pull.head.branch, fork: false }))
      return { outcome: 'resolved', commit }
    }
    await world.pause(250 * 2 ** attempt)
  }
  return left('The branch moved again and again.')
}
