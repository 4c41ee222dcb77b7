import { parseSync } from 'rolldown/utils'

/** A module that a source names in an import, a re-export, `import()`, `require()` or an `import('…')` type. */
export interface Import {
  /** `undefined` where the name is computed, so that the loaded module is unknown. */
  readonly specifier: string | undefined
  readonly line: number
  /** The module is loaded with the source: named for more than types, and not by a call. */
  readonly loaded: boolean
}

/** A name that is no declared property: `Date.now` in `Date.now()`, `Function` in `const F = Function`. */
export interface Reference {
  /** The identifier and the plain properties after it, at most two: `globalThis.process`. */
  readonly name: string
  readonly use: 'call' | 'instanceof' | 'new' | 'type' | 'value'
  /** How many arguments a call or `new` has; 0 for every other use. */
  readonly given: number
  readonly line: number
}

/** What a source reaches for, read from its syntax alone. */
export interface Syntax {
  readonly imports: readonly Import[]
  readonly references: readonly Reference[]
  /** The lines of `async` functions, `await`, `for await` and `import()`. */
  readonly asynchronous: readonly number[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Where an identifier is only the name of a member, a label or an exported binding, and reaches for nothing. */
const plainNames: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'],
  Property: ['key'],
  MethodDefinition: ['key'],
  PropertyDefinition: ['key'],
  AccessorProperty: ['key'],
  TSPropertySignature: ['key'],
  TSMethodSignature: ['key'],
  TSQualifiedName: ['right'],
  TSImportType: ['qualifier'],
  ImportSpecifier: ['imported'],
  ExportSpecifier: ['exported'],
  ExportAllDeclaration: ['exported'],
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  MetaProperty: ['meta', 'property'],
}

const asynchronousTypes = new Set(['AwaitExpression', 'ImportExpression'])

const isPlainName = (parent: Node, key: string) =>
  parent['computed'] !== true && (plainNames[parent.type]?.includes(key) ?? false)

const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'TSLiteralType') return textOf(node['literal'])
  if (node.type === 'TemplateLiteral') return templateText(node)
  return typeof node['value'] === 'string' ? node['value'] : undefined
}

const templateText = (node: Node): string | undefined => {
  const [only, ...others] = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
  return others.length === 0 ? only?.value.cooked : undefined
}

const namedModule = (node: Node): unknown => {
  if (/^(Import|Export|TSImportType)/.test(node.type)) return node['source']
  if (node.type === 'TSExternalModuleReference') return node['expression']
  const callee = node['callee']
  const requires = node.type === 'CallExpression' && isNode(callee) && callee['name'] === 'require'
  return requires ? (node['arguments'] as readonly unknown[])[0] : undefined
}

const isLoaded = (node: Node): boolean =>
  /^(Import|Export)\w*Declaration$/.test(node.type) && node['importKind'] !== 'type' && node['exportKind'] !== 'type'

const useOf = (node: Node, parent: Node | undefined, key: string): Pick<Reference, 'use' | 'given'> => {
  const given = Array.isArray(parent?.['arguments']) ? parent['arguments'].length : 0
  if (key === 'callee' && parent?.type === 'CallExpression') return { use: 'call', given }
  if (key === 'callee' && parent?.type === 'NewExpression') return { use: 'new', given }
  if (key === 'right' && parent?.['operator'] === 'instanceof') return { use: 'instanceof', given: 0 }
  return { use: parent?.type.startsWith('TS') && key === 'typeName' ? 'type' : 'value', given: 0 }
}

/** Reads a source's syntax; throws where it cannot be parsed. `filename` says the language by its ending. */
export function readSyntax(source: string, filename: string): Syntax {
  const { program, errors } = parseSync(filename, source)
  const [error] = errors
  if (error) throw new SyntaxError(`${filename} cannot be parsed: ${error.message}`)

  const imports: Import[] = []
  const references: Reference[] = []
  const asynchronous: number[] = []
  const lineOf = lines(source)

  const visit = (node: Node, parent: Node | undefined, key: string): void => {
    const line = lineOf(node.start)
    const named = namedModule(node)
    if (named !== undefined && named !== null) imports.push({ specifier: textOf(named), line, loaded: isLoaded(node) })
    if (asynchronousTypes.has(node.type) || node['async'] === true || node['await'] === true) asynchronous.push(line)

    const chain = pathOf(node)
    if (chain !== undefined && !(parent && isPlainName(parent, key)))
      references.push({ name: chain, ...useOf(node, parent, key), line })
    for (const [name, value] of Object.entries(node)) {
      if (chain !== undefined && name === 'object') continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, name)
    }
  }
  visit(program as unknown as Node, undefined, '')
  return { imports, references, asynchronous }
}

/** `a` and `a.b` as text; `undefined` for everything else. */
const pathOf = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return String(node['name'])
  const { object, property } = node
  if (node.type !== 'MemberExpression' || !isNode(object) || object.type !== 'Identifier') return undefined
  const member = node['computed'] === true ? textOf(property) : isNode(property) ? String(property['name']) : undefined
  return `${String(object['name'])}${member === undefined ? '' : `.${member}`}`
}

const lines = (source: string) => {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset: number) => {
    let line = 0
    for (let step = 2 ** Math.ceil(Math.log2(starts.length)); step >= 1; step /= 2) {
      if ((starts[line + step] ?? Infinity) <= offset) line += step
    }
    return line + 1
  }
}
