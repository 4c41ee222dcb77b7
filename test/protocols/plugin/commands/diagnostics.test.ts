import { expect, it } from 'vitest'
import { reusedRuleCodes } from '../../../../src/protocols/plugin/commands/diagnostics.ts'
import { refusalCodes } from '../../../../src/protocols/plugin/documentation.ts'
import { plugin } from '../../../../src/protocols/plugin/protocol.ts'

const codes = new Set(plugin.rules.map(({ code }) => code))

it('answers with codes of rules, or with its own', () => {
  expect(reusedRuleCodes.filter((code) => !codes.has(code))).toEqual([])
  expect(Object.keys(refusalCodes).filter((code) => codes.has(code))).toEqual([])
})

it.each(Object.entries(refusalCodes))('explains %s in a sentence', (_, meaning) => {
  expect(meaning).toMatch(/^[A-Z].*\.$/)
})

it.each(plugin.commands.map((command) => [command.name, command] as const))(
  '/%s has help',
  (name, { usage, summary, examples }) => {
    expect(usage).toMatch(/NAME/)
    expect(summary).toMatch(/^[A-Z].*[^.]\.$/)
    for (const example of examples) expect(example.split(' ')[0]).toBe(`/${name}`)
    expect(examples).not.toHaveLength(0)
  },
)
