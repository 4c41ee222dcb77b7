import { checkSources } from '../../../app/validate/check.ts'
import type { ReportedTarget } from '../../../core/report.ts'
import { visible } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import type { Format } from '../../../render/index.ts'
import { statusBrief } from '../../../render/brief.ts'
import { statusGithub, statusMarkdown, statusText } from '../../../render/status.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { exitOf } from '../exit.ts'
import { print, renderOptions } from '../output.ts'
import { inReport } from '../spelling.ts'
import { sourcesOf, type SourceOptions } from '../sources.ts'
import { readTree } from '../tree.ts'
import { NothingHere } from '../usage.ts'

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

const kinds = lazyProtocols.descriptors.flatMap((each) => each.kinds)

/** What an argument may mean, such as a project by its slug: with its prefix, else any. */
const namesOf = (written: string): readonly string[] =>
  kinds.some((kind) => written.startsWith(`${kind}:`)) ? [written] : kinds.map((kind) => `${kind}:${written}`)

/** `baton status`: who holds what. Gives the exit code: findings do not make it fail. */
export async function status(operand: string | undefined, options: StatusOptions): Promise<number> {
  const settings = { failOnDefault: 'never' as const, failOn: 'never' as const, protocols: [], paths: [], targets: [], notes: [] }
  const at = new Date().toISOString()
  const { checked, targets } = await readTree(options, 'status', async () => {
    const sources = await sourcesOf(options)
    const checked = await checkSources(sources, lazyProtocols, { ...settings, at })
    const listed = operand === undefined ? checked.report.targets : namedWithParts(checked.report.targets, operand)
    if (operand === undefined || listed.length > 0) return { checked, targets: listed }
    const named = await checkSources(sources, lazyProtocols, { ...settings, targets: namesOf(operand), at })
    return { checked, targets: named.report.targets }
  })
  const { report } = checked
  if (operand !== undefined && targets.length === 0 && !checked.misconfigured) {
    const like = suggestion(
      operand,
      report.targets.flatMap(({ id }) => [id, id.slice(id.indexOf(':') + 1)]),
    )
    throw new NothingHere(
      `No target is called ${visible(operand)}${like === undefined ? '.' : `; did you mean ${visible(like)}?`} \`baton status\` lists them all.`,
      { code: 'TARGET_UNKNOWN' },
    )
  }
  const ids = new Set(targets.map(({ id }) => id))
  const diagnostics =
    operand === undefined ? report.diagnostics : report.diagnostics.filter(({ target }) => target !== undefined && ids.has(target))
  const narrowed = { ...report, targets, diagnostics, checked: { ...report.checked, targets: targets.length } }
  if (checked.misconfigured) print(narrowed, options.format)
  else if (options.format === 'text') process.stdout.write(statusText(inReport(narrowed), operand !== undefined, renderOptions()))
  else if (options.format === 'brief' && report.verdict !== 'nothing') process.stdout.write(statusBrief(narrowed))
  else if (options.format === 'markdown') process.stdout.write(statusMarkdown(narrowed))
  else if (options.format === 'github') process.stdout.write(statusGithub(narrowed))
  else print(narrowed, options.format)
  return exitOf(checked)
}
