import fc from 'fast-check'

/** One plugin as a registry has it. */
export interface RegistryEntry {
  readonly status: string
  readonly updated: string
  readonly note: string
}

/** A registry as it is to be written. */
export interface RegistryText {
  readonly plugins: Readonly<Record<string, RegistryEntry>>
  readonly preamble: string
  readonly between: string
  readonly closing: string
  readonly entries: 'none' | 'blank' | 'ruled'
}

export function registry({ plugins, preamble, between, closing, entries }: RegistryText): string {
  const all = Object.entries(plugins)
  const rows = all.map(([name, { status, updated }]) => `| ${name} | ${status} | ${updated} |`)
  const parting = entries === 'ruled' ? ['', '---', ''] : ['']
  const places = all.flatMap(([name, { status, updated, note }]) => [
    ...parting,
    `### ${name}`,
    '',
    `**Status:** ${status}`,
    ...(note === '' ? [] : [note, '']),
    `**Last Updated:** ${updated}`,
  ])
  return [
    '# Plugins',
    '',
    preamble,
    '',
    '| Plugin Name | Status | Last Updated |',
    '|---|---|---|',
    ...rows,
    '',
    between,
    ...(entries === 'none' ? [] : places),
    ...(closing === '' ? [] : ['', '## Notes', '', closing]),
    '',
  ].join('\n')
}

export const registered: fc.Arbitrary<RegistryEntry> = fc.record({
  status: fc.constantFrom('💡 Ideated', '🚧 Stage 2', '🚧 Stage 3.1', '✅ Working', '📦 Installed'),
  updated: fc.constantFrom('2026-02-01', '2026-02-02', '2026-02-03'),
  note: fc.constantFrom('', 'A warm compressor.', '```\n### Amber\n```'),
})

const text = (of: string) =>
  fc.constantFrom(`One line ${of}.`, `Other words ${of}.`, `- a list ${of}\n- of two ${of}`, `> quoted ${of}`)

export const written = (plugins: fc.Arbitrary<Record<string, RegistryEntry>>): fc.Arbitrary<RegistryText> =>
  fc.record({
    plugins,
    preamble: text('above'),
    between: text('between'),
    closing: fc.oneof(fc.constant(''), text('below')),
    entries: fc.constantFrom('none', 'blank', 'ruled'),
  })

export const names = ['Amber', 'Birch', 'Cedar', 'Delta', 'Ember', 'Fir'] as const

/** Some of these plugins, in any order. */
export const subsetOf = (of: readonly string[]): fc.Arbitrary<Record<string, RegistryEntry>> =>
  fc
    .tuple(fc.shuffledSubarray([...of]), fc.array(registered, { minLength: of.length, maxLength: of.length }))
    .map(([chosen, values]) => Object.fromEntries(chosen.map((name, index) => [name, values[index] as RegistryEntry])))
