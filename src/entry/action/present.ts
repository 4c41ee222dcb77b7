import * as core from '@actions/core'
import type { CheckResult } from '../../app/validate/check.ts'
import type { Subject } from '../../app/validate/event.ts'
import { shellWord } from '../../core/message.ts'
import { code } from '../../render/inline.ts'
import { severities, countBySeverity } from '../../core/diagnostic.ts'
import type { Report } from '../../core/report.ts'
import { writeBelow } from '../../gateways/output-file.ts'
import { boardMarkdown } from '../../render/board-markdown.ts'
import { markdown, summaryLimit } from '../../render/markdown.ts'
import { formats } from '../../render/index.ts'
import { verdict } from '../../render/verdict.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { BoardWithPast } from '../../app/audit/options.ts'
import { boardForCli, reportForCli } from '../calls/spelling.ts'
import type { CheckedOutBoard } from './page.ts'
import type { Environment } from './environment.ts'
import type { Inputs } from '../../engine/installation/inputs.ts'
import { addSummary } from './summary.ts'

const options = { color: false, version: packageJson.version }

function writeReportFiles(report: Report, inputs: Inputs, { workspace, temporary }: Environment): string {
  if (inputs['sarif-file'] !== undefined) writeBelow(workspace, inputs['sarif-file'], formats.sarif(report, options))
  const json = formats.json(report)
  return inputs['report-file'] === undefined
    ? writeBelow(temporary, 'baton-report.json', json)
    : writeBelow(workspace, inputs['report-file'], json)
}

/** Kept of the summary for what other parts of the step add to it. */
const reservedSize = 16 << 10

/**
 * The verdict, then the board above the findings, which list by themselves what is about no target and what could not
 * be checked.
 */
function summaryOf(report: Report, boardWithPast: BoardWithPast | undefined, server: string): string {
  if (!boardWithPast || boardWithPast.board.targets.length === 0) return formats.markdown(report)
  const board = boardMarkdown(
    { ...boardForCli(boardWithPast.board), others: [], notes: [] },
    { server, history: boardWithPast.past, title: 'Board' },
  )
  return markdown(report, { limit: summaryLimit - reservedSize, board })
}

/**
 * How to repeat a failed check in a clone, and the other way to give the commands, which the Action cannot know to be
 * open. Without its base a check compares nothing and judges softly, so that it may pass.
 */
export function cloneNote(report: Report, base?: Subject['base']): string {
  const hasCommands = reportForCli(report).diagnostics.some(({ fix }, index) => fix !== report.diagnostics[index]?.fix)
  return [
    ...(report.verdict === 'failed' && base?.kind === 'branch'
      ? [
          `\nIn a clone, ${code(`baton validate --base ${shellWord(`origin/${base.branch}`)}`)} gives the same verdict.\n`,
        ]
      : []),
    ...(hasCommands
      ? [
          `\nThe commands are for a clone. Where the bot is installed, or a workflow that listens to comments, a comment does the same: \`/${report.prefixRequired ? 'baton ' : ''}sync …\` for \`baton sync …\`.\n`,
        ]
      : []),
  ].join('')
}

/** Writes the page of a board, where the inputs name a file for it. */
export async function writePage(
  checkedOutBoard: CheckedOutBoard | undefined,
  inputs: Inputs,
  environment: Environment,
): Promise<void> {
  if (inputs['html-file'] === undefined) return
  if (!checkedOutBoard) {
    core.warning('There is no board, and so no page was written.')
    return
  }
  const { pageOf } = await import('./page.ts')
  core.setOutput(
    'html',
    writeBelow(environment.workspace, inputs['html-file'], await pageOf(checkedOutBoard, environment)),
  )
}

/**
 * Shows a checked change in every way that the runner has: log, annotations, summary, files, outputs, and the step's
 * result.
 *
 * @param shown the end of the summary, and the board above its findings; absent: there is none
 */
export async function present(
  { report }: CheckResult,
  inputs: Inputs,
  environment: Environment,
  { note, board }: { readonly note: string; readonly board?: BoardWithPast | undefined },
): Promise<void> {
  const cliReport = reportForCli(report)
  process.stdout.write(formats.text(cliReport, options))
  if (inputs.annotations) process.stdout.write(formats.github(cliReport))
  await addSummary(`${summaryOf(cliReport, board, environment.serverUrl)}${note}`)
  const counts = countBySeverity(report.diagnostics)
  core.setOutput('valid', counts.error === 0)
  for (const severity of severities) core.setOutput(`${severity}s`, counts[severity])
  core.setOutput('targets', report.checked.targets)
  core.setOutput('report', writeReportFiles(report, inputs, environment))
  // The renderer's own annotation says that there is nothing, and failing aloud would make a second.
  if (report.verdict === 'nothing' && inputs.annotations) process.exitCode = core.ExitCode.Failure
  else if (report.verdict !== 'passed') core.setFailed(report.unchecked ?? verdict(report).title)
}
