import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  inRegistry,
  newestFirst,
  notesPath,
  notesSample,
  registryPath,
  sample,
  withStatus,
} from '../../../../src/protocols/plugin/examples.ts'

const says = (status: string) => withStatus(sample, '🚧 Stage 2', status)
const dated = (written: string) =>
  inRegistry(
    sample,
    ['| 2026-02-02 |', `| ${written} |`],
    ['**Last Updated:** 2026-02-02', `**Last Updated:** ${written}`],
  )
const more = '**Last Updated:** 2026-02-02'
const line = '- **2026-01-30:** Creative brief created'
const written = (text: string) => inRegistry(sample, [line, text])

/** Cases at the edges of the rules of `registry-values.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  REGISTRY_FIELD_MISSING: {
    bad: {
      'an entry without a day': inRegistry(sample, ['**Last Updated:** 2026-02-02\n', '']),
      'a status in a code block': inRegistry(sample, [
        '**Status:** 🚧 Stage 2\n',
        '```\n**Status:** 🚧 Stage 2\n```\n',
      ]),
      'a row without a status': inRegistry(sample, ['| 🚧 Stage 2 |', '|  |']),
      'a row without a day': inRegistry(sample, ['| 2026-02-02 |', '| |']),
      'a row that ends before the day': inRegistry(sample, ['| 0.1.0 | 2026-02-02 |', '| 0.1.0 |']),
      'notes with nothing after their label': change(notesSample, {
        [notesPath]: [['- **Current Status:** 🚧 Stage 2', '- **Current Status:**']],
      }),
    },
  },
  REGISTRY_STATUS_UNKNOWN: {
    bad: {
      'another emoji': says('🔨 Stage 2'),
      'lower-case letters': says('🚧 stage 2'),
      'a stage that there is not': says('🚧 Stage 9'),
      'a leading zero': says('🚧 Stage 02'),
      'a phase of a stage that has none': says('🚧 Stage 2.1'),
      'words after it without parentheses': says('🚧 Stage 2 nearly done'),
      'a letter that looks like another': says('🚧 St\u0430ge 2'),
      'notes that say so': change(notesSample, {
        [registryPath]: [['🚧 Stage 2', '🚧 Building']],
        [notesPath]: [['🚧 Stage 2', '🚧 Building']],
      }),
    },
  },
  REGISTRY_DATE_INVALID: { bad: { 'another form': dated('02/02/2026'), 'a dash': dated('-') } },
  REGISTRY_TIMELINE_ORDER: {
    bad: {
      'the newest line first': { level: 'notice', head: newestFirst(sample) },
      'the newest line first, and one at the end': inRegistry(newestFirst(sample), [
        `\n${more}`,
        `- **2026-02-02:** Reviewed\n\n${more}`,
      ]),
    },
    good: {
      'another list after the timeline': inRegistry(sample, [
        more,
        `**Releases:**\n- **2026-01-20:** A sketch\n\n${more}`,
      ]),
    },
  },
  REGISTRY_TIMELINE_FORMAT: {
    bad: {
      'the colon after the bold': written('- **2026-01-30**: Creative brief created'),
      'no text': written('- **2026-01-30:**'),
      'a day that does not exist': written('- **2026-01-32:** Creative brief created'),
      'words after the day without parentheses': written('- **2026-01-30 Stage 0:** Creative brief created'),
      'a line of the notes': change(notesSample, { [notesPath]: [[line, '- Creative brief created']] }),
    },
    good: {
      'a version': written('- **2026-01-30 (v1.0.0):** Released'),
      'another bullet': written('* **2026-01-30:** Creative brief created'),
      'a line that goes on below, with a list of its own': written(`${line}\n  and talked over\n  - with two people`),
    },
  },
}
