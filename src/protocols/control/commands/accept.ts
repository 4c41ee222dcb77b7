import type { Command, Outcome, CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { misused } from '../../../kit/command.ts'
import type { ControlModel, Stage } from '../model.ts'
import { nameIn } from '../repair.ts'
import { remarkOf } from '../reports/check.ts'
import { moves } from '../states.ts'
import { instantOf, timestampOf } from '../timestamps.ts'
import { answerText, grantChanges, nextAnswerPath, questionOf } from '../writing.ts'
import { problemRemarks, remark, replacedGrant } from './answers.ts'
import { sceneOf } from './stage.ts'

const form = { name: 'accept', usage: 'STAGE [--run RUN] [--refresh] [--anyway]' } as const

/** Why a stage is not ready, as warnings: a grant never enforces. */
const unready = (stage: Stage): readonly CommandDiagnostic[] =>
  stage.preflight().flatMap((check) => (check.check === 'accept_present' ? [] : remarkOf(check, stage.target, 'warning')))

/** That the new grant is older than the one before. */
export function backwards(stage: Stage, at: string): readonly CommandDiagnostic[] {
  const before = stage.accept.value?.timestamp
  const was = before === undefined ? undefined : instantOf(before)
  if (before === undefined || was === undefined || was <= Date.parse(at)) return []
  return [
    remark(stage, 'ACCEPT_BACKWARDS', msg`Unexpected timestamp ${timestampOf(at)}, expected one after ${before}`, {
      severity: 'warning',
      place: { path: stage.accept.path },
    }),
  ]
}

function unanswered(stage: Stage): readonly CommandDiagnostic[] {
  const question = questionOf(stage)
  if (question === undefined) return []
  return [
    remark(stage, 'HANDBACK_QUESTION_UNANSWERED', msg`Unanswered question of ${stage.name}: ${question}`, {
      severity: 'warning',
      hint: msg`It is kept as ${nextAnswerPath(stage)}, without an answer.`,
      fix: `/answer ${nameIn(stage)} "…"`,
      place: { path: stage.handback.path },
    }),
  ]
}

/** The question that control came back with is kept beside the answers, though it has none. */
function kept(stage: Stage, at: string): readonly (readonly [path: string, text: string])[] {
  const question = questionOf(stage)
  return question === undefined ? [] : [[nextAnswerPath(stage), answerText(question, null, at)]]
}

/** Grants control of a stage to the agent (control protocol, "Commands"). */
export const accept: Command<ControlModel> = {
  ...form,
  summary:
    'Grants control of a stage to the agent: writes `accept.json` and takes `handback.json` away. `--refresh` writes a new time while the agent has control.',
  examples: ['/accept explore', '/accept explore@run-2026-01-20-001', '/accept explore --refresh'],

  run(model, request, { context: { at } }): Outcome {
    const scene = sceneOf(model, request, form)
    if ('outcome' in scene) return scene
    const { stage, words } = scene
    const other = words.find((word) => word.toLowerCase() !== '--refresh')
    if (other !== undefined) return misused(form, msg`Unexpected ${other} behind the command`)

    const since = stage.accept.text('timestamp') ?? ''
    const isNew = words.length > 0 && instantOf(since) !== Date.parse(timestampOf(at))
    if (moves[stage.state].accept === 'same' && !isNew) {
      return {
        outcome: 'unchanged',
        reply: msg`Already accepted since ${since}: the agent holds ${nameIn(stage)}.`,
        remarks: unready(stage),
      }
    }
    const replaced = [...replacedGrant(stage, model), ...problemRemarks(stage, stage.handback.problems, 'warning')]
    return {
      outcome: 'changed',
      changes: new Map([...grantChanges(stage, at), ...kept(stage, at)]),
      reply: [`Accept: ${stage.name}`, 'State: agent', `Timestamp: ${timestampOf(at)}`].join('\n'),
      remarks: [...unanswered(stage), ...replaced, ...backwards(stage, at), ...unready(stage)],
    }
  },
}
