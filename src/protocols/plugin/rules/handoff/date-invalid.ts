import { msg } from '../../../../core/message.ts'
import { inHandoff, sample } from '../../examples.ts'
import { dayOf } from '../../handoff.ts'
import { wrongValue } from './wrong-value.ts'

const dated = (written: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${written}`])

export const dateInvalid = wrongValue('last_updated', {
  code: 'PLUGIN_DATE_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: '`last_updated` is no plain day, `YYYY-MM-DD`, or one that does not exist.',
  why: 'The day tells which of two states is the newer one, and how long an agent has been silent. Times in several spellings cannot be compared.',
  repair:
    'Write the day alone, such as `2026-02-03`. A time behind a day that exists is cut off by `/fix`; what else stands there only people can mend.',
  expected: () => msg`a day such as ${'2026-02-03'}, without a time`,
  hint({ handoff }) {
    const day = dayOf(handoff.fields.last_updated)
    return day === undefined
      ? 'Write the day on which the handoff was last changed.'
      : msg`Write ${day} alone; cutting off the time is safe.`
  },
  safe: true,
  edit({ handoff: { front, fields } }) {
    const day = dayOf(fields.last_updated)
    const value = front.kind === 'mapping' ? front.mapping.get('last_updated')?.value : undefined
    const quote = /^["']/.exec(fields.last_updated.written)?.[0] ?? ''
    return day === undefined || !value ? undefined : { start: value.start, end: value.end, text: quote + day + quote }
  },
  examples() {
    return {
      bad: [
        { about: 'a time', head: dated('2026-02-02T13:00:00Z') },
        { about: 'a time behind a blank', head: dated('2026-02-02 15:30:00') },
        { about: 'a day that does not exist', head: dated('2026-02-30') },
        { about: 'another order', head: dated('02.02.2026') },
        { about: 'digits left out', head: dated('2026-2-2') },
      ],
      good: [{ about: 'a day in quotes', head: dated('"2026-02-02"') }],
    }
  },
})
