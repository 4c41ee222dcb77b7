import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../../src/documents/text.ts'
import { mergeRegistry } from '../../../../src/protocols/plugin/merging/merge.ts'
import { readRegistry } from '../../../../src/protocols/plugin/registry/registry.ts'
import { superlinear } from '../../../steps/steps.ts'
import { runs } from '../../../thorough.ts'

const merge = (base: string, ours: string, theirs: string) => mergeRegistry('PLUGINS.md', { base, ours, theirs })

const names = ['Amber', 'constructor', '__proto__', 'Birch']
const statuses = ['💡 Ideated', '🚧 Stage 2', '**✅ Working**']

const row = fc
  .record({
    name: fc.constantFrom(...names),
    dress: fc.constantFrom('', '**', '`'),
    status: fc.constantFrom(...statuses),
  })
  .map(({ name, dress, status }) => `| ${dress}${name}${dress} | ${status} |`)

const entry = fc
  .record({ name: fc.constantFrom(...names), status: fc.constantFrom(...statuses), blank: fc.boolean() })
  .map(({ name, status, blank }) => [`### ${name}`, ...(blank ? [''] : []), `**Status:** ${status}`, ''])

const table = fc.tuple(fc.constantFrom('| Plugin | Status |', '| Status | Plugin |'), fc.array(row, { maxLength: 4 }))

/** A registry of up to two tables, with anything between and after them. */
const lines: fc.Arbitrary<readonly string[]> = fc
  .tuple(table, fc.option(table), fc.array(entry, { maxLength: 4 }))
  .map(([[header, rows], second, entries]) => [
    '# Plugins',
    '',
    header,
    '|---|---|',
    ...rows,
    '',
    ...(second ? ['## Archive', '', second[0], '|---|---|', ...second[1], ''] : []),
    ...entries.flat(),
  ])

/** Edits of lines: adds, removes, moves, renames, sorts, whatever they are. */
type Edit = (text: readonly string[], who: string) => readonly string[]

const at = fc.double({ min: 0, max: 1, noNaN: true })
const put = (text: readonly string[], where: number, newLines: readonly string[]) =>
  text.toSpliced(Math.floor(where * text.length), 0, ...newLines)

const edit: fc.Arbitrary<Edit> = fc.oneof(
  at.map(
    (where): Edit =>
      (text, who) =>
        put(text, where, [`Words of ${who}.`]),
  ),
  fc.tuple(at, fc.constantFrom('', '---', '```', '<!--', '-->', '=======', '|---|---|')).map(
    ([where, newLine]): Edit =>
      (text) =>
        put(text, where, [newLine]),
  ),
  fc.tuple(at, row).map(
    ([where, newRow]): Edit =>
      (text) =>
        put(text, where, [newRow]),
  ),
  fc.tuple(at, entry).map(
    ([where, entryLines]): Edit =>
      (text) =>
        put(text, where, ['', ...entryLines]),
  ),
  fc.tuple(at, fc.nat(6)).map(
    ([where, count]): Edit =>
      (text) =>
        text.toSpliced(Math.floor(where * text.length), count),
  ),
  fc.tuple(at, at, fc.nat(6)).map(([from, to, count]): Edit => (text) => {
    const rest = [...text]
    const taken = rest.splice(Math.floor(from * text.length), count + 1)
    return put(rest, to, taken)
  }),
  fc.tuple(fc.constantFrom(...names), fc.boolean()).map(
    ([name, all]): Edit =>
      (text, who) =>
        text.map((line) => (all || line.startsWith('|') ? line.replace(name, `New${who}`) : line)),
  ),
  at.map(
    (where): Edit =>
      (text, who) =>
        text.map((line, index) => (index === Math.floor(where * text.length) ? `${line} ${who}` : line)),
  ),
)

const edits = fc.array(edit, { minLength: 1, maxLength: 4 })

const three = fc
  .record({
    base: lines,
    ours: edits,
    theirs: edits,
    crlf: fc.constantFrom('none', 'ours', 'some'),
    open: fc.boolean(),
  })
  .map(({ base, ours, theirs, crlf, open }) => {
    const linesAfter = (sideEdits: readonly Edit[], who: string) =>
      sideEdits.reduce((text, applyEdit) => applyEdit(text, who), base)
    const written = (text: readonly string[]) => text.join('\n') + (open ? '' : '\n')
    const [ourText, theirText] = [written(linesAfter(ours, 'A')), written(linesAfter(theirs, 'B'))]
    const crlfs = { none: ourText, ours: ourText.replaceAll('\n', '\r\n'), some: ourText.replace('\n', '\r\n') }
    return { base: written(base), ours: crlfs[crlf], theirs: theirText }
  })

const linesOf = (text: string) => text.split(/\r?\n/)

/** What a registry holds of each plugin: its rows, each with the header of its cells, and its entries' headings. */
function valuesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const { document, rows } = readRegistry(textDocument('PLUGINS.md', text.replaceAll('\r\n', '\n')), () => false)
  for (const { name, line, table: of } of rows)
    found.set(name, `${found.get(name) ?? ''}${document.line(of.header).trim()}\n${document.line(line).trim()}\n`)
  return found
}

describe('a merge of registries that anybody may have written', () => {
  it('loses no line that a side wrote, invents none, and gives the same result whichever side is ours', () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const [merged, swappedMerge] = [merge(base, ours, theirs), merge(base, theirs, ours)]
        expect(swappedMerge?.conflicts).toBe(merged?.conflicts)
        if (!merged) return
        if (!merged.conflicts) expect(swappedMerge?.text).toBe(merged.text)
        const before = new Set(linesOf(base))
        const after = new Set(linesOf(merged.text))
        const sideLines = [...linesOf(ours), ...linesOf(theirs)]
        for (const line of sideLines) if (!before.has(line)) expect(after).toContain(line)
        const knownLines = new Set(sideLines)
        for (const line of after)
          if (!/^(<<<<<<< ours|=======|>>>>>>> theirs|---|)$/.test(line)) expect(knownLines).toContain(line)
      }),
      { numRuns: runs(30) },
    )
  })

  it('without a conflict says of every plugin what the side that changed it says, under the same header', () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const merged = merge(base, ours, theirs)
        if (!merged || merged.conflicts) return
        const [was, our, their, is] = [base, ours, theirs, merged.text].map(valuesOf) as [
          ReadonlyMap<string, string>,
          ReadonlyMap<string, string>,
          ReadonlyMap<string, string>,
          ReadonlyMap<string, string>,
        ]
        for (const name of new Set([...our.keys(), ...their.keys(), ...is.keys()])) {
          const [before, one, two] = [was.get(name), our.get(name), their.get(name)]
          expect(is.get(name)).toBe(two === before ? one : one === before ? two : one)
        }
      }),
      { numRuns: runs(30) },
    )
  })
})

const registry = (...rows: readonly string[]) =>
  ['# Plugins', '', '| Plugin | Status |', '|---|---|', ...rows, '', 'Text.', ''].join('\n')
const amber = '| Amber | 🚧 Stage 2 |'
const birch = '| Birch | 🚧 Stage 2 |'
const cedar = '| Cedar | 💡 Ideated |'

describe('what a clean merge must not do', () => {
  it('put a row under a header that it was not written for', () => {
    const base = registry(amber)
    const wider = base
      .replace('| Plugin | Status |\n|---|---|', '| Plugin | Version | Status |\n|---|---|---|')
      .replace(amber, '| Amber | - | 🚧 Stage 2 |')
    const merged = merge(base, wider, registry(amber, cedar))
    expect(merged?.conflicts).toBe(true)
    for (const line of [cedar, '| Amber | - | 🚧 Stage 2 |']) expect(merged?.text).toContain(line)
  })

  it('part a new row from its table', () => {
    expect(merge('', registry(amber), registry(amber, cedar))).toEqual({
      text: registry(amber, cedar),
      conflicts: false,
    })
  })

  it('take a plugin away that the other side has moved on', () => {
    const base = `${registry(amber, birch)}\n### Amber\n\n**Status:** 🚧 Stage 2\n`
    const row = base.replace(amber, '| Amber | ✅ Working |')
    const renamed = base.replace('### Amber', '### Dune')
    const merged = merge(base, renamed, row)
    expect(merged?.conflicts).toBe(true)
    expect(merged?.text).toContain('### Amber')
    expect(merged?.text).toContain('### Dune')
  })

  it('take a move back because something was added where the row was', () => {
    const two = (first: readonly string[], second: readonly string[]) =>
      [...registry(...first).split('\n'), '## Archive', '', '| Plugin | Status |', '|---|---|', ...second, ''].join(
        '\n',
      )
    const [base, added, moved] = [two([amber], [birch]), two([amber, cedar], [birch]), two([], [birch, amber])]
    for (const merged of [merge(base, added, moved), merge(base, moved, added)])
      expect(merged).toEqual({ text: two([cedar], [birch, amber]), conflicts: false })
  })

  it('double a table that follows an entry', () => {
    const entry = '### Amber\n\n**Status:** 🚧 Stage 2\n\n'
    const base = registry(amber, birch)
    const entryAboveTable = base.replace('| Plugin |', `${entry}| Plugin |`)
    const merged = merge(base, entryAboveTable, registry(amber, '| Birch | ✅ Working |'))
    expect(merged).toEqual({ text: entryAboveTable.replace(birch, '| Birch | ✅ Working |'), conflicts: false })
  })

  it('fail for a hundred thousand lines that both wrote', () => {
    const many = (who: string) =>
      `${registry(amber)}${Array.from({ length: 130_000 }, (_, index) => `${who}${index}\n`).join('')}`
    expect(merge(registry(amber), many('a'), many('b'))?.conflicts).toBe(true)
  })

  it('take steps that grow with what both wrote', async () => {
    const made = {
      lines: (length: number) => Array.from({ length: length / 8 }, (_, index) => `line${index}\n`).join(''),
    }
    expect(await superlinear('test/steps/plugin.ts', 'mergeBehind', made, { more: [registry(amber)] })).toEqual([])
  })
})
