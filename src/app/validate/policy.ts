import { dayOf } from '../../core/day.ts'
import type { Log } from '../../core/log.ts'
import type { Asked, Context, Protocol, ProtocolName } from '../../core/protocol.ts'
import type { Selection, Tree, View } from '../../core/view.ts'
import { configurationLimit, readConfiguration, type ConfigurationResult } from '../../engine/configuration/read.ts'
import type { Configuration, ConfigurationSchema } from '../../engine/configuration/schema.ts'

/** Where a configuration stands. */
export interface ConfigurationPlace {
  readonly tree: Tree
  readonly path: string
}

/** A configuration, or why it is none; `absent`: there is no such file, and everything is as by default. */
export type Policy = ConfigurationResult & { readonly absent: boolean }

/** The configuration of a tree, on its own: it has a limit of its own, and is read before the others are known. */
export async function configurationOf({ tree, path }: ConfigurationPlace, schema: ConfigurationSchema): Promise<Policy> {
  const view = await tree.open({ selectors: [{ glob: path, need: 'text' }], limit: configurationLimit })
  return { ...readConfiguration(view, schema, path), absent: view.entry(path) === undefined }
}

/** The protocols to look for: those that are not switched off and, where any are named, only these. */
export function wanted(
  protocols: readonly Protocol[],
  { protocols: sections }: Configuration,
  only: readonly ProtocolName[],
): readonly Protocol[] {
  return protocols.filter(({ name }) => sections[name] !== false && (only.length === 0 || only.includes(name)))
}

/** What these protocols want to see, of the files that were named too. */
export function selectionOf(protocols: readonly Protocol[], { protocols: sections, limits }: Configuration, asked?: Asked): Selection {
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

/** Opens trees with a selection; read once more where a first look shows that more is needed. */
export async function opened(
  { head, base }: Trees,
  selection: Selection,
  protocols: readonly Protocol[],
  { protocols: sections }: Configuration,
  context: Context,
): Promise<{ readonly head: View; readonly base: View | undefined }> {
  const open = async (wanted: Selection) => {
    const [now, before] = await Promise.all([head.open(wanted), base?.open(wanted)])
    return { head: now, base: before }
  }
  const views = await open(selection)
  const further = protocols.flatMap((protocol) => protocol.further(views, sections[protocol.name], context))
  return further.length === 0 ? views : open({ ...selection, selectors: [...selection.selectors, ...further] })
}
