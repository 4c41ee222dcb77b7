import { type Content, type Refusal, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command, misused, usageLine } from '../../../kit/command.ts'
import { isReviewable, type SubagentModel } from '../model.ts'
import type { Report } from '../reading/report.ts'
import { verdicts, type Verdict } from '../schema.ts'
import { withMarker, withReview } from '../writing/markdown.ts'
import { readBlock, type Block } from './block.ts'
import { diagnostic } from './diagnostics.ts'
import { moveOf, refusedMove, type Attempted } from './moves.ts'
import { task as taskTarget, textOf, textTooLong, type TaskTarget } from './task.ts'

/** The report that is reviewed, or why there is none that could be. */
function reviewable(target: TaskTarget): Report | Refusal {
  const { task } = target
  const report = task.newest
  if (!report)
    return refused(
      diagnostic(target, 'SUBAGENT_REPORT_MISSING', msg`Missing report of ${task.id}, expected one to be reviewed`, {
        hint: 'Let the executor write it.',
      }),
    )
  if (!isReviewable(report))
    return refused(
      diagnostic(target, 'REPORTFILE_PART1_MISSING', msg`Missing heading ${'PART 1'} in ${report.path}`, {
        hint: msg`Write ${'## PART 1: IMPLEMENTATION REPORT'} above what was done.`,
        place: { path: report.path, line: 1 },
      }),
    )
  return report
}

/** The block of a call, where it has one: it must say the verdict of the command. */
function blockOf({ model, target, request: { report } }: Call<SubagentModel, TaskTarget>, verdict: Verdict): Block | undefined | Refusal {
  const { task } = target
  if (report === undefined) return undefined
  const block = readBlock(model, target, `reviewer.${task.id}.a${task.newest?.attempt ?? task.attempt}`, report)
  if ('outcome' in block) return block
  const own = block.content.fields.text('verdict')
  if (own === verdict) return block
  const message = msg`Unexpected verdict ${own ?? 'none'} in the block, expected ${verdict} as in the command`
  return refused(diagnostic(target, 'MESSAGE_VERDICT_MISMATCH', message, { hint: 'Say the same in both.' }))
}

const words = verdicts.map((verdict) => verdict.toLowerCase())

/** Records a verdict and moves the task (docs/subagent.md, "Commands"). */
export const review = command({
  name: 'review',
  summary:
    'Records the verdict on a task in its newest report and moves the task: `qualified` to `[x]`, `failed` back to `[ ]`. A json block is the output of the reviewer.',
  examples: ['/review task-1 qualified', '/review task-1 failed "The last line is lost"'],
  target: taskTarget,
  words: [{ name: 'VERDICT', values: words }],
  text: '[TEXT]',
  preconditions: [textTooLong],

  run(call) {
    const { target, rest, request, at, usage } = call
    const { task, session, called } = target
    const verdict = verdicts.find((each) => each.toLowerCase() === call.words[0])
    if (!verdict) return misused(usage, msg`Missing verdict, expected one of ${words}`)
    const attempted: Attempted = {
      target,
      act: verdict === 'Qualified' ? 'qualified' : 'failed',
      isRepeated: () => task.newest?.verdict?.value === verdict,
    }
    if (moveOf(attempted) === 'same')
      return { outcome: 'unchanged', reply: msg`Reviewed already: ${task.id} is ${verdict}.`, diagnostics: [] }
    const why = refusedMove(attempted)
    if (why) return refused(why)

    const block = blockOf(call, verdict)
    if (block && 'outcome' in block) return block
    const text = textOf(rest)
    const fixed = task.newest?.verdict?.value
    const feedback = (block?.content.fields.text('feedback') ?? '').trim()
    if (verdict === 'Failed' && fixed === undefined && text === '' && feedback === '')
      return refused(diagnostic(target, 'SUBAGENT_TEXT_MISSING', 'Missing text, expected what is to be better', { hint: usageLine(usage) }))
    const report = reviewable(target)
    if ('outcome' in report) return report
    if (fixed !== undefined && fixed !== verdict)
      return refused(
        diagnostic(target, 'SUBAGENT_VERDICT_FIXED', msg`Unexpected verdict ${verdict}: the report is ${fixed} already`, {
          hint: msg`${`/review ${called} ${fixed.toLowerCase()}`} moves the task.`,
          place: { path: report.path, line: report.verdict?.line ?? 1 },
        }),
      )
    const stamp = { actor: request.actor, at }
    const written: readonly (readonly [string, Content])[] =
      fixed === undefined ? [[report.path, withReview(report, verdict, { text, content: block?.content }, stamp)]] : []
    const message: readonly (readonly [string, Content])[] = block ? [[block.path, block.text(stamp)]] : []
    return {
      outcome: 'changed',
      changes: new Map([...withMarker(session, task, verdict === 'Qualified' ? 'x' : ' '), ...written, ...message]),
      reply: msg`Review: ${task.id} is ${verdict}`,
      diagnostics: [],
    }
  },
})
