import { type Content, type Outcome, type Refusal, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command, misused, usageLine } from '../../../kit/command.ts'
import { recordOf } from '../../../kit/record.ts'
import { messageName, reportName } from '../reading/names.ts'
import { blockersOf, givenUp, grantOf, isReviewable, type SubagentModel } from '../model.ts'
import { isEnvelope } from '../reading/message.ts'
import { skeleton, withMarker } from '../writing/markdown.ts'
import { messageText, nodeOf, withAgent, withGrant, type Stamp } from '../writing/messages.ts'
import { readBlock, type Block } from './block.ts'
import { diagnostic } from './diagnostics.ts'
import { plannerNumber } from './grant.ts'
import { moveOf, refusedMove, type Attempted } from './moves.ts'
import { task as taskTarget, textOf, textTooLong, type TaskTarget } from './task.ts'

const reasons = ['success', 'error', 'question'] as const
type Reason = (typeof reasons)[number]

type Returning = Call<SubagentModel, TaskTarget, { readonly skeleton: { readonly kind: 'flag' } }>
type Files = readonly (readonly [path: string, content: Content])[]

/** What control is returned with. */
interface Handback {
  readonly target: TaskTarget
  readonly reason: Reason
  readonly text: string
  readonly withSkeleton: boolean
  readonly block: Block | undefined
  readonly stamp: Stamp
}

/** How the agents of a kind of task hand back. */
interface Way {
  /** The statuses of an output, by the word of the command; of several the first is written. */
  readonly statuses: Readonly<Record<Reason, readonly string[]>>
  /** The reply where the same was handed back before. */
  readonly repeated: Readonly<Record<Reason, string>>
  readonly markers: Readonly<Record<Reason, 'P' | 'x' | ' ' | '/'>>
  /** The message that a block is to become. */
  key(target: TaskTarget, report: string): string
  needsText(handback: Handback): boolean
  /** What is written besides the marker, or why nothing is. */
  files(handback: Handback): Files | Refusal
  readonly title: (target: TaskTarget) => string
}

/** The report of the attempt, written from the skeleton where there is none; or why there is none to be reviewed. */
function reportFiles({ target, reason, text, withSkeleton, block, stamp }: Handback): Files | Refusal {
  const { task, called, session } = target
  const report = task.report(task.attempt)
  const path = `${session.path}/${reportName({ task: task.id, attempt: task.attempt })}`
  if (reason === 'question' || (report && reason === 'error')) return []
  if (reason === 'error') {
    const blockers = block?.content.texts('blockers').map((each) => each.text) ?? []
    const lines = [text, ...blockers].filter((each) => each !== '').join('\n')
    return [[path, skeleton(task, task.attempt, { sectionUnder: 'error', text: lines }, stamp)]]
  }
  if (!report && withSkeleton) return [[path, skeleton(task, task.attempt, { sectionUnder: 'success', text }, stamp)]]
  if (!report)
    return refused(
      diagnostic(target, 'SUBAGENT_REPORT_MISSING', msg`Missing report ${path}, expected that of attempt ${task.attempt}`, {
        hint: msg`Let the executor write it, or ${`/handback ${called} success --skeleton "…"`} with what was done.`,
      }),
    )
  if (!isReviewable(report))
    return refused(
      diagnostic(target, 'REPORTFILE_PART1_MISSING', msg`Missing heading ${'PART 1'} in ${path}`, {
        hint: msg`Write ${'## PART 1: IMPLEMENTATION REPORT'} above what was done.`,
        place: { path, line: 1 },
      }),
    )
  if (!report.filled)
    return refused(
      diagnostic(target, 'REPORTFILE_UNFILLED', msg`Missing content of ${'PART 1'} in ${path}, expected what was done`, {
        hint: 'Let the executor write it.',
        place: { path, line: report.part1 ?? 1 },
      }),
    )
  return []
}

/** Of an implementation task: its executor's output, and a report that is reviewed next. */
const executor: Way = {
  statuses: { success: ['completed'], error: ['failed'], question: ['blocked'] },
  repeated: {
    success: 'Handed back already: it waits for its review.',
    error: 'Handed back already: the attempt came to nothing.',
    question: 'Asked already.',
  },
  markers: { success: 'P', error: ' ', question: '/' },
  key: ({ task }) => `executor.${task.id}.a${task.attempt}`,
  title: ({ task }) => msg`${task.id}, attempt ${task.attempt}`,

  needsText: ({ target: { task }, reason, withSkeleton, block }) =>
    reason === 'success' ? withSkeleton && !task.report(task.attempt) : lastBlocker(block) === undefined,

  files(handback) {
    const { target, reason, text, block, stamp } = handback
    const { task, session } = target
    const report = reportFiles(handback)
    if ('outcome' in report) return report
    const path = `${session.path}/${messageName(`executor.${task.id}.a${task.attempt}`, 'output')}`
    if (block) return [[path, block.text(stamp)], ...report]
    const old = task.executor(task.attempt, 'output')
    if (reason === 'success' && old?.status === 'completed')
      return [...(stamp.agent === undefined ? [] : withAgent(old, stamp.agent)), ...report]
    const payload = {
      status: this.statuses[reason][0] ?? '',
      report_path: reportName({ task: task.id, attempt: task.attempt }),
      success_criteria_met: reason === 'success',
      discovered_tasks: [],
      blockers: reason === 'success' ? [] : [...blockersOf(old), text],
    }
    return [[path, messageText({ agent: 'executor', kind: 'output' }, session, nodeOf(payload), stamp)], ...report]
  },
}

const planningNumber = (target: TaskTarget) => target.task.waiting?.number ?? plannerNumber(target)

/** Of a planning task, which has neither report nor review. */
const planner: Way = {
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
    if (contract?.toLowerCase().startsWith('ralph-questioner@') !== true) return `planner.${task.mode}.${planningNumber(target)}`
    const cycle = Math.max(1, ...session.questions.flatMap(({ cycles }) => cycles.map((each) => each.cycle)))
    return `questioner.${task.id.endsWith('research') ? 'RESEARCH' : 'BRAINSTORM'}.c${cycle}`
  },

  needsText: ({ reason, block }) => reason !== 'success' && lastBlocker(block) === undefined,

  files({ target, reason, text, block, stamp }) {
    const { task, session } = target
    if (block) return [[block.path, block.text(stamp)]]
    if (reason === 'success') return []
    const path = `${session.path}/${messageName(`planner.${task.mode}.${planningNumber(target)}`, 'output')}`
    const payload = { status: this.statuses[reason][0] ?? '', blockers: [...blockersOf(task.waiting), text] }
    return [[path, messageText({ agent: 'planner', kind: 'output' }, session, nodeOf(payload), stamp)]]
  },
}

const lastBlocker = (block: Block | undefined): string | undefined => block?.content.texts('blockers').at(-1)?.text

const textMissing: Readonly<Record<Reason, string>> = {
  success: 'Missing text, expected what was done',
  error: 'Missing text, expected what went wrong',
  question: 'Missing text, expected the question',
}

/** The question that an agent asks, or the error that ended its attempt. */
function returnedLines({ called }: TaskTarget, reason: Reason, text: string): readonly string[] {
  if (reason === 'question') return [msg`Question: ${text}`, msg`${`/answer ${called} "…"`} answers it.`]
  return reason === 'error' ? [msg`Error: ${text}`] : []
}

/** The tasks that an executor discovered: the reply names them, and nothing adds them. */
function discovered({ content: { fields } }: Block): readonly string[] {
  return fields.list('discovered_tasks').map((_, index) => {
    const text = (...path: readonly string[]) => fields.text('discovered_tasks', index, ...path)
    const words = text()
    return words === undefined ? msg`Discovered: ${text('id') ?? ''}: ${text('description') ?? ''}` : msg`Discovered: ${words}`
  })
}

/** The reply where the state of a task leaves nothing to do, or why it refuses the handback. */
function stopped(target: TaskTarget, act: Reason, { repeated }: Way): Outcome | undefined {
  const attempted: Attempted = { target, act, isRepeated: () => givenUp(target.task) !== undefined }
  if (moveOf(attempted) === 'same') return { outcome: 'unchanged', reply: repeated[act], diagnostics: [] }
  const why = refusedMove(attempted)
  return why && refused(why)
}

/** The block of a call, and the reason: the word of the command, else that of the block. */
function blockOf(
  { model, target, request: { report }, usage }: Returning,
  word: Reason | undefined,
  { statuses, key }: Way,
): Pick<Handback, 'block' | 'reason'> | Refusal {
  const block = report === undefined ? undefined : readBlock(model, target, key(target, report), report)
  if (block && 'outcome' in block) return block
  const reason = word ?? reasons.find((each) => statuses[each].includes(block?.status ?? ''))
  if (reason === undefined) return misused(usage, msg`Missing reason, expected one of ${reasons}`)
  if (!block || statuses[reason].includes(block.status)) return { block, reason }
  const [only, ...others] = statuses[reason]
  const message =
    others.length === 0
      ? msg`Unexpected status ${block.status} beside ${reason}, expected ${only ?? ''}`
      : msg`Unexpected status ${block.status} beside ${reason}, expected one of ${statuses[reason]}`
  return refused(diagnostic(target, 'MESSAGE_STATUS_MISMATCH', message, { hint: 'Say the same in both.' }))
}

/** Returns control of a task (docs/subagent.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary:
    'Returns control of a task: `success` brings it to its review, `error` back to the start, `question` waits for an answer. A json block is the output of the agent.',
  examples: [
    '/handback task-1 success',
    '/handback task-1 success --skeleton Counts words',
    '/handback task-1 error The samples do not pass',
    '/handback task-1 question Which words?',
  ],
  target: taskTarget,
  words: [{ name: 'REASON', values: reasons, optional: true }],
  options: { skeleton: { kind: 'flag' } },
  text: '[TEXT]',
  preconditions: [textTooLong],

  run(call) {
    const { target, words, rest, options, request, at, usage } = call
    const { task, session } = target
    const [first = ''] = rest.words
    if (first.startsWith('--')) return misused(usage, msg`Unexpected option ${first}, expected ${'--skeleton'}`)
    const way = task.kind === 'planning' ? planner : executor
    const word = words[0] as Reason | undefined
    const early = word && stopped(target, word, way)
    if (early) return early
    const read = blockOf(call, word, way)
    if ('outcome' in read) return read
    const { block, reason } = read
    const late = stopped(target, reason, way)
    if (late) return late

    const text = textOf(rest)
    const handed: Handback = {
      target,
      reason,
      text,
      block,
      withSkeleton: options.skeleton === true,
      // A review goes by it once the grant is gone.
      stamp: {
        actor: request.actor,
        at,
        agent: reason === 'success' && task.kind === 'implementation' ? grantOf(task).grant?.agent : undefined,
      },
    }
    if (text === '' && way.needsText(handed))
      return refused(diagnostic(target, 'SUBAGENT_TEXT_MISSING', textMissing[reason], { hint: usageLine(usage) }))
    const last = lastBlocker(block) ?? text
    if (reason === 'question' && task.state === 'blocked' && blockersOf(task.waiting).at(-1) === last)
      return { outcome: 'unchanged', reply: way.repeated.question, diagnostics: [] }
    const files = way.files(handed)
    if ('outcome' in files) return files
    return {
      outcome: 'changed',
      changes: new Map([...withMarker(session, task, way.markers[reason]), ...files, ...withGrant(task, undefined)]),
      reply: [
        `Handback: ${way.title(target)}, ${msg`${reason}`}`,
        ...returnedLines(target, reason, last),
        ...(block && task.kind === 'implementation' ? discovered(block) : []),
      ].join('\n'),
      diagnostics: [],
    }
  },
})
