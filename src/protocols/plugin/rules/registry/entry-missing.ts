import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inRegistry, notesPath, notesSample, registryPath, sample, sampleEntry, sampleRow } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { pathsOf } from '../../paths.ts'
import { offer } from '../../offers.ts'
import type { PluginSubject } from '../../subjects.ts'

const other = '\n### Amber\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-01-30\n'
const otherRow = '| Amber | 💡 Ideated | - | 2026-01-30 |\n'
const otherBrief = { 'plugins/Amber/.ideas/creative-brief.md': '# Amber\n' }
const withoutStatus = change(notesSample, { [notesPath]: [['- **Current Status:** 🚧 Stage 2\n', '']] })

export const entryMissing: Rule<PluginSubject> = {
  code: 'REGISTRY_ENTRY_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A plugin with a row has no second place of its status, though others have one.',
  why: 'Status and timeline stand in two places so that a slip of the pen shows. With one of them gone, nothing shows it.',
  repair: '`/sync NAME` adds the entry, or the status line in `NOTES.md`.',
  examples() {
    return {
      bad: [
        {
          about: 'a row without an entry, where another plugin has one',
          head: { ...inRegistry(sample, [sampleRow, sampleRow + otherRow], [sampleEntry, other]), ...otherBrief },
        },
        {
          about: 'a row without an entry, where entries are configured',
          head: inRegistry(sample, [sampleEntry, '']),
          configuration: { 'second-place': 'entries' },
        },
        {
          about: 'notes without a status line, where another plugin has one',
          head: {
            ...change(withoutStatus, { [registryPath]: [[sampleRow, sampleRow + otherRow]] }),
            ...otherBrief,
            'plugins/Amber/NOTES.md': '**Current Status:** 💡 Ideated\n',
          },
        },
        {
          about: 'no notes, where notes are configured',
          head: change(notesSample, { [notesPath]: null }),
          configuration: { 'second-place': 'notes' },
        },
        {
          about: 'a status line in a code block',
          head: change(notesSample, {
            [notesPath]: [['- **Current Status:** 🚧 Stage 2\n', '```\n- **Current Status:** 🚧 Stage 2\n```\n']],
          }),
          configuration: { 'second-place': 'notes' },
        },
      ],
      good: [
        { about: 'no second place anywhere', head: inRegistry(sample, [sampleEntry, '']) },
        { about: 'notes that carry no status anywhere', head: withoutStatus },
        { about: 'no second place, as configured', head: sample, configuration: { 'second-place': 'none' } },
      ],
    }
  },
  *check({ plugin, model }) {
    const { name, row, second, directory } = plugin
    const { layout, configuration, unreadable } = model
    if (!row || second || layout === 'none') return
    const { notes } = pathsOf(configuration, name)
    if (layout === 'notes' && (!directory || unreadable.some(({ path }) => path === notes))) return
    const offers = offer('sync', { plugin, model }, 'adds what is missing')
    yield {
      message:
        layout === 'notes'
          ? msg`Missing status of ${name} in its notes, expected a line ${'- **Current Status:** …'} in ${notes}`
          : msg`Missing entry of ${name}, expected a heading ${`### ${name}`} with its status`,
      offers,
      ...(offers.length === 0 && { hint: 'Add it by hand, or mend first what else is wrong with the plugin.' }),
      place: row.place,
      target: targetId(name),
      concerns: [layout === 'notes' ? notes : model.registryPath],
    }
  },
}
