import { type CommandDiagnostic, type Content, usageCode, type Refusal } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command, type Precondition, usageLine } from '../../../kit/command.ts'
import { reasonWord } from '../../../kit/words.ts'
import { nodeOf } from '../../../documents/data.ts'
import { anywayReason } from '../../../kit/evidence.ts'
import { isQuoted, withCode } from '../../../kit/options.ts'
import { handbackReasons, type HandbackReason } from '../../../core/command-names.ts'
import { recordOf } from '../../../kit/record.ts'
import { messageName, reportName } from '../reading/names.ts'
import { blockersOf, givenUpOutputOf, grantOf, isReviewable, type SubagentModel, type Task } from '../model.ts'
import { isEnvelope } from '../reading/message.ts'
import { skeleton, withMarker } from '../writing/markdown.ts'
import { messageText, withGrant, withStamp, type Stamp } from '../writing/messages.ts'
import { readBlock, type Block } from './block.ts'
import { missingHeadingFinding, violation } from './diagnostics.ts'
import { evidenceOf } from './evidence.ts'
import { plannerNumber } from './grant.ts'
import { movePrecondition, moveOf, type AttemptedMove } from './moves.ts'
import { task as taskTarget, textOf, textTooLong, type TaskTarget } from './task.ts'

const options = { skeleton: { kind: 'flag', does: 'write the report to fill in, if there is none' } } as const

type Files = readonly (readonly [path: string, content: Content])[]

interface Handback {
  readonly target: TaskTarget
  readonly reason: HandbackReason
  readonly text: string
  readonly withSkeleton: boolean
  readonly block: Block | undefined
}

/** What a call says before its preconditions are checked. */
interface HandbackArguments extends Omit<Handback, 'reason'> {
  readonly way: HandbackForm
  /** The word of the command, otherwise what its block says. */
  readonly reason: HandbackReason | undefined
  /** Why the json block cannot become a message. */
  readonly faults: readonly CommandDiagnostic[]
}

type HandbackCall = Call<SubagentModel, TaskTarget, typeof options, Block | Refusal, HandbackArguments>

/** How the agents of a kind of task hand back. */
interface HandbackForm {
  /** The statuses of an output, by the word of the command; of several the first is written. */
  readonly statuses: Readonly<Record<HandbackReason, readonly string[]>>
  /** The reply where the same was handed back before. */
  readonly repeated: Readonly<Record<HandbackReason, string>>
  readonly markers: Readonly<Record<HandbackReason, 'P' | 'x' | ' ' | '/'>>
  /** The message that a block is to become. */
  key(target: TaskTarget, report: string): string
  needsText(handback: Handback): boolean
  /** The changes in addition to the marker. */
  files(handback: Handback, stamp: Stamp): Files
  readonly title: (target: TaskTarget) => string
}

/** The report of the attempt, written from the skeleton where there is none. */
function reportFiles({ target, reason, text, withSkeleton, block }: Handback, stamp: Stamp): Files {
  const { task, session } = target
  if (reason === 'question' || task.report(task.attempt) || (reason === 'success' && !withSkeleton)) return []
  const blockers = reason === 'error' ? (block?.content.texts('blockers').map((blocker) => blocker.text) ?? []) : []
  const lines = [text, ...blockers].filter((line) => line !== '').join('\n')
  const path = `${session.path}/${reportName({ task: task.id, attempt: task.attempt })}`
  return [[path, skeleton(task, task.attempt, { sectionUnder: reason, text: lines }, stamp)]]
}

/** For an implementation task: its executor's output, and a report that is reviewed next. */
const executor: HandbackForm = {
  statuses: { success: ['completed'], error: ['failed'], question: ['blocked'] },
  repeated: {
    success: 'Handed back already: it waits for its review.',
    error: 'Handed back already: the attempt failed.',
    question: 'Asked already.',
  },
  markers: { success: 'P', error: ' ', question: '/' },
  key: ({ task }) => `executor.${task.id}.a${task.attempt}`,
  title: ({ task }) => msg`${task.id}, attempt ${task.attempt}`,

  needsText: ({ target: { task }, reason, withSkeleton, block }) =>
    reason === 'success' ? withSkeleton && !task.report(task.attempt) : lastBlocker(block) === undefined,

  files(handback, stamp) {
    const { target, reason, text, block } = handback
    const { task, session } = target
    const report = reportFiles(handback, stamp)
    const path = `${session.path}/${messageName(`executor.${task.id}.a${task.attempt}`, 'output')}`
    if (block) return [[path, block.text(stamp)], ...report]
    const previousOutput = task.executor(task.attempt, 'output')
    if (reason === 'success' && previousOutput?.status === 'completed')
      return [...withStamp(previousOutput, session, stamp), ...report]
    const payload = {
      status: this.statuses[reason][0] ?? '',
      report_path: reportName({ task: task.id, attempt: task.attempt }),
      success_criteria_met: reason === 'success',
      discovered_tasks: [],
      blockers: reason === 'success' ? [] : [...blockersOf(previousOutput), text],
    }
    return [[path, messageText({ agent: 'executor', kind: 'output' }, session, nodeOf(payload), stamp)], ...report]
  },
}

const planningNumber = (target: TaskTarget) => target.task.waiting?.number ?? plannerNumber(target)

/** For a planning task, which has neither report nor review. */
const planner: HandbackForm = {
  statuses: { success: ['completed', 'needs_qa_cycle'], error: ['blocked'], question: ['needs_clarification'] },
  repeated: {
    success: 'Handed back already: it is completed.',
    error: 'Handed back already: planning is blocked.',
    question: 'Asked already.',
  },
  markers: { success: 'x', error: ' ', question: '/' },
  title: ({ task }) => msg`${task.id}`,

  key(target, report) {
    const { task, session } = target
    const file = recordOf(report, 'json-with-mark')
    const root = file.data?.root
    const contract = root?.kind === 'mapping' && isEnvelope(root) ? file.text('contract') : undefined
    if (contract?.toLowerCase().startsWith('ralph-questioner@') !== true)
      return `planner.${task.mode}.${planningNumber(target)}`
    const cycle = Math.max(
      1,
      ...session.questions.flatMap(({ cycles }) => cycles.map((questionCycle) => questionCycle.cycle)),
    )
    return `questioner.${task.id.endsWith('research') ? 'RESEARCH' : 'BRAINSTORM'}.c${cycle}`
  },

  needsText: ({ reason, block }) => reason !== 'success' && lastBlocker(block) === undefined,

  files({ target, reason, text, block }, stamp) {
    const { task, session } = target
    if (block) return [[block.path, block.text(stamp)]]
    const lastMessage = task.planning.at(-1)
    const doneOutput =
      lastMessage?.kind === 'output' && this.statuses.success.includes(lastMessage.status ?? '')
        ? lastMessage
        : undefined
    if (reason === 'success' && (stamp.anyway === undefined || doneOutput))
      return doneOutput ? [...withStamp(doneOutput, session, stamp)] : []
    const path = `${session.path}/${messageName(`planner.${task.mode}.${planningNumber(target)}`, 'output')}`
    const blockers = reason === 'success' ? [] : [...blockersOf(task.waiting), text]
    const payload = { status: this.statuses[reason][0] ?? '', blockers }
    return [[path, messageText({ agent: 'planner', kind: 'output' }, session, nodeOf(payload), stamp)]]
  },
}

const handbackForms: Readonly<Record<Task['kind'], HandbackForm>> = { implementation: executor, planning: planner }

const lastBlocker = (block: Block | undefined): string | undefined => block?.content.texts('blockers').at(-1)?.text

const missingTextMessages: Readonly<Record<HandbackReason, string>> = {
  success: 'Missing text, expected what was done',
  error: 'Missing text, expected what went wrong',
  question: 'Missing text, expected the question',
}

/** The question that an agent asks, or the error that ended its attempt. */
function returnedLines({ called }: TaskTarget, reason: HandbackReason, text: string): readonly string[] {
  if (reason === 'question')
    return [msg`Question: ${text}`, msg`The orchestrator answers it: ${`/answer ${called} "…"`}.`]
  return reason === 'error' ? [msg`Error: ${text}`] : []
}

/** The tasks that an executor discovered: the reply names them, and nothing adds them. */
function discoveredTaskLines({ content: { fields } }: Block): readonly string[] {
  return fields.list('discovered_tasks').map((_, index) => {
    const text = (...path: readonly string[]) => fields.text('discovered_tasks', index, ...path)
    const words = text()
    return words === undefined
      ? msg`Discovered: ${text('id') ?? ''}: ${text('description') ?? ''}`
      : msg`Discovered: ${words}`
  })
}

/** The json block of a call, or why it is none, and the reason that the call gives. */
function handbackArgumentsOf({
  target,
  words,
  rest,
  options: { skeleton: isWanted },
  report: blockOrRefusal,
  request,
}: Omit<HandbackCall, 'prepared'>): HandbackArguments {
  const way = handbackForms[target.task.kind]
  const [block, faults] =
    blockOrRefusal && 'outcome' in blockOrRefusal ? [undefined, blockOrRefusal.diagnostics] : [blockOrRefusal, []]
  const reason =
    (words[0] as HandbackReason | undefined) ??
    handbackReasons.find((candidate) => way.statuses[candidate].includes(block?.status ?? ''))
  return { target, way, reason, block, faults, text: withCode(textOf(rest), request), withSkeleton: isWanted === true }
}

const handbackMove = ({ prepared: { reason: act }, target }: HandbackCall): AttemptedMove | undefined =>
  act && { target, act, isRepeated: () => givenUpOutputOf(target.task) !== undefined }

/** The report that a call brings to its review, there or not; `undefined`: it brings none. */
function reportOf({ target: { task, session }, prepared: { reason } }: HandbackCall) {
  if (task.kind === 'planning' || reason !== 'success') return undefined
  return {
    path: `${session.path}/${reportName({ task: task.id, attempt: task.attempt })}`,
    report: task.report(task.attempt),
  }
}

const preconditions: readonly Precondition<HandbackCall>[] = [
  movePrecondition(handbackMove),
  { violations: ({ prepared: { faults } }) => faults },
  {
    code: usageCode,
    *violations({ prepared: { reason }, usage }) {
      if (reason === undefined)
        yield {
          message: msg`Missing reason, expected one of ${handbackReasons}`,
          hint: usageLine(usage),
          place: { path: '.' },
        }
    },
  },
  {
    code: 'MESSAGE_STATUS_MISMATCH',
    *violations({ target, prepared: { way, reason, block } }) {
      if (!block || reason === undefined || way.statuses[reason].includes(block.status)) return
      const [firstStatus, ...otherStatuses] = way.statuses[reason]
      const message =
        otherStatuses.length === 0
          ? msg`Unexpected status ${block.status} together with ${reason}, expected ${firstStatus ?? ''}`
          : msg`Unexpected status ${block.status} together with ${reason}, expected one of ${way.statuses[reason]}`
      const agreeing = handbackReasons.find((candidate) => way.statuses[candidate].includes(block.status)) ?? reason
      const hint = msg`Let the status agree with the reason: ${`/handback ${target.called} ${agreeing}`} is that of ${block.status}.`
      yield violation(target, message, { hint })
    },
  },
  {
    code: 'SUBAGENT_TEXT_MISSING',
    *violations({ target, prepared: { way, reason, ...otherArguments }, usage }) {
      if (reason !== undefined && otherArguments.text === '' && way.needsText({ ...otherArguments, reason }))
        yield violation(target, missingTextMessages[reason], { hint: usageLine(usage) })
    },
  },
  {
    code: 'SUBAGENT_REPORT_MISSING',
    *violations(call) {
      const { target, prepared } = call
      const { path, report } = reportOf(call) ?? {}
      if (path === undefined || report || prepared.withSkeleton) return
      const message = msg`Missing report ${path}, expected that of attempt ${target.task.attempt}`
      yield violation(target, message, {
        hint: msg`Let the executor write it, or ${`/handback ${target.called} success --skeleton "…"`} with what was done.`,
      })
    },
  },
  {
    code: 'REPORTFILE_PART1_MISSING',
    *violations(call) {
      const { path, report } = reportOf(call) ?? {}
      if (path && report && !isReviewable(report)) yield missingHeadingFinding(call.target, path)
    },
  },
  {
    code: 'REPORTFILE_UNFILLED',
    *violations(call) {
      const { path, report } = reportOf(call) ?? {}
      if (!path || !report || report.filled) return
      yield violation(call.target, msg`Missing content of ${'PART 1'} in ${path}, expected what was done`, {
        hint: 'Let the executor write it.',
        place: { path, line: report.part1 ?? 1 },
      })
    },
  },
]

/** Returns control of a task (docs/subagent.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary:
    'Returns control of a task: `success` brings it to its review, `error` back to the start, `question` waits for an answer. A json block is the output of the agent.',
  examples: [
    '/handback task-1 success',
    '/handback task-1 success --skeleton Counts words',
    '/handback task-1 error The samples do not pass',
    '/handback task-1 question "Which words?"',
  ],
  target: taskTarget,
  words: [reasonWord],
  options,
  text: '[TEXT]',
  trailing: true,
  // The output of the agent.
  report: {
    read: (model, target: TaskTarget, text): Block | Refusal =>
      readBlock(model, target, handbackForms[target.task.kind].key(target, text), text),
  },
  prepare: handbackArgumentsOf,

  fault(call) {
    const [firstWord = ''] = call.rest.words
    const isOption = firstWord.startsWith('--') && !isQuoted(firstWord, call.rest.written[0])
    return textTooLong(call) ?? (isOption ? msg`Unexpected option ${firstWord}, expected ${'--skeleton'}` : undefined)
  },

  already(call) {
    const { way, reason } = call.prepared
    const attemptedMove = handbackMove(call)
    if (reason === undefined || !attemptedMove || moveOf(attemptedMove) !== 'same') return undefined
    return { outcome: 'unchanged', reply: way.repeated[reason], diagnostics: [] }
  },

  preconditions,

  evidence({ target, model, commandContext, prepared: { reason, block } }) {
    if (reason !== 'success') return undefined
    const commandText = (words: string) => `/handback ${target.called} ${words}`
    return evidenceOf(
      target,
      model,
      { command: commandText('success'), instead: commandText('error "…"'), block },
      commandContext,
    )
  },

  run({ target, request, at, prepared, commandContext: { view } }) {
    const { task, session } = target
    const { way, block, text } = prepared
    const reason = prepared.reason as HandbackReason
    const returnedText = lastBlocker(block) ?? text
    if (reason === 'question' && task.state === 'blocked' && blockersOf(task.waiting).at(-1) === returnedText)
      return { outcome: 'unchanged', reply: way.repeated.question, diagnostics: [] }
    // Once the grant is gone, a review is decided by the agent.
    const agent = reason === 'success' && task.kind === 'implementation' ? grantOf(task).grant?.agent : undefined
    const overrideReason = reason === 'success' ? anywayReason(request) : undefined
    const isSuccess = (path: string) =>
      session.messages.some((message) => message.path === path && way.statuses.success.includes(message.status ?? ''))
    const files = way.files({ ...prepared, reason }, { actor: request.actor, at, agent, anyway: overrideReason })
    return {
      outcome: 'changed',
      changes: new Map([...withMarker(session, task, way.markers[reason]), ...files, ...withGrant(task, undefined)]),
      // A report that is there and is written could not be read. An output that says the same already is only stamped.
      discards: files
        .map(([path]) => path)
        .filter((path) => view.entry(path) !== undefined && (block || reason !== 'success' || !isSuccess(path))),
      reply: [
        `Handback: ${way.title(target)}, ${msg`${reason}`}`,
        ...returnedLines(target, reason, returnedText),
        ...(block && task.kind === 'implementation' ? discoveredTaskLines(block) : []),
      ].join('\n'),
      diagnostics: [],
    }
  },
})
