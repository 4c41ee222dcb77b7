import { describe, expect, it } from 'vitest'
import type { Tree } from '../scene.ts'
import { declared } from './scene.ts'

const states = '    states: [todo, doing, review, done]\n    moves: linear\n'

/** A source of items with a place of its own: a declaration, and the files of the items `a` and `b`, both in `todo`. */
const rows: Readonly<Record<string, readonly [declaration: string, files: Tree]>> = {
  'files, front matter': [
    `    items: 'work/{id}.md'\n    place: { front-matter: status }\n`,
    {
      'work/a.md': '---\ntitle: A\nstatus: todo   # by hand\nowner: mina\n---\n\n# A\n',
      'work/b.md': '---\nstatus: todo\n---\n',
    },
  ],
  'files, quoted front matter': [
    `    items: 'work/{id}.md'\n    place: { front-matter: status }\n`,
    {
      'work/a.md': `---\nstatus: 'todo'\ntags: [x, y]\n---\nstatus: todo\n`,
      'work/b.md': '---\nstatus: "todo"\n---\n',
    },
  ],
  'files, front matter that is no YAML': [
    `    items: 'work/{id}.md'\n    place: { front-matter: status }\n`,
    {
      'work/a.md': '---\nassignee: @mina\nstatus: todo # why\n---\n',
      'work/b.md': '---\nassignee: @joe\nstatus: todo\n---\n',
    },
  ],
  'files, label': [
    `    items: 'work/{id}.md'\n    place: { label: Status }\n`,
    {
      'work/a.md': '# A\n\n- Owner: mina\n- **Status:** todo <!-- since May -->\n\n```\nStatus: done\n```\n',
      'work/b.md': '# B\n\nStatus: `todo`\n',
    },
  ],
  'files, the first line below a heading': [
    `    items: 'work/{id}.md'\n    place: { section: Status }\n`,
    {
      'work/a.md':
        '# A\n\n## Status\n\n<!-- one of these -->\n**todo** <!-- since May -->\n\nSuperseded by nothing.\n\n## Context\n\n```\n## Status\n```\n',
      'work/b.md': 'Status\n------\n- todo\n- not so\n',
    },
  ],
  'files, data in YAML': [
    `    items: 'work/{id}.yml'\n    place: { data: [meta, status] }\n`,
    {
      'work/a.yml': '# head\nmeta:\n    status:   todo # note\n    other: [1, 2]\n',
      'work/b.yml': 'meta: { status: todo, n: 1 }\n',
    },
  ],
  'files, data in JSON': [
    `    items: 'work/{id}.json'\n    place: { data: [status] }\n`,
    { 'work/a.json': '{\n\t"b": 1,"status" : "todo",\n  "a": [ ]\n}', 'work/b.json': '{"status":"todo"}\n' },
  ],
  'folders, front matter of a file in them': [
    `    items: { folders: 'work/{id}' }\n    place: { in: '{folder}/README.md', front-matter: status }\n`,
    {
      'work/a/README.md': '---\nstatus: todo\n---\n',
      'work/a/x.txt': 'todo',
      'work/b/README.md': '---\nstatus: todo\n---\n',
    },
  ],
  'keys of YAML': [
    `    items: { keys: board.yml, at: [items] }\n    place: [{ data: [] }, { data: [status] }]\n`,
    { 'board.yml': 'generated: today\nitems:\n  a: todo  # first\n  b:\n    status: "todo"\n    n: 1\n' },
  ],
  'keys of JSON': [
    `    items: { keys: board.json, at: [items] }\n    place: { data: [] }\n`,
    { 'board.json': '{"items": {"a": "todo",\n "b":"todo"}}' },
  ],
  'elements of JSON': [
    `    items: { elements: board.json, at: [tasks] }\n    place: { data: [status] }\n`,
    {
      'board.json': '{"tasks": [\n  {"id": "a", "status": "todo", "deps": [1,2]},\n  {"status":"todo","id":"b"}\n]}\n',
    },
  ],
  'elements of YAML': [
    `    items: { elements: board.yml, at: [tasks] }\n    place: { data: [status] }\n`,
    { 'board.yml': 'tasks:\n- id: a\n  status: todo\n- { id: b, status: todo }\n' },
  ],
  'values with marks inside quotes': [
    `    items: { keys: board.yml, at: [items] }\n    place: { data: [] }\n`,
    { 'board.yml': `items:\n  a: '"todo"' # first\n  b: " **todo** "\n` },
  ],
  'values with marks in JSON': [
    `    items: { elements: board.json }\n    place: { data: [status] }\n`,
    { 'board.json': '[{ "id": "a", "status": "**todo**" }, { "id": "b", "status": "“`todo`”" }]\n' },
  ],
  'values with marks in front matter': [
    `    items: 'work/{id}.md'\n    place: { front-matter: status }\n`,
    {
      'work/a.md': '---\nstatus: _todo_\n---\n',
      'work/b.md': '---\nstatus: **todo** # why\n---\n',
    },
  ],
  'blocks of YAML': [
    `    items: { keys: board.yml, at: [items] }\n    place: { data: [] }\n`,
    { 'board.yml': 'items:\n  a: |\n    todo\n  b: >+ # note\n      **todo**\n\n\nlast: 1\n' },
  ],
  'keys of YAML, the state in a list of another file': [
    `    items: { keys: plan.yml, at: [] }\n    place: { in: board.json, data: [tasks, '{id}', status] }\n`,
    {
      'plan.yml': 'a: the first\nb: the second\n',
      'board.json': '{"tasks": [\n {"id": "b", "status": "todo"},\n {"id": "A", "status": "todo"}]}\n',
    },
  ],
  'keys of YAML, the state in a list by another key': [
    `    items: { keys: plan.yml, at: [] }\n    place: { in: board.json, data: ['{id=name}', status] }\n`,
    {
      'plan.yml': 'a: the first\nb: the second\n',
      'board.json': '[{"name": "a", "id": "b", "status": "todo"}, {"name": "b", "id": "a", "status": "todo"}]\n',
    },
  ],
  'rows of a table': [
    `    items: { rows: BOARD.md, table: Work, row: { Item: '{id}' } }\n    place: { column: Status }\n`,
    { 'BOARD.md': '# Work\n\n|Item|Status|Note|\n|---|:-:|---|\n|[a](work/a.md)|**todo**|a \\| b|\n| b | todo |  |' },
  ],
  'rows of a table that have a title behind the id': [
    `    items: { rows: BOARD.md, row: { Item: '{id}: {title}' } }\n    place: { column: Status }\n`,
    { 'BOARD.md': '| Item | Status |\n|---|---|\n| a: Read/write: both | todo |\n| **b: The second** | todo |\n' },
  ],
  'rows of a table with marks around the ids, and a title behind them': [
    `    items: { rows: BOARD.md, row: { Item: '{id}: {title}' } }\n    place: { column: Status }\n`,
    { 'BOARD.md': '| Item | Status |\n|---|---|\n| **a**: The *first* | todo |\n| [`b`](b.md): The second | todo |\n' },
  ],
  'files, rows with marks around the ids, and a title behind them': [
    `    items: 'work/{id}.md'\n    place: { in: BOARD.md, row: { Item: '{id} {title}' }, column: Status }\n`,
    {
      'work/a.md': '# A\n',
      'work/b.md': '# B\n',
      'BOARD.md': '| Item | Status |\n|---|---|\n| `a` The first | todo |\n| ~~b~~ The second | todo |\n',
    },
  ],
  'boxes with a line through their ids': [
    `    items: { boxes: PLAN.md, text: '{id} {title}' }\n    place: { in: BOARD.md, row: { Item: '{id}' }, column: Status }\n`,
    {
      'PLAN.md': '- [ ] ~~a the first~~\n- [ ] ~~b~~ the second\n',
      'BOARD.md': '| Item | Status |\n|---|---|\n| ~~a~~ | todo |\n| [~~b~~](b.md) | todo |\n',
    },
  ],
  'files, a row that has a title behind the id': [
    `    items: 'work/{id}.md'\n    place: { in: BOARD.md, row: { Item: '{id} - {title}', Team: all }, column: Status }\n`,
    {
      'work/a.md': '# A\n',
      'work/b.md': '# B\n',
      'BOARD.md':
        '| Team | Item | Status |\n|---|---|---|\n| all | [A - Read/write](work/a.md) | todo |\n| all | b - The - second | todo |\n| none | b - The first | done |\n| all | ab - a - b | done |\n',
    },
  ],
  'rows of a table with marks around its heading and its columns': [
    `    items: { rows: BOARD.md, table: Work, row: { Item: '{id}' } }\n    place: { column: Status }\n`,
    { 'BOARD.md': '# **Work**\n\n| **Item** | `Status` |\n|---|---|\n| a | todo |\n| b | todo |\n' },
  ],
  'files, the first line below a heading with marks': [
    `    items: 'work/{id}.md'\n    place: { section: Status }\n`,
    { 'work/a.md': '## **Status**\n\ntodo\n', 'work/b.md': '`Status`\n---\n\ntodo\n' },
  ],
  'boxes with marks around their ids and their heading': [
    `    items: { boxes: PLAN.md, section: Work, text: '{id} {title}' }\n    place: { in: BOARD.md, row: { Item: '{id}' }, column: Status }\n`,
    {
      'PLAN.md': '# _Work_\n\n- [ ] **a** the first\n- [ ] [`b`](b.md) the **second**\n',
      'BOARD.md': '| Item | Status |\n|---|---|\n| a | todo |\n| b | todo |\n',
    },
  ],
  'boxes with a table beside': [
    `    items: { boxes: PLAN.md, section: Work, text: '{id} {title}' }\n    place: { in: BOARD.md, row: { Item: '{id}' }, column: Status }\n`,
    {
      'PLAN.md': '# Work\n\n- [ ] a the first\n  1. [ ] b the second/third\n',
      'BOARD.md': '| Item | Status |\n|---|---|\n| a | todo |\n| b | todo |\n',
    },
  ],
}

const withCrLf = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).map(([path, text]) => [path, String(text).replaceAll('\n', '\r\n')]))
const withMark = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).map(([path, text]) => [path, `\ufeff${String(text)}`]))

const forms: Readonly<Record<string, (tree: Tree) => Tree>> = {
  'as they are': (tree) => tree,
  'with CRLF': withCrLf,
  'with a byte-order mark': withMark,
}

describe.each(Object.entries(rows))('items of %s', (_, [declaration, files]) => {
  const { give, targets, diagnose } = declared(`workflows:\n  - name: work\n${declaration}${states}`)

  it.each(Object.entries(forms))(
    'are read and moved by one word, whatever their files are written with: %s',
    async (__, form) => {
      const tree = form(files)
      expect((await targets(tree)).map(({ id, state }) => [id, state])).toEqual([
        ['work:a', 'todo'],
        ['work:b', 'todo'],
      ])
      expect((await diagnose(tree)).filter(({ severity }) => severity !== 'notice')).toEqual([])

      for (const name of ['a', 'b']) {
        const accepted = await give(tree, `/accept ${name}`)
        expect([accepted.outcome, accepted.state]).toEqual(['changed', 'doing'])
        expect(Object.values(accepted.tree).join('').replace('doing', 'todo')).toBe(Object.values(tree).join(''))

        const again = await give(accepted.tree, `/accept ${name}`)
        expect([again.outcome, again.tree]).toEqual(['unchanged', accepted.tree])

        const returned = await give(accepted.tree, `/handback ${name}`)
        expect([returned.outcome, returned.state]).toEqual(['changed', 'review'])
        expect(Object.values(returned.tree).join('').replace('review', 'todo')).toBe(Object.values(tree).join(''))

        const failed = await give(accepted.tree, `/handback ${name} error "it rains"`)
        expect([failed.outcome, failed.tree]).toEqual(['changed', tree])
      }
    },
  )
})

describe('a box as a place', () => {
  const { give, targets } = declared(
    `workflows:\n  - name: plan\n    items: { boxes: PLAN.md, text: '{id}: {title}' }\n    states: [open, done]\n    place: { box: true }\n    moves: [{ from: open, to: done, by: accept }]\n`,
  )
  const tree = {
    'PLAN.md':
      '# Plan\n\n* [ ] one: first\n+ [X] two: a/b\n1) [ x] three: x\n- [x](url) no: box\n```\n- [ ] four: code\n```\n> - [ ] five: quote\n',
  }

  it('is ticked by a command, and nothing else changes', async () => {
    expect((await targets(tree)).map(({ id, state }) => [id, state])).toEqual([
      ['plan:one', 'open'],
      ['plan:two', 'done'],
      ['plan:three', 'done'],
    ])
    const { tree: after, outcome } = await give(tree, '/accept one')
    expect([outcome, after['PLAN.md']]).toEqual(['changed', tree['PLAN.md'].replace('[ ] one', '[x] one')])
  })
})

describe('a box beside the source of an item', () => {
  const { diagnose, targets } = declared(
    `workflows:\n  - name: plan\n    items: 'work/{id}.md'\n    states: [open, shipped]\n    places:\n      file: { front-matter: status }\n      release: { in: PLAN.md, box: '{id} in {version}' }\n    truth: file\n`,
  )

  it('is found by its text, whatever else that captures', async () => {
    const tree = {
      'work/a.md': '---\nstatus: shipped\n---\n',
      'PLAN.md': '- [ ] [**a**](a.md) in 1.0\n- [x] b in 1.1\n',
    }
    expect(await targets(tree)).toMatchObject([{ id: 'plan:a', state: 'shipped' }])
    expect(await diagnose(tree)).toMatchObject([{ code: 'ITEM_STATE_DRIFT', path: 'PLAN.md', line: 1 }])
  })
})

describe('a state that is written twice at one place', () => {
  it.each<readonly [string, string, Tree, Tree]>([
    [
      'a label',
      '{ label: Status }',
      { 'work/a.md': '# A\n\nStatus: todo\n\n- **Status:** `Todo`\n' },
      { 'work/a.md': '# A\n\nStatus: doing\n\n- **Status:** `doing`\n' },
    ],
    [
      'a section',
      '{ section: Status }',
      { 'work/a.md': '## Status\n\ntodo\n\n## Status\n\n- TODO\n' },
      { 'work/a.md': '## Status\n\ndoing\n\n## Status\n\n- doing\n' },
    ],
    [
      'rows of a table',
      "{ in: B.md, row: { Item: '{id}' }, column: Status }",
      { 'work/a.md': '', 'B.md': '| Item | Status |\n|---|---|\n| a | todo |\n| b | todo |\n| A | todo |\n' },
      { 'work/a.md': '', 'B.md': '| Item | Status |\n|---|---|\n| a | doing |\n| b | todo |\n| A | doing |\n' },
    ],
    [
      'boxes',
      "{ in: B.md, box: '{id} {title}', says: { ticked: doing, open: todo } }",
      { 'work/a.md': '', 'B.md': '- [ ] a x\n- [ ] b x\n- [ ] a y\n' },
      { 'work/a.md': '', 'B.md': '- [x] a x\n- [ ] b x\n- [x] a y\n' },
    ],
    [
      'elements of data',
      "{ in: t.json, data: ['{id}', status] }",
      { 'work/a.md': '', 't.json': '[{"id":"a","status":"todo"},{"id":"a","status":"todo"}]\n' },
      { 'work/a.md': '', 't.json': '[{"id":"a","status":"doing"},{"id":"a","status":"doing"}]\n' },
    ],
  ])('is no finding, and a command writes both: %s', async (_, place, before, after) => {
    const { diagnose, give } = declared(
      `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    place: ${place}\n    moves: linear\n`,
    )
    expect(await diagnose(before)).toEqual([])
    const { outcome, tree } = await give(before, '/accept a')
    expect([outcome, tree]).toEqual(['changed', after])
    expect(await diagnose(tree)).toEqual([])
  })
})

describe('the words of a place', () => {
  const { give, diagnose, targets } = declared(`workflows:
  - name: plan
    items: { boxes: TODO.md, text: '{id}: {title}' }
    states: [open, working, closed]
    places:
      note:
        - { in: 'notes/{id}.md', label: State, says: { Not Begun: open, In Progress: working, 'Closed 🚀': closed } }
        - { box: true }
      release: { in: RELEASE.md, row: { Item: '{id}' }, column: Progress, says: { Planned: [open, working], Delivered: closed } }
    truth: note
    moves: linear
`)
  const tree = (box: string, note: string | undefined, cell: string): Tree => ({
    'TODO.md': `- [${box}] a: the first\n`,
    ...(note !== undefined && { 'notes/a.md': `State: ${note}\n` }),
    'RELEASE.md': `| Item | Progress |\n|---|---|\n| a | ${cell} |\n`,
  })

  it('are written as the declaration has them', async () => {
    expect((await give(tree(' ', 'not begun', 'planned'), '/accept a')).tree).toEqual(
      tree(' ', 'In Progress', 'planned'),
    )
    expect((await give(tree(' ', 'in progress', 'planned'), '/handback a')).tree).toEqual(
      tree(' ', 'Closed 🚀', 'Delivered'),
    )
  })

  it('are those of one location alone, where a place has several', async () => {
    expect(await targets(tree('x', undefined, 'Delivered'))).toMatchObject([{ state: 'closed' }])
    expect(await diagnose(tree('x', undefined, 'Delivered'))).toEqual([])
    expect((await diagnose(tree('x', 'open', 'Planned'))).map(({ message }) => message)).toEqual([
      'Unexpected state `open` of `a`, expected one of `Not Begun`, `In Progress`, `Closed 🚀`; `release` says `Planned`',
    ])
  })

  it('are what a finding says that a command writes', async () => {
    const [cell] = await diagnose(tree(' ', 'Closed 🚀', 'Planned'))
    expect([cell?.fix, cell?.hint]).toEqual([
      '/sync plan:a',
      '`/sync plan:a` writes `Delivered` there. Where `note` is wrong: write one of `open`, `working`, which `release` leaves open.',
    ])
    const box = declared(
      "workflows:\n  - name: plan\n    items: 'work/{id}.md'\n    states: [open, done]\n    places: { file: { front-matter: status }, list: { in: LIST.md, box: '{id} {title}' } }\n    truth: file\n",
    )
    const files = (status: string, mark: string): Tree => ({
      'work/a.md': `---\nstatus: ${status}\n---\n`,
      'LIST.md': `- [${mark}] a x\n`,
    })
    expect((await box.diagnose(files('done', ' ')))[0]?.hint).toBe(
      '`/sync plan:a` ticks the box there. Where `file` is wrong: `/sync plan:a --from list`.',
    )
    expect((await box.diagnose(files('open', 'x')))[0]?.hint).toBe(
      '`/sync plan:a` unticks the box there. Where `file` is wrong: `/sync plan:a --from list`.',
    )
  })
})

describe('a state whose name means something where it is written', () => {
  const item = (place: string, states: string) =>
    declared(
      `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: ${states}\n    places: { file: { front-matter: status }, copy: ${place} }\n`,
    )
  const card = (status: string) => ({ 'work/a.md': `---\nstatus: ${status}\n---\n` })
  const table = "{ in: BOARD.md, row: { Item: '{id}' }, column: Status }"
  it.each([
    [
      'a pipe in a cell',
      table,
      'x|y',
      'BOARD.md',
      '| Item | Status |\n|---|---|\n| a | todo |\n',
      '| Item | Status |\n|---|---|\n| a | x\\|y |\n',
    ],
    [
      'a last backslash in a cell',
      table,
      'x\\',
      'BOARD.md',
      '|Item|Status|\n|---|---|\n|a|todo|\n',
      '|Item|Status|\n|---|---|\n|a|x\\ |\n',
    ],
    [
      'a comma between braces in several lines',
      "{ in: board.yml, data: ['{id}', status] }",
      'x, y',
      'board.yml',
      'a: {\n  status: todo,\n  n: 1 }\n',
      'a: {\n  status: "x, y",\n  n: 1 }\n',
    ],
    [
      'a comma in a block',
      "{ in: board.yml, data: ['{id}'] }",
      'x, y',
      'board.yml',
      'a: todo\nb: [1]\n',
      'a: x, y\nb: [1]\n',
    ],
    [
      'a word behind a label without a value',
      "{ in: '{id}-NOTE.md', label: Status }",
      'doing',
      'a-NOTE.md',
      '**Status:**\n',
      '**Status:** doing\n',
    ],
    [
      'a word with marks of its own in place of one with others',
      "{ in: BOARD.md, row: { Item: '{id}' }, column: Status }",
      '**doing**',
      'BOARD.md',
      '|Item|Status|\n|---|---|\n|a|*todo*|\n',
      '|Item|Status|\n|---|---|\n|a|**doing**|\n',
    ],
    [
      'a word in backticks in place of one with them',
      "{ in: '{id}-NOTE.md', label: Status }",
      '`doing`',
      'a-NOTE.md',
      'Status: `todo`\n',
      'Status: `doing`\n',
    ],
  ])('is read back as it is: %s', async (_, place, name, path, before, after) => {
    const { give, diagnose } = item(place, `[todo, ${JSON.stringify(name)}, done]`)
    const { outcome, tree, state } = await give({ ...card('todo'), [path]: before }, '/accept a')
    expect([outcome, state, tree[path]]).toEqual(['changed', name, after])
    expect(await diagnose(tree)).toEqual([])
    expect(await give(tree, '/accept a')).toMatchObject({ outcome: 'unchanged', tree })
  })

  it.each([
    ['front matter', '{ front-matter: by }', '---\nby: \nn: 1\n---\n', '---\nby: bea\nn: 1\n---\n'],
    ['front matter with CRLF', '{ front-matter: by }', '---\r\nby:  \r\n---\r\n', '---\r\nby: bea\r\n---\r\n'],
    ['front matter before a comment', '{ front-matter: by }', '---\nby:  # who\n---\n', '---\nby: bea  # who\n---\n'],
    ['front matter that is no YAML', '{ front-matter: by }', '---\nx: @a\nby: \n---\n', '---\nx: @a\nby: bea\n---\n'],
    ['a label', '{ label: By }', '**By:** \nText\n', '**By:** bea\nText\n'],
    ['a label at the end', '{ label: By }', 'By: ', 'By: bea'],
    ['a label before a line break', '{ label: By }', 'By:  \nText\n', 'By: bea  \nText\n'],
  ])('leaves no blank behind a value that was not there: %s', async (_, spot, before, after) => {
    const { give } = declared(
      `workflows:\n  - name: work\n    items: { keys: all.yml, at: [] }\n    states: [todo, doing, done]\n    place: { data: [] }\n    fields: { holder: { in: 'work/{id}.md', ${spot.slice(2)} }\n`,
      { local: true },
    )
    const { tree } = await give({ 'all.yml': 'a: todo\n', 'work/a.md': before }, '/accept a --agent bea', undefined, {
      granting: { record: 'named', lease: 'none', staleAfter: 3_600_000 },
    })
    expect(tree['work/a.md']).toBe(after)
  })

  it.each([
    ['label', 'Status: todo\n', 'x # y'],
    ['label', 'Status: todo\n', 'x <!-- y'],
    ['section', '## Status\n\ntodo\n', 'x <!-- y'],
  ])('is refused where it would be a comment: in a %s', async (form, text, name) => {
    const { give } = item(`{ in: '{id}-NOTE.md', ${form}: Status }`, `[todo, ${JSON.stringify(name)}, done]`)
    const tree = { ...card('todo'), 'a-NOTE.md': text }
    const refused = { outcome: 'refused', codes: ['ITEM_STATE_UNKNOWN error'] }
    expect(await give(tree, '/accept a')).toMatchObject({ ...refused, tree })
    const written = { ...card(JSON.stringify(name)), 'a-NOTE.md': text.replace('todo', name) }
    expect(await give(written, '/sync a --from file')).toMatchObject({ ...refused, tree: written })
  })
})

describe('what a command writes besides', () => {
  const work = (effect: string) =>
    declared(
      `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    place: { front-matter: status }\n    on-move: ${effect}\n`,
    )
  const card = (body: string, status = 'doing') => ({ 'work/a.md': `---\nstatus: ${status}\n---\n${body}` })

  it.each([
    ['a code block', '## Log\n\n- one\n\n```\ncode\n'],
    ['a comment', '## Log\n\n- one\n\n<!-- open\n'],
  ])('stands before %s that is left open', async (_, body) => {
    const { outcome, tree } = await work("{ append: '- {text}', section: Log }").give(
      card(body),
      '/handback a "It is done"',
    )
    expect([outcome, tree]).toEqual(['changed', card(body.replace('- one\n', '- one\n- It is done\n'), 'done')])
  })

  it('stands in a section whose heading has marks around it', async () => {
    const { tree } = await work("{ append: '- {to}', section: Log }").give(card('## **Log**\n\n- one\n'), '/handback a')
    expect(tree).toEqual(card('## **Log**\n\n- one\n- done\n', 'done'))
  })

  it('is as it was given in a line of its own', async () => {
    const { tree } = await work("{ append: '- {text}', section: Log }").give(card('## Log\n'), '/handback a "see # 1"')
    expect(tree).toEqual(card('## Log\n\n- see # 1\n', 'done'))
  })

  it('is replaced as a whole by the next text behind a label', async () => {
    const { give } = work("{ set: { label: Note }, to: '{text}' }")
    const { tree } = await give(card('Note: none # by hand\n'), '/handback a "see # 1"')
    expect(tree).toEqual(card('Note: see \\# 1 # by hand\n', 'done'))
    const { tree: after } = await give(tree, '/handback a todo "no more"')
    expect(after).toEqual(card('Note: no more # by hand\n', 'todo'))
  })
})

describe('a cell with more than the id', () => {
  const files = {
    'work/a.md': '---\nstatus: doing\n---\n',
    'B.md': '| Item | State |\n|---|---|\n| a: The form | todo |\n| b: The list | todo |\n',
  }
  const rows = "{ rows: B.md, row: { Item: '{id}: {title}' } }"

  it.each([
    ['files alone', "'work/{id}.md'", ['a']],
    ['files, then rows', `['work/{id}.md', ${rows}]`, ['a', 'b']],
    ['rows, then files', `[${rows}, 'work/{id}.md']`, ['b', 'a']],
  ])('names the item, whatever the sources: %s', async (_, items, ids) => {
    const scene = declared(
      `workflows:\n  - name: work\n    items: ${items}\n    states: [todo, doing, done]\n    places:\n      file: { in: 'work/{id}.md', front-matter: status }\n      board: { in: B.md, row: { Item: '{id}: {title}' }, column: State }\n    truth: file\n`,
    )
    const found = await scene.diagnose(files)
    expect(found.map(({ code, target }) => [code, target])).toEqual([['ITEM_STATE_DRIFT', 'work:a']])
    const { targets } = await scene.inspect(files)
    expect(targets.map(({ id }) => id).toSorted()).toEqual(ids.map((id) => `work:${id}`).toSorted())
    const { tree } = await scene.give(files, '/sync a')
    expect(tree['B.md']).toContain('| a: The form | doing |\n| b: The list | todo |')
  })
})

describe('a link in a cell', () => {
  const sceneOf = (end: string) =>
    declared(
      `workflows:\n  - name: work\n    items: { rows: B.md, row: { Item: '{id}' } }\n    states: [todo, doing, ${end}]\n    place: { column: State }\n    fields: { holder: { column: Owner } }\n    on-move: { set: { column: Owner }, to: '{actor}' }\n`,
    )
  const scene = sceneOf('done')
  const board = (state: string, owner: string) => ({
    'B.md': `| Item | State | Owner |\n|---|---|---|\n| a | ${state} | ${owner} |\n`,
  })

  it('counts by its text, of a state and of an agent', async () => {
    const files = board('[doing](https://x/a)', '**[ann](https://x/ann)**')
    expect(await scene.diagnose(files)).toEqual([])
    expect((await scene.inspect(files)).targets).toMatchObject([{ state: 'doing', agentName: 'ann' }])
  })

  it('keeps its address when a command writes there', async () => {
    const { tree } = await scene.give(board('**[todo](https://x/a)**', '[kim](https://x/kim)'), '/accept a')
    expect(tree).toEqual(board('**[doing](https://x/a)**', '[octocat](https://x/kim)'))
  })

  it('takes no text that would end it', async () => {
    const files = board('[doing](https://x/a)', '')
    const { outcome, tree } = await sceneOf("'in [review]'").give(files, '/handback a')
    expect([outcome, tree]).toEqual(['refused', files])
  })

  it.each(['[doing] (https://x/a)', 'doing [1](https://x/a)', '[](https://x/a)'])('is not %s', async (state) => {
    expect((await scene.diagnose(board(state, ''))).map(({ code }) => code)).toEqual(['ITEM_STATE_UNKNOWN'])
  })
})

describe('hints about a place that is not there or has another word', () => {
  const { give, diagnose } = declared(
    "workflows:\n  - name: work\n    items: ['work/{id}.md', { elements: t.json, at: [tasks] }]\n    states: [todo, doing, done]\n    places:\n      json: { in: t.json, data: [tasks, '{id}', status], required-from: todo }\n      box: { in: B.md, box: '{id} {title}', says: { open: [todo, doing], ticked: done } }\n",
  )
  const tasks = (...all: readonly object[]) => ({ 't.json': JSON.stringify({ tasks: all }) })

  it('name what to write for the item, in place of the templates', async () => {
    const found = await diagnose({
      'work/T9.md': '# Search\n',
      'B.md': '- [ ] T1 Draw\n',
      ...tasks({ id: 'T1', status: 'todo' }),
    })
    expect(found.map(({ code, target }) => [code, target])).toEqual([
      ['ITEM_STATE_MISSING', 'work:T9'],
      ['ITEM_STATE_MISSING', 'work:T9'],
    ])
    expect(found.map(({ hint }) => hint).join('\n')).toContain(
      'Write it: the key `tasks`, `T9`, `status`; the box `- [ ] T9 …`. No command creates it.',
    )
    expect(found.some((finding) => /\{\w+\}/.test(`${finding.message} ${finding.hint ?? ''}`))).toBe(false)
  })

  it('say to delete a box whose item the list of another source no longer has', async () => {
    const scene = declared(
      "workflows:\n  - name: work\n    items: [{ elements: t.json, at: [tasks] }, { boxes: B.md, text: '{id} {title}' }]\n    states: [todo, done]\n    places:\n      json: { in: t.json, data: [tasks, '{id}', status], required-from: todo }\n      box: { in: B.md, box: '{id} {title}', required-from: todo }\n    truth: json\n",
    )
    const found = await scene.diagnose({
      'B.md': '- [ ] T1 Draw\n- [ ] T9 Gone\n',
      ...tasks({ id: 'T1', status: 'todo' }, { id: 'T2', status: 'todo' }),
    })
    expect(
      found.map(({ target, hint }) => [target, hint?.includes('Where the item is gone, delete its box in `B.md`.')]),
    ).toEqual([
      ['work:T9', true],
      ['work:T2', false],
    ])
  })

  it('name an element by the key that has its id', async () => {
    const byKey = declared(
      "workflows: [{ name: w, items: 'work/{id}.md', states: [todo, done], places: { yaml: { in: p.yml, data: [items, '{id=ref}', state], required-from: todo }, card: { label: State } } }]\n",
    )
    const [finding] = await byKey.diagnose({ 'work/a.md': 'State: todo\n', 'p.yml': 'items:\n  - ref: a\n' })
    expect(finding?.hint).toBe(
      'There is no key `state` in `p.yml`, only `ref`. Write it: the key `items`, `ref: a`, `state`. No command creates it.',
    )
  })

  it('say what a misspelt word in the only place may be, where a sync is asked for', async () => {
    const tree = tasks({ id: 'T1', status: 'tdo' })
    for (const command of ['/sync T1', '/accept T1']) {
      const { outcome, result } = await give(tree, command)
      expect([outcome, result.diagnostics[0]]).toMatchObject([
        'refused',
        { code: 'ITEM_STATE_UNKNOWN', hint: 'Did you mean `todo`? Write it there first.' },
      ])
    }
  })
})
