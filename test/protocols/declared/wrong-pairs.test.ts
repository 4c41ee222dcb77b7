import { describe, expect, it } from 'vitest'
import { wrongIn } from './scene.ts'

/** A declaration with keys in place of its own; each key has a line: `items` 3, `states` 4, `place` 5, others from 6 on. */
function lines(keys: Readonly<Record<string, string>>): string {
  const all = {
    items: "'work/{id}.md'",
    states: '[todo, done]',
    place: '{ front-matter: status }',
    ...keys,
  }
  return [
    'workflows:',
    '  - name: work',
    ...Object.entries(all).map(([key, value]) => `    ${key}: ${value}`),
    '',
  ].join('\n')
}

/** Every two of some forms, as a mapping of one line. */
const pairs = (forms: Readonly<Record<string, string>>) => {
  const entries = Object.entries(forms)
  return entries.flatMap(([key, value], index) =>
    entries.slice(index + 1).map(([otherKey, otherValue]) => [key, otherKey, `{ ${value}, ${otherValue} }`] as const),
  )
}

const spots = {
  'front-matter': 'front-matter: status',
  label: 'label: Status',
  section: 'section: Status',
  data: 'data: [status]',
  table: "table: Board, row: { Item: '{id}' }, column: Status",
  box: 'box: true',
}
const links = { 'front-matter': 'front-matter: a', label: 'label: a', data: 'data: [a]' }
const sources = Object.fromEntries(
  ['files', 'folders', 'keys', 'elements', 'rows', 'boxes'].map((key) => [key, `${key}: 'work/{id}.md'`]),
)

describe('two forms at once', () => {
  it.each(pairs(spots))('are refused of a place: %s, %s', (key, otherKey, value) => {
    expect(wrongIn(lines({ place: value }))).toContain(
      `5: Unexpected \`${otherKey}\` beside \`${key}\`, expected one of them`,
    )
  })

  it.each(pairs({ is: 'is: { says: done }', ...spots }).filter(([key]) => key === 'is'))(
    'are refused of a computed place: %s, %s',
    (key, otherKey, value) => {
      const [problem] = wrongIn(lines({ place: value }))
      expect(problem).toMatch(
        new RegExp(`^5: Unexpected \`(?:${otherKey}|row|column)\` beside \`${key}\`, expected one of them$`),
      )
    },
  )

  it.each(pairs(spots))('are refused of a field: %s, %s', (key, otherKey, value) => {
    expect(wrongIn(lines({ fields: `{ owner: ${value} }` }))).toContain(
      `6: Unexpected \`${otherKey}\` beside \`${key}\`, expected one of them`,
    )
  })

  it.each(pairs(spots))('are refused of an effect: %s, %s', (key, otherKey, value) => {
    expect(wrongIn(lines({ 'on-move': `{ set: ${value}, to: x }` }))).toContain(
      `6: Unexpected \`${otherKey}\` beside \`${key}\`, expected one of them`,
    )
  })

  it.each(pairs(sources))('are refused of a source: %s, %s', (key, otherKey, value) => {
    expect(wrongIn(lines({ items: value }))).toContain(
      `3: Unexpected \`${otherKey}\` beside \`${key}\`, expected one of them`,
    )
  })

  it.each(pairs(links))('are refused of a link: %s, %s', (key, otherKey, value) => {
    for (const name of ['within', 'depends'])
      expect(wrongIn(lines({ [name]: value }))).toContain(
        `6: Unexpected \`${otherKey}\` beside \`${key}\`, expected one of them`,
      )
  })

  it('are refused in a list too', () => {
    expect(wrongIn(lines({ place: '[{ label: Status }, { label: State, data: [a] }]' }))).toEqual([
      '5: Unexpected `data` beside `label`, expected one of them',
    ])
  })
})

describe('a key that means nothing where it stands', () => {
  it.each([
    ['in', { place: '{ in: x.md, is: { says: done } }' }, '5: Unexpected `in` beside `is`, expected one of them'],
    [
      'says',
      { place: '{ says: { a: done }, is: { says: done } }' },
      '5: Unexpected `says` beside `is`, expected one of them',
    ],
    ['at', { items: "{ files: 'work/{id}.md', at: [a] }" }, '3: Unexpected `at`, which belongs to `keys`, `elements`'],
    ['row', { items: "{ files: 'work/{id}.md', row: { a: '{id}' } }" }, '3: Unexpected `row`, which belongs to `rows`'],
    ['table', { items: "{ files: 'work/{id}.md', table: a }" }, '3: Unexpected `table`, which belongs to `rows`'],
    ['section', { items: "{ folders: 'work/{id}', section: a }" }, '3: Unexpected `section`, which belongs to `boxes`'],
    ['text', { items: "{ keys: a.yml, text: '{id}' }" }, '3: Unexpected `text`, which belongs to `boxes`'],
    ['where', { depends: '{ label: a, where: { b: c } }' }, '6: Unexpected `where`, which belongs to `data`'],
    [
      'section',
      { states: '{ todo: , done: { needs: { exists: a.md, section: b } } }' },
      '4: Unexpected `section`, which belongs to `boxes`',
    ],
    [
      'in',
      { place: '{ is: { says: done, when: { exists: a.md, in: a.md } } }' },
      '5: Unexpected `in`, which belongs to `boxes`',
    ],
  ])('is refused: %s', (_, keys, problem) => {
    expect(wrongIn(lines(keys as Readonly<Record<string, string>>))).toEqual([problem])
  })

  it('is none of several conditions in one, which all have to hold', () => {
    const states = "{ todo: , done: { needs: { path: 'work/**', exists: a.md, boxes: all, section: b } } }"
    expect(wrongIn(lines({ states }))).toEqual([])
  })
})
