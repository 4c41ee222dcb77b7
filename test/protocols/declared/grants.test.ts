import { describe, expect, it } from 'vitest'
import { foundOn } from '../branches.ts'
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
  ])('is given twice only to two that are named: %s', async (_, here, there, expected) => {
    const { found } = await foundOn({ head: tree('doing', here), base: todo, tip: tree('doing', there) }, at)
    expect(found.map(({ code, severity, message }) => `${code} ${severity}: ${message}`)).toEqual(expected)
  })

  it.each([
    ['no names', undefined, undefined, []],
    ['two names', 'ada', 'bea', ['GRANT_DOUBLE']],
  ])('is found after the merge in the same way: %s', async (_, one, other, expected) => {
    const head = tree('doing', one)
    const merged = { parents: [head, tree('doing', other)], base: todo }
    const { found } = await foundOn({ head, base: todo, merged }, at)
    expect(found.map(({ code }) => code)).toEqual(expected)
  })
})

describe('an item that names its agent', () => {
  const { give } = declared(configuration, { local: true })
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
    const held = card('doing', owner)
    const given = await give(held, comment, undefined, { granting })
    expect([given.outcome, given.codes]).toEqual([outcome, codes])
    if (outcome !== 'changed') expect(given.tree).toEqual(held)
  })

  it('is given to another while no agent holds it', async () => {
    const { outcome, tree: after } = await give(card('todo', 'ada'), '/accept a --agent bea', undefined, { granting })
    expect([outcome, after]).toEqual(['changed', card('doing', 'bea')])
  })
})

describe('the name of an agent', () => {
  const granting = { record: 'named', lease: 'none', staleAfter: 24 * 3600 * 1000 } as const
  const { give, targets } = declared(configuration, { local: true })

  it.each([
    ['has no place', todo, 'GRANT_UNNAMED warning'],
    ['stands in a list', tree('todo', '[]'), 'GRANT_UNNAMED warning'],
    ['has an empty place', tree('todo', "''"), undefined],
    ['stands there', tree('todo', 'bea'), undefined],
    ['stands there with an @', tree('todo', "'@bea'"), undefined],
  ])('that %s is written, or a warning says that it is not', async (_, before, expected) => {
    const { outcome, codes, tree: after } = await give(before, '/accept a --agent bea', undefined, { granting })
    expect([outcome, ...codes]).toEqual(['changed', ...(expected === undefined ? [] : [expected])])
    expect(String(after['work/a.md']).includes('bea')).toBe(expected === undefined)
    expect((await give(before, '/accept a', undefined, { granting })).codes).toEqual([])
  })

  it.each(['–', '-', '?', "''", 'null', '~', '—'])('is no dash: %s', async (owner) => {
    expect((await targets(tree('doing', owner))).map(({ agentName }) => agentName)).toEqual([''])
    expect((await give(tree('doing', owner), '/accept a --agent bea', undefined, { granting })).codes).not.toContain('GRANT_HELD error')
  })
})
