import { describe, expect, it } from 'vitest'
import type { Scene, Tree } from '../scene.ts'
import { declared } from './scene.ts'

const files = `workflows:\n  - name: work\n    items: { files: 'work/**/{id}.md', except: ['**/README.md', 'draft-*'] }\n`
const simple = (extraKeys = '    place: { front-matter: status }\n') =>
  declared(`${files}    states: [todo, doing, review, done]\n${extraKeys}`)
const head = (status: string, extraKeys = '') => `---\nstatus: ${status}\n${extraKeys}---\n`

type Row = readonly [name: string, declaration: string, head: Tree, expected: readonly string[], base?: Tree]

const two = `    places:\n      card: { front-matter: status }\n      board: { in: board.yml, data: ['{id}'], required-from: doing }\n`
const optional = `    places:\n      card: { front-matter: status }\n      board: { in: board.yml, data: ['{id}'] }\n`
const boarded = declared(
  "workflows: [{ name: t, items: 'w/{id}.md', states: [todo, done], places: { file: { front-matter: status }, board: { in: B.md, row: { Item: '{id}' }, column: Status, required-from: todo } } }]\n",
)
const needs = (severity: string) =>
  `${files}    states:\n      todo: {}\n      doing: { holder: agent }\n      done: { needs: { exists: 'work/{id}.txt'${severity} } }\n    place: { front-matter: status }\n`
const depends = (extraKeys: string) =>
  `${files}    states: [todo, doing, dropped, done]\n    place: { front-matter: status }\n    depends: { front-matter: needs, once: doing${extraKeys} }\n`
const field = (extraKeys: string) =>
  `${files}    states: [todo, doing, done]\n    place: { front-matter: status }\n    fields: { size: { front-matter: size${extraKeys} } }\n`
const states = `${files}    states: [todo, doing, review, done]\n`

const rows: readonly Row[] = [
  [
    'a file that is no text is ITEM_UNREADABLE',
    `${states}    place: { front-matter: status }\n`,
    { 'work/a.md': new Uint8Array([255, 0]) },
    ['work/a.md ITEM_UNREADABLE error'],
  ],
  [
    'a file with a key twice is ITEM_UNREADABLE',
    `${states}    place: { front-matter: status }\n`,
    { 'work/a.md': head('todo', 'status: done\n') },
    ['work/a.md ITEM_UNREADABLE error'],
  ],
  [
    'data that cannot be parsed is ITEM_UNREADABLE, and hides nothing else',
    `${states}${two}`,
    { 'work/a.md': head('todo'), 'board.yml': 'a: [\n' },
    ['board.yml ITEM_UNREADABLE error'],
  ],
  [
    'a required place in a file that cannot be read is not missing as well',
    `${states}${two}`,
    { 'work/a.md': head('doing'), 'board.yml': 'a: [\n' },
    ['board.yml ITEM_UNREADABLE error'],
  ],
  [
    'a second row of an id is no drift from what belongs to the first',
    "workflows:\n  - name: work\n    items: { rows: a.md, row: { Item: '{id}' } }\n    states: [todo, doing, done]\n    places:\n      list: { column: State }\n      board: { in: board.yml, data: ['{id}'] }\n",
    { 'a.md': '| Item | State |\n|---|---|\n| a | done |\n| a | todo |\n', 'board.yml': 'a: done\n' },
    ['a.md ITEM_DUPLICATE error'],
  ],
  [
    'of two items of one id that are told apart by their days, each is measured by its own copy',
    "workflows:\n  - name: work\n    items: 'log/{date}-{id}.md'\n    states: [todo, doing, done]\n    places:\n      file: { front-matter: status }\n      copy: { in: 'rev/{date}-{id}.md', front-matter: status }\n",
    {
      'log/2026-01-01-x.md': head('done'),
      'rev/2026-01-01-x.md': head('done'),
      'log/2026-02-02-x.md': head('done'),
      'rev/2026-02-02-x.md': head('todo'),
    },
    ['log/2026-02-02-x.md ITEM_STATE_DRIFT error'],
  ],
  [
    'a required place that is not there is ITEM_STATE_MISSING',
    `${states}${two}`,
    { 'work/a.md': head('doing'), 'board.yml': 'b: todo\n' },
    ['work/a.md ITEM_STATE_MISSING error'],
  ],
  [
    'a required place that is not there is ITEM_STATE_MISSING, whichever of the later states it is',
    `${states}    places:\n      box: { in: list.md, box: '{id}', says: { ticked: done, open: [doing, review] } }\n      board: { in: board.yml, data: ['{id}'], required-from: doing }\n`,
    { 'work/a.md': '# A\n', 'list.md': '- [ ] a\n', 'board.yml': 'b: todo\n' },
    ['work/a.md ITEM_STATE_MISSING error'],
  ],
  [
    'a required place may be missing where the state may be an earlier one',
    `${states}    places:\n      box: { in: list.md, box: '{id}', says: { ticked: done, open: [todo, doing] } }\n      board: { in: board.yml, data: ['{id}'], required-from: doing }\n`,
    { 'work/a.md': '# A\n', 'list.md': '- [ ] a\n', 'board.yml': 'b: todo\n' },
    [],
  ],
  [
    'a required place that says nothing is ITEM_STATE_MISSING',
    `${states}${two}`,
    { 'work/a.md': head('doing'), 'board.yml': 'a:\n' },
    ['board.yml ITEM_STATE_MISSING error'],
  ],
  [
    'a required place may be missing before its state',
    `${states}${two}`,
    { 'work/a.md': head('todo'), 'board.yml': 'b: todo\n' },
    [],
  ],
  [
    'no place that says anything is ITEM_STATE_MISSING',
    `${states}${two}`,
    { 'work/a.md': '# A\n' },
    ['work/a.md ITEM_STATE_MISSING error'],
  ],
  [
    'for a word that is no state there is no drift',
    `${states}${two}`,
    { 'work/a.md': head('doin'), 'board.yml': 'a: done\n' },
    ['work/a.md ITEM_STATE_UNKNOWN error'],
  ],
  [
    'places without a state in common are ITEM_STATE_DRIFT, once',
    `${states}${two}`,
    { 'work/a.md': head('doing'), 'board.yml': 'a: done\n' },
    ['work/a.md ITEM_STATE_DRIFT error'],
  ],
  [
    'at the place that is not right',
    `${states}${two}    truth: card\n`,
    { 'work/a.md': head('doing'), 'board.yml': 'a: done\n' },
    ['board.yml ITEM_STATE_DRIFT error'],
  ],
  [
    '`except` compares with the path where it has a slash, otherwise with the id',
    `${states}    place: { front-matter: status }\n`,
    { 'work/README.md': '', 'work/x/README.md': '', 'work/draft-1.md': '', 'work/a.md': head('todo') },
    [],
  ],
  [
    'an id twice in a further source is ITEM_DUPLICATE, and what its one place says twice is found once',
    "workflows: [{ name: w, items: ['work/{id}.md', { elements: p.yml, at: [items], id: '{ref}' }], states: [todo, done], place: { in: p.yml, data: [items, '{id=ref}', state] } }]",
    {
      'work/a.md': '',
      'p.yml': 'items:\n  - { ref: a, state: todo }\n  - { ref: a, state: done }\n',
    },
    ['p.yml ITEM_DUPLICATE error', 'p.yml ITEM_STATE_AMBIGUOUS error'],
  ],
  [
    'an id twice is ITEM_DUPLICATE',
    `${states}    place: { front-matter: status }\n`,
    { 'work/x/a.md': head('todo'), 'work/y/A.md': head('todo') },
    ['work/y/A.md ITEM_DUPLICATE error'],
  ],
  ...(
    [
      ['does not hold', {}, ['work/a.md ITEM_NEED_UNMET error']],
      ['holds', { 'reports/a.md': '' }, []],
    ] as const
  ).map(([name, extraFiles, expected]): Row => [
    `a need of the move that was made ${name}`,
    `${files}    states: [todo, doing, review, done]\n    place: { front-matter: status }\n    moves:\n      - { from: todo, to: doing, by: accept }\n      - { from: doing, to: review, by: handback, needs: { exists: 'reports/{id}.md' } }\n      - { from: review, to: done, by: accept }\n`,
    { 'work/a.md': head('review'), ...extraFiles },
    expected,
    { 'work/a.md': head('todo') },
  ]),
  [
    'a need of a field whose word has a hyphen holds',
    `${files}    states:\n      todo: {}\n      doing: { holder: agent }\n      done: { needs: { field: { name: level, one-of: [high-level] } } }\n    place: { front-matter: status }\n    fields: { level: { front-matter: level } }\n`,
    { 'work/a.md': head('done', 'level: high-level\n') },
    [],
  ],
  [
    'needs of files that are named by path and folder hold',
    `${files}    states:\n      todo: {}\n      doing: { holder: agent }\n      done: { needs: [{ exists: 'reports/{path}' }, { boxes: all, in: 'lists/{folder}/{id}.md' }] }\n    place: { front-matter: status }\n`,
    { 'work/x/a.md': head('done'), 'reports/work/x/a.md': '', 'lists/work/x/a.md': '- [x] a\n' },
    [],
  ],
  ['a need of severity error', needs(''), { 'work/a.md': head('done') }, ['work/a.md ITEM_NEED_UNMET error']],
  [
    'a need of severity warning',
    needs(', severity: warning'),
    { 'work/a.md': head('done') },
    ['work/a.md ITEM_NEED_UNMET warning'],
  ],
  [
    'a need of severity notice',
    needs(', severity: notice'),
    { 'work/a.md': head('done') },
    ['work/a.md ITEM_NEED_UNMET notice'],
  ],
  ['a need that holds', needs(''), { 'work/a.md': head('done'), 'work/a.txt': '' }, []],
  [
    'an old unmet need is a warning at most',
    needs(''),
    { 'work/a.md': head('done'), 'work/b.md': head('todo') },
    ['work/a.md ITEM_NEED_UNMET warning'],
    { 'work/a.md': head('done'), 'work/b.md': head('doing') },
  ],
  [
    'an old unmet need of severity notice stays one',
    needs(', severity: notice'),
    { 'work/a.md': head('done') },
    ['work/a.md ITEM_NEED_UNMET notice'],
    { 'work/a.md': head('done') },
  ],
  [
    'a dependency that has not ended',
    depends(''),
    { 'work/a.md': head('doing', 'needs: [b]\n'), 'work/b.md': head('todo') },
    ['work/a.md ITEM_DEPENDENCY_UNMET warning'],
  ],
  [
    'a dependency does not matter before its state',
    depends(''),
    { 'work/a.md': head('todo', 'needs: [b]\n'), 'work/b.md': head('todo') },
    [],
  ],
  [
    'a dependency does not matter in the states of `except`',
    depends(', except: [dropped]'),
    { 'work/a.md': head('dropped', 'needs: b\n'), 'work/b.md': head('todo') },
    [],
  ],
  [
    'dependencies in one text are split at commas',
    depends(''),
    { 'work/a.md': head('doing', 'needs: b, c\n'), 'work/b.md': head('done'), 'work/c.md': head('todo') },
    ['work/a.md ITEM_DEPENDENCY_UNMET warning'],
  ],
  ...[
    "{ elements: p.yml, at: [items] }, 'work/{id}.md'",
    "'work/{id}.md', { elements: p.yml, at: [items] }",
    "{ rows: B.md, row: { Item: '{id}' } }, 'work/{id}.md', { elements: p.yml, at: [items] }",
  ].map((sources): Row => [
    `a dependency counts in whichever source names it: ${sources}`,
    `workflows: [{ name: w, items: [${sources}], states: [todo, doing, done], place: { in: 'work/{id}.md', front-matter: status }, depends: { data: needs, once: doing } }]`,
    {
      'work/a.md': head('doing'),
      'work/b.md': head('todo'),
      'B.md': '| Item |\n|---|\n| a |\n| b |\n',
      'p.yml': 'items:\n  - { id: a, needs: [b] }\n  - { id: b }\n',
    },
    ['work/a.md ITEM_DEPENDENCY_UNMET warning'],
  ]),
  [
    'an unknown dependency is a notice',
    depends(''),
    { 'work/a.md': head('todo', 'needs: [zz]\n') },
    ['work/a.md ITEM_DEPENDENCY_UNKNOWN notice'],
  ],
  [
    'an unknown dependency has the declared severity',
    depends(', unknown: error'),
    { 'work/a.md': head('todo', 'needs: [zz]\n') },
    ['work/a.md ITEM_DEPENDENCY_UNKNOWN error'],
  ],
  [
    'an unknown parent is a notice',
    `${states}    place: { front-matter: status }\n    within: { front-matter: of }\n`,
    { 'work/a.md': head('todo', 'of: zz\n') },
    ['work/a.md ITEM_DEPENDENCY_UNKNOWN notice'],
  ],
  [
    'a circle of dependencies is found once, at its smallest id',
    depends(''),
    {
      'work/c.md': head('todo', 'needs: a\n'),
      'work/a.md': head('todo', 'needs: b\n'),
      'work/b.md': head('todo', 'needs: c\n'),
    },
    ['work/a.md ITEM_DEPENDENCY_CYCLE warning'],
  ],
  [
    'an item that depends on itself is a circle',
    depends(''),
    { 'work/a.md': head('todo', 'needs: a\n') },
    ['work/a.md ITEM_DEPENDENCY_CYCLE warning'],
  ],
  [
    'a circle of parents is found',
    `${states}    place: { front-matter: status }\n    within: { front-matter: of }\n`,
    { 'work/a.md': head('todo', 'of: b\n'), 'work/b.md': head('todo', 'of: a\n') },
    ['work/a.md ITEM_DEPENDENCY_CYCLE warning'],
  ],
  [
    'a required field that is missing',
    field(', required: true'),
    { 'work/a.md': head('todo') },
    ['work/a.md ITEM_FIELD_INVALID error'],
  ],
  [
    'a required field that is empty',
    field(', required: true'),
    { 'work/a.md': head('todo', 'size:\n') },
    ['work/a.md ITEM_FIELD_INVALID error'],
  ],
  ['a field that is not required may be missing', field(', type: date'), { 'work/a.md': head('todo') }, []],
  [
    'a field with another value',
    field(', one-of: [small, large]'),
    { 'work/a.md': head('todo', 'size: huge\n') },
    ['work/a.md ITEM_FIELD_INVALID error'],
  ],
  [
    'a field with one of the values, in capitals',
    field(', one-of: [small, large]'),
    { 'work/a.md': head('todo', 'size: Large\n') },
    [],
  ],
  [
    'a field that is no date',
    field(', type: date'),
    { 'work/a.md': head('todo', 'size: 2026-02-30\n') },
    ['work/a.md ITEM_FIELD_INVALID error'],
  ],
  ['a field that is a date', field(', type: date'), { 'work/a.md': head('todo', 'size: 2026-02-28\n') }, []],
  [
    'a field that is no number',
    field(', type: number'),
    { 'work/a.md': head('todo', 'size: four\n') },
    ['work/a.md ITEM_FIELD_INVALID error'],
  ],
  [
    'a field that is a list instead of a number',
    field(', type: number'),
    { 'work/a.md': head('todo', 'size: [4]\n') },
    ['work/a.md ITEM_FIELD_INVALID error'],
  ],
  [
    'an old finding about a neighbour stays a warning',
    `${states}${two}    truth: card\n`,
    { 'work/a.md': head('doing'), 'work/b.md': head('todo'), 'board.yml': 'a: done\nb: todo\n' },
    ['board.yml ITEM_STATE_DRIFT warning'],
    { 'work/a.md': head('doing'), 'work/b.md': head('review'), 'board.yml': 'a: done\nb: review\n' },
  ],
  [
    'a change of the tracker that forgets the file is an error',
    `${states}${two}    truth: card\n`,
    { 'work/a.md': head('doing'), 'board.yml': 'a: done\n' },
    ['board.yml ITEM_STATE_DRIFT error'],
    { 'work/a.md': head('doing'), 'board.yml': 'a: doing\n' },
  ],
  [
    'a change of the file that forgets the tracker is an error',
    `${states}${two}    truth: card\n`,
    { 'work/a.md': head('done'), 'board.yml': 'a: doing\n' },
    ['board.yml ITEM_STATE_DRIFT error'],
    { 'work/a.md': head('doing'), 'board.yml': 'a: doing\n' },
  ],
  [
    'several moves in one change are legal',
    `${states}    place: { front-matter: status }\n    moves: linear\n`,
    { 'work/a.md': head('done') },
    [],
    { 'work/a.md': head('todo') },
  ],
  [
    'a way back that no move has is ITEM_MOVE_ILLEGAL',
    `${states}    place: { front-matter: status }\n    moves: linear\n`,
    { 'work/a.md': head('todo') },
    ['work/a.md ITEM_MOVE_ILLEGAL error'],
    { 'work/a.md': head('done') },
  ],
  [
    'with `moves: any` each change of state and each new item is legal',
    `${states}    place: { front-matter: status }\n`,
    { 'work/a.md': head('todo'), 'work/b.md': head('done') },
    [],
    { 'work/a.md': head('done') },
  ],
  [
    'a state that was unknown is compared with nothing',
    `${states}    place: { front-matter: status }\n    moves: linear\n`,
    { 'work/a.md': head('todo') },
    [],
    { 'work/a.md': head('lost') },
  ],
  [
    'an item that is gone from a shared file',
    `workflows:\n  - name: work\n    items: { keys: b.yml }\n    states: [todo, doing, done]\n    place: { data: [] }\n`,
    { 'b.yml': 'b: done\n' },
    ['b.yml ITEM_REMOVED warning'],
    { 'b.yml': 'a: doing\nb: done\nc: done\n' },
  ],
  [
    'a copy of a state that is gone',
    `${states}${optional}`,
    { 'work/a.md': head('doing'), 'board.yml': 'b: todo\n' },
    ['board.yml ITEM_REMOVED warning'],
    { 'work/a.md': head('doing'), 'board.yml': 'a: doing\n' },
  ],
  [
    'a copy of a state whose file is gone',
    `${states}${optional}`,
    { 'work/a.md': head('doing') },
    ['board.yml ITEM_REMOVED warning'],
    { 'work/a.md': head('doing'), 'board.yml': 'a: doing\n' },
  ],
  [
    'a copy of a state that must be there is missing, and that once',
    `${states}${two}`,
    { 'work/a.md': head('doing'), 'board.yml': 'b: todo\n' },
    ['work/a.md ITEM_STATE_MISSING error'],
    { 'work/a.md': head('doing'), 'board.yml': 'a: doing\n' },
  ],
  [
    'a required place that was not there before is no finding about a change of others in its file',
    `${states}${two}`,
    { 'work/a.md': head('doing'), 'board.yml': 'b: doing\n' },
    ['work/a.md ITEM_STATE_MISSING warning'],
    { 'work/a.md': head('doing'), 'board.yml': 'b: todo\n' },
  ],
  [
    'a copy of the state of an item that is done may go',
    `${states}${optional}`,
    { 'work/a.md': head('done'), 'board.yml': 'b: todo\n' },
    [],
    { 'work/a.md': head('doing'), 'board.yml': 'a: doing\n' },
  ],
  [
    'a copy of a state in a file that cannot be read is not gone',
    `${states}${optional}`,
    { 'work/a.md': head('doing'), 'board.yml': 'a: [\n' },
    ['board.yml ITEM_UNREADABLE error'],
    { 'work/a.md': head('doing'), 'board.yml': 'a: doing\n' },
  ],
  [
    'a place that said nothing is no copy of a state',
    `${states}${optional}`,
    { 'work/a.md': head('doing'), 'board.yml': 'b: todo\n' },
    [],
    { 'work/a.md': head('doing'), 'board.yml': 'a:\n' },
  ],
  [
    'copies of many states that are gone from one file are one finding',
    `${states}${optional}`,
    Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [`work/${id}.md`, head('doing')])),
    ['board.yml ITEM_REMOVED warning'],
    {
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [`work/${id}.md`, head('doing')])),
      'board.yml': ['a', 'b', 'c', 'd', 'e'].map((id) => `${id}: doing\n`).join(''),
    },
  ],
  [
    'a moved file is neither gone nor new',
    `${states}    place: { front-matter: status }\n    moves: linear\n`,
    { 'work/x/a.md': head('doing') },
    [],
    { 'work/a.md': head('doing') },
  ],
]

describe('a rule', () => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', async (_, [, declaration, tree, expected, base]) => {
    const { inspect } = declared(declaration)
    const { diagnostics } = await inspect(tree, base ? { base } : {})
    expect(diagnostics.map(({ path, code, severity }) => `${path} ${code} ${severity}`)).toEqual(expected)
  })

  it('says of a word that is no state what the other places say', async () => {
    const [found] = await simple(two).diagnose({ 'work/a.md': head('dooing'), 'board.yml': 'a: done\n' })
    expect([found?.message, found?.hint]).toEqual([
      'Unexpected state `dooing` of `a`, expected one of `todo`, `doing`, `review`, `done`; `board` says `done`',
      '`/sync work:a` writes `done` there. Did you mean `doing`?',
    ])
  })

  it('about the id in front matter compares it with the name of the file', async () => {
    const scene = declared(
      `workflows:\n  - name: work\n    items: { files: 'work/{id}.md', id: { front-matter: id } }\n    states: [todo, doing, done]\n    place: { front-matter: status }\n`,
    )
    const found = await scene.diagnose({
      'work/a.md': head('todo', 'id: b\n'),
      'work/c.md': head('todo', 'id: C\n'),
      'work/d.md': head('todo'),
    })
    expect(found.map(({ code, path, severity }) => [code, path, severity])).toEqual([
      ['ITEM_ID_MISMATCH', 'work/a.md', 'warning'],
    ])
  })
})

describe('many illegal moves in one file', () => {
  const { diagnose } = declared(
    `workflows:\n  - name: work\n    items: { keys: items.yml, at: [] }\n    states: [todo, doing, done]\n    place: { data: [] }\n    moves: linear\n`,
  )
  const tree = (count: number, state: string) => ({
    'items.yml': Array.from({ length: count }, (_, index) => `a${index}: ${state}\n`).join(''),
  })
  it.each([
    [4, ['Unexpected move of `a0` from `done` to `todo`', 4]],
    [5, ['Unexpected moves of 5 items that no moves allow: `a0`, `a1`, `a2`, `a3`, `a4`', 1]],
    [6, ['Unexpected moves of 6 items that no moves allow: `a0`, `a1`, `a2`, `a3`, `a4` and others', 1]],
  ] as const)('are one finding from five on: %i', async (count, [message, findings]) => {
    const diagnostics = await diagnose(tree(count, 'todo'), { base: tree(count, 'done') })
    expect(diagnostics.map((found) => found.code)).toEqual(Array.from({ length: findings }, () => 'ITEM_MOVE_ILLEGAL'))
    expect(diagnostics[0]?.message.split(', expected')[0]).toBe(message)
  })
})

describe('two places of which neither is declared to be right', () => {
  const two = declared(
    `workflows:\n  - name: work\n    items: { keys: items.yml, at: [] }\n    states: [todo, doing, review, done]\n    places: { card: { data: [] }, board: { in: board.yml, data: ['{id}'] } }\n    moves: linear\n`,
  )
  const tree = ([card, board]: readonly [string, string]) => ({
    'items.yml': `a: ${card}\nb: done\n`,
    'board.yml': `a: ${board}\nb: done\n`,
  })
  const [card, board] = ['/sync work:a --from card', '/sync work:a --from board'] as const
  it.each([
    ['one has moved', ['doing', 'doing'], ['review', 'doing'], card, [card, board]],
    ['the other has moved, by two steps', ['doing', 'doing'], ['doing', 'done'], board, [card, board]],
    ['one has gone where no moves lead', ['done', 'done'], ['done', 'doing'], card, [card]],
    ['both have moved', ['doing', 'doing'], ['review', 'todo'], undefined, [card, board]],
    ['they disagree in the base', ['doing', 'todo'], ['review', 'todo'], undefined, [card, board]],
  ] as const)('are offered to follow where moves lead from the base: %s', async (_, before, now, fix, named) => {
    const base = tree(before)
    const diagnostics = await two.diagnose(tree(now), { base })
    expect(diagnostics.map(({ code }) => code)).toEqual(['ITEM_STATE_DRIFT'])
    const [{ fix: offered, hint = '' } = {}] = diagnostics
    expect([offered, [card, board].filter((command) => hint.includes(`\`${command}\``))]).toEqual([fix, named])
    for (const command of named) {
      const { outcome, tree: after } = await two.give(tree(now), command, { base })
      expect([command, outcome, await two.diagnose(after, { base })]).toEqual([command, 'changed', []])
    }
    // Which of them is right, a person says.
    expect((await two.give(tree(now), '/fix', { base })).tree).toEqual(tree(now))
  })

  it('are not offered where no moves lead to either', async () => {
    const [{ fix, hint } = {}] = await two.diagnose(tree(['todo', 'doing']), { base: tree(['done', 'done']) })
    expect([fix, hint]).toEqual([
      undefined,
      'No moves lead to any of these from `done`, its state in the base: give it that back.',
    ])
  })
})

describe('a place that is right by declaration, and has moved where no moves lead', () => {
  const linear = declared(
    `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, review, done]\n    places: { file: { front-matter: status }, board: { in: board.yml, data: ['{id}'] } }\n    truth: file\n    moves: linear\n`,
  )
  const tree = (file: string, board: string) => ({ 'work/a.md': head(file), 'board.yml': `a: ${board}\n` })

  it('is not followed: the place that still says the state of the base gives it back', async () => {
    const [base, now] = [tree('done', 'done'), tree('todo', 'done')]
    const diagnostics = await linear.diagnose(now, { base })
    const command = '/sync work:a --from board'
    expect(diagnostics.map(({ code, fix }) => [code, fix])).toEqual([
      ['ITEM_STATE_DRIFT', command],
      ['ITEM_MOVE_ILLEGAL', command],
    ])
    for (const { hint } of diagnostics) expect(hint).toContain(`\`${command}\` gives it its state in the base back`)
    expect((await linear.give(now, '/fix', { base })).tree).toEqual(now)
    expect((await linear.give(now, command, { base })).tree).toEqual(base)
  })

  it('is given back by hand where no place says it any more', async () => {
    const [{ fix, hint } = {}] = await linear.diagnose(tree('todo', 'review'), { base: tree('done', 'done') })
    expect([fix, hint]).toEqual([
      undefined,
      'No moves lead to what `file` says from `done`, its state in the base: give it that back.',
    ])
  })

  it('is followed where it has moved on', async () => {
    const [base, now] = [tree('doing', 'doing'), tree('review', 'doing')]
    expect((await linear.give(now, '/fix', { base })).tree).toEqual(tree('review', 'review'))
  })
})

it.each([
  ['no second line `---` in `work/a.md`, which ends the front matter', '---\nstatus: todo\n'],
  ['no key `status` in `work/a.md`', '---\nstate: todo\n---\n'],
])('a state that is missing says that there is %s', async (lack, text) => {
  const [{ hint } = {}] = await simple().diagnose({ 'work/a.md': text })
  expect(hint).toContain(`There is ${lack}`)
})

describe('an audit', () => {
  const stale = declared(
    `${files}    states: { todo: {}, doing: { holder: agent, stale-after: 2d }, done: {} }\n    place: { front-matter: status }\n`,
  )
  const at = (day: string) => ({
    staleAfter: 1,
    commits: { 'work/a.md': `2026-02-0${day}T09:00:00Z` },
    mode: 'soft' as const,
  })
  it.each([
    ['longer than `stale-after`', 'doing', '1', ['ITEM_STALE warning']],
    ['not longer', 'doing', '3', []],
    ['in a state without `stale-after`', 'todo', '1', []],
  ] as const)('finds an item that is %s', async (_, state, day, expected) => {
    const { diagnostics } = await stale.inspect({ 'work/a.md': head(state) }, at(day))
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected)
  })
})

describe('an audit of items that share a file', () => {
  const shared = declared(
    `workflows:\n  - name: work\n    items: { keys: board.yml, at: [] }\n    states: { todo: {}, doing: { holder: agent, stale-after: 2d }, done: {} }\n    places: { board: { data: [] }, note: { in: 'notes/{id}.md', label: Status } }\n`,
  )
  const tree = { 'board.yml': 'a: doing\nb: doing\nc: done\n', 'notes/b.md': 'Status: doing\n' }
  const [old, fresh] = ['2026-02-01T09:00:00Z', '2026-02-04T09:00:00Z']
  it.each([
    ['the file where the history of lines is not known', { 'board.yml': fresh }, []],
    [
      'their own lines',
      { 'board.yml': fresh, 'board.yml:1': old, 'board.yml:2': fresh, 'board.yml:3': old },
      ['work:a'],
    ],
    [
      'the newest of several places',
      { 'board.yml': fresh, 'board.yml:1': old, 'board.yml:2': old, 'notes/b.md': fresh },
      ['work:a'],
    ],
    [
      'that of each line of these',
      { 'board.yml': fresh, 'board.yml:2': old, 'notes/b.md': fresh, 'notes/b.md:1': old },
      ['work:b'],
    ],
    ['the file where that is old', { 'board.yml': old, 'notes/b.md': old }, ['work:a', 'work:b']],
  ])('counts from the last commit of %s', async (_, commits: Readonly<Record<string, string>>, expected) => {
    const { diagnostics } = await shared.inspect(tree, { staleAfter: 1, commits, mode: 'soft' })
    expect(diagnostics.map(({ code, target }) => [code, target])).toEqual(
      expected.map((target) => ['ITEM_STALE', target]),
    )
    for (const { message } of diagnostics) expect(message).toContain('2026-02-01T09:00Z')
  })

  it('counts from the last commit of a word that is no state, too', async () => {
    const misspelt = { ...tree, 'notes/b.md': 'Status: doinng\n' }
    const commits = { 'board.yml': old, 'notes/b.md': fresh }
    const { diagnostics } = await shared.inspect(misspelt, { staleAfter: 1, commits, mode: 'soft' })
    expect(diagnostics.map(({ code, target }) => [code, target])).toEqual([
      ['ITEM_STALE', 'work:a'],
      ['ITEM_STATE_UNKNOWN', 'work:b'],
    ])
  })
})

describe('a severity of the configuration', () => {
  it.each([
    [{ ITEM_STATE_UNKNOWN: 'notice' as const }, 'notice'],
    [{ 'work/ITEM_STATE_UNKNOWN': 'warning' as const, ITEM_STATE_UNKNOWN: 'notice' as const }, 'warning'],
    [{ 'other/ITEM_STATE_UNKNOWN': 'notice' as const }, 'error'],
  ])('%j', async (severity, expected) => {
    const { diagnostics } = await simple().inspect({ 'work/a.md': head('lost') }, { severity })
    expect(diagnostics.map((diagnostic) => diagnostic.severity)).toEqual([expected])
  })
})

describe('the place and the words of a finding', () => {
  const json = (depends: string) =>
    declared(
      `workflows: [{ name: t, items: { elements: t.json, at: [] }, states: [todo, doing, done], place: { data: [status] }, depends: ${depends} }]\n`,
    )
  const board = "items: { rows: b.md, row: { Item: '{id}' } }, states: [todo, doing, done]"
  const cells = `| Item | State | Owner |\n|---|---|---|\n| a | todo | octocat |\n| a | doing | |\n`
  const kinds =
    'workflows: [{ name: t, kinds: { task: { items: "w/{id}.md", states: [todo, done], place: { front-matter: s } }, epic: { items: "epic/{id}.md", states: [todo, done], place: { front-matter: s } } } }]\n'

  it.each<readonly [string, Scene, Tree, readonly string[]]>([
    [
      'an id in data that there is none of',
      json('{ data: [needs] }'),
      { 't.json': '[\n  { "id": 1, "status": "todo",\n    "needs": [8, 7] }\n]\n' },
      [
        't.json:3:15 Unexpected `8` in `1`, expected the id of an item',
        't.json:3:18 Unexpected `7` in `1`, expected the id of an item',
      ],
    ],
    [
      'maps where ids are expected',
      json('{ data: [needs] }'),
      { 't.json': '[{ "id": 1, "status": "todo", "needs": [{ "on": 7 }] }]\n' },
      ['t.json:1:41 Unexpected list or mapping in `1`, expected the id of an item'],
    ],
    [
      'a map where a list of them is expected',
      json("{ data: [needs, '*', 'on'] }"),
      { 't.json': '[{ "id": 1, "status": "todo", "needs": { "on": 7 } }]\n' },
      ['t.json:1:40 Unexpected list or mapping in `1`, expected the id of an item'],
    ],
    [
      'an id in front matter that there is none of',
      declared(
        "workflows: [{ name: t, items: 'w/{id}.md', states: [todo, done], place: { front-matter: s }, depends: { front-matter: needs } }]\n",
      ),
      { 'w/a.md': '---\ns: todo\nneeds: [ lost ]\n---\n' },
      ['w/a.md:3:10 Unexpected `lost` in `a`, expected the id of an item'],
    ],
    [
      'bytes that are not UTF-8',
      boarded,
      { 'w/a.md': Buffer.from('---\nstatus: t\xf6do\n---\n', 'latin1'), 'B.md': '' },
      [
        'w/a.md:2:undefined Unexpected bytes, expected UTF-8 Until it can be read, what it should say is not checked, and commands that need it are refused.',
      ],
    ],
    [
      'two rows of one item',
      boarded,
      { 'w/a.md': head('todo'), 'B.md': '| Item | Status |\n|---|---|\n| a | todo |\n| a | done |\n' },
      [
        'B.md:4:7 Unexpected second state `done` of `a` at `board`, which says `todo` before Delete the line or row that is wrong: no command chooses between the two.',
      ],
    ],
    [
      'rows that items lack',
      boarded,
      { 'w/a.md': head('done'), 'w/b.md': head('todo'), 'B.md': '| Item | Status |\n|---|---|\n| b | todo |\n' },
      [
        'w/a.md:1:undefined Missing state of `a` at `board` in `B.md`, expected `done`: it must be there from `todo` on There is no row whose `Item` is `a`: the first row has `b`. Add the row `| a | done |`: no command creates it.',
      ],
    ],
    [
      'a word that is no state, and a row that it lacks',
      boarded,
      { 'w/a.md': head('odd'), 'B.md': '| Item | Status | Note |\n|---|---|---|\n| b | todo | |\n' },
      [
        'w/a.md:1:undefined Missing state of `a` at `board` in `B.md`, expected one of `todo`, `done`: it must be there from `todo` on There is no row whose `Item` is `a`: the first row has `b`. Add the row `| a | STATE | |`: no command creates it.',
        'w/a.md:2:9 Unexpected state `odd` of `a`, expected one of `todo`, `done` Write one of these there, or add the word to `words` in the declaration.',
      ],
    ],
    [
      'an item without any state, and a row that it lacks',
      boarded,
      { 'w/a.md': '', 'B.md': '| Item | Status |\n|---|---|\n| b | todo |\n' },
      [
        'w/a.md:1:undefined Missing state of `a` at `board` in `B.md`, expected one of `todo`, `done`: it must be there from `todo` on There is no row whose `Item` is `a`: the first row has `b`. Add the row `| a | STATE |`: no command creates it.',
        'w/a.md:1:undefined Missing state of `a`, expected one of `todo`, `done` at `file` or `board` in `B.md` There is no key `status` in `w/a.md`. There is no row whose `Item` is `a`: the first row has `b`. Write it: `status: STATE` in the front matter; the column `Status` of its row. No command creates it.',
      ],
    ],
    [
      'a column that has another name',
      boarded,
      { 'w/a.md': head('done'), 'w/b.md': head('todo'), 'B.md': '| Item | Statsu |\n|---|---|\n| b | todo |\n' },
      [
        'w/a.md:1:undefined Missing state of `a` at `board` in `B.md`, expected `done`: it must be there from `todo` on There is no column `Status` in `B.md`: did you mean `Statsu`? Then correct the name that is misspelt, there or in the declaration. Otherwise write it: the column `Status` of its row. No command creates it.',
        'w/b.md:1:undefined Missing state of `b` at `board` in `B.md`, expected `todo`: it must be there from `todo` on There is no column `Status` in `B.md`: did you mean `Statsu`? Then correct the name that is misspelt, there or in the declaration. Otherwise write it: the column `Status` of its row. No command creates it.',
      ],
    ],
    [
      'a file of states that is gone',
      boarded,
      { 'w/a.md': head('done'), 'w/b.md': head('todo') },
      [
        'w/a.md:1:undefined Missing state of `a` at `board` in `B.md`, expected `done`: it must be there from `todo` on There is no file `B.md`. Write it: the column `Status` of its row. No command creates it.',
        'w/b.md:1:undefined Missing state of `b` at `board` in `B.md`, expected `todo`: it must be there from `todo` on There is no file `B.md`. Write it: the column `Status` of its row. No command creates it.',
      ],
    ],
    [
      'a column that has another name, in the file of the items',
      declared(
        "workflows: [{ name: t, items: { rows: B.md, row: { Item: '{id}' } }, states: [todo, done], place: { column: Status } }]\n",
      ),
      { 'B.md': '| Item | State |\n|---|---|\n| a | done |\n| b | todo |\n' },
      [
        'B.md:3:1 Missing state of `a`, expected one of `todo`, `done` at `place` There is no column `Status` in `B.md`: did you mean `State`? Then correct the name that is misspelt, there or in the declaration. Otherwise write it: the column `Status` of its row. No command creates it.',
        'B.md:4:1 Missing state of `b`, expected one of `todo`, `done` at `place` There is no column `Status` in `B.md`: did you mean `State`? Then correct the name that is misspelt, there or in the declaration. Otherwise write it: the column `Status` of its row. No command creates it.',
      ],
    ],
    [
      'a required place that another file should have',
      declared(
        "workflows: [{ name: t, items: { keys: t.yml, at: [] }, states: [todo, done], places: { key: { data: [] }, file: { in: 'w/{id}.md', front-matter: s, required-from: done } } }]\n",
      ),
      { 't.yml': 'a: todo\nb: done\n' },
      [
        't.yml:2:1 Missing state of `b` at `file` in `w/b.md`, expected `done`: it must be there from `done` on There is no file `w/b.md`. Write it: `s: STATE` in the front matter. No command creates it. Where the item is gone, delete its key in `t.yml`.',
      ],
    ],
    [
      'a state that the list in another file lacks',
      declared('workflows: [backlog-md]\n'),
      {
        'backlog/config.yml': 'statuses: [To Do, Done]\n',
        'backlog/tasks/a.md': '---\nid: A-1\nstatus: Parked\n---\n',
      },
      [
        'backlog/tasks/a.md:3:9 Unexpected state `Parked` of `A-1`, expected one of `To Do`, `Done` Write one of these there, add the state to `statuses` in `backlog/config.yml`, or add the word to `add-words` in the declaration.',
      ],
    ],
    [
      'kinds that name one file, without items',
      declared('workflows: [bmad]\n'),
      { 'README.md': '' },
      [
        '.github/baton.yml:1:13 The workflow `bmad` finds no item, expected some at `_bmad-output/implementation-artifacts/sprint-status.yaml`, `_bmad-output/specs/{spec}/stories/{story}.md`',
      ],
    ],
    [
      'a kind without items',
      declared(kinds),
      { 'w/a.md': '---\ns: todo\n---\n' },
      [
        '.github/baton.yml:1:21 The kind `epic` of `t` finds no item, expected some at `epic/{id}.md` There is no file `epic/{id}.md`.',
      ],
    ],
    [
      'a field of the second row of an id',
      declared(
        `workflows: [{ name: t, ${board}, place: { column: State }, fields: { owner: { row: { Item: '{id}' }, column: Owner, required: true } } }]\n`,
      ),
      { 'b.md': cells },
      [
        'b.md:4:1 Unexpected second `a`, expected each id once Give one of the two another id, or delete it.',
        'b.md:4:15 Missing field `owner`',
      ],
    ],
    [
      'the state of the second row of an id',
      declared(`workflows: [{ name: t, ${board}, place: { row: { Item: '{id}' }, column: State } }]\n`),
      { 'b.md': cells },
      ['b.md:4:1 Unexpected second `a`, expected each id once Give one of the two another id, or delete it.'],
    ],
  ])('%s', async (_, { diagnose }, tree, expected) => {
    const found = await diagnose(tree)
    expect(
      found.map(({ path, line, column, message, hint }) =>
        [`${path}:${line}:${column}`, message, hint].filter(Boolean).join(' '),
      ),
    ).toEqual(expected)
  })
})

it('computed places that contradict each other have no word that is wrong', async () => {
  const { diagnose } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    places:\n      report: { is: { says: done, when: { exists: 'r/{id}.md' } } }\n      boxes: { is: { says: todo, when: { boxes: none } }, hint: Tick them }\n",
  )
  const found = await diagnose({ 'work/a.md': '- [ ] a\n', 'r/a.md': '' })
  expect(found.map(({ message, hint }) => [message, hint])).toEqual([
    [
      'Unexpected states of `a`, expected one that all places say: `report` says `done`, `boxes` says `todo`',
      'The workflow notes: `Tick them`.',
    ],
  ])
})

it.each([
  ['{ boxes: [all, empty, missing] }', 'every box ticked or no boxes in `work/a.md`, or no such file'],
  ["{ boxes: all, section: Steps, in: 'r/{id}.md' }", 'every box ticked in the section `Steps` of `r/a.md`'],
  [
    '{ boxes: [none, missing], section: Open }',
    'no box ticked in the section `Open` of `work/a.md`, or no such section',
  ],
  ['{ boxes: missing, section: Open }', 'no section `Open` of `work/a.md`'],
  ["{ boxes: missing, in: 'r/{id}.md' }", 'no file `r/a.md`'],
])('a need of boxes is named: %s', async (need, words) => {
  const { diagnose } = declared(
    `${files}    states: { todo: {}, doing: {}, done: { needs: ${need} } }\n    place: { front-matter: status }\n`,
  )
  const text = '- [ ] a\n- [x] b\n\n## Steps\n\n- [ ] c\n\n## Open\n\n- [x] d\n'
  const found = await diagnose({ 'work/a.md': head('done') + text, 'r/a.md': text })
  expect(found.map(({ message }) => message)).toEqual([`Unexpected state \`done\` of \`a\`, which needs ${words}`])
})
