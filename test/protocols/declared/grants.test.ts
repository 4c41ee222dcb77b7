import { describe, expect, it } from 'vitest'
import { foundOn } from '../branches.ts'
import type { Tree } from '../scene.ts'
import { declared } from './scene.ts'

const configuration = `workflows:
  - name: work
    items: 'work/{id}.md'
    states: [todo, doing, done]
    place: { front-matter: status }
    fields: { holder: { front-matter: owner } }
`
const tree = (status: string, owner?: string) => ({
  '.github/baton.yml': configuration,
  'work/a.md': `---\nstatus: ${status}\n${owner === undefined ? '' : `owner: ${owner}\n`}---\n`,
})
const todo = tree('todo')
const at = '2026-02-04T10:00:00Z'

describe('an item that two branches give to an agent', () => {
  it.each([
    ['no name on either', undefined, undefined, []],
    ['a name on one', 'ada', undefined, []],
    ['the same name on both', 'ada', 'ada', []],
    ['two names', 'ada', 'bea', ['GRANT_DOUBLE warning: `work:a` is held by `ada` here, and by `bea` on the base']],
  ])('is given twice only to two that are named: %s', async (_, headAgent, tipAgent, expected) => {
    const { found } = await foundOn({ head: tree('doing', headAgent), base: todo, tip: tree('doing', tipAgent) }, at)
    expect(found.map(({ code, severity, message }) => `${code} ${severity}: ${message}`)).toEqual(expected)
  })

  it.each([
    ['no names', undefined, undefined, []],
    ['two names', 'ada', 'bea', ['GRANT_DOUBLE']],
  ])('is found after the merge in the same way: %s', async (_, headAgent, mergedAgent, expected) => {
    const head = tree('doing', headAgent)
    const merged = { parents: [head, tree('doing', mergedAgent)], base: todo }
    const { found } = await foundOn({ head, base: todo, merged }, at)
    expect(found.map(({ code }) => code)).toEqual(expected)
  })
})

it.each([
  ['another', 'bea', 'At `fields.holder`, `ada` replaces `bea`.'],
  ['the same', 'ada', ''],
  ['none', '', ''],
])('a name of %s at the place of the holder is replaced, and the answer says so', async (_, owner, said) => {
  const { give } = declared(configuration, { local: true })
  const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000 } as const
  const { result, tree: after } = await give(tree('todo', owner), '/accept a --agent ada', undefined, { granting })
  expect(after).toMatchObject(tree('doing', 'ada'))
  expect(result.reply?.includes('replaces')).toBe(said !== '')
  expect(result.reply).toContain(said)
})

describe('an end of a grant', () => {
  const { give } = declared(configuration, { local: true })
  const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000 } as const

  it.each([
    ['of a named agent', tree('todo', 'bea'), '/accept a --agent ada --lease 4h', tree('doing', 'ada'), []],
    [
      'without a place for the name',
      todo,
      '/accept a --agent ada --lease 4h',
      tree('doing'),
      ['GRANT_UNNAMED warning'],
    ],
    ['without a name', todo, '/accept a --lease 4h', tree('doing'), []],
  ] as const)('has no place in an item, and a warning says so: %s', async (_, before, comment, after, besides) => {
    const result = await give(before, comment, undefined, { granting })
    expect([result.outcome, result.codes]).toEqual(['changed', [...besides, 'GRANT_UNTIMED warning']])
    expect(result.tree).toMatchObject(after)
  })

  it('is not renewed where it has no place: nothing changes', async () => {
    const before = tree('doing', 'ada')
    const renewed = await give(before, '/accept a --agent ada --refresh --lease 4h', undefined, { granting })
    expect([renewed.outcome, renewed.codes, renewed.tree]).toEqual(['unchanged', ['GRANT_UNTIMED warning'], before])
    expect(renewed.result.reply).toBe('The agent holds `a`: `ada`.')
    const refreshed = await give(before, '/accept a --agent ada --refresh', undefined, { granting })
    expect([refreshed.outcome, refreshed.codes]).toEqual(['unchanged', []])
  })

  it('is none of a grant that goes on under a whole name', async () => {
    const {
      outcome,
      codes,
      tree: after,
    } = await give(tree('doing', 'ada'), '/accept a --agent ada/2 --refresh', undefined, { granting })
    expect([outcome, codes, after]).toEqual(['changed', [], { ...after, ...tree('doing', 'ada/2') }])
  })
})

describe('an item that names its agent', () => {
  const { give, next } = declared(configuration, { local: true })
  const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000 } as const
  const card = (status: string, owner: string) => ({ 'work/a.md': `---\nstatus: ${status}\nowner: ${owner}\n---\n` })

  it.each([
    ['/accept a --agent bea', 'ada', 'refused', ['GRANT_HELD error']],
    ['/accept a --agent bea --takeover', 'ada', 'refused', ['GRANT_HELD error']],
    ['/accept a --agent ada', 'ada', 'unchanged', []],
    ['/accept a', 'ada', 'unchanged', []],
    ['/handback a --agent bea', 'ada', 'refused', ['GRANT_OTHER error']],
    ['/handback a error --agent bea', 'ada', 'refused', ['GRANT_OTHER error']],
    ['/handback a --agent ada', 'ada', 'changed', []],
    ['/handback a --agent ada', "'@ada'", 'changed', []],
    ['/handback a --agent ada/2', 'ada', 'changed', []],
    ['/handback a', 'ada', 'changed', ['GRANT_ENDED notice']],
    ['/handback a --agent bea', "''", 'changed', []],
  ] as const)('in the hands of that agent takes %s of %s: %s', async (comment, owner, outcome, codes) => {
    const heldTree = card('doing', owner)
    const result = await give(heldTree, comment, undefined, { granting })
    expect([result.outcome, result.codes]).toEqual([outcome, codes])
    if (outcome !== 'changed') expect(result.tree).toEqual(heldTree)
  })

  it.each([
    [{ agent: 'ada' }, ['work work:a', 'work work:c', 'accept work:d']],
    [{ instance: '1a2b' }, ['work work:b', 'work work:c', 'accept work:d', 'work work:a']],
  ])('is work of that agent, before items without a name: %o', async (asking, expected) => {
    const items = {
      a: ['doing', 'ada'],
      b: ['doing', 'bea/1a2b'],
      c: ['doing', "''"],
      d: ['todo', "''"],
      e: ['doing', 'cyd/3c4d'],
    } as const
    const board: Tree = Object.fromEntries(
      Object.entries(items).map(([id, [status, owner]]) => [
        `work/${id}.md`,
        `---\nstatus: ${status}\nowner: ${owner}\n---\n`,
      ]),
    )
    const { actions } = await next(board, undefined, asking)
    expect(actions.map(({ do: kind, target }) => `${kind} ${target}`)).toEqual(expected)
  })

  it('says whose it is where it is accepted again without a name', async () => {
    const { result } = await give(card('doing', 'ada'), '/accept a', undefined, { granting })
    expect(result.reply).toContain('It was given to `ada`.')
  })

  it('is given to another while no agent holds it', async () => {
    const { outcome, tree: after } = await give(card('todo', 'ada'), '/accept a --agent bea', undefined, { granting })
    expect([outcome, after]).toEqual(['changed', card('doing', 'bea')])
  })
})

it('a question that is only written down leaves the item with its agent', async () => {
  const { give } = declared(`${configuration}    on-move: { append: '- {text}', section: Log }\n`, { local: true })
  const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000 } as const
  const before = { 'work/a.md': '---\nstatus: doing\nowner: ada\n---\n## Log\n' }
  const { outcome, codes, tree: after } = await give(before, '/handback a question "Red?"', undefined, { granting })
  expect([outcome, codes]).toEqual(['changed', []])
  expect(after['work/a.md']).toBe('---\nstatus: doing\nowner: ada\n---\n## Log\n\n- Red?\n')
  const { result } = await give(before, '/handback a question "Red?"', undefined, { granting })
  expect(result.brief).toBe('No state waits for its answer: `baton next` does not show it.')
})

it.each([
  ['that a command names', ' --agent ada/2', {}, 'ada/2'],
  ['of the environment', '', { agent: 'ada' }, 'ada'],
  ['that a server of tools names', '', { instance: '1a2b', isServer: true }, 'agent/1a2b'],
  ['that nobody names, which is who gives the command', '', {}, 'octocat'],
])('an effect writes the agent %s', async (_, options, naming, agent) => {
  const { give } = declared(`${configuration}    on-move: { append: '- {agent}: {text}', section: Log }\n`, {
    local: true,
  })
  const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000, ...naming } as const
  const before = { 'work/a.md': '---\nstatus: doing\nowner:\n---\n## Log\n' }
  const { tree: after } = await give(before, `/handback a error${options} "Rain"`, undefined, { granting })
  expect(after['work/a.md']).toContain(`\n- ${agent}: Rain\n`)
})

describe('a verdict by /accept', () => {
  const reviewed = configuration.replace('[todo, doing, done]', '[todo, doing, review, done]')
  const { give } = declared(reviewed, { local: true })
  const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000, separateDuties: true } as const
  const card = (status: string, owner: string) => ({ 'work/a.md': `---\nstatus: ${status}\nowner: ${owner}\n---\n` })

  it.each([
    ['/accept a done --agent ada', 'review', 'ada', 'COMMAND_DENIED error'],
    ['/accept a done --agent ada/2', 'review', "'@ada'", 'COMMAND_DENIED error'],
    ['/accept a done --agent ada', 'doing', 'ada', 'COMMAND_DENIED error'],
    ['/accept a review --agent ada/2', 'doing', 'ada', 'COMMAND_DENIED error'],
    ['/accept a done', 'doing', 'ada', undefined],
    ['/accept a done --agent ada', 'doing', "''", undefined],
    ['/accept a done --agent bea', 'review', 'ada', undefined],
    ['/accept a done', 'review', 'ada', undefined],
    ['/accept a done --agent ada', 'review', "''", undefined],
    ['/accept a doing --agent ada', 'review', 'ada', undefined],
    ['/accept a --agent ada', 'todo', 'ada', undefined],
  ])('%s in %s of %s, where duties are kept apart: %s', async (comment, status, owner, code) => {
    const before = card(status, owner)
    const result = await give(before, comment, undefined, { granting })
    expect([result.outcome, result.codes]).toEqual(code === undefined ? ['changed', []] : ['refused', [code]])
    if (code !== undefined) expect(result.tree).toEqual(before)
    const { outcome } = await give(before, comment, undefined, { granting: { ...granting, separateDuties: false } })
    expect(outcome).toBe('changed')
  })

  const doing = '{ from: review, to: doing, by: accept }'
  const done = '{ from: review, to: done, by: accept }'
  const waits = '{ from: doing, to: review, by: handback }'
  it.each([
    ['in the order of the way', `[${waits}, ${done}, ${doing}]`],
    ['with the way back first', `[${waits}, ${doing}, ${done}]`],
  ])('is judged by what it does, whatever moves are declared: %s', async (_, moves) => {
    const { give: giveBy } = declared(`${reviewed}    moves: ${moves}\n`, { local: true })
    const outcomeOf = async (comment: string) => {
      const { outcome, codes } = await giveBy(card('review', 'ada'), comment, undefined, { granting })
      return [outcome, ...codes]
    }
    expect(await outcomeOf('/accept a done --agent ada')).toEqual(['refused', 'COMMAND_DENIED error'])
    expect(await outcomeOf('/accept a done --agent bea')).toEqual(['changed'])
    expect(await outcomeOf('/accept a doing --agent ada')).toEqual(['changed'])
  })

  const oneWork = '[backlog, todo, { doing: { holder: agent } }, review, done]'
  const twoWorks = oneWork.replace('done', 'ready, { testing: { holder: agent } }, done')
  const short =
    '[{ from: backlog, to: todo }, { from: todo, to: doing }, { from: doing, to: review }, { from: [todo, review], to: done }]'
  it.each([
    ['before its work', oneWork, 'linear', 'backlog', 'todo', 'changed'],
    ['after its work', oneWork, 'linear', 'review', 'done', 'refused'],
    ['where a way avoids its work', oneWork, short, 'backlog', 'todo', 'refused'],
    ['where every move is legal', oneWork, 'any', 'backlog', 'todo', 'refused'],
    ['between two works', twoWorks, 'linear', 'review', 'ready', 'refused'],
  ])('is not the move of an item whose work is all to come: %s', async (_, states, moves, from, to, expected) => {
    const configured = `${reviewed.replace('[todo, doing, review, done]', states)}    moves: ${moves}\n`
    const { give: giveBy } = declared(configured, { local: true })
    const { outcome } = await giveBy(card(from, 'ada'), `/accept a ${to} --agent ada`, undefined, { granting })
    expect(outcome).toBe(expected)
  })

  it('is judged where no next action is known, too', async () => {
    const endless = declared(reviewed.replace('review, done]', 'review, { done: { end: false } }]'), { local: true })
    const { outcome, codes } = await endless.give(card('review', 'ada'), '/accept a done --agent ada', undefined, {
      granting,
    })
    expect([outcome, codes]).toEqual(['refused', ['COMMAND_DENIED error']])
  })
})

describe('the name of an agent', () => {
  const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000 } as const
  const { give, targets } = declared(configuration, { local: true })

  it.each([
    ['has no place', todo, 'GRANT_UNNAMED warning'],
    ['stands in a list', tree('todo', '[]'), undefined],
    ['has an empty place', tree('todo', "''"), undefined],
    ['stands there', tree('todo', 'bea'), undefined],
    ['stands there with an @', tree('todo', "'@bea'"), undefined],
  ])('that %s is written, or a warning says that it is not', async (_, before, expected) => {
    const { outcome, codes, tree: after } = await give(before, '/accept a --agent bea', undefined, { granting })
    expect([outcome, ...codes]).toEqual(['changed', ...(expected === undefined ? [] : [expected])])
    expect(String(after['work/a.md']).includes('bea')).toBe(expected === undefined)
    expect((await give(before, '/accept a', undefined, { granting })).codes).toEqual([])
  })

  it.each([
    [
      'of an element',
      '{ elements: a.json, at: [] }, place: { data: now }',
      '{ data: agent }',
      { 'a.json': '[{ "id": "a", "now": "todo" }]' },
      'no key `agent` in `a.json`, only `id`, `now`. Add `"agent": ""` for `a`',
    ],
    [
      'in front matter',
      "'work/{id}.md', place: { front-matter: now }",
      '{ front-matter: by }',
      { 'work/a.md': '---\nnow: todo\n---\n' },
      'no key `by` in `work/a.md`, only `now`. Add `by:` for `a`',
    ],
    [
      'behind a label of another file',
      "'work/{id}.md', place: { front-matter: now }",
      "{ in: 'by/{id}.md', label: By }",
      { 'work/a.md': '---\nnow: todo\n---\n' },
      'no file `by/a.md`. Add `By:` for `a`',
    ],
    [
      'in a column',
      "{ rows: a.md, row: { Id: '{id}' } }, place: { column: Now }",
      '{ column: By }',
      { 'a.md': '| Id | Now |\n|---|---|\n| a | todo |\n' },
      'no column `By` in `a.md`, only `Id`, `Now`. Add it for `a`',
    ],
  ])(
    'has a place that is declared and not there, which the warning names: %s',
    async (_, items, holder, before: Tree, lack) => {
      const work = declared(
        `workflows: [{ name: work, items: ${items}, states: [todo, doing, done], fields: { holder: ${holder} } }]\n`,
        { local: true },
      )
      const { result } = await work.give(before, '/accept a --agent bea', undefined, { granting })
      expect(result.diagnostics.map(({ code, hint }) => [code, hint])).toEqual([
        [
          'GRANT_UNNAMED',
          `Other agents cannot see that the work is taken. The place of \`fields.holder\` is not there: ${lack}: no command creates a file, key, line or row.`,
        ],
      ])
    },
  )

  it('has a place that no command replaces, or none that is declared, which the warning says', async () => {
    const hintOf = async (keys: string, file: string) => {
      const unnamed = configuration.replace(/ {4}fields: .*\n/, '')
      const { result } = await declared(`${unnamed}${keys}`, { local: true }).give(
        { 'work/a.md': file },
        '/accept a --agent bea',
        undefined,
        { granting },
      )
      return result.diagnostics.map(({ hint }) => hint)
    }
    expect(
      await hintOf('    fields: { holder: { front-matter: by } }\n', '---\nstatus: todo\nby: [x, y]\n---\n'),
    ).toEqual([
      'Other agents cannot see that the work is taken. At `fields.holder`, `work/a.md` has what no command replaces: leave one name there, or none.',
    ])
    expect(await hintOf('', '---\nstatus: todo\n---\n')).toEqual([
      'Other agents cannot see that the work is taken. In a declared workflow, `fields.holder` names such a place.',
    ])
  })

  it.each([
    ['an empty list', 'owner: []', 'owner: [bea]'],
    ['an empty list with a comment', 'owner: [ ] # free', 'owner: [bea] # free'],
    ['a list of one', 'owner: [ ada ]', 'owner: [ bea ]'],
    ['a list of one in quotes', "owner: ['@ada'] # hers", "owner: ['bea'] # hers"],
    ['a list of one line', 'owner:\n  - "@ada" # hers\ntags: [x]', 'owner:\n  - "bea" # hers\ntags: [x]'],
    ['a list of one line that is empty', 'owner:\n  -\ntags: [x]', 'owner:\n  - bea\ntags: [x]'],
    ['a list of one in front matter that is no YAML', 'owner: [@ada]', 'owner: [bea]'],
    ['an empty list in front matter that is no YAML', 'by: @mina\nowner: []', 'by: @mina\nowner: [bea]'],
    [
      'a list of one in quotes in front matter that is no YAML',
      "by: @mina\nowner: [ '@ada' ]",
      "by: @mina\nowner: [ 'bea' ]",
    ],
  ])('that is in %s is read and written there', async (_, before, after) => {
    const file = (status: string, owner: string) => ({ 'work/a.md': `---\nstatus: ${status}\n${owner}\n---\n` })
    const granted = await give(file('todo', before), '/accept a --agent bea', undefined, { granting })
    expect([granted.outcome, granted.codes, granted.tree]).toEqual(['changed', [], file('doing', after)])
    expect((await targets(file('doing', after))).map(({ agentName }) => agentName)).toEqual(['bea'])
    expect((await give(granted.tree, '/handback a --agent cyd', undefined, { granting })).codes).toEqual([
      'GRANT_OTHER error',
    ])
  })

  it.each([
    ['several names', 'owner: [ada, cyd]'],
    ['a list in a list', 'owner: [[ada]]'],
    ['a map', 'owner: { is: ada }'],
    ['a comment in a list', 'owner: [\n  # free\n]'],
    ['lines that are no YAML', 'owner:\n  - @ada\n  - @cyd'],
  ])('has no place among %s', async (_, owner) => {
    const file = (status: string) => ({ 'work/a.md': `---\nstatus: ${status}\n${owner}\n---\n` })
    const granted = await give(file('todo'), '/accept a --agent bea', undefined, { granting })
    expect([granted.outcome, granted.codes, granted.tree]).toEqual([
      'changed',
      ['GRANT_UNNAMED warning'],
      file('doing'),
    ])
  })

  it.each(['–', '-', '?', "''", 'null', '~', '—'])('is no dash: %s', async (owner) => {
    expect((await targets(tree('doing', owner))).map(({ agentName }) => agentName)).toEqual([''])
    expect((await give(tree('doing', owner), '/accept a --agent bea', undefined, { granting })).codes).not.toContain(
      'GRANT_HELD error',
    )
  })
})
