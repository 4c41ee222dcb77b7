import { describe, expect, it } from 'vitest'
import { foundOn } from '../branches.ts'

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
