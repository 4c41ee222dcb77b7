import { declared } from './scene.ts'

/** The file of a place. */
const inForm = /in: [^,]+, /

/** Random declarations of workflows, and files with their items, of which is known where commands may write. */

export type Random = () => number

/** A line of a file: what a command may write in it is between two texts. */
export interface Line {
  readonly before: string
  /** What stands there: the state of an item, a value that effects set, or nothing that changes. */
  readonly slot?: { readonly of: string; readonly value: string }
  readonly after?: string
}

const line = (before: string): Line => ({ before })
const lines = (text: string): readonly Line[] => text.split('\n').map(line)

/** Names of states that mean something in YAML, JSON, Markdown or a table. */
const oddNames = [
  'In Progress',
  'yes',
  'a: b',
  '#1',
  'it is, done',
  "it's",
  '10%',
  'x|y',
  '[wip]',
  '- dash',
  '{now}',
  'say "hi"',
  'back\\slash',
  'null?',
  'ünï',
  '🚧 going',
  'a # b',
  '~ish',
  '1.5',
  '*star',
  '&and',
  '!bang',
  '@at',
]
/** Texts that a person may give to a command. */
const oddTexts = [
  'It is done',
  'a: b # c',
  'a | b',
  '"quoted"',
  "it's",
  'back\\',
  '- [x] boxed',
  '# Heading',
  '| a | b |',
  '<!-- open',
  '```',
  '[x]',
  'null',
  '1. one',
  '--- ',
  '{x}',
  'x\\|y',
  '&lt;',
  '*a*',
  '> q',
  '===',
  'ends with \\',
  '`code`',
  '$1 $& $$',
  '%0A',
  '--from x',
]

const any = <Each>(random: Random, list: readonly Each[]): Each => list[Math.floor(random() * list.length)] as Each

export interface Written {
  readonly path: string
  readonly lines: readonly Line[]
}

export interface Case {
  readonly configuration: string
  readonly files: readonly Written[]
  readonly tree: Readonly<Record<string, string>>
  readonly states: readonly string[]
  readonly places: readonly string[]
  /** Sections to which a line is appended, by file. */
  readonly appends: readonly string[]
  readonly scene: ReturnType<typeof declared>
}

const single = (text: string) => `'${text.replaceAll("'", "''")}'`
const inYaml = (text: string) => JSON.stringify(text)

/** How a text stands as a value of YAML. */
const yamlForms: readonly ((text: string) => readonly [string, string, string])[] = [
  (text) => ['"', JSON.stringify(text).slice(1, -1), '"'],
  (text) => ["'", text.replaceAll("'", "''"), "'"],
]
const isPlain = (text: string) => /^[a-z][a-z ]*$/i.test(text) && !/^(?:yes|no|on|off|true|false|null|y|n)$/i.test(text)

interface Value {
  readonly text: string
  readonly before: string
  readonly after: string
}

/** A value of YAML with what is around it, of which a command keeps everything. */
function yamlValue(random: Random, value: string): Value {
  const comment = any(random, ['', '', ' # note', '   # x: y'])
  const space = any(random, [' ', ' ', '   '])
  const plain = isPlain(value) && random() < 0.6
  const [open, inner, close] = plain ? ['', value, ''] : any(random, yamlForms)(value)
  return { before: space, text: `${open}${inner}${close}`, after: comment }
}

const slotLine = (before: string, of: string, { text, before: lead, after }: Value, tail = ''): Line => ({
  before: before + lead,
  slot: { of, value: text },
  after: after + tail,
})

type Placing = (
  random: Random,
  state: (id: string) => string,
) => {
  readonly declaration: string
  readonly files: readonly Written[]
  readonly own?: readonly Line[]
  readonly body?: readonly Line[]
}

const markdownValue = (random: Random, value: string): Value => {
  const mark = any(random, ['', '', '**', '`', '_'])
  return { before: ` ${mark}`, text: value, after: `${mark}${any(random, ['', '', ' <!-- note -->', '  '])}` }
}

const cell = (text: string) => text.replaceAll(/(?<!\\)\|/g, '\\|')

/** Places in which a state or a value stands; of the item `a`, with others beside it. */
const placings: Readonly<Record<string, (name: string, key: string) => Placing>> = {
  'front matter': (name, key) => (random, state) => ({
    declaration: `{ front-matter: ${key} }`,
    files: [],
    own: [slotLine(`${key}:`, `${name} a`, yamlValue(random, state('a')))],
  }),
  label: (name, key) => (random, state) => ({
    declaration: `{ label: ${key} }`,
    files: [],
    body: [
      slotLine(
        any(random, [`${key}:`, `- ${key}:`, `**${key}:**`, `**${key}**:`, `## ${key}:`]),
        `${name} a`,
        markdownValue(random, state('a')),
      ),
    ],
  }),
  section: (name, key) => (random, state) => ({
    declaration: `{ section: ${key} }`,
    files: [],
    body: [
      line(`## ${key}`),
      line(''),
      ...any(random, [[], [line('<!-- a note -->')]]),
      slotLine(any(random, ['', '- ', '* ']), `${name} a`, { ...markdownValue(random, state('a')), before: '' }),
      line(''),
    ],
  }),
  'a label in another file': (name, key) => (random, state) => ({
    declaration: `{ in: 'notes/{id}-${key}.md', label: ${key} }`,
    files: [
      {
        path: `notes/a-${key}.md`,
        lines: [
          ...lines('# A\n\n```\nnothing: here\n```'),
          slotLine(`${key}:`, `${name} a`, markdownValue(random, state('a'))),
          line('the end'),
        ],
      },
      { path: `notes/b-${key}.md`, lines: [slotLine(`${key}:`, `${name} b`, markdownValue(random, state('b')))] },
    ],
  }),
  'keys of YAML': (name, key) => (random, state) => ({
    declaration: `{ in: ${key}.yml, data: [items, '{id}'] }`,
    files: [
      {
        path: `${key}.yml`,
        lines: [
          ...lines('# The board\nversion: &v 1\nitems:'),
          slotLine('  a:', `${name} a`, yamlValue(random, state('a'))),
          slotLine('  b:', `${name} b`, yamlValue(random, state('b'))),
          ...lines('  # c: todo\nother: {x: [1, 2], y: "z"}\nlast: "end" # of all'),
        ],
      },
    ],
  }),
  'a flow mapping of YAML': (name, key) => (random, state) => {
    const quoted = (text: string) => (isPlain(text) && random() < 0.5 ? text : JSON.stringify(text))
    const isLong = random() < 0.5
    const values = ['a', 'b'].map((id) => ({ id, value: { before: ' ', text: quoted(state(id)), after: '' } }))
    const own = values.map(({ id, value }) =>
      slotLine(
        isLong ? `    status:` : `  ${id}: { n: 1, status:`,
        `${name} ${id}`,
        value,
        isLong ? ',' : ', tags: [x] }',
      ),
    )
    return {
      declaration: `{ in: ${key}.yml, data: [items, '{id}', status] }`,
      files: [
        {
          path: `${key}.yml`,
          lines: [
            line('items:'),
            ...own.flatMap((each, index) =>
              isLong ? [line(`  ${'ab'[index]}: {`), each, line('    n: 1 }')] : [each],
            ),
          ],
        },
      ],
    }
  },
  'elements of JSON': (name, key) => (random, state) => {
    const json = (id: string): Value => ({ before: any(random, ['', ' ']), text: JSON.stringify(state(id)), after: '' })
    return {
      declaration: `{ in: ${key}.json, data: [list, '{id}', status] }`,
      files: [
        {
          path: `${key}.json`,
          lines: [
            line('{"list": ['),
            slotLine('  {"id": "b",  "status":', `${name} b`, json('b'), ', "x": {"status": "no"}},'),
            slotLine('  {"status":', `${name} a`, json('a'), ',"id":"a" }'),
            line('], "status": "\\u0041" }'),
          ],
        },
      ],
    }
  },
  'a box': (name, key) => (random, state) => {
    const box = (id: string, lead: string, tail: string) =>
      slotLine(
        lead,
        `${name} ${id}`,
        { before: '', text: state(id) === 'done' ? any(random, ['x', 'X']) : ' ', after: '' },
        `] ${id}: ${tail}`,
      )
    return {
      declaration: `{ in: ${key}.md, box: '{id}: {title}' }`,
      files: [
        {
          path: `${key}.md`,
          lines: [
            ...lines('# Boxes\n\n```\n- [ ] a: code\n```'),
            box('b', '- [', 'b/c'),
            ...any(random, [
              [box('a', '  1. [', 'nested [x]')],
              [box('a', '* [', 'a: a <!-- x -->')],
              [box('a', '+  [', '| pipe |')],
            ]),
            ...lines('- [x](url) a: link\n\n> - [x] a: quote'),
          ],
        },
      ],
    }
  },
  'rows of a table': (name, key) => (random, state) => {
    const space = any(random, ['', ' '])
    const row = (id: string) => {
      const { before, text, after } = { ...markdownValue(random, state(id)), after: '' }
      const mark = before.trim()
      return slotLine(
        `|${space}${id}${space}|${space}${mark}`,
        `${name} ${id}`,
        { before: '', text: cell(text), after },
        `${mark}${space}|${space}x \\| y${space}|`,
      )
    }
    return {
      declaration: `{ in: ${key}.md, table: ${key}, row: { Item: '{id}' }, column: Status }`,
      files: [
        {
          path: `${key}.md`,
          lines: [
            ...lines(`# ${key}\n\n| Item | Status | Note |\n|---|:-:|---|`),
            row('b'),
            row('a'),
            ...lines('\n```\n| a | no | no |\n```\nthe end'),
          ],
        },
      ],
    }
  },
}

/** Ends of sections, behind which a line is appended. */
const sectionEnds = [
  '',
  'A paragraph.',
  '- an item\n  - nested\n\n    deep',
  '```\ncode\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '> quote',
  '1. one\n2. two',
  '<!-- a comment -->',
  '    indented',
  '~~~\n## No heading\n~~~',
  '- [ ] open\n- [x] done',
  '<div>\nhtml\n</div>',
  '***',
]

function section(random: Random, heading: string): readonly Line[] {
  const content = any(random, sectionEnds)
  return [
    ...lines(any(random, [`## ${heading}`, `${heading}\n---`, `### ${heading} ###`])),
    ...(random() < 0.7 ? [line('')] : []),
    ...(content === '' ? [] : lines(content)),
    ...(random() < 0.5 ? [line('')] : []),
  ]
}

/** Files as one of several editors writes them. */
function textOf(random: Random, written: readonly Line[]): string {
  const text = written.map(({ before, slot, after = '' }) => before + (slot?.value ?? '') + after).join('\n')
  const [eol, mark, end] = [
    any(random, ['\n', '\n', '\r\n']),
    any(random, ['', '', '\ufeff']),
    any(random, ['\n', '\n', '', '\n\n']),
  ]
  return mark + (text + end).replaceAll('\n', eol)
}

export function makeCase(random: Random): Case {
  const shuffled = oddNames.toSorted(() => random() - 0.5)
  const states = random() < 0.4 ? ['todo', 'doing', 'review', 'done'] : ['todo', ...shuffled.slice(0, 2), 'done']
  const kinds = Object.keys(placings)
  const chosen = [...new Set([any(random, kinds), any(random, kinds), any(random, kinds)])].slice(
    0,
    1 + Math.floor(random() * 2),
  )
  const stateNow = any(random, states.slice(0, 3))
  const places = chosen.map((kind, index) => {
    const agrees = random() < 0.6
    const own = agrees ? stateNow : any(random, states)
    return {
      name: `p${index}`,
      ...placings[kind]?.(`p${index}`, `Key${index}`)(random, (id) => (id === 'a' ? own : 'todo')),
    }
  })
  const sets =
    random() < 0.6
      ? [
          any(
            random,
            kinds.filter((kind) => kind !== 'a box'),
          ),
        ].map((kind) => ({
          to: any(random, ['{today}', '{now:YYYY-MM-DD HH:mm}', '{actor}', '{from} to {to}', '{text}', '{id}: {to}']),
          ...placings[kind]?.('set', 'Value')(
            random,
            () =>
              any(random, ['2026-01-01', 'old value', ...oddTexts])
                .replaceAll(/[`*_<\\|"']/g, ' ')
                .trim() || 'old',
          ),
        }))
      : []
  const appendsOwn = random() < 0.5
  const appendsElsewhere = random() < 0.3
  const template = () => any(random, ['- {today} {actor}: {from} → {to} {text}', '{text}', '- {text}', '{today} {to}'])
  const effects = [
    ...sets.map(
      ({ to, declaration = '' }) =>
        `{ ${(inForm.exec(declaration) ?? [''])[0]}set: ${declaration.replace(inForm, '')}, to: ${single(to)} }`,
    ),
    ...(appendsOwn ? [`{ append: ${single(template())}, section: Log }`] : []),
    ...(appendsElsewhere ? [`{ in: LOG.md, append: ${single(template())}, section: Log }`] : []),
  ]
  const truth = random() < 0.5 && places.length > 1 ? '    truth: p0\n' : ''
  const configuration = `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { ${states.map((name, index) => `${inYaml(name)}: { ${index === 1 ? 'holder: agent' : ''} }`).join(', ')} }\n    places: { ${places.map(({ name, declaration }) => `${name}: ${declaration}`).join(', ')} }\n${truth}    moves: ${any(random, ['linear', 'any'])}\n${effects.length > 0 ? `    on-move: [${effects.join(', ')}]\n` : ''}`
  const all = [...places, ...sets]
  const front = all.flatMap(({ own = [] }) => own)
  const body = all.flatMap(({ body: part = [] }) => [...part, line('')])
  const hasFront = front.length > 0 || random() < 0.3
  const ownLines: readonly Line[] = [
    ...(hasFront
      ? [
          line('---'),
          line('title: "A: b"  # c'),
          ...front,
          ...any(random, [[], lines('tags: [x, y]'), lines('notes: |\n  status: no\n  more')]),
          line('---'),
        ]
      : []),
    ...lines(any(random, ['# A', '# A\n\nText.', '\n# A\n\n```\nStatus: no\n## Log\n```\n'])),
    line(''),
    ...body,
    ...(appendsOwn ? section(random, 'Log') : []),
    ...(random() < 0.5 ? lines('## Next\n\nThe end.') : []),
  ]
  const files: readonly Written[] = [
    { path: 'work/a.md', lines: ownLines },
    ...all.flatMap((place) => place.files ?? []),
    ...(appendsElsewhere
      ? [
          {
            path: 'LOG.md',
            lines: [line('# Title'), line(''), ...section(random, 'Log'), ...(random() < 0.5 ? lines('## Next') : [])],
          },
        ]
      : []),
  ]
  const tree = Object.fromEntries(files.map(({ path, lines: written }) => [path, textOf(random, written)]))
  return {
    configuration,
    files,
    tree,
    states,
    places: places.map(({ name }) => name),
    appends: [...(appendsOwn ? ['work/a.md'] : []), ...(appendsElsewhere ? ['LOG.md'] : [])],
    scene: declared(configuration),
  }
}

export function makeCommand(random: Random, { states, places }: Case): string {
  const text = any(random, oddTexts)
  const word = (name: string) => `"${name.replaceAll('"', '\\"')}"`
  const quotedText = `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return any(random, [
    '/accept a',
    `/accept a ${word(any(random, states))}`,
    '/handback a',
    `/handback a success ${quotedText}`,
    `/handback a error ${quotedText}`,
    `/handback a ${word(any(random, states))} ${quotedText}`,
    '/sync a',
    `/sync a --from ${any(random, places)}`,
  ])
}

const bare = (text: string) => text.replace(/\r$/, '')

/** What a command did to a file besides writing where it may; none: nothing. */
export function strayEdits(
  { path, lines: written }: Written,
  before: string,
  after: string,
  mayAppend: boolean,
): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const faults: string[] = []
  let position = 0
  let inserted = 0
  const mayInsert = mayAppend ? 4 : 0
  const slots = new Map(written.map((each, index) => [index, each]))
  for (const [index, oldLine] of old.entries()) {
    const own = slots.get(index)
    const fits = (candidate: string | undefined) => {
      if (candidate === undefined) return false
      // Only the item `a` is moved.
      if (!own?.slot || own.slot.of.endsWith(' b')) return candidate === oldLine
      const mark = index === 0 && before.startsWith('\ufeff') ? '\ufeff' : ''
      const end = (own.after ?? '') + (oldLine.endsWith('\r') ? '\r' : '')
      return (
        candidate.startsWith(mark + own.before) &&
        candidate.endsWith(end) &&
        candidate.length >= own.before.length + end.length
      )
    }
    while (inserted < mayInsert && !fits(now[position]) && position < now.length) {
      // The last line gets a line ending where another follows.
      if (bare(now[position] ?? '') === oldLine && index === old.length - 1) break
      inserted += 1
      position += 1
    }
    if (!fits(now[position]) && bare(now[position] ?? '') !== oldLine) {
      faults.push(`${path}:${index + 1}: ${JSON.stringify(oldLine)} is now ${JSON.stringify(now[position])}`)
      return faults
    }
    position += 1
  }
  inserted += now.length - position
  if (inserted > mayInsert) faults.push(`${path}: ${inserted} more lines`)
  const eols = (text: string) => new Set(Array.from(text.matchAll(/\r?\n/g), ([eol]) => eol)).size
  if (eols(after) > Math.max(1, eols(before))) faults.push(`${path}: line endings are mixed`)
  return faults
}
