import { describe, expect, it } from 'vitest'
import type { Tree } from '../scene.ts'
import { declared } from './scene.ts'
import { walk } from './walk.ts'

const card = (status: string, body = '') => `---\nstatus: ${status}\n---\n${body}`
const smallest =
  "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, review, done]\n    place: { front-matter: status }\n"

describe('items that share a file', () => {
  const { give } = declared(
    "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, done]\n    places:\n      card: { front-matter: status }\n      board: { in: board.md, table: Board, row: { Id: '{id}' }, column: State }\n    truth: card\n",
  )
  const board = (...states: readonly string[]) =>
    `# Board\n\n| Id | State |\n|---|---|\n${states.map((state, index) => `| ${'abc'[index]} | ${state} |\n`).join('')}`
  const cards = { 'work/a.md': card('todo'), 'work/b.md': card('todo'), 'work/c.md': card('done') }

  it.each(['/sync a', '/accept b'])('%s changes the state of that one alone', async (comment) => {
    const { result, outcome } = await give(
      { ...cards, 'board.md': board(comment === '/sync a' ? 'done' : 'todo', 'todo', 'done') },
      comment,
    )
    expect([outcome, result.moves.map(({ target }) => target)]).toEqual(['changed', [`work:${comment.at(-1)}`]])
  })
})

describe('items in one line', () => {
  const inLine = (declaration: string, path: string, text: string) =>
    [declared(`workflows:\n  - name: work\n    ${declaration}\n`), { [path]: text }] as const
  it.each([
    inLine(
      'items: { elements: a.json }\n    states: [todo, doing, done]\n    place: { data: status }',
      'a.json',
      '[{"id":"a","status":"todo"},{"id":"b","status":"todo"}]\n',
    ),
    inLine(
      'items: { keys: a.yml, at: [] }\n    states: [todo, doing, done]\n    place: { data: [] }',
      'a.yml',
      '{ a: todo, b: todo }\n',
    ),
    inLine(
      "kinds:\n      whole: { items: { keys: a.json, at: [] }, states: [todo, doing, done], place: { data: status } }\n      part: { items: { elements: a.json, at: ['{w}', parts] }, states: [todo, doing, done], place: { data: status } }",
      'a.json',
      '{"w":{"status":"todo","parts":[{"id":"a","status":"todo"},{"id":"b","status":"todo"}]}}',
    ),
  ])('are moved one by one: %#', async ({ give }, tree) => {
    const { result } = await give(tree, '/accept a')
    expect(result.moves.map(({ target }) => target.replace('@w', ''))).toEqual(['work:a'])
  })
})

describe('the smallest declaration', () => {
  const work = declared(smallest)
  const { give, targets, inspect } = work

  it('is walked to its end by `next` alone, with a failure on the way', async () => {
    expect((await walk(work, { 'work/a.md': card('todo') }, 'work:a')).states).toEqual(['doing', 'review', 'done'])
    expect((await walk(work, { 'work/a.md': card('todo') }, 'work:a', true)).states).toEqual([
      'doing',
      'todo',
      'doing',
      'review',
      'done',
    ])
  })

  it('takes any state by name, a bare command only the obvious step', async () => {
    const tree = { 'work/a.md': card('review') }
    expect((await give(tree, '/accept a done')).state).toBe('done')
    expect((await give(tree, '/handback a todo')).state).toBe('todo')
    const bare = await give(tree, '/accept a')
    expect([bare.outcome, bare.codes]).toEqual(['refused', ['ITEM_MOVE_ILLEGAL error']])
    expect(bare.result.diagnostics[0]?.hint).toContain('/accept work:a done')
  })

  it.each([
    ['/handback a error There is no library', true],
    ['/handback a', false],
  ])('%s: the reply says whether no file has its text', async (comment, isLost) => {
    const { outcome, result } = await give({ 'work/a.md': card('doing') }, comment)
    expect([outcome, result.reply.includes('No file has its text')]).toEqual(['changed', isLost])
    const noted = declared(`${smallest}    on-move: [{ append: '- {text}', section: Log }]\n`)
    const notedResult = await noted.give({ 'work/a.md': card('doing', '\n# Log\n') }, comment)
    expect([notedResult.outcome, notedResult.result.reply.includes('No file has its text')]).toEqual(['changed', false])
  })

  it.each([
    ['/accept a', 'doing'],
    ['/accept a doing', 'doing'],
    ['/handback a', 'review'],
    ['/handback a review', 'review'],
  ])('%s again is unchanged', async (comment, state) => {
    const tree = { 'work/a.md': card(state) }
    const { outcome, tree: after } = await give(tree, comment)
    expect([outcome, after]).toEqual(['unchanged', tree])
  })

  it('takes a word for a state only where it is exactly the name of one', async () => {
    expect((await give({ 'work/a.md': card('doing') }, '/handback a Done with it')).state).toBe('review')
    expect((await give({ 'work/a.md': card('todo') }, '/accept a Doing')).codes).toEqual(['COMMAND_USAGE error'])
  })

  it('says that a state of several words is in quotes', async () => {
    const { give: giveWords } = declared(
      "workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, { in progress: { holder: agent } }, in review, done]\n    place: { front-matter: status }\n",
    )
    const refused = (await giveWords({ 'work/a.md': card('todo') }, '/accept a in progress')).result
    expect(refused.diagnostics[0]).toMatchObject({
      message: 'Unexpected `progress` after the command',
      hint: 'Did you mean `"in progress"`?',
    })
    const taken = await giveWords({ 'work/a.md': card('in progress') }, '/handback a in review "See the branch"')
    expect(taken.result.reply).toContain('`in review` is taken as text: the state is called `"in review"`.')
    expect((await giveWords({ 'work/a.md': card('todo') }, '/accept a "in progress"')).state).toBe('in progress')
  })

  it('takes no choice of reasons, as `next` writes it, for a text', async () => {
    const tree = { 'work/a.md': card('doing') }
    const { outcome, codes, tree: after } = await give(tree, '/handback a success|error')
    expect([outcome, codes, after]).toEqual(['refused', ['COMMAND_USAGE error'], tree])
  })

  it('names targets by their ids, in any case', async () => {
    expect((await give({ 'work/A-1.md': card('todo') }, '/accept work:a-1')).state).toBe('doing')
    expect((await targets({ 'work/A-1.md': card('todo') })).map(({ id, holder }) => [id, holder])).toEqual([
      ['work:A-1', 'orchestrator'],
    ])
  })

  it.each([
    ['a', 'work/a.md'],
    ['work:a', 'work/a.md'],
    ['a@', 'work/a@.md'],
    ['work:a@', 'work/a@.md'],
    ['work:work:a', 'work/work:a.md'],
  ])('names each of several whose ids are alike: %s', async (name, path) => {
    const tree = { 'work/a.md': card('todo'), 'work/a@.md': card('todo'), 'work/work:a.md': card('todo') }
    expect((await give(tree, `/accept ${name}`)).tree).toEqual({ ...tree, [path]: card('doing') })
  })

  it('accepts every change of state in a comparison, since all moves are legal', async () => {
    const { diagnostics } = await inspect({ 'work/a.md': card('todo') }, { base: { 'work/a.md': card('done') } })
    expect(diagnostics).toEqual([])
  })
})

describe('a place that says several states', () => {
  const plan =
    "workflows:\n  - name: plan\n    items: { boxes: PLAN.md, text: '{id} {title}' }\n    states: [todo, doing, done]\n"
  it('is named where a command needs to know the one', async () => {
    const { give } = declared(`${plan}    place: { box: true }\n`)
    const tree = { 'PLAN.md': '- [ ] a The form\n' }
    const { outcome, codes, result, tree: after } = await give(tree, '/accept a')
    expect([outcome, codes, after]).toEqual(['refused', ['ITEM_STATE_MISSING error'], tree])
    expect(result.diagnostics[0]?.message).toBe('The state of `a` is unknown: `place` says `todo`, `doing`')
  })
})

describe('two copies', () => {
  const two = (truth: string) =>
    declared(
      `workflows:\n  - name: work\n    items: 'work/{id}.md'\n    states: [todo, doing, review, done]\n    places:\n      card: { front-matter: status }\n      board: { in: BOARD.md, table: Board, row: { Item: '{id}' }, column: Status, required-from: doing }\n${truth}`,
    )
  const tree = (status: string, cell: string): Tree => ({
    'work/a.md': card(status),
    'BOARD.md': `## Board\n\n| Item | Status |\n|---|---|\n| a | ${cell} |\n`,
  })

  it('follow the one that is right; words of one meaning agree', async () => {
    const { give, diagnose } = two('    truth: board\n')
    expect(await diagnose(tree('todo', '_Todo_'))).toEqual([])
    const found = await diagnose(tree('todo', 'review'))
    expect(found.map(({ code, path, fix }) => [code, path, fix])).toEqual([
      ['ITEM_STATE_DRIFT', 'work/a.md', '/sync work:a'],
    ])
    const accepted = await give(tree('todo', 'review'), '/accept a')
    expect([accepted.outcome, accepted.codes]).toEqual(['refused', ['ITEM_STATE_DRIFT error']])
    const synced = await give(tree('todo', 'review'), '/sync a')
    expect([synced.outcome, synced.tree]).toEqual(['changed', tree('review', 'review')])
    expect((await give(synced.tree, '/sync a')).outcome).toBe('unchanged')
    expect((await give(tree('todo', 'review'), '/fix')).tree).toEqual(tree('review', 'review'))
  })

  it('need a word on which is right where none is declared to be', async () => {
    const { give, diagnose } = two('')
    const [found] = await diagnose(tree('todo', 'review'))
    expect([found?.code, found?.fix]).toEqual(['ITEM_STATE_DRIFT', undefined])
    expect(found?.hint).toContain('/sync work:a --from board')
    expect((await give(tree('todo', 'review'), '/sync a')).codes).toEqual(['ITEM_STATE_DRIFT error'])
    expect((await give(tree('todo', 'review'), '/sync a --from card')).tree).toEqual(tree('todo', 'todo'))
    expect((await give(tree('todo', 'review'), '/sync a --from shelf')).outcome).toBe('refused')
    expect((await give(tree('todo', 'review'), '/fix')).tree).toEqual(tree('todo', 'review'))
  })

  it('are left by `/fix` where a word is no state; a person who names the item may replace it', async () => {
    const { give } = two('    truth: board\n')
    const odd = tree('half done', 'review')
    expect((await give(odd, '/fix')).tree).toEqual(odd)
    expect((await give(odd, '/sync a')).tree).toEqual(tree('review', 'review'))
  })

  it.each([
    ['the place that is right says it', '    truth: board\n', '/sync work:a'],
    ['all other places agree', '', '/sync work:a'],
    ['the place that is right has that word', '    truth: card\n', '/sync work:a --from board'],
  ])('have a word that is no state, and the command that replaces it: %s', async (_, truth, command) => {
    const { give, diagnose } = two(truth)
    const odd = tree('half done', 'review')
    const advice = ({ hint, fix }: { readonly hint?: string; readonly fix?: string } = {}) => `${hint} ${fix}`
    const found = await diagnose(odd)
    expect(found.map(({ code }) => code)).toEqual(['ITEM_STATE_UNKNOWN'])
    expect(advice(found[0])).toContain(command)
    expect(advice((await give(odd, '/accept a')).result.diagnostics[0])).toContain(command)
    expect((await give(odd, command)).tree).toEqual(tree('review', 'review'))
  })

  it('have a word that is no state, and no command where no other place says one', async () => {
    const [found] = await two('    truth: board\n').diagnose(tree('half done', 'dun'))
    expect([found?.hint, found?.fix]).toEqual([
      'Write one of these there, or add the word to `words` in the declaration.',
      undefined,
    ])
  })

  it('are brought together by `/fix` whatever quotes their ids have, and none hinders another', async () => {
    const { give, diagnose } = declared(
      `workflows:\n  - name: work\n    items: { keys: a.json, at: [] }\n    states: [todo, doing, done]\n    places: { own: { data: [] }, copy: { in: b.json, data: ['{id}'] } }\n    truth: own\n`,
    )
    const ids = ['a', `it's`, `"b`, `"c" d`, `'e' "f"`, 'g\\h', '`i` j', ` k' l`]
    const inBoth = `m" n' o`
    const written = (word: string) => JSON.stringify(Object.fromEntries([...ids, inBoth].map((id) => [id, word])))
    const tree = { 'a.json': written('doing'), 'b.json': written('todo') }
    expect(await diagnose(tree)).toHaveLength(ids.length + 1)
    const fixed = await give(tree, '/fix')
    expect((await diagnose(fixed.tree)).map(({ target }) => target)).toEqual([`work:${inBoth}`])
  })

  it.each([10, 40])(
    'of %i items that have spaces in their ids are mended at once, and the files read no more often for it',
    async (count) => {
      let reads = 0
      const configuration =
        'workflows: [{ name: work, items: { rows: a.md, row: { Item: "{id}" } }, states: [todo, done], places: { row: { column: State }, board: { in: b.md, table: Board, row: { Item: "{id}" }, column: Status } }, truth: row }]\n'
      const { give } = declared(configuration, undefined, (protocol) => ({
        ...protocol,
        read(...args) {
          reads++
          return protocol.read(...args)
        },
      }))
      const rows = (word: string) =>
        Array.from({ length: count }, (_, index) => `| the item ${index} | ${word} |\n`).join('')
      const files = (row: string, board: string): Tree => ({
        'a.md': `| Item | State |\n|---|---|\n${rows(row)}`,
        'b.md': `## Board\n\n| Item | Status |\n|---|---|\n${rows(board)}`,
      })
      const fixed = await give(files('done', 'todo'), '/fix')
      expect([fixed.outcome, fixed.tree]).toEqual(['changed', files('done', 'done')])
      expect(reads).toBeLessThan(10)
    },
  )

  it('are both written by a command; a missing required one is found', async () => {
    const { give, diagnose } = two('    truth: card\n')
    expect((await give(tree('todo', 'todo'), '/accept a')).tree).toEqual(tree('doing', 'doing'))
    const without = {
      'work/a.md': card('doing'),
      'BOARD.md': '## Board\n\n| Item | Status |\n|---|---|\n| b | done |\n',
    }
    expect((await diagnose(without)).map(({ code }) => code)).toEqual(['ITEM_STATE_MISSING'])
    expect(await diagnose({ ...without, 'work/a.md': card('todo') })).toEqual([])
  })

  it('judge strictly the item that a change touches, not its neighbours in the same file', async () => {
    const { inspect } = two('    truth: card\n')
    const files = (a: string, b: string): Tree => ({
      'work/a.md': card('todo'),
      'work/b.md': card('todo'),
      'BOARD.md': `## Board\n\n| Item | Status |\n|---|---|\n| a | ${a} |\n| b | ${b} |\n`,
    })
    const { diagnostics } = await inspect(files('review', 'done'), { base: files('todo', 'done') })
    expect(diagnostics.map(({ target, severity }) => [target, severity])).toEqual([
      ['work:a', 'error'],
      ['work:b', 'warning'],
    ])
  })
})

describe('moves, needs and effects', () => {
  const configuration = `workflows:
  - name: kiln
    items: 'jobs/{id}.md'
    states:
      queued: { begin: true }
      shaping: { holder: agent }
      drying: {}
      asked: {}
      fired: { end: true, needs: { boxes: [all, empty], section: Checks } }
    place: { front-matter: status }
    moves:
      - { from: queued, to: shaping, by: accept, needs: { exists: 'jobs/{id}.txt' } }
      - { from: shaping, to: drying, by: handback }
      - { from: shaping, to: queued, by: handback error }
      - { from: shaping, to: asked, by: handback question }
      - { from: drying, to: fired, by: accept }
      - { from: drying, to: shaping, by: accept }
    on-move:
      - { set: { front-matter: touched }, to: '{now:YYYY-MM-DD HH:mm}' }
      - { append: '- {today} {actor}: {from} to {to} {text}', section: Log }
`
  const kiln = declared(configuration)
  const { give, next, inspect } = kiln
  const job = (status: string, boxes = '- [x] dry\n') =>
    `---\nstatus: ${status}\ntouched: never\n---\n\n## Checks\n\n${boxes}\n## Log\n\n- made\n`
  const tree = (status: string, boxes?: string): Tree => ({ 'jobs/bowl.md': job(status, boxes), 'jobs/bowl.txt': '' })

  it('refuses a move whose need does not hold, and says what it waits for', async () => {
    const without = { 'jobs/bowl.md': job('queued') }
    expect((await give(without, '/accept bowl')).codes).toEqual(['ITEM_NEED_UNMET error'])
    const [action] = (await next(without)).actions
    expect(action?.do ?? 'wait').toBe('wait')
    expect((await give(tree('queued'), '/accept bowl')).state).toBe('shaping')
    expect((await give(tree('drying', '- [ ] dry\n'), '/accept bowl fired')).codes).toEqual(['ITEM_NEED_UNMET error'])
  })

  it('refuses a command that could mean several moves, with whole commands', async () => {
    const { outcome, result } = await give(tree('drying'), '/accept bowl')
    expect([outcome, result.diagnostics[0]?.hint]).toEqual([
      'refused',
      expect.stringContaining('/accept kiln:bowl fired') as string,
    ])
  })

  it('asks and answers', async () => {
    const asked = await give(tree('shaping'), '/handback bowl question "Which glaze?"')
    expect(asked.state).toBe('asked')
    expect((await next(asked.tree)).actions.map(({ do: kind, run }) => [kind, run])).toEqual([
      ['answer', '/answer bowl "…"'],
    ])
    const answered = await give(asked.tree, '/answer bowl "The blue one"')
    expect(answered.state).toBe('shaping')
    expect(String(answered.tree['jobs/bowl.md'])).toContain('- 2026-02-04 octocat: asked to shaping The blue one\n')
    expect((await give(tree('queued'), '/answer bowl "why"')).codes).toEqual(['ITEM_MOVE_ILLEGAL error'])
  })

  it.each([
    ['an answer, which leads there without one', 'asked', []],
    ['the move that has one', 'queued', ['ITEM_NEED_UNMET error']],
    ['an error, which leads to that move', 'drying', []],
  ])('judges by the needs of the move by which an item came to its state: %s', async (_, from, expected) => {
    const withoutText = (status: string): Tree => ({ 'jobs/bowl.md': job(status) })
    const { diagnostics } = await inspect(withoutText('shaping'), { base: withoutText(from) })
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected)
  })

  it('names the answer where a grant is asked for an item that waits for one', async () => {
    for (const command of ['/accept bowl', '/accept bowl fired']) {
      const { outcome, codes, result } = await give(tree('asked'), command)
      expect([outcome, codes, result.diagnostics[0]?.fix]).toEqual([
        'refused',
        ['QUESTION_OPEN error'],
        '/answer kiln:bowl "…"',
      ])
    }
    expect((await give(tree('asked'), '/handback bowl')).result.diagnostics[0]?.hint).toContain('/answer kiln:bowl "…"')
  })

  it('refuses what an agent says about its work where no move has it, and calls no repetition what has a text', async () => {
    const reviewed = declared(
      configuration
        .replace('{ from: drying, to: shaping, by: accept }', '{ from: drying, to: shaping, by: handback error }')
        .replace('      - { from: shaping, to: queued, by: handback error }\n', ''),
    )
    const lost = await reviewed.give(tree('shaping'), '/handback bowl error "it broke"')
    expect([lost.outcome, lost.codes]).toEqual(['refused', ['ITEM_MOVE_ILLEGAL error']])
    expect(lost.result.diagnostics[0]?.hint).toContain('/handback kiln:bowl drying')
    expect((await reviewed.give(tree('shaping'), '/handback bowl error')).outcome).toBe('unchanged')
    const again = await give(tree('queued'), '/handback bowl error "it broke"')
    expect([again.outcome, again.result.reply]).toEqual([
      'unchanged',
      '`bowl` is in `queued` already. Its text is not written.',
    ])
  })

  it.each([
    ['a line', 'one\\n- [x] forged', '- 2026-02-04 octocat: shaping to queued one\\n- [x] forged'],
    ['HTML', '<b>x</b>', '- 2026-02-04 octocat: shaping to queued &lt;b>x&lt;/b>'],
    ['a cell', 'a | b', String.raw`- 2026-02-04 octocat: shaping to queued a \| b`],
  ])('writes what a text has as text: %s', async (_, text, line) => {
    const { tree: after } = await give(tree('shaping'), `/handback bowl error "${text}"`)
    expect(String(after['jobs/bowl.md'])).toBe(
      job('queued').replace('touched: never', 'touched: 2026-02-04 10:00').replace('- made\n', `- made\n${line}\n`),
    )
  })

  it.each([
    ['queued', 'fired', []],
    ['fired', 'queued', ['ITEM_MOVE_ILLEGAL error']],
    ['asked', 'shaping', []],
    ['asked', 'drying', []],
    ['drying', 'queued', []],
    ['fired', 'asked', ['ITEM_MOVE_ILLEGAL error']],
  ])('judges a change from %s to %s by the moves that lead there', async (from, to, expected) => {
    const { diagnostics } = await inspect(tree(to), { base: tree(from) })
    expect(diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected)
  })

  it('finds a new item in the middle, one that is gone, and many at once as one', async () => {
    const late = declared(
      "workflows:\n  - name: late\n    items: 'jobs/{id}.md'\n    states: { a: { begin: true }, b: {}, c: { end: true } }\n    place: { front-matter: status }\n    moves: [{ from: b, to: c, by: accept }]\n",
    )
    const found = async (head: Tree, base: Tree) =>
      (await late.inspect(head, { base })).diagnostics.map(({ code, target }) => `${code} ${target ?? ''}`)
    expect(await found({ 'jobs/x.md': card('b'), 'jobs/y.md': card('a') }, { 'jobs/y.md': card('a') })).toEqual([
      'ITEM_BEGIN_ILLEGAL late:x',
    ])
    expect(await found({ 'jobs/y.md': card('a') }, { 'jobs/x.md': card('b'), 'jobs/y.md': card('a') })).toEqual([
      'ITEM_REMOVED late:x',
    ])
    expect(await found({ 'jobs/y.md': card('a') }, { 'jobs/x.md': card('c'), 'jobs/y.md': card('a') })).toEqual([])
    const board = declared(
      'workflows:\n  - name: late\n    items: { keys: b.yml }\n    states: { a: { begin: true }, b: { end: true } }\n    place: { data: [] }\n    moves: [{ from: a, to: b, by: accept }]\n',
    )
    const all = (state: string, count: number) => ({
      'b.yml': Array.from({ length: count }, (_, index) => `k${index}: ${state}\n`).join(''),
    })
    const of = async (count: number) =>
      (await board.inspect(all('a', count), { base: all('b', count) })).diagnostics.map(({ code }) => code)
    expect(await of(4)).toEqual(Array.from({ length: 4 }, () => 'ITEM_MOVE_ILLEGAL'))
    expect(await of(5)).toEqual(['ITEM_MOVE_ILLEGAL'])
  })
})

describe('what no command touches', () => {
  const { give, diagnose } = declared(
    "workflows:\n  - name: work\n    items: { files: 'work/**/*.md', id: { front-matter: id } }\n    states: [todo, doing, done]\n    place: { front-matter: status }\n",
  )
  const item = (id: string, status: string) => `---\nid: ${id}\nstatus: ${status}\n---\n`

  it('is an item whose id comes twice; the next free number is named', async () => {
    const tree = {
      'work/a.md': item('W-1', 'todo'),
      'work/x/b.md': item('w-1', 'todo'),
      'work/c.md': item('W-7', 'todo'),
    }
    const [found] = await diagnose(tree)
    expect([found?.code, found?.path, found?.hint]).toEqual([
      'ITEM_DUPLICATE',
      'work/x/b.md',
      expect.stringContaining('w-8') as string,
    ])
    for (const command of ['/accept W-1', '/handback W-1', '/sync W-1']) {
      const { outcome, codes, tree: after } = await give(tree, command)
      expect([outcome, codes, after]).toEqual(['refused', ['ITEM_DUPLICATE error'], tree])
    }
  })

  it('is a file that cannot be read; it hides no other item', async () => {
    const tree = { 'work/a.md': '---\nid: W-1\nid: W-2\nstatus: todo\n---\n', 'work/b.md': item('W-2', 'todo') }
    expect((await diagnose(tree)).map(({ code, path }) => [code, path])).toEqual([['ITEM_UNREADABLE', 'work/a.md']])
    expect((await give(tree, '/accept W-2')).state).toBe('doing')
  })

  it('is a link, which is not followed', async () => {
    const found = await diagnose(
      { 'work/a.md': '../secret', 'work/b.md': item('W-2', 'todo') },
      { links: ['work/a.md'] },
    )
    expect(found.map(({ code, path }) => [code, path])).toEqual([['ITEM_UNREADABLE', 'work/a.md']])
  })
})

describe('a parent that follows its parts', () => {
  const plan = declared(`workflows:
  - name: plan
    kinds:
      story:
        items: { keys: plan.yml, at: [stories], id: '{epic}-{n}' }
        within: 'epic-{epic}'
        parent: follow
        states: [todo, doing, done]
        place: { data: [] }
      epic:
        items: { keys: plan.yml, at: [epics], id: 'epic-{epic}' }
        states:
          todo: {}
          doing: {}
          done: { needs: { exists: 'reports/{id}.md' } }
        places:
          written: { data: [] }
          stories:
            is:
              - { says: [done], when: { parts: { all: [done] } } }
              - { says: [doing], when: { parts: { any: [doing, done] } } }
              - { says: [todo, doing], when: { parts: { some: true } } }
`)
  const tree = (epic: string, first: string, second: string): Tree => ({
    'plan.yml': `epics:\n  epic-1: ${epic}\nstories:\n  1-1: ${first}\n  1-2: ${second}\n`,
  })
  const nextOf = async (files: Tree, target: string) =>
    (await plan.next(files)).actions.find((action) => action.target === target)

  it('comes to no state whose needs are not met: the command on the part is refused, and `next` waits', async () => {
    const last = tree('doing', 'done', 'doing')
    const { outcome, codes, tree: after } = await plan.give(last, '/handback 1-2')
    expect([outcome, codes, after]).toEqual(['refused', ['ITEM_NEED_UNMET error'], last])
    const ready = { ...last, 'reports/epic-1.md': '# Report\n' }
    expect((await plan.give(ready, '/handback 1-2')).tree['plan.yml']).toContain('epic-1: done')
  })

  it('is not returned by `next` while its parts say otherwise, and a command that does it all the same is answered with a warning', async () => {
    const open = { ...tree('doing', 'done', 'todo'), 'reports/epic-1.md': '# Report\n' }
    expect(await nextOf(open, 'plan:epic-1')).toMatchObject({
      do: 'wait',
      why: '`1-2` is in `todo`, and `stories` says `doing`, not `done`',
    })
    expect((await nextOf(open, 'plan:epic-1'))?.run).toBeUndefined()
    const { outcome, codes } = await plan.give(open, '/handback epic-1 done')
    expect([outcome, codes]).toEqual(['changed', ['ITEM_STATE_DRIFT warning']])
  })
})

it('a part waits for what its parent depends on, and a grant of it all the same is answered with a warning', async () => {
  const { next, give } = declared('workflows:\n  - task-master\n')
  const tree = (first: string) => ({
    '.taskmaster/tasks/tasks.json': JSON.stringify({
      tasks: [
        { id: 1, status: first, dependencies: [] },
        { id: 2, status: 'pending', dependencies: [1], subtasks: [{ id: 1, status: 'pending', dependencies: [] }] },
      ],
    }),
  })
  const nextOf = async (files: Tree) => (await next(files)).actions.find(({ target }) => target === 'task-master:2.1')
  expect(await nextOf(tree('pending'))).toMatchObject({ do: 'wait', why: '`2` depends on `1`, which is in `pending`' })
  expect(await nextOf(tree('done'))).toMatchObject({ do: 'accept' })
  const { outcome, codes } = await give(tree('pending'), '/accept 2.1')
  expect([outcome, codes]).toEqual(['changed', ['ITEM_DEPENDENCY_UNMET warning']])
})

it('an effect that would empty a value leaves it', async () => {
  const { give } = declared(
    `${smallest}    on-move:\n      - { set: { front-matter: note }, to: '{text}' }\n      - { set: { label: Remark }, to: '{text}' }\n`,
  )
  const tree = {
    'work/a.md': card('doing', '\nRemark: of a person\n').replace('---\n\n', 'note: of a person\n---\n\n'),
  }
  expect((await give(tree, '/handback a')).tree['work/a.md']).toBe(tree['work/a.md'].replace('doing', 'review'))
  expect((await give(tree, '/handback a success It works')).tree['work/a.md']).toContain(
    'note: It works\n---\n\nRemark: It works\n',
  )
})

it('the name of a workflow is no code of a repair', async () => {
  const { result } = await declared(smallest).give({ 'work/a.md': card('todo') }, '/fix work')
  expect(result.reply).toContain(
    'Unexpected code `work`, which is a workflow. On the command line, `baton validate --protocol work` looks at it alone.',
  )
})

describe('a text', () => {
  const asking = declared(
    `workflows:
  - name: work
    items: 'work/{id}.md'
    states: [todo, { doing: { holder: agent } }, { asked: { holder: orchestrator } }, review, done]
    place: { front-matter: status }
    moves:
      - { from: todo, to: doing, by: accept }
      - { from: doing, to: asked, by: handback question }
      - { from: doing, to: review, by: handback }
      - { from: review, to: done, by: accept }
    on-move: { append: '- {text}', section: Log }
`,
  )
  const noting = declared(`${smallest}    on-move: { append: '- {text}', section: Log }\n`)
  const lost = '`work/a.md` has no section `Log`'

  it.each([
    ['a question that moves the item', asking, 'doing', '/handback a question "Which?"'],
    ['an answer', asking, 'asked', '/answer a "This one"'],
    ['a question that only writes', noting, 'doing', '/handback a question "Which?"'],
  ] as const)('of %s is refused where no file has the section for it', async (_, { give }, state, comment) => {
    const tree = { 'work/a.md': card(state) }
    const without = await give(tree, comment)
    expect([without.outcome, without.tree, without.result.diagnostics[0]?.message]).toEqual([
      'refused',
      tree,
      expect.stringContaining(lost) as string,
    ])
    const { outcome, tree: after } = await give({ 'work/a.md': card(state, '\n## Log\n') }, comment)
    expect([outcome, after['work/a.md']]).toEqual([
      'changed',
      expect.stringMatching(/## Log\n\n- (?:Which\?|This one)\n$/) as string,
    ])
  })

  it('is not to have a section in a file of data', async () => {
    const { give } = declared(
      "workflows:\n  - name: work\n    items: { keys: t.yml, at: [tasks] }\n    states: [todo, doing, asked, done]\n    place: { data: [] }\n    moves: [{ from: todo, to: doing }, { from: doing, to: asked, by: handback question }, { from: doing, to: done }]\n    on-move: { append: '- {text}', section: Log }\n",
    )
    const tree = { 't.yml': 'tasks:\n  a: doing\n' }
    const { outcome, tree: after, result } = await give(tree, '/handback a question "Which?"')
    expect([outcome, after, result.diagnostics[0]]).toMatchObject([
      'refused',
      tree,
      {
        message: expect.stringContaining('`t.yml` is no Markdown, and has no section `Log`') as string,
        hint: 'A person names a Markdown file with that section by `in` of the line of `on-move`.',
      },
    ])
  })

  it.each([asking, noting])('of a success is called lost where no file has the section for it', async ({ give }) => {
    const { outcome, result } = await give({ 'work/a.md': card('doing') }, '/handback a success "It is done"')
    expect([outcome, result.reply]).toEqual([
      'changed',
      expect.stringContaining(`No file has its text: ${lost}.`) as string,
    ])
  })

  it('that is not given is no reason to be silent about a line that is not written', async () => {
    const withDay = declared(`${smallest}    on-move: { append: '- {today}', section: Log }\n`)
    const replyOf = async (tree: Tree) => (await withDay.give(tree, '/handback a')).result.reply
    expect(await replyOf({ 'work/a.md': card('doing') })).toContain(`A line of \`on-move\` is not written: ${lost}.`)
    expect(await replyOf({ 'work/a.md': card('doing', '\n## Log\n') })).not.toContain('not written')
    const { result } = await asking.give({ 'work/a.md': card('doing') }, '/handback a')
    expect(result.reply).not.toContain('not written')
  })

  it.each([
    ['a key that is not there', '{ front-matter: nots }', 'no key `nots` in `work/a.md`: did you mean `note`?'],
    ['a table that is not there', "{ table: Nope, row: { Item: '{id}' }, column: X }", 'no table in `work/a.md`.'],
    ['a key that has a list', '{ front-matter: tags }', 'a list or mapping is there in `work/a.md`.'],
  ])('cannot be written to %s, and the answer says so', async (_, spot, lack) => {
    const { give } = declared(`${smallest}    on-move: { set: ${spot}, to: '{to} {text}' }\n`)
    const tree = { 'work/a.md': '---\nstatus: doing\nnote: x\ntags: [a, b]\n---\n' }
    expect((await give(tree, '/handback a')).result.reply).toContain(`A line of \`on-move\` is not written: ${lack}`)
    expect((await give(tree, '/handback a success "It works"')).result.reply).toContain(`No file has its text: ${lack}`)
  })

  it('of a question is asked for only where it would be written', async () => {
    const runOf = async (body: string) => (await asking.next({ 'work/a.md': card('doing', body) })).actions[0]?.run
    expect(await runOf('\n## Log\n')).toBe('/handback a success|question "…"')
    expect(await runOf('')).toBe('/handback a success')
  })

  it('is written whole', async () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')
    const { tree } = await noting.give({ 'work/a.md': card('doing', '\n## Log\n') }, `/handback a success "${words}"`)
    expect(tree['work/a.md']).toContain(`- ${words}\n`)
  })

  it('that is not there leaves no line', async () => {
    const { outcome, tree } = await noting.give({ 'work/a.md': card('doing', '\n## Log\n') }, '/handback a')
    expect([outcome, tree]).toEqual(['changed', { 'work/a.md': card('review', '\n## Log\n') }])
  })

  it.each(['todo', 'review', 'done'])(
    'of a question about an item in %s, which no agent holds, is refused',
    async (state) => {
      const tree = { 'work/a.md': card(state, '\n## Log\n') }
      const { codes, tree: after } = await noting.give(tree, '/handback a question "Which?"')
      expect([codes, after]).toEqual([['ITEM_MOVE_ILLEGAL error'], tree])
    },
  )

  it('of a question in a state without an agent is refused for that, whatever moves there are', async () => {
    const tree = { 'work/a.md': card('review', '\n## Log\n') }
    const { result } = await asking.give(tree, '/handback a question "Which?"')
    expect(result.diagnostics[0]?.message).toBe('Unexpected question about `a`: no agent holds it in `review`')
  })
})

describe('a place that is not there', () => {
  const requiredFrom = (state: string) =>
    declared(
      `workflows:
  - name: work
    items: { rows: board.md, table: Board, row: { Id: '{id}' } }
    states: [todo, { doing: { holder: agent } }, done]
    places:
      board: { column: State }
      card: { in: 'work/{id}.md', front-matter: status, required-from: ${state} }
`,
    )
  const board = (state: string) => `# Board\n\n| Id | State |\n|---|---|\n| a | ${state} |\n`

  const withoutKey = { 'work/a.md': '---\ntitle: A\n---\n' }
  it.each<readonly [what: string, state: string, files: Tree]>([
    ['file', 'todo', {}],
    ['key', 'todo', withoutKey],
    ['file', 'doing', {}],
    ['key', 'doing', withoutKey],
  ])(
    'is not made by a move into a state that requires it, which is refused: no %s, from %s on',
    async (_, state, files) => {
      const { give } = requiredFrom(state)
      const tree = { 'board.md': board('todo'), ...files }
      const { codes, result, tree: after } = await give(tree, '/accept a')
      expect([codes, after]).toEqual([['ITEM_STATE_MISSING error'], tree])
      expect(result.diagnostics[0]?.message).toContain('work/a.md')
      expect((await give({ ...tree, 'work/a.md': card('todo') }, '/accept a')).state).toBe('doing')
    },
  )

  it('is no state that a command could change', async () => {
    const computed = declared(
      `workflows:
  - name: work
    items: { rows: board.md, table: Board, row: { Id: '{id}' } }
    states: [todo, { doing: { holder: agent } }, done]
    places:
      card: { in: 'work/{id}.md', front-matter: status }
      start: { is: { says: todo, when: { missing: 'work/{id}.md' } } }
`,
    )
    const tree = { 'board.md': '# Board\n\n| Id |\n|---|\n| a |\n' }
    const { codes, tree: after } = await computed.give(tree, '/accept a')
    expect([codes, after]).toEqual([['ITEM_STATE_MISSING error'], tree])
  })
})
