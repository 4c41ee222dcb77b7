import packageJson from '../../../package.json' with { type: 'json' }
import type { CheckResult } from '../../app/validate/check.ts'
import type { Verdict } from '../../core/report.ts'
import { formats } from '../../render/index.ts'
import { stringify } from '../../render/plain.ts'
import { verdict } from '../../render/verdict.ts'
import type { Answer } from '../operations/operation.ts'
import { reportForCli } from './spelling.ts'
import { NothingHere } from './usage.ts'

export const version: string = packageJson.version

/** Exit codes (docs/cli.md, "Exit codes"). */
export const exitCodes = { fine: 0, findings: 1, usage: 2, nothing: 3, fault: 70 } as const

const exitByVerdict: Readonly<Record<Verdict, number>> = {
  passed: exitCodes.fine,
  failed: exitCodes.findings,
  nothing: exitCodes.nothing,
}

/** Colour only on a terminal, unless the environment says otherwise. */
function color(): boolean {
  const { NO_COLOR, FORCE_COLOR, CI } = process.env
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0'
  return process.stdout.isTTY && CI === undefined
}

/** What the formats need of the place where they are printed. */
export const renderOptions = () => ({ color: color(), version, onOneLine: !process.stdout.isTTY })

/** Data as it is printed: on a terminal over several lines, unless it is brief. */
export const dataText = (data: unknown, format: string): string =>
  stringify(data, format === 'brief' || !process.stdout.isTTY)

/**
 * Formats for programs, which have repairs as comments take them. In all others they are calls of this program, as the
 * Action writes them.
 */
const programFormats: ReadonlySet<string> = new Set(['json', 'sarif'])

export function reportAnswer({ report, misconfigured }: CheckResult): Answer {
  const views = Object.entries(formats).map(([name, render]) => {
    const reportForFormat = () => (programFormats.has(name) ? report : reportForCli(report))
    return [name, () => render(reportForFormat(), renderOptions())] as const
  })
  return {
    views: Object.fromEntries(views),
    exit: misconfigured ? exitCodes.usage : exitByVerdict[report.verdict],
    ...(report.verdict === 'nothing' && { refusal: new NothingHere(verdict(report).reason) }),
  }
}
