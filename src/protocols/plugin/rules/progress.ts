import { currentHandoffs, valueRule, type HandoffSubject, type PluginRules } from './subjects.ts'
import type { Context } from '../../../core/context.ts'
import { msg } from '../../../core/message.ts'
import { dayOfTimestampIn } from '../handoff/handoff.ts'
import { day as dayLength, isoTime } from '../../../core/time.ts'
import { holderOf } from '../states.ts'
import { staleFor } from '../../../kit/grant.ts'
import { grantOf } from '../targets.ts'
import { overParts } from '../../../kit/rules.ts'

/** Whether a text, in quotes or not, is written as a date. */
const isDateForm = (written: string): boolean => /^(["']?)\d{4}-\d{2}-\d{2}\1$/.test(written)

const dayAfter = (day: string): string => isoTime(Date.parse(day) + dayLength).slice(0, 10)

/** Whether a day is later than time zones explain. */
export const isInFuture = (day: string, { day: today }: Context): boolean => day > dayAfter(today)

/** The last sign of life: the last commit to the handoff, otherwise the end of the day that it names. */
function lastSignOfLife({ handoff, model: { context } }: HandoffSubject): number | undefined {
  const commitTime = context.staleness?.lastCommit(handoff.path)
  if (commitTime !== undefined) return Date.parse(commitTime)
  const updatedDay = handoff.fields.last_updated.value
  return updatedDay === undefined ? undefined : Date.parse(updatedDay) + dayLength
}

export const progressRules: PluginRules = {
  name: 'progress',
  title: 'Dates, handback and work that takes too long',
  rules: [
    overParts(currentHandoffs, [
      valueRule('last_updated', {
        code: 'PLUGIN_DATE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`last_updated` is not a plain date, `YYYY-MM-DD`, or is a date that does not exist.',
        why: 'The date shows which of two states is the newer one, and how long an agent has been inactive. Times in different formats cannot be compared.',
        repair:
          'Write the date alone, such as `2026-02-03`. A time after a date that exists is cut off by `/fix`; anything else has to be corrected by hand.',
        safe: true,
        expected: ({ handoff }) =>
          isDateForm(handoff.fields.last_updated.written)
            ? 'a date that exists'
            : msg`a date such as ${'2026-02-03'}, without a time`,
        hint({ handoff }) {
          const day = dayOfTimestampIn(handoff.fields.last_updated)
          return day === undefined
            ? 'Write the date on which the handoff was last changed.'
            : msg`Write ${day} alone; cutting off the time is safe.`
        },
        edit({ handoff: { front, fields } }) {
          const day = dayOfTimestampIn(fields.last_updated)
          const value = front.node('last_updated')
          const quote = /^["']/.exec(fields.last_updated.written)?.[0] ?? ''
          return day === undefined || !value
            ? undefined
            : { start: value.start, end: value.end, text: quote + day + quote }
        },
      }),
      {
        code: 'PLUGIN_DATE_FUTURE',
        strict: 'warning',
        soft: 'warning',
        summary: '`last_updated` is more than one day after the date of the check.',
        why: 'A date in the future hides how long nothing has happened. One day is allowed because of time zones.',
        hint: 'Write the date on which the handoff was last changed.',
        *check({ handoff: { fields }, model: { context } }) {
          const { value: day } = fields.last_updated
          if (day === undefined || !isInFuture(day, context)) return
          yield {
            message: msg`Unexpected ${'last_updated'} ${day} in the future, expected ${dayAfter(context.day)} at the latest`,
            place: fields.last_updated.place,
          }
        },
      },
      valueRule('orchestration_mode', {
        code: 'PLUGIN_ORCHESTRATION_MODE',
        strict: 'error',
        soft: 'warning',
        summary: '`orchestration_mode` is present and not `true`.',
        why: 'It shows agents that an orchestrator dispatches the stages. Anything else makes an agent go on by itself.',
        repair: 'Write `orchestration_mode: true`.',
        expected: () => msg`${'true'}`,
        hint: () => msg`Write ${'orchestration_mode: true'}.`,
      }),
      {
        code: 'PLUGIN_HANDBACK_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`handback` is not `{ reason, code?, description, at }`, or exists while nothing is in progress.',
        why: 'It gives control back to the orchestrator with an error or a question. One that cannot be read is never answered; one that is left over blocks the next agent.',
        repair:
          'Correct the key, or remove it when the work has been handed back complete. `/handback NAME error TEXT` writes it.',
        *check({ handoff: { fields, handback }, plugin }) {
          const { status } = fields
          const isLeftOver = handback.state === 'good' && status.value !== undefined && status.value !== 'in_progress'
          if (handback.state !== 'wrong' && !isLeftOver) return
          yield {
            message: isLeftOver
              ? msg`Unexpected ${'handback'} together with ${'status'} ${status.written}, expected it only together with ${'in_progress'}`
              : msg`Unexpected ${'handback'}, expected ${'reason'} (${'error'} or ${'question'}), ${'description'}, ${'at'} and optionally ${'code'}`,
            hint: isLeftOver
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
        summary:
          'In an audit: an agent has held the plugin for longer than `stale-after` without a commit to the handoff.',
        why: 'The agent has probably stopped without handing back, and no other agent may continue meanwhile.',
        repair:
          'Find out what happened to it. `/handback NAME success` if the work is done, `/handback NAME error TEXT` if it is not.',
        *check(subject) {
          const {
            handoff,
            plugin,
            model: { context },
          } = subject
          // Only for work in progress: each sign of life that is looked up is a request to the host.
          const staleness =
            holderOf(plugin) === 'agent' ? staleFor(context, lastSignOfLife(subject), grantOf(plugin).grant) : undefined
          if (!staleness) return
          yield {
            message: msg`Unexpected inactivity since ${staleness.since} while ${'in_progress'}, expected a handback within ${staleness.allowed}`,
            hint: msg`Find out what happened to the work, then ${`/handback ${plugin.name} success`} or ${`/handback ${plugin.name} error TEXT`}.`,
            place: handoff.fields.status.place,
          }
        },
      },
    ]),
  ],
}
