import { hour } from '../../../../core/time.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { HandoffSubject } from '../../subjects.ts'

const dayLength = 24 * hour

const dayAfter = (day: string): string => new Date(Date.parse(day) + dayLength).toISOString().slice(0, 10)

const dated = (day: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${day}`])

export const dateFuture: Rule<HandoffSubject> = {
  code: 'PLUGIN_DATE_FUTURE',
  strict: 'warning',
  soft: 'warning',
  summary: '`last_updated` is more than one day after the day of the check.',
  why: 'A day that is still to come hides for how long nothing has happened. One day is allowed: it is tomorrow somewhere already.',
  repair: 'Write the day on which the handoff was last changed.',
  examples() {
    return {
      bad: [
        { about: 'two days ahead', head: dated('2026-02-06'), at: '2026-02-04T10:00:00Z' },
        { about: 'a slip in the year', head: dated('2062-02-02') },
      ],
      good: [
        { about: 'tomorrow', head: dated('2026-02-05'), at: '2026-02-04T10:00:00Z' },
        { about: 'tomorrow, at the end of a year', head: dated('2026-01-01'), at: '2025-12-31T23:00:00Z' },
      ],
    }
  },
  *check({ handoff: { fields }, plugin, model: { context } }) {
    const { value: day, place } = fields.last_updated
    const latest = dayAfter(context.day)
    if (day === undefined || day <= latest) return
    yield {
      message: msg`Unexpected ${'last_updated'} ${day} in the future, expected ${latest} at the latest`,
      hint: msg`Write the day on which the handoff was last changed.`,
      place,
      target: targetId(plugin.name),
    }
  },
}
