import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inRegistry, notesPath, notesSample, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { TimelineSubject } from '../../subjects.ts'

const more = '**Last Updated:** 2026-02-02'

export const timelineOrder: Rule<TimelineSubject> = {
  code: 'REGISTRY_TIMELINE_ORDER',
  strict: 'error',
  soft: 'warning',
  summary: 'A line of a timeline has an earlier day than the one before it.',
  why: 'The last line of a timeline is taken for the latest news.',
  repair: 'Put the lines in the order of their days, or correct the day.',
  examples() {
    return {
      bad: [
        { about: 'a line that goes back', head: inRegistry(sample, ['**2026-02-02 (Stage 2):**', '**2026-01-31 (Stage 2):**']) },
        {
          about: 'notes that go back',
          head: change(notesSample, { [notesPath]: [['**2026-02-01 (Stage 0):**', '**2026-01-29 (Stage 0):**']] }),
        },
      ],
      good: [
        { about: 'two lines of one day', head: inRegistry(sample, ['**2026-02-02 (Stage 2):**', '**2026-02-01 (Stage 2):**']) },
        {
          about: 'a second timeline that begins anew',
          head: inRegistry(sample, [more, `**Lifecycle Timeline:**\n- **2026-01-20:** First idea\n\n${more}`]),
        },
        {
          about: 'another list behind the timeline',
          head: inRegistry(sample, [more, `**Releases:**\n- **2026-01-20:** A sketch\n\n${more}`]),
        },
      ],
    }
  },
  *check({ plugin, timeline }) {
    const dated = timeline.filter(({ day }) => day !== undefined)
    for (const [index, { day = '', place }] of dated.entries()) {
      const before = dated[index - 1]
      if (before?.day === undefined || day >= before.day) continue
      yield {
        message: msg`Unexpected day ${day} behind ${before.day}, expected the lines of a timeline in order`,
        hint: 'Put the line where its day belongs, or correct the day.',
        place,
        target: targetId(plugin.name),
        related: [{ ...before.place, message: msg`the line before it, of ${before.day}` }],
      }
      return
    }
  },
}
