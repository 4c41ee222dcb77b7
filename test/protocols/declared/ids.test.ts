import { describe, expect, it } from 'vitest'
import type { Scene, Tree } from '../scene.ts'
import { declared } from './scene.ts'

const states = 'states: [todo, doing, done]'
const head = (status: string) => `---\nstatus: ${status}\n---\n`
const one = (keys: string) => declared(`workflows: [{ name: work, ${keys} }]\n`)

const boxes = one("items: { boxes: T.md, text: '{id} {title}' }, states: [todo, done], place: { box: true }")
const boxPlace = one(
  `items: 'work/{id}.md', ${states}, places: { card: { front-matter: status }, box: { in: T.md, box: '{id} {title}' } }`,
)
const elementPlace = one(
  `items: 'work/{id}.md', ${states}, places: { card: { front-matter: status }, list: { in: b.json, data: [cards, '{id}', status] } }`,
)
const elements = one(`items: { elements: a.json, at: [] }, ${states}, place: { data: [status] }`)
const within = declared(
  `workflows: [{ name: work, kinds: { epic: { items: { keys: a.yml, at: [epics] }, ${states}, place: { data: [] } }, story: { items: { keys: a.yml, at: [stories], id: '{epic}-{n}' }, within: '{epic}', ${states}, place: { data: [] } } } }]\n`,
)
const card = { 'work/a.md': head('done') }

describe('an id that comes twice', () => {
  it.each<readonly [string, Scene, Tree, readonly string[], string]>([
    ['in boxes', boxes, { 'T.md': '- [x] a one\n- [ ] a two\n' }, ['T.md:2 ITEM_DUPLICATE'], '/accept a todo'],
    [
      'in elements, as a number and a text',
      elements,
      { 'a.json': '[{ "id": 1, "status": "todo" },\n{ "id": "1", "status": "done" }]' },
      ['a.json:2 ITEM_DUPLICATE'],
      '/accept 1',
    ],
    [
      'in boxes that are places',
      boxPlace,
      { ...card, 'T.md': '- [x] a one\n- [ ] a two\n' },
      ['T.md:2 ITEM_STATE_AMBIGUOUS'],
      '/accept a todo',
    ],
    [
      'in elements that have places',
      elementPlace,
      { ...card, 'b.json': '{ "cards": [{ "id": "a", "status": "done" },\n{ "id": "A", "status": "todo" }] }' },
      ['b.json:2 ITEM_STATE_AMBIGUOUS'],
      '/accept a todo',
    ],
  ])('is found, and no command chooses one: %s', async (_, { diagnose, give }, tree, expected, comment) => {
    expect((await diagnose(tree)).map(({ path, line, code }) => `${path}:${line} ${code}`)).toEqual(expected)
    const { outcome, changed, codes } = await give(tree, comment)
    expect([outcome, changed, codes]).toEqual(['refused', [], [`${expected[0]?.split(' ')[1]} error`]])
  })

  it.each([
    ['in boxes that say the same', boxPlace, { 'T.md': '- [x] a one\n- [x] a two\n' }],
    [
      'in elements that say the same',
      elementPlace,
      { 'b.json': '{ "cards": [{ "id": "a", "status": "done" }, { "id": "a", "status": "done" }] }' },
    ],
  ])('is no second state: %s', async (_, { diagnose }, files: Tree) => {
    expect(await diagnose({ ...card, ...files })).toEqual([])
  })
})

it.each(['- - [x] a one\n', '1. - [x] a one\n', '- 1. + [x] a one\n'])(
  'a box in lists that begin in one line is one box: %j',
  async (text) => {
    expect(await boxes.diagnose({ 'T.md': text })).toEqual([])
    expect(await boxPlace.diagnose({ ...card, 'T.md': text })).toEqual([])
  },
)

describe('an id that fits no path', () => {
  const scene = one(
    `items: { elements: a.json, at: [] }, ${states}, places: { own: { data: [status] }, card: { in: '{id}/card.md', front-matter: status } }, on-move: { append: '- {today}', section: Log, in: '{id}/log.md' }`,
  )
  it.each(['a..b', '..', '.github', '.GitHub', '.git', 'x/y', String.raw`x\\y`, '.'])(
    'has no place in another file, and nothing is written there: %s',
    async (id) => {
      const tree = {
        'a.json': `[{ "id": "${id}", "status": "todo" }]\n`,
        [`${id}/card.md`]: head('done'),
        [`${id}/log.md`]: '# Log\n',
      }
      expect(await scene.diagnose(tree)).toEqual([])
      expect((await scene.give(tree, `/accept "${id.replaceAll('\\\\', '\\')}" doing`)).changed).toEqual(['a.json'])
    },
  )

  it('is that of no item where it is a folder of git or GitHub', async () => {
    const found = one(`items: '{id}/card.md', ${states}, place: { front-matter: status }`)
    const folders = one(`items: { folders: '{id}' }, ${states}, place: { is: { says: todo } }`)
    const tree = { '.github/card.md': head('todo'), 'a/card.md': head('todo') }
    for (const { targets } of [found, folders]) expect((await targets(tree)).map(({ id }) => id)).toEqual(['work:a'])
  })
})

describe('a link to an item', () => {
  it('`within` of a template that names no item is a notice', async () => {
    const found = await within.diagnose({
      'a.yml': 'epics:\n  e: todo\nstories:\n  e-1: todo\n  f-1: todo\n',
    })
    expect(found.map(({ line, code, severity }) => [line, code, severity])).toEqual([
      [5, 'ITEM_DEPENDENCY_UNKNOWN', 'notice'],
    ])
  })

  const rows = (depends: string) =>
    one(
      `items: { rows: B.md, row: { Item: '{id}' } }, ${states}, place: { column: State }, depends: { ${depends}, once: doing }`,
    )
  const table =
    '| Item | State | Needs |\n|---|---|---|\n| a | doing | b, `c`, lost |\n| b | todo | |\n| c | done | ~ |\n'
  it.each([
    'column: Needs',
    "row: { Item: '{id}' }, column: Needs",
    "table: Board, row: { Item: '{id}' }, column: Needs",
  ])('may stand in a cell, split at commas: %s', async (depends) => {
    const found = await rows(depends).diagnose({ 'B.md': `# Board\n\n${table}` })
    expect(found.map(({ line, code }) => [line, code])).toEqual([
      [5, 'ITEM_DEPENDENCY_UNMET'],
      [5, 'ITEM_DEPENDENCY_UNKNOWN'],
    ])
  })
})
