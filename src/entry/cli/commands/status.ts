import { dayOf } from '../../../core/time.ts'
import type { Format } from '../../../render/index.ts'
import { statusBrief } from '../../../render/brief.ts'
import { stringify } from '../../../render/plain.ts'
import { statusGithub, statusMarkdown, statusText } from '../../../render/status.ts'
import { branchOf } from '../../calls/next.ts'
import type { SourceOptions } from '../../calls/sources.ts'
import { inReport } from '../../calls/spelling.ts'
import { statusOf } from '../../calls/status.ts'
import { exitOf } from '../exit.ts'
import { clock } from '../../clock.ts'
import { print, renderOptions } from '../output.ts'

/** The options of `baton status`, as they were given. */
export interface StatusOptions extends SourceOptions {
  readonly format: Format
}

/** `baton status`: who holds what. Gives the exit code: findings do not make it fail. */
export async function status(operand: string | undefined, options: StatusOptions): Promise<number> {
  const checked = await statusOf(operand, options)
  const { report: narrowed } = checked
  if (checked.misconfigured) print(narrowed, options.format)
  else if (options.format === 'text')
    process.stdout.write(statusText(inReport(narrowed), operand !== undefined, { ...renderOptions(), day: dayOf(clock.now(), 'UTC') }))
  else if (options.format === 'brief' && narrowed.verdict !== 'nothing')
    process.stdout.write(stringify(statusBrief(narrowed, await branchOf(options)), true))
  else if (options.format === 'markdown') process.stdout.write(statusMarkdown(narrowed))
  else if (options.format === 'github') process.stdout.write(statusGithub(narrowed))
  else print(narrowed, options.format)
  return exitOf(checked)
}
