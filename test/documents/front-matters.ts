import fc from 'fast-check'

/**
 * A value as it may be written after a key: what is on the key's line, and the lines below, indented in relation to the
 * key.
 */
interface Behind {
  readonly inline: string
  readonly below: readonly string[]
}

const word = fc.constantFrom(
  'x',
  'complete',
  'in_progress',
  '3.1',
  '3.10',
  '2',
  '0x1F',
  'true',
  'null',
  '~',
  '2026-02-03',
  'a b',
  "it's",
  'sha256:00',
  '💡 Ideated',
  'a#b',
  'a:b',
  '-x',
  'yes',
)
const quoted = fc.constantFrom(
  '""',
  "''",
  '"3.1"',
  "'3.1'",
  '"a \\" b"',
  "'it''s'",
  '"# no"',
  "'{ no }'",
  '"a\\u0041"',
  '"💡"',
)
const note = fc.option(fc.constantFrom(' # why', ' # "x": { y', '   # - z'), { nil: '' })

const inline = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, note).map(([text, note]): Behind => ({ inline: ` ${text}${note}`, below: [] }))

const key = fc.constantFrom(
  'plugin',
  'stage',
  'phase',
  'status',
  'sums',
  'other',
  'constructor',
  '__proto__',
  'three',
  '"quoted"',
  "'single'",
  '1',
)

const flowItem = fc.oneof(
  word.filter((text) => !text.includes('~')),
  quoted,
)
const flowPair = fc
  .tuple(
    key,
    fc.oneof(
      flowItem.map((text) => `: ${text}`),
      fc.constantFrom(':', '', ': [a, "b"]', ': { one: 1, two: }', ': { sums: { one }, "two":"x" }'),
    ),
  )
  .map((parts) => parts.join(''))
const pairs = fc.uniqueArray(flowPair, { maxLength: 3, selector: (pair) => pair.split(':')[0]?.replace(/["']/g, '') })
const braces = pairs.map((pairs) => (pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`))
const brackets = fc.array(flowItem, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`)
const spread = fc.tuple(pairs, note).map(([pairs, note]): Behind => ({
  inline: ` {${note}`,
  below: [...pairs.map((pair) => `   ${pair},${note}`), `  }${note}`],
}))

const blockScalar = fc
  .tuple(
    fc.constantFrom('|', '|-', '|+', '|+', '>', '>-', '>+', '| # why'),
    fc.array(fc.constantFrom('text', '  # no comment', '', '- more', 'a: b'), { maxLength: 4 }),
  )
  .map(([mark, lines]): Behind => ({
    inline: ` ${mark}`,
    below: lines.map((line, index) =>
      index === 0 || line !== '' ? `  ${line.trimStart() === line || index > 0 ? line : line.trim()}` : '',
    ),
  }))

const folded = fc.constantFrom<Behind>(
  { inline: ' a', below: ['  b', '', '  c # why'] },
  { inline: ' "a', below: ['  b"'] },
  { inline: " 'a", below: ['', "  b' # why"] },
  { inline: '', below: ['  a'] },
  { inline: ' # why', below: ['  # more', '  "a" # last'] },
  { inline: ' &x', below: [] },
  { inline: ' &x a', below: [] },
  { inline: '', below: ['  { one: 1, plugin: x } # why'] },
  { inline: ' [a,', below: ['  b] # why'] },
)
const absent = fc.constantFrom<Behind>(
  { inline: '', below: [] },
  { inline: '  ', below: [] },
  { inline: ' # none', below: [] },
  { inline: '', below: ['  # none'] },
)

const list = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.tuple(flowItem, note).map((parts) => `- ${parts.join('')}`),
      { minLength: 1, maxLength: 3 },
    ),
    note,
  )
  .map(([further, items, note]): Behind => ({
    inline: note,
    below: items.map((item) => (further ? `  ${item}` : item)),
  }))

const tail = fc.constantFrom<readonly string[]>(
  [],
  [],
  [],
  ['# between'],
  [''],
  ['', '# between', ''],
  ['    # far in'],
  ['  # further in', ''],
)

/**
 * A key and what comes after it: on one line, or with marks of its own, even without a value, or with a block right
 * after its colon.
 */
function headOf(mark: string, key: string, inline: string, below: readonly string[]): readonly string[] {
  if (mark === '?') return [`? ${key}`, `:${inline}`, ...below]
  if (mark === '? ') return [`? ${key}${inline.includes('#') ? ' # why' : ''}`]
  if (mark === ':' && inline === '' && below[0]?.startsWith('  '))
    return [`? ${key}`, `: ${below[0].slice(2)}`, ...below.slice(1)]
  return [`${mark === '&k ' ? mark : ''}${key}:${inline}`, ...below]
}

/** The lines of a block mapping. */
const mapping = (depth: number): fc.Arbitrary<readonly string[]> => {
  const nested = fc
    .tuple(note, depth === 0 ? fc.constant([]) : mapping(depth - 1), fc.constantFrom('  ', ' ', '    '))
    .map(([note, lines, indent]): Behind => ({
      inline: note,
      below: lines.map((line) => (line === '' ? line : indent + line)),
    }))
  const behind = fc.oneof(
    { weight: 6, arbitrary: inline(word) },
    { weight: 4, arbitrary: inline(quoted) },
    { weight: 2, arbitrary: inline(braces) },
    inline(brackets),
    spread,
    blockScalar,
    folded,
    { weight: 2, arbitrary: absent },
    list,
    { weight: depth === 0 ? 0 : 3, arbitrary: nested },
  )
  const entry = fc
    .tuple(key, behind, tail, fc.constantFrom('', '', '', '', '', '', '', '?', '? ', ':', ':', '&k '))
    .map(([key, { inline, below }, tail, mark]) => {
      return { key: key.replace(/["']/g, ''), lines: [...headOf(mark, key, inline, below), ...tail] }
    })
  return fc
    .uniqueArray(entry, { minLength: 1, maxLength: 5, selector: ({ key }) => key })
    .map((entries) => entries.flatMap(({ lines }) => lines))
}

const root = fc.oneof(
  { weight: 8, arbitrary: mapping(2) },
  braces.map((text) => [text]),
  spread.map(({ inline, below }) => [inline.trim(), ...below]),
  mapping(1).map((lines) => lines.map((line) => (line === '' ? line : `  ${line}`))),
)

const body = fc.array(fc.constantFrom('# Resume Point', '', 'text', '---', 'status: x', '```', '\ttab ', '💡'), {
  maxLength: 6,
})

/**
 * Files with front matter of every manner: LF and CRLF, with and without byte-order mark, final newline, comments,
 * quotes, braces, blocks.
 */
export const files: fc.Arbitrary<string> = fc
  .record({
    root,
    head: tail,
    body,
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\ufeff'),
    last: fc.boolean(),
  })
  .map(
    ({ root, head, body, eol, bom, last }) =>
      bom + ['---', ...head, ...root, '---', ...body].join(eol) + (last ? eol : ''),
  )
