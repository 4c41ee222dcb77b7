import { type Content, type Outcome, type Refusal, refused, type Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { misused, usageLine, type CommandForm } from '../../../kit/command.ts'
import { textDocument } from '../../../documents/text.ts'
import { parseRecord } from '../../../kit/record.ts'
import { messageName } from '../files.ts'
import { blockersOf, givenUp, type SubagentModel } from '../model.ts'
import { isEnvelope } from '../reading/message.ts'
import { withMarker } from '../writing/markdown.ts'
import { messageText, nodeOf, type Stamp } from '../writing/messages.ts'
import { plannerNumber } from './accept.ts'
import { remark, returnedLines, textMissing, unchanged } from './answers.ts'
import { readBlock, type Block } from './block.ts'
import type { Asked, Reason } from './handback.ts'
import { blockedBy } from './moving.ts'
import type { Scene } from './task.ts'

/** What a planner or questioner says, by the word of the command. */
const statuses: Readonly<Record<Reason, readonly string[]>> = {
  success: ['completed', 'needs_qa_cycle'],
  error: ['blocked'],
  question: ['needs_clarification'],
}

const words = Object.keys(statuses) as readonly Reason[]

const doneReply: Readonly<Record<Reason, string>> = {
  success: 'Handed back already: it is completed.',
  error: 'Handed back already: planning is blocked.',
  question: 'Asked already.',
}

/** The message that a block is to become: of the Planner, or where its envelope says so of the Questioner. */
function keyOf({ task, session }: Scene, report: string, number: number): string {
  const file = parseRecord(textDocument('', report), 'json-with-mark')
  const root = file.data?.root
  const contract = root?.kind === 'mapping' && isEnvelope(root) ? file.text('contract') : undefined
  if (contract?.toLowerCase().startsWith('ralph-questioner@') !== true) return `planner.${task.mode}.${number}`
  const cycle = Math.max(1, ...session.questions.flatMap(({ cycles }) => cycles.map((each) => each.cycle)))
  return `questioner.${task.id.endsWith('research') ? 'RESEARCH' : 'BRAINSTORM'}.c${cycle}`
}

function blockOf(
  model: SubagentModel,
  scene: Scene,
  { report }: Request,
  word: Reason | undefined,
  number: number,
  form: CommandForm,
): { readonly block: Block | undefined; readonly reason: Reason } | Refusal {
  const block = report === undefined ? undefined : readBlock(model, scene, keyOf(scene, report, number), report)
  if (block && 'outcome' in block) return block
  const reason = word ?? words.find((each) => statuses[each].includes(block?.status ?? ''))
  if (reason === undefined) return misused(form, msg`Missing reason, expected one of ${words}`)
  if (block && !statuses[reason].includes(block.status))
    return refused(
      remark(
        scene,
        'MESSAGE_STATUS_MISMATCH',
        msg`Unexpected status ${block.status} beside ${reason}, expected one of ${statuses[reason]}`,
        { hint: 'Say the same in both.' },
      ),
    )
  return { block, reason }
}

/** Returns control of a planning task, which has neither report nor review (subagent protocol, section 8). */
export function planningHandback(
  model: SubagentModel,
  scene: Scene,
  request: Request,
  { word, text }: Asked,
  stamp: Stamp,
  form: CommandForm,
): Outcome {
  const { task, session } = scene
  const said = (reason: Reason) => blockedBy(scene, reason, () => givenUp(task) !== undefined, doneReply[reason])
  const early = word && said(word)
  if (early) return early
  const number = task.waiting?.number ?? plannerNumber(scene)
  const read = blockOf(model, scene, request, word, number, form)
  if ('outcome' in read) return read
  const { block, reason } = read
  const late = said(reason)
  if (late) return late
  const last = block?.content.texts('blockers').at(-1)?.text
  if (reason !== 'success' && last === undefined && text === '')
    return refused(remark(scene, 'SUBAGENT_TEXT_MISSING', textMissing[reason], { hint: usageLine(form) }))
  if (reason === 'question' && task.state === 'blocked' && blockersOf(task.waiting).at(-1) === (last ?? text))
    return unchanged(doneReply.question)

  const path = `${session.path}/${messageName(`planner.${task.mode}.${number}`, 'output')}`
  const payload = { status: statuses[reason][0] ?? '', blockers: [...blockersOf(task.waiting), text] }
  const output: readonly (readonly [string, Content])[] = block
    ? [[block.path, block.text(stamp)]]
    : reason === 'success'
      ? []
      : [[path, messageText({ agent: 'planner', kind: 'output' }, session, nodeOf(payload), stamp)]]
  const marker = { success: 'x', error: ' ', question: '/' } as const
  return {
    outcome: 'changed',
    changes: new Map([...withMarker(session, task, marker[reason]), ...output]),
    reply: [msg`Handback: ${task.id}, ${reason}`, ...returnedLines(scene, reason, last ?? text)].join('\n'),
    remarks: [],
  }
}
