import picocolors from 'picocolors'
import { describeGrant } from '../core/grant.ts'
import { pluralize, describeCounts, describeOthers } from '../core/diagnostic.ts'
import type { Report, ReportedTarget } from '../core/report.ts'
import { factText } from '../kit/facts.ts'
import { questionAndError } from '../kit/question.ts'
import { groupBy } from '../core/grouped.ts'
import { visibleLine } from '../core/message.ts'
import { command, github } from './github.ts'
import { cell, code } from './inline.ts'
import { plainText, plainPath } from './plain.ts'
import { table } from './table.ts'
import { text } from './text.ts'
import { countContainers, verdict } from './verdict.ts'

export const maxWidth = (texts: readonly string[]) => texts.reduce((width, line) => Math.max(width, line.length), 0)

const factValue = (value: unknown): string => (value === null ? '-' : factText(value))

/** The agent that has a target: as its grant says, otherwise as its files do. */
const agentOf = ({ holder, grant, agentName = '' }: ReportedTarget, at?: string): string | undefined =>
  grant ? describeGrant(grant, at) : holder === 'agent' && agentName !== '' ? visibleLine(agentName) : undefined

/** Who holds a target, by name where that is recorded: `agent (dsp-agent/2, by octocat, since …)`. */
function heldBy(target: ReportedTarget, at?: string): string {
  const agent = agentOf(target, at)
  return `${target.holder ?? 'unknown'}${agent === undefined ? '' : ` (${agent})`}`
}

/** Everything about one target: state, facts, findings. */
function targetLines(target: ReportedTarget, at: string | undefined): readonly string[] {
  const lines = {
    holder: heldBy(target, at),
    state: target.state,
    ...Object.fromEntries(questionAndError(target)),
    file: target.path,
    ...target.facts,
  }
  const width = maxWidth(Object.keys(lines))
  return [
    plainText(target.id),
    ...Object.entries(lines).map(([name, value]) => `  ${name.padEnd(width)}  ${plainText(factValue(value))}`),
    '',
  ]
}

/** Who holds what: a line per target with its problems counted, or, `inFull`, everything about each. */
export function statusText(
  report: Report,
  inFull: boolean,
  {
    color,
    at,
  }: {
    readonly color: boolean
    /** When it is read: the times of that day are shown without a date, and what has ended is over. */ readonly at?: string
  },
): string {
  if (inFull)
    return `${report.targets.flatMap((target) => targetLines(target, at)).join('\n')}\n${text(report, { color, isLook: true })}`
  const paint = picocolors.createColors(color)
  const diagnosticsByTarget = groupBy(report.diagnostics, ({ target }) => target)
  const idWidth = maxWidth(report.targets.map((target) => plainText(target.id)))
  const stateWidth = maxWidth(report.targets.map((target) => plainText(target.state)))
  const holderWidth = Math.max(
    'orchestrator'.length,
    maxWidth(report.targets.map((target) => plainText(heldBy(target, at)))),
  )
  const lines = report.targets.map((target) => {
    const holder = plainText(heldBy(target, at)).padEnd(holderWidth)
    const problems = describeCounts(diagnosticsByTarget.get(target.id) ?? [])
    const notes = [
      ...(problems === '' ? [] : [problems]),
      ...questionAndError(target).map(([name, text]) => `${name}: ${plainText(visibleLine(text))}`),
    ]
    return `${plainText(target.id).padEnd(idWidth)}  ${target.holder === 'agent' ? paint.cyan(holder) : holder}  ${plainText(target.state).padEnd(stateWidth)}  ${paint.yellow(notes.join('; '))}`.trimEnd()
  })
  const otherProblems = plainText(describeOthers(diagnosticsByTarget.get(undefined) ?? []))
  // Files with findings are there, though no target can be read from them.
  const isWrong = report.diagnostics.length > 0
  const closing = isWrong
    ? '`baton validate` says what is wrong.'
    : report.verdict === 'nothing'
      ? verdict(report).reason
      : 'Nothing is wrong.'
  const containers = countContainers(report)
  const countText = [
    pluralize(report.targets.length - containers, 'target'),
    ...(containers === 0 ? [] : [pluralize(containers, 'container')]),
  ].join(', ')
  const summary = `${countText}.${otherProblems === '' ? '' : ` Also: ${otherProblems}.`} ${closing}`
  return `${[...lines, summary].join('\n')}\n`
}

/** Who holds what as workflow commands, each at the target's file; then the findings. */
export function statusGithub(report: Report): string {
  const lines = report.targets.map((target) => {
    const { id, state, path } = target
    const summary = [
      `${heldBy(target)}: ${state}`,
      ...questionAndError(target).map(([name, text]) => `${name}: ${visibleLine(text)}`),
    ].join('; ')
    return command({
      level: 'notice',
      path: plainPath(path),
      startLine: 1,
      endLine: 1,
      title: plainText(id),
      message: plainText(summary),
    })
  })
  return `${lines.map((line) => `${line}\n`).join('')}${github(report)}`
}

/** Who holds what, as a table for a page on GitHub. */
export function statusMarkdown(report: Report): string {
  const diagnosticsByTarget = groupBy(report.diagnostics, ({ target }) => target)
  const rows = report.targets.map((target) => {
    const { id, state } = target
    const agent = agentOf(target)
    const summary = [
      code(state),
      ...questionAndError(target).map(([name, text]) => `${name}: ${code(visibleLine(text))}`),
    ].join(', ')
    return [
      code(id),
      agent === undefined ? heldBy(target) : `${target.holder} (${code(agent)})`,
      summary,
      describeCounts(diagnosticsByTarget.get(id) ?? []),
    ].map(cell)
  })
  return `${table(['target', 'holder', 'state', 'problems'], rows)}\n`
}
