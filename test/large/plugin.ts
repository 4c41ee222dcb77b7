import { pluginFiles, registry, type SamplePlugin } from '../../demo/repository.ts'
import type { Files } from '../../src/core/rule.ts'
import {
  contractPath,
  handoffPath,
  legacySample,
  notesPath,
  notesSample,
  phasedSample,
  registryPath,
  sample,
  withContract,
} from '../../src/protocols/plugin/examples.ts'
import {
  changeCommands,
  lines,
  listed,
  readCommands,
  merged,
  refusedCommands,
  swapped,
  textOf,
  type Large,
} from './repository.ts'

const nameOf = (index: number) => `Plugin${String(index).padStart(5, '0')}`
const plugins = (size: number): readonly SamplePlugin[] =>
  listed(size, (index) => ({ name: nameOf(index), about: 'Louder.' }))
const header = '| Plugin Name | Status | Version | Last Updated |\n|---|---|---|---|\n'
const row = (name: string) => `| ${name} | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |`
const entry = (name: string) => `### ${name}\n**Status:** 🚧 Stage 2\n**Last Updated:** 2026-02-02\n`
const withRegistry = (text: string): Files => ({ ...sample, [registryPath]: text })
const inRegistry = (text: string): Files => withRegistry(`${textOf(sample, registryPath)}\n${text}\n`)
const timeline = '**Lifecycle Timeline:**\n'
const beforeTimeline = (text: string): Files => swapped(sample, registryPath, timeline, `${text}\n${timeline}`)
const steps = '1. Invoke dsp-agent for Stage 3'
const withPlan = (text: string): Files =>
  withContract(phasedSample, 'plan', `# Plan\n\n**Complexity Score:** 4.0\n\n${text}\n`)

/** Each has its files, and the registry says something else in a row than in the entry. */
const drifting = (size: number): Files => ({
  ...merged(plugins(size).map(pluginFiles)),
  [registryPath]: registry(plugins(size)).replaceAll(
    /^(\| \w+ \|) 🚧 Stage 2 (.*)2026-02-02 \|$/gm,
    '$1 🚧 Stage 0 $22026-02-01 |',
  ),
})

/** Each has its handoff at the old place. */
const old = (size: number): Files => {
  const all = { ...merged(plugins(size).map(pluginFiles)), [registryPath]: registry(plugins(size)) }
  const moved = (path: string) => path.replace(/([^/]+)\/\.continue-here\.md$/, '$1/.ideas/.continue-here.md')
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [moved(path), text]))
}

export const inPlugin: readonly Large[] = [
  {
    about: 'a registry of rows',
    most: 19_000,
    files: (size) =>
      withRegistry(`# Plugins\n\n${header}${lines(size, (index) => row(nameOf(index)))}\n${row('TinyGain')}\n`),
    commands: [
      ...changeCommands('/accept TinyGain'),
      ...readCommands('/sync TinyGain', '/sync', '/status', '/validate'),
    ],
  },
  {
    about: 'a registry of entries',
    most: 14_000,
    files: (size) =>
      withRegistry(
        `# Plugins\n\n${header}${row('TinyGain')}\n\n${entry('TinyGain')}\n${lines(size, (index) => entry(nameOf(index)))}`,
      ),
    commands: changeCommands('/accept TinyGain'),
  },
  {
    about: 'a registry of entries without rows',
    most: 8_000,
    files: (size) => withRegistry(`# Plugins\n\n${header}\n${lines(size, (index) => entry(nameOf(index)))}`),
    commands: changeCommands('/sync'),
  },
  {
    about: 'a registry of short entries',
    most: 20_000,
    files: (size) => ({
      [registryPath]: `# Plugins\n\n${header}\n${lines(size, (index) => `### P${index}\n\n**Status:** 🚧 Stage 2\n`)}`,
    }),
    commands: readCommands('/status'),
  },
  {
    about: 'plugins whose rows and entries differ',
    most: 2_500,
    manyFiles: true,
    files: drifting,
    commands: [
      ...changeCommands('/fix', '/sync Plugin00001'),
      { line: '/sync', outcome: 'changed', undone: registryPath },
    ],
  },
  {
    about: 'plugins in the old format',
    most: 2_500,
    manyFiles: true,
    files: old,
    commands: changeCommands('/migrate', '/fix'),
  },
  {
    about: 'a registry of rulers',
    most: 200_000,
    files: (size) => inRegistry(lines(size, () => '---')),
    commands: changeCommands('/accept TinyGain', '/handback TinyGain success --stage 3'),
  },
  {
    about: 'a registry of nothing but rulers',
    most: 200_000,
    files: (size) => ({ [registryPath]: `${lines(size, () => '---')}\n` }),
  },
  {
    about: 'a registry of empty tables',
    most: 40_000,
    files: (size) => inRegistry(lines(size, () => '|Plugin|Status|\n|-|-|\n')),
    commands: changeCommands('/accept TinyGain'),
  },
  {
    about: 'a registry of tables of one row',
    most: 20_000,
    files: (size) =>
      withRegistry(
        `# Plugins\n\n${header}${row('TinyGain')}\n\n${lines(size, (index) => `|Plugin|Status|\n|-|-|\n|P${index}|🚧 Stage 2|\n`)}\n`,
      ),
    commands: [...readCommands('/sync'), ...changeCommands('/accept TinyGain')],
  },
  {
    about: 'a registry that lists one plugin again and again',
    most: 20_000,
    files: (size) => withRegistry(`# Plugins\n\n${header}${lines(size, () => row('TinyGain'))}\n`),
    commands: refusedCommands('/accept TinyGain'),
  },
  {
    about: 'a registry of lists in lists',
    most: 20_000,
    files: (size) => inRegistry(lines(size, (index) => `${'  '.repeat(index % 20)}- a`)),
    commands: changeCommands('/accept TinyGain'),
  },
  {
    about: 'an entry with a long timeline',
    most: 28_000,
    files: (size) =>
      swapped(sample, registryPath, timeline, `${timeline}${lines(size, () => '- **2026-01-30 (Stage 0):** Brief')}\n`),
    commands: changeCommands('/accept TinyGain', '/handback TinyGain success --stage 3'),
  },
  {
    about: 'an entry with many timelines',
    most: 20_000,
    files: (size) => beforeTimeline(lines(size, () => `${timeline}- **2026-01-30:** Brief\n`)),
    commands: changeCommands('/accept TinyGain', '/handback TinyGain success --stage 3'),
  },
  {
    about: 'an entry with many fields',
    most: 70_000,
    files: (size) => beforeTimeline(lines(size, (index) => `**F${index}:** x`)),
    commands: changeCommands('/accept TinyGain', '/handback TinyGain success --stage 3'),
  },
  {
    about: 'notes with a long timeline',
    most: 28_000,
    files: (size) =>
      swapped(
        notesSample,
        notesPath,
        '## Lifecycle Timeline\n\n',
        `## Lifecycle Timeline\n\n${lines(size, () => '- **2026-01-30 (Stage 0):** Brief')}\n`,
      ),
    commands: [...changeCommands('/accept TinyGain', '/handback TinyGain success --stage 3'), ...readCommands('/sync')],
  },
  {
    about: 'a handoff with many keys',
    most: 14_000,
    files: (size) =>
      swapped(sample, handoffPath, 'next_action', `${lines(size, (index) => `key${index}: ${index}`)}\nnext_action`),
    commands: [
      ...changeCommands(
        '/accept TinyGain',
        '/handback TinyGain success --stage 3',
        '/handback TinyGain error "It broke" --stage 3',
      ),
      ...readCommands('/checksums TinyGain'),
    ],
  },
  {
    about: 'a handoff with many sections',
    most: 90_000,
    files: (size) =>
      swapped(sample, handoffPath, '## Next Steps', `${lines(size, (index) => `## S${index}\n`)}\n## Next Steps`),
    commands: changeCommands('/accept TinyGain', '/handback TinyGain success --stage 3'),
  },
  {
    about: 'a handoff with many steps',
    most: 25_000,
    files: (size) =>
      swapped(
        sample,
        handoffPath,
        steps,
        lines(size, (index) => `${index + 1}. Invoke dsp-agent for Stage 2`),
      ),
    commands: changeCommands('/accept TinyGain', '/handback TinyGain success --stage 3'),
  },
  {
    about: 'a handoff whose lists take turns',
    most: 200_000,
    files: (size) =>
      swapped(
        sample,
        handoffPath,
        steps,
        lines(size, (index) => (index % 2 === 0 ? '- a' : '* b')),
      ),
    commands: changeCommands('/accept TinyGain', '/handback TinyGain success --stage 3'),
  },
  {
    about: 'a handoff with many lines, and many artifacts and tests that are reported',
    most: 60_000,
    files: (size) =>
      swapped(sample, handoffPath, '## Next Steps', `${lines(size, (index) => `- line ${index}`)}\n\n## Next Steps`),
    commands: [
      ...changeCommands('/accept TinyGain'),
      {
        line: '/handback TinyGain success --stage 3',
        words: (size) =>
          listed(Math.min(size, 1000), (index) => [
            '--artifact',
            `build/${index}.txt`,
            '--tested',
            `Case ${index}`,
          ]).flat(),
        outcome: 'changed',
      },
    ],
  },
  {
    about: 'a handoff without front matter',
    most: 60_000,
    files: (size) => ({ ...legacySample, [handoffPath]: `# Resume\n\n${lines(size, (index) => `- line ${index}`)}\n` }),
    commands: changeCommands('/migrate TinyGain', '/migrate', '/fix', '/regenerate TinyGain'),
  },
  {
    about: 'a lost handoff with a long timeline',
    most: 18_000,
    files(size) {
      const { [handoffPath]: _, ...others } = swapped(
        sample,
        registryPath,
        timeline,
        `${timeline}${lines(size, (index) => `- **2026-01-30 (Stage 0):** Brief, version ${index}`)}\n`,
      )
      return others
    },
    commands: changeCommands('/regenerate TinyGain'),
  },
  {
    about: 'a plan of phases',
    most: 50_000,
    files: (size) => withPlan(lines(size, (index) => `## Phase 3.${index + 1}: P`)),
    commands: [...changeCommands('/accept TinyGain'), ...readCommands('/checksums TinyGain')],
  },
  {
    about: 'a plan of one phase again and again',
    most: 65_000,
    files: (size) => withPlan(lines(size, () => '## Phase 3.1: P')),
    commands: readCommands('/checksums TinyGain'),
  },
  {
    about: 'a plan of estimates',
    most: 50_000,
    files: (size) => withPlan(lines(size, (index) => `- Phase 3.${index + 1}: P`)),
    commands: readCommands('/checksums TinyGain'),
  },
  {
    about: 'contracts that changed',
    most: 2_500,
    manyFiles: true,
    files: (size) =>
      merged([
        drifting(size),
        Object.fromEntries(
          listed(size, (index) => [contractPath('plan').replace('TinyGain', nameOf(index)), '# Other\n']),
        ),
      ]),
    commands: readCommands('/validate'),
  },
]
