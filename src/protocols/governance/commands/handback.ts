import type { Command, Outcome } from '../../../core/command.ts'
import { msg, visible } from '../../../core/message.ts'
import { misused } from '../../../kit/command.ts'
import type { GovernanceModel } from '../model.ts'
import { archiveOf } from '../reading/state-file.ts'
import { limits, reasons, type Reason } from '../schema.ts'
import { wayTo } from '../states.ts'
import { sessionText, stateText, type Happened } from '../writing/edits.ts'
import { countOf, isFault } from './diagnostics.ts'
import { hindered, unfitSession, unfitState } from './preconditions.ts'
import { notHeld, resumption, sceneOf, tooLate, violationsOf } from './session.ts'
import { optionsIn } from './words.ts'

const form = { name: 'handback', usage: 'ID [success|error|question] [TEXT] [--violations N]' } as const

const results: Readonly<Record<Reason, Happened['result']>> = { success: 'pass', error: 'fail', question: 'partial' }

const labels: Readonly<Record<Reason, string>> = { success: '', error: 'Error: ', question: 'Question: ' }

const isReason = (word: string | undefined): word is Reason => (reasons as readonly (string | undefined)[]).includes(word)

/** A text as it is kept: cut, with a sign of that. */
function kept(text: string): string {
  const letters = Array.from(text)
  return letters.length > limits.handbackText ? `${letters.slice(0, limits.handbackText - 1).join('')}…` : text
}

/** Why control is returned, in words. */
function said(words: readonly string[]): { readonly reason: Reason; readonly text: string } {
  const [first, ...rest] = words
  const word = first?.toLowerCase()
  const [reason, text] = isReason(word) ? [word, rest] : ['success' as const, words]
  return { reason, text: kept(text.join(' ').trim()) }
}

/** Interrupts a session (governance protocol, "/handback"). */
export const handback: Command<GovernanceModel> = {
  ...form,
  summary: 'Interrupts a session with a reason and a text, and archives how many violations it had.',
  examples: ['/handback ses_7', '/handback ses_7 question Which database?', '/handback ses_7 error "No tests" --violations 2'],

  run(model, request, world): Outcome {
    const scene = sceneOf(model, request, world, form)
    if ('outcome' in scene) return scene
    const taken = optionsIn(request.words, ['violations'])
    if (isFault(taken)) return misused(form, taken.fault)
    const { options, rest } = taken
    const pluralize = countOf('violations', options['violations'])
    if (isFault(pluralize)) return misused(form, pluralize.fault)
    const { reason, text } = said(rest)
    if (reason === 'question' && text === '') return misused(form, msg`Missing text, expected the question`)

    const { session, state, at } = scene
    const { id, file, path } = session
    if (state === 'interrupted' && file.text('handback', 'reason') === reason && (file.text('handback', 'text') ?? '') === text)
      return { outcome: 'unchanged', reply: msg`The session ${id} is interrupted already.`, remarks: [] }
    const late = tooLate(scene)
    if (late) return late
    if (state === 'interrupted') return notHeld(scene)
    const refusal = hindered(...unfitSession(session, 'idleAt', 'violationCount', 'handback', 'createdAt'), ...unfitState(model, 'history'))
    if (refusal) return refusal

    const violationCount = pluralize ?? violationsOf(scene)
    const steps = wayTo(state, 'interrupted', model.configuration.allowEdges).slice(1)
    const handed = { reason, timestamp: at, ...(text !== '' && { text }) }
    const changes = new Map([
      [
        path,
        sessionText(session, {
          steps: steps.map((each) => ({ state: each, timestamp: at })),
          set: { lastUpdated: at, idleAt: at, violationCount, handback: handed },
        }),
      ],
      [
        model.paths.state,
        stateText(model, at, { happened: [{ action: `${archiveOf(id)}violations=${violationCount}`, result: results[reason] }] }),
      ],
    ])
    const reply = [
      msg`The session ${id} is interrupted: ${reason}.`,
      ...(text === '' ? [] : [`${labels[reason]}\`${visible(text, 200).replaceAll('`', "'")}\``]),
      `${msg`Violations: ${violationCount}.`} ${resumption(model, id, { since: scene.now, isAsked: reason === 'question' })}`,
    ].join('\n')
    return { outcome: 'changed', changes, reply, remarks: [] }
  },
}
