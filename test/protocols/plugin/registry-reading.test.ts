import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { superlinear } from '../../steps/steps.ts'
import {
  readNotes,
  readRegistry,
  type SecondPlace,
  type Value,
} from '../../../src/protocols/plugin/registry/registry.ts'

const directories = new Set(['TinyGain', 'Amber', 'Foo__Bar'])
const read = (text: string) => readRegistry(textDocument('PLUGINS.md', text), (name) => directories.has(name))
const notes = (text: string) => readNotes(textDocument('NOTES.md', text), 'TinyGain')

const header = '| Plugin Name | Status | Version | Last Updated |\n|---|---|---|---|\n'
const names = (text: string) => read(text).rows.map(({ name }) => name)
const entryNames = (text: string) => read(text).entries.map(({ name }) => name)
const where = (value: Value | undefined) => value && [value.text, value.place.line, value.place.column]

describe('the table', () => {
  it('gives each row its values, and where they are', () => {
    const [row, ...otherRows] = read(sample[registryPath] ?? '').rows
    expect([row?.name, row?.line, row?.cells, otherRows]).toEqual(['TinyGain', 5, 4, []])
    expect([row?.status, row?.version, row?.updated].map(where)).toEqual([
      ['🚧 Stage 2', 5, 14],
      ['0.1.0', 5, 27],
      ['2026-02-02', 5, 35],
    ])
    expect(row?.place).toMatchObject({ path: 'PLUGINS.md', line: 5, column: 1, endLine: 5 })
  })

  it.each([
    ['as it is', 'TinyGain', 'TinyGain'],
    ['bold', '**TinyGain**', 'TinyGain'],
    ['bold with underscores', '__TinyGain__', 'TinyGain'],
    ['in code', '`TinyGain`', 'TinyGain'],
    ['as a link', '[TinyGain](plugins/TinyGain)', 'TinyGain'],
    ['as a link with all of them', '**[`__TinyGain__`](plugins/TinyGain)**', 'TinyGain'],
    ['with underscores in it', 'Foo__Bar', 'Foo__Bar'],
    ['with a pipe in it', 'Tiny\\|Gain', 'Tiny|Gain'],
    ['with words after it', '**TinyGain** (new)', '**TinyGain** (new)'],
  ])('knows a name %s', (_, written, name) => {
    expect(names(`${header}| ${written} | 🚧 Stage 2 | - | - |\n`)).toEqual([name])
  })

  it('skips templates and rows that say nothing', () => {
    expect(
      names(
        `${header}| [PluginName] | x | - | - |\n| **[PluginName]** | x | - | - |\n| | | | |\n|||||\n| | 🚧 Stage 2 | - | - |\n| TinyGain | | | |\n`,
      ),
    ).toEqual(['TinyGain'])
  })

  it.each([
    ['in a fence', (text: string) => `\`\`\`\n${text}\`\`\`\n`],
    ['in a comment', (text: string) => `<!--\n\n${text}\n-->\n`],
    ['in a quote', (text: string) => text.replaceAll(/^/gm, '> ')],
    ['that is indented like code', (text: string) => text.replaceAll(/^/gm, '    ')],
    ['without delimiters', (text: string) => text.replace('|---|---|---|---|\n', '')],
    ['with delimiters for fewer columns', (text: string) => text.replace('|---|---|---|---|\n', '|---|---|\n')],
  ])('is none %s', (_, wrapped) => {
    const registry = read(wrapped(`${header}| TinyGain | 🚧 Stage 2 | - | - |\n`))
    expect([registry.table, registry.rows]).toEqual([undefined, []])
  })

  it('finds its columns by name, whatever else there is', () => {
    const [row] = read(
      '| Type | **LAST UPDATED** | `Plugin` | Owner | status |\n|---|---|---|---|---|\n| Effect | 2026-02-02 | TinyGain | me | ✅ Working |\n',
    ).rows
    expect([row?.name, row?.status?.text, row?.updated?.text, row?.version]).toEqual([
      'TinyGain',
      '✅ Working',
      '2026-02-02',
      undefined,
    ])
  })

  it.each(['| Plugin Name | State |', '| Name | Status |', '| Plugins | Status |'])(
    'is none with the header %s',
    (text) => {
      expect(read(`${text}\n|---|---|\n| TinyGain | x |\n`).table).toBeUndefined()
    },
  )

  it('may be several, of which new rows go to the first', () => {
    const registry = read(
      `| Key | Meaning |\n|---|---|\n| 🚧 | x |\n\n${header}| TinyGain | x | - | - |\n\n## More\n\n| Plugin | Status |\n|:--|--:|\n| Amber | y |\n`,
    )
    expect(registry.rows.map(({ name, line }) => [name, line])).toEqual([
      ['TinyGain', 7],
      ['Amber', 13],
    ])
    expect(registry.table?.header).toBe(5)
  })

  it('has values only where a row is long enough, and counts its cells', () => {
    const rows = read(`${header}| TinyGain\n| Amber | 🚧 \\| Stage 2 | 1 | 2 | 3 |\n`).rows
    expect(rows.map(({ cells, status, updated }) => [cells, status?.text, updated?.text])).toEqual([
      [1, undefined, undefined],
      [5, '🚧 | Stage 2', '2'],
    ])
  })

  it('is read alike with Windows line endings and a byte-order mark', () => {
    const [row] = read(`\ufeff${(sample[registryPath] ?? '').replaceAll('\n', '\r\n')}`).rows
    expect([row?.line, where(row?.updated)]).toEqual([5, ['2026-02-02', 5, 35]])
  })
})

describe('an entry', () => {
  const entry = (body: string) => read(`### TinyGain\n${body}`).entries[0]

  it.each([
    ['dashes below its last field', '**Status:** x\n\n**Last Updated:** 2026-01-02\n---\n\n### Amber\n'],
    ['equals signs below its last field', '**Status:** x\n\n**Last Updated:** 2026-01-02\n===\n\n### Amber\n'],
    ['dashes below fields in the midst', '**Status:** x\n**Version:** 1\n-----\n\n**Last Updated:** 2026-01-02\n'],
    ['words above the field', '**Status:** x\n\nWords\n**Last Updated:** 2026-01-02\n---\n'],
    [
      'a heading of dashes before a field that it lacks',
      '**Status:** x\n\nKnown\n-----\n\n**Last Updated:** 2026-01-02\n\n## Other\n',
    ],
    [
      'a title before a field that it lacks',
      '**Status:** x\n\nKnown\n=====\n\n**Last Updated:** 2026-01-02\n\n## Other\n',
    ],
  ])('keeps its fields with %s', (_, body) => {
    expect(entry(body)).toMatchObject({ status: { text: 'x' }, updated: { text: '2026-01-02' }, repeated: [] })
  })

  it.each([
    ['that is marked', '## Known'],
    ['underlined by dashes, where it lacks nothing', 'Known\n-----'],
    ['underlined as a title', 'Known\n====='],
  ])('ends at a heading %s', (_, heading) => {
    const whole = entry(`**Status:** x\n**Last Updated:** 2026-01-02\n\n${heading}\n\n**Status:** y\n`)
    expect(whole).toMatchObject({ status: { text: 'x' }, end: 5, repeated: [] })
  })

  it('is a heading with a status, or with the name of a row or a plugin', () => {
    expect(
      entryNames(
        '### Whatever\n**Status:** x\n\n### Amber\n\n### Listed\n\n### Legend\n\ntext\n\n| Plugin | Status |\n|---|---|\n| Listed | x |\n',
      ),
    ).toEqual(['Whatever', 'Amber', 'Listed'])
  })

  it.each([
    '## TinyGain',
    '#### TinyGain',
    '> ### TinyGain',
    '```\n### TinyGain\n```',
    '<!--\n### TinyGain\n-->',
    '- ### TinyGain',
    '### [PluginName]',
    '### **[PluginName]**',
  ])('is none: %s', (heading) => {
    expect(entryNames(`${heading}\n**Status:** x\n`)).toEqual([])
  })

  it('ends at the next heading of its level or above', () => {
    const text =
      '### TinyGain\n\n#### Notes\n\n**Status:** a\n\n### Other\n\n**Version:** 9\n\n## End\n\n**Last Updated:** z\n'
    const [tiny] = read(text).entries
    expect([tiny?.line, tiny?.end, tiny?.status?.text, tiny?.version, tiny?.updated]).toEqual([
      1,
      7,
      'a',
      undefined,
      undefined,
    ])
    expect(read('### TinyGain\n\n**Status:** a\n').entries[0]?.end).toBe(4)
  })

  it.each([
    ['**Status:** 🚧 Stage 2', '🚧 Stage 2', 13],
    ['**Status**: 🚧 Stage 2', '🚧 Stage 2', 13],
    ['**Status:**   🚧 **Stage 2**  ', '🚧 **Stage 2**', 15],
    ['**status:** x', 'x', 13],
    ['  **Status:** x', 'x', 15],
    ['**Status:**', '', 12],
  ])('has a status in %s', (line, text, column) => {
    expect(where(entry(`\n${line}\n`)?.status)).toEqual([text, 3, column])
  })

  it.each([
    'Status: x',
    '*Status:* x',
    '**Status** x',
    '**Status: x**',
    '- **Status:** x',
    '> **Status:** x',
    '    **Status:** x',
    '**Status:',
    '```\n**Status:** x\n```',
  ])('has no status in %s', (line) => {
    expect(entry(`\n${line}\n`)?.status).toBeUndefined()
  })

  it('counts the first of each label, and keeps the others of two', () => {
    const twice = entry(
      '**Status:** a\n**Last Updated:** b\n**Type:** c\n\n**Status:** d\n**Type:** e\n**Last Updated:** f\n**Status:** g\n',
    )
    expect([twice?.status?.text, twice?.updated?.text]).toEqual(['a', 'b'])
    expect(twice?.repeated.map(({ first, again }) => [again.label, first.place.line, again.place.line])).toEqual([
      ['status', 2, 6],
      ['last updated', 3, 8],
      ['status', 2, 9],
    ])
  })

  const timelines = (place: SecondPlace | undefined) =>
    place?.timelines.map((timeline) => timeline.map(({ line }) => line))

  it('has the lists after their label as timelines', () => {
    const blocks =
      '**Lifecycle Timeline:**\n- a\n\n- b\n  - nested\n\n**Known Issues:**\n- none\n\n**Lifecycle Timeline**:\n* c\n#### Heading\n- d\n'
    expect(timelines(entry(blocks))).toEqual([[3, 5], [12]])
    expect(timelines(entry('**Lifecycle Timeline:**\n\nnone\n'))).toEqual([[]])
    expect(timelines(entry('- a\n'))).toEqual([])
  })
})

describe('notes', () => {
  it.each([
    ['- **Current Status:** 🚧 Stage 2', '🚧 Stage 2'],
    ['**Current Status:** x', 'x'],
    ['* **Current Status**: x', 'x'],
    ['- **Current Status:**', ''],
  ])('are a second place with %s', (line, status) => {
    expect(notes(`# TinyGain\n\n${line}\n`)?.status?.text).toBe(status)
  })

  it.each(['- **Status:** x', '- Current Status: x', '```\n- **Current Status:** x\n```', ''])(
    'are none with %s',
    (line) => {
      expect(notes(`# TinyGain\n\n${line}\n`)).toBeUndefined()
    },
  )

  it('have a version and a timeline, and no day', () => {
    const read = notes(
      '# TinyGain\n\n- **Current Status:** x\n- **Version:** N/A\n- **Last Updated:** 2026-02-02\n\n## lifecycle timeline\n\n- a\n- b\n\n## Known Issues\n\n- c\n\n# Lifecycle Timeline ##\n\n- d\n',
    )
    expect([read?.line, read?.version?.text, read?.updated]).toEqual([3, 'N/A', undefined])
    expect(read?.timelines.map((timeline) => timeline.map(({ line }) => line))).toEqual([[9, 10], [18]])
  })

  it('keep a second status', () => {
    const read = notes('**Current Status:** a\n\n- **Current Status:** b\n- **Version:** c\n- **Version:** d\n')
    expect([read?.status?.text, read?.repeated.map(({ again }) => again.text)]).toEqual(['a', ['b']])
  })
})

describe('whatever is there', () => {
  const pieces = fc.constantFrom(
    '|',
    '\\|',
    '\n',
    '**',
    '__',
    '`',
    '[',
    ']',
    '(',
    ')',
    '### ',
    '- ',
    '---',
    '```',
    '> ',
    'Plugin',
    'Status',
    ':',
    'Lifecycle Timeline',
    '🚧',
    '\r\n',
    ' ',
  )
  const noise = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 60 })
    .map((parts) => parts.join(''))

  it('can be read', () => {
    fc.assert(
      fc.property(noise, (text) => {
        const { rows, entries } = read(`${header}${text}`)
        for (const { place } of [...rows, ...entries]) expect(place.line).toBeGreaterThan(0)
        notes(text)
      }),
    )
  })

  const hostile = {
    'marks in each other': (length: number) =>
      `${header}| ${'**`'.repeat(length / 6)}x${'`**'.repeat(length / 6)} | x |\n`,
    brackets: (length: number) => `${header}| ${'['.repeat(length)} | x |\n`,
    'a thousand columns': (length: number) => `${header}${'|'.repeat(length)}\n`,
    parentheses: (length: number) => `### TinyGain\n**Lifecycle Timeline:**\n- **2026-01-01 (${')'.repeat(length)}\n`,
    stars: (length: number) => `### TinyGain\n${'*'.repeat(length)}\n`,
  }
  it.each(Object.entries(hostile))('is read: %s', (_, made) => {
    expect(() => read(made(50_000))).not.toThrow()
  })

  it('is read in steps that grow with its length alone', async () => {
    expect(await superlinear('test/steps/plugin.ts', 'readRows', hostile)).toEqual([])
  })
})
