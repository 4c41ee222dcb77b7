import { expect, it } from 'vitest'
import { declared } from './scene.ts'

const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000 } as const
const needing = (name: string) => `{ needs: { field: { name: ${name}, one-of: [ada] } } }`
const configuration = `workflows:
  - name: work
    items: 'work/{id}.md'
    states: { todo: {}, doing: { holder: agent, ${needing('holder').slice(2, -2)} }, review: ${needing('reviewer')}, done: {} }
    place: { front-matter: status }
    fields: { holder: { front-matter: owner }, reviewer: { front-matter: by } }
    on-move: { set: { front-matter: by }, to: '{actor}' }
`
const { give, next } = declared(configuration, { local: true })
const card = (status: string, owner: string, by: string) => ({
  'work/a.md': `---\nstatus: ${status}\nowner: ${owner}\nby: ${by}\n---\n`,
})

it.each([
  ['to the agent that is needed', 'todo', '/accept a --agent ada', ['', 'x'], 'changed'],
  ['to another agent', 'todo', '/accept a --agent bea', ['', 'x'], 'refused'],
  ['to another agent than the one before', 'todo', '/accept a --agent bea', ['ada', 'x'], 'refused'],
  ['to the agent that is named there', 'todo', '/accept a', ['ada', 'x'], 'changed'],
  ['to no agent by name', 'todo', '/accept a', ['', 'x'], 'refused'],
  ['with the value that an effect writes', 'doing', '/handback a --agent ada', ['ada', 'x'], 'changed', 'ada'],
  ['with another value than an effect writes', 'doing', '/handback a --agent ada', ['ada', 'ada'], 'refused', 'bea'],
] as const)(
  'a need of a field is judged by what the command writes: %s',
  async (_, status, comment, [owner, by], outcome, actor = 'ada') => {
    const before = card(status, owner, by)
    const result = await give(before, comment, undefined, { granting, actor })
    expect([result.outcome, result.codes]).toEqual([outcome, outcome === 'refused' ? ['ITEM_NEED_UNMET error'] : []])
    if (outcome === 'changed')
      expect(await give(result.tree, comment, undefined, { granting, actor })).toMatchObject({ outcome: 'unchanged' })
  },
)

it.each([
  ['todo', '', 'wait'],
  ['todo', 'ada', 'accept'],
  ['doing', 'ada', 'work'],
])(
  'is what an item in %s, of “%s”, waits for only where its command would be refused',
  async (status, owner, expected) => {
    const { actions } = await next(card(status, owner, 'x'), undefined, { actor: 'ada' })
    expect(actions.map(({ do: kind, code, needs }) => [kind, code, needs].filter(Boolean).join(' '))).toEqual([
      expected,
    ])
  },
)
