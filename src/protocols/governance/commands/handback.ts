import { msg, visibleLine } from '../../../core/message.ts'
import { type Call, command } from '../../../kit/command.ts'
import { reasonWord } from '../../../kit/words.ts'
import { anywayReason, successText } from '../../../kit/evidence.ts'
import { cutText, withCutNotices } from '../../../kit/kept-text.ts'
import type { GovernanceModel } from '../model.ts'
import { withCode } from '../../../kit/options.ts'
import { archiveOf } from '../reading/state-file.ts'
import type { HandbackReason } from '../../../core/command-names.ts'
import { limits } from '../schema.ts'
import { pathBetween } from '../states.ts'
import { sessionText, stateText, type HistoryEvent } from '../writing/edits.ts'
import { sessionFileProblems, stateFileProblems } from './file-problems.ts'
import {
  mustBeHeld,
  mustBeUpToDate,
  countOf,
  countOption,
  resumptionHint,
  session,
  violationCountOf,
  type ResolvedSession,
} from './session.ts'

const results: Readonly<Record<HandbackReason, HistoryEvent['result']>> = {
  success: 'pass',
  error: 'fail',
  question: 'partial',
}

const labels: Readonly<Record<HandbackReason, string>> = { success: '', error: 'Error: ', question: 'Question: ' }

/** Why control is returned, in words: the text as it was given, and as it is kept. */
function handbackOf({
  words,
  rest,
  request,
}: Pick<Call<GovernanceModel, ResolvedSession>, 'words' | 'rest' | 'request'>) {
  const [reason = 'success'] = words as readonly HandbackReason[]
  const text = rest.words.join(' ').trim()
  const wholeText = reason === 'success' ? successText(text, anywayReason(request)) : withCode(text, request)
  return { reason, wholeText, text: cutText(wholeText, limits.handbackText) }
}

/** Interrupts a session (docs/governance.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary: 'Interrupts a session with a reason and a text, and archives how many violations it had.',
  examples: [
    '/handback ses_7',
    '/handback ses_7 question "Which database?"',
    '/handback ses_7 error "No tests" --violations 2',
  ],
  target: session,
  words: [reasonWord],
  text: '[TEXT]',
  options: { violations: countOption('violations', 'how many violations it had (default: as counted)') },
  trailing: true,

  fault: (call) => {
    const { reason, text } = handbackOf(call)
    if (call.request.report !== undefined) return 'Unexpected json block, expected the reason and the text as words'
    return reason === 'question' && text === '' ? msg`Missing text, expected the question` : undefined
  },

  already(call) {
    const { targetSession, state } = call.target
    const { reason, text } = handbackOf(call)
    const isSame =
      targetSession.file.text('handback', 'reason') === reason &&
      (targetSession.file.text('handback', 'text') ?? '') === text
    if (state !== 'interrupted' || !isSame) return undefined
    return {
      outcome: 'unchanged',
      reply: msg`The session ${targetSession.id} is interrupted already.`,
      diagnostics: [],
    }
  },

  preconditions: [
    mustBeUpToDate,
    mustBeHeld,
    {
      violations: ({ model, target: { targetSession } }) => [
        ...sessionFileProblems(targetSession, 'idleAt', 'violationCount', 'handback', 'createdAt'),
        ...stateFileProblems(model, 'history'),
      ],
    },
  ],

  // A session declares nothing that would show that its work is done.
  evidence(call) {
    const { target, targetSession } = call.target
    const { id, path } = targetSession
    if (call.words[0] !== 'success') return undefined
    const commandLine = `/handback ${id}`
    const [command, instead] = [`${commandLine} success`, `${commandLine} error "…"`]
    return { unit: msg`session ${id}`, target, place: { path }, command, instead, compared: 0, missing: [] }
  },

  run(call) {
    const { model, options } = call
    const { targetSession, state, at, now } = call.target
    const { reason, text, wholeText } = handbackOf(call)
    const { id, path } = targetSession
    const violationCount = countOf(options.violations) ?? violationCountOf(model, targetSession)
    const steps = pathBetween(state, 'interrupted', model.configuration.allowEdges).slice(1)
    const handbackRecord = { reason, timestamp: at, ...(text !== '' && { text }) }
    const changes = new Map([
      [
        path,
        sessionText(targetSession, {
          steps: steps.map((step) => ({ state: step, timestamp: at })),
          set: { lastUpdated: at, idleAt: at, violationCount, handback: handbackRecord },
        }),
      ],
      [
        model.paths.state,
        stateText(model, at, {
          happened: [{ action: `${archiveOf(id)}violations=${violationCount}`, result: results[reason] }],
        }),
      ],
    ])
    const reply = [
      msg`The session ${id} is interrupted: ${reason}.`,
      ...(text === '' ? [] : [`${labels[reason]}\`${visibleLine(text, 200).replaceAll('`', "'")}\``]),
      `${msg`Violations: ${violationCount}.`} ${resumptionHint(model, id, { since: now, isAsked: reason === 'question' })}`,
    ].join('\n')
    return withCutNotices(
      { outcome: 'changed', changes, reply, diagnostics: [] },
      { path, target: call.target.target, texts: [wholeText], limit: limits.handbackText },
    )
  },
})
