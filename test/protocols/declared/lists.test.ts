import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parseYaml, toPlainData } from '../../../src/documents/yaml.ts'
import { schemas } from '../../../src/entry/schemas.ts'
import { isSchema, type JsonSchema } from '../../../src/kit/published-schema.ts'
import { languageSchema } from '../../../src/protocols/declared/language/json-schema.ts'
import { usedShape, workflowShape } from '../../../src/protocols/declared/language/shape.ts'
import { readConfiguration } from './scene.ts'

const work = (...lines: readonly string[]) =>
  ['workflows:', '  - name: work', ...lines.map((line) => `    ${line}`), ''].join('\n')
const items = "items: 'work/{id}.md'"
const states = 'states: [todo, doing, done]'
const place = 'place: { front-matter: status }'
const small = (...lines: readonly string[]) => work(items, states, place, ...lines)
const computed = (says: string) => work(items, states, `places: { file: { front-matter: status }, other: ${says} }`)
const parts = (condition: string) =>
  work(
    'kinds:',
    `  story: { items: 's/{epic}-{id}.md', within: '{epic}', ${states}, ${place} }`,
    `  epic: { items: 'e/{id}.md', ${states}, place: { is: { says: done, when: { parts: ${condition} } } } }`,
  )
const needs = (condition: string) =>
  work(items, `states: { todo: {}, doing: { holder: agent }, done: { needs: ${condition} } }`, place)
const used = (line: string) => ['workflows:', '  - use: backlog-md', `    ${line}`, ''].join('\n')

/** Each list of the language: its one element, and a configuration with the list. */
const lists: Readonly<Record<string, readonly [element: string, configuration: (list: string) => string]>> = {
  items: ['{ elements: a.json }', (list) => work(`items: ${list}`, states, 'place: { data: status }')],
  'items, a template alone': ["'work/{id}.md'", (list) => work(`items: ${list}`, states, place)],
  'items.at': ['tasks', (list) => work(`items: { elements: a.json, at: ${list} }`, states, 'place: { data: status }')],
  'items.except': ['README', (list) => work(`items: { files: 'work/{id}.md', except: ${list} }`, states, place)],
  'states, a name': ['doing', (list) => work(items, `states: ${list}`, place)],
  'states, a mapping': ['{ doing: { stale-after: 2d } }', (list) => work(items, `states: ${list}`, place)],
  'states.words': ['wip', (list) => work(items, `states: { todo: {}, doing: { words: ${list} }, done: {} }`, place)],
  'states.needs': ["{ exists: 'work/{id}.txt' }", (list) => needs(list)],
  'needs.exists': ["'work/{id}.txt'", (list) => needs(`{ exists: ${list} }`)],
  'needs.missing': ["'work/{id}.txt'", (list) => needs(`{ missing: ${list} }`)],
  'needs.boxes': ['all', (list) => needs(`{ boxes: ${list} }`)],
  'needs.in': ["'work/{id}.txt'", (list) => needs(`{ boxes: all, in: ${list} }`)],
  'parts.all': ['done', (list) => parts(`{ all: ${list} }`)],
  'parts.any': ['done', (list) => parts(`{ any: ${list} }`)],
  'parts.none-of': ['todo', (list) => parts(`{ none-of: ${list} }`)],
  'field.one-of': [
    'octocat',
    (list) =>
      small('fields: { holder: { front-matter: owner } }').replace(
        'states: [todo',
        `states: [{ todo: { needs: { field: { name: holder, one-of: ${list} } } } }`,
      ),
  ],
  place: ['{ front-matter: status }', (list) => work(items, states, `place: ${list}`)],
  places: ['{ front-matter: status }', (list) => work(items, states, `places: { file: ${list} }`)],
  'places.in': ["'notes/{id}.md'", (list) => computed(`{ in: ${list}, label: Status }`)],
  'places.data': ['status', (list) => computed(`{ in: 'notes/{id}.json', data: ${list} }`)],
  'places.says': ['done', (list) => computed(`{ label: Status, says: { shut: ${list} } }`)],
  'places.is': ['{ says: done }', (list) => computed(`{ is: ${list} }`)],
  'is.says': ['done', (list) => computed(`{ is: { says: ${list} } }`)],
  'is.when': ["{ path: 'work/x/**' }", (list) => computed(`{ is: { says: done, when: ${list} } }`)],
  moves: ['{ from: todo, to: done, by: accept }', (list) => small(`moves: ${list}`)],
  'moves.from': ['todo', (list) => small(`moves: { from: ${list}, to: done }`)],
  'moves.by': ['hand', (list) => small(`moves: { from: todo, to: done, by: ${list} }`)],
  'moves.needs': ['{ boxes: all }', (list) => small(`moves: { from: todo, to: done, needs: ${list} }`)],
  'fields.one-of': ['high', (list) => small(`fields: { level: { front-matter: level, one-of: ${list} } }`)],
  'fields.in': ["'notes/{id}.md'", (list) => small(`fields: { level: { in: ${list}, label: Level } }`)],
  'on-move': ["{ set: { front-matter: updated }, to: '{today}' }", (list) => small(`on-move: ${list}`)],
  'on-move.in': ['LOG.md', (list) => small(`on-move: { in: ${list}, append: '{id}', section: Log }`)],
  'on-move.set.data': ['updated', (list) => small(`on-move: { in: log.json, set: { data: ${list} }, to: '{today}' }`)],
  'within.data': [
    'parent',
    (list) => work('items: { elements: a.json }', states, 'place: { data: status }', `within: { data: ${list} }`),
  ],
  'depends.data': [
    'needs',
    (list) => work('items: { elements: a.json }', states, 'place: { data: status }', `depends: { data: ${list} }`),
  ],
  'depends.except': ['todo', (list) => small(`depends: { front-matter: needs, once: doing, except: ${list} }`)],
  'states-from.in': [
    'config.yml',
    (list) => work(items, `states-from: { in: ${list}, at: states, default: [a, b] }`, place),
  ],
  'states-from.at': [
    'states',
    (list) => work(items, `states-from: { in: config.yml, at: ${list}, default: [a, b] }`, place),
  ],
  'states-from.default': [
    'todo',
    (list) => work(items, `states-from: { in: config.yml, at: states, default: ${list} }`, place),
  ],
  'states-from.begin': [
    'first',
    (list) => work(items, `states-from: { in: c.yml, at: states, default: [a, b], begin: ${list} }`, place),
  ],
  'states-from.end': [
    'last',
    (list) => work(items, `states-from: { in: c.yml, at: states, default: [a, b], end: ${list} }`, place),
  ],
  with: ['docs/backlog', (list) => used(`with: { root: ${list} }`)],
  'add-states': ['{ Asked: { after: In Progress } }', (list) => used(`add-states: ${list}`)],
  'add-states, a name': ['Asked', (list) => used(`add-states: ${list}`)],
  'add-words': ['shipped', (list) => used(`add-words: { Done: ${list} }`)],
}

describe('a list of one', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schemas.get('config')?.() ?? {})
  const accepts = (text: string) => {
    const root = parseYaml(text)
    return !('fault' in root) && validate(toPlainData(root))
  }

  it.each(Object.entries(lists))(
    'may be written without the list, for editors too: %s',
    (_, [element, configuration]) => {
      const [withList, without] = [configuration(`[${element}]`), configuration(element)]
      const read = readConfiguration(withList)
      expect(read.problems).toEqual([])
      // Where names stand differs by the brackets.
      const text = (result: typeof read) =>
        JSON.stringify(result, (key, value: unknown) => (key === 'awaited' ? undefined : value))
      expect(text(readConfiguration(without))).toBe(text(read))
      expect([accepts(withList), accepts(without)]).toEqual([true, true])
    },
  )

  /** Lists that nothing of their elements may stand in place of. */
  function listsAlone(schema: JsonSchema, path: string, beside: readonly string[] = []): readonly string[] {
    const alternatives = (schema.anyOf ?? []).filter(isSchema)
    const texts = [
      ...beside,
      ...alternatives
        .flatMap((alternative) => [alternative, ...(alternative.anyOf ?? [])])
        .map((each) => JSON.stringify(each)),
    ]
    const { items: element } = schema
    const elements = isSchema(element) ? (element.anyOf ?? [element]) : []
    return [
      ...(elements.every((each) => texts.includes(JSON.stringify(each))) ? [] : [path]),
      ...alternatives.flatMap((alternative) => listsAlone(alternative, path, texts)),
      ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
        isSchema(value) ? listsAlone(value, `${path}.${key}`) : [],
      ),
      ...[element, schema.additionalProperties].flatMap((value) =>
        isSchema(value) ? listsAlone(value, `${path}[]`) : [],
      ),
    ]
  }

  it.each([
    ['a declaration', workflowShape],
    ['a declaration that uses a preset', usedShape],
  ])('has no exception in the language: %s', (_, shape) => {
    expect(listsAlone(languageSchema(shape()), '')).toEqual([])
  })
})
