import type { ChangeSet, History } from '../../core/command.ts'
import type { Finding } from '../../core/diagnostic.ts'
import type { View } from '../../core/view.ts'
import { plan, type Plan, type Wanted } from '../../engine/commands/plan.ts'
import { policyOf, type Knowledge, type Sources } from '../validate/check.ts'
import { configurationOf, contextOf, selectionOf, wanted } from '../validate/policy.ts'

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
  /** Writes a change set made from a view: all of it or nothing. */
  write(changes: ChangeSet, seen: View): void
  history?: History | undefined
}

/** What a batch came to, on which view; or why the configuration cannot be read: then every command is refused. */
export type Ran = { readonly plan: Plan; readonly head: View } | { readonly problems: readonly Finding[] }

/** Runs a batch of commands on the head of some sources, under the policy of their base. */
export async function run(
  batch: readonly Wanted[],
  sources: Sources,
  knowledge: Knowledge,
  settings: RunSettings,
  world: RunWorld,
): Promise<Ran> {
  const policy = await configurationOf(policyOf(sources, {}), knowledge.schema)
  if ('problems' in policy) return policy
  const { configuration } = policy
  const protocols = wanted(knowledge.protocols, configuration, [])
  const selection = selectionOf(protocols, configuration)
  const own = batch.flatMap(({ name, words, report }) => {
    const request = { name: words[0], words: words.slice(1), report, actor: settings.actor }
    return protocols.flatMap(({ commands }) => commands.find((command) => command.name === name)?.selectors?.(request) ?? [])
  })
  const [head, base] = await Promise.all([
    sources.head.open({ ...selection, selectors: [...selection.selectors, ...own] }),
    sources.base?.open(selection),
  ])
  const planned = plan(batch, {
    head,
    base,
    context: contextOf(configuration, settings.at),
    protocols,
    sections: configuration.protocols,
    severity: configuration.severity,
    actor: settings.actor,
    most: configuration.limits.commands,
    history: world.history,
  })
  if (planned.outcome === 'changed' && !settings.dryRun) world.write(planned.changes, head)
  return { plan: planned, head }
}
