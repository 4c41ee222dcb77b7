import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inRegistry, sample, sampleEntry, sampleRow } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { pathsOf } from '../../paths.ts'
import type { PluginSubject } from '../../subjects.ts'

const row = '| Amber | 💡 Ideated | - | 2026-01-30 |\n'
const entry = '\n### Amber\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-01-30\n'
const both = inRegistry(sample, [sampleRow, sampleRow + row], [sampleEntry, sampleEntry + entry])

export const directoryMissing: Rule<PluginSubject> = {
  code: 'REGISTRY_DIRECTORY_MISSING',
  strict: 'warning',
  soft: 'warning',
  summary: 'The registry lists a plugin that has no directory.',
  why: 'It was renamed, deleted or never begun. Until that is known, no command but `/sync` works on it.',
  repair: 'Delete row and entry, or correct the name: it must be that of the directory, letter by letter.',
  examples() {
    return {
      bad: [
        { about: 'a plugin that is only listed', head: both },
        {
          about: 'a directory that is a link',
          head: { ...both, 'plugins/Amber': '../elsewhere/Amber' },
          links: ['plugins/Amber'],
        },
        { about: 'the directory in other capitals', head: { ...both, 'plugins/amber/README.md': '# Amber\n' } },
      ],
      good: [
        { about: 'a directory that holds only notes', head: { ...both, 'plugins/Amber/NOTES.md': '# Amber\n' } },
        { about: 'a directory that holds no state yet', head: { ...both, 'plugins/Amber/README.md': '# Amber\n' } },
        { about: 'a directory that holds nothing but a mockup', head: { ...both, 'plugins/Amber/.ideas/mockups/v1.html': '<p>' } },
        { about: 'a directory that holds nothing but sources', head: { ...both, 'plugins/Amber/Source/dsp/gain.cpp': 'int main() {}\n' } },
      ],
    }
  },
  *check({ plugin, model }) {
    const { name, directory, row, second } = plugin
    const place = row?.place ?? second?.place
    if (directory || !place || model.linked) return
    yield {
      message: msg`Missing directory of ${name}, expected ${pathsOf(model.configuration, name).folder}`,
      hint: 'Delete row and entry, or write the name as the directory has it.',
      place,
      target: targetId(name),
    }
  },
}
