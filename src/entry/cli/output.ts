import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { reasonOf, TreeRefusal } from '../../core/fault.ts'
import type { Report } from '../../core/report.ts'
import { visible } from '../../core/message.ts'
import { pluralize } from '../../core/severity-counts.ts'
import { writeBelow } from '../../gateways/output-file.ts'
import { formats, type Format } from '../../render/index.ts'
import { plain, stringify } from '../../render/plain.ts'
import { inReport } from '../calls/spelling.ts'
import { UsageError } from '../calls/usage.ts'

export const version: string = packageJson.version

/** Colour only on a terminal, unless the environment says otherwise. */
function color(): boolean {
  const { NO_COLOR, FORCE_COLOR, CI } = process.env
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0'
  return process.stdout.isTTY && CI === undefined
}

/** What the formats need of the place where they are printed. */
export const renderOptions = () => ({ color: color(), version, onOneLine: !process.stdout.isTTY })

/** Who reads these has a prompt before them: repairs are calls of this program. */
const hasPrompt = (format: Format): boolean => format === 'text' || format === 'brief'

/** Prints a report to standard output. */
export function print(report: Report, format: Format): void {
  process.stdout.write(formats[format](hasPrompt(format) ? inReport(report) : report, renderOptions()))
}

/** A way to print an answer that is not a report. */
export type AnswerFormat = 'text' | 'json' | 'brief'

/** Prints data to standard output: on a terminal over several lines. */
export const printData = (data: unknown, format: Exclude<AnswerFormat, 'text'>): boolean =>
  process.stdout.write(stringify(data, format === 'brief' || !process.stdout.isTTY))

/** Prints an answer that is not a report to standard output: in words, as data, or in the short form for agents. */
export function printAnswer(format: AnswerFormat, answer: { text(): string; json(): object; brief(): object }): void {
  if (format === 'text') process.stdout.write(answer.text())
  else printData(answer[format](), format)
}

/** The same, a refusal of the place being one of the option that names it. */
function refusedAsUsage<Made>(given: string, make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TreeRefusal)) throw error
    throw new UsageError(`Unexpected ${given}: ${reasonOf(error)}`)
  }
}

/**
 * Writes a file whole: below the root through no link at all, elsewhere onto none; never into git's own folder.
 *
 * @throws UsageError where it cannot be written there
 */
export function writeOutput(root: string, file: string, text: string, option: '--output' | '--html'): void {
  const location = resolve(file)
  const folder = dirname(location)
  // Outside of the root a folder may be a link, but none into git's own.
  const real = existsSync(folder) ? realpathSync(folder) : folder
  if (
    join(real, location)
      .split(sep)
      .some((name) => name.toLowerCase() === '.git')
  )
    throw new UsageError(`Unexpected ${option} ${visible(file)}, expected a file outside of .git.`)
  const path = relative(resolve(root), location)
  const isBelow = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  if (!isBelow && !existsSync(folder)) throw new UsageError(`Unexpected ${option} ${visible(file)}, expected a file in an existing folder.`)
  const written = refusedAsUsage(`${option} ${visible(file)}`, () =>
    isBelow ? writeBelow(root, path, text) : writeBelow(folder, basename(location), text),
  )
  process.stderr.write(`Wrote ${plain(relative('', written) || written)}: ${pluralize(Buffer.byteLength(text), 'byte')}.\n`)
}
