import { describe, expect, it } from 'vitest'
import { wrongIn } from './scene.ts'

type Keys = Readonly<Record<string, string>>

const smallest = { items: "'work/{id}.md'", states: '[todo, doing, done]', place: '{ front-matter: status }' }

/** Without the states of a list where a file lists them. */
const whole = (keys: Keys): Keys => {
  const { states, ...rest } = smallest
  return { ...rest, ...(!('states-from' in keys) && { states }), ...keys }
}

const textOf = (first: string, keys: Keys, indent = '    ') =>
  ['workflows:', `  - ${first}`, ...Object.entries(keys).map(([key, value]) => `${indent}${key}: ${value}`), ''].join(
    '\n',
  )

/** Where the keys of a kind may be written: a declaration of one kind, of several, and the use of a preset. */
const owners: Readonly<Record<string, (keys: Keys) => string>> = {
  'at the top': (keys) => textOf('name: work', whole(keys)),
  'under `kinds`': (keys) =>
    textOf('name: work', whole(keys), '        ').replace(
      '  - name: work\n',
      '  - name: work\n    kinds:\n      piece:\n',
    ),
  'in a use': (keys) => textOf('use: beads', keys),
}

/** The line of a text that has a key. */
const lineOf = (text: string, key: string) =>
  text.split('\n').findIndex((line) => line.trim().startsWith(`${key}: `)) + 1

const itemPaths: Readonly<Record<string, (path: string) => Keys>> = {
  files: (path) => ({ items: `'${path}'` }),
  folders: (path) => ({ items: `{ folders: '${path}' }` }),
  keys: (path) => ({ items: `{ keys: '${path}' }`, place: '{ data: [] }' }),
}

const filePaths: Readonly<Record<string, (path: string) => Keys>> = {
  'in of a place': (path) => ({ place: `{ in: '${path}', label: Status }` }),
  'in of a field': (path) => ({ fields: `{ owner: { in: '${path}', label: Owner } }` }),
  'in of an effect': (path) => ({ 'on-move': `{ in: '${path}', set: { label: Day }, to: '{today}' }` }),
  'exists of a state': (path) => ({ states: `{ todo: {}, done: { needs: { exists: '${path}' } } }` }),
  'missing of a state': (path) => ({ states: `{ todo: {}, done: { needs: { missing: '${path}' } } }` }),
  'boxes of a state': (path) => ({ states: `{ todo: {}, done: { needs: { boxes: all, in: '${path}' } } }` }),
  'exists of a move': (path) => ({
    moves: `[{ from: '*', to: end, needs: { exists: '${path}' } }]`,
    place: '{ label: S }',
  }),
  'exists of a computed place': (path) => ({ place: `{ is: { says: end, when: { exists: '${path}' } } }` }),
  'in of states': (path) => ({ 'states-from': `{ in: '${path}', at: [states], default: [todo, done] }` }),
}

/** Templates that may name what an item has. */
const filled: Readonly<Record<string, (template: string) => Keys>> = {
  ...filePaths,
  'row of a place': (text) => ({ place: `{ in: B.md, row: { Item: '${text}' }, column: Status }` }),
  'box of a place': (text) => ({ place: `{ in: B.md, box: '${text}' }` }),
  'data of a place': (text) => ({ place: `{ in: b.yml, data: ['${text}', status] }` }),
  'row of a field': (text) => ({ fields: `{ owner: { in: B.md, row: { Item: '${text}' }, column: Owner } }` }),
  'data of a field': (text) => ({ fields: `{ owner: { in: b.yml, data: ['${text}'] } }` }),
  'to of an effect': (text) => ({ 'on-move': `{ set: { label: Day }, to: '${text}' }` }),
  'data of an effect': (text) => ({ 'on-move': `{ in: b.yml, set: { data: ['${text}'] }, to: x }` }),
  'append of an effect': (text) => ({ 'on-move': `{ append: '${text}', section: Log }` }),
  within: (text) => ({ within: `'${text}'` }),
  'id of files': (text) => ({ items: `{ files: 'work/{number}.md', id: '${text}' }` }),
}

/** Texts that are the same for all items. */
const literal: Readonly<Record<string, (text: string) => Keys>> = {
  'front-matter': (text) => ({ place: `{ front-matter: '${text}' }` }),
  label: (text) => ({ place: `{ label: '${text}' }` }),
  section: (text) => ({ place: `{ section: '${text}' }` }),
  table: (text) => ({ place: `{ in: B.md, table: '${text}', row: { Item: '{id}' }, column: Status }` }),
  column: (text) => ({ place: `{ in: B.md, row: { Item: '{id}' }, column: '${text}' }` }),
  'table of rows': (text) => ({
    items: `{ rows: B.md, table: '${text}', row: { Item: '{id}' } }`,
    place: '{ column: S }',
  }),
  'section of boxes': (text) => ({
    items: `{ boxes: B.md, section: '${text}', text: '{id}' }`,
    place: '{ box: true }',
  }),
  'section of an effect': (text) => ({ 'on-move': `{ append: x, section: '${text}' }` }),
  'section of a condition': (text) => ({ states: `{ todo: {}, done: { needs: { boxes: all, section: '${text}' } } }` }),
  'front-matter of a link': (text) => ({ within: `{ front-matter: '${text}' }` }),
  'label of a link': (text) => ({ depends: `{ label: '${text}' }` }),
  'data of a link': (text) => ({ depends: `{ data: ['${text}'] }` }),
  'at of states': (text) => ({ 'states-from': `{ in: s.yml, at: ['${text}'], default: [todo, done] }` }),
  'in of states': (text) => ({ 'states-from': `{ in: '${text}.yml', at: [s], default: [todo, done] }` }),
}

const count = (number: number, form: (number: number) => string) =>
  Array.from({ length: number }, (_, index) => form(index)).join(', ')

const others: Readonly<Record<string, Keys>> = {
  '51 states': { states: `[${count(51, (number) => `s${number}`)}]` },
  '51 states of a file': { 'states-from': `{ in: s.yml, at: [s], default: [${count(51, (number) => `s${number}`)}] }` },
  '201 moves': { moves: `[${count(201, () => "{ from: '*', to: end }")}]`, place: '{ label: S }' },
  '21 places': { places: `{ ${count(21, (number) => `p${number}: { label: L${number} }`)} }` },
  'moves where every place is computed': { moves: 'linear', place: '{ is: { says: end } }' },
  'moves where every place is in lines of data': {
    moves: 'linear',
    items: '{ elements: a.jsonl }',
    place: '{ data: [s] }',
  },
  'moves where items are folders without a file': {
    moves: 'linear',
    items: "{ folders: 'a/{id}' }",
    place: '{ label: S }',
  },
  '`truth` that is no place': { truth: 'baord' },
  'a word of two states': { states: '{ todo: { words: [wip] }, doing: { words: [WIP] }, done: }' },
  'an item within itself': { within: "'{id}'" },
  '`parent` without `within`': { parent: 'follow' },
  'a capture of the id of keys that every item has': { items: "{ keys: a.yml, id: '{path}' }", place: '{ data: [] }' },
}

const rows = (positions: Readonly<Record<string, (text: string) => Keys>>, texts: readonly string[]) =>
  Object.entries(positions).flatMap(([position, keys]) => texts.map((text) => [position, text, keys(text)] as const))

describe.each(Object.entries(owners))('%s', (owner, write) => {
  /** What is wrong in the lines of some keys. */
  const problemsAt = (keys: Keys): readonly string[] => {
    const text = write(keys)
    const lines = Object.keys(keys).map((key) => lineOf(text, key))
    return wrongIn(text).filter(
      // What the preset has in other keys is wrong then too.
      (problem) => lines.some((line) => problem.startsWith(`${line}: `)) && !problem.includes('of the preset'),
    )
  }

  it.each(
    rows({ ...itemPaths, ...filePaths }, ['../x', '/x', '.git/x', '.GitHub/{id}', 'a\\b', 'a//b', '~/a', 'C:/a']),
  )('a path out of the places for items is refused: %s, %s', (_, __, keys) => {
    expect(problemsAt(keys)).not.toEqual([])
  })

  it.each(rows(filled, ['{idd}', '{id}{path}']))(
    'a capture that is unknown or touches is refused: %s, %s',
    (_, __, keys) => {
      expect(problemsAt(keys)).not.toEqual([])
    },
  )

  it.each(rows(literal, ['{id}', 'a {idd}']))('a template in a text is refused: %s, %s', (_, __, keys) => {
    expect(problemsAt(keys)).not.toEqual([])
  })

  it.each(Object.entries(others).filter(([name]) => owner !== 'in a use' || name !== '`parent` without `within`'))(
    'is refused: %s',
    (_, keys) => {
      expect(problemsAt(keys)).not.toEqual([])
    },
  )
})

describe('braces around anything else', () => {
  it('are part of a heading', () => {
    expect(wrongIn(textOf('name: work', whole({ place: "{ section: 'Status {#status}' }" })))).toEqual([])
  })
})

describe('the element of a list that has the id in another key', () => {
  it.each([
    ['a place', { place: "{ in: board.json, data: [cards, '{id=ticket}', status] }" }],
    ['a field', { fields: "{ owner: { in: board.json, data: [cards, '{id=ticket}', owner] } }" }],
    ['an effect', { 'on-move': "{ in: board.json, set: { data: [cards, '{id=ticket}', day] }, to: '{today}' }" }],
  ])('is found by %s', (_, keys) => {
    expect(wrongIn(textOf('name: work', whole(keys as unknown as Keys)))).toEqual([])
  })
})
