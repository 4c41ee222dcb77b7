import { checkSources } from '../../../app/validate/check.ts'
import type { ReportedTarget } from '../../../core/report.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { Format } from '../../../render/index.ts'
import { plain } from '../../../render/plain.ts'
import { statusGithub, statusMarkdown, statusText } from '../../../render/status.ts'
import { lookout } from '../../lookout.ts'
import { exitOf, exits } from '../exit.ts'
import { print, renderOptions } from '../output.ts'
import { sourcesOf, type SourceOptions } from '../sources.ts'

/** The options of `baton status`, as they were given. */
export interface StatusOptions extends SourceOptions {
  readonly format: Format
}

/** The targets that are meant: by id, with or without the protocol's prefix, else without the container behind `@`. */
function named(targets: readonly ReportedTarget[], written: string): readonly ReportedTarget[] {
  const names = (id: string) => [id, id.slice(id.indexOf(':') + 1)]
  const whole = targets.filter(({ id }) => names(id).includes(written))
  return whole.length > 0 ? whole : targets.filter(({ id }) => id.includes('@') && names(id.slice(0, id.indexOf('@'))).includes(written))
}

/** The same with their parts. */
function namedWithParts(targets: readonly ReportedTarget[], written: string): readonly ReportedTarget[] {
  const ids = new Set(named(targets, written).map(({ id }) => id))
  return targets.filter(({ id, within }) => ids.has(id) || (within !== undefined && ids.has(within)))
}

const kinds = lookout.signs.flatMap((each) => each.kinds)

/** What a name may mean where a command is told it, such as a project by its slug: with its prefix, else any. */
const namesOf = (written: string): readonly string[] =>
  kinds.some((kind) => written.startsWith(`${kind}:`)) ? [written] : kinds.map((kind) => `${kind}:${written}`)

/** `baton status`: who holds what. Gives the exit code: findings do not make it fail. */
export async function status(asked: string | undefined, options: StatusOptions): Promise<number> {
  const sources = await sourcesOf(options)
  const settings = { failOnDefault: 'never' as const, failOn: 'never' as const, protocols: [], paths: [], targets: [], notes: [] }
  const at = new Date().toISOString()
  const checked = await checkSources(sources, lookout, { ...settings, at })
  const { report } = checked
  const lookFor = async (names: readonly string[]) =>
    (await checkSources(sources, lookout, { ...settings, targets: names, at })).report.targets
  const listed = asked === undefined ? report.targets : namedWithParts(report.targets, asked)
  const targets = asked === undefined || listed.length > 0 ? listed : await lookFor(namesOf(asked))
  if (asked !== undefined && targets.length === 0 && !checked.misconfigured) {
    const like = suggestion(
      asked,
      report.targets.flatMap(({ id }) => [id, id.slice(id.indexOf(':') + 1)]),
    )
    process.stderr.write(
      `No target is called ${plain(asked)}${like === undefined ? '.' : `; did you mean ${plain(like)}?`} \`baton status\` lists them all.\n`,
    )
    return exits.nothing
  }
  const ids = new Set(targets.map(({ id }) => id))
  const diagnostics =
    asked === undefined ? report.diagnostics : report.diagnostics.filter(({ target }) => target !== undefined && ids.has(target))
  const narrowed = { ...report, targets, diagnostics, checked: { ...report.checked, targets: targets.length } }
  if (checked.misconfigured) print(narrowed, options.format)
  else if (options.format === 'text') process.stdout.write(statusText(narrowed, asked !== undefined, renderOptions()))
  else if (options.format === 'markdown') process.stdout.write(statusMarkdown(narrowed))
  else if (options.format === 'github') process.stdout.write(statusGithub(narrowed))
  else print(narrowed, options.format)
  return exitOf(checked)
}
