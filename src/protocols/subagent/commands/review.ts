import { type Command, type Content, type Outcome, type Refusal, refused } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { misused, usageLine } from '../../../kit/command.ts'
import { isReviewable, type SubagentModel } from '../model.ts'
import type { Report } from '../reading/report.ts'
import { verdicts, type Verdict } from '../schema.ts'
import { withMarker, withReview } from '../writing/markdown.ts'
import { remark } from './answers.ts'
import { readBlock, type Block } from './block.ts'
import { blockedBy } from './moving.ts'
import { sceneOf, textOf, type Scene } from './task.ts'

const form = { name: 'review', usage: 'TASK qualified|failed [TEXT]' } as const

/** The report that is reviewed, or why there is none that could be. */
function reviewable(scene: Scene): Report | Refusal {
  const { task } = scene
  const report = task.newest
  if (!report)
    return refused(
      remark(scene, 'SUBAGENT_REPORT_MISSING', msg`Missing report of ${task.id}, expected one to be reviewed`, {
        hint: 'Let the executor write it.',
      }),
    )
  if (!isReviewable(report))
    return refused(
      remark(scene, 'REPORTFILE_PART1_MISSING', msg`Missing heading ${'PART 1'} in ${report.path}`, {
        hint: msg`Write ${'## PART 1: IMPLEMENTATION REPORT'} above what was done.`,
        place: { path: report.path, line: 1 },
      }),
    )
  return report
}

function blockOf(model: SubagentModel, scene: Scene, text: string | undefined, verdict: Verdict): Block | undefined | Refusal {
  const { task } = scene
  if (text === undefined) return undefined
  const block = readBlock(model, scene, `reviewer.${task.id}.a${task.newest?.attempt ?? task.attempt}`, text)
  if ('outcome' in block) return block
  const said = block.content.fields.text('verdict')
  if (said === verdict) return block
  return refused(
    remark(
      scene,
      'MESSAGE_VERDICT_MISMATCH',
      msg`Unexpected verdict ${said ?? 'none'} in the block, expected ${verdict} as in the command`,
      { hint: 'Say the same in both.' },
    ),
  )
}

/** Records a verdict and moves the task (subagent protocol, section 8). */
export const review: Command<SubagentModel> = {
  ...form,
  summary:
    'Records the verdict on a task in its newest report and moves the task: `qualified` to `[x]`, `failed` back to `[ ]`. A json block is the output of the reviewer.',
  examples: ['/review task-1 qualified', '/review task-1 failed "The last line is lost"'],

  run(model, request, { context }): Outcome {
    const scene = sceneOf(model, request, form)
    if ('outcome' in scene) return scene
    const [word = '', ...rest] = scene.words
    const verdict = verdicts.find((each) => each.toLowerCase() === word.toLowerCase())
    if (!verdict)
      return misused(
        form,
        word === ''
          ? msg`Missing verdict, expected one of ${['qualified', 'failed']}`
          : msg`Unexpected verdict ${word}, expected one of ${['qualified', 'failed']}`,
      )
    const text = textOf(rest, form)
    if (typeof text !== 'string') return text
    const { task, session } = scene
    const stop = blockedBy(
      scene,
      verdict === 'Qualified' ? 'qualified' : 'failed',
      () => task.newest?.verdict?.value === verdict,
      msg`Reviewed already: ${task.id} is ${verdict}.`,
    )
    if (stop) return stop

    const block = blockOf(model, scene, request.report, verdict)
    if (block && 'outcome' in block) return block
    const fixed = task.newest?.verdict?.value
    const feedback = (block?.content.fields.text('feedback') ?? '').trim()
    if (verdict === 'Failed' && fixed === undefined && text === '' && feedback === '')
      return refused(remark(scene, 'SUBAGENT_TEXT_MISSING', 'Missing text, expected what is to be better', { hint: usageLine(form) }))
    const report = reviewable(scene)
    if ('outcome' in report) return report
    if (fixed !== undefined && fixed !== verdict)
      return refused(
        remark(scene, 'SUBAGENT_VERDICT_FIXED', msg`Unexpected verdict ${verdict}: the report is ${fixed} already`, {
          hint: msg`${`/review ${scene.called} ${fixed.toLowerCase()}`} moves the task.`,
          place: { path: report.path, line: report.verdict?.line ?? 1 },
        }),
      )
    const stamp = { actor: request.actor, at: context.at }
    const written: readonly (readonly [string, Content])[] =
      fixed === undefined ? [[report.path, withReview(report, verdict, { text, content: block?.content }, stamp)]] : []
    const message: readonly (readonly [string, Content])[] = block ? [[block.path, block.text(stamp)]] : []
    return {
      outcome: 'changed',
      changes: new Map([...withMarker(session, task, verdict === 'Qualified' ? 'x' : ' '), ...written, ...message]),
      reply: msg`Review: ${task.id} is ${verdict}`,
      remarks: [],
    }
  },
}
