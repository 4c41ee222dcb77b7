import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../src/core/protocol.ts'
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
  return named.some((part) =>
    isNode(part) ? isTitled({ callee: part }) : ['describe', 'it', 'test'].includes(String(part)),
  )
}

/** Whether some node of a source is of a kind. */
function has(source: string, isMeant: (node: Node) => boolean): boolean {
  const isIn = (node: Node): boolean =>
    isMeant(node) ||
    Object.values(node)
      .flat()
      .some((child) => isNode(child) && isIn(child))
  return isIn(parseSync('a.test.ts', source).program as unknown as Node)
}

/**
 * Whether a test gives a command: it is an argument (`give(sample, '/accept TinyGain')`), though not the title of a
 * test, or is in the row of a table, after its name and before the result.
 */
function gives(source: string, command: string): boolean {
  const isCommand = (node: unknown) => new RegExp(`^/${command}(?![\\w-])`).test(textOf(node))
  return has(source, (node) => {
    const [args = [], cells = []] = ['arguments', 'elements'].map((key) => (node[key] ?? []) as readonly unknown[])
    return args.slice(isTitled(node) ? 1 : 0).some(isCommand) || cells.slice(1, -1).some(isCommand)
  })
}

/**
 * Whether a test calls a function or method, with or without the object that it stands in: `make(…)`, `usual.make(…)`.
 */
function calls(source: string, object: string | undefined, method: string): boolean {
  const nameOf = (node: unknown) => (isNode(node) ? node['name'] : undefined)
  return has(source, ({ type, callee }) => {
    if (type !== 'CallExpression' || !isNode(callee)) return false
    const isNamed = [nameOf(callee), nameOf(callee['property'])].includes(method)
    return isNamed && (object === undefined || nameOf(callee['object']) === object)
  })
}

/** Whether a test runs a command: one of comments, `new`, or another of the program alone. */
function runs(source: string, command: string): boolean {
  return (
    gives(source, command) || (command === 'new' ? calls(source, undefined, 'make') : calls(source, command, 'run'))
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * The names of all commands of a protocol: those of comments, and what only the program can give, which its folder
 * exports, too.
 */
async function commandsOf({ name, commands }: Protocol): Promise<readonly string[]> {
  const folder = join(import.meta.dirname, '../../src/protocols', name, 'commands')
  const modules = await Promise.all(
    readdirSync(folder).flatMap((file) =>
      file.endsWith('.ts') ? [import(join(folder, file)) as Promise<Readonly<Record<string, unknown>>>] : [],
    ),
  )
  const exported = modules.flatMap((moduleExports) => Object.values(moduleExports).flat())
  const names = exported.flatMap((value) => {
    if (!isObject(value) || !('usage' in value)) return []
    if ('create' in value) return ['new']
    return 'run' in value && 'name' in value ? [String(value.name)] : []
  })
  return [...new Set([...commands.map((command) => command.name), ...names])]
}

const commands = await Promise.all(
  protocols.map(async (protocol) => (await commandsOf(protocol)).map((command) => [protocol.name, command] as const)),
)

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

  const programCases: readonly (readonly [source: string, command: string, isTest: boolean])[] = [
    ["it('makes files', () => make({}, ['Lush']))", 'new', true],
    ["it('makes files', () => usual.make({}, ['Lush']))", 'new', true],
    ["it('make files', () => give(sample, '/accept TinyGain'))", 'new', false],
    ["it('removes files', () => cleanup.run(model, request))", 'cleanup', true],
    ["it('removes files', () => accept.run(model, request))", 'cleanup', false],
  ]
  it.each(programCases)('of the program is %j, /%s: %s', (source, command, isTest) => {
    expect(runs(source, command)).toBe(isTest)
  })

  it('is demanded for what only the program can give, too', () => {
    const named = commands.flat().map((pair) => pair.join(' '))
    expect(named).toEqual(expect.arrayContaining([...protocols.map(({ name }) => `${name} new`), 'handover cleanup']))
  })

  it.each(commands.flat())('is there in %s for %s', (protocol, command) => {
    expect(testsIn(`protocols/${protocol}/commands`).some((source) => runs(source, command))).toBe(true)
  })

  it.each(ownCommands.map(({ name }) => name))('is there for the command of every protocol /%s', (command) => {
    expect(testsIn('engine/commands/own').some((source) => runs(source, command))).toBe(true)
  })
})

describe('a test of rules', () => {
  // Which then demands of every rule examples of both kinds.
  it.each(protocols.map(({ name }) => name))('is there in %s', (protocol) => {
    expect(testsIn(`protocols/${protocol}`).some((source) => /^\s*(?:await )?describeExamples\(/m.test(source))).toBe(
      true,
    )
  })
})
