import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inRegistry, notesPath, notesSample, sample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { TimelineSubject } from '../../subjects.ts'

const line = '- **2026-01-30:** Creative brief created'
const written = (text: string) => inRegistry(sample, [line, text])

export const timelineFormat: Rule<TimelineSubject> = {
  code: 'REGISTRY_TIMELINE_FORMAT',
  strict: 'warning',
  soft: 'warning',
  summary: 'A line of a timeline is not written `- **YYYY-MM-DD:** text` or `- **YYYY-MM-DD (Stage N):** text`.',
  why: 'Lines in other forms are not found when somebody looks whether a stage was ever done.',
  repair: 'Write it like the others: the day and, in parentheses, the stage, in bold; then the text.',
  examples() {
    return {
      bad: [
        { about: 'no day', head: written('- Creative brief created') },
        { about: 'no bold', head: written('- 2026-01-30: Creative brief created') },
        { about: 'the colon behind the bold', head: written('- **2026-01-30**: Creative brief created') },
        { about: 'another bullet', head: written('* **2026-01-30:** Creative brief created') },
        { about: 'no text', head: written('- **2026-01-30:**') },
        { about: 'a day that does not exist', head: written('- **2026-01-32:** Creative brief created') },
        { about: 'words behind the day without parentheses', head: written('- **2026-01-30 Stage 0:** Creative brief created') },
        { about: 'a line of the notes', head: change(notesSample, { [notesPath]: [[line, '- Creative brief created']] }) },
      ],
      good: [
        { about: 'a phase', head: written('- **2026-01-30 (Stage 3.1):** Tried out') },
        { about: 'stage and phase', head: written('- **2026-01-30 (Stage 4 Phase 4.1):** Tried out') },
        { about: 'a version', head: written('- **2026-01-30 (v1.0.0):** Released') },
        { about: 'a line that goes on below, with a list of its own', head: written(`${line}\n  and talked over\n  - with two people`) },
      ],
    }
  },
  *check({ plugin, timeline }) {
    for (const { formed, text, place } of timeline) {
      if (formed) continue
      yield {
        message: msg`Unexpected line ${text} in a timeline, expected ${'- **YYYY-MM-DD (Stage N):** text'}`,
        hint: 'The parentheses may be left out; what stands in them is free.',
        place,
        target: targetId(plugin.name),
      }
    }
  },
}
