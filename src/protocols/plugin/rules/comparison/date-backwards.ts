import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { RevisionSubject } from '../../subjects.ts'

const dated = (day: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${day}`])

export const dateBackwards: Rule<RevisionSubject> = {
  code: 'PLUGIN_DATE_BACKWARDS',
  strict: 'warning',
  soft: 'warning',
  summary: '`last_updated` is earlier than before the change.',
  why: 'An older version of the handoff was probably put over the newer one.',
  repair: 'Look whether anything else went back with it, and write the day of the change.',
  examples() {
    return {
      bad: [{ about: 'a day earlier', base: sample, head: dated('2026-02-01') }],
      good: [
        { about: 'the same day', base: sample, head: inHandoff(sample, ['Keep the knob linear', 'Keep it linear']) },
        { about: 'a later day', base: sample, head: dated('2026-02-03') },
        { about: 'no day before', base: dated('soon'), head: sample },
      ],
    }
  },
  *check({ plugin, handoff, before }) {
    const now = handoff.fields.last_updated
    const then = before.fields.last_updated.value
    if (now.value === undefined || then === undefined || now.value >= then) return
    yield {
      message: msg`Unexpected ${'last_updated'} ${now.value}, expected ${then} as before the change or a later day`,
      hint: 'Look whether an older version was put over a newer one.',
      place: now.place,
      target: targetId(plugin.name),
    }
  },
}
