import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { doublesOf } from '../../doubles.ts'
import { change, inRegistry, notesPath, notesSample, sample, sampleEntry, sampleRow } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { PluginSubject } from '../../subjects.ts'

export const duplicate: Rule<PluginSubject> = {
  code: 'REGISTRY_DUPLICATE',
  strict: 'error',
  soft: 'error',
  summary: 'A plugin has two rows, two entries, or a field of its entry twice.',
  why: 'Nobody can tell which of the two holds, and every command writes only one of them.',
  repair: 'Delete the one that is wrong. No command that writes the registry runs for this plugin meanwhile.',
  examples() {
    return {
      bad: [
        { about: 'two rows', head: inRegistry(sample, [sampleRow, sampleRow + sampleRow]) },
        {
          about: 'two rows in two tables',
          head: inRegistry(sample, [sampleEntry, `\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n${sampleEntry}`]),
        },
        { about: 'two entries', head: inRegistry(sample, [sampleEntry, sampleEntry + sampleEntry]) },
        { about: 'two statuses', head: inRegistry(sample, ['**Version:**', '**Status:** 🚧 Stage 2\n**Version:**']) },
        { about: 'two days', head: inRegistry(sample, ['**Version:**', '**Last Updated:** 2026-02-02\n**Version:**']) },
        {
          about: 'two statuses in the notes',
          head: change(notesSample, { [notesPath]: [['- **Version:**', '**Current Status:** 🚧 Stage 2\n- **Version:**']] }),
        },
      ],
      good: [
        {
          about: 'another field twice',
          head: inRegistry(sample, ['**Type:** Audio Effect\n', '**Type:** Audio Effect\n**Type:** Utility\n']),
        },
        {
          about: 'a template in a code block',
          head: inRegistry(sample, [sampleEntry, `${sampleEntry}\n\`\`\`\n${sampleRow}${sampleEntry}\`\`\`\n`]),
        },
        {
          about: 'templates in brackets',
          head: inRegistry(
            sample,
            [sampleRow, `${sampleRow}| [PluginName] | [Status] | - | - |\n`],
            [sampleEntry, `${sampleEntry}\n### [PluginName]\n\n**Status:** [Emoji]\n**Status:** [Emoji]\n`],
          ),
        },
      ],
    }
  },
  *check({ plugin }) {
    for (const { what, first, again } of doublesOf(plugin)) {
      yield {
        message: msg`Unexpected second ${what} of ${plugin.name}, expected one`,
        hint: 'Keep the one that is right and delete the other.',
        place: again,
        target: targetId(plugin.name),
        related: [{ ...first, message: 'the first one' }],
      }
    }
  },
}
