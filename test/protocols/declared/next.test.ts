import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { laneOf } from '../../../src/core/board.ts'
import type { Tree } from '../scene.ts'
import { declared } from './scene.ts'

const card = (status: string) => `---\nstatus: ${status}\n---\n`
const work = (truth: string) =>
  declared(
    `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, review, done]\n    places:\n      card: { front-matter: status }\n      board: { in: BOARD.md, table: Board, row: { Item: '{id}' }, column: Status }\n${truth}`,
  )
const tree = (items: Readonly<Record<string, readonly [card: string, cell: string]>>): Tree => ({
  ...Object.fromEntries(Object.entries(items).map(([id, [status]]) => [`work/${id}.md`, card(status)])),
  'BOARD.md': `## Board\n\n| Item | Status |\n|---|---|\n${Object.entries(items)
    .map(([id, [, cell]]) => `| ${id} | ${cell} |\n`)
    .join('')}`,
})

describe('an item whose places contradict each other', () => {
  it('is to be mended, and comes before what waits for a review', async () => {
    const { next } = work('    truth: board\n')
    const { actions } = await next(tree({ a: ['review', 'review'], b: ['doing', 'todo'], c: ['todo', 'done'] }))
    expect(actions.map(({ do: kind, target, run }) => [kind, target, run])).toEqual([
      ['mend', 'work:b', '/sync b'],
      ['mend', 'work:c', '/sync c'],
      ['review', 'work:a', '/accept a done'],
    ])
  })

  it('is held by nobody where no place is declared to be right, and a person chooses', async () => {
    const { next, give, targets } = work('')
    const files = tree({ a: ['done', 'todo'], b: ['todo', 'todo'] })
    expect((await next(files)).actions.map(({ do: kind, run, why }) => [kind, run, why])).toEqual([
      ['mend', '/sync a --from card|board', '`card` says `done`, `board` says `todo`'],
      ['accept', '/accept b', undefined],
    ])
    const [unclear] = await targets(files)
    expect(unclear).toMatchObject({ state: 'unknown', turn: {} })
    expect(laneOf(unclear?.holder, unclear?.turn ?? {})).toBe('unknown')
    expect((await give(files, '/sync a --from card')).tree).toEqual(tree({ a: ['done', 'done'], b: ['todo', 'todo'] }))
  })

  it('is to be mended at its end, too', async () => {
    const { next } = declared('workflows:\n  - backlog-md\n')
    const { actions } = await next({ 'backlog/completed/a.md': '---\nid: TASK-1\nstatus: To Do\n---\n' })
    expect(actions.map(({ do: kind, run }) => [kind, run])).toEqual([['mend', '/sync TASK-1']])
  })
})

describe('an item that every command would refuse to move', () => {
  const text = (...states: readonly string[]) => card('todo') + states.map((state) => `Status: ${state}\n\n`).join('')
  it.each<readonly [string, string, Tree, string]>([
    [
      'a place that cannot be read',
      "places: { card: { front-matter: status }, tracker: { in: t.yml, data: ['{id}'] } }",
      { 't.yml': 'a: todo\na: doing\n' },
      'ITEM_UNREADABLE',
    ],
    [
      'a file of effects that cannot be read',
      "place: { front-matter: status }\n    on-move: { in: t.yml, set: { data: last }, to: '{today}' }",
      { 't.yml': 'last: [\n' },
      'ITEM_UNREADABLE',
    ],
    [
      'an id that comes twice',
      'place: { front-matter: status }',
      { 'more/a.md': card('todo'), 'more/b.md': card('todo') },
      'ITEM_DUPLICATE',
    ],
    [
      'two states at one place',
      'places: { card: { front-matter: status }, text: { label: Status } }\n    truth: card',
      { 'work/a.md': text('todo', 'done'), 'work/b.md': text('todo', 'done') },
      'ITEM_STATE_AMBIGUOUS',
    ],
    [
      'a word that is no state',
      'places: { card: { front-matter: status }, text: { label: Status } }\n    truth: card',
      { 'work/a.md': text('begun'), 'work/b.md': text('begun') },
      'ITEM_STATE_UNKNOWN',
    ],
  ])('is not offered, nor among the further ones: %s', async (_, keys, files, code) => {
    const { next } = declared(
      `workflows:\n  - name: work\n    items: ['work/{id}.md', 'more/{id}.md']\n    states: [todo, doing, review, done]\n    ${keys}\n`,
    )
    const tree = { 'work/a.md': card('todo'), 'work/b.md': card('todo'), ...files }
    const { actions, more } = await next(tree, undefined, { limit: 1 })
    // A file that both share is mended once.
    expect([actions, more].map((list) => list.map((action) => [action.do, action.code]))).toEqual([
      [['mend', code]],
      'work/a.md' in files || 'more/a.md' in files ? [['mend', code]] : [],
    ])
  })

  it('waits for the place that must be there in the state to which it would go', async () => {
    const { next } = declared(
      "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    places: { card: { front-matter: status }, board: { in: 'b/{id}.md', label: Status, required-from: doing } }\n",
    )
    const { actions, more } = await next({ 'work/a.md': card('todo'), 'work/b.md': card('todo') }, undefined, {
      limit: 1,
    })
    expect([...actions, ...more].map(({ do: kind }) => kind)).toEqual(['wait', 'wait'])
  })
})

it('an open question is answered, whoever holds the item in its state', async () => {
  const { next } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, doing: { holder: agent }, asked: { holder: agent }, done: {} }\n    place: { front-matter: status }\n    moves:\n      - { from: todo, to: doing }\n      - { from: doing, to: asked, by: handback question }\n      - { from: doing, to: done }\n",
  )
  expect((await next({ 'work/a.md': card('asked') })).actions).toMatchObject([
    { do: 'answer', run: '/answer a "…"', read: ['work/a.md'] },
  ])
})

describe('an error with which an item came back', () => {
  const moves =
    '[{ from: todo, to: In Progress }, { from: In Progress, to: review }, { from: In Progress, to: todo, by: handback error }, { from: review, to: In Progress, by: handback error }, { from: review, to: done }]'
  const returning = (effect: string) =>
    declared(
      `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, In Progress: { holder: agent }, review: {}, done: {} }\n    place: { front-matter: status }\n    moves: ${moves}\n    on-move: { append: ${JSON.stringify(effect)}, section: Log }\n`,
    )
  const tree = (status: string) => ({ 'work/a.md': `---\nstatus: ${status}\n---\n\n## Log\n` })
  const log = '- {today} {actor}: {from} → {to} {text}'

  it('is decided on where the orchestrator holds it, until it is granted again', async () => {
    const { give, targets, next } = returning(log)
    const failed = await give(tree('In Progress'), '/handback a error "NO_CC no <compiler> a/b"')
    expect((await targets(failed.tree))[0]?.error).toBe('NO_CC no <compiler> a/b')
    expect((await next(failed.tree)).actions).toMatchObject([
      { do: 'decide', code: 'NO_CC', why: 'no <compiler> a/b', run: '/accept a' },
    ])
    const granted = await give(failed.tree, '/accept a')
    expect((await targets(granted.tree))[0]?.error).toBeUndefined()
    expect((await next(granted.tree)).actions.map(({ do: kind, why }) => [kind, why])).toEqual([['work', undefined]])
    // An older error is not the reason of one without a text.
    const bare = await give(granted.tree, '/handback a error')
    expect((await targets(bare.tree))[0]?.error).toBeUndefined()
  })

  it.each([
    ['- {today} {id}: {from} → {to} {text}', ['No', undefined]],
    ['- {today}: {from} → {to} {text}', [undefined, undefined]],
  ])('is that of the item which a line of a shared log names: %s', async (line, errors) => {
    const { give, targets } = declared(
      `workflows:\n  - name: work\n    items: { keys: t.yml, at: [] }\n    states: { todo: {}, In Progress: { holder: agent }, review: {}, done: {} }\n    place: { data: [] }\n    moves: ${moves}\n    on-move: { append: ${JSON.stringify(line)}, section: Log, in: LOG.md }\n`,
    )
    const failed = await give({ 't.yml': 'a: In Progress\nb: todo\n', 'LOG.md': '## Log\n' }, '/handback a error No')
    expect((await targets(failed.tree)).map(({ state, error }) => [state, error])).toEqual(
      errors.map((error) => ['todo', error]),
    )
  })

  it('is told to the agent that goes on', async () => {
    const { give, next } = returning(log)
    const sentBack = await give(tree('review'), '/handback a error "Too green"')
    expect([sentBack.state, (await next(sentBack.tree)).actions]).toMatchObject([
      'In Progress',
      [{ do: 'work', why: 'Too green', run: '/handback a success|error' }],
    ])
  })

  it.each(['- {today}: {to} {text}', '- {text}'])(
    'is none where no file says which move it was: %s',
    async (effect) => {
      const { give, targets } = returning(effect)
      const { tree: after, state } = await give(tree('In Progress'), '/handback a error "No compiler"')
      expect([state, (await targets(after))[0]?.error]).toEqual(['todo', undefined])
    },
  )
})

describe('an open question', () => {
  const asking = (effect: string) =>
    declared(
      `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, In Progress: { holder: agent }, Asked: {}, done: {} }\n    place: { front-matter: status }\n    moves:\n      - { from: todo, to: In Progress }\n      - { from: In Progress, to: Asked, by: handback question }\n      - { from: In Progress, to: done }\n    on-move: { ${effect} }\n`,
    )
  const file = '---\nstatus: In Progress\nasked: none\n---\n\n## Log\n\n- 2026-02-01 ada: todo → In Progress go on\n'
  const log = "append: '- {today} {actor}: {from} → {to} {text}', section: Log"

  it.each([
    ['a line of a log', log, 'Which of a/b | c: <x>?'],
    ['a line of its own', "append: '{text}', section: Log", '- Which?'],
    ['a key', "set: { front-matter: asked }, to: '{text}'", 'Which: a or b?'],
  ])('is shown with its text, from %s', async (_, effect, text) => {
    const { give, targets, next } = asking(effect)
    expect((await next({ 'work/a.md': file })).actions).toMatchObject([
      { do: 'work', run: '/handback a success|question "…"' },
    ])
    const asked = await give({ 'work/a.md': file }, `/handback a question ${JSON.stringify(text)}`)
    expect([asked.state, (await targets(asked.tree))[0]?.question]).toEqual(['Asked', text])
    expect((await next(asked.tree)).actions).toMatchObject([{ do: 'answer', question: text, run: '/answer a "…"' }])
    const answered = await give(asked.tree, '/answer a "The first"')
    expect([answered.state, (await targets(answered.tree))[0]?.question]).toEqual(['In Progress', undefined])
    const again = await give(answered.tree, '/handback a question "And now?"')
    expect((await targets(again.tree))[0]?.question).toBe('And now?')
  })

  it.each([
    ['--agent ada/2', 'ada/2'],
    ['', 'octocat'],
  ])('is written with the agent that gives the command, else with the actor: %s', async (option, name) => {
    const { give, targets } = asking(log.replace('{actor}', '{agent} for {actor}'))
    const { tree } = await give({ 'work/a.md': file }, `/handback a ${option} question "Which/what?"`)
    expect(tree['work/a.md']).toContain(`${name} for octocat: In Progress → Asked Which/what?`)
    expect((await targets(tree))[0]?.question).toBe('Which/what?')
  })

  it('is shown with the agent that asked, where a place of the item has its name', async () => {
    const { next } = declared(
      `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, doing: { holder: agent }, asked: {}, done: {} }\n    place: { front-matter: status }\n    fields: { holder: { front-matter: owner } }\n    moves:\n      - { from: todo, to: doing }\n      - { from: doing, to: asked, by: handback question }\n      - { from: doing, to: done }\n`,
    )
    for (const [owner, why] of [
      ["'@ada'", '`ada` asked'],
      ['', 'no file names the agent that asked: its grant ended as it handed back'],
    ] as const)
      expect((await next({ 'work/a.md': `---\nstatus: asked\nowner: ${owner}\n---\n` })).actions).toMatchObject([
        { do: 'answer', why },
      ])
  })

  it('is written with the agent that asked, its answer with who gave that', async () => {
    const { give } = asking(log.replace('{actor}', '{agent}'))
    const { tree } = await give({ 'work/a.md': file }, '/handback a --agent ada/2 question "Which?"')
    const answered = await give(tree, '/answer a --agent ada/2 "The first"')
    expect(answered.tree['work/a.md']).toContain(
      'ada/2: In Progress → Asked Which?\n- 2026-02-04 octocat: Asked → In Progress The first\n',
    )
  })

  it('has no text where a person moved the item, or none was written', async () => {
    const { targets } = asking(log)
    expect((await targets({ 'work/a.md': file.replace('In Progress', 'Asked') }))[0]?.question).toBeUndefined()
    expect((await targets({ 'work/a.md': card('Asked') }))[0]).toMatchObject({ state: 'Asked' })
  })
})

it.each([
  ['doing', 'Write one of these there, or add the word to `words` in the declaration.'],
  ['dome', 'Did you mean `done`?'],
  ['reviev', 'Did you mean `review`?'],
  ['doen', 'Did you mean `done`?'],
])('a word that is no state, %s, is taken for a misspelling only where it is one', async (word, hint) => {
  const { diagnose } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, review, done]\n    place: { front-matter: status }\n",
  )
  expect((await diagnose({ 'work/a.md': card(word) })).map((diagnostic) => diagnostic.hint)).toEqual([hint])
})

it.each([
  ['has a word that is no state', { 'work/a.md': card('dun'), 'BOARD.md': '' }, 'mend', '/explain ITEM_STATE_UNKNOWN'],
  ['has no state', { 'work/a.md': '# A\n', 'BOARD.md': '' }, 'wait', undefined],
])('an item is not left out because it %s', async (_, files, kind, run) => {
  const { actions } = await work('').next(files)
  expect(actions.map((action) => [action.do, action.run])).toEqual([[kind, run]])
})

it('a state that contradicts a computed place names the place that it may follow', async () => {
  const { diagnose, next } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, done]\n    places: { card: { front-matter: status }, report: { is: { says: done, when: { exists: 'work/{id}.txt' } } } }\n",
  )
  const tree = { 'work/a.md': card('todo'), 'work/a.txt': 'it works' }
  expect((await diagnose(tree))[0]?.hint).toBe('`/sync work:a --from report` makes the other places follow.')
  expect((await next(tree)).actions).toMatchObject([{ do: 'mend', run: '/sync a --from report' }])
})

it('a word that is no state is replaced as the finding says, where one other place alone says a state', async () => {
  const { diagnose, next } = work('    truth: card\n')
  const run = async (status: string, cell: string) => {
    const files = tree({ a: [status, cell] })
    const [{ fix } = {}] = await diagnose(files)
    return [fix, (await next(files)).actions[0]?.run]
  }
  expect(await run('in progress', 'doing')).toEqual(['/sync work:a --from board', '/sync work:a --from board'])
  // The word is almost that of another state than the board says.
  expect(await run('revew', 'doing')).toEqual([undefined, '/explain ITEM_STATE_UNKNOWN'])
})

it.each([
  ['reviev', 'review', 'review', '/sync work:a --from board'],
  ['begun', 'review', 'review', '/sync work:a --from board'],
  ['reviev', 'review', 'done', undefined],
  ['reviev', 'done', 'done', undefined],
])('a word that is no state, %s, beside %s and %s, is replaced by %s', async (word, cell, line, command) => {
  const { diagnose, next, give } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, review, done]\n    places:\n      card: { front-matter: status }\n      board: { in: BOARD.md, table: Board, row: { Item: '{id}' }, column: Status }\n      note: { label: Status }\n    truth: card\n",
  )
  const files = { ...tree({ a: [word, cell] }), 'work/a.md': `${card(word)}\nStatus: ${line}\n` }
  const found = (await diagnose(files)).find(({ code }) => code === 'ITEM_STATE_UNKNOWN')
  expect(found?.fix).toBe(command)
  if (command === undefined) return
  expect((await next(files)).actions[0]?.run).toBe(command)
  expect((await give(files, command)).tree['work/a.md']).toContain(`status: ${cell}`)
})

it('a state that is missing says how it is written, and a need which file it is about', async () => {
  const { diagnose, give } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, done: { needs: { boxes: all, section: Plan } } }\n    place: { label: Status }\n",
  )
  expect((await diagnose({ 'work/a.md': '## Status\n\nAccepted\n' }))[0]?.hint).toContain('a line `Status: STATE`')
  const refused = await give({ 'work/a.md': '## Status\n\nAccepted\n' }, '/accept a')
  expect([refused.codes, refused.result.diagnostics[0]?.hint]).toEqual([
    ['ITEM_STATE_MISSING error'],
    expect.stringContaining('a line `Status: STATE`') as unknown,
  ])
  expect((await diagnose({ 'work/a.md': 'Status: done\n' }))[0]?.message).toContain(
    'in the section `Plan` of `work/a.md`',
  )
})

it('the lines of the page give the tasks of Backlog.md their questions', async () => {
  const page = readFileSync(new URL('../../../docs/workflows.md', import.meta.url), 'utf8')
  const [, lines = ''] = /```yaml\n(workflows:\n  - use: backlog-md\n    add-states:[^`]*)```/.exec(page) ?? []
  const { give, next } = declared(lines)
  const task = {
    'backlog/tasks/a.md': '---\nid: TASK-1\nstatus: In Progress\n---\n\n## Implementation Notes\n\n- begun\n',
  }
  const asked = await give(task, '/handback TASK-1 question "Which form?"')
  expect([asked.outcome, asked.state]).toEqual(['changed', 'Asked'])
  expect((await next(asked.tree)).actions).toMatchObject([{ do: 'answer', run: '/answer TASK-1 "…"' }])
  expect((await give(asked.tree, '/answer TASK-1 "The second"')).state).toBe('In Progress')
})

it('what waits for a place that is computed says what that depends on', async () => {
  const { next } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    places:\n      card: { front-matter: status }\n      note: { is: [{ says: todo, when: { missing: 'notes/{id}.md' } }] }\n    moves: linear\n",
  )
  expect((await next({ 'work/a.md': card('todo') })).actions).toMatchObject([
    { do: 'wait', why: '`note` says `todo`, not `doing` (no file `notes/a.md`)' },
  ])
})

describe('an end that a place contradicts', () => {
  const tasks = (status: string) =>
    JSON.stringify({
      main: { tasks: [{ id: 1, status: 'review', subtasks: [{ id: 1, status }] }], metadata: { updated: '' } },
    })
  const nextIn = async (status: string) => {
    const { actions } = await declared('workflows: [task-master]\n').next({
      '.taskmaster/tasks/tasks.json': tasks(status),
    })
    return actions.find(({ target }) => target === 'task-master:1@main')
  }

  it('is not offered where any move is legal: the item waits for its parts', async () => {
    expect(await nextIn('pending')).toMatchObject({
      do: 'wait',
      why: expect.stringMatching(/^`1\.1@main` is in `pending`, and `subtasks` says /) as string,
    })
    expect(await nextIn('done')).toMatchObject({
      do: 'review',
      run: '/accept 1 done',
      why: '`accept` approves it: it becomes `done`',
    })
  })

  it('leaves another move to be offered', async () => {
    const { next } = declared(
      "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { review: {}, done: { end: true }, dropped: { end: true } }\n    places:\n      card: { front-matter: status }\n      note: { is: [{ says: [review, dropped], when: { missing: 'notes/{id}.md' } }] }\n    moves:\n      - { from: review, to: done, by: accept }\n      - { from: review, to: dropped, by: accept }\n",
    )
    expect((await next({ 'work/a.md': card('review') })).actions).toMatchObject([
      { do: 'review', run: '/accept a dropped' },
    ])
    expect((await next({ 'work/a.md': card('review'), 'notes/a.md': 'Yes' })).actions).toMatchObject([
      { run: '/accept a done' },
    ])
  })
})

const drifting =
  "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, done]\n    places: { card: { front-matter: status }, note: { label: State } }\n"

it.each([
  ['card', '`/sync work:a` writes `todo` there. Where `card` is wrong: `/sync work:a --from note`.'],
  ['note', '`/sync work:a` writes `done` there. Where `note` is wrong: `/sync work:a --from card`.'],
])(
  'a contradiction with %s, which is declared to be right, says how the other place is followed',
  async (truth, hint) => {
    const { diagnose, give } = declared(`${drifting}    truth: ${truth}\n`)
    const tree = { 'work/a.md': `${card('todo')}State: done\n` }
    expect((await diagnose(tree))[0]?.hint).toBe(hint)
    const otherCommand = /`(\/sync work:a --from .*)`/.exec(hint)?.[1] ?? ''
    expect((await diagnose((await give(tree, otherCommand)).tree)).length).toBe(0)
  },
)

it.each([
  [
    'a list of states',
    'workflows:\n  - name: work\n    items: "work/{id}.md"\n    states: [todo, done]\n    place: { front-matter: status }\n',
    '`words`',
  ],
  [
    'words of a place',
    'workflows:\n  - name: work\n    items: "work/{id}.md"\n    states: [todo, done]\n    place: { front-matter: status, says: { open: todo, shut: done } }\n',
    '`says`',
  ],
  ['a preset', 'workflows:\n  - { use: backlog-md, with: { root: work } }\n', '`add-words`'],
])('a word that is no state, with no other place, says what to do: %s', async (_, declaration, key) => {
  const path = key === '`add-words`' ? 'work/tasks/a.md' : 'work/a.md'
  const [found] = await declared(declaration).diagnose({ [path]: '---\nid: a\nstatus: elsewhere\n---\n' })
  expect([found?.code, found?.hint]).toEqual([
    'ITEM_STATE_UNKNOWN',
    `Write one of these there, or add the word to ${key} in the declaration.`,
  ])
})

it('what is lacking says what to do', async () => {
  const { diagnose } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, doing: { holder: agent }, done: { needs: { exists: 'work/{id}.txt' } } }\n    place: { front-matter: status }\n    depends: { front-matter: needs, once: doing }\n",
  )
  const found = await diagnose({
    'work/a.md': card('done'),
    'work/b.md': '---\nstatus: doing\nneeds: [c]\n---\n',
    'work/c.md': card('todo'),
  })
  expect(found.map(({ code, hint }) => [code, hint])).toEqual([
    ['ITEM_NEED_UNMET', 'Add what is missing, or give the item the state that is true.'],
    ['ITEM_DEPENDENCY_UNMET', 'Finish the other item first, or remove the dependency.'],
  ])
})

it('a refused question names the page that has the lines for it', async () => {
  const task = { 'backlog/tasks/a.md': '---\nid: TASK-1\nstatus: In Progress\n---\n' }
  const { result } = await declared('workflows:\n  - backlog-md\n').give(task, '/handback TASK-1 question "Which?"')
  expect(result.diagnostics[0]?.hint).toContain('`docs/workflows.md` says what `backlog-md` has for them')
})

it.each([
  ["{ folders: 'work/{id}' }", "'{folder}/README.md'", 'a folder `work/a`', '`work/a/README.md`'],
  ["'work/{id}.md'", "'{folder}/board/{id}.md'", 'a file `work/a.md`', '`work/board/a.md`'],
  ["'{id}.md'", "'{folder}/board/{id}.md'", 'a file `a.md`', '`board/a.md`'],
  ["'work/{team}/{id}.md'", "'{folder}/board.md'", 'a file `work/{team}/{id}.md`', '`{folder}/board.md`'],
])('how an item of %s is begun names the file of its state: %s', async (items, place, item, file) => {
  const { make } = declared(
    `workflows:\n  - name: work\n    items: ${items}\n    states: [todo, done]\n    place: { in: ${place}, label: State }\n`,
  )
  const { result } = await make({}, ['a'])
  expect(result.diagnostics[0]?.hint).toBe(`Write ${item} with the state \`todo\`: a line \`State: todo\` in ${file}.`)
})

it('an item whose parts are not done waits for them, and their commands come first', async () => {
  const { next } = declared('workflows: [bmad]\n')
  const folder = '_bmad-output/implementation-artifacts'
  for (const [state, kind] of [
    ['ready-for-dev', 'accept'],
    ['in-progress', 'work'],
  ] as const) {
    const { actions } = await next({
      [`${folder}/sprint-status.yaml`]: `development_status:\n  epic-1: in-progress\n  1-1-login: ${state}\n`,
      [`${folder}/1-1-login.md`]: `# Login\n\nStatus: ${state}\n`,
    })
    expect(actions).toMatchObject([
      { do: kind, target: 'bmad:1-1-login' },
      { do: 'wait', target: 'bmad:epic-1', why: expect.stringContaining('not `done`') as string },
    ])
    expect(actions[1]?.run).toBeUndefined()
  }
})

describe('an item of which several moves are possible', () => {
  const branching = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, doing: { holder: agent }, review: {}, cancelled: { end: true }, done: { end: true, needs: { exists: 'r/{id}.md' } } }\n    place: { front-matter: status }\n    moves:\n      - { from: todo, to: cancelled }\n      - { from: todo, to: doing }\n      - { from: doing, to: review }\n      - { from: review, to: done }\n      - { from: [review, cancelled], to: doing, by: accept }\n      - { from: review, to: todo, by: accept }\n",
  )

  it.each([
    ['todo', {}, { do: 'accept', run: '/accept a doing' }],
    ['review', {}, { do: 'wait', why: '`done` needs the file `r/a.md`' }],
    ['review', { 'r/a.md': '' }, { do: 'review', run: '/accept a done' }],
  ] as const)(
    'begins work before anything else, and goes on or waits before it goes back: %s',
    async (status, more, action) => {
      expect((await branching.next({ 'work/a.md': card(status), ...more })).actions).toMatchObject([action])
    },
  )
})

it('an item with two rows is ambiguous, and no command decides which is right', async () => {
  const rows = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, review, done]\n    places:\n      file: { front-matter: status }\n      board: { in: B.md, row: { Item: '{id}' }, column: State }\n    truth: file\n",
  )
  const before = { 'work/a.md': card('done'), 'B.md': '| Item | State |\n|---|---|\n| a | todo |\n| a | done |\n' }
  expect((await rows.next(before)).actions).toMatchObject([{ do: 'mend', code: 'ITEM_STATE_AMBIGUOUS' }])
  for (const comment of ['/accept a', '/sync a', '/sync a --from board'])
    expect(await rows.give(before, comment)).toMatchObject({ codes: ['ITEM_STATE_AMBIGUOUS error'], tree: before })
})

it('an item that can go on and back goes on', async () => {
  const { next } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, doing: { holder: agent }, review: {}, done: { end: true } }\n    place: { front-matter: status }\n    moves:\n      - { from: todo, to: doing }\n      - { from: doing, to: review }\n      - { from: review, to: doing }\n      - { from: review, to: done }\n",
  )
  expect((await next({ 'work/a.md': card('review') })).actions).toMatchObject([{ do: 'review', run: '/accept a done' }])
})

it('what another item of a file lacks is no reason', async () => {
  const { next } = declared(
    "workflows:\n  - name: work\n    items: { rows: A.md, row: { Item: '{id}' } }\n    states: [todo, doing, done]\n    places:\n      list: { column: State }\n      desk: { in: B.md, row: { Item: '{id}' }, column: Desk, required-from: done }\n    moves:\n      - { from: todo, to: doing }\n      - { from: doing, to: done }\n",
  )
  const { actions } = await next({
    'A.md': '| Item | State |\n|---|---|\n| a | doing |\n| b | done |\n',
    'B.md': '| Item | Desk |\n|---|---|\n',
  })
  expect(actions).toMatchObject([
    {
      do: 'wait',
      target: 'work:a',
      why: 'Missing state of `a` at `desk` in `B.md`: it must be there from `done` on',
    },
  ])
})

it('a handback that a need refuses is no command of the board, though an error could be handed back', async () => {
  const { inspect } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, doing: { holder: agent }, done: { needs: { boxes: all } } }\n    place: { front-matter: status }\n",
  )
  const turnOf = async (mark: string) => {
    const { targets } = await inspect({ 'work/a.md': `${card('doing')}- [${mark}] x\n` }, { withTurns: true })
    return targets[0]?.turn
  }
  expect(await turnOf(' ')).toEqual({
    waits: '`a` cannot be in `done` yet: it needs every box ticked in `work/a.md`',
  })
  expect(await turnOf('x')).toEqual({ next: '/handback a success' })
})

it.each([
  ['{ from: review, to: todo, by: handback error }', '; `handback error` sends it back to `todo`'],
  ['{ from: review, to: todo, by: handback question }', ''],
])('a review says what each verdict does: %s', async (move, back) => {
  const { next } = declared(
    `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, review, done]\n    place: { front-matter: status }\n    moves:\n      - { from: todo, to: doing }\n      - { from: doing, to: review }\n      - { from: review, to: done }\n      - ${move}\n`,
  )
  const { actions } = await next({ 'work/a.md': card('review') })
  expect(actions).toMatchObject([{ do: 'review', why: `\`accept\` approves it: it becomes \`done\`${back}` }])
})

it.each([
  ['any', ['todo', 'doing', 'asked', 'review', 'done', 'dropped']],
  ['linear', ['todo', 'doing', 'asked', 'review', 'done', 'dropped']],
  [
    '[{ from: todo, to: doing }, { from: doing, to: asked, by: handback question }, { from: [doing, review], to: todo, by: handback error }, { from: doing, to: review }, { from: review, to: done }, { from: "*", to: dropped, by: hand }]',
    ['todo', 'doing', 'review', 'done'],
  ],
  ['[{ from: doing, to: done }]', undefined],
])('the way of an item has the states that moves lead to without errors and questions: %s', async (moves, way) => {
  const { targets } = declared(
    `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: { todo: {}, doing: { holder: agent }, asked: {}, review: {}, done: { end: true }, dropped: { end: true } }\n    place: { front-matter: status }\n    moves: ${moves}\n`,
  )
  expect((await targets({ 'work/a.md': card('todo') }))[0]?.way).toEqual(way)
})
