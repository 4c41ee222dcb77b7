import { describe, expect, it } from 'vitest'
import type { Tree } from '../scene.ts'
import { declared } from './scene.ts'

/** A declaration and a repository in which a name stands, in both. */
type Use = readonly [what: string, keys: (name: string) => string, tree: (name: string) => Tree]

const file = `items: 'work/{id}.md'`
const states = 'states: [todo, doing, done]'
const inFrontMatter = 'place: { front-matter: status }'
const item = (keys: string): Tree => ({ 'work/a.md': `---\n${keys}\n---\n` })

/** Each is an item `a` in `todo`, which a bare `accept` moves. */
const uses: readonly Use[] = [
  [
    'a state of a list',
    (name) => `${file}, states: [${name}, doing, done], ${inFrontMatter}`,
    (name) => item(`status: ${name}`),
  ],
  [
    'a state of a map',
    (name) => `${file}, states: { ${name}: {}, doing: { holder: agent }, done: {} }, ${inFrontMatter}`,
    (name) => item(`status: ${name}`),
  ],
  [
    'a state that a file lists',
    (name) =>
      `${file}, states-from: { in: s.yml, at: ${name}, default: [x, y], begin: ${name}-first }, moves: { from: begin, to: doing }, ${inFrontMatter}`,
    (name) => ({
      ...item(`status: ${name}`),
      's.yml': `${name}: [${name}, doing, done]\n${name}-first: ${name}\n`,
    }),
  ],
  [
    'a key of front matter',
    (name) => `${file}, ${states}, place: { front-matter: ${name} }`,
    (name) => item(`${name}: todo`),
  ],
  [
    'a label',
    (name) => `${file}, ${states}, place: { label: ${name} }`,
    (name) => ({ 'work/a.md': `${name}: todo\n` }),
  ],
  [
    'a heading',
    (name) => `${file}, ${states}, place: { section: ${name} }`,
    (name) => ({ 'work/a.md': `# ${name}\n\ntodo\n` }),
  ],
  [
    'columns',
    (name) => `items: { rows: B.md, row: { ${name}: '{id}' } }, ${states}, place: { column: ${name}-state }`,
    (name) => ({ 'B.md': `| ${name} | ${name}-state |\n|---|---|\n| a | todo |\n` }),
  ],
  [
    'the column of a second place, and its name',
    (name) =>
      `${file}, ${states}, places: { ${name}: { in: B.md, row: { ${name}: '{id}' }, column: Status } }, truth: ${name}`,
    (name) => ({ 'work/a.md': '', 'B.md': `| ${name} | Status |\n|---|---|\n| a | todo |\n` }),
  ],
  [
    'a key of data',
    (name) => `items: { keys: a.yml, at: ${name} }, ${states}, place: { data: ${name} }`,
    (name) => ({ 'a.yml': `${name}:\n  a: { ${name}: todo }\n` }),
  ],
  [
    'a heading of boxes',
    (name) =>
      `items: { boxes: B.md, section: ${name}, text: '{id}' }, ${states}, place: { box: true, says: { open: todo, ticked: doing } }`,
    (name) => ({ 'B.md': `# ${name}\n\n- [ ] a\n` }),
  ],
  [
    'a word of a place',
    (name) => `${file}, ${states}, place: { front-matter: status, says: { ${name}: todo, b: doing } }`,
    (name) => item(`status: ${name}`),
  ],
  [
    'a word of a state',
    (name) => `${file}, states: { todo: { words: ${name} }, doing: { holder: agent }, done: {} }, ${inFrontMatter}`,
    (name) => item(`status: ${name}`),
  ],
  [
    'a field',
    (name) =>
      `${file}, states: { todo: {}, doing: { holder: agent, needs: { field: { name: ${name}, one-of: ${name} } } }, done: {} }, ${inFrontMatter}, fields: { ${name}: { front-matter: ${name} } }`,
    (name) => item(`status: todo\n${name}: ${name}`),
  ],
  ['a kind', (name) => `kinds: { ${name}: { ${file}, ${states}, ${inFrontMatter} } }`, () => item('status: todo')],
  [
    'the values of a link',
    (name) =>
      `items: { elements: a.json }, ${states}, place: { data: status }, depends: { data: [links, '*', to], where: { ${name}: ${name} }, once: doing }`,
    (name) => ({ 'a.json': `[{ "id": "a", "status": "todo", "links": [{ "to": "gone", "${name}": "other" }] }]` }),
  ],
]

describe.each(uses)('%s', (_, keys, tree) => {
  it.each(['plain', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', async (name) => {
    const scene = declared(`workflows:\n  - { name: work, ${keys(name)} }\n`)
    const [first] = await scene.targets(tree(name))
    const found = await scene.diagnose(tree(name))
    const { outcome, state } = await scene.give(tree(name), '/accept a')
    expect([first?.id, found, outcome, state]).toEqual(['work:a', [], 'changed', 'doing'])
  })
})

it('a state that is added to a preset, and its words, may be called __proto__', async () => {
  const scene = declared(
    'workflows:\n  - { use: backlog-md, add-states: { __proto__: { after: Done } }, add-words: { __proto__: constructor } }\n',
  )
  const path = 'backlog/tasks/task-1.md'
  const [first] = await scene.targets({ [path]: '---\nid: task-1\nstatus: constructor\n---\n' })
  expect(first?.state).toBe('__proto__')
})
