import {
  type Command,
  type Outcome,
  type Refusal,
  refused,
  type CommandDiagnostic,
  type Request,
  type CommandContext,
} from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { at as nodeAt } from '../../../documents/data.ts'
import { textDocument } from '../../../documents/text.ts'
import type { ControlModel, Stage } from '../model.ts'
import { readHandback } from '../reading/control-files.ts'
import { parseFile, sameData } from '../reading/data-file.ts'
import { nameIn } from '../repair.ts'
import { remarkOf } from '../reports/check.ts'
import { moves } from '../states.ts'
import { handbackNode, handbackText, returnChanges, type Said } from '../writing.ts'
import { leftGrant, problemRemarks, remark } from './answers.ts'
import { fenced } from './fence.ts'
import { handbackLines, handbackReport, type Recorded } from './handback-lines.ts'
import { fromBlock, fromWords, reasonOf, type Wanted } from './handback-object.ts'
import { sceneOf } from './stage.ts'
import { behind, restOf } from './text.ts'

const form = { name: 'handback', usage: 'STAGE [--run RUN] [success [TEXT] | error [CODE] TEXT | question TEXT]' } as const

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

/** What a stage says that was handed back, and nothing changes. */
function report(stage: Stage, world: CommandContext): Outcome {
  const { handback } = stage
  const move = moves[stage.state].report
  if (move === 'invalid') return refused(...problemRemarks(stage, handback.problems, 'error'))
  const root = handback.file.data?.root
  if (move === 'absent' || !root) {
    return refused(
      remark(stage, 'HANDBACK_ABSENT', msg`Missing handback of ${nameIn(stage)}`, {
        hint: msg`${`/handback ${nameIn(stage)} success`} returns control.`,
      }),
    )
  }
  const lines = handbackLines(stage, root, world.context.at, recordedIn(world, handback.path))
  return { outcome: 'unchanged', reply: fenced(lines), remarks: leftGrant(stage), report: handbackReport(stage, lines) }
}

/** Whether handback.json says all that would be written. */
function says({ handback: { file, text } }: Stage, { reason, description, error }: Said): boolean {
  if (text('reason') !== reason || text('description') !== description) return false
  if (!error) return true
  const context = file.data && nodeAt(file.data.root, ['error', 'context'])
  const sameContext = !error.context || (context !== undefined && sameData(context, error.context))
  return text('error', 'code') === error.code && text('error', 'message') === error.message && sameContext
}

/** What the result is not yet: outputs that contradict a success are reported, and enforced only where a team makes errors of them. */
const contradictions = (stage: Stage): readonly CommandDiagnostic[] =>
  stage
    .validation()
    .filter(({ fault }) => fault !== undefined && /^STAGE_(?:OUTPUT|SCHEMA)_/.test(fault.code))
    .flatMap((check) => remarkOf(check, stage.target, check.status === 'SKIP' ? 'notice' : 'warning'))

/** The stage as it is with another handback. */
const withHandback = (stage: Stage, said: Said): Stage => ({
  ...stage,
  handback: readHandback(parseFile(textDocument(stage.handback.path, handbackText(said)), 'json')),
})

/** What is asked for; `same`: no more than what stands there. */
function wantedOf(model: ControlModel, stage: Stage, request: Request, words: readonly string[]): Wanted | 'same' | Refusal {
  if (request.report !== undefined) return fromBlock(model, stage, request, words)
  const reason = reasonOf(stage, words[0] ?? '')
  if (typeof reason !== 'string') return reason
  if (words.length === 1 && stage.handback.value?.reason === reason) return 'same'
  return fromWords(stage, reason, behind(restOf(request, words), 1))
}

/** Returns control of a stage, or reports what was returned (control protocol, "Commands"). */
export const handback: Command<ControlModel> = {
  ...form,
  summary:
    'Returns control of a stage to the orchestrator: writes `handback.json` from words or from a json block. Without either it only reports what was returned.',
  examples: [
    '/handback explore success',
    '/handback explore error INPUT_MISSING There is no brief',
    '/handback explore question "Which colour?"',
    '/handback explore',
  ],

  run(model, request, world): Outcome {
    const scene = sceneOf(model, request, form)
    if ('outcome' in scene) return scene
    const { stage, words } = scene
    if (words.length === 0 && request.report === undefined) return report(stage, world)

    const wanted = wantedOf(model, stage, request, words)
    if (wanted === 'same') return report(stage, world)
    if ('outcome' in wanted) return wanted
    const { said, remarks } = wanted
    if (moves[stage.state].handback === 'same') {
      if (says(stage, said)) return report(stage, world)
      const hint = msg`${`/accept ${nameIn(stage)}`} begins the next cycle.`
      return refused(
        remark(
          stage,
          'HANDBACK_ALREADY',
          msg`Unexpected second handback of ${nameIn(stage)}: control was returned as ${stage.handback.value?.reason ?? ''}`,
          { hint },
        ),
      )
    }
    const lines = handbackLines(stage, handbackNode(said), world.context.at)
    const replaced = problemRemarks(stage, stage.handback.problems, 'warning')
    return {
      outcome: 'changed',
      changes: returnChanges(stage, said),
      reply: fenced(lines),
      remarks: [...remarks, ...replaced, ...leftGrant(stage), ...(said.reason === 'success' ? contradictions(stage) : [])],
      report: handbackReport(withHandback(stage, said), lines),
    }
  },
}
