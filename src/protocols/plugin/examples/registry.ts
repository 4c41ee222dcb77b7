import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  inRegistry,
  notesPath,
  notesSample,
  registryPath,
  sample,
  sampleEntry,
  sampleRow,
} from '../examples.ts'

const header = '| Plugin Name | Status | Version | Last Updated |'

const delimiters = '|-------------|--------|---------|--------------|'

const row = '| Amber | 💡 Ideated | - | 2026-01-30 |\n'

const many = 20

const table = (sample[registryPath] ?? '').slice(
  (sample[registryPath] ?? '').indexOf(header),
  (sample[registryPath] ?? '').indexOf('\n### '),
)
const other = '\n### Amber\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-01-30\n'
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
const without = { driver: undefined, configured: false }
const merging = (trial: { readonly outcome: 'runs' } | { readonly outcome: 'fails'; readonly why: string }) => ({
  [registryPath]: { driver: 'baton', configured: true, trial },
})

export const examples: RuleExamples = {
  REGISTRY_MISSING: {
    bad: { 'a plugin in development, and nothing that lists it': change(sample, { [registryPath]: null }) },
    good: {
      'a registry at another place that is configured': {
        head: { ...change(sample, { [registryPath]: null }), 'docs/PLUGINS.md': sample[registryPath] ?? '' },
        configuration: { registry: 'docs/PLUGINS.md' },
      },
    },
  },
  REGISTRY_TABLE_MISSING: {
    bad: {
      'no table': inRegistry(sample, [table, '']),
      'no line of dashes below the header': inRegistry(sample, [`${delimiters}\n`, '']),
    },
    good: {
      'short names of the columns, in other capitals': inRegistry(sample, [
        '| Plugin Name | Status |',
        '| plugin | STATUS |',
      ]),
      'another order, and a column more': inRegistry(sample, [
        table,
        '| Type | Status | Plugin |\n|---|---|---|\n| Effect | 🚧 Stage 2 | TinyGain |\n',
      ]),
    },
  },
  REGISTRY_ENTRY_REMOVED: {
    bad: {
      'the entry': { base: sample, head: inRegistry(sample, [sampleEntry, '']) },
      'the notes': { base: notesSample, head: change(notesSample, { [notesPath]: null }) },
    },
    good: {
      'a repository that does without': {
        base: inRegistry(sample, [sampleEntry, '']),
        head: inRegistry(sample, [sampleEntry, '']),
      },
    },
  },
  REGISTRY_ROW_MISSING: {
    bad: {
      'an entry without a row': inRegistry(sample, [sampleRow, '']),
      'a handoff without a row': inRegistry(sample, [sampleRow, ''], [sampleEntry, '']),
    },
    good: {
      'a name in bold, in code, as a link': inRegistry(sample, [
        '| TinyGain |',
        '| [**`TinyGain`**](plugins/TinyGain) |',
      ]),
      'a directory that holds no plugin': { ...sample, 'plugins/shared/README.md': '# Shared code\n' },
    },
  },
  REGISTRY_ENTRY_MISSING: {
    bad: {
      'a row without an entry, where another plugin has one': {
        ...inRegistry(sample, [sampleRow, sampleRow + otherRow], [sampleEntry, other]),
        ...otherBrief,
      },
      'a row without an entry, where entries are configured': {
        head: inRegistry(sample, [sampleEntry, '']),
        configuration: { 'second-place': 'entries' },
      },
    },
    good: {
      'no second place anywhere': inRegistry(sample, [sampleEntry, '']),
      'notes that carry no status anywhere': withoutStatus,
    },
  },
  REGISTRY_DUPLICATE: {
    bad: {
      'two rows': inRegistry(sample, [sampleRow, sampleRow + sampleRow]),
      'two rows in two tables': inRegistry(sample, [
        sampleEntry,
        `\n| Plugin | Status |\n|---|---|\n| TinyGain | 🚧 Stage 2 |\n${sampleEntry}`,
      ]),
    },
    good: {
      'another field twice': inRegistry(sample, [
        '**Type:** Audio Effect\n',
        '**Type:** Audio Effect\n**Type:** Utility\n',
      ]),
      'a template in a code block': inRegistry(sample, [
        sampleEntry,
        `${sampleEntry}\n\`\`\`\n${sampleRow}${sampleEntry}\`\`\`\n`,
      ]),
    },
  },
  REGISTRY_DIRECTORY_MISSING: {
    bad: {
      'a plugin that is only listed': both,
      'a directory that is a link': {
        head: { ...both, 'plugins/Amber': '../elsewhere/Amber' },
        links: ['plugins/Amber'],
      },
    },
    good: {
      'a directory that holds only notes': { ...both, 'plugins/Amber/NOTES.md': '# Amber\n' },
      'a directory that holds no state yet': { ...both, 'plugins/Amber/README.md': '# Amber\n' },
    },
  },
  REGISTRY_MERGE_DRIVER: {
    bad: {
      'no attribute': { ...crowded, merging: { [registryPath]: without } },
      'a driver that this clone does not know': {
        ...crowded,
        merging: { [registryPath]: { driver: 'baton', configured: false } },
      },
    },
    good: {
      'a driver that starts': {
        ...crowded,
        merging: { [registryPath]: { driver: 'baton', configured: true, trial: { outcome: 'runs' as const } } },
      },
      'few plugins': { head: sample, merging: { [registryPath]: without } },
    },
  },
  REGISTRY_DRIVER_BROKEN: {
    bad: {
      'a program that is not there': {
        head: sample,
        merging: merging({ outcome: 'fails', why: 'there is no baton on the PATH' }),
      },
    },
    good: {
      'a driver that starts': { head: sample, merging: merging({ outcome: 'runs' }) },
      'no driver': { head: sample, merging: { [registryPath]: { driver: undefined, configured: false } } },
    },
  },
}
