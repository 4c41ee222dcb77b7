import { TreeTooLarge } from '../validate/bounded-tree.ts'
import type { HostIdentity, ConversationReader, PushReader, BranchMover, MergeReader } from '../../core/host/host.ts'
import type { Clock, WithHost } from '../ports.ts'
import type { Repository } from '../../core/repository.ts'
import type { ChangeSet, Content } from '../../core/command.ts'
import { Fault, resultOf } from '../../core/fault.ts'
import type { Conversation } from '../../core/host/conversation.ts'
import { msg } from '../../core/message.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { commitMessage } from '../../engine/commands/ledger.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { policyAt } from '../comments/authorization/situation.ts'
import { checkHead, type HeadCheckPorts } from '../review/check-head.ts'
import { pullSubject } from '../validate/event.ts'
import { discoverProtocols, enabledProtocols, withDeclared } from '../validate/discovery.ts'
import { mergedText, mergedTree } from './merge.ts'

export type ResolvePorts = HeadCheckPorts & WithHost<MergeReader & PushReader & BranchMover & ConversationReader>

/** The result of a pull request that may conflict with its base, for the log. */
export interface ResolveResult {
  /** `left`: it conflicts, and that is for people; `none`: there is nothing for us to do. */
  readonly outcome: 'resolved' | 'left' | 'none'
  readonly commit?: string
  readonly why?: string
}

type Pull = NonNullable<Conversation['pull']>

const attempts = 4

/** Whether it conflicts by the host's word, which it may have to find first. */
async function hasConflicts(
  { host, pause }: Pick<Clock, 'pause'> & WithHost<MergeReader>,
  number: number,
): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const mergeability = await host.mergeability(number)
    if (mergeability !== 'unknown') return mergeability === 'conflicting'
    if (attempt < attempts) await pause(500 * 2 ** attempt)
  }
  return false
}

/** How many of our commits are looked up. */
const maxPushes = 5

/** Whether a person has dropped a commit by Baton from the branch: then we do not make it again. */
async function wasDiscarded(
  { host }: WithHost<Pick<Repository, 'fork'> & PushReader & HostIdentity>,
  { head, mergeBase }: Pull,
): Promise<boolean> {
  const pushes = await host.pushes(head.branch, mergeBase)
  const ownPushes = pushes
    .filter(({ actor, after }) => actor === host.ownLogin && after !== head.sha)
    .slice(0, maxPushes)
  for (const { after } of ownPushes) if ((await host.fork(head.branch, after))?.mergeBase !== after) return true
  return false
}

/**
 * The texts of some files in both commits and their merge base, merged target by target; `undefined`: one cannot be
 * merged.
 */
async function mergedTexts(
  ports: ResolvePorts,
  configuration: Configuration,
  pull: Pull,
  paths: readonly string[],
): Promise<ChangeSet | undefined> {
  const selection = {
    selectors: paths.map((path) => ({ glob: escapeGlob(path), level: 'text' as const })),
    limit: configuration.limits.file,
  }
  const [base, ours, theirs] = await Promise.all(
    [pull.mergeBase, pull.head.sha, pull.base.tip].map((sha) => ports.host.commitTree(sha).open(selection)),
  )
  if (!base || !ours || !theirs) return undefined
  const { descriptors, load } = withDeclared(ports.protocolRegistry, configuration)
  const enabledDescriptors = enabledProtocols(descriptors, configuration)
  const protocols = await load([
    ...discoverProtocols(enabledDescriptors, { head: ours, base }, configuration),
    ...discoverProtocols(enabledDescriptors, { head: theirs }, configuration),
  ])
  const changes = new Map<string, Content>()
  for (const path of paths) {
    const merged = mergedText(path, { base, ours, theirs }, protocols, configuration)
    if (merged === undefined) return undefined
    changes.set(path, merged)
  }
  return changes
}

const treesOf = async (host: MergeReader, { mergeBase, head, base }: Pull) => {
  const [baseEntries, ours, theirs] = await Promise.all([mergeBase, head.sha, base.tip].map((sha) => host.entries(sha)))
  return baseEntries && ours && theirs && { base: baseEntries, ours, theirs }
}

const leftResult = (why: string): ResolveResult => ({ outcome: 'left', why })

/** The merge commit, which no branch has yet; or why there is none. */
async function mergeOf(ports: ResolvePorts, configuration: Configuration, pull: Pull): Promise<ResolveResult | string> {
  const trees = await treesOf(ports.host, pull)
  if (!trees) return leftResult('The repository is too large to be listed at once.')
  const { takenFromBase: taken, conflicts: paths } = mergedTree(trees)
  const changes = await resultOf(mergedTexts(ports, configuration, pull, paths))
  if (changes instanceof TreeTooLarge) return leftResult(changes.message)
  if (changes instanceof Fault) throw changes
  if (!changes) return leftResult(msg`A person has to resolve the conflict in ${paths}.`)
  if (await wasDiscarded(ports, pull)) return leftResult('A commit of Baton was discarded: it is not made again.')
  // Our commit would be the last push, and the person who really pushed last might then approve it.
  if (configuration.commands.separateDuties === true && (await ports.host.demandsApprovalOfLastPush(pull.base.branch)))
    return leftResult(
      msg`Duties are separated, and ${pull.base.branch} requires approval of the last push: a person has to merge it by hand.`,
    )
  const entry = {
    command: 'merge',
    actor: undefined,
    cause: { kind: 'push', sha: pull.base.tip } as const,
    target: undefined,
  }
  return ports.host.writeCommit({
    on: pull.head.sha,
    message: commitMessage([{ ...entry, from: undefined, to: undefined, digest: undefined }]),
    changes,
    merges: { commit: pull.base.tip, taken },
  })
}

const isOurs = ({ open, locked, pull, repository }: Conversation): boolean =>
  open && !locked && pull?.head.of === 'repository' && pull.head.branch !== repository.defaultBranch

/**
 * Merges the base into a pull request's branch where nothing but a registry keeps the two apart, and that can be merged
 * target by target: two pull requests about different plugins go in one after the other. Everything else is for people.
 *
 * @throws Fault where the host does not answer
 */
export async function resolvePull(ports: ResolvePorts, number: number): Promise<ResolveResult> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (!(await hasConflicts(ports, number))) return { outcome: 'none' }
    const conversation = await ports.host.conversation(number, [])
    const pull = conversation?.pull
    if (!conversation || !pull || !isOurs(conversation)) return { outcome: 'none' }
    const { configuration, broken } = await policyAt(ports, pull.base.tip)
    if (broken.length > 0 || configuration.sync === 'off') return { outcome: 'none' }
    const commit = await mergeOf(ports, configuration, pull)
    if (typeof commit !== 'string') return commit
    const moveResult = await ports.host.moveBranch({ branch: pull.head.branch, from: pull.head.sha, to: commit })
    if (moveResult.end === 'refused') return leftResult(moveResult.why)
    if (moveResult.end === 'unclear')
      throw new Fault(msg`GitHub did not report where the branch ${pull.head.branch} is.`, {
        hint: 'The next push to the base tries again.',
      })
    if (moveResult.end === 'done') {
      await checkHead(
        ports,
        pullSubject({ head: commit, base: pull.base.branch, branch: pull.head.branch, fork: false }),
        { of: number },
      )
      return { outcome: 'resolved', commit }
    }
    await ports.pause(250 * 2 ** attempt)
  }
  return leftResult('The branch kept moving.')
}
