import { msg, visible } from '../../../core/message.ts'
import { type Call, command } from '../../../kit/command.ts'
import { anywayReason, successText } from '../../../kit/evidence.ts'
import type { GovernanceModel } from '../model.ts'
import { withCode } from '../../../kit/options.ts'
import { archiveOf } from '../reading/state-file.ts'
import { handbackReasons, type HandbackReason } from '../../../core/command-names.ts'
import { limits } from '../schema.ts'
import { pathBetween } from '../states.ts'
import { sessionText, stateText, type HistoryEvent } from '../writing/edits.ts'
import { sessionFileProblems, stateFileProblems } from './file-problems.ts'
import { held, upToDate } from './preconditions.ts'
import { countOf, countOption, resumption, session, violationCountOf, type ResolvedSession } from './session.ts'

const results: Readonly<Record<HandbackReason, HistoryEvent['result']>> = { success: 'pass', error: 'fail', question: 'partial' }

const labels: Readonly<Record<HandbackReason, string>> = { success: '', error: 'Error: ', question: 'Question: ' }

/** A text as it is kept: cut, with an ellipsis. */
function kept(text: string): string {
  const letters = Array.from(text)
  return letters.length > limits.handbackText ? `${letters.slice(0, limits.handbackText - 1).join('')}…` : text
}

/** Why control is returned, in words. */
function returned({ words, rest, request }: Pick<Call<GovernanceModel, ResolvedSession>, 'words' | 'rest' | 'request'>) {
  const [reason = 'success'] = words as readonly HandbackReason[]
  const text = rest.words.join(' ').trim()
  return { reason, text: kept(reason === 'success' ? successText(text, anywayReason(request)) : withCode(text, request)) }
}

/** Interrupts a session (docs/governance.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary: 'Interrupts a session with a reason and a text, and archives how many violations it had.',
  examples: ['/handback ses_7', '/handback ses_7 question "Which database?"', '/handback ses_7 error "No tests" --violations 2'],
  target: session,
  words: [{ name: 'REASON', values: handbackReasons, optional: true }],
  text: '[TEXT]',
  options: { violations: countOption('violations', 'how many violations it had (default: as counted)') },
  trailing: true,

  fault: (call) => {
    const { reason, text } = returned(call)
    return reason === 'question' && text === '' ? msg`Missing text, expected the question` : undefined
  },

  already(call) {
    const { session: is, state } = call.target
    const { reason, text } = returned(call)
    const isSame = is.file.text('handback', 'reason') === reason && (is.file.text('handback', 'text') ?? '') === text
    if (state !== 'interrupted' || !isSame) return undefined
    return { outcome: 'unchanged', reply: msg`The session ${is.id} is interrupted already.`, diagnostics: [] }
  },

  preconditions: [
    upToDate,
    held,
    {
      violations: ({ model, target: { session: is } }) => [
        ...sessionFileProblems(is, 'idleAt', 'violationCount', 'handback', 'createdAt'),
        ...stateFileProblems(model, 'history'),
      ],
    },
  ],

  // A session declares nothing that would show that its work is done.
  evidence(call) {
    const { target, session: is } = call.target
    const { id, path } = is
    if (call.words[0] !== 'success') return undefined
    const called = `/handback ${id}`
    const [command, instead] = [`${called} success`, `${called} error "…"`]
    return { unit: msg`session ${id}`, target, place: { path }, command, instead, compared: 0, missing: [] }
  },

  run(call) {
    const { model, options } = call
    const { session: is, state, at, now } = call.target
    const { reason, text } = returned(call)
    const { id, path } = is
    const violationCount = countOf(options.violations) ?? violationCountOf(model, is)
    const steps = pathBetween(state, 'interrupted', model.configuration.allowEdges).slice(1)
    const handed = { reason, timestamp: at, ...(text !== '' && { text }) }
    const changes = new Map([
      [
        path,
        sessionText(is, {
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
      `${msg`Violations: ${violationCount}.`} ${resumption(model, id, { since: now, isAsked: reason === 'question' })}`,
    ].join('\n')
    return { outcome: 'changed', changes, reply, diagnostics: [] }
  },
})
