import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeRegistry } from '../../../../src/protocols/plugin/merging/merge.ts'
import { names, registered, registry, subsetOf, written, type RegistryEntry, type RegistryText } from './registries.ts'
import { runs } from '../../../thorough.ts'

const merge = (base: string, ours: string, theirs: string) => {
  const merged = mergeRegistry('PLUGINS.md', { base, ours, theirs })
  if (!merged) throw new Error('there is no table')
  return merged
}

const linesOf = (content: string) => new Set(content.split(/\r?\n/))

/** A change of some plugins: to be something else, to go, to come. */
type Change = ReadonlyMap<string, RegistryEntry | undefined>

const changeOf = (of: readonly string[]): fc.Arbitrary<Change> =>
  fc
    .array(fc.tuple(fc.constantFrom(...of), fc.option(registered, { nil: undefined })), { maxLength: 4 })
    .map((list) => new Map(list))

function changed(whole: RegistryText, change: Change): RegistryText {
  const plugins: Record<string, RegistryEntry> = { ...whole.plugins }
  for (const [name, value] of change) {
    if (value) plugins[name] = value
    else delete plugins[name]
  }
  return { ...whole, plugins }
}

const [early, late] = [names.slice(0, 3), names.slice(3)]

/** How a file is written as a whole. */
const dress = fc.record({ crlf: fc.boolean(), mark: fc.boolean(), open: fc.boolean() })

const dressed = (content: string, { crlf, mark, open }: { crlf: boolean; mark: boolean; open: boolean }) => {
  const ended = open ? content.replace(/\n+$/, '') : content
  return (mark ? '\ufeff' : '') + (crlf ? ended.replaceAll('\n', '\r\n') : ended)
}

describe('a merge of two versions of the registry', () => {
  it('is what one side made of it where the other changed nothing', () => {
    fc.assert(
      fc.property(written(subsetOf(names)), written(subsetOf(names)), (before, after) => {
        const [base, side] = [registry(before), registry(after)]
        expect(merge(base, side, base)).toEqual({ text: side, conflicts: false })
        expect(merge(base, base, side)).toEqual({ text: side, conflicts: false })
        expect(merge(base, side, side)).toEqual({ text: side, conflicts: false })
      }),
    )
  })

  it('has what each side made of its plugins, in either order the same bytes', () => {
    fc.assert(
      fc.property(
        written(subsetOf(names)),
        changeOf(early),
        changeOf(late),
        dress,
        (whole, ourChange, theirChange, how) => {
          const [base, ours, theirs] = [whole, changed(whole, ourChange), changed(whole, theirChange)].map((version) =>
            dressed(registry(version), how),
          ) as [string, string, string]
          const merged = merge(base, ours, theirs)
          expect(merged.conflicts).toBe(false)
          expect(merge(base, theirs, ours)).toEqual(merged)
          const expected = changed(changed(whole, ourChange), theirChange)
          const sorted = (content: string) =>
            content
              .split(/\r?\n/)
              .filter((line) => line !== '' && line !== '---')
              .toSorted()
          expect(sorted(merged.text)).toEqual(sorted(dressed(registry(expected), how)))
          expect(merged.text.startsWith('\ufeff')).toBe(how.mark)
          expect(/(?<!\r)\n/.test(merged.text)).toBe(!how.crlf)
          expect(merged.text.endsWith('\n')).toBe(!how.open)
        },
      ),
      { numRuns: runs(15) },
    )
  })

  it('has every plugin once, parted from its neighbours', () => {
    fc.assert(
      fc.property(written(subsetOf(names)), changeOf(early), changeOf(late), (whole, ourChange, theirChange) => {
        const merged = merge(
          registry(whole),
          registry(changed(whole, ourChange)),
          registry(changed(whole, theirChange)),
        ).text
        const lines = merged.split('\n')
        const expectedPlugins = changed(changed(whole, ourChange), theirChange).plugins
        const headings = lines.flatMap((line, index) =>
          line.startsWith('### ') && !lines[index - 1]?.startsWith('```') ? [index] : [],
        )
        expect(headings.map((index) => lines[index]?.slice(4)).toSorted()).toEqual(
          whole.entries === 'none' ? [] : Object.keys(expectedPlugins).toSorted(),
        )
        for (const index of headings) {
          expect(lines[index - 1]).toBe('')
          if (whole.entries === 'ruled') expect(lines[index - 2]).toBe('---')
        }
      }),
    )
  })

  it('gives the same result whichever of three changes comes first', () => {
    const three = [changeOf(names.slice(0, 2)), changeOf(names.slice(2, 4)), changeOf(names.slice(4))] as const
    fc.assert(
      fc.property(written(subsetOf(names)), ...three, (whole, ...changes) => {
        const base = registry(whole)
        const [one, two, three] = changes.map((change) => registry(changed(whole, change))) as [string, string, string]
        const inOrder = (first: string, second: string, third: string) =>
          merge(base, merge(base, first, second).text, third).text
        const words = (content: string) => content.split('\n').filter((line) => line !== '' && line !== '---')
        const first = inOrder(one, two, three)
        for (const mergedText of [inOrder(three, two, one), inOrder(two, three, one)])
          expect(words(mergedText)).toEqual(words(first))
      }),
    )
  })

  it('loses no line that a side wrote, and none that both kept, whatever they did', () => {
    fc.assert(
      fc.property(written(subsetOf(names)), written(subsetOf(names)), written(subsetOf(names)), (one, two, three) => {
        const [base, ours, theirs] = [registry(one), registry(two), registry(three)]
        const merged = linesOf(merge(base, ours, theirs).text)
        const before = linesOf(base)
        // The lines between two entries are not compared by themselves: they go with one of them, or are as the other
        // side has them.
        const isContent = (line: string) => line !== '---' && !before.has(line)
        for (const line of [...linesOf(ours), ...linesOf(theirs)]) if (isContent(line)) expect(merged).toContain(line)
        // Rows name their plugin: other lines may be of one plugin on this side and of another on that.
        const isRow = (line: string) => line.startsWith('| ')
        for (const line of linesOf(ours)) if (isRow(line) && linesOf(theirs).has(line)) expect(merged).toContain(line)
      }),
      { numRuns: runs(15) },
    )
  })

  it('conflicts in the same cases, and differs by nothing but its markers, whichever side is ours', () => {
    fc.assert(
      fc.property(written(subsetOf(names)), written(subsetOf(names)), written(subsetOf(names)), (one, two, three) => {
        const [base, ours, theirs] = [registry(one), registry(two), registry(three)]
        const [merged, swappedMerge] = [merge(base, ours, theirs), merge(base, theirs, ours)]
        expect(swappedMerge.conflicts).toBe(merged.conflicts)
        expect(merged.conflicts).toBe(/^<<<<<<< ours$/m.test(merged.text))
        if (!merged.conflicts) expect(swappedMerge.text).toBe(merged.text)
      }),
      { numRuns: runs(15) },
    )
  })

  it('survives any text', () => {
    const line = fc.constantFrom(
      '| A | B |',
      '|---|---|',
      '| Plugin | Status |',
      '### A',
      '**Status:** x',
      '',
      '---',
      '\r',
      '\ufeff',
      '```',
      '<!--',
      'x',
    )
    const any = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(any, any, any, (base, ours, theirs) => {
        const merged = mergeRegistry('PLUGINS.md', { base, ours, theirs })
        if (merged && theirs === base) expect(merged.text).toBe(ours)
      }),
      { numRuns: runs(30) },
    )
  })
})

const a = { status: '🚧 Stage 2', updated: '2026-02-01', note: '' }
const plain: RegistryText = {
  plugins: { Amber: a, Birch: a },
  preamble: 'Ours.',
  between: 'Text.',
  closing: '',
  entries: 'blank',
}
const base = registry(plain)
const with_ = (plugins: Readonly<Record<string, RegistryEntry>>) =>
  registry({ ...plain, plugins: { ...plain.plugins, ...plugins } })

describe('one plugin that both sides changed', () => {
  it('is fine where they changed it in the same way', () => {
    const [ours, theirs] = [
      with_({ Amber: { ...a, status: '✅ Working' } }),
      with_({ Amber: { ...a, status: '✅ Working' }, Cedar: a }),
    ]
    expect(merge(base, ours, theirs)).toEqual({ text: theirs, conflicts: false })
  })

  it('is marked where the versions differ, and nowhere else', () => {
    const merged = merge(
      base,
      with_({ Amber: { ...a, status: '✅ Working' } }),
      with_({ Amber: { ...a, status: '📦 Installed' } }),
    )
    expect(merged.conflicts).toBe(true)
    expect(merged.text).toBe(
      base
        .replace(
          '| Amber | 🚧 Stage 2 | 2026-02-01 |',
          '<<<<<<< ours\n| Amber | ✅ Working | 2026-02-01 |\n=======\n| Amber | 📦 Installed | 2026-02-01 |\n>>>>>>> theirs',
        )
        .replace(
          '**Status:** 🚧 Stage 2',
          '<<<<<<< ours\n**Status:** ✅ Working\n=======\n**Status:** 📦 Installed\n>>>>>>> theirs',
        ),
    )
  })

  it('is marked too where they changed different lines of it', () => {
    const ours = base.replace('| Amber | 🚧 Stage 2 |', '| Amber | 🚧 Stage 3 |')
    const theirs = base.replace('**Status:** 🚧 Stage 2', '**Status:** ✅ Working')
    expect(merge(base, ours, theirs).conflicts).toBe(true)
  })

  it('is marked where one of them took it away', () => {
    const withoutAmber = registry({ ...plain, plugins: { Birch: a } })
    const merged = merge(base, withoutAmber, with_({ Amber: { ...a, status: '✅ Working' } }))
    expect(merged.conflicts).toBe(true)
    expect(merged.text).toContain(
      '<<<<<<< ours\n=======\n| Amber | ✅ Working | 2026-02-01 |\n>>>>>>> theirs\n| Birch |',
    )
  })

  it('is marked where both added it, each in another way', () => {
    const merged = merge(base, with_({ Cedar: a }), with_({ Cedar: { ...a, status: '💡 Ideated' } }))
    expect(merged.conflicts).toBe(true)
    expect(merge(base, with_({ Cedar: a }), with_({ Cedar: a, Delta: a })).text).toBe(with_({ Cedar: a, Delta: a }))
  })
})

describe('what is around the plugins', () => {
  it('is merged as text, beside changes of plugins', () => {
    const ours = registry({ ...plain, preamble: 'Ours, and yours.', plugins: { ...plain.plugins, Cedar: a } })
    const theirs = registry({ ...plain, between: 'Other text.' })
    const expected = registry({
      ...plain,
      preamble: 'Ours, and yours.',
      between: 'Other text.',
      plugins: { ...plain.plugins, Cedar: a },
    })
    expect(merge(base, ours, theirs)).toEqual({ text: expected, conflicts: false })
  })

  it('is marked where both changed it', () => {
    const merged = merge(base, registry({ ...plain, preamble: 'One.' }), registry({ ...plain, preamble: 'Two.' }))
    expect(merged).toEqual({
      text: base.replace('Ours.', '<<<<<<< ours\nOne.\n=======\nTwo.\n>>>>>>> theirs'),
      conflicts: true,
    })
  })

  it('may change its line ends on one side', () => {
    const merged = merge(base, base.replaceAll('\n', '\r\n'), with_({ Cedar: a }))
    expect(merged).toEqual({ text: with_({ Cedar: a }).replaceAll('\n', '\r\n'), conflicts: false })
  })

  it('keeps lines that end in different ways as they are', () => {
    const mixed = base.replace('Text.\n', 'Text.\r\n')
    expect(merge(mixed, mixed.replace('Ours.', 'Mine.'), `${mixed}More.\n`).text).toBe(
      `${mixed.replace('Ours.', 'Mine.')}More.\n`,
    )
  })
})

describe('the order', () => {
  it('is by name where both added something at the same place', () => {
    const [ours, theirs] = [with_({ Delta: a }), with_({ Cedar: a })]
    expect(merge(base, ours, theirs).text).toBe(with_({ Cedar: a, Delta: a }))
  })

  it('is that of the side that sorted it', () => {
    const sorted = registry({ ...plain, plugins: { Birch: a, Amber: a } })
    const merged = merge(base, sorted, with_({ Amber: { ...a, status: '✅ Working' } }))
    expect(merged).toEqual({
      text: registry({ ...plain, plugins: { Birch: a, Amber: { ...a, status: '✅ Working' } } }),
      conflicts: false,
    })
  })
})

describe('plugins that all went', () => {
  const of = (...plugins: readonly string[]) =>
    registry({ ...plain, entries: 'ruled', plugins: Object.fromEntries(plugins.map((name) => [name, a])) })
  const before = of('Cedar', 'Fir')

  it('leave those that came instead in the order of their names, in whatever order that is merged', () => {
    const [one, two, three] = [of('Cedar', 'Fir', 'Amber'), of('Fir', 'Delta'), of('Cedar', 'Ember')]
    const inOrder = (first: string, second: string, third: string) =>
      merge(before, merge(before, first, second).text, third)
    const all = { text: of('Amber', 'Delta', 'Ember'), conflicts: false }
    expect(inOrder(one, two, three)).toEqual(all)
    expect(inOrder(two, three, one)).toEqual(all)
    expect(inOrder(three, one, two)).toEqual(all)
  })

  it('leave what parts entries in that file', () => {
    expect(merge(before, of('Fir', 'Delta'), of('Cedar', 'Ember')).text).toBe(of('Delta', 'Ember'))
  })

  it('leave rows where the table is, and entries after it', () => {
    const tight = (rows: string, entries: string) => `| Plugin | Status |\n|---|---|\n${rows}\n${entries}`
    const entry = (name: string) => `### ${name}\n\n**Status:** x\n`
    const merged = merge(
      tight('| Cedar | x |\n', entry('Cedar')),
      tight('| Birch | x |\n', entry('Birch')),
      tight('| Amber | x |\n', entry('Amber')),
    )
    expect(merged).toEqual({
      text: tight('| Amber | x |\n| Birch | x |\n', `${entry('Amber')}\n${entry('Birch')}`),
      conflicts: false,
    })
  })
})

describe('a registry without a table', () => {
  it('is for others to merge', () => {
    expect(mergeRegistry('PLUGINS.md', { base, ours: base, theirs: '# Plugins\n' })).toBeUndefined()
    expect(mergeRegistry('PLUGINS.md', { base: '', ours: base, theirs: with_({ Cedar: a }) })?.conflicts).toBe(false)
  })
})

describe('a very large registry', () => {
  const many = (status: (index: number) => string) =>
    registry({
      ...plain,
      plugins: Object.fromEntries(
        Array.from({ length: 5000 }, (_, index) => [`P${index}`, { ...a, status: status(index) }]),
      ),
    })

  it('is merged though both sides changed each of two thousand plugins', () => {
    const [whole, ours, theirs] = [
      many(() => 'x'),
      many((index) => (index % 2 === 0 && index < 4000 ? 'y' : 'x')),
      many((index) => (index % 2 === 1 && index < 4000 ? 'z' : 'x')),
    ]
    const merged = merge(whole, ours, theirs)
    expect(merged).toEqual({
      text: many((index) => (index >= 4000 ? 'x' : index % 2 === 0 ? 'y' : 'z')),
      conflicts: false,
    })
  })
})
