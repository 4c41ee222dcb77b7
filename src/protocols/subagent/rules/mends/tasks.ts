import { groupBy } from '../../../../core/grouped.ts'
import { memo } from '../../../../core/once.ts'
import { type Session, type Task, contradictsVerdict, isUnmentioned, isUnreviewed } from '../../model.ts'
import type { Progress } from '../../reading/progress.ts'
import type { Definition, Tasks } from '../../reading/tasks.ts'
import { type Marker, markerAfter, stepsBetween } from '../../states.ts'
import { type TaskSubject, comparableSessions, partsAboutTasks } from '../subjects.ts'

const linesByTask = memo(({ markers }: Progress) => groupBy(markers, ({ id }) => id))

/** The marker of a task, and those that would mend it where a rule finds it wrong. */
export function previousMarkers({ progress, profile }: Session, task: Task): readonly Marker[] {
  const lines = (progress && linesByTask(progress).get(task.id)) ?? []
  const verdict = contradictsVerdict(task) ? task.newest?.verdict : undefined
  return [
    ...lines.flatMap(({ marker }) => marker ?? []),
    ...(isUnreviewed(task) ? (['P'] as const) : []),
    ...(verdict ? [markerAfter(verdict.value, profile)] : []),
  ]
}

export interface MarkerMove {
  /** What was written before; absent: there was no line. */
  readonly written: Marker | undefined
  /** From which marker it is judged: the written one, or one that mends it. */
  readonly from: Marker | undefined
  readonly to: Marker
  /** How many legal steps it is; `undefined` where none lead there. */
  readonly steps: number | undefined
}

const unreachable = Number.MAX_SAFE_INTEGER

/** The move of a task in its iteration to a marker, by default its own; `undefined` where one of both is unknown. */
export function markerMoveOf(
  { session, before, task, taskBefore }: TaskSubject,
  to: Marker | undefined = task.line?.marker,
): MarkerMove | undefined {
  const isSameIteration = before !== undefined && session.iterations?.current === before.iterations?.current
  if (!isSameIteration || before.progress === undefined || to === undefined) return undefined
  const lineBefore = taskBefore?.line
  // A new line is not begun where its first step is.
  if (!lineBefore) return { written: undefined, from: undefined, to, steps: to === ' ' ? 0 : 2 }
  if (lineBefore.marker === undefined) return undefined
  const moves = [...new Set(previousMarkers(before, taskBefore))].map((from): MarkerMove => ({
    written: lineBefore.marker,
    from,
    to,
    steps: stepsBetween(from, to, task.kind, session.profile),
  }))
  return moves.toSorted((a, b) => (a.steps ?? unreachable) - (b.steps ?? unreachable))[0]
}

/** The tasks whose lines are gone, and whether they were withdrawn before anything was done. */
export const removedTasks = partsAboutTasks((comparison) =>
  comparableSessions(comparison).flatMap((subject) => {
    const { session, before } = subject
    return before.allTasks.flatMap((task) => {
      const { id, kind, line, reports: taskReports } = task
      if (!line || !session.progress || session.progress.get(id)) return []
      // MARKER_TASK_UNKNOWN: the line may be removed.
      if (kind === 'implementation' && !before.tasks.isBlank && isUnmentioned(before, id)) return []
      const isWithdrawn =
        line.marker === ' ' && taskReports.length === 0 && !session.tasks.mentions(id) && !session.iterations
      return [{ ...subject, id, line, isWithdrawn }]
    })
  }),
)

const definitionsByTask = memo(({ definitions }: Tasks) => groupBy(definitions, ({ id }) => id))

/** The definitions of a task: of several the first counts. */
export const previousDefinitions = ({ tasks }: Session, id: string): readonly Definition[] =>
  definitionsByTask(tasks).get(id) ?? []
