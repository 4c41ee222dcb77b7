import type { Proposal } from '../../core/action.ts'
import { msg } from '../../core/message.ts'
import type { Target } from '../../core/target.ts'
import { propose } from '../../kit/states.ts'
import {
  blockersOf,
  givenUpOutputOf,
  inputOf,
  isDoubtful,
  isReviewable,
  knowsTasks,
  questionOf,
  openDependenciesOf,
  subjectsByTarget,
  type SubagentModel,
  type Task,
  type TaskInSession,
} from './model.ts'
import type { Message } from './reading/message.ts'
import { reportName } from './reading/names.ts'
import type { Report } from './reading/report.ts'
import { machine, type TaskState } from './states.ts'

/** The agents that work on the tasks of a session. */
const roles = ['Planner', 'Executor', 'Reviewer', 'Questioner'] as const

function workerOf({ kind, mode }: Task): (typeof roles)[number] {
  if (kind === 'implementation') return 'Executor'
  return mode === 'DISCOVERY' ? 'Questioner' : 'Planner'
}

/** The files that an agent reads: the definition of the task, its own input, and the last report. */
const filesOf = ({ session, task }: TaskInSession, input?: Message): readonly string[] =>
  [session.tasks.document?.path, input?.path, task.newest?.path].filter((path) => path !== undefined)

/** The report that an attempt still lacks. */
function missingReportOf({ session, task }: TaskInSession, report: Report | undefined): readonly string[] {
  if (report && isReviewable(report) && report.filled) return []
  return [
    `${report?.path ?? `${session.path}/${reportName({ task: task.id, attempt: task.attempt })}`} with ## PART 1: IMPLEMENTATION REPORT filled`,
  ]
}

/** A task that can be accepted, for the first time or again. */
function acceptProposal(taskInSession: TaskInSession): Proposal {
  const { session, task } = taskInSession
  const { state } = task
  const openDependencies = openDependenciesOf(session, task)
  if (openDependencies.length > 0)
    return propose(machine, state, 'wait', { why: msg`It waits for ${openDependencies}.` })
  const failedOutput = state === 'stopped' ? task.waiting : givenUpOutputOf(task)
  const details = { agent: workerOf(task), roles }
  if (state !== 'stopped' && !failedOutput)
    return propose(machine, state, 'accept', { ...details, read: filesOf(taskInSession) })
  return propose(machine, state, 'decide', {
    ...details,
    why: blockersOf(failedOutput).at(-1),
    read: filesOf(taskInSession, inputOf(task)),
  })
}

function workProposal(taskInSession: TaskInSession): Proposal {
  const { task } = taskInSession
  return propose(machine, task.state, 'work', {
    agent: workerOf(task),
    read: filesOf(taskInSession, inputOf(task)),
    needs: task.kind === 'planning' ? [] : missingReportOf(taskInSession, task.report(task.attempt)),
  })
}

/** An executor's question is answered in the input of its attempt. */
function answerProposal(taskInSession: TaskInSession): Proposal {
  const { task } = taskInSession
  const isAnswer = task.kind === 'planning' || questionOf(task) !== undefined
  return propose(machine, task.state, isAnswer ? 'answer' : 'decide', {
    agent: workerOf(task),
    roles,
    read: filesOf(taskInSession, inputOf(task)),
  })
}

function reviewProposal(taskInSession: TaskInSession): Proposal {
  const { session, task } = taskInSession
  const { newest, state } = task
  if (task.kind === 'planning')
    return propose(machine, state, 'mend', { code: 'MARKER_PLANNING_REVIEW', why: 'Planning is not reviewed.' })
  if (!newest || !isReviewable(newest)) {
    const why = newest ? 'Its report has no PART 1.' : 'Its report is missing.'
    const code = newest ? 'REPORTFILE_PART1_MISSING' : 'SUBAGENT_REPORT_MISSING'
    return propose(machine, state, 'wait', { code, why, needs: missingReportOf(taskInSession, newest) })
  }
  const input = session.message(`reviewer.${task.id}.a${newest.attempt}`, 'input')
  const review = propose(machine, state, 'review', { agent: 'Reviewer', read: filesOf(taskInSession, input) })
  // A verdict is given once: where the report has one, the command only moves the task.
  return newest.verdict ? { ...review, run: ['review', newest.verdict.value.toLowerCase()] } : review
}

const noProposal = () => undefined

/** What the files of a task add to the table of states (docs/subagent.md, "States"). */
const proposals: Readonly<Record<TaskState, (taskInSession: TaskInSession) => Proposal | undefined>> = {
  'not started': acceptProposal,
  'in progress': workProposal,
  blocked: answerProposal,
  stopped: acceptProposal,
  'review pending': reviewProposal,
  completed: noProposal,
  failed: noProposal,
  cancelled: noProposal,
  unknown: () => propose(machine, 'unknown', 'mend'),
}

/** The next action on a session or task, by its state. No command changes a session of v2. */
export function next(model: SubagentModel, { id }: Target): Proposal | undefined {
  const { session, task } = subjectsByTarget(model).get(id) ?? {}
  if (!session || session.profile === 'v2') return undefined
  if (!task) return knowsTasks(session) ? undefined : { do: 'mend' }
  return isDoubtful(session, task) ? { do: 'mend' } : proposals[task.state]({ session, task })
}
