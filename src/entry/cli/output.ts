import packageJson from '../../../package.json' with { type: 'json' }
import type { Report } from '../../core/report.ts'
import { formats, type Format } from '../../render/index.ts'
import { inReport } from './spelling.ts'

export const version: string = packageJson.version

/** Colour only on a terminal, unless the environment says otherwise. */
function color(): boolean {
  const { NO_COLOR, FORCE_COLOR, CI } = process.env
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0'
  return process.stdout.isTTY && CI === undefined
}

/** What the formats need of the place where they are printed. */
export const renderOptions = () => ({ color: color(), version })

/** Prints a report to standard output. For people at a terminal, its repairs are calls of this program. */
export function print(report: Report, format: Format): void {
  process.stdout.write(formats[format](format === 'text' ? inReport(report) : report, renderOptions()))
}
