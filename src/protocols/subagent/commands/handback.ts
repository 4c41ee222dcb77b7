import { type Command, type Content, type Outcome, type Refusal, refused, type Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { misused, usageLine } from '../../../kit/command.ts'
import { messageName, reportName } from '../files.ts'
import { isReviewable, blockersOf, givenUp, type SubagentModel } from '../model.ts'
import { withMarker, skeleton } from '../writing/markdown.ts'
import { messageText, nodeOf, type Stamp } from '../writing/messages.ts'
import { remark, returnedLines, textMissing, unchanged } from './answers.ts'
import { readBlock, type Block } from './block.ts'
import { planningHandback } from './handback-planning.ts'
import { blockedBy } from './moving.ts'
import { sceneOf, textOf, type Scene } from './task.ts'

const form = { name: 'handback', usage: 'TASK [success|error|question] [--skeleton] [TEXT]' } as const

const reasons = ['success', 'error', 'question'] as const
export type Reason = (typeof reasons)[number]

/** What an executor says, by the word of the command. */
const statusOf: Readonly<Record<Reason, string>> = { success: 'completed', error: 'failed', question: 'blocked' }

/** A handback taken apart. */
export interface Asked {
  readonly word: Reason | undefined
  readonly withSkeleton: boolean
  readonly text: string
}

/** The words behind the target: the reason, options, TEXT. */
function askedOf(words: readonly string[]): Asked | Refusal {
  const small = words[0]?.toLowerCase()
  const word = reasons.find((each) => each === small)
  const rest = word === undefined ? words : words.slice(1)
  let from = 0
  for (; rest[from]?.startsWith('--'); from++)
    if (rest[from]?.toLowerCase() !== '--skeleton')
      return misused(form, msg`Unexpected option ${rest[from] ?? ''}, expected ${'--skeleton'}`)
  const text = textOf(rest.slice(from), form)
  return typeof text === 'string' ? { word, withSkeleton: from > 0, text } : text
}

const doneReply: Readonly<Record<Reason, string>> = {
  success: 'Handed back already: it waits for its review.',
  error: 'Handed back already: the attempt came to nothing.',
  question: 'Asked already.',
}

/** The tasks that an executor discovered: the reply names them, and nothing adds them. */
function discovered(block: Block | undefined): readonly string[] {
  const { fields } = block?.content ?? {}
  return (fields?.list('discovered_tasks') ?? []).map((_, index) => {
    const text = (...path: readonly string[]) => fields?.text('discovered_tasks', index, ...path)
    const words = text()
    return words === undefined ? msg`Discovered: ${text('id') ?? ''}: ${text('description') ?? ''}` : msg`Discovered: ${words}`
  })
}

interface Handback {
  readonly reason: Reason
  readonly asked: Asked
  readonly block: Block | undefined
  readonly stamp: Stamp
}

const reportPathOf = ({ session, task }: Scene) => `${session.path}/${reportName({ task: task.id, attempt: task.attempt })}`

/** The report of the attempt: there, written from the skeleton, or why there is none to be reviewed. */
function reportFor(scene: Scene, { reason, asked, block, stamp }: Handback): readonly (readonly [string, Content])[] | Refusal {
  const { task, called } = scene
  const report = task.report(task.attempt)
  const path = reportPathOf(scene)
  if (reason === 'question' || (report && reason === 'error')) return []
  const blockers = block?.content.texts('blockers').map(({ text }) => text) ?? []
  const written = (text: string) => [
    [path, skeleton(task, task.attempt, { under: reason === 'error' ? 'error' : 'success', text }, stamp)] as const,
  ]
  if (reason === 'error') return written([asked.text, ...blockers].filter((text) => text !== '').join('\n'))
  if (!report) {
    if (asked.withSkeleton) return written(asked.text)
    return refused(
      remark(scene, 'SUBAGENT_REPORT_MISSING', msg`Missing report ${path}, expected that of attempt ${task.attempt}`, {
        hint: msg`Let the executor write it, or ${`/handback ${called} success --skeleton "…"`} with what was done.`,
      }),
    )
  }
  if (!isReviewable(report))
    return refused(
      remark(scene, 'REPORTFILE_PART1_MISSING', msg`Missing heading ${'PART 1'} in ${path}`, {
        hint: msg`Write ${'## PART 1: IMPLEMENTATION REPORT'} above what was done.`,
        place: { path, line: 1 },
      }),
    )
  if (!report.filled)
    return refused(
      remark(scene, 'REPORTFILE_UNFILLED', msg`Missing content of ${'PART 1'} in ${path}, expected what was done`, {
        hint: 'Let the executor write it.',
        place: { path, line: report.part1 ?? 1 },
      }),
    )
  return []
}

const markerOf = { success: 'P', error: ' ', question: '/' } as const

/** What the executor's output is to say; nothing where it says so already. */
function outputOf({ task, session }: Scene, { reason, asked, block, stamp }: Handback): string | undefined {
  if (block) return block.text(stamp)
  const old = task.executor(task.attempt, 'output')
  if (reason === 'success' && old?.status === statusOf.success) return undefined
  const blockers = reason === 'success' ? [] : [...blockersOf(old), asked.text]
  const payload = {
    status: statusOf[reason],
    report_path: reportName({ task: task.id, attempt: task.attempt }),
    success_criteria_met: reason === 'success',
    discovered_tasks: [],
    blockers,
  }
  return messageText({ agent: 'executor', kind: 'output' }, session, nodeOf(payload), stamp)
}

/** What a handback of an executor comes to. */
function handedBack(scene: Scene, handback: Handback): Outcome {
  const { session, task } = scene
  const { reason, asked, block } = handback
  const last = block?.content.texts('blockers').at(-1)?.text
  const needsText = reason === 'success' ? asked.withSkeleton && !task.report(task.attempt) : last === undefined
  if (needsText && asked.text === '') return refused(remark(scene, 'SUBAGENT_TEXT_MISSING', textMissing[reason], { hint: usageLine(form) }))
  if (reason === 'question' && task.state === 'blocked' && blockersOf(task.waiting).at(-1) === (last ?? asked.text))
    return unchanged(doneReply.question)
  const report = reportFor(scene, handback)
  if ('outcome' in report) return report
  const output = outputOf(scene, handback)
  const path = `${session.path}/${messageName(`executor.${task.id}.a${task.attempt}`, 'output')}`
  return {
    outcome: 'changed',
    changes: new Map<string, Content>([
      ...withMarker(session, task, markerOf[reason]),
      ...(output === undefined ? [] : [[path, output] as const]),
      ...report,
    ]),
    reply: [
      msg`Handback: ${task.id}, attempt ${task.attempt}, ${reason}`,
      ...returnedLines(scene, reason, last ?? asked.text),
      ...discovered(block),
    ].join('\n'),
    remarks: [],
  }
}

/** Reads the block of an executor and holds it against the word of the command. */
function blockOf(
  model: SubagentModel,
  scene: Scene,
  { report }: Request,
  word: Reason | undefined,
): { readonly block: Block | undefined; readonly reason: Reason } | Refusal {
  const { task } = scene
  const block = report === undefined ? undefined : readBlock(model, scene, `executor.${task.id}.a${task.attempt}`, report)
  if (block && 'outcome' in block) return block
  const reason = word ?? reasons.find((each) => statusOf[each] === block?.status)
  if (reason === undefined) return misused(form, msg`Missing reason, expected one of ${reasons}`)
  if (block && statusOf[reason] !== block.status)
    return refused(
      remark(scene, 'MESSAGE_STATUS_MISMATCH', msg`Unexpected status ${block.status} beside ${reason}, expected ${statusOf[reason]}`, {
        hint: 'Say the same in both.',
      }),
    )
  return { block, reason }
}

/** Returns control of a task (subagent protocol, section 8). */
export const handback: Command<SubagentModel> = {
  ...form,
  summary:
    'Returns control of a task: `success` brings it to its review, `error` back to the start, `question` waits for an answer. A json block is the output of the agent.',
  examples: [
    '/handback task-1 success',
    '/handback task-1 success --skeleton Counts words',
    '/handback task-1 error The samples do not pass',
    '/handback task-1 question Which words?',
  ],

  run(model, request, { context }): Outcome {
    const scene = sceneOf(model, request, form)
    if ('outcome' in scene) return scene
    const asked = askedOf(scene.words)
    if ('outcome' in asked) return asked
    const stamp = { actor: request.actor, at: context.at }
    if (scene.task.kind === 'planning') return planningHandback(model, scene, request, asked, stamp, form)
    const said = (reason: Reason) => blockedBy(scene, reason, () => givenUp(scene.task) !== undefined, doneReply[reason])
    const early = asked.word && said(asked.word)
    if (early) return early
    const read = blockOf(model, scene, request, asked.word)
    if ('outcome' in read) return read
    return said(read.reason) ?? handedBack(scene, { ...read, asked, stamp })
  },
}
