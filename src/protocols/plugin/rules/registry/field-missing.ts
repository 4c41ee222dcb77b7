import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inRegistry, notesPath, notesSample, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { Row, Value } from '../../registry.ts'
import { offer } from '../../offers.ts'
import type { RegisteredSubject } from '../../subjects.ts'

const isEmpty = (value: Value | undefined) => value === undefined || value.text === ''

/** What a row lacks: of the columns that its table has, its missing status being a finding of its own. */
const missingInRow = ({ status, updated, table: { columns } }: Row) => [
  ...(status?.text === '' ? ['Status'] : []),
  ...(columns.updated !== undefined && isEmpty(updated) ? ['Last Updated'] : []),
]

const missingIn = (subject: RegisteredSubject): readonly string[] => {
  if (subject.what === 'row') return missingInRow(subject.place)
  const { status, updated } = subject.place
  // Notes are no second place without a status line, and have no day.
  return [...(isEmpty(status) ? ['Status'] : []), ...(subject.what === 'entry' && isEmpty(updated) ? ['Last Updated'] : [])]
}

export const fieldMissing: Rule<RegisteredSubject> = {
  code: 'REGISTRY_FIELD_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'An entry lacks its `Status` or `Last Updated`, or a row has an empty one.',
  why: 'Where one of the two places says nothing, nobody can tell whether they agree.',
  repair: '`/sync NAME` writes what the other place says.',
  examples() {
    return {
      bad: [
        { about: 'an entry without a status', head: inRegistry(sample, ['**Status:** 🚧 Stage 2\n', '']) },
        { about: 'an entry with nothing behind its label', head: inRegistry(sample, ['**Status:** 🚧 Stage 2\n', '**Status:**\n']) },
        { about: 'an entry without a day', head: inRegistry(sample, ['**Last Updated:** 2026-02-02\n', '']) },
        { about: 'a status in a code block', head: inRegistry(sample, ['**Status:** 🚧 Stage 2\n', '```\n**Status:** 🚧 Stage 2\n```\n']) },
        { about: 'a row without a status', head: inRegistry(sample, ['| 🚧 Stage 2 |', '|  |']) },
        { about: 'a row without a day', head: inRegistry(sample, ['| 2026-02-02 |', '| |']) },
        { about: 'a row that ends before the day', head: inRegistry(sample, ['| 0.1.0 | 2026-02-02 |', '| 0.1.0 |']) },
        {
          about: 'notes with nothing behind their label',
          head: change(notesSample, { [notesPath]: [['- **Current Status:** 🚧 Stage 2', '- **Current Status:**']] }),
        },
      ],
      good: [
        {
          about: 'a table without a column for the day',
          head: inRegistry(
            sample,
            [' Version | Last Updated |', ' Version |'],
            ['|--------------|', '|'],
            [' 0.1.0 | 2026-02-02 |', ' 0.1.0 |'],
          ),
        },
        {
          about: 'fields in another order, with blank lines between',
          head: inRegistry(sample, ['**Status:** 🚧 Stage 2\n', ''], ['**Last Updated:**', '**Status**: 🚧 Stage 2\n\n**Last Updated:**']),
        },
        { about: 'notes, which have no day', head: notesSample },
      ],
    }
  },
  *check(subject) {
    const { plugin, what, place } = subject
    const missing = missingIn(subject)
    if (missing.length === 0) return
    const offers = offer('sync', subject, 'fills it in')
    yield {
      message: msg`Missing ${missing} in the ${what} of ${plugin.name}, expected a value`,
      offers,
      ...(offers.length === 0 && { hint: 'Fill it in by hand, or mend first what else is wrong with the plugin.' }),
      place: place.place,
      target: targetId(plugin.name),
    }
  },
}
