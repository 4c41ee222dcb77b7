import { ourSide } from '../../engine/unmerged.ts'
import { dayOf } from '../../core/time.ts'
import type { Place } from '../../core/diagnostic.ts'
import type { Report } from '../../core/report.ts'
import type { Log } from '../../core/log.ts'
import type { Asked, Context } from '../../core/context.ts'
import type { Protocol, ProtocolName, ProtocolDescriptor } from '../../core/protocol.ts'
import type { Selection, Tree, View } from '../../core/view.ts'
import { configurationLimit, configurationPlace, readConfiguration, type ConfigurationResult } from '../../engine/configuration/read.ts'
import { sourceOf } from '../../engine/checking/source.ts'
import type { Configuration, ConfigurationSchema } from '../../engine/configuration/schema.ts'

/** Where a configuration stands. */
export interface ConfigurationPlace {
  readonly tree: Tree
  readonly path: string
}

/** A configuration, or why it is none; `absent`: there is no such file, and everything is as by default. */
export type Policy = ConfigurationResult & {
  readonly absent: boolean
  /** Where something stands in its text: `['audit', 'known', 0]`; the nearest thing above it, where nothing does. */
  place(keys: readonly (string | number)[]): Place
  /** Its lines. */
  readonly source: NonNullable<Report['source']>
}

/** One that could be read. */
export type ReadPolicy = Extract<Policy, { readonly configuration: Configuration }>

/** The configuration of a tree, on its own: it has a limit of its own, and is read before the others are known. */
export async function configurationOf({ tree, path }: ConfigurationPlace, schema: ConfigurationSchema): Promise<Policy> {
  const view = await tree.open({ selectors: [{ glob: path, need: 'text' }], limit: configurationLimit })
  return {
    ...readConfiguration(view, schema, path),
    absent: view.entry(path) === undefined,
    place: (keys) => configurationPlace(view, path, keys),
    source: sourceOf(view, configurationLimit),
  }
}

/** The protocols to look for: those that are not switched off and, where any are named, only these. */
export function wanted<Known extends ProtocolDescriptor>(
  protocols: readonly Known[],
  { protocols: sections }: Configuration,
  only: readonly ProtocolName[],
): readonly Known[] {
  return protocols.filter(({ name }) => sections[name] !== false && (only.length === 0 || only.includes(name)))
}

/** What these protocols want to see, of the files that were named too. */
export function selectionOf(
  protocols: readonly ProtocolDescriptor[],
  { protocols: sections, limits }: Configuration,
  asked?: Asked,
): Selection {
  return { selectors: protocols.flatMap((protocol) => protocol.selectors(sections[protocol.name], asked)), limit: limits.file }
}

/** What is known of what is looked at, besides its files. */
export interface Surroundings {
  readonly head?: Tree
  readonly log?: Log | undefined
  /** Whether git has a file of the working tree. */
  readonly tracked?: ((path: string) => boolean) | undefined
}

/** What a reading needs to know besides the files; `at` is ISO 8601. */
export function contextOf(
  { timeZone, limits }: Configuration,
  at: string,
  { head, log, tracked }: Surroundings = {},
  asked?: Asked,
): Context {
  // What a commit holds, git has.
  return { at, day: dayOf(at, timeZone), limit: limits.file, asked, log, tracked: head?.sha === undefined ? tracked : () => true }
}

/** What is opened: with a base, or by itself. */
interface Trees {
  readonly head: Tree
  readonly base?: Tree | undefined
}

/** What was opened. */
interface Opened {
  readonly head: View
  readonly base: View | undefined
}

/** Opens trees with a selection. */
export async function opened({ head, base }: Trees, selection: Selection): Promise<Opened> {
  const [now, before] = await Promise.all([head.open(selection), base?.open(selection)])
  return { head: ourSide(now), base: before && ourSide(before) }
}

/** The views of a first look; opened once more where it shows these protocols that more is needed. */
export async function further(
  trees: Trees,
  first: Opened,
  selection: Selection,
  protocols: readonly Protocol[],
  { protocols: sections }: Configuration,
  context: Context,
): Promise<Opened> {
  const more = protocols.flatMap((protocol) => protocol.further(first, sections[protocol.name], context))
  return more.length === 0 ? first : opened(trees, { ...selection, selectors: [...selection.selectors, ...more] })
}

/** Opens trees with a selection, and with what these protocols need besides as a first look shows. */
export const openedWhole = async (
  trees: Trees,
  selection: Selection,
  protocols: readonly Protocol[],
  configuration: Configuration,
  context: Context,
): Promise<Opened> => further(trees, await opened(trees, selection), selection, protocols, configuration, context)
