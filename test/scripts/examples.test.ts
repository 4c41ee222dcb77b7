import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examplesAlone, withoutExamples } from '../../scripts/bundle/examples.ts'

const file = `import { over } from './kit.ts'
const limit = 3
export const rules = over([
  {
    code: 'TOO_LONG',
    summary: 'Long.',
    examples: ({ sample }) => ({ bad: [{ about: 'four', head: sample }], good: [] }),
    *check(text) { if (text.length > limit) yield text },
  },
  { code: 'ODD', examples: () => { const odd = '3'; return { bad: [odd], good: [] } } },
])
`

describe('the examples of a file of rules', () => {
  it('are taken out, and nothing else is', () => {
    const rest = withoutExamples(file)
    expect(rest).not.toMatch(/examples|sample|odd/)
    expect(rest).toContain(`summary: 'Long.',\n    \n    *check(text) { if (text.length > limit) yield text },`)
    expect(withoutExamples(rest)).toBe(rest)
  })

  it('are taken out with the title of their page, and no other title', () => {
    const group = `export const group = { name: 'size', title: 'Too long', rules: [over([{ code: 'A', examples: () => ({ bad: [], good: [] }) }])] }`
    expect(withoutExamples(group)).toBe(`export const group = { name: 'size',  rules: [over([{ code: 'A',  }])] }`)
    expect(withoutExamples(`export const page = { title: 'Too long' }`)).toBe(`export const page = { title: 'Too long' }`)
  })

  it('are a module of their own, by code', () => {
    const alone = examplesAlone(file)
    expect(alone).toContain(`TOO_LONG: ({ sample }) => ({ bad: [{ about: 'four', head: sample }], good: [] }),`)
    expect(alone).toContain(`ODD: () => { const odd = '3'; return { bad: [odd], good: [] } },`)
  })

  it('are in no file of dist/ that a check loads', () => {
    const chunks = join(import.meta.dirname, '../../dist/chunks')
    const having = readdirSync(chunks).filter((name) => readFileSync(join(chunks, name), 'utf8').includes('a change of direction'))
    // Which the command `explain` loads, and the server for agents.
    expect(having).toEqual(['rule-examples.js'])
  })
})
