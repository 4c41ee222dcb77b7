import { dayOf } from '../../core/time.ts'
import type { Place } from '../../core/diagnostic.ts'
import type { Report } from '../../core/report.ts'
import type { Log } from '../../core/log.ts'
import type { NamedFiles, Context } from '../../core/context.ts'
import type { Tree } from '../../core/view.ts'
import { configurationLimit, configurationPlace, readConfiguration, type ConfigurationResult } from '../../engine/configuration/read.ts'
import { sourceOf } from '../../engine/checking/source.ts'
import type { Configuration, ConfigurationSchema } from '../../engine/configuration/schema.ts'

/** Where a configuration is. */
export interface ConfigurationPlace {
  readonly tree: Tree
  readonly path: string
}

/** A configuration, or why it is none; `absent`: there is no such file, and all settings have their defaults. */
export type Policy = ConfigurationResult & {
  readonly absent: boolean
  /** Where a value is in its text, by its path (`['audit', 'known', 0]`); if it is not there, the nearest one above it. */
  place(keys: readonly (string | number)[]): Place
  /** Its lines. */
  readonly source: NonNullable<Report['source']>
}

/** One that could be read. */
export type ReadPolicy = Extract<Policy, { readonly configuration: Configuration }>

/** The configuration of a tree, on its own: it has a limit of its own, and is read before the others are known. */
export async function configurationOf({ tree, path }: ConfigurationPlace, schema: () => ConfigurationSchema): Promise<Policy> {
  const view = await tree.open({ selectors: [{ glob: path, level: 'text' }], limit: configurationLimit, mayBeUnmerged: true })
  return {
    ...readConfiguration(view, schema, path),
    absent: view.entry(path) === undefined,
    place: (keys) => configurationPlace(view, path, keys),
    source: sourceOf(view, configurationLimit),
  }
}

/** What is known of a tree under check apart from its files. */
export interface Surroundings {
  readonly head?: Tree
  readonly log?: Log | undefined
  /** Whether git has a file of the working tree. */
  readonly tracked?: ((path: string) => boolean) | undefined
}

/** What a reading needs apart from the files; `at` is ISO 8601. */
export function contextOf(
  { timeZone, limits }: Configuration,
  at: string,
  { head, log, tracked }: Surroundings = {},
  namedFiles?: NamedFiles,
): Context {
  // The files of a commit are in git.
  return { at, day: dayOf(at, timeZone), limit: limits.file, namedFiles, log, tracked: head?.sha === undefined ? tracked : () => true }
}
