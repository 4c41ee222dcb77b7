import { describe, expect, it } from 'vitest'
import type { Scene, Tree } from '../scene.ts'
import { declared } from './scene.ts'

const states = 'states: [todo, doing, done]'
const head = (status: string, extraKeys = '') => `---\nstatus: ${status}\n${extraKeys}---\n`
const one = (keys: string) => declared(`workflows: [{ name: work, ${keys} }]\n`)

const elements = one(`items: { elements: a.json, at: [] }, ${states}, place: { data: [status] }`)
const keys = one(`items: { keys: a.json, at: [] }, ${states}, place: { data: [] }`)
const yaml = one(`items: { keys: a.yml, at: [] }, ${states}, place: { data: [] }`)
const twoKeys = one(
  `items: { keys: a.json, at: [own] }, ${states}, places: { own: { data: [] }, other: { in: a.json, data: [other, '{id}'] } }`,
)
const board = one(
  `items: 'work/{id}.md', ${states}, places: { card: { front-matter: status }, board: { in: b.json, data: ['{id}'] } }`,
)
const boards = one(
  `items: 'work/{id}.md', ${states}, places: { card: { front-matter: status }, first: { in: b.json, data: [first, '{id}'] }, second: { in: b.json, data: [second, '{id}'] } }`,
)
const tasks = declared('workflows: [task-master]\n')
const needing = (need: string) =>
  one(
    `items: 'work/{id}.md', states: { todo: {}, doing: { holder: agent }, done: { needs: ${need} } }, place: { front-matter: status }`,
  )
const report = needing("{ exists: 'r/{id}/REPORT.md' }")
const checks = needing('{ boxes: all, in: CHECKS.md, section: A }')
const parts = one(
  "items: { files: 'work/{epic}-{n}.md', id: '{epic}-{n}' }, states: { todo: {}, doing: { holder: agent }, done: { needs: [{ boxes: all, in: 'e/{epic}.md' }, { boxes: all, in: 'r/{epic}-{n}.md' }] } }, place: { front-matter: status }",
)
const folders = one(
  "items: { folders: 'changes/{id}' }, states: [open, { shut: { needs: { boxes: all, in: '{folder}/tasks.md' } } }], place: { is: { says: shut } }",
)
const boxes = one(
  `items: 'work/{id}.md', ${states}, places: { card: { front-matter: status }, boxes: { is: { says: done, when: { boxes: [all, some], in: 'r/{id}.md' } } } }`,
)
const listed = one(
  "items: 'work/{id}.md', states-from: { in: s.yml, at: [statuses], default: [todo, done], end: [ended] }, places: { card: { front-matter: status }, report: { is: [{ says: end, when: { exists: 'r/{id}.md' } }, { says: todo, when: { exists: 'all.md' } }, { says: end }] } }",
)
const field = one(
  `items: 'work/{id}.md', ${states}, place: { front-matter: status }, fields: { owner: { in: o.yml, data: ['{id}'], required: true } }`,
)
const depending = one(
  `items: { elements: a.json, at: [] }, ${states}, place: { data: [status] }, depends: { data: [needs], once: doing }`,
)
const tracked = one(
  `kinds: { card: { items: 'work/{id}.md', ${states}, place: { front-matter: status }, depends: { front-matter: needs, once: doing } }, step: { items: { keys: t.yml, at: [] }, ${states}, place: { data: [] } } }`,
)

const twoSources = one(
  `items: ['work/{id}.md', { elements: a.json, at: [] }], ${states}, place: { in: 'work/{id}.md', front-matter: status }, depends: { data: [needs], once: doing }`,
)

const numbered = one(
  `items: { folders: 's/{number}-{slug}', id: '{number}' }, ${states}, place: { in: '{folder}/S.md', label: Status }, fields: { owner: { in: '{folder}/S.md', label: Owner, required: true } }`,
)
const stated = one(
  `items: { folders: 's/{number}-{slug}', id: '{number}' }, ${states}, place: { in: '{folder}/S.md', label: Status }`,
)
const table = one(`items: { rows: B.md, table: Board, row: { Item: '{id}' } }, ${states}, place: { column: Status }`)
const boardTable = one(
  `items: 'work/{id}.md', ${states}, places: { card: { front-matter: status }, board: { in: B.md, table: Board, row: { Item: '{id}' }, column: Status } }`,
)
const boxed = one(
  `items: 'work/{id}.md', ${states}, places: { card: { front-matter: status }, plan: { in: P.md, box: '{id} {title}' } }`,
)
const circular = one(
  `items: 'work/{id}.md', ${states}, place: { front-matter: status }, depends: { front-matter: needs, once: end }`,
)
const spec = (status: string, more = ''): string => `# x\n\nStatus: ${status}\n${more}`
const tableOf = (...rows: readonly string[]) => ({
  'B.md': `## Board\n\n| Item | Status |\n|---|---|\n${rows.map((row) => `| ${row} |\n`).join('')}`,
})
const planOf = (...boxes: readonly string[]) => ({ 'P.md': boxes.map((box) => `- ${box}\n`).join('') })

const list = (...items: readonly (readonly [id: string, status: string, needs?: string])[]): Tree => ({
  'a.json': `[\n${items.map(([id, status, needs]) => JSON.stringify({ id, status, needs })).join(',\n')}\n]\n`,
})
const task = (status: string, subtasks: readonly string[], title = ''): Tree => ({
  '.taskmaster/tasks/tasks.json': `${JSON.stringify({ tasks: [{ id: 1, status, subtasks: subtasks.map((part, index) => ({ id: index + 1, title, status: part })) }] }, null, 2)}\n`,
})
const cards = { 'work/a.md': head('todo'), 'work/b.md': head('todo') }
const begun = { ...cards, 'work/a.md': head('doing') }
const done = { 'work/a.md': head('done') }

type Row = readonly [name: string, scene: Scene, base: Tree, head: Tree, code: string, isStrict: boolean]

const rows: readonly Row[] = [
  [
    'an element behind it',
    elements,
    list(['a', 'lost']),
    list(['a', 'lost'], ['b', 'todo']),
    'ITEM_STATE_UNKNOWN',
    false,
  ],
  ['its own value', elements, list(['a', 'lost']), list(['a', 'gone']), 'ITEM_STATE_UNKNOWN', true],
  [
    'another key of its line',
    keys,
    { 'a.json': '{ "a": "lost", "b": "todo" }' },
    { 'a.json': '{ "a": "lost", "b": "doing" }' },
    'ITEM_STATE_UNKNOWN',
    false,
  ],
  [
    'its own key in a line with others',
    keys,
    { 'a.json': '{ "a": "gone", "b": "todo" }' },
    { 'a.json': '{ "a": "lost", "b": "todo" }' },
    'ITEM_STATE_UNKNOWN',
    true,
  ],
  [
    'another key of its line in YAML',
    yaml,
    { 'a.yml': '{ a: lost, b: todo }\n' },
    { 'a.yml': '{ a: lost, b: doing }\n' },
    'ITEM_STATE_UNKNOWN',
    false,
  ],
  [
    'its other place in the same file',
    twoKeys,
    { 'a.json': '{ "own": { "a": "todo" }, "other": { "a": "doing" } }' },
    { 'a.json': '{ "own": { "a": "todo" }, "other": { "a": "done" } }' },
    'ITEM_STATE_DRIFT',
    true,
  ],
  [
    'what it depends on, in its second source',
    twoSources,
    { ...begun, 'a.json': '[{ "id": "a" }, { "id": "b" }]' },
    { ...begun, 'a.json': '[{ "id": "a", "needs": ["b"] }, { "id": "b" }]' },
    'ITEM_DEPENDENCY_UNMET',
    true,
  ],
  [
    'another item in the line of its second source',
    twoSources,
    { ...begun, 'a.json': '[{ "id": "a", "needs": ["b"] }, { "id": "b" }]' },
    { ...begun, 'a.json': '[{ "id": "a", "needs": ["b"] }, { "id": "b", "x": 1 }]' },
    'ITEM_DEPENDENCY_UNMET',
    false,
  ],
  [
    'the place of another item in the line of its own',
    board,
    { ...cards, 'b.json': '{ "a": "done", "b": "doing" }' },
    { ...cards, 'b.json': '{ "a": "done", "b": "todo" }' },
    'ITEM_STATE_DRIFT',
    false,
  ],
  [
    'its place in a line with others',
    board,
    { ...cards, 'b.json': '{ "a": "todo", "b": "todo" }' },
    { ...cards, 'b.json': '{ "a": "done", "b": "todo" }' },
    'ITEM_STATE_DRIFT',
    true,
  ],
  [
    'the first of its two places in another file',
    boards,
    { 'work/a.md': head('todo'), 'b.json': '{ "first": { "a": "todo" }, "second": { "a": "todo" } }' },
    { 'work/a.md': head('todo'), 'b.json': '{ "first": { "a": "done" }, "second": { "a": "todo" } }' },
    'ITEM_STATE_DRIFT',
    true,
  ],
  [
    'the second of its two places in another file',
    boards,
    { 'work/a.md': head('todo'), 'b.json': '{ "first": { "a": "todo" }, "second": { "a": "todo" } }' },
    { 'work/a.md': head('todo'), 'b.json': '{ "first": { "a": "todo" }, "second": { "a": "done" } }' },
    'ITEM_STATE_DRIFT',
    true,
  ],
  [
    'the places of another item in the line of its two',
    boards,
    { ...cards, 'b.json': '{ "first": { "a": "done" }, "second": { "a": "todo" } }' },
    { ...cards, 'b.json': '{ "first": { "a": "done", "b": "todo" }, "second": { "a": "todo" } }' },
    'ITEM_STATE_DRIFT',
    false,
  ],
  [
    'a part of it, of a word of its own',
    tasks,
    task('lost', ['pending']),
    task('lost', ['done']),
    'ITEM_STATE_UNKNOWN',
    false,
  ],
  [
    'a further part of it, of a word of its own',
    tasks,
    task('lost', ['pending']),
    task('lost', ['pending', 'pending']),
    'ITEM_STATE_UNKNOWN',
    false,
  ],
  [
    'the state of a part, of a drift with the parts',
    tasks,
    task('pending', ['done', 'pending']),
    task('pending', ['done', 'done']),
    'ITEM_STATE_DRIFT',
    true,
  ],
  [
    'the title of a part, of a drift with the parts',
    tasks,
    task('pending', ['done', 'done']),
    task('pending', ['done', 'done'], 'New'),
    'ITEM_STATE_DRIFT',
    false,
  ],
  ['a needed file that is deleted', report, { ...done, 'r/a/REPORT.md': '' }, done, 'ITEM_NEED_UNMET', true],
  ['nothing', report, done, done, 'ITEM_NEED_UNMET', false],
  [
    'boxes of a file for all that are needed',
    checks,
    { ...done, 'CHECKS.md': '# A\n- [x] a\n' },
    { ...done, 'CHECKS.md': '# A\n- [ ] a\n' },
    'ITEM_NEED_UNMET',
    true,
  ],
  [
    'another part of a file for all in which open boxes are',
    checks,
    { ...done, 'CHECKS.md': '# A\n- [ ] a\n' },
    { ...done, 'CHECKS.md': '# A\n- [ ] a\n# B\n' },
    'ITEM_NEED_UNMET',
    false,
  ],
  [
    'another part of a file for all of an epic',
    parts,
    { 'work/a-1.md': head('done'), 'r/a-1.md': '- [x] a\n', 'e/a.md': '- [ ] a\n' },
    { 'work/a-1.md': head('done'), 'r/a-1.md': '- [x] a\n', 'e/a.md': '- [ ] a\n# B\n' },
    'ITEM_NEED_UNMET',
    false,
  ],
  [
    'a file that is named by all of which its id consists',
    parts,
    { 'work/a-1.md': head('done'), 'r/a-1.md': '- [ ] a\n', 'e/a.md': '- [x] a\n' },
    { 'work/a-1.md': head('done'), 'r/a-1.md': '- [ ] a\n- [ ] b\n', 'e/a.md': '- [x] a\n' },
    'ITEM_NEED_UNMET',
    true,
  ],
  [
    'a file of a folder that is an item, in which open boxes are',
    folders,
    { 'changes/a/tasks.md': '- [ ] a\n- [x] b\n' },
    { 'changes/a/tasks.md': '- [ ] a\n- [ ] b\n' },
    'ITEM_NEED_UNMET',
    true,
  ],
  [
    'the file by which a place is computed',
    boxes,
    { 'work/a.md': head('todo'), 'r/a.md': '- [x] a\n' },
    { 'work/a.md': head('todo'), 'r/a.md': '- [ ] a\n- [x] b\n' },
    'ITEM_STATE_DRIFT',
    true,
  ],
  [
    'a state that the list has now, which a computed place says, too',
    listed,
    { 'work/a.md': head('todo'), 'r/a.md': '', 's.yml': 'statuses: [todo, done, left]\nended: [done]\n' },
    { 'work/a.md': head('todo'), 'r/a.md': '', 's.yml': 'statuses: [todo, done, left]\nended: [done, left]\n' },
    'ITEM_STATE_DRIFT',
    false,
  ],
  [
    'a state that is no longer at an end, of which a computed place says it was',
    listed,
    { 'work/a.md': head('left'), 'r/a.md': '', 's.yml': 'statuses: [todo, done, left]\nended: [done, left]\n' },
    { 'work/a.md': head('left'), 'r/a.md': '', 's.yml': 'statuses: [todo, done, left]\nended: [done]\n' },
    'ITEM_STATE_DRIFT',
    true,
  ],
  [
    'a file for all by which a computed place says another state than before',
    listed,
    { 'work/a.md': head('left'), 's.yml': 'statuses: [todo, done, left]\nended: [done]\n' },
    { 'work/a.md': head('left'), 'all.md': '', 's.yml': 'statuses: [todo, done, left]\nended: [done]\n' },
    'ITEM_STATE_DRIFT',
    true,
  ],
  [
    'a required field in another file that is deleted',
    field,
    { 'work/a.md': head('todo'), 'o.yml': 'a: octocat\n' },
    { 'work/a.md': head('todo'), 'o.yml': '{}\n' },
    'ITEM_FIELD_INVALID',
    true,
  ],
  [
    'the field of another item',
    field,
    { 'work/a.md': head('todo'), 'o.yml': 'b: octocat\n' },
    { 'work/a.md': head('todo'), 'o.yml': 'b: hubot\n' },
    'ITEM_FIELD_INVALID',
    false,
  ],
  [
    'a new folder with the number of another',
    numbered,
    { 's/001-a/S.md': spec('todo', 'Owner: x\n') },
    { 's/001-a/S.md': spec('todo', 'Owner: x\n'), 's/001-b/S.md': spec('todo', 'Owner: x\n') },
    'ITEM_DUPLICATE',
    true,
  ],
  [
    'a folder beside two of one number',
    numbered,
    { 's/001-a/S.md': spec('todo', 'Owner: x\n'), 's/001-b/S.md': spec('todo', 'Owner: x\n') },
    {
      's/001-a/S.md': spec('todo', 'Owner: x\n'),
      's/001-b/S.md': spec('todo', 'Owner: x\n'),
      's/002-c/S.md': spec('todo', 'Owner: x\n'),
    },
    'ITEM_DUPLICATE',
    false,
  ],
  [
    'a new folder',
    stated,
    { 's/001-a/S.md': spec('todo', 'Owner: x\n') },
    { 's/001-a/S.md': spec('todo', 'Owner: x\n'), 's/002-b/x.md': 'x\n' },
    'ITEM_STATE_MISSING',
    true,
  ],
  [
    'the file of its state, which it takes away',
    stated,
    { 's/001-a/S.md': spec('todo'), 's/001-a/x.md': 'x\n' },
    { 's/001-a/x.md': 'x\n' },
    'ITEM_STATE_MISSING',
    true,
  ],
  [
    'the new folder that lacks a field',
    numbered,
    { 's/001-a/S.md': spec('todo', 'Owner: x\n') },
    { 's/001-a/S.md': spec('todo', 'Owner: x\n'), 's/002-b/S.md': spec('todo') },
    'ITEM_FIELD_INVALID',
    true,
  ],
  [
    'a new element in front of its duplicate',
    elements,
    list(['a', 'todo']),
    list(['a', 'done'], ['a', 'todo']),
    'ITEM_DUPLICATE',
    true,
  ],
  ['a copy of an element', elements, list(['a', 'todo']), list(['a', 'todo'], ['a', 'todo']), 'ITEM_DUPLICATE', true],
  [
    'an element beside two of one id',
    elements,
    list(['a', 'todo'], ['a', 'todo']),
    list(['a', 'todo'], ['a', 'todo'], ['b', 'todo']),
    'ITEM_DUPLICATE',
    false,
  ],
  [
    'a new row in front of its duplicate',
    table,
    tableOf('b | todo'),
    tableOf('b | done', 'b | todo'),
    'ITEM_DUPLICATE',
    true,
  ],
  ['a copy of a row', table, tableOf('b | todo'), tableOf('b | todo', 'b | todo'), 'ITEM_DUPLICATE', true],
  [
    'a row beside two of one id',
    table,
    tableOf('b | todo', 'b | todo'),
    tableOf('b | todo', 'b | todo', 'c | todo'),
    'ITEM_DUPLICATE',
    false,
  ],
  [
    'a second row of its place',
    boardTable,
    { ...cards, ...tableOf('a | todo', 'b | todo') },
    { ...cards, ...tableOf('a | todo', 'a | done', 'b | todo') },
    'ITEM_STATE_AMBIGUOUS',
    true,
  ],
  [
    'a row beside the two of its place',
    boardTable,
    { ...cards, ...tableOf('a | todo', 'a | done', 'b | todo') },
    { ...cards, ...tableOf('a | todo', 'a | done', 'b | todo', 'c | todo') },
    'ITEM_STATE_AMBIGUOUS',
    false,
  ],
  [
    'a second box of its place',
    boxed,
    { ...cards, ...planOf('[ ] a x', '[ ] b x') },
    { ...cards, ...planOf('[ ] a x', '[x] a y', '[ ] b x') },
    'ITEM_STATE_AMBIGUOUS',
    true,
  ],
  [
    'an item that closes a cycle',
    circular,
    { 'work/a.md': head('todo', 'needs: b\n'), 'work/b.md': head('todo') },
    { 'work/a.md': head('todo', 'needs: b\n'), 'work/b.md': head('todo', 'needs: a\n') },
    'ITEM_DEPENDENCY_CYCLE',
    true,
  ],
  [
    'an item beside a cycle',
    circular,
    { 'work/a.md': head('todo', 'needs: b\n'), 'work/b.md': head('todo', 'needs: a\n') },
    { 'work/a.md': head('todo', 'needs: b\n'), 'work/b.md': head('todo', 'needs: a\n'), 'work/c.md': head('todo') },
    'ITEM_DEPENDENCY_CYCLE',
    false,
  ],
]

describe('an item whose file is not its own alone', () => {
  it.each(rows)('is touched by what is about it: %s', async (_, { diagnose }, base, tree, code, isStrict) => {
    const found = await diagnose(tree, { base })
    expect(found.map((finding) => [finding.code, finding.touched])).toEqual([[code, isStrict]])
    const [strict, soft] = code.startsWith('ITEM_DEPENDENCY') ? ['warning', 'notice'] : ['error', 'warning']
    expect(found[0]?.severity).toBe(isStrict ? strict : soft)
  })

  it.each([
    ['taken back from its end', 'done', 'warning'],
    ['not at its end before either', 'doing', 'warning'],
    ['as it was', 'todo', 'notice'],
  ])('is touched by what it depends on: %s', async (_, before, severity) => {
    const found = await depending.diagnose(list(['a', 'doing', 'b'], ['b', 'todo']), {
      base: list(['a', 'doing', 'b'], ['b', before], ['c', 'todo']),
    })
    expect(found.map((finding) => [finding.code, finding.severity])).toContainEqual(['ITEM_DEPENDENCY_UNMET', severity])
  })

  it.each([
    ['of another item', 'b: todo\nc: doing\n', 'notice'],
    ['that is its own', 'b: doing\nc: todo\n', 'warning'],
  ])('is touched by what it depends on in a file with others: by a value %s', async (_, tracker, severity) => {
    const base = { 'work/a.md': head('doing', 'needs: b\n'), 't.yml': 'b: todo\nc: todo\n' }
    const found = await tracked.diagnose({ ...base, 't.yml': tracker }, { base })
    expect(found.map((finding) => [finding.code, finding.severity])).toEqual([['ITEM_DEPENDENCY_UNMET', severity]])
  })
})

describe('`required-from` of a computed place', () => {
  const scene = one(
    `items: 'work/{id}.md', ${states}, places: { card: { front-matter: status }, report: { required-from: doing, hint: Write it, is: { says: [doing, done], when: { exists: 'r/{id}.md' } } } }`,
  )
  it.each([
    ['is there where it says something', { 'r/a.md': '' }, []],
    ['is missing where it says nothing', {}, ['ITEM_STATE_MISSING The workflow notes: `Write it`.']],
  ])('%s', async (_, files: Tree, expected) => {
    const found = await scene.diagnose({ 'work/a.md': head('doing'), ...files })
    expect(found.map(({ code, hint }) => `${code} ${hint}`)).toEqual(expected)
  })
})
