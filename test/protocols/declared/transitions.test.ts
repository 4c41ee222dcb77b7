import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../../src/core/protocol.ts'
import { scene, type Tree } from '../scene.ts'
import { declaredProtocol } from '../../../src/protocols/declared/protocol.ts'
import { declared, readConfiguration } from './scene.ts'

const head = (status: string, extraKeys = '') => `---\nstatus: ${status}\n${extraKeys}---\n`
const files = `workflows:\n  - name: work\n    items: 'work/{id}.md'\n`
const placeLine = '    place: { front-matter: status }\n'
const any = `${files}    states: [todo, doing, 'in review', done]\n${placeLine}`
const two = `${files}    states: [todo, done]\n${placeLine}`
const linear = `${any}    moves: linear\n`
const asking = `${files}    states: { todo: {}, doing: { holder: agent }, asked: {}, done: { end: true } }\n${placeLine}    moves:\n      - { from: todo, to: doing, by: accept }\n      - { from: doing, to: asked, by: handback question }\n      - { from: doing, to: done, by: handback }\n      - { from: '*', to: todo, by: hand }\n`
const noting = `${any}    on-move: { append: '- {text}', section: Log }\n`
const needing = `${files}    states: { todo: {}, doing: { holder: agent }, done: { needs: { exists: 'work/{id}.txt', severity: warning } } }\n${placeLine}`
const waiting = `${any}    depends: { front-matter: needs, once: doing }\n`
const places = (truth: string) =>
  `${files}    states: { todo: {}, doing: { holder: agent, words: [wip] }, done: {} }\n    places:\n      card: { front-matter: status }\n      label: { label: State, says: { open: [todo, doing], busy: doing, shut: done } }\n${truth}`
const computed = `${files}    states: [todo, doing, done]\n    places:\n      card: { front-matter: status }\n      boxes: { is: [{ says: done, when: { boxes: all } }, { says: [todo, doing], when: { boxes: [some, none] } }] }\n`
const onlyComputed = `${files}    states: [todo, doing, done]\n    place: { is: [{ says: todo }], hint: 'do it with the tool' }\n`
const lines = `workflows:\n  - name: work\n    items: { elements: a.jsonl }\n    states: [todo, doing, done]\n    place: { data: [status] }\n`

type Row = readonly [
  name: string,
  declaration: string,
  tree: Tree,
  comment: string,
  outcome: 'changed' | 'unchanged' | 'refused',
  expected: string,
  code?: string,
]

/** What a command does: the text of the first file afterwards, or the codes of the refusal. */
const rows: readonly Row[] = [
  [
    '`handback` is `handback success`',
    linear,
    { 'work/a.md': head('doing') },
    '/handback a success',
    'changed',
    head('in review'),
  ],
  [
    'a handback to the state before',
    linear,
    { 'work/a.md': head('in review') },
    '/handback a error',
    'changed',
    head('doing'),
  ],
  [
    'a handback with a state of two words',
    any,
    { 'work/a.md': head('doing') },
    '/handback a "in review"',
    'changed',
    head('in review'),
  ],
  [
    'the same state without quotes is a text',
    any,
    { 'work/a.md': head('doing') },
    '/handback a in review',
    'changed',
    head('in review'),
  ],
  [
    'an accept with a state of two words',
    any,
    { 'work/a.md': head('todo') },
    '/accept a "in review"',
    'changed',
    head('in review'),
  ],
  [
    'a state that no move leads to',
    linear,
    { 'work/a.md': head('todo') },
    '/accept a done',
    'refused',
    'ITEM_MOVE_ILLEGAL error',
  ],
  [
    'the second of two states, which is the end',
    two,
    { 'work/a.md': head('todo') },
    '/accept a done',
    'changed',
    head('done'),
  ],
  [
    'a handback where no state is of the agent',
    two,
    { 'work/a.md': head('todo') },
    '/handback a',
    'refused',
    'ITEM_MOVE_ILLEGAL error',
  ],
  ['the state that it has', any, { 'work/a.md': head('done') }, '/accept a done', 'unchanged', head('done')],
  [
    'a bare accept of what the agent holds',
    linear,
    { 'work/a.md': head('doing') },
    '/accept a',
    'unchanged',
    head('doing'),
  ],
  ['a bare accept at the end', linear, { 'work/a.md': head('done') }, '/accept a', 'unchanged', head('done')],
  [
    'an accept where no step is obvious',
    any,
    { 'work/a.md': head('in review') },
    '/accept a',
    'refused',
    'ITEM_MOVE_ILLEGAL error',
  ],
  [
    'a question without a move of its own',
    any,
    { 'work/a.md': head('doing') },
    '/handback a question "Why?"',
    'refused',
    'ITEM_MOVE_ILLEGAL error',
  ],
  [
    'a question that an effect writes',
    noting,
    { 'work/a.md': `${head('doing')}\n## Log\n` },
    '/handback a question "Why?"',
    'changed',
    `${head('doing')}\n## Log\n\n- Why?\n`,
  ],
  [
    'a question with a move of its own',
    asking,
    { 'work/a.md': head('doing') },
    '/handback a question "Why?"',
    'changed',
    head('asked'),
  ],
  [
    'a question without a text',
    asking,
    { 'work/a.md': head('doing') },
    '/handback a question',
    'refused',
    'COMMAND_USAGE error',
  ],
  ['an answer', asking, { 'work/a.md': head('asked') }, '/answer a "So."', 'changed', head('doing')],
  ['an answer without a text', asking, { 'work/a.md': head('asked') }, '/answer a', 'refused', 'COMMAND_USAGE error'],
  ['a move by hand', asking, { 'work/a.md': head('done') }, '/accept a todo', 'refused', 'ITEM_MOVE_ILLEGAL error'],
  [
    'a warning does not hold it up',
    needing,
    { 'work/a.md': head('doing') },
    '/handback a',
    'changed',
    head('done'),
    'ITEM_NEED_UNMET warning',
  ],
  [
    'a dependency does not hold it up',
    waiting,
    { 'work/a.md': head('todo', 'needs: b\n'), 'work/b.md': head('todo') },
    '/accept a',
    'changed',
    head('doing', 'needs: b\n'),
    'ITEM_DEPENDENCY_UNMET warning',
  ],
  [
    'what already says the new state stays',
    places(''),
    { 'work/a.md': `${head('todo')}State: open\n` },
    '/accept a',
    'changed',
    `${head('doing')}State: open\n`,
  ],
  [
    'otherwise the first word whose list has the state first',
    places(''),
    { 'work/a.md': `${head('wip')}State: shut\n` },
    '/sync a --from card',
    'changed',
    `${head('wip')}State: busy\n`,
  ],
  [
    'a place without a word for the state',
    `${files}    states: [todo, doing, done]\n    place: { front-matter: status, says: { open: todo, busy: doing } }\n`,
    { 'work/a.md': head('busy') },
    '/handback a',
    'refused',
    'ITEM_STATE_UNKNOWN error',
  ],
  [
    'a drift of written places',
    places(''),
    { 'work/a.md': `${head('todo')}State: shut\n` },
    '/accept a',
    'refused',
    'ITEM_STATE_DRIFT error',
  ],
  [
    'a drift with a computed place',
    computed,
    { 'work/a.md': `${head('doing')}- [ ] x\n` },
    '/handback a',
    'changed',
    `${head('done')}- [ ] x\n`,
    'ITEM_STATE_DRIFT warning',
  ],
  [
    'a drift with a computed place that is there before, which goes on',
    computed,
    { 'work/a.md': `${head('todo')}- [x] x\n` },
    '/accept a',
    'changed',
    `${head('doing')}- [x] x\n`,
    'ITEM_STATE_DRIFT warning',
  ],
  [
    'a drift with a computed place that is there before, which ends',
    computed,
    { 'work/a.md': `${head('doing')}- [x] x\n` },
    '/handback a',
    'changed',
    `${head('done')}- [x] x\n`,
  ],
  [
    'a drift with a computed place, of an item that is in that state already',
    computed,
    { 'work/a.md': `${head('doing')}- [x] x\n` },
    '/accept a doing',
    'unchanged',
    `${head('doing')}- [x] x\n`,
  ],
  [
    '`/sync` without `truth` and without a place',
    places(''),
    { 'work/a.md': `${head('todo')}State: shut\n` },
    '/sync a',
    'refused',
    'ITEM_STATE_DRIFT error',
  ],
  [
    '`/sync` with `truth`',
    places('    truth: label\n'),
    { 'work/a.md': `${head('todo')}State: shut\n` },
    '/sync a',
    'changed',
    `${head('done')}State: shut\n`,
  ],
  [
    '`/sync` with a computed `truth` that says several: the first of them',
    `${computed}    truth: boxes\n`,
    { 'work/a.md': `${head('done')}- [ ] x\n` },
    '/sync a',
    'changed',
    `${head('todo')}- [ ] x\n`,
  ],
  [
    '`/sync` replaces a word that is no state',
    places('    truth: label\n'),
    { 'work/a.md': `${head('lost')}State: shut\n` },
    '/sync a',
    'changed',
    `${head('done')}State: shut\n`,
  ],
  [
    '`/sync` runs no effects',
    `${places('    truth: label\n')}    on-move: { set: { front-matter: at }, to: '{today}' }\n`,
    { 'work/a.md': `${head('todo', 'at: x\n')}State: shut\n` },
    '/sync a',
    'changed',
    `${head('done', 'at: x\n')}State: shut\n`,
  ],
  [
    '`/sync` creates no place',
    places('    truth: card\n'),
    { 'work/a.md': head('todo') },
    '/sync a',
    'unchanged',
    head('todo'),
  ],
  [
    '`/sync` of places that agree',
    places('    truth: card\n'),
    { 'work/a.md': `${head('todo')}State: open\n` },
    '/sync a',
    'unchanged',
    `${head('todo')}State: open\n`,
  ],
  [
    'an effect with what the item has not captured is left out',
    `${any}    on-move: [{ set: { front-matter: at }, to: '{today}' }]\n`,
    { 'work/a.md': head('todo') },
    '/accept a',
    'changed',
    head('doing'),
  ],
  ...['/accept a', '/handback a', '/sync a'].flatMap((comment): readonly Row[] => [
    [
      `${comment} where every place is computed`,
      onlyComputed,
      { 'work/a.md': '' },
      comment,
      'refused',
      'COMMAND_NOT_HERE error',
    ],
    [
      `${comment} in lines of JSON`,
      lines,
      { 'a.jsonl': '{"id":"a","status":"todo"}\n' },
      comment,
      'refused',
      'COMMAND_NOT_HERE error',
    ],
    [
      `${comment} in lines of JSON of which two are the same`,
      lines,
      { 'a.jsonl': '{"id":"a","status":"todo"}\n{"id":"a","status":"todo"}\n' },
      comment,
      'refused',
      'COMMAND_NOT_HERE error',
    ],
    [
      `${comment} of an id that comes twice`,
      `workflows:\n  - name: work\n    items: 'work/**/{id}.md'\n    states: [todo, doing, done]\n${placeLine}`,
      { 'work/a.md': head('todo'), 'work/x/a.md': head('todo') },
      comment,
      'refused',
      'ITEM_DUPLICATE error',
    ],
    [
      `${comment} with a place in a file that cannot be read`,
      `${files}    states: [todo, doing, done]\n    places: { card: { front-matter: status }, board: { in: b.yml, data: ['{id}'] } }\n`,
      { 'work/a.md': head('todo'), 'b.yml': 'a: [' },
      comment,
      'refused',
      'ITEM_UNREADABLE error',
    ],
  ]),
]

describe('a command', () => {
  it.each(rows.map((row) => [row[0], row] as const))(
    '%s',
    async (_, [, declaration, tree, comment, outcome, expected, code]) => {
      const result = await declared(declaration).give(tree, comment)
      const [first = ''] = Object.keys(tree)
      expect([result.outcome, result.outcome === 'refused' ? result.codes.join() : result.tree[first]]).toEqual([
        outcome,
        expected,
      ])
      if (code !== undefined) expect(result.codes).toContain(code)
    },
  )

  it('that is refused names whole commands that work', async () => {
    const { give } = declared(any)
    const tree = { 'work/a.md': head('in review') }
    const hint = (await give(tree, '/accept a')).result.diagnostics[0]?.hint ?? ''
    const named = Array.from(hint.matchAll(/`?(\/\w+ [^`]*?)`/g), ([, command = '']) => command)
    expect(named.length).toBeGreaterThan(1)
    for (const command of named) expect([command, (await give(tree, command)).outcome]).toEqual([command, 'changed'])
  })

  it('where no place can be written names the hint of the place', async () => {
    const { result } = await declared(onlyComputed).give({ 'work/a.md': '' }, '/accept a')
    expect(result.diagnostics[0]?.hint).toContain('do it with the tool')
  })

  it('says in its usage that a handback takes a state or a reason, and then a text', async () => {
    const { result } = await declared(asking).give({ 'work/a.md': head('doing') }, '/help handback')
    expect(result.reply).toContain(' [STATE|success|error|question] [TEXT]`')
  })

  it('`/answer` is there only where a question moves an item', async () => {
    const { codes } = await declared(linear).give({ 'work/a.md': head('todo') }, '/answer a "So."')
    expect(codes).toEqual(['COMMAND_NOT_HERE error'])
  })

  it('`/fix` leaves a word that is no state, `/sync` replaces it', async () => {
    const { give } = declared(places('    truth: label\n'))
    const tree = { 'work/a.md': `${head('lost')}State: shut\n` }
    expect((await give(tree, '/fix')).tree).toEqual(tree)
  })
})

describe('`next` of an item', () => {
  it.each([
    ['review, with two states', two, head('todo'), 'review', '/accept a done'],
    ['work, in a state of the agent', linear, head('doing'), 'work', '/handback a success|error'],
    ['accept, where it leads to one', linear, head('todo'), 'accept', '/accept a'],
    ['review, where an accept leads elsewhere', linear, head('in review'), 'review', '/accept a'],
    ['answer, for a question', asking, head('asked'), 'answer', '/answer a "…"'],
  ])('is %s', async (_, declaration, text, kind, run) => {
    const { actions } = await declared(declaration).next({ 'work/a.md': text })
    expect(actions.map((action) => [action.do, action.run])).toEqual([[kind, run]])
  })
})

it('tries the commands of `next` without comparing all items, though one file has the state of each', async () => {
  let digests = 0
  const counted = (protocol: Protocol): Protocol => ({
    ...protocol,
    read(...args) {
      const reading = protocol.read(...args)
      return new Proxy(reading, {
        get: (of, key) => {
          if (key === 'stateDigest') digests++
          return Reflect.get(of, key, of) as unknown
        },
      })
    },
  })
  const board = `${files}    states: [todo, doing, done]\n    places: { card: { front-matter: status }, board: { in: board.yml, data: ['{id}'] } }\n    truth: card\n`
  const ids = Array.from({ length: 50 }, (_, index) => `i${index}`)
  const tree = {
    ...Object.fromEntries(ids.map((id) => [`work/${id}.md`, head('todo')])),
    'board.yml': ids.map((id) => `${id}: todo\n`).join(''),
  }
  const { actions } = await declared(board, undefined, counted).next(tree, undefined, { limit: 5 })
  expect(actions.map((action) => action.do)).toEqual(Array.from({ length: 5 }, () => 'accept'))
  expect(digests).toBeLessThan(50)
})

it('names the commands that are possible where no question is taken', async () => {
  const { result } = await declared(linear).give({ 'work/a.md': head('doing') }, '/handback a question "Why?"')
  const [{ hint = '' } = {}] = result.diagnostics
  expect(hint).toContain('Possible: `/handback work:a "in review"`')
  expect(hint).toContain('; `on-move: ')
})

describe('`{now:iso}`', () => {
  it.each([
    ['UTC', '2026-01-01T00:00:00Z', '2026-02-04T10:00:00Z'],
    ['UTC', '2026-01-01T00:00:00.000Z', '2026-02-04T10:00:00.250Z'],
    ['Europe/Berlin', '2026-01-01T00:00:00Z', '2026-02-04T11:00:00+01:00'],
    ['Asia/Kolkata', '2026-01-01T00:00:00.000+05:30', '2026-02-04T15:30:00.250+05:30'],
    ['America/St_Johns', '2026-01-01', '2026-02-04T06:30:00-03:30'],
  ])('is in the time zone %s, with milliseconds where the old value has them: %s', async (timeZone, old, written) => {
    const { workflows } = readConfiguration(
      `${any}    on-move: { set: { front-matter: updated }, to: '{now:iso}' }\n`,
      timeZone,
    )
    const [workflow] = workflows
    if (!workflow) throw new RangeError('There is no workflow.')
    const { give } = scene(declaredProtocol(workflow))
    const { tree } = await give({ 'work/a.md': head('todo', `updated: ${old}\n`) }, '/accept a', {
      at: '2026-02-04T10:00:00.250Z',
    })
    expect(tree['work/a.md']).toBe(head('doing', `updated: ${written}\n`))
  })
})

it('`/sync` of places that agree names one that is not there, and how it is written', async () => {
  const { give } = declared(
    `${files}    states: [todo, doing, done]\n    places:\n      card: { front-matter: status }\n      board: { in: B.md, row: { Item: '{id}' }, column: State, required-from: doing }\n    truth: card\n`,
  )
  const board = '| Item | State |\n|---|---|\n| b | todo |\n'
  const { outcome, codes, result } = await give({ 'work/a.md': head('doing'), 'B.md': board }, '/sync a')
  expect([outcome, codes]).toEqual(['unchanged', ['ITEM_STATE_MISSING warning']])
  expect(result.reply).toBe(
    'The places of `a` that are there agree: `doing`. Missing state of `a` at `board` in `B.md`: it must be there from `doing` on. Add the row `| a | doing |` there first: a command creates no file, key, line or row.',
  )
  expect((await give({ 'work/a.md': head('todo'), 'B.md': board }, '/sync a')).codes).toEqual([])
})

it('a handback whose text no file has says what keeps such texts', async () => {
  const { result } = await declared(any).give({ 'work/a.md': head('doing') }, '/handback a error "No library"')
  expect(result.reply).toContain(
    "To keep such texts, a person adds `on-move: { append: '- {today} {agent}: {from} → {to} {text}', section: Log }` to `work` in `.github/baton.yml`, and the heading `## Log` to `work/a.md`.",
  )
})

describe('a handback with a word that is nearly the name of a state', () => {
  const { give } = declared(any)
  const tree = { 'work/a.md': head('doing') }

  it.each([
    ['Done', 'done'],
    ['Done.', 'done'],
    ['ready', undefined],
    ['in-review', '"in review"'],
    ['"In Review"', '"in review"'],
    ['donee', 'done'],
    ['TODO "no paint"', 'todo'],
  ])(
    'is a text, and the answer says so where the word stands alone or in front of a quoted text: %s',
    async (words, name) => {
      const { outcome, tree: after, result } = await give(tree, `/handback a ${words}`)
      expect([outcome, after['work/a.md']]).toEqual(['changed', head('in review')])
      const note = name && `is taken as text: the state is called \`${name}\`.`
      for (const text of [result.reply, result.brief])
        if (note === undefined) expect(text).not.toContain('is taken as text')
        else expect(text).toContain(note)
    },
  )

  it('that is a synonym is a text, too, which is written', async () => {
    const work = declared(
      "workflows: [{ name: work, items: 'work/{id}.md', states: [todo, doing, { review: { words: checking } }, done], place: { front-matter: status }, moves: linear, on-move: { append: '- {text}', section: Log } }]\n",
    )
    const card = { 'work/a.md': `${head('doing')}\n## Log\n` }
    const { tree: after, result } = await work.give(card, '/handback a checking')
    expect(after['work/a.md']).toBe(`${head('review')}\n## Log\n\n- checking\n`)
    expect(result.reply).toBe('`a` is in `review`. `checking` is taken as text: the state is called `review`.')
  })

  it.each(['success Done', '"Done"', 'Done with the form', 'Todo lists are shown', '"it is done"', 'ready'])(
    'is a text otherwise: %s',
    async (words) => {
      const { outcome, tree: after } = await give(tree, `/handback a ${words}`)
      expect([outcome, after['work/a.md']]).toEqual(['changed', head('in review')])
    },
  )
})

describe('a required place that is not there', () => {
  const withCopy = (place: string) =>
    declared(
      `${files}    states: [todo, doing, done]\n    places:\n      card: { front-matter: status }\n      copy: { ${place}, required-from: done }\n    truth: card\n`,
    )
  const doing = { 'work/a.md': head('doing') }

  type Row = readonly [place: string, path: string, without: string, empty: string, after: string]
  const rows: readonly Row[] = [
    [
      "in: 'copies/{id}.md', front-matter: state",
      'copies/a.md',
      '---\nx: 1\n---\n',
      '---\nstate:\n---\n',
      '---\nstate: done\n---\n',
    ],
    ["in: 'copies/{id}.md', label: Now", 'copies/a.md', '# A\n', 'Now:\n', 'Now: done\n'],
    [
      "in: B.md, row: { Item: '{id}' }, column: State",
      'B.md',
      '# B\n',
      '| Item | State |\n|---|---|\n| a | |\n',
      '| Item | State |\n|---|---|\n| a | done |\n',
    ],
    ["in: 'copies/{id}.yml', data: [state]", 'copies/a.yml', 'x: 1\n', 'state:\n', 'state: done\n'],
  ]

  it.each(rows)('is filled in by a repair where it is empty: %s', async (place, path, _, empty, after) => {
    const { give, inspect } = withCopy(place)
    const tree = { 'work/a.md': head('done'), [path]: empty }
    const { diagnostics } = await inspect(tree)
    expect(diagnostics).toMatchObject([{ code: 'ITEM_STATE_MISSING', fix: '/sync work:a' }])
    const filled = await give(tree, '/sync work:a')
    expect([filled.outcome, filled.tree[path], (await inspect(filled.tree)).diagnostics]).toEqual([
      'changed',
      after,
      [],
    ])
  })

  it('stays empty where it need not be there yet', async () => {
    const { give } = withCopy("in: 'copies/{id}.md', label: Now")
    const tree = { ...doing, 'copies/a.md': 'Now:\n' }
    expect(await give(tree, '/sync work:a')).toMatchObject({ outcome: 'unchanged', tree })
  })

  it.each(rows)(
    'is filled in once it is added empty, as the refusal says: %s',
    async (place, path, without, empty, after) => {
      const { give } = withCopy(place)
      const refused = await give({ ...doing, [path]: without }, '/handback a')
      expect([refused.outcome, refused.codes]).toEqual(['refused', ['ITEM_STATE_MISSING error']])
      expect(refused.result.diagnostics[0]?.hint).toMatch(
        /^There is no .*\bAdd .* there first, with the value left empty: /i,
      )
      expect((await give({ ...doing, [path]: empty }, '/handback a')).tree[path]).toBe(after)
    },
  )
})

describe('places that contradict each other', () => {
  const desk = declared(
    `${files}    states: [todo, doing, review, done]\n    places:\n      card: { front-matter: status }\n      desk: { in: B.md, row: { Item: '{id}' }, column: State, says: { proof: review, out: done } }\n    truth: card\n`,
  )

  it('are named with what can be done where the other one has no word for the right state', async () => {
    const tree = { 'work/a.md': head('doing'), 'B.md': '| Item | State |\n|---|---|\n| a | proof |\n' }
    const { codes, result } = await desk.give(tree, '/handback a')
    expect(codes).toEqual(['ITEM_STATE_DRIFT error'])
    expect(result.diagnostics[0]).toMatchObject({
      hint: '`desk` has no word for `doing`: empty it, or add a word to its `says`. Say first which is right: `/sync work:a --from desk`.',
    })
    expect(result.diagnostics[0]).not.toHaveProperty('fix')
    expect((await desk.give(tree, '/sync a --from desk')).tree['work/a.md']).toBe(head('review'))
  })

  it('follow no place that leaves several states open: a person writes one of them', async () => {
    const { give, diagnose, next } = declared(places(''))
    const tree = { 'work/a.md': `${head('done')}State: open\n` }
    const { outcome, result } = await give(tree, '/sync a --from label')
    expect([outcome, result.reply]).toEqual([
      'refused',
      '`label` leaves the state of `a` open: `todo`, `doing`. Write one of these at `card`. Or say which place is right: `/sync work:a --from card`.',
    ])
    const [finding] = await diagnose(tree)
    expect([finding?.hint, finding?.fix]).toEqual([
      'Choose: `/sync work:a --from card` or write one of `todo`, `doing`, which `label` leaves open.',
      undefined,
    ])
    expect((await next(tree)).actions).toMatchObject([{ do: 'mend', run: '/explain ITEM_STATE_DRIFT' }])
  })

  it('follow the first of several states that a computed one says, and the answer says so', async () => {
    const { give } = declared(computed)
    const { result } = await give({ 'work/a.md': `${head('done')}- [ ] x\n` }, '/sync a --from boxes')
    expect([result.reply, result.brief]).toEqual([
      'The places of `a` say `todo`, the first of `todo`, `doing` that `boxes` says.',
      'The places of `a` say `todo`, the first of `todo`, `doing` that `boxes` says.',
    ])
  })

  const written = places('    truth: card\n')
  const rowsOfWord: readonly (readonly [string, string, string, string, string | undefined, string])[] = [
    ['a written place', 'doign', 'State: open', written, '/sync work:a --from label', 'doing'],
    ['a written place', 'tdo', 'State: open', written, '/sync work:a --from label', 'todo'],
    ['a written place', 'doen', 'State: open', written, undefined, 'doen'],
    ['a written place', 'elsewhere', 'State: open', written, undefined, 'elsewhere'],
    ['a computed place', 'doign', '- [ ] x', computed, undefined, 'doing'],
    ['a computed place', 'elsewhere', '- [ ] x', computed, undefined, 'elsewhere'],
    ['a computed place that is right', 'tdo', '- [ ] x', `${computed}    truth: boxes\n`, '/sync work:a', 'todo'],
    ['a computed place that is right', 'doign', '- [ ] x', `${computed}    truth: boxes\n`, undefined, 'todo'],
    ['a computed place that is right', 'elsewhere', '- [ ] x', `${computed}    truth: boxes\n`, undefined, 'todo'],
  ]
  it.each(rowsOfWord)(
    'give a word that is no state the one that it is near, of several that %s says: %s',
    async (_, word, rest, declaration, fix, expected) => {
      const { give, diagnose } = declared(declaration)
      const tree = { 'work/a.md': `${head(word)}${rest}\n` }
      const [finding] = await diagnose(tree)
      expect([finding?.code, finding?.fix]).toEqual(['ITEM_STATE_UNKNOWN', fix])
      const place = declaration === written ? 'label' : 'boxes'
      const command = declaration.includes('truth: boxes') ? '/sync a' : `/sync a --from ${place}`
      const { outcome, result, tree: after } = await give(tree, command)
      expect(after['work/a.md']).toBe(`${head(expected)}${rest}\n`)
      if (expected === word)
        expect([outcome, result.reply]).toEqual([
          'refused',
          `\`${place}\` leaves the state of \`a\` open: \`todo\`, \`doing\`. Write one of these at \`card\`.`,
        ])
    },
  )

  it('are told apart from a place that says nothing, or no state', async () => {
    const boards = (cell: string, status = 'review') => ({
      'work/a.md': head(status),
      'B.md': `| Item | State |\n|---|---|\n| a | ${cell} |\n`,
    })
    const hintOf = async (tree: Tree, comment: string) => {
      const { diagnostics } = (await desk.give(tree, comment)).result
      return diagnostics.map(({ code, message, hint }) => [code, message, hint])
    }
    expect(await hintOf(boards('proof', 'revue'), '/sync a')).toEqual([
      [
        'ITEM_STATE_UNKNOWN',
        'Unexpected state `revue` of `a` at `card`',
        'Write one of the states there. Or say which place is right: `/sync work:a --from desk`.',
      ],
    ])
    expect(await hintOf(boards(''), '/sync a --from desk')).toEqual([
      [
        'ITEM_STATE_MISSING',
        'Missing state of `a` at `desk` in `B.md`',
        'Write it: the column `State` of its row. No command creates it.',
      ],
    ])
  })
})

it('a command for which no step is the obvious one, and one is possible, needs the name of its state', async () => {
  const { give } = declared(
    "workflows: [{ name: work, items: 'work/{id}.md', states: [todo, done], place: { front-matter: status } }]\n",
  )
  expect((await give({ 'work/a.md': head('todo') }, '/accept a')).result.reply).toContain(
    'Unexpected `/accept` of `a` from `todo`: the state has to be named. Possible: `/accept work:a done`',
  )
})

it('a command for which no step is the obvious one names those that say the state', async () => {
  const { result } = await declared(any).give({ 'work/a.md': head('done') }, '/accept a')
  expect(result.reply).toContain(
    'Unexpected `/accept` of `a` from `done`: no step is the obvious one. Possible: `/accept work:a todo`, `/accept work:a doing`',
  )
})

describe('a key without a colon', () => {
  it.each([
    ['in braces', 'items:\n  a: { x: todo, by }\n', 'by'],
    ['in braces, with a dash', 'items:\n  a: { x: todo, by- }\n', 'by-'],
    ['behind a question mark', 'items:\n  a:\n    x: todo\n    ? by\n', 'by'],
  ])('has no place for a value, and keeps its name: %s', async (_, text, key) => {
    const { give } = declared(
      `workflows:\n  - name: work\n    items: { keys: plan.yml, at: [items] }\n    states: [todo, doing, done]\n    place: { data: [x] }\n    on-move: { set: { data: [${key}] }, to: '{actor}' }\n`,
    )
    const { tree } = await give({ 'plan.yml': text }, '/accept a')
    expect(tree['plan.yml']).toBe(text.replace('todo', 'doing'))
  })

  it('is no place of a state that a command writes', async () => {
    const { give } = declared(
      "workflows:\n  - name: work\n    items: { keys: plan.yml, at: [items] }\n    states: [todo, doing, done]\n    places:\n      state: { data: [x] }\n      copy: { in: more.yml, data: ['{id}', status] }\n",
    )
    const before = { 'plan.yml': 'items:\n  a: { x: todo }\n', 'more.yml': 'a: { status, y: 1 }\n' }
    expect(await give(before, '/accept a')).toMatchObject({ outcome: 'refused', tree: before })
  })
})
