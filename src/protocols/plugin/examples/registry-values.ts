import type { RuleExamples } from '../../../core/rule.ts'
import { change, handoffPath, inRegistry, notesPath, notesSample, sample, sampleRow, withStatus } from '../examples.ts'

const sampleHeader =
  '| Plugin Name | Status | Version | Last Updated |\n|-------------|--------|---------|--------------|\n'
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

export const examples: RuleExamples = {
  REGISTRY_ROW_MALFORMED: {
    bad: {
      'more cells than columns': inRegistry(sample, ['| 0.1.0 | 2026-02-02 |', '| 0.1.0 | 2026-02-02 | soon |']),
      'a row that ends before the status': inRegistry(sample, [
        sampleHeader + sampleRow,
        '| Last Updated | Plugin | Status |\n|---|---|---|\n| 2026-02-02 | TinyGain\n',
      ]),
    },
    good: {
      'no pipes at the ends': inRegistry(sample, [sampleRow, 'TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02\n']),
      'a pipe inside a cell': inRegistry(sample, [
        sampleHeader + sampleRow,
        '| Plugin | Status | Type |\n|---|---|---|\n| TinyGain | 🚧 Stage 2 | Gain \\| Utility |\n',
      ]),
    },
  },
  REGISTRY_FIELD_MISSING: {
    bad: {
      'an entry without a status': inRegistry(sample, ['**Status:** 🚧 Stage 2\n', '']),
      'an entry with nothing after its label': inRegistry(sample, ['**Status:** 🚧 Stage 2\n', '**Status:**\n']),
    },
    good: {
      'a table without a column for the day': inRegistry(
        sample,
        [' Version | Last Updated |', ' Version |'],
        ['|--------------|', '|'],
        [' 0.1.0 | 2026-02-02 |', ' 0.1.0 |'],
      ),
      'fields in another order, with blank lines between': inRegistry(
        sample,
        ['**Status:** 🚧 Stage 2\n', ''],
        ['**Last Updated:**', '**Status**: 🚧 Stage 2\n\n**Last Updated:**'],
      ),
    },
  },
  REGISTRY_STATUS_UNKNOWN: {
    bad: { 'a word of one’s own': says('🐛 Has Issues'), 'no emoji': says('Stage 2') },
    good: {
      'parameters that are a draft': withStatus(
        change(sample, { [handoffPath]: null }),
        '🚧 Stage 2',
        '💡 Ideated (Draft Params)',
      ),
      'bold, and with more white space': says('🚧  **Stage 2**'),
    },
  },
  REGISTRY_STATUS_NOTE: {
    bad: {
      'a note': withStatus(sample, '🚧 Stage 2', '🚧 Stage 2 (waiting for a build machine)'),
      'a note of an idea': withStatus(
        change(sample, { [handoffPath]: null }),
        '🚧 Stage 2',
        '💡 **Ideated** (UI mockup complete)',
      ),
    },
    good: {
      'the one note that is part of a status': withStatus(
        change(sample, { [handoffPath]: null }),
        '🚧 Stage 2',
        '💡 Ideated (Draft Params)',
      ),
    },
  },
  REGISTRY_DATE_INVALID: {
    bad: { 'a day that does not exist': dated('2026-02-30'), 'a time after it': dated('2026-02-02 10:00') },
    good: {
      'a leap day': dated('2024-02-29'),
      'another date of the entry in words': inRegistry(sample, ['**Type:**', '**Created:** last week\n**Type:**']),
    },
  },
  REGISTRY_TIMELINE_ORDER: {
    bad: {
      'a line that goes back': inRegistry(sample, ['**2026-02-02 (Stage 2):**', '**2026-01-31 (Stage 2):**']),
      'notes that go back': change(notesSample, {
        [notesPath]: [['**2026-02-02 (Stage 2):**', '**2026-01-29 (Stage 2):**']],
      }),
    },
    good: {
      'two lines of one day': inRegistry(sample, ['**2026-02-02 (Stage 2):**', '**2026-02-01 (Stage 2):**']),
      'a second timeline that begins again': inRegistry(sample, [
        more,
        `**Lifecycle Timeline:**\n- **2026-01-20:** First idea\n\n${more}`,
      ]),
    },
  },
  REGISTRY_TIMELINE_FORMAT: {
    bad: { 'no day': written('- Creative brief created'), 'no bold': written('- 2026-01-30: Creative brief created') },
    good: {
      'a phase': written('- **2026-01-30 (Stage 3.1):** Tried out'),
      'stage and phase': written('- **2026-01-30 (Stage 4 Phase 4.1):** Tried out'),
    },
  },
}
