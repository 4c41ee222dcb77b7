import { describe, expect, it } from 'vitest'
import { template } from '../../../src/documents/template.ts'
import { foldWord } from '../../../src/protocols/declared/reading/words.ts'
import { declared } from './scene.ts'

const smallest = declared(
  "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    places: { card: { front-matter: status }, board: { in: BOARD.md, row: { Item: '{id}' }, column: Status } }\n",
)

describe('a template', () => {
  it.each([
    ['work/{id}.md', 'work/a.md', { id: 'a' }],
    ['work/{id}.md', 'work/x/a.md', undefined],
    ['{date}-{id}', '2026-01-02-a-b', { date: '2026-01-02', id: 'a-b' }],
    ['{number}-{slug}', '001-a-2', { number: '001', slug: 'a-2' }],
    ['{number}-{slug}', 'x-a', undefined],
    ['{epic}-{n}-{slug}', '1a-2-sign-in', { epic: '1a', n: '2', slug: 'sign-in' }],
    ['{a}x{number}', 'axbx12', { a: 'axb', number: '12' }],
    ['{id}/{id}.md', 'a/a.md', { id: 'a' }],
    ['{id}/{id}.md', 'a/b.md', undefined],
    ['**/{id}.md', 'x/y/a.md', { id: 'a' }],
    ['**/{id}.md', 'a.md', { id: 'a' }],
    ['{__proto__}.md', 'a.md', Object.fromEntries([['__proto__', 'a']])],
  ])('%s captures of %s %j', (source, text, captured) => {
    expect(template(source, { wild: true }).match(text)).toEqual(captured)
  })

  it('takes no longer than its text is long, whatever that is', () => {
    const text = `${'-a'.repeat(32_768)}/`
    for (const source of ['{a}-{b}-{c}-{d}', '{a}a{b}a{c}a{number}', '**/{a}-**/{b}'])
      expect(template(source, { wild: true }).match(text)).toBeUndefined()
    const word = `${'*'.repeat(65_536)}x`
    expect(foldWord(word)).toBe(word)
  })
})

const ids: Readonly<Record<string, string>> = {
  'a pipe': 'a|b',
  'a link': 'a](b)',
  HTML: '<img src=x>',
  'another direction': 'a\u202eb',
  'ten thousand characters': 'x'.repeat(200),
  'the name of a prototype': '__proto__',
  'a constructor': 'constructor',
}

describe('an id from a file name', () => {
  it.each(Object.entries(ids))('with %s is shown and moved as text', async (_, id) => {
    const tree = { [`work/${id}.md`]: '---\nstatus: todo\n---\n', 'work/b.md': '---\nstatus: lost\n---\n' }
    const found = await smallest.diagnose(tree)
    const itemFindings = found.filter(({ code }) => code.startsWith('ITEM_'))
    expect(itemFindings.map(({ code, path }) => [code, path])).toEqual([['ITEM_STATE_UNKNOWN', 'work/b.md']])
    const target = (await smallest.targets(tree)).find(({ path }) => path !== 'work/b.md')
    expect(target?.state).toBe('todo')
  })
})

describe('an id that leads out of its folder', () => {
  const linked = declared(
    "workflows:\n  - name: work\n    items: { elements: board.json }\n    states: [todo, doing, done]\n    places: { board: { data: [status] }, card: { in: 'work/{id}.md', front-matter: status } }\n",
  )

  it.each(['../secret', 'a/b', '..', 'a\\b'])('fills no path: %s', async (id) => {
    const tree = {
      'board.json': JSON.stringify([{ id, status: 'todo' }]),
      'secret.md': '---\nstatus: done\n---\n',
      'work/a/b.md': '---\nstatus: done\n---\n',
    }
    expect(await linked.diagnose(tree)).toEqual([])
    const { tree: after } = await linked.give(tree, `/accept "${id.replace('\\', '\\\\')}"`)
    expect([after['secret.md'], after['work/a/b.md']]).toEqual([tree['secret.md'], tree['work/a/b.md']])
  })
})

describe('a file that is long', () => {
  const rows = declared(
    "workflows:\n  - name: board\n    items: { rows: BOARD.md, row: { Item: '{id}' } }\n    states: [todo, doing, done]\n    place: { column: Status }\n",
  )

  it('of 20,000 rows is read once, in a few seconds', async () => {
    const tree = {
      'BOARD.md': `| Item | Status |\n|---|---|\n${Array.from({ length: 20_000 }, (_, index) => `| r${index} | todo |\n`).join('')}`,
    }
    expect(await rows.targets(tree)).toHaveLength(20_000)
    expect(await rows.diagnose(tree)).toEqual([])
  })

  const many = Array.from({ length: 20_000 }, (_, index) => index)
  const series = (line: (index: number) => string) => many.map((index) => `${line(index)}\n`).join('')

  const tracker = JSON.stringify(Object.fromEntries(many.map((index) => [`T${index}`, 'todo'])))
  /** Each takes a second; looking through the file again for every item takes a minute. */
  const soon = 15_000

  it.each([
    [
      'a table',
      "{ in: b.md, row: { Item: '{id}' }, column: Status }",
      `| Item | Status |\n|---|---|\n${series((index) => `| T${index} | todo |`)}`,
    ],
    ['boxes', "{ in: b.md, box: '{id} {title}' }", series((index) => `- [ ] T${index} title`)],
    [
      'a heading',
      "{ in: '{file}.md', section: Status }",
      series((index) => (index % 2 === 0 ? '## Status\n\ntodo\n' : `## Status ${index}\n\n- [ ] x\n`)),
    ],
    ['a label', "{ in: '{file}.md', label: Status }", `${series(() => 'Nothing about the status')}\nStatus: todo\n`],
    [
      'a number of boxes',
      '{ is: [{ says: todo, when: { boxes: none, in: b.md, section: Tasks } }] }',
      `# Tasks\n\n${series(() => '- [ ] a').repeat(5)}`,
    ],
  ])(
    'in which 20,000 items look for %s is looked through once',
    async (_, place, text) => {
      // Places that all items share are refused: here the ids show which file it is.
      const isByFile = place.includes('{file}')
      const { diagnose } = declared(
        `workflows: [{ name: t, items: { keys: t.json, at: []${isByFile ? ", id: '{file}-{number}'" : ''} }, states: [todo, doing, done], places: { key: { data: [] }, second: ${place} } }]\n`,
      )
      const keys = isByFile ? tracker.replaceAll('"T', '"b-') : tracker
      expect(await diagnose({ 't.json': keys, 'b.md': text })).toEqual([])
    },
    soon,
  )

  const same = many.slice(0, 5_000)
  const elements = (id: string) => JSON.stringify(same.map((index) => ({ id, status: 'todo', index })))
  const repeated = (line: string) => `${line}\n`.repeat(same.length)
  const table = `| Item | Part | Status |\n|---|---|---|\n${repeated('| T | 1 | todo |')}`
  const boxes = repeated('- [ ] T title')
  const withSecond = (items: string, second: string, first = '{ data: [status] }') =>
    `workflows: [{ name: t, items: ${items}, states: [todo, doing, done], places: { first: ${first}, second: ${second} } }]\n`

  it.each([
    [
      'data',
      withSecond('{ elements: t.json, at: [] }', "{ in: b.json, data: ['{id}', status] }"),
      { 'b.json': elements('T') },
    ],
    ['boxes', withSecond('{ elements: t.json, at: [] }', "{ in: b.md, box: '{id} {title}' }"), { 'b.md': boxes }],
    [
      'a table',
      withSecond('{ elements: t.json, at: [] }', "{ in: b.md, row: { Item: '{id}', Part: '1' }, column: Status }"),
      { 'b.md': table },
    ],
    [
      'its own table',
      withSecond(
        "{ rows: b.md, row: { Item: '{id}', Part: '{part}' } }",
        "{ in: b.md, row: { Item: '{id}', Part: '{part}' }, column: Status }",
        '{ column: Status }',
      ),
      { 'b.md': table },
    ],
  ])(
    'of one id 5,000 times is looked through once, in %s',
    async (_, configuration, tree) => {
      const targets = await declared(configuration).targets({ 't.json': elements('T'), ...tree })
      expect(targets.map(({ state }) => state)).toEqual(['todo'])
    },
    soon / 3,
  )

  it(
    'of 20,000 ids that come twice names a free one for each',
    async () => {
      const found = await rows.diagnose({
        'BOARD.md': `| Item | Status |\n|---|---|\n${series((index) => `| r${index >> 1} | todo |`)}`,
      })
      expect(found.filter(({ hint }) => hint?.includes('r10000') === true)).toHaveLength(10_000)
    },
    soon,
  )

  it('of lists in each other a hundred deep has boxes and no error', async () => {
    const plan = declared(
      "workflows:\n  - name: plan\n    items: 'work/{id}.md'\n    states: [todo, done]\n    place: { is: [{ says: done, when: { boxes: all } }, { says: todo }] }\n",
    )
    const nested = Array.from({ length: 100 }, (_, depth) => `${'  '.repeat(depth)}- [x] ${depth}\n`).join('')
    expect((await plan.targets({ 'work/a.md': nested })).map(({ state }) => state)).toEqual(['done'])
  })
})

describe('a text of a command', () => {
  const noted = (append: string, more = 'section: Log') =>
    declared(
      `workflows: [{ name: work, items: 'w/{id}.md', states: [todo, { doing: { holder: agent } }, review, { done: { needs: { boxes: [all, empty, missing] } } }], place: { label: Status }, on-move: { append: '${append}', ${more} } }]\n`,
    )
  const card = '# A\n\n## Log\n\nmade\n\n## State\n\nStatus: doing\n\n## Acceptance\n\n- [ ] must\n'

  it.each([
    ['a fence', '{text}', '```', '\\```'],
    ['a fence of tildes', '{text}', '~~~ x', '\\~~~ x'],
    ['a heading', '{text}', '=====', '\\====='],
    ['a heading of one sign', '{text}', '=', '\\='],
    ['the label of the state', '{text}', 'Status: done', String.raw`Status\: done`],
    ['the label in another case, in a list', '- {text}', 'status : done', String.raw`- status \: done`],
    ['a bold label', '- {text}', '**Status**: done', String.raw`- \**Status**: done`],
  ])('makes no %s', async (_, append, text, written) => {
    const scene = noted(append)
    const { outcome, tree } = await scene.give({ 'w/a.md': card }, `/handback a success "${text}"`)
    expect([outcome, tree['w/a.md']]).toEqual([
      'changed',
      card.replace('made\n', `made\n${written}\n`).replace('Status: doing', 'Status: review'),
    ])
    // The box that is open still counts, and the state is found where it was.
    expect((await scene.give(tree, '/accept a done')).codes).toEqual(['ITEM_NEED_UNMET error'])
  })

  it('is a label where the template makes it one', async () => {
    const { tree } = await noted('Note: {text}', 'section: Log').give(
      { 'w/a.md': card },
      '/handback a success "Status: x"',
    )
    expect(tree['w/a.md']).toContain('Note: Status: x\n')
  })

  it('makes no row of a table that the section ends with', async () => {
    const board = '## Board\n\n| Item | Status |\n|---|---|\n| a | doing |\n| b | todo |\n'
    const scene = (append: string) =>
      declared(
        `workflows: [{ name: work, items: { rows: B.md, table: Board, row: { Item: '{id}' } }, states: [todo, { doing: { holder: agent } }, done], place: { column: Status }, on-move: { append: '${append}', in: B.md, section: Board } }]\n`,
      )
    const handedBack = board.replace('doing', 'done')
    for (const [append, line] of [
      ['{text}', '\nb\n'],
      ['| {text} | todo |', '| b | todo |\n'],
    ] as const) {
      const { outcome, tree } = await scene(append).give({ 'B.md': board }, '/handback a success b')
      expect([outcome, tree['B.md']]).toEqual(['changed', `${handedBack}${line}`])
    }
  })
})
