import type { Finding } from '../../core/diagnostic.ts'
import type { Offers } from '../../core/report.ts'
import type { Protocol, ProtocolDescriptor, ProtocolName } from '../../core/protocol.ts'
import type { Selection, Selector, View } from '../../core/view.ts'
import type { CommentWithLines, NearMiss } from '../../engine/commands/grammar.ts'
import { installationRules } from '../../engine/installation/index.ts'
import {
  planner,
  type GrantPolicy,
  type Plan,
  type PlanRequest,
  type RequestedCommand,
} from '../../engine/commands/plan.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import type { Sources } from '../validate/check.ts'
import { policyIn } from '../validate/policy-in.ts'
import {
  discoverInPaths,
  discoverProtocols,
  loadDiscovered,
  openProtocols,
  withDeclared,
  type LazyProtocols,
} from '../validate/discovery.ts'
import { contextOf } from '../validate/policy.ts'
import { runInTurns } from '../../gateways/in-turns.ts'
import { protectUnsaved, type UnsavedFiles } from './unsaved.ts'
import { judgeCommit, type DraftedCommit, type PlanSettings } from './committed.ts'
import { claimTargets, release, type ClaimPort, type ClaimRequest } from './claims.ts'
import { noStateText } from '../../render/no-state.ts'
import { offersIn } from '../installation/offers.ts'
import { withPast, type OpenPast, type Past } from './past.ts'

export interface RunSettings {
  /** The time of the request, ISO 8601. */
  readonly at: string
  /** Who asks, without `@`. */
  readonly actor: string
  /** Only plan. */
  readonly dryRun: boolean
  /** The agent that asks, where the commands do not name one themselves. */
  readonly naming?: Pick<GrantPolicy, 'agent' | 'instance' | 'isServer' | 'ownNames'> | undefined
}

export interface RunPorts {
  /** The commit that the head is at, or was made from; read where a command names one. */
  sha(): Promise<string | undefined>
  /** The commits that led to it; `undefined` where none are available. Opened where a command looks back. */
  past(selection: Selection): Promise<Past | undefined>
  /** Absent: the files are in no working tree of git. */
  readonly unsaved?: UnsavedFiles | undefined
  /** Those of some paths that git ignores, by whichever of its files of patterns; absent: nothing is known of that. */
  ignored?(paths: readonly string[]): Promise<ReadonlyMap<string, unknown>>
  /** Where several worktrees of one clone may grant the same. */
  readonly claims?: ClaimPort | undefined
  /** Makes the changes of a plan that was made from a view: all or none. */
  write(plan: Plan, view: View): void | Promise<void>
  /**
   * The commit that a plan is to become, or would if it changed something; `undefined`: none is asked for. Throws where
   * it could not be made.
   */
  draftCommit?(plan: Plan, view: View): Promise<DraftedCommit | undefined>
}

/** The input of a run: one command, or a comment with any number of them. */
export type CommandInput = { readonly command: RequestedCommand } | { readonly comment: CommentWithLines }

/** The commands of the input, and the words that were probably meant as one. */
interface ParsedInput {
  readonly batch: readonly RequestedCommand[]
  readonly nearMisses: readonly NearMiss[]
}

/** The result of a batch, and on which view; or why the configuration cannot be read: then every command is refused. */
export type RunResult =
  | { readonly plan: Plan; readonly head: View; readonly nearMisses: readonly NearMiss[] }
  /** There is no command in it. */
  | { readonly nearMisses: readonly NearMiss[] }
  | { readonly problems: readonly Finding[] }

async function parseInput(input: CommandInput, { commands: { prefix, notOurs } }: Configuration): Promise<ParsedInput> {
  if ('command' in input) return { batch: [input.command], nearMisses: [] }
  const { callsIn, parseCall } = await import('../../engine/commands/grammar.ts')
  const { calls, nearMisses } = callsIn(input.comment.lines, { prefix, notOurs })
  return { batch: calls.map(parseCall), nearMisses }
}

/** Files that the commands of a batch read in addition to those of the protocols. */
export const selectorsOf = (
  batch: readonly RequestedCommand[],
  protocols: readonly Protocol[],
  actor: string,
): readonly Selector[] =>
  batch.flatMap(({ name, words, report }) => {
    const [first, ...rest] = words.map(({ text }) => text)
    const request = { name: first, words: rest, report, actor }
    return protocols.flatMap(
      ({ commands }) => commands.find((command) => command.name === name)?.selectors?.(request) ?? [],
    )
  })

const isUndo = ({ name }: RequestedCommand) => name === 'undo'

/** What `new workflow` writes in addition to an item: an undo of it in a working tree takes it back too. */
const declarations: Selector = { glob: configurationPath, level: 'text', beside: true }

/** Commands about codes, or about earlier commits: they may mean a protocol of which no file is there. */
const isAboutAll = ({ name, words }: RequestedCommand) =>
  name === 'explain' || name === 'undo' || (name === 'fix' && words.length > 0)

/** The protocols that a batch needs, whether or not a file of theirs is there: with a prefix its protocol answers. */
export function protocolsNeededBy(
  batch: readonly RequestedCommand[],
  { descriptors }: LazyProtocols,
): readonly ProtocolName[] {
  const isForAll = batch.some(isAboutAll)
  const prefixes = new Set(batch.flatMap(({ words: [first] }) => /^[^:]*(?=:)/.exec(first?.text ?? '') ?? []))
  return descriptors.flatMap(({ name, kinds }) => (isForAll || kinds.some((kind) => prefixes.has(kind)) ? [name] : []))
}

/** How grants are recorded, by the configuration and for who gives the commands. */
export const grantingBy = (
  { grants, staleAfter, commands }: Configuration,
  naming: RunSettings['naming'],
): GrantPolicy => ({
  ...grants,
  staleAfter,
  separateDuties: commands.separateDuties !== false,
  ...naming,
})

type PlanInput = Omit<
  PlanRequest,
  'history' | 'descriptors' | 'sections' | 'severity' | 'mode' | 'maxCommands' | 'granting' | 'noState'
> & {
  /** The agent that gives the commands, where these do not name one themselves. */
  readonly naming?: RunSettings['naming']
  /** What could be declared, where that was looked for. */
  readonly offers?: Offers | undefined
}

/**
 * Plans over a past, which is opened where a command looks back. Where a command would make files of a protocol that
 * was not there, that is loaded, and it is planned again.
 */
export async function planOver(
  batch: readonly RequestedCommand[],
  input: PlanInput,
  protocolRegistry: LazyProtocols,
  descriptors: readonly ProtocolDescriptor[],
  configuration: Configuration,
  open: OpenPast,
): Promise<Plan> {
  const { protocols: sections, severity, mode, limits } = configuration
  const { load, documentation } = withDeclared(protocolRegistry, configuration)
  const names = descriptors.map(({ name }) => name)
  const isExplaining = batch.some(({ name }) => name === 'explain')
  const explained = isExplaining ? { rules: installationRules, documentation: await documentation() } : undefined
  const { offers } = input
  for (let { protocols } = input; ;) {
    const granting = grantingBy(configuration, input.naming)
    const request = {
      ...input,
      protocols,
      descriptors,
      sections,
      severity,
      mode,
      granting,
      maxCommands: limits.commands,
      explained,
      // In a conversation nothing is looked for that could be declared, and there is no folder that may be the wrong
      // one.
      noState: noStateText(names, offers, offers !== undefined),
    }
    const plan = await withPast(open, (history) => {
      const make = planner({ ...request, history })
      return () => runInTurns(make(batch))
    })
    const loaded = new Set(protocols.map(({ name }) => name))
    const paths = plan.results.flatMap(({ changes }) => [...changes.keys()].map((path) => [path, 'file'] as const))
    const otherDescriptors = descriptors.filter(({ name }) => !loaded.has(name))
    const moreNames = paths.length === 0 ? [] : discoverInPaths(otherDescriptors, paths, configuration)
    if (moreNames.length === 0) return plan
    protocols = await load([...loaded, ...moreNames])
  }
}

/** Loads the modules that a run will need before it locks the tree, so that others need not wait for them. */
export async function loadFor(input: CommandInput, sources: Sources, protocols: LazyProtocols): Promise<void> {
  if ('comment' in input) await import('../../engine/commands/grammar.ts')
  await loadDiscovered(sources, protocols)
}

/** Runs the input on the head of some sources, under the policy of their base. */
export async function runCommands(
  input: CommandInput,
  sources: Sources,
  protocols: LazyProtocols,
  settings: RunSettings,
  ports: RunPorts,
): Promise<RunResult> {
  const policy = await policyIn(sources, protocols)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const { batch, nearMisses } = await parseInput(input, configuration)
  if (batch.length === 0) return { nearMisses }
  const context = { ...contextOf(configuration, settings.at, sources), asksNext: true } as const
  const opened = await openProtocols(protocols, {
    trees: sources,
    configuration,
    context,
    also: protocolsNeededBy(batch, withDeclared(protocols, configuration)),
    moreSelectors: (loaded) => [
      ...selectorsOf(batch, loaded, settings.actor),
      ...('command' in input && batch.some(isUndo) ? [declarations] : []),
    ],
  })
  const { head, base, selection, descriptors } = opened
  // Some commands load every protocol, whether or not anything of it is found.
  const hasState =
    opened.protocols.length > 0 && discoverProtocols(descriptors, { head, base }, configuration).length > 0
  const request = {
    head,
    base,
    sha: batch.some((command) => command.sha !== undefined) ? await ports.sha() : undefined,
    context,
    protocols: opened.protocols,
    actor: settings.actor,
    local: 'command' in input,
    naming: settings.naming,
    dryRun: settings.dryRun,
    offers: hasState ? undefined : await offersIn(sources.head, protocols, configuration, settings.at),
  }
  const initialPlan = await planOver(batch, request, protocols, descriptors, configuration, () => ports.past(selection))
  const plan = await writeWithClaims(
    initialPlan,
    head,
    ports,
    { protocols, configuration, context, selection, at: settings.at },
    settings.dryRun,
  )
  return { plan, head, nearMisses }
}

/**
 * Writes a plan, with claims for its grants: both or neither; refused where it would discard what git does not have.
 * @returns the plan as it was carried out, or would be without dry run
 */
export async function writeWithClaims(
  initialPlan: Plan,
  head: View,
  { claims, unsaved, write, draftCommit }: Pick<RunPorts, 'claims' | 'unsaved' | 'write' | 'draftCommit'>,
  request: ClaimRequest & PlanSettings,
  dryRun: boolean,
): Promise<Plan> {
  const protectedPlan = unsaved ? await protectUnsaved(initialPlan, unsaved, dryRun) : initialPlan
  const { plan: claimedPlan, undo } = claims
    ? await claimTargets(protectedPlan, claims, request, dryRun)
    : { plan: protectedPlan, undo: () => Promise.resolve() }
  if (claimedPlan.outcome === 'refused') return claimedPlan
  let plan = claimedPlan
  try {
    const commit = await draftCommit?.(plan, head)
    if (commit) plan = await judgeCommit(plan, head, commit, request)
    const isEmpty = plan.changes.size + (plan.local?.size ?? 0) === 0
    if (isEmpty || dryRun) return plan
    await write(plan, head)
  } catch (cause) {
    await undo()
    throw cause
  }
  await unsaved?.keep(
    [...plan.changes, ...(plan.local ?? [])].flatMap(([path, content]) => (content === null ? [] : [path])),
  )
  if (claims) await release(plan, claims)
  return plan
}
