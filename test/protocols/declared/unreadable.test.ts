import { describe, expect, it } from 'vitest'
import { laneOf } from '../../../src/core/board.ts'
import type { Scene, SceneSetting, Tree } from '../scene.ts'
import { declared } from './scene.ts'

const head = (status: string, extraKeys = '') => `---\nstatus: ${status}\n${extraKeys}---\n`
const states = 'states: [todo, doing, done]'
const lines = declared(
  `workflows: [{ name: work, items: { elements: a.jsonl }, ${states}, place: { data: [status] }, depends: { data: [needs] } }]\n`,
)
const cards = declared(
  `workflows: [{ name: work, items: 'work/{id}.md', ${states}, place: { front-matter: status }, moves: linear, depends: { front-matter: needs } }]\n`,
)
const named = declared(
  `workflows: [{ name: work, items: { files: 'work/*.md', id: { front-matter: id }, except: ['**/README.md'] }, ${states}, place: { front-matter: status } }]\n`,
)
const keys = declared(
  `workflows: [{ name: work, items: { keys: t.yml, at: [all] }, ${states}, place: { data: [] } }]\n`,
)

const [a, b, c] = [
  '{"id":"a","status":"todo"}',
  '{"id":"b","status":"doing"}',
  '{"id":"c","status":"todo","needs":["b"]}',
]
const jsonl = (...written: readonly (string | undefined)[]): Tree => ({ 'a.jsonl': `${written.join('\n')}\n` })
const twice = head('doing', 'status: todo\n')
const folder = (card: string): Tree => ({
  'work/a.md': head('todo'),
  'work/b.md': card,
  'work/c.md': head('todo', 'needs: b\n'),
})
const badKeys: Tree = { 't.yml': 'all:\n  a: todo\n  a: doing\n' }

describe('what cannot be read', () => {
  it.each<readonly [string, Scene, Tree, Tree | undefined, readonly string[], readonly string[]]>([
    ['a line', lines, jsonl(a, '{"id":"b"', c), jsonl(a, b, c), ['a.jsonl:2 ITEM_UNREADABLE'], ['a', 'c']],
    [
      'a line with a key twice',
      lines,
      jsonl('{"id":"a","id":"b"}', c),
      undefined,
      ['a.jsonl:1 ITEM_UNREADABLE'],
      ['c'],
    ],
    [
      'two lines and the marks of a conflict',
      lines,
      jsonl(a, '<<<<<<< ours', b, '>>>>>>> theirs'),
      undefined,
      ['a.jsonl:2 ITEM_UNREADABLE', 'a.jsonl:4 ITEM_UNREADABLE'],
      ['a', 'b'],
    ],
    ['a line in the base', lines, jsonl(a, b, c), jsonl(a, '{', c), [], ['a', 'b', 'c']],
    ['a file', cards, folder(twice), folder(head('doing')), ['work/b.md:3 ITEM_UNREADABLE'], ['a', 'c', 'b']],
    ['a file in the base', cards, folder(head('done')), folder(twice), [], ['a', 'b', 'c']],
    ['a tracker', keys, badKeys, { 't.yml': 'all:\n  a: todo\n' }, ['t.yml:3 ITEM_UNREADABLE'], []],
    [
      'a file that has its id in it',
      named,
      { 'work/x.md': head('todo', 'id: a\nid: b\n') },
      { 'work/x.md': head('todo', 'id: a\n') },
      ['work/x.md:4 ITEM_UNREADABLE'],
      [],
    ],
    [
      'a file that is no item',
      named,
      { 'work/x.md': head('todo', 'id: a\n'), 'work/README.md': new Uint8Array([255, 0]) },
      undefined,
      [],
      ['a'],
    ],
  ])('is found once, and hides no other item: %s', async (_, { diagnose, targets }, tree, base, expected, ids) => {
    const found = await diagnose(tree, { base })
    expect(found.map(({ path, line, code }) => `${path}:${line} ${code}`)).toEqual(expected)
    expect((await targets(tree)).map(({ id }) => id)).toEqual(ids.map((id) => `work:${id}`))
  })

  const rows = (truth: string) =>
    declared(
      `workflows:\n  - name: work\n    items: ['work/{id}.md', { rows: B.md, row: { Item: '{id}' } }]\n    ${states}\n    places:\n      file: { in: 'work/{id}.md', front-matter: status, required-from: todo }\n      board: { in: B.md, row: { Item: '{id}' }, column: State, required-from: todo }\n    depends: { front-matter: needs, once: doing }\n${truth}`,
    )
  const board = '| Item | State |\n|---|---|\n| b | done |\n'
  it.each<readonly [string, Scene, Tree]>([
    ['alone', cards, { 'work/b.md': twice }],
    ['alone, no text', cards, { 'work/b.md': new Uint8Array([255, 254]) }],
    ['with a row, the file is right', rows('    truth: file\n'), { 'work/b.md': twice, 'B.md': board }],
    ['with a row, none is right', rows(''), { 'work/b.md': twice, 'B.md': board }],
  ])('is an item that nobody holds: a file, %s', async (_, { targets, diagnose, next, give }, tree) => {
    const [target, ...others] = await targets(tree)
    expect(others).toEqual([])
    expect(target).toMatchObject({ id: 'work:b', state: 'unreadable', turn: { unreadable: true } })
    expect(target?.holder).toBeUndefined()
    expect(laneOf(target?.holder, target?.turn ?? {})).toBe('unknown')
    const found = await diagnose(tree)
    expect(found.map(({ code, path, target: about }) => [code, path, about])).toEqual([
      ['ITEM_UNREADABLE', 'work/b.md', 'work:b'],
    ])
    expect((await next(tree)).actions).toMatchObject([
      { do: 'mend', target: 'work:b', read: ['work/b.md'], run: '/explain ITEM_UNREADABLE' },
    ])
    expect((await give(tree, '/accept b')).codes).toEqual(['ITEM_UNREADABLE error'])
  })

  it('hides no state that a place which is right says, and counts as no end where it is that place', async () => {
    const { targets } = rows('    truth: board\n')
    const [target] = await targets({ 'work/b.md': twice, 'B.md': board })
    expect(target?.state).toBe('done')
    const { diagnose } = rows('    truth: file\n')
    const both = { 'work/a.md': head('doing', 'needs: b\n'), 'B.md': `${board}| a | doing |\n` }
    const codes = async (card: string) => (await diagnose({ ...both, 'work/b.md': card })).map(({ code }) => code)
    expect(await codes(head('done'))).toEqual([])
    expect(await codes(twice)).toEqual(['ITEM_UNREADABLE'])
  })

  it('of many lines the first are named, and how many there are', async () => {
    const found = await lines.diagnose({ 'a.jsonl': `${a}\n${'{\n'.repeat(100)}` })
    expect(found).toHaveLength(20)
    expect(found.at(-1)?.message).toContain('; 80 further lines cannot be read either')
    expect(found.at(-1)?.line).toBe(21)
  })

  it('an item that is gone beside it is still missed', async () => {
    const { 'work/c.md': _, ...tree } = folder(twice)
    const found = await cards.diagnose(tree, { base: folder(twice) })
    expect(found.map(({ code, path }) => [code, path])).toContainEqual(['ITEM_REMOVED', 'work/c.md'])
  })
})

describe('what may hold an item that the other side lacks', () => {
  const plans = declared(
    `workflows: [{ name: work, items: { files: 'work/*.md', id: { front-matter: id } }, ${states}, place: { front-matter: status }, moves: { from: todo, to: doing } }]\n`,
  )
  const kinds = declared(
    `workflows: [{ name: work, kinds: { story: { items: 'work/{id}.md', ${states}, place: { front-matter: status }, moves: linear }, epic: { items: { keys: t.yml, at: [all] }, ${states}, place: { data: [] } } } }]\n`,
  )
  const log = declared(
    `workflows: [{ name: work, items: { elements: a.jsonl }, ${states}, place: { data: [status] }, moves: { from: todo, to: doing, by: hand } }]\n`,
  )
  const plan = (id: string, extraKeys = '') => head('todo', `id: ${id}\n${extraKeys}`)
  const old = { 'work/old.md': plan('x', 'id: x\n') }
  const [one, two] = [{ 'work/1.md': plan('p1') }, { 'work/2.md': plan('p2') }]
  const late = head('done', 'id: p3\n')
  const d = '{"id":"d","status":"done"}'
  const many = '{\n'.repeat(30).trimEnd()

  it.each<readonly [string, Scene, Tree, Tree, readonly string[]]>([
    [
      'a file that was so before holds none that is gone',
      plans,
      { ...old, ...two },
      { ...old, ...one, ...two },
      ['ITEM_REMOVED'],
    ],
    [
      'a file that was so before holds none that is new',
      plans,
      { ...old, ...one, 'work/3.md': late },
      { ...old, ...one },
      ['ITEM_BEGIN_ILLEGAL'],
    ],
    ['a file that is so now may', plans, { ...old, ...two }, { 'work/old.md': plan('p1'), ...two }, []],
    [
      'a file that was so before with another text may',
      plans,
      { ...two, 'work/old.md': plan('p1', 'id: x\n') },
      { ...old, ...one, ...two },
      [],
    ],
    ['a file that was so before and is read now may', plans, { 'work/old.md': late, ...one }, { ...old, ...one }, []],
    ['a line that was so before holds none that is gone', log, jsonl('{', b), jsonl(a, '{', b), ['ITEM_REMOVED']],
    ['a line that was so before holds none that is new', log, jsonl(a, '{', d), jsonl('{', a), ['ITEM_BEGIN_ILLEGAL']],
    ['a line that is so now may', log, jsonl('{', '{"id":"a"', b), jsonl(a, '{', b), []],
    ['lines behind those that are named may', log, jsonl(many, '{"id":"a"', b), jsonl(many, '{', a, b), []],
    [
      'a file of another kind holds none',
      kinds,
      badKeys,
      { 'work/b.md': head('todo'), 't.yml': 'all:\n  x: todo\n' },
      ['ITEM_REMOVED'],
    ],
    ['a file of its own kind may', kinds, badKeys, { 't.yml': 'all:\n  a1: todo\n' }, []],
  ])('%s', async (_, { diagnose }, tree, base, expected) => {
    const found = await diagnose(tree, { base })
    expect(found.flatMap(({ code }) => (code === 'ITEM_UNREADABLE' ? [] : [code]))).toEqual(expected)
  })
})

describe('a command about an item that cannot be read', () => {
  it.each<readonly [string, Scene, Tree, string, string, string]>([
    [
      'in a line',
      lines,
      jsonl(a, '{"id":"b"', c),
      '/accept b',
      'a.jsonl:2',
      'Unknown target `b`, which may be in `a.jsonl`',
    ],
    ['that is a file', cards, folder(twice), '/accept b', 'work/b.md:3', '`b` is in `work/b.md`, which cannot be read'],
    ['that is named whole', cards, folder(twice), '/handback work:b', 'work/b.md:3', '`b` is in `work/b.md`'],
    ['in a tracker', keys, badKeys, '/sync a', 't.yml:3', 'Unknown target `a`, which may be in `t.yml`'],
  ])('is refused with the file: %s', async (_, { give }, tree, comment, place, message) => {
    const { codes, changed, result } = await give(tree, comment)
    expect([codes, changed]).toEqual([['ITEM_UNREADABLE error'], []])
    expect(result.diagnostics.map(({ path, line }) => `${path}:${line}`)).toEqual([place])
    expect(result.diagnostics[0]?.message).toContain(message)
  })

  it('another name is unknown as ever', async () => {
    expect((await cards.give(folder(twice), '/accept bx')).codes).toEqual(['TARGET_UNKNOWN error'])
  })
})

describe('an id that is unknown', () => {
  const needing = (needs: string) => `{"id":"d","status":"todo","needs":["${needs}"]}`
  const teams = declared(
    `workflows: [{ name: work, kinds: { task: { items: { keys: 't/{team}.yml', at: [all], id: '{team}-{n}' }, ${states}, place: { data: [] } }, card: { items: 'work/{id}.md', ${states}, place: { front-matter: status }, depends: { front-matter: needs } } } }]\n`,
  )
  const team = (needs: string) => ({ ...badTeam, 'work/a.md': head('todo', `needs: ${needs}\n`) })
  const card = `card: { items: 'work/{id}.md', ${states}, place: { front-matter: status }, depends: { front-matter: needs } }`
  const elementsBy = (id: string) =>
    declared(
      `workflows: [{ name: work, kinds: { story: { items: { elements: 'plan/{epic}.yml', at: [stories], id: '${id}' }, ${states}, place: { data: [s] } }, ${card} } }]\n`,
    )
  const [epics, slashes, numbers] = [elementsBy('{epic}-{n}'), elementsBy('{epic}/{n}'), elementsBy('{epic}-{number}')]
  const epic = (name: string, key: string, needs: string) => ({
    [`plan/${name}.yml`]: `stories:\n  - { ${key}, s: todo, s: done }\n`,
    'work/a.md': head('todo', `needs: [${needs}]\n`),
  })
  const log = declared(
    `workflows: [{ name: work, items: { elements: 'plan/{epic}.jsonl', id: '{epic}-{n}' }, ${states}, place: { data: [status] }, depends: { data: [needs] } }]\n`,
  )
  const parts = (...written: readonly string[]) => ({ 'plan/form.jsonl': `${written.join('\n')}\n` })
  const sprints = declared(
    `workflows: [{ name: work, kinds: { sprint: { items: { keys: s.yml, at: [all], id: 'S{n}' }, ${states}, place: { data: [] } }, ${card} } }]\n`,
  )
  const sprint = (needs: string) => ({
    's.yml': 'all:\n  S1: todo\n  S1: doing\n',
    'work/a.md': head('todo', `needs: ${needs}\n`),
  })
  const badTeam = { 't/x.yml': 'all:\n  x-1: todo\n  x-1: doing\n' }

  it.each<readonly [string, Scene, Tree, isUnknown: boolean]>([
    ['in the line', lines, jsonl(a, '{"id":"b"', needing('B')), false],
    ['nowhere in the line', lines, jsonl(a, '{"id":"b"', needing('bz')), true],
    ['perhaps in the line, by escapes', lines, jsonl(a, String.raw`{"id":"\u0062z"`, needing('bz')), false],
    ['in the file', teams, team('x-1'), false],
    ['nowhere in the file', teams, team('x-2'), true],
    ['of another file by its template', teams, team('y-1'), true],
    ['of no file by the template', teams, team('x'), true],
    ['in the file, and its team has several words', epics, epic('login-form', 'n: 1', 'login-form-1'), false],
    ['in the file, and its team is another', epics, epic('login-form', 'n: 1', 'login-1'), true],
    ['in the file with a name in capitals', epics, epic('Form', 'n: 1', 'form-1'), false],
    ['in the file, and written in capitals', epics, epic('form', 'n: A', 'FORM-a'), false],
    [
      'in the line of another part of the same',
      log,
      parts('{"n":"1"', '{"n":"2","status":"todo","needs":["1"]}'),
      false,
    ],
    ['nowhere in the line of another part', log, parts('{"n":"1"', '{"n":"2","status":"todo","needs":["3"]}'), true],
    ['in the file, joined to a letter', sprints, sprint('S1'), false],
    ['in the file, with a slash in its template', slashes, { ...epic('form', 'n: 1', 'form/1') }, false],
    ['in the file, with a number of another form', numbers, epic('form', 'number: 1.2', 'form-1.2'), false],
  ])('is found where what cannot be read does not hold it: %s', async (_, { diagnose }, tree, isUnknown) => {
    const found = await diagnose(tree)
    expect(found.flatMap(({ code }) => (code === 'ITEM_UNREADABLE' ? [] : [code]))).toEqual(
      isUnknown ? ['ITEM_DEPENDENCY_UNKNOWN'] : [],
    )
  })

  it('is a target that may be in a file whose name has several words', async () => {
    const { codes } = await epics.give(epic('login-form', 'n: 1', ''), '/accept login-form-1 doing')
    expect(codes).toEqual(['ITEM_UNREADABLE error'])
  })

  it('is no target either', async () => {
    const { codes } = await lines.give(jsonl(a, '{"id":"b"', c), '/accept bz')
    expect(codes).toEqual(['TARGET_UNKNOWN error'])
  })
})

describe('an item on which a condition depends, and which cannot be read', () => {
  const stories = (needs: string, extraKeys = '') =>
    declared(
      `workflows: [{ name: work, kinds: { story: { items: { elements: 'plan/{epic}.yml', at: [stories], id: '{epic}-{n}' }, ${states}, place: { data: [s] } }, work: { items: 'work/{id}.md', states: { todo: {}, doing: { holder: agent, needs: ${needs} }, done: {} }, place: { front-matter: status }, depends: { front-matter: needs }${extraKeys} } } }]\n`,
    )
  const met = stories('{ depends: met }')
  const unmet = stories('{ depends: unmet }')
  const [readable, ended, unread] = [
    { 'plan/form.yml': 'stories:\n  - { n: 1, s: todo }\n' },
    { 'plan/form.yml': 'stories:\n  - { n: 1, s: done }\n' },
    { 'plan/form.yml': 'stories:\n  - { n: 1, s: todo, s: done }\n' },
  ]
  const beside = (status: string) => ({ 'plan/x.yml': `stories:\n  - { n: 1, s: ${status} }\n` })
  const epics = (needs: string) =>
    declared(
      `workflows: [{ name: work, kinds: { epic: { items: 'epics/{id}.md', states: { todo: {}, doing: { holder: agent, needs: ${needs} }, done: {} }, place: { front-matter: status } }, story: { items: 'work/{id}.md', ${states}, place: { front-matter: status }, within: { front-matter: epic } }, task: { items: { files: 'tasks/{epic}-{n}.md', id: '{epic}-{n}' }, ${states}, place: { front-matter: status }, within: '{epic}' } } }]\n`,
    )
  const [all, some, none] = [
    epics('{ parts: { all: done } }'),
    epics('{ parts: { some: true } }'),
    epics('{ parts: { none-of: doing } }'),
  ]
  const part = (status: string, ofEpic = 'a') => head(status, `epic: ${ofEpic}\n`)
  const twiceIn = (ofEpic: string) => head('todo', `epic: ${ofEpic}\nstatus: done\n`)

  it.each<readonly [string, Scene, Tree, string, readonly string[]]>([
    ['a dependency that has not ended', met, readable, 'form-1', ['ITEM_NEED_UNMET error']],
    ['a dependency that has ended', met, ended, 'form-1', []],
    ['a dependency that cannot be read', met, unread, 'form-1', ['ITEM_UNREADABLE error']],
    ['a dependency that there is none of', met, unread, 'form-2', []],
    ['one that has not ended', met, { ...unread, ...beside('todo') }, 'form-1, x-1', ['ITEM_NEED_UNMET error']],
    ['one that has ended', met, { ...unread, ...beside('done') }, 'form-1, x-1', ['ITEM_UNREADABLE error']],
    ['a dependency that may not have ended', unmet, unread, 'form-1', ['ITEM_UNREADABLE error']],
    ['another that has not ended', unmet, { ...unread, ...beside('todo') }, 'form-1, x-1', []],
  ])('does not count as one that has ended: %s', async (_, { give }, tree, needs, expected) => {
    const { codes } = await give({ ...tree, 'work/a.md': head('todo', `needs: [${needs}]\n`) }, '/accept a doing')
    expect(codes).toEqual(expected)
  })

  it('is no finding of its own where an item needs it', async () => {
    const found = await met.diagnose({ ...unread, 'work/a.md': head('doing', 'needs: [form-1]\n') })
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(['plan/form.yml ITEM_UNREADABLE'])
  })

  it('an unknown parent is no dependency', async () => {
    const nested = stories('{ depends: met }', ', within: { front-matter: parent }')
    const { codes } = await nested.give({ ...unread, 'work/a.md': head('todo', 'parent: form-1\n') }, '/accept a doing')
    expect(codes).toEqual([])
  })

  it.each<readonly [string, Scene, Tree, readonly string[]]>([
    ['a part that has not ended', all, { 'work/y.md': part('todo') }, ['ITEM_NEED_UNMET error']],
    ['no other part', all, {}, []],
    ['a part', all, { 'work/y.md': twiceIn('a') }, ['ITEM_UNREADABLE error']],
    ['a part by its path', all, { 'tasks/a-1.md': twiceIn('b') }, ['ITEM_UNREADABLE error']],
    ['a part of another', all, { 'work/y.md': twiceIn('b') }, []],
    ['a part of another by its path', all, { 'tasks/b-1.md': twiceIn('a') }, []],
    ['a part that may be in the state', none, { 'work/y.md': twiceIn('a') }, ['ITEM_UNREADABLE error']],
    ['a part beside one that is enough', some, { 'work/y.md': twiceIn('a') }, []],
  ])('does not count as absent: %s', async (_, { give }, tree, expected) => {
    const { codes } = await give({ ...tree, 'epics/a.md': head('todo'), 'work/x.md': part('done') }, '/accept a doing')
    expect(codes).toEqual(expected)
  })

  it('may be the only part', async () => {
    const { codes } = await some.give({ 'epics/a.md': head('todo'), 'work/y.md': twiceIn('a') }, '/accept a doing')
    expect(codes).toEqual(['ITEM_UNREADABLE error'])
  })
})

describe('a file beside the items that cannot be read', () => {
  const one = (extraKeys: string, ownStates = '[todo, doing, done]') =>
    declared(`workflows: [{ name: work, items: 'work/{id}.md', states: ${ownStates}, ${extraKeys} }]\n`)
  const ownPlace = 'place: { front-matter: status }'
  const needing = (need: string) => one(ownPlace, `{ todo: {}, doing: { holder: agent }, done: { needs: ${need} } }`)
  const exists = needing("{ exists: 'r/{id}.md' }")
  const missing = needing("{ missing: ['r/{id}.md', 'q/{id}.md'] }")
  const boxes = needing("{ boxes: [all, missing], in: 'r/{id}.md' }")
  const field = one(
    `${ownPlace}, fields: { owner: { in: 'r/{id}.md', front-matter: owner, required: true } }, moves: [{ from: doing, to: done, needs: { field: { name: owner, one-of: [octocat] } } }]`,
  )
  const computed = one(
    "places: { card: { front-matter: status }, boxes: { is: [{ says: done, when: { boxes: all, in: 'r/{id}.md' } }, { says: [todo, doing] }] } }",
  )
  const effect = one(`${ownPlace}, on-move: { append: '- {text}', section: Log, in: 'r/{id}.md' }`)

  const bytes = new Uint8Array([255, 0])
  const large = '- [x] a\n'.repeat(10_000)
  const limit = 50_000
  it.each<readonly [string, Scene, string, string | Uint8Array, boolean]>([
    ['a link that should exist', exists, 'done', '../elsewhere', true],
    ['a link that should be missing', missing, 'done', '../elsewhere', true],
    ['a link with boxes', boxes, 'done', '../elsewhere', true],
    ['bytes with boxes', boxes, 'done', bytes, false],
    ['a large file with boxes', boxes, 'done', large, false],
    ['a link with a field', field, 'doing', '../elsewhere', true],
    ['front matter of a field with a key twice', field, 'doing', '---\nowner: a\nowner: b\n---\n', false],
    ['a link by which a place is computed', computed, 'doing', '../elsewhere', true],
    ['bytes by which a place is computed', computed, 'done', bytes, false],
    ['a link with the section of an effect', effect, 'doing', '../elsewhere', true],
  ])('is the only finding, and refuses the command: %s', async (_, { diagnose, give }, status, content, isLink) => {
    const tree = { 'work/a.md': head(status), 'r/a.md': content }
    const setting = { limit, ...(isLink && { links: ['r/a.md'] }) }
    const found = await diagnose(tree, setting)
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(['r/a.md ITEM_UNREADABLE'])
    const { codes, changed, result } = await give(
      { ...tree, 'work/a.md': head('doing') },
      '/handback a "Why?"',
      setting,
    )
    expect([codes, changed]).toEqual([['ITEM_UNREADABLE error'], []])
    expect(result.reply).toContain('`r/a.md` cannot be read')
  })

  it.each<readonly [string, Scene, Tree, readonly string[]]>([
    ['a file that only has to exist may hold any bytes', exists, { 'r/a.md': bytes }, []],
    [
      'one of several files that is there is enough',
      missing,
      { 'r/a.md': '', 'q/a.md': '../elsewhere' },
      ['ITEM_NEED_UNMET error'],
    ],
  ])('%s', async (_, { give }, files, expected) => {
    const { codes } = await give({ 'work/a.md': head('doing'), ...files }, '/handback a', { links: ['q/a.md'] })
    expect(codes).toEqual(expected)
  })
})

describe('a file by which a place is known', () => {
  const one = (extraKeys: string, ownStates = '[todo, doing, done]') =>
    declared(`workflows: [{ name: work, items: 'work/{id}.md', states: ${ownStates}, ${extraKeys} }]\n`)
  const computed = one(
    "places: { card: { front-matter: status }, boxes: { is: [{ says: doing, when: { exists: 'q/{id}.md' } }, { says: done, when: [{ boxes: all, in: 'r/{id}.md' }, { exists: 's/{id}.md' }] }, { says: [todo, doing] }] } }",
  )
  const written = one(
    "places: { card: { front-matter: status }, note: { in: ['q/{id}.md', 'r/{id}.md'], front-matter: status } }",
  )
  const exists = one(
    "places: { card: { front-matter: status }, report: { is: [{ says: doing, when: { exists: ['r/{id}.md', 'q/{id}.md'] } }, { says: todo }] } }",
  )
  const bytes = new Uint8Array([255, 0])

  it.each<readonly [string, Scene, Tree, Pick<SceneSetting, 'links' | 'submodules'>, isRefused: boolean]>([
    ['a line behind the one that holds', computed, { 'q/a.md': '', 'r/a.md': bytes }, {}, false],
    ['a condition beside one that does not hold', computed, { 'r/a.md': bytes }, {}, false],
    ['a line that would count', computed, { 'r/a.md': bytes, 's/a.md': '' }, {}, true],
    ['a file behind the one that counts', written, { 'q/a.md': head('doing'), 'r/a.md': bytes }, {}, false],
    ['the file that counts', written, { 'q/a.md': bytes, 'r/a.md': head('doing') }, {}, true],
    ['a link behind a file', exists, { 'r/a.md': '', 'q/a.md': '' }, { links: ['q/a.md'] }, false],
    ['a link before a file', exists, { 'r/a.md': '', 'q/a.md': '' }, { links: ['r/a.md'] }, false],
    ['a link alone', exists, { 'q/a.md': '' }, { links: ['q/a.md'] }, true],
  ])('refuses a command only where it decides: %s', async (_, { give }, files, setting, isRefused) => {
    const { codes } = await give({ 'work/a.md': head('doing'), ...files }, '/handback a', setting)
    expect(codes.includes('ITEM_UNREADABLE error')).toBe(isRefused)
  })

  it.each<readonly [string, Scene, Pick<SceneSetting, 'links' | 'submodules'>, readonly string[]]>([
    ['a link', exists, { links: ['r/a.md'] }, ['r/a.md Unexpected symbolic link, expected a file']],
    ['a submodule, which is no file', exists, { submodules: ['r/a.md'] }, []],
    [
      'a submodule in place of a file',
      written,
      { submodules: ['r/a.md'] },
      ['r/a.md Unexpected submodule, expected a file'],
    ],
  ])('is named for what it is: %s', async (_, { diagnose }, setting, expected) => {
    const found = await diagnose({ 'work/a.md': head('todo'), 'r/a.md': '' }, setting)
    expect(found.map(({ path, message }) => `${path} ${message}`)).toEqual(expected)
  })
})

describe('a link or submodule in place of a folder', () => {
  const one = (keys: string) => declared(`workflows: [{ name: work, ${keys}, ${states} }]\n`)
  const board = one("items: { rows: 'docs/plan/B.md', row: { Item: '{id}' } }, place: { column: State }")
  const specs = one("items: { folders: 'specs/{id}' }, place: { in: '{path}/s.md', front-matter: status }")
  const place = one(
    "items: 'work/{id}.md', places: { card: { front-matter: status }, note: { in: 'r/{id}.md', front-matter: status } }",
  )
  const report = one(
    "items: 'work/{id}.md', places: { card: { front-matter: status }, report: { is: [{ says: doing, when: { exists: 'r/{id}.md' } }, { says: todo }] } }",
  )
  const missing = declared(
    `workflows: [{ name: work, items: 'work/{id}.md', place: { front-matter: status }, states: { todo: {}, doing: { needs: { missing: 'r/{id}.md' } }, done: {} } }]\n`,
  )
  const two = { 'work/a.md': head('doing'), 'work/b.md': head('doing'), r: '../elsewhere' }
  const isLink = 'Unexpected symbolic link, expected a folder'

  it.each<readonly [string, Scene, Tree, string, string]>([
    ['of the items', cards, { work: '../elsewhere' }, 'work', '/accept a'],
    ['of a file with items', board, { 'docs/plan': '../elsewhere' }, 'docs/plan', '/accept a'],
    ['of folders that are items', specs, { specs: '../elsewhere' }, 'specs', '/accept a'],
    ['of a place', place, two, 'r', '/handback a'],
    ['of a file by which a place is computed', report, two, 'r', '/handback a'],
    ['of a file that should be missing', missing, { ...two, 'work/a.md': head('todo') }, 'r', '/accept a doing'],
  ])('is the only finding, and refuses the command: %s', async (_, { diagnose, give }, tree, link, comment) => {
    for (const [setting, message] of [
      [{ links: [link] }, isLink],
      [{ submodules: [link] }, isLink.replace('symbolic link', 'submodule')],
    ] as const) {
      const found = await diagnose(tree, setting)
      expect(found.map(({ path, code, message: text }) => `${path} ${code} ${text}`)).toEqual([
        `${link} ITEM_UNREADABLE ${message}`,
      ])
      const { codes, changed, result } = await give(tree, comment, setting)
      expect([codes, changed]).toEqual([['ITEM_UNREADABLE error'], []])
      expect(result.diagnostics[0]?.message).toContain(message)
    }
  })

  it('items that were below it do not count as removed', async () => {
    const found = await cards.diagnose({ work: '../elsewhere' }, { links: ['work'], base: folder(head('todo')) })
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(['work ITEM_UNREADABLE'])
  })

  it('is no finding where the folder may have any name', async () => {
    const found = await one("items: 'specs/{id}/s.md', place: { front-matter: status }").diagnose(
      { 'specs/latest': 'a', 'specs/a/s.md': head('todo') },
      { links: ['specs/latest'] },
    )
    expect(found).toEqual([])
  })
})

describe('a file that lists the states', () => {
  const scene = declared(
    `workflows: [{ name: work, items: 'work/{id}.md', states-from: { in: s.yml, at: [statuses], default: [todo, doing, done], begin: [first, todo], end: [last] }, place: { front-matter: status } }]\n`,
  )
  const card = { 'work/a.md': head('todo') }
  it.each([
    ['a map', 'statuses: { todo: 1 }\n'],
    ['a map among the names', 'statuses: [todo, { done: 1 }]\n'],
    ['an empty name', "statuses: ['']\n"],
    ['a map as the first state', 'statuses: [todo, done]\nfirst: { todo: 1 }\n'],
  ])('cannot be read with %s, and no item is judged', async (_, text) => {
    const found = await scene.diagnose({ ...card, 's.yml': text })
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(['s.yml ITEM_UNREADABLE'])
    const { codes, result } = await scene.give({ ...card, 's.yml': text }, '/accept a')
    expect(codes).toEqual(['ITEM_UNREADABLE error'])
    expect(result.reply).toContain('`s.yml` cannot be read')
  })

  it.each([
    ['is not there', {}],
    ['has no such key', { 's.yml': 'other: 1\n' }],
    ['is empty', { 's.yml': '' }],
    ['lists nothing', { 's.yml': 'statuses:\n' }],
    ['lists null', { 's.yml': 'statuses: null\n' }],
    ['has an empty list', { 's.yml': 'statuses: []\n' }],
    ['has a map that is named as a state', { 's.yml': 'statuses: [todo, last]\nlast: {}\n' }],
    ['has a map that is named as a state of the default', { 's.yml': 'todo: {}\n' }],
    ['lists them, and no first one', { 's.yml': 'statuses: [todo, done]\nfirst:\n' }],
  ])('leaves the others as they are where it %s', async (_, files: Tree) => {
    expect(await scene.diagnose({ ...card, ...files })).toEqual([])
  })
})

describe('a file that cannot be read', () => {
  it.each([
    [
      'a place and the parts of an item',
      `kinds: { task: { items: 'work/{id}.md', ${states}, places: { list: { in: t.yml, data: ['{id}'] }, parts: { is: { says: done, when: { parts: { all: done } } } } } }, step: { items: { keys: t.yml, at: [steps], id: '{task}-{n}' }, within: '{task}', ${states}, place: { data: [] } } }`,
    ],
    [
      'two effects',
      `items: 'work/{id}.md', ${states}, place: { front-matter: status }, on-move: [{ in: t.yml, set: { data: x }, to: y }, { in: t.yml, set: { data: z }, to: y }]`,
    ],
  ])('refuses a command once where it has %s', async (_, keys) => {
    const { give } = declared(`workflows: [{ name: work, ${keys} }]\n`)
    const { codes } = await give({ 'work/a.md': head('todo'), 't.yml': 'a: todo\na: doing\n' }, '/accept a doing')
    expect(codes).toEqual(['ITEM_UNREADABLE error'])
  })
})
