import { dayOf } from '../../core/time.ts'
import { msg } from '../../core/message.ts'
import { byPlace, type Finding, type Place } from '../../core/diagnostic.ts'
import { suggestion, suggestionHint } from '../../core/suggestion.ts'
import type { Report } from '../../core/report.ts'
import type { Log } from '../../core/log.ts'
import type { NamedFiles, Context } from '../../core/context.ts'
import type { Tree, View } from '../../core/view.ts'
import { nodeAt } from '../../documents/data.ts'
import {
  configurationData,
  configurationPath,
  configurationLimit,
  configurationPlace,
  configurationSelectors,
  readConfiguration,
  type ConfigurationResult,
} from '../../engine/configuration/read.ts'
import { sourceOf } from '../../engine/checking/source.ts'
import { defaultConfiguration, type Configuration } from '../../engine/configuration/schema.ts'
import { nearestPlace } from '../../kit/path-finding.ts'
import type { LazyProtocols } from './discovery.ts'

export interface ConfigurationPlace {
  readonly tree: Tree
  readonly path: string
}

/** A configuration, or why it is none; `absent`: there is no such file, and all settings have their defaults. */
export type Policy = ConfigurationResult & {
  readonly absent: boolean
  /**
   * Where a value is in its text, by its path (`['audit', 'known', 0]`); if it is not there, the nearest one above it.
   */
  place(keys: readonly (string | number)[]): Place
  /** Its lines. */
  readonly source: NonNullable<Report['source']>
}

/** One that could be read. */
export type ReadPolicy = Extract<Policy, { readonly configuration: Configuration }>

/** A file that is named is expected to be there. */
const missingConfiguration = (tree: Tree, path: string): ConfigurationResult => ({
  problems: [
    {
      message: msg`Missing ${path} in ${tree.name}, expected the configuration that is named`,
      hint: msg`Correct the name: the input ${'config'} of the Action. Where none is named, ${configurationPath} is read, if it is there.`,
      place: { path },
    },
  ],
})

/**
 * The configuration of a tree, on its own: it has a limit of its own, and is read before the others are known.
 *
 * @param options `mayBeAbsent`: a file at another place than the usual one may be missing, too
 */
export async function configurationOf(
  { tree, path }: ConfigurationPlace,
  { schema, declare }: Pick<LazyProtocols, 'schema' | 'declare'>,
  { mayBeAbsent = false }: { readonly mayBeAbsent?: boolean } = {},
): Promise<Policy> {
  const view = await tree.open({
    selectors: configurationSelectors(path),
    limit: configurationLimit,
    mayBeUnmerged: true,
  })
  const result = readConfiguration(view, schema, path)
  const absent = view.entry(path) === undefined && !('problems' in result)
  const isMissing = absent && path !== configurationPath && !mayBeAbsent
  return {
    ...(isMissing ? missingConfiguration(tree, path) : await withWorkflows(result, view, path, declare)),
    absent,
    place: (keys) => configurationPlace(view, path, keys),
    source: sourceOf(view, configurationLimit),
  }
}

/** A configuration with the workflows that it declares read; what reads them is loaded only where there are some. */
async function withWorkflows(
  result: ConfigurationResult,
  view: View,
  path: string,
  declare: LazyProtocols['declare'],
): Promise<ConfigurationResult> {
  if ('problems' in result) {
    const written = configurationData(view, path)
    if (!written || nodeAt(written.root, ['workflows'])?.kind !== 'sequence') return result
    const { problems } = await declare(written, path, defaultConfiguration)
    return { problems: [...result.problems, ...problems].toSorted(byPlace) }
  }
  const { workflows, severity } = result.configuration
  const severityKeys = Object.keys(severity).filter((key) => key.includes('/'))
  const data = workflows.length + severityKeys.length === 0 ? undefined : configurationData(view, path)
  if (!data) return result
  const { protocols, problems } =
    workflows.length === 0 ? { protocols: [], problems: [] } : await declare(data, path, result.configuration)
  const names = protocols.map(({ name }) => name)
  const unknownNames = severityKeys.flatMap((key) => {
    const name = key.slice(0, key.indexOf('/'))
    return names.includes(name) ? [] : [unknownWorkflow(name, names, nearestPlace(data, ['severity', key]))]
  })
  const allProblems = [...problems, ...(problems.length > 0 ? [] : unknownNames)]
  return allProblems.length > 0
    ? { problems: allProblems }
    : { configuration: { ...result.configuration, declared: protocols } }
}

/** A severity for a workflow that is not declared. */
const unknownWorkflow = (name: string, names: readonly string[], place: Place): Finding => ({
  message:
    names.length === 0
      ? msg`Unexpected workflow ${name}: none is declared`
      : msg`Unexpected workflow ${name}, expected one of ${names}`,
  ...suggestionHint(suggestion(name, names)),
  place,
})

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
  return {
    at,
    day: dayOf(at, timeZone),
    limit: limits.file,
    namedFiles,
    log,
    tracked: head?.sha === undefined ? tracked : () => true,
  }
}
