import { current, wrongValue, type HandoffSubject, type PluginRules } from './subjects.ts'
import { msg } from '../../../core/message.ts'
import { dayOf } from '../handoff/handoff.ts'
import { hour, isoTime } from '../../../core/time.ts'
import { holderOf } from '../states.ts'
import { staleFor } from '../../../kit/stale.ts'
import { grantOf } from '../targets.ts'
import { over } from '../../../kit/rules.ts'

const dayLength = 24 * hour

const dayAfter = (day: string): string => isoTime(Date.parse(day) + dayLength).slice(0, 10)

const day = 24 * hour

/** The last sign of life: the last commit to the handoff, otherwise the end of the day that it names. */
function lastSign({ handoff, model: { context } }: HandoffSubject): number | undefined {
  const commit = context.staleness?.lastCommit(handoff.path)
  if (commit !== undefined) return Date.parse(commit)
  const updated = handoff.fields.last_updated.value
  return updated === undefined ? undefined : Date.parse(updated) + day
}

/** Dates, handback and work that takes too long */
export const progressRules: PluginRules = {
  name: 'progress',
  title: 'Dates, handback and work that takes too long',
  rules: [
    over(current, [
      {
        code: 'PLUGIN_DATE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`last_updated` is not a plain day, `YYYY-MM-DD`, or is a day that does not exist.',
        why: 'The day shows which of two states is the newer one, and how long an agent has been inactive. Times in different formats cannot be compared.',
        repair:
          'Write the day alone, such as `2026-02-03`. A time after a day that exists is cut off by `/fix`; anything else has to be corrected by hand.',
        safe: true,
        examples: ({ inHandoff, sample }) => {
          const dated = (written: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${written}`])
          return {
            bad: [
              { about: 'a time', head: dated('2026-02-02T13:00:00Z') },
              { about: 'a time after a blank', head: dated('2026-02-02 15:30:00') },
              { about: 'a day that does not exist', head: dated('2026-02-30') },
              { about: 'another order', head: dated('02.02.2026') },
              { about: 'digits left out', head: dated('2026-2-2') },
            ],
            good: [{ about: 'a day in quotes', head: dated('"2026-02-02"') }],
          }
        },
        check: (subject) =>
          wrongValue(subject, 'last_updated', {
            expected: () => msg`a day such as ${'2026-02-03'}, without a time`,
            hint({ handoff }) {
              const day = dayOf(handoff.fields.last_updated)
              return day === undefined
                ? 'Write the day on which the handoff was last changed.'
                : msg`Write ${day} alone; cutting off the time is safe.`
            },
            edit({ handoff: { front, fields } }) {
              const day = dayOf(fields.last_updated)
              const value = front.node('last_updated')
              const quote = /^["']/.exec(fields.last_updated.written)?.[0] ?? ''
              return day === undefined || !value
                ? undefined
                : { code: 'PLUGIN_DATE_INVALID', edit: { start: value.start, end: value.end, text: quote + day + quote } }
            },
          }),
      },
      {
        code: 'PLUGIN_DATE_FUTURE',
        strict: 'warning',
        soft: 'warning',
        summary: '`last_updated` is more than one day after the day of the check.',
        why: 'A day in the future hides how long nothing has happened. One day is allowed because of time zones.',
        hint: 'Write the day on which the handoff was last changed.',
        examples: ({ inHandoff, sample }) => {
          const dated = (day: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${day}`])
          return {
            bad: [
              { about: 'two days ahead', head: dated('2026-02-06'), at: '2026-02-04T10:00:00Z' },
              { about: 'a typo in the year', head: dated('2062-02-02') },
            ],
            good: [
              { about: 'tomorrow', head: dated('2026-02-05'), at: '2026-02-04T10:00:00Z' },
              { about: 'tomorrow, at the end of a year', head: dated('2026-01-01'), at: '2025-12-31T23:00:00Z' },
            ],
          }
        },
        *check({ handoff: { fields }, model: { context } }) {
          const { value: day } = fields.last_updated
          const latest = dayAfter(context.day)
          if (day === undefined || day <= latest) return
          yield {
            message: msg`Unexpected ${'last_updated'} ${day} in the future, expected ${latest} at the latest`,
            place: fields.last_updated.place,
          }
        },
      },
      {
        code: 'PLUGIN_ORCHESTRATION_MODE',
        strict: 'error',
        soft: 'warning',
        summary: '`orchestration_mode` is present and not `true`.',
        why: 'It shows agents that an orchestrator dispatches the stages. Anything else makes an agent go on by itself.',
        repair: 'Write `orchestration_mode: true`.',
        examples: ({ inHandoff, sample }) => {
          const mode = (written: string) => inHandoff(sample, ['orchestration_mode: true', `orchestration_mode: ${written}`])
          return {
            bad: [
              { about: 'false', head: mode('false') },
              { about: 'a text', head: mode('"true"') },
            ],
            good: [{ about: 'true', head: mode('True') }],
          }
        },
        check: (subject) =>
          wrongValue(subject, 'orchestration_mode', {
            expected: () => msg`${'true'}`,
            hint: () => msg`Write ${'orchestration_mode: true'}.`,
          }),
      },
      {
        code: 'PLUGIN_HANDBACK_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`handback` is not `{ reason, code?, description, at }`, or exists while nothing is in progress.',
        why: 'It gives control back to the orchestrator with an error or a question. One that cannot be read is never answered; one that is left over blocks the next agent.',
        repair: 'Correct the key, or remove it when the work has been handed back complete. `/handback NAME error TEXT` writes it.',
        examples: ({ inHandoff, inProgressSample, sample }) => {
          const returned = (files: typeof sample, ...lines: string[]) =>
            inHandoff(files, ['contract_checksums:', `handback:${lines.map((line) => `\n  ${line}`).join('')}\ncontract_checksums:`])
          const reason = 'reason: error'
          const code = 'code: BUILD_FAILED'
          const description = 'description: "The linker finds no symbol"'
          const at = 'at: 2026-02-03T10:00:00Z'
          return {
            bad: [
              {
                about: 'a text in place of keys',
                head: inHandoff(inProgressSample, ['contract_checksums:', 'handback: build failed\ncontract_checksums:']),
              },
              { about: 'a reason that there is not', head: returned(inProgressSample, 'reason: success', description, at) },
              { about: 'no description', head: returned(inProgressSample, reason, at) },
              { about: 'a day without a time', head: returned(inProgressSample, reason, description, 'at: 2026-02-03') },
              { about: 'left over together with a complete stage', head: returned(sample, reason, description, at) },
            ],
            good: [
              { about: 'an error with a code', head: returned(inProgressSample, reason, code, description, at) },
              { about: 'a question', head: returned(inProgressSample, 'reason: question', 'description: Which sample rate?', at) },
              { about: 'null', head: inHandoff(sample, ['contract_checksums:', 'handback: null\ncontract_checksums:']) },
            ],
          }
        },
        *check({ handoff: { fields, handback }, plugin }) {
          const { status } = fields
          const leftOver = handback.state === 'good' && status.value !== undefined && status.value !== 'in_progress'
          if (handback.state !== 'wrong' && !leftOver) return
          yield {
            message: leftOver
              ? msg`Unexpected ${'handback'} together with ${'status'} ${status.written}, expected it only together with ${'in_progress'}`
              : msg`Unexpected ${'handback'}, expected ${'reason'} (${'error'} or ${'question'}), ${'description'}, ${'at'} and perhaps ${'code'}`,
            hint: leftOver
              ? msg`Take the key out: the work is complete.`
              : msg`Remove the key and let ${`/handback ${plugin.name} error TEXT`} write it, with the word ${'question'} for a question.`,
            place: handback.place,
          }
        },
      },
      {
        code: 'PLUGIN_WORK_STALE',
        strict: 'off',
        soft: 'warning',
        summary: 'In an audit: an agent has held the plugin for longer than `stale-after` without a commit to the handoff.',
        why: 'The agent has probably stopped without handing back, and no other agent may continue meanwhile.',
        repair: 'Find out what happened to it. `/handback NAME success` if the work is done, `/handback NAME error TEXT` if it is not.',
        examples: ({ inHandoff, inProgressSample, sample }) => {
          const grant = 'grant: { agent: dsp-agent, since: 2026-02-02T10:00:00Z, until: 2026-02-04T12:00:00Z }\n'
          const handback = 'handback: { reason: question, description: Which colour?, at: 2026-02-02T10:00:00Z }\n'
          return {
            bad: [
              {
                about: 'a day and more after the day that the handoff names',
                head: inProgressSample,
                at: '2026-02-04T10:00:00Z',
                staleAfter: day,
              },
            ],
            good: [
              { about: 'not longer than that', head: inProgressSample, at: '2026-02-04T00:00:00Z', staleAfter: day },
              { about: 'no audit', head: inProgressSample, at: '2026-12-24T00:00:00Z' },
              {
                about: 'a grant with an end, which alone counts',
                head: inHandoff(inProgressSample, ['contract_checksums:', `${grant}contract_checksums:`]),
                at: '2026-02-04T10:00:00Z',
                staleAfter: day,
              },
              { about: 'a complete stage, which the orchestrator holds', head: sample, staleAfter: hour },
              {
                about: 'a question, which the orchestrator has to answer',
                head: inHandoff(inProgressSample, ['contract_checksums:', `${handback}contract_checksums:`]),
                staleAfter: hour,
              },
            ],
          }
        },
        *check(subject) {
          const {
            handoff,
            plugin,
            model: { context },
          } = subject
          // Only for work in progress: each sign of life that is looked up is a request to the host.
          const stale = holderOf(plugin) === 'agent' ? staleFor(context, lastSign(subject), grantOf(plugin).grant) : undefined
          if (!stale) return
          yield {
            message: msg`Unexpected inactivity since ${stale.since} while ${'in_progress'}, expected a handback within ${stale.allowed}`,
            hint: msg`Find out what happened to the work, then ${`/handback ${plugin.name} success`} or ${`/handback ${plugin.name} error TEXT`}.`,
            place: handoff.fields.status.place,
          }
        },
      },
    ]),
  ],
}
