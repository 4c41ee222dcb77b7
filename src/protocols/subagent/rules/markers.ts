import { msg } from '../../../core/message.ts'
import { lookalikeOf, markerAfter, markersOf, markerText, holderOf } from '../states.ts'
import {
  isUnmentioned,
  isUnreviewed,
  isReviewable,
  grantOf,
  inputOf,
  isActAllowed,
  nameIn,
  contradictsVerdict,
} from '../model.ts'
import { previousVerdicts } from './mends/reports.ts'
import { markerMoveOf } from './mends/tasks.ts'
import {
  sessions,
  isResubmittedUnchanged,
  markerLines,
  tasks,
  contractTasks,
  type SubagentRules,
  type TaskSubject,
} from './subjects.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { staleFor } from '../../../kit/grant.ts'
import { instantOf, type Verdict } from '../schema.ts'
import { overParts } from '../../../kit/rules.ts'

/** How marker and verdict can be made to agree: by what the change may do to each, or else by either. */
function agreementHint(subject: TaskSubject, verdict: Verdict): string {
  const { task, taskBefore, session } = subject
  const { path, attempt = 1 } = task.newest ?? {}
  const marker = markerAfter(verdict, session.profile)
  const otherVerdict = verdict === 'Qualified' ? 'Failed' : 'Qualified'
  const reportBefore = taskBefore?.report(attempt)
  const move = markerMoveOf(subject, marker)
  const isMarkerFixed = move?.written !== undefined && move.steps === undefined
  const isVerdictFixed =
    taskBefore !== undefined &&
    reportBefore?.verdict !== undefined &&
    !previousVerdicts(reportBefore, taskBefore).includes(otherVerdict)
  const markerMend = msg`write ${markerText(marker)} in ${session.progressPath}`
  const verdictMend = msg`write ${otherVerdict} in ${path ?? ''}`
  if (isVerdictFixed && !isMarkerFixed) return `The verdict is on record: ${markerMend}.`
  if (isMarkerFixed && !isVerdictFixed) return `The marker is on record: ${verdictMend}.`
  return `Find out which of them is right. If the verdict is, ${markerMend}; otherwise ${verdictMend}.`
}

export const markerRules: SubagentRules = {
  name: 'markers',
  title: 'Markers: `progress.md`',
  rules: [
    overParts(markerLines, [
      {
        code: 'MARKER_UNKNOWN',
        strict: 'error',
        soft: 'error',
        summary: 'The mark of a task is not one of the profile: it is another character, missing, or more than one.',
        why: 'The marker is the state. An unknown one is not a state.',
        repair: 'Write one of the marks that the profile has.',
        *check({ session: { profile }, id, line: { mark, marker, place } }) {
          if (marker !== undefined) return
          const intendedMarker = lookalikeOf(mark, profile)
          yield {
            message: msg`Unexpected mark ${markerText(mark)} of ${id}, expected one of ${markersOf(profile).map(markerText)}`,
            hint:
              intendedMarker === undefined
                ? 'Write one of these.'
                : msg`It only looks like ${markerText(intendedMarker)}: write that.`,
            place,
          }
        },
      },
      {
        code: 'MARKER_CASE',
        strict: 'error',
        soft: 'warning',
        summary: 'A mark is right except for its case: `[X]`, `[p]`.',
        why: 'Agents look for `[x]` and `[P]`.',
        repair: '`/fix MARKER_CASE` writes it in the right case.',
        safe: true,
        *check({ session: { profile }, id, line: { at, mark, marker, miscased, place } }) {
          if (!miscased || marker === undefined) return
          yield {
            message: msg`Unexpected mark ${markerText(mark)} of ${id}, expected ${markerText(marker)}`,
            hint: profile === 'v2' ? 'Write it in that case.' : msg`${'/fix MARKER_CASE'} writes that.`,
            ...(profile !== 'v2' && {
              fix: '/fix MARKER_CASE',
              edit: { start: at, end: at + mark.length, text: marker },
            }),
            place,
          }
        },
      },
    ]),
    overParts(sessions, [
      {
        code: 'MARKER_UNREADABLE',
        strict: 'error',
        soft: 'warning',
        summary: 'A line was meant to say the state of a task, but has no id: `Task-1`, `task 1`.',
        why: 'This task is not found, and its state is lost.',
        repair: 'Write the id as `task-1`: lower-case letters, a plain hyphen.',
        *check({ session: { progress } }) {
          for (const { line, text } of progress?.nearMisses ?? []) {
            yield {
              message: msg`Unexpected task ${text}, expected an id such as ${'task-1'} after the mark`,
              hint: msg`Write the id in lower-case letters with a plain ${'-'}.`,
              place: progress?.document.place(line) ?? { path: '.' },
            }
          }
        },
      },
    ]),
    overParts(markerLines, [
      {
        code: 'MARKER_DUPLICATE',
        strict: 'error',
        soft: 'error',
        summary: 'A task has a second marker line. The first counts.',
        why: 'Two lines are two states, and readers disagree about which one counts.',
        hint: 'Keep one of them.',
        *check({ session: { progress }, id, line }) {
          const firstLine = progress?.get(id)
          if (!firstLine || firstLine === line) return
          yield {
            message: msg`Unexpected second line for ${id}, expected one`,
            place: line.place,
            related: [{ ...firstLine.place, message: 'the first, which counts' }],
          }
        },
      },
    ]),
    overParts(tasks, [
      {
        code: 'MARKER_PLANNING_REVIEW',
        strict: 'warning',
        soft: 'warning',
        summary: 'A planning task is marked `[P]`: those are not reviewed.',
        why: 'It would wait forever.',
        repair: 'Mark it `[x]` if it is done, otherwise `[/]`.',
        *check({ task: { id, kind, line } }) {
          if (kind !== 'planning' || line?.marker !== 'P') return
          yield {
            message: msg`Unexpected ${markerText('P')} of ${id}, expected ${markerText('x')} or ${markerText('/')}: planning is not reviewed`,
            hint: 'Mark it as completed, or as in progress.',
            place: line.place,
          }
        },
      },
      {
        code: 'MARKER_TASK_UNKNOWN',
        strict: 'error',
        soft: 'warning',
        summary:
          '`progress.md` has a line for a task that `tasks.md` does not mention at all, or that has no file in `tasks/` of its iteration (v2).',
        why: 'It is unclear what the task is.',
        repair: 'Let the Planner define the task, or remove the line.',
        *check({ task: { id, kind, line }, session, before }) {
          if (!line || kind !== 'implementation' || !isUnmentioned(session, id)) return
          const isIterated = session.profile === 'v2'
          // Where nothing defines tasks, no task is unknown; the definitions that the change deletes are missed.
          const wasDefined =
            before?.iterations?.current === session.iterations?.current && before?.tasks.mentions(id) === true
          if (session.tasks.isBlank && !(isIterated && wasDefined)) return
          const definitionPath = before?.tasks.get(id)?.place.path
          yield {
            message: isIterated
              ? msg`Unknown task ${id}: it has no file in ${'tasks/'}`
              : msg`Unknown task ${id}: ${'tasks.md'} does not mention it`,
            hint: 'Let the Planner define it, or remove the line.',
            place: line.place,
            ...(wasDefined && definitionPath !== undefined && { concerns: [definitionPath] }),
          }
        },
      },
      {
        code: 'MARKER_UNREVIEWED',
        strict: 'error',
        soft: 'warning',
        summary: 'A task is marked `[x]`, and its newest report has no verdict.',
        why: 'A task is completed by a review, not by the agent that did the work.',
        repair: 'Let the Reviewer look at the report, with the task at `[P]`.',
        *check({ task, taskBefore }) {
          const { id, line, newest } = task
          if (!line || !newest || !isUnreviewed(task)) return
          yield {
            message: msg`Unexpected ${markerText('x')} of ${id}, expected a verdict in its report first`,
            hint:
              taskBefore?.line?.marker === 'x' && !isUnreviewed(taskBefore)
                ? 'Let the Reviewer append its verdict to the report: a completed task is not moved back.'
                : msg`Mark it ${markerText('P')} until the Reviewer has decided.`,
            place: line.place,
            related: [{ path: newest.path, line: newest.part2 ?? 1, message: 'the report has no verdict' }],
          }
        },
      },
      {
        code: 'MARKER_BEHIND_VERDICT',
        strict: 'warning',
        soft: 'notice',
        summary: 'A task is marked `[P]`, and its newest report has a verdict: the orchestrator still has to move it.',
        why: 'The decision is made, but the task was not moved.',
        repair: '`/review TASK qualified` or `/review TASK failed`, as the report says.',
        *check(subject) {
          const { task, session, model } = subject
          const { id, kind, line, newest } = task
          if (line?.marker !== 'P' || !newest?.verdict || isResubmittedUnchanged(subject)) return
          const { value } = newest.verdict
          const nextMarker = markerAfter(value, session.profile)
          const fix = `/review ${nameIn(model, session, id)} ${value.toLowerCase()}`
          const isAllowed =
            kind === 'implementation' &&
            isReviewable(newest) &&
            isActAllowed(session, task, value === 'Qualified' ? 'qualified' : 'failed')
          yield {
            message: msg`Unexpected ${markerText('P')} of ${id}, expected ${markerText(nextMarker)}: its report is ${value}`,
            ...(isAllowed ? { hint: msg`${fix} moves it.`, fix } : { hint: 'Let the orchestrator move it.' }),
            place: line.place,
            related: [{ path: newest.path, line: newest.verdict.line, message: 'the verdict' }],
          }
        },
      },
      {
        code: 'MARKER_CONTRADICTS_VERDICT',
        strict: 'error',
        soft: 'error',
        summary:
          'The newest report is Qualified and the task is marked `[ ]` or `[/]`; or it is Failed and the task is marked `[x]`.',
        why: 'Marker and report contradict each other.',
        repair: 'Find out which of them is right, and fix the other.',
        *check(subject): Iterable<Finding> {
          const { task } = subject
          const { id, line, newest } = task
          const { marker } = line ?? {}
          const verdict = newest?.verdict
          if (!line || marker === undefined || !verdict || !contradictsVerdict(task)) return
          yield {
            message: msg`Unexpected ${markerText(marker)} of ${id}: its report is ${verdict.value}`,
            hint: agreementHint(subject, verdict.value),
            place: line.place,
            related: [{ path: newest.path, line: verdict.line, message: 'the verdict' }],
          }
        },
      },
    ]),
    overParts(contractTasks, [
      {
        code: 'SUBAGENT_STALE',
        strict: 'off',
        soft: 'warning',
        summary: 'In an audit: an agent has held a task for longer than `stale-after`, and its grant has no `until`.',
        why: 'The agent has probably stopped without handing back.',
        repair: 'Find out what happened to it. `/handback TASK error TEXT` ends the attempt if it is gone.',
        *check({ task, session, model, context }) {
          // Of a grant with an end the engine reports that: GRANT_OVER.
          const staleness = staleFor(context, instantOf(inputOf(task)?.content?.createdAt ?? ''), grantOf(task).grant)
          if (!staleness || !task.line || holderOf(task.state) !== 'agent') return
          yield {
            message: msg`Unexpected inactivity since ${staleness.since} at ${task.id}, expected a handback within ${staleness.allowed}`,
            hint: isActAllowed(session, task, 'error')
              ? msg`Find out what happened to it; ${`/handback ${nameIn(model, session, task.id)} error "…"`} ends the attempt if the agent is gone.`
              : 'Find out what happened to it.',
            place: task.line.place,
          }
        },
      },
    ]),
  ],
}
