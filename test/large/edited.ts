import type { large } from './index.ts'

/** Jobs that edit a file in many places, and the function that reads or writes it. */
export const edited: readonly (readonly [protocol: keyof typeof large, about: string, job: string, by: string])[] = [
  ['governance', 'a history', '/fix GOV_HISTORY_LIMIT', 'quickJson'],
  ['governance', 'a history', '/fix', 'quickJson'],
  ['governance', 'a history', '/anchor ses_1 decision high Text', 'splice'],
  ['governance', 'anchors', '/anchor ses_1 decision high Text', 'quickJson'],
  ['governance', 'counters of agents', '/turn ses_1', 'quickJson'],
  ['plugin', 'plugins whose rows and entries differ', '/sync', 'scanRegistry'],
  ['plugin', 'plugins whose rows and entries differ', '/fix', 'scanRegistry'],
  ['plugin', 'plugins whose rows and entries differ', '/fix', 'splice'],
  ['plugin', 'plugins whose rows and entries differ', '/sync, undone', 'scanRegistry'],
  [
    'plugin',
    'a handoff with many lines, and many artifacts and tests that are reported',
    '/handback TinyGain success --stage 3',
    'frontMatter',
  ],
  ['plugin', 'a lost handoff with a long timeline', '/regenerate TinyGain', 'splice'],
  ['handover', 'a plan of other headings', '/revise login plan.md', 'splice'],
  ['declared', 'files whose rows say something else', '/fix', 'splice'],
]
