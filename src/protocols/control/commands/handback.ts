import { recordOf, sameData } from '../../../kit/record.ts'
import { type Refusal, refused, type CommandDiagnostic, type CommandContext } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { at as nodeAt } from '../../../documents/data.ts'
import { nameIn, type ControlModel, type Stage } from '../model.ts'
import { readHandback } from '../reading/stage-files.ts'
import { diagnosticOf } from '../contract/checks.ts'
import { reasons, type Reason } from '../schema.ts'
import { effects } from '../states.ts'
import { handbackNode, handbackText, returnChanges, type HandbackContent } from '../writing/writing.ts'
import { leftGrant, problemDiagnostics } from './diagnostics.ts'
import { type Call, command, fenced } from '../../../kit/command.ts'
import { handbackLines, handbackReport, type Recorded } from './handback-reply.ts'
import { fromBlock, fromWords, unknownReason, type HandbackRequest } from './handback-input.ts'
import { stage as stageTarget } from './stage.ts'

/** When the handback was committed as it is now. */
function recordedIn({ history, view }: CommandContext, path: string): Recorded | undefined {
  const now = view.bytes(path)
  if (!history || !now) return undefined
  let last: Recorded | undefined
  for (const { bytes, sha, at } of history.versions(path)) {
    if (!bytes || Buffer.compare(bytes, now) !== 0) break
    last = at === undefined ? undefined : { at, sha }
  }
  return last
}

/** Whether handback.json says all that would be written. */
function says({ handback: { file } }: Stage, { reason, description, error }: HandbackContent): boolean {
  if (file.text('reason') !== reason || file.text('description') !== description) return false
  if (!error) return true
  const context = file.data && nodeAt(file.data.root, ['error', 'context'])
  const sameContext = !error.context || (context !== undefined && sameData(context, error.context))
  return file.text('error', 'code') === error.code && file.text('error', 'message') === error.message && sameContext
}

/** What the result is not yet: outputs that contradict a success are reported, and enforced only where a team makes errors of them. */
const contradictions = (stage: Stage): readonly CommandDiagnostic[] =>
  stage
    .validation()
    .filter(({ fault }) => fault !== undefined && /^STAGE_(?:OUTPUT|SCHEMA)_/.test(fault.code))
    .flatMap((check) => diagnosticOf(check, stage.target, check.status === 'SKIP' ? 'notice' : 'warning'))

/** The stage as it is with another handback. */
const withHandback = (stage: Stage, content: HandbackContent): Stage => ({
  ...stage,
  handback: readHandback(recordOf(handbackText(content), 'json', stage.handback.path)),
})

/** The handback that words or a json block say, or why they say none; `undefined`: no more than what stands there, which is reported. */
function requestedBy({
  model,
  target: stage,
  words,
  rest,
  request: { report },
}: Omit<Call<ControlModel, Stage>, 'prepared'>): HandbackRequest | Refusal | undefined {
  const [reason] = words
  const isSame = report === undefined && rest.words.length === 0 && stage.handback.value?.reason === reason
  if (isSame || (report === undefined && reason === undefined)) return undefined
  const requested =
    report === undefined ? fromWords(stage, reason as Reason, rest) : fromBlock(model, stage, report, [...words, ...rest.words])
  return 'content' in requested && effects[stage.state].handback === 'same' && says(stage, requested.content) ? undefined : requested
}

/** Returns control of a stage, or reports what was returned (docs/control.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary:
    'Returns control of a stage to the orchestrator: writes `handback.json` from words or from a json block. Without either it only reports what was returned.',
  examples: [
    '/handback explore success',
    '/handback explore error INPUT_MISSING There is no brief',
    '/handback explore question "Which colour?"',
    '/handback explore',
  ],
  target: stageTarget,
  words: [
    {
      name: 'REASON',
      values: reasons,
      behind: { success: '[TEXT]', error: '[CODE] TEXT', question: 'TEXT' },
      optional: true,
      unexpected: unknownReason,
    },
  ],

  prepare: requestedBy,

  preconditions: [
    { violations: ({ prepared }) => (prepared && 'outcome' in prepared ? prepared.diagnostics : []) },
    {
      code: 'HANDBACK_ALREADY',
      *violations({ target: stage, prepared }) {
        if (!prepared || effects[stage.state].handback !== 'same') return
        const message = msg`Unexpected second handback of ${nameIn(stage)}: control was returned as ${stage.handback.value?.reason ?? ''}`
        yield {
          message,
          hint: msg`${`/accept ${nameIn(stage)}`} begins the next cycle.`,
          place: { path: stage.path },
          target: stage.target,
        }
      },
    },
    {
      violations: ({ target: stage, prepared }) =>
        prepared || effects[stage.state].report !== 'invalid' ? [] : problemDiagnostics(stage, stage.handback.problems, 'error'),
    },
    {
      code: 'HANDBACK_ABSENT',
      *violations({ target: stage, prepared }) {
        if (prepared || effects[stage.state].report !== 'absent') return
        const hint = msg`${`/handback ${nameIn(stage)} success`} returns control.`
        yield { message: msg`Missing handback of ${nameIn(stage)}`, hint, place: { path: stage.path }, target: stage.target }
      },
    },
  ],

  run({ target: stage, prepared: requested, commandContext, at }) {
    const root = stage.handback.file.data?.root
    if (!requested && root) {
      const lines = handbackLines(stage, root, at, recordedIn(commandContext, stage.handback.path))
      return { outcome: 'unchanged', reply: fenced(lines), diagnostics: leftGrant(stage), report: handbackReport(stage, lines) }
    }
    if (!requested || 'outcome' in requested) return refused()
    const { content, diagnostics } = requested
    const lines = handbackLines(stage, handbackNode(content), at)
    const replaced = problemDiagnostics(stage, stage.handback.problems, 'warning')
    return {
      outcome: 'changed',
      changes: returnChanges(stage, content),
      reply: fenced(lines),
      diagnostics: [...diagnostics, ...replaced, ...leftGrant(stage), ...(content.reason === 'success' ? contradictions(stage) : [])],
      report: handbackReport(withHandback(stage, content), lines),
    }
  },
})
