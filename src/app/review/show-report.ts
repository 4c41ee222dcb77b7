import type { ConversationReader, CheckReader } from '../../core/host/host.ts'
import type { WithHost } from '../ports.ts'
import { Fault, reasonOf, resultOf } from '../../core/fault.ts'
import type { Effect } from '../../core/host/effect.ts'
import type { Report } from '../../core/report.ts'
import { msg } from '../../core/message.ts'
import { digestOfParts } from '../../documents/digest.ts'
import { checkName, checkRun } from '../../render/check-run.ts'
import { markerFor, nameFor } from '../../render/configured.ts'
import { verdictComment, verdictMarker } from '../../render/markdown.ts'
import { markedBy, publish, type EffectPorts } from '../comments/feedback/publish.ts'

/** Where else a report is shown. */
export interface ReportPlaces {
  /** The commit that was checked. */
  readonly head: string
  /** Whether to make a check run by Baton. */
  readonly checkRun: boolean
  /** The pull request that is to have the comment; absent: none. */
  readonly comment?: number | undefined
  /** What the comment ends with, as Markdown. */
  readonly note?: string
  /** The path of the configuration, unless it is the default. */
  readonly configuration?: string | undefined
}

/** A check run with all annotations. One that says the very same is there only once, however often the job is run. */
async function checkEffects(
  { host }: WithHost<CheckReader>,
  report: Report,
  { head, configuration }: ReportPlaces,
): Promise<readonly Effect[]> {
  const content = { ...checkRun(report, head), name: nameFor(checkName, configuration) }
  const run = { ...content, key: digestOfParts([head, JSON.stringify(content)]) }
  const existing = await host.checks(head, content.name)
  return existing.some(({ isOwn, isCompleted, key }) => isOwn && isCompleted && key === run.key)
    ? []
    : [{ do: 'check', run }]
}

/** Our comment, found by marker and author; it is only rewritten where its text changes. */
async function commentEffects(
  { host }: WithHost<ConversationReader>,
  report: Report,
  { head, note, configuration }: ReportPlaces,
  number: number,
): Promise<readonly Effect[]> {
  const conversation = await host.conversation(number, [])
  if (!conversation) throw new Fault('The token does not show the pull request.')
  const text = verdictComment(report, head, note, configuration)
  const existingComment = markedBy(conversation, markerFor(verdictMarker, configuration))
  if (!existingComment) return [{ do: 'comment', in: conversation.node, text }]
  return existingComment.text.trimEnd() === text.trimEnd() ? [] : [{ do: 'edit', comment: existingComment.node, text }]
}

/** The parts that could not be shown, and why: sentences by `msg`. */
export interface FailedDisplay {
  readonly part: 'check run' | 'comment'
  readonly why: string
}

const permissions = { 'check run': 'checks: write', comment: 'pull-requests: write' } as const satisfies Record<
  FailedDisplay['part'],
  string
>

const unclearReason = 'GitHub did not report whether it has taken everything.'

/** Shows a report on GitHub. @returns the parts that could not be shown */
export async function showReport(
  ports: EffectPorts,
  report: Report,
  places: ReportPlaces,
): Promise<readonly FailedDisplay[]> {
  const { checkRun: wantsRun, comment } = places
  const plannedDisplays = await Promise.all(
    [
      ...(wantsRun ? [{ part: 'check run', effects: resultOf(checkEffects(ports, report, places)) } as const] : []),
      ...(comment === undefined
        ? []
        : [{ part: 'comment', effects: resultOf(commentEffects(ports, report, places, comment)) } as const]),
    ].map(async ({ part, effects }) => ({ part, effects: await effects })),
  )
  // The existing check run or comment could not even be read.
  const unreadDisplays = plannedDisplays.flatMap(({ part, effects }) =>
    effects instanceof Fault
      ? [{ part, why: `${reasonOf(effects)} ${msg`Writing it takes ${permissions[part]}.`}` }]
      : [],
  )
  const steps = plannedDisplays.flatMap(({ part, effects }) =>
    effects instanceof Fault ? [] : effects.map((effect) => ({ part, effect })),
  )
  const ends = await publish(
    ports,
    comment ?? 0,
    steps.map(({ effect }) => effect),
  )
  const unwrittenDisplays = steps.flatMap(({ part }, index) => {
    const end = ends[index]
    return end?.end === 'done' ? [] : [{ part, why: end?.end === 'refused' ? end.why : unclearReason }]
  })
  return [...unreadDisplays, ...unwrittenDisplays]
}
