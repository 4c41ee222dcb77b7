import { type Content, type Refusal, usageCode } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command, usageLine } from '../../../kit/command.ts'
import { anywayReason, successText } from '../../../kit/evidence.ts'
import { isReviewable, type SubagentModel } from '../model.ts'
import type { Report } from '../reading/report.ts'
import { verdicts, type Verdict } from '../schema.ts'
import { withMarker, withReview } from '../writing/markdown.ts'
import { readBlock, type Block } from './block.ts'
import { missingHeadingFinding, violation } from './diagnostics.ts'
import { evidenceOf } from './evidence.ts'
import { movePrecondition, moveOf, type AttemptedMove } from './moves.ts'
import { task as taskTarget, textOf, textTooLong, type TaskTarget } from './task.ts'
import { replacedMessages } from '../writing/messages.ts'

/** Whether every other task of a session is completed. The state of a session of v2 is written by its orchestrator. */
const isLastTask = ({ session, task }: TaskTarget): boolean =>
  session.iterations === undefined &&
  session.allTasks.every(({ id, kind, line }) => {
    if (line === undefined || id === task.id) return true
    return kind === 'implementation' ? line.marker === 'x' : line.marker !== ' ' && line.marker !== '/'
  })

const readableBlock = ({ report }: ReviewCall): Block | undefined =>
  report && 'outcome' in report ? undefined : report

type ReviewCall = Call<SubagentModel, TaskTarget, Readonly<Record<string, never>>, Block | Refusal>

const verdictOf = ({ words: [word] }: Pick<ReviewCall, 'words'>): Verdict | undefined =>
  verdicts.find((verdict) => verdict.toLowerCase() === word)

const reviewMove = (call: Pick<ReviewCall, 'words' | 'target'>): AttemptedMove => ({
  target: call.target,
  act: verdictOf(call) === 'Qualified' ? 'qualified' : 'failed',
  isRepeated: () => call.target.task.newest?.verdict?.value === verdictOf(call),
})

const verdictWords = verdicts.map((verdict) => verdict.toLowerCase())

/** Records a verdict and moves the task (docs/subagent.md, "Commands"). */
export const review = command({
  name: 'review',
  summary:
    'Records the verdict on a task in its newest report and moves the task: `qualified` to `[x]`, `failed` back to `[ ]`. A json block is the output of the reviewer.',
  examples: ['/review task-1 qualified', '/review task-1 failed "The last line is lost"'],
  target: taskTarget,
  words: [{ name: 'VERDICT', values: verdictWords }],
  text: '[TEXT]',
  fault: textTooLong,
  // The output of the reviewer.
  report: {
    read: (model, target: TaskTarget, text): Block | Refusal =>
      readBlock(
        model,
        target,
        `reviewer.${target.task.id}.a${target.task.newest?.attempt ?? target.task.attempt}`,
        text,
      ),
  },

  already(call) {
    const verdict = verdictOf(call)
    if (!verdict || moveOf(reviewMove(call)) !== 'same') return undefined
    return {
      outcome: 'unchanged',
      reply: msg`Reviewed already: ${call.target.task.id} is ${verdict}.`,
      diagnostics: [],
    }
  },

  preconditions: [
    {
      code: usageCode,
      *violations(call) {
        if (!verdictOf(call))
          yield {
            message: msg`Missing verdict, expected one of ${verdictWords}`,
            hint: usageLine(call.usage),
            place: { path: '.' },
          }
      },
    },
    movePrecondition(reviewMove),
    {
      violations: ({ report }) => (report && 'outcome' in report ? report.diagnostics : []),
    },
    {
      code: 'MESSAGE_VERDICT_MISMATCH',
      *violations(call) {
        const [block, verdict] = [readableBlock(call), verdictOf(call)]
        const blockVerdict = block?.content.fields.text('verdict')
        if (!block || blockVerdict === verdict) return
        const found = blockVerdict === undefined ? 'Missing verdict' : msg`Unexpected verdict ${blockVerdict}`
        const message = `${found} in the block, expected ${msg`${verdict ?? ''}`} as in the command`
        const hint =
          blockVerdict === undefined
            ? 'Use the same verdict in both.'
            : msg`Use the same verdict in both: ${`/review ${call.target.called} ${blockVerdict.toLowerCase()}`} is that of the block.`
        yield violation(call.target, message, { hint })
      },
    },
    {
      code: 'SUBAGENT_TEXT_MISSING',
      *violations(call) {
        const { target, rest, usage } = call
        const feedback = (readableBlock(call)?.content.fields.text('feedback') ?? '').trim()
        if (verdictOf(call) !== 'Failed' || target.task.newest?.verdict?.value !== undefined) return
        if (textOf(rest) === '' && feedback === '')
          yield violation(target, 'Missing text, expected what should be better', { hint: usageLine(usage) })
      },
    },
    {
      code: 'SUBAGENT_REPORT_MISSING',
      *violations({ target }) {
        const { newest: report, id } = target.task
        if (!report)
          yield violation(target, msg`Missing report of ${id}, expected one to be reviewed`, {
            hint: 'Let the executor write it.',
          })
      },
    },
    {
      code: 'REPORTFILE_PART1_MISSING',
      *violations({ target }) {
        const { newest: report } = target.task
        if (report && !isReviewable(report)) yield missingHeadingFinding(target, report.path)
      },
    },
    {
      code: 'SUBAGENT_VERDICT_FIXED',
      *violations(call) {
        const { target } = call
        const report = target.task.newest
        const [recordedVerdict, verdict] = [report?.verdict?.value, verdictOf(call)]
        if (!report || recordedVerdict === undefined || recordedVerdict === verdict) return
        yield violation(target, msg`Unexpected verdict ${verdict ?? ''}: the report is ${recordedVerdict} already`, {
          hint: msg`${`/review ${target.called} ${recordedVerdict.toLowerCase()}`} moves the task.`,
          place: { path: report.path, line: report.verdict?.line ?? 1 },
        })
      },
    },
  ],

  evidence(call) {
    const { target, model, commandContext } = call
    if (verdictOf(call) !== 'Qualified') return undefined
    const commandText = (verdict: string) => `/review ${target.called} ${verdict}`
    return evidenceOf(
      target,
      model,
      { command: commandText('qualified'), instead: commandText('failed "…"'), block: undefined },
      commandContext,
    )
  },

  run(call) {
    const { target, rest, request, at } = call
    const { task, session } = target
    const [verdict, report, block] = [verdictOf(call) as Verdict, task.newest as Report, readableBlock(call)]
    const overrideReason = verdict === 'Qualified' ? anywayReason(request) : undefined
    const stamp = { actor: request.actor, at, anyway: overrideReason }
    const text = successText(textOf(rest), overrideReason)
    const reportChanges: readonly (readonly [string, Content])[] =
      report.verdict?.value === undefined
        ? [[report.path, withReview(report, verdict, { text, content: block?.content }, stamp)]]
        : []
    const messageChanges: readonly (readonly [string, Content])[] = block ? [[block.path, block.text(stamp)]] : []
    return {
      outcome: 'changed',
      changes: new Map([
        ...withMarker(session, task, verdict === 'Qualified' ? 'x' : ' '),
        ...reportChanges,
        ...messageChanges,
      ]),
      discards: replacedMessages(session, messageChanges),
      reply: [
        msg`Review: ${task.id} is ${verdict}`,
        ...(verdict === 'Qualified' && isLastTask(target)
          ? [msg`It was the last task: session ${session.id} is complete.`]
          : []),
      ].join('\n'),
      diagnostics: [],
    }
  },
})
