import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import { ownCommands } from '../../src/engine/commands/own/index.ts'
import { protocols } from '../../src/entry/protocols.ts'

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** What a string or template begins with. */
function textOf(node: unknown): string {
  if (!isNode(node)) return ''
  const [first] = (node['quasis'] ?? []) as readonly { readonly value: { readonly cooked: string } }[]
  return node['type'] === 'Literal' ? String(node['value']) : (first?.value.cooked ?? '')
}

/** Whether a call names a test or a part: `it(…)`, `describe.each(…)(…)`. */
function isTitled({ callee }: Node): boolean {
  if (!isNode(callee)) return false
  const named = [callee['name'], callee['object'], callee['callee'], callee['tag']]
  return named.some((each) => (isNode(each) ? isTitled({ callee: each }) : ['describe', 'it', 'test'].includes(String(each))))
}

/**
 * Whether a test gives a command: it is an argument (`give(sample, '/accept TinyGain')`), though not the title of a test, or is in
 * the row of a table, behind its name and before the result.
 */
function runs(source: string, command: string): boolean {
  const isCommand = (node: unknown) => new RegExp(`^/${command}(?![\\w-])`).test(textOf(node))
  const isIn = (node: Node): boolean => {
    const [given = [], cells = []] = ['arguments', 'elements'].map((key) => (node[key] ?? []) as readonly unknown[])
    if (given.slice(isTitled(node) ? 1 : 0).some(isCommand) || cells.slice(1, -1).some(isCommand)) return true
    return Object.values(node)
      .flat()
      .some((child) => isNode(child) && isIn(child))
  }
  return isIn(parseSync('a.test.ts', source).program as unknown as Node)
}

const testsIn = (folder: string): readonly string[] => {
  const at = join(import.meta.dirname, '..', folder)
  return readdirSync(at).flatMap((name) => (name.endsWith('.test.ts') ? [readFileSync(join(at, name), 'utf8')] : []))
}

describe('a test of a command', () => {
  const wanting: readonly (readonly [source: string, isTest: boolean])[] = [
    ['', false],
    ['// give(sample, "/accept TinyGain")', false],
    ["const words = ['/accept', '/answer']", false],
    ["describe('/accept', () => {})", false],
    ["it('/accept', () => {})", false],
    ["it('grants', () => give(sample, '/accept-all TinyGain'))", false],
    ["it('grants', () => give(sample, '/accept TinyGain'))", true],
    ["it('grants', () => give(sample, `/accept ${name}`))", true],
    ["describe('/accept', () => it('grants', () => expect(1).toBe(2)))", false],
    ["it.each(states)('/accept of %s', (state) => expect(state).toBe(1))", false],
    ["describe('/accept', () => it('grants', () => given('/accept TinyGain')))", true],
    ["describeMatrix({ rows: [['granted', '/accept TinyGain', 'unchanged']] })", true],
  ]
  it.each(wanting)('is %j: %s', (source, isTest) => {
    expect(runs(source, 'accept')).toBe(isTest)
  })

  it.each(protocols.flatMap(({ name, commands }) => commands.map((command) => [name, command.name] as const)))(
    'is there in %s for /%s',
    (protocol, command) => {
      expect(testsIn(`protocols/${protocol}/commands`).some((source) => runs(source, command))).toBe(true)
    },
  )

  it.each(ownCommands.map(({ name }) => name))('is there for the command of every protocol /%s', (command) => {
    expect(testsIn('engine/commands/own').some((source) => runs(source, command))).toBe(true)
  })
})

describe('a test of rules', () => {
  // Which then demands of every rule examples of both kinds.
  it.each(protocols.map(({ name }) => name))('is there in %s', (protocol) => {
    expect(testsIn(`protocols/${protocol}`).some((source) => /^\s*(?:await )?describeExamples\(/m.test(source))).toBe(true)
  })
})
