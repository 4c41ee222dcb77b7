import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inRegistry, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { day } from '../../schema.ts'
import type { RegisteredSubject } from '../../subjects.ts'

const dated = (written: string) =>
  inRegistry(sample, ['| 2026-02-02 |', `| ${written} |`], ['**Last Updated:** 2026-02-02', `**Last Updated:** ${written}`])

export const dateInvalid: Rule<RegisteredSubject> = {
  code: 'REGISTRY_DATE_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: 'A `Last Updated` of the registry is no day that exists, written `YYYY-MM-DD`.',
  why: 'Days in other forms cannot be compared or sorted, and what looks like a day in one country is another day elsewhere.',
  repair: 'Write the day as in `2026-02-03`.',
  examples() {
    return {
      bad: [
        { about: 'a day that does not exist', head: dated('2026-02-30') },
        { about: 'a time behind it', head: dated('2026-02-02 10:00') },
        { about: 'another form', head: dated('02/02/2026') },
        { about: 'a dash', head: dated('-') },
      ],
      good: [
        { about: 'a leap day', head: dated('2024-02-29') },
        { about: 'another date of the entry in words', head: inRegistry(sample, ['**Type:**', '**Created:** last week\n**Type:**']) },
      ],
    }
  },
  *check({ plugin, place: { updated } }) {
    if (!updated || updated.text === '' || day.safeParse(updated.text).success) return
    yield {
      message: msg`Unexpected day ${updated.text}, expected one that exists, as ${'YYYY-MM-DD'}`,
      hint: msg`Write it as in ${'2026-02-03'}, without a time.`,
      place: updated.place,
      target: targetId(plugin.name),
    }
  },
}
