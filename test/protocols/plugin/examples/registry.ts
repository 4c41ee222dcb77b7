import type { DriverTrial } from '../../../../src/core/installation.ts'
import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  handoffPath,
  inRegistry,
  notesPath,
  notesSample,
  registryPath,
  sample,
  sampleEntry,
  sampleRow,
} from '../../../../src/protocols/plugin/examples.ts'

const header = '| Plugin Name | Status | Version | Last Updated |'

const row = '| Amber | 💡 Ideated | - | 2026-01-30 |\n'

const many = 20

const table = (sample[registryPath] ?? '').slice(
  (sample[registryPath] ?? '').indexOf(header),
  (sample[registryPath] ?? '').indexOf('\n### '),
)
const otherRow = '| Amber | 💡 Ideated | - | 2026-01-30 |\n'
const otherBrief = { 'plugins/Amber/.ideas/creative-brief.md': '# Amber\n' }
const withoutStatus = change(notesSample, { [notesPath]: [['- **Current Status:** 🚧 Stage 2\n', '']] })
const entry = '\n### Amber\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-01-30\n'
const both = inRegistry(sample, [sampleRow, sampleRow + row], [sampleEntry, sampleEntry + entry])
const names = Array.from({ length: many }, (_, index) => `Gain${index}`)
const shortTable = ['| Plugin Name | Status |', '|---|---|', ...names.map((name) => `| ${name} | 💡 Ideated |`), '']
const crowded = {
  configuration: { 'second-place': 'none' },
  head: {
    [registryPath]: shortTable.join('\n'),
    ...Object.fromEntries(names.map((name) => [`plugins/${name}/README.md`, ''])),
  },
}
const another: DriverTrial = { outcome: 'foreign', command: 'merge-rows %O %A %B' }

/** Cases at the edges of the rules of `registry.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  REGISTRY_TABLE_MISSING: {
    bad: {
      'no column for the status': inRegistry(sample, ['| Status |', '| State |']),
      'no column for the name': inRegistry(sample, ['| Plugin Name |', '| Title |']),
      'a table in a code block': inRegistry(sample, [table, `\`\`\`\n${table}\`\`\`\n`]),
      'a table in a comment': inRegistry(sample, [table, `<!--\n${table}-->\n`]),
      'a table in a quote': inRegistry(sample, [
        table,
        `${table
          .trimEnd()
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n')}\n`,
      ]),
    },
  },
  REGISTRY_ROW_MISSING: {
    bad: {
      'contracts without a row': inRegistry(
        change(sample, { [handoffPath]: null }),
        [sampleRow, ''],
        [sampleEntry, ''],
      ),
      'notes without a row': change(notesSample, { [registryPath]: [[sampleRow, '']] }),
    },
    good: {
      'a row in a second table': inRegistry(sample, [
        sampleRow,
        `\n## Effects\n\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n`,
      ]),
    },
  },
  REGISTRY_ENTRY_MISSING: {
    bad: {
      'notes without a status line, where another plugin has one': {
        ...change(withoutStatus, { [registryPath]: [[sampleRow, sampleRow + otherRow]] }),
        ...otherBrief,
        'plugins/Amber/NOTES.md': '**Current Status:** 💡 Ideated\n',
      },
      'no notes, where notes are configured': {
        head: change(notesSample, { [notesPath]: null }),
        configuration: { 'second-place': 'notes' },
      },
      'a status line in a code block': {
        head: change(notesSample, {
          [notesPath]: [['- **Current Status:** 🚧 Stage 2\n', '```\n- **Current Status:** 🚧 Stage 2\n```\n']],
        }),
        configuration: { 'second-place': 'notes' },
      },
    },
    good: { 'no second place, as configured': { head: sample, configuration: { 'second-place': 'none' } } },
  },
  REGISTRY_DUPLICATE: {
    bad: {
      'two entries': inRegistry(sample, [sampleEntry, sampleEntry + sampleEntry]),
      'two statuses': inRegistry(sample, ['**Version:**', '**Status:** 🚧 Stage 2\n**Version:**']),
      'two days': inRegistry(sample, ['**Version:**', '**Last Updated:** 2026-02-02\n**Version:**']),
      'two statuses in the notes': change(notesSample, {
        [notesPath]: [['- **Version:**', '**Current Status:** 🚧 Stage 2\n- **Version:**']],
      }),
    },
    good: {
      'templates in brackets': inRegistry(
        sample,
        [sampleRow, `${sampleRow}| [PluginName] | [Status] | - | - |\n`],
        [sampleEntry, `${sampleEntry}\n### [PluginName]\n\n**Status:** [Emoji]\n**Status:** [Emoji]\n`],
      ),
    },
  },
  REGISTRY_DIRECTORY_MISSING: {
    bad: { 'the directory in other capitals': { ...both, 'plugins/amber/README.md': '# Amber\n' } },
    good: {
      'a directory that holds nothing but a mockup': { ...both, 'plugins/Amber/.ideas/mockups/v1.html': '<p>' },
      'a directory that holds nothing but sources': { ...both, 'plugins/Amber/Source/dsp/gain.cpp': 'int main() {}\n' },
    },
  },
  REGISTRY_MERGE_DRIVER: {
    bad: {
      'a driver that keeps the rows of both sides': {
        head: sample,
        merging: { [registryPath]: { driver: 'union', configured: true } },
      },
      'a driver of our name that is another program': {
        head: sample,
        merging: {
          [registryPath]: { driver: 'baton', configured: true, trial: another },
        },
      },
    },
    good: { 'no clone': { ...crowded } },
  },
}
