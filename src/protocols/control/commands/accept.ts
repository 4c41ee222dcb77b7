import type { CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { command } from '../../../kit/command.ts'
import { nameIn, type Stage } from '../model.ts'
import { instantOf, timestampOf } from '../schema.ts'
import { effects } from '../states.ts'
import { answerText, grantChanges, grantTime, nextAnswerPath, questionOf, replacedPaths } from '../writing/writing.ts'
import { diagnostic, problemDiagnostics, replacedGrantWarnings } from './diagnostics.ts'
import { diagnosticOf } from './report.ts'
import { stage as stageTarget } from './stage.ts'

/** Why a stage is not ready, as warnings: a grant never enforces. */
const readinessWarnings = (stage: Stage): readonly CommandDiagnostic[] =>
  stage
    .preflight()
    .flatMap((check) => (check.check === 'accept_present' ? [] : diagnosticOf(check, stage.target, 'warning')))

/** The warning that the new grant is older than the one before. */
export function olderGrantWarnings(stage: Stage, at: string): readonly CommandDiagnostic[] {
  const previousTimestamp = stage.accept.value?.timestamp
  const previousInstant = previousTimestamp === undefined ? undefined : instantOf(previousTimestamp)
  if (previousTimestamp === undefined || previousInstant === undefined || previousInstant <= Date.parse(at)) return []
  return [
    diagnostic(
      stage,
      'ACCEPT_BACKWARDS',
      msg`Unexpected timestamp ${timestampOf(at)}, expected one after ${previousTimestamp}`,
      {
        severity: 'warning',
        place: { path: stage.accept.path },
      },
    ),
  ]
}

function unansweredQuestionWarning(stage: Stage, question: string): CommandDiagnostic {
  return diagnostic(stage, 'HANDBACK_QUESTION_UNANSWERED', msg`Unanswered question of ${stage.name}: ${question}`, {
    severity: 'warning',
    hint: msg`It is kept as ${nextAnswerPath(stage)}, without an answer.`,
    fix: `/answer ${nameIn(stage)} "…"`,
    place: { path: stage.handback.path },
  })
}

/** Grants control of a stage to the agent (docs/control.md, "Commands"). */
export const accept = command({
  name: 'accept',
  summary:
    'Grants control of a stage to the agent: writes `accept.json` and removes `handback.json`. `--refresh` writes a new time while the agent has control.',
  examples: ['/accept explore', '/accept explore@run-2026-01-20-001', '/accept explore --refresh'],
  target: stageTarget,
  options: { refresh: { kind: 'flag' } },

  run({ target: stage, options, at }) {
    const since = stage.accept.file.text('timestamp') ?? ''
    const isNewTime = options.refresh === true && instantOf(since) !== Date.parse(timestampOf(at))
    if (effects[stage.state].accept === 'same' && !isNewTime) {
      return {
        outcome: 'unchanged',
        reply: msg`Already accepted since ${since}: the agent holds ${nameIn(stage)}.`,
        diagnostics: readinessWarnings(stage),
      }
    }
    const question = questionOf(stage)
    const changes = grantChanges(stage, at)
    // The question is kept next to the answers, though it has none.
    if (question !== undefined) changes.set(nextAnswerPath(stage), answerText(question, null, at))
    return {
      outcome: 'changed',
      changes,
      discards: replacedPaths(stage, 'grant'),
      reply: [`Accept: ${stage.name}`, 'State: agent', `Timestamp: ${timestampOf(grantTime(stage, at))}`].join('\n'),
      diagnostics: [
        ...(question === undefined ? [] : [unansweredQuestionWarning(stage, question)]),
        ...replacedGrantWarnings(stage),
        ...problemDiagnostics(stage, stage.handback.problems, 'warning'),
        ...olderGrantWarnings(stage, at),
        ...readinessWarnings(stage),
      ],
    }
  },
})
