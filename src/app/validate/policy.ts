import { dayOf } from '../../core/day.ts'
import type { Context, Protocol, ProtocolName } from '../../core/protocol.ts'
import type { Selection, Tree } from '../../core/view.ts'
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

/** What these protocols want to see. */
export function selectionOf(protocols: readonly Protocol[], { protocols: sections, limits }: Configuration): Selection {
  return { selectors: protocols.flatMap((protocol) => protocol.selectors(sections[protocol.name])), limit: limits.file }
}

/** What a reading needs to know besides the files; `at` is ISO 8601. */
export function contextOf({ timeZone, limits }: Configuration, at: string): Context {
  return { at, day: dayOf(at, timeZone), limit: limits.file }
}
