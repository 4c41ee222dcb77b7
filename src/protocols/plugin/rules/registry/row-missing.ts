import type { Place } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, handoffPath, inRegistry, notesSample, registryPath, sample, sampleEntry, sampleRow } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { Plugin } from '../../model.ts'
import { offer } from '../../offers.ts'
import type { PluginSubject } from '../../subjects.ts'

/** What there is of a plugin without a row: its entry, else its handoff, else a contract. */
function placeOf({ second, hasHandoff, handoffPath, contracts }: Plugin, registryPath: string): Place {
  if (second?.path === registryPath) return second.place
  const contract = Object.values(contracts).find(({ file }) => file !== 'absent')
  return { path: hasHandoff || !contract ? handoffPath : contract.path, line: 1 }
}

export const rowMissing: Rule<PluginSubject> = {
  code: 'REGISTRY_ROW_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A plugin has no row in the registry.',
  why: 'Who looks at the table does not know that the plugin exists.',
  repair: '`/sync NAME` adds the row.',
  examples() {
    return {
      bad: [
        { about: 'an entry without a row', head: inRegistry(sample, [sampleRow, '']) },
        { about: 'a handoff without a row', head: inRegistry(sample, [sampleRow, ''], [sampleEntry, '']) },
        { about: 'contracts without a row', head: inRegistry(change(sample, { [handoffPath]: null }), [sampleRow, ''], [sampleEntry, '']) },
        { about: 'notes without a row', head: change(notesSample, { [registryPath]: [[sampleRow, '']] }) },
      ],
      good: [
        {
          about: 'a name in bold, in code, as a link',
          head: inRegistry(sample, ['| TinyGain |', '| [**`TinyGain`**](plugins/TinyGain) |']),
        },
        { about: 'a directory that holds no plugin', head: { ...sample, 'plugins/shared/README.md': '# Shared code\n' } },
        {
          about: 'a row in a second table',
          head: inRegistry(sample, [sampleRow, `\n## Effects\n\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n`]),
        },
      ],
    }
  },
  *check({ plugin, model }) {
    const { registry } = model
    if (!registry?.hasTable || plugin.row) return
    const offers = offer('sync', { plugin, model }, 'adds it')
    yield {
      message: msg`Missing row of ${plugin.name}, expected one in the table of ${registry.path}`,
      offers,
      ...(offers.length === 0 && { hint: 'Add it by hand, or mend first what else is wrong with the plugin.' }),
      place: placeOf(plugin, registry.path),
      target: targetId(plugin.name),
      concerns: [registry.path],
    }
  },
}
