import type { Edit } from '../../../core/diagnostic.ts'
import type { Grant } from '../../../core/grant.ts'
import type { DataNode } from '../../../documents/data.ts'
import { editJson, printLike, type JsonEdit } from '../../../documents/json-edit.ts'
import type { TextDocument } from '../../../documents/text.ts'
import type { HandoverFile, Project } from '../model.ts'
import type { Plan } from '../reading/plan.ts'
import { highestClosedStep, progressIn, type Progress } from '../reading/progress.ts'
import { instantOf, laterTimestamp, timestampOf } from '../reading/values.ts'

type Members = Readonly<Record<string, string | number | null | undefined>>

/** The order in which new members are added. */
const recordOrder = ['status', 'attempts', 'error', 'completed_at', 'commit', 'manifest_audit', 'note'] as const
const topOrder = ['current_step', 'status', 'updated_at', 'completed_at', 'session_end_sha'] as const

const orderMembers = (order: readonly string[], members: Members): Members =>
  Object.fromEntries(order.flatMap((key) => (members[key] === undefined ? [] : [[key, members[key]]])))

const memberEdits = (path: readonly string[], members: Members): readonly JsonEdit[] =>
  Object.entries(members).map(([key, value]) => ({ set: [...path, key], value }))

const begunRecord = {
  status: 'in_progress',
  attempts: 1,
  error: null,
  completed_at: null,
  commit: null,
  manifest_audit: 'n/a',
} as const
const pendingRecord = { ...begunRecord, status: 'pending', attempts: 0 } as const

/** When a run begins: after the one before, whatever the clock says. Otherwise it would be the same run. */
function startTime(project: Project, at: string): string {
  const previousStart = instantOf(progressIn(project)?.startedAt ?? '')
  return timestampOf(new Date(Math.max(Date.parse(at), (previousStart ?? Number.NEGATIVE_INFINITY) + 1)).toISOString())
}

/** A run that begins with its first step, in the layout of the one before. */
export function newProgress(project: Project, plan: Plan, at: string, head: string | undefined): string {
  const { folder, files } = project
  const now = startTime(project, at)
  const value = {
    schema_version: '1',
    plan: `${folder}/plan.md`,
    plan_type: 'plan',
    plan_version: plan.version ?? '',
    started_at: now,
    updated_at: now,
    mode: 'execute',
    total_steps: plan.steps.length,
    current_step: 0,
    status: 'in_progress',
    ...(head !== undefined && { session_start_sha: head }),
    steps: Object.fromEntries(
      plan.steps.map(({ number }, index) => [String(number), index === 0 ? begunRecord : pendingRecord]),
    ),
  }
  return printLike(files.progress?.document?.text ?? '', value)
}

/** What to write into a record, and into the run. */
export interface ProgressChange {
  readonly step: number
  readonly record: Members
  readonly top: Members
  /** To whom control is given by name. A record that is changed without it has none any more. */
  readonly grant?: Grant | undefined
}

/** A progress file with one record and its top changed, and nothing else; `updated_at` never goes back. */
export function changedProgress(
  document: TextDocument,
  progress: Progress,
  { step, record, top, grant }: ProgressChange,
  at: string,
): string {
  const now = timestampOf(at)
  const updatedAt = laterTimestamp(now, progress.updatedAt ?? now)
  const path = ['steps', String(step)]
  const recordEdits: readonly JsonEdit[] = progress.record(step)
    ? [
        ...memberEdits(path, orderMembers(recordOrder, record)),
        grant ? { set: [...path, 'grant'], value: grant } : { remove: [...path, 'grant'] },
      ]
    : progress.root.get('steps')?.value.kind === 'mapping'
      ? [{ set: path, value: orderMembers(recordOrder, { ...begunRecord, ...orderMembers(recordOrder, record) }) }]
      : []
  return editJson(document.text, [
    ...recordEdits,
    ...memberEdits([], orderMembers(topOrder, { ...top, updated_at: updatedAt })),
  ])
}

/** The edit that raises `current_step` to the highest closed step, and `updated_at` as every write does. */
export function raisedStepEdit({ document }: HandoverFile, progress: Progress, step: DataNode, at: string): Edit {
  const edit = { start: step.start, end: step.end, text: String(highestClosedStep(progress)) }
  const { updatedAt = '', root } = progress
  const updated = root.get('updated_at')?.value
  if (!document || !updated || instantOf(updatedAt) === undefined) return edit
  const time = JSON.stringify(laterTimestamp(timestampOf(at), updatedAt))
  const edits = [edit, { start: updated.start, end: updated.end, text: time }].toSorted((a, b) => a.start - b.start)
  const [first = edit, second = edit] = edits
  const between = document.text.slice(first.end, second.start)
  return { start: first.start, end: second.end, text: first.text + between + second.text }
}

/** The members of a step whose control is granted: one more attempt, and nothing left of the last. */
export function grantMembers(progress: Progress, step: number): Members {
  const record = progress.record(step)
  const hasKey = (key: string) => record?.node.get(key) !== undefined
  return {
    status: 'in_progress',
    attempts: (record?.attempts ?? 0) + 1,
    error: hasKey('error') ? null : undefined,
    completed_at: hasKey('completed_at') ? null : undefined,
  }
}
