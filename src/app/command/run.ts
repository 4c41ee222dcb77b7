import type { Finding } from '../../core/diagnostic.ts'
import type { Selection, View } from '../../core/view.ts'
import type { Slip } from '../../engine/commands/grammar.ts'
import { planner, type Plan, type PlanRequest, type Wanted } from '../../engine/commands/plan.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { policyOf, type ProtocolRegistry, type Sources } from '../validate/check.ts'
import { configurationOf, contextOf, openedWhole, selectionOf, wanted } from '../validate/policy.ts'
import { withPast, type OpenPast, type Past } from './past.ts'

export interface RunSettings {
  /** The moment of the request, ISO 8601. */
  readonly at: string
  /** Who asks, without `@`. */
  readonly actor: string
  /** Only plan. */
  readonly dryRun: boolean
}

/** The world as a batch needs it. */
export interface RunWorld {
  /** The commit that the head is at, or was made from; asked for where a command names one. */
  sha(): Promise<string | undefined>
  /** What led to it; nothing where there is none to be had. Asked for where a command looks back. */
  past(selection: Selection): Promise<Past | undefined>
  /** Carries out what a plan made from a view changes: all of it or nothing. */
  write(plan: Plan, seen: View): void | Promise<void>
}

/** What was said: one command, or a comment with any number of them. */
export type Said = { readonly command: Wanted } | { readonly comment: string }

/** The commands of what was said, and what was probably meant as one. */
interface ParsedInput {
  readonly batch: readonly Wanted[]
  readonly slips: readonly Slip[]
}

/** What a batch came to, on which view; or why the configuration cannot be read: then every command is refused. */
export type Ran =
  | { readonly plan: Plan; readonly head: View; readonly slips: readonly Slip[] }
  /** There is no command in it. */
  | { readonly slips: readonly Slip[] }
  | { readonly problems: readonly Finding[] }

/** What reads a comment, loaded before anything else: the tree is not kept from others while a module is read. */
export const loadedFor = async (said: Said): Promise<void> => {
  if ('comment' in said) await import('../../engine/commands/grammar.ts')
}

async function heard(said: Said, { commands: { prefix, notOurs } }: Configuration): Promise<ParsedInput> {
  if ('command' in said) return { batch: [said.command], slips: [] }
  const { readComment } = await import('../../engine/commands/grammar.ts')
  const { commands, slips } = readComment(said.comment, { prefix, notOurs })
  return { batch: commands, slips }
}

/** What the commands of a batch look at besides what the protocols do. */
export function selectionFor(
  batch: readonly Wanted[],
  protocols: PlanRequest['protocols'],
  configuration: Configuration,
  actor: string,
): Selection {
  const selection = selectionOf(protocols, configuration)
  const own = batch.flatMap(({ name, words, report }) => {
    const [first, ...rest] = words.map(({ text }) => text)
    const request = { name: first, words: rest, report, actor }
    return protocols.flatMap(({ commands }) => commands.find((command) => command.name === name)?.selectors?.(request) ?? [])
  })
  return { ...selection, selectors: [...selection.selectors, ...own] }
}

/** Plans over a past, which is opened where a command looks back. */
export const planOver = (batch: readonly Wanted[], request: Omit<PlanRequest, 'history'>, open: OpenPast): Promise<Plan> =>
  withPast(open, (history) => {
    const plan = planner({ ...request, history })
    return () => plan(batch)
  })

/** Runs what was said on the head of some sources, under the policy of their base. */
export async function run(
  said: Said,
  sources: Sources,
  protocolRegistry: ProtocolRegistry,
  settings: RunSettings,
  world: RunWorld,
): Promise<Ran> {
  const policy = await configurationOf(policyOf(sources, {}), protocolRegistry.schema)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const { batch, slips } = await heard(said, configuration)
  if (batch.length === 0) return { slips }
  const protocols = wanted(protocolRegistry.protocols, configuration, [])
  const selection = selectionFor(batch, protocols, configuration, settings.actor)
  const context = contextOf(configuration, settings.at, sources)
  const { head, base } = await openedWhole(sources, selection, protocols, configuration, context)
  const request = {
    head,
    base,
    sha: batch.some((wanted) => wanted.sha !== undefined) ? await world.sha() : undefined,
    context,
    protocols,
    sections: configuration.protocols,
    severity: configuration.severity,
    mode: configuration.mode,
    actor: settings.actor,
    most: configuration.limits.commands,
    local: 'command' in said,
  }
  const plan = await planOver(batch, request, () => world.past(selection))
  if (plan.changes.size + (plan.local?.size ?? 0) > 0 && !settings.dryRun) await world.write(plan, head)
  return { plan, head, slips }
}
