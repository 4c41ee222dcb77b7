import { parseSync } from 'rolldown/utils'

/**
 * A file that names codes of rules outside of their entries, though it is no place for them: only to tell the reader of
 * a finding of another.
 */
interface Elsewhere {
  readonly codes: readonly string[]
  readonly why: string
}

/**
 * The files below `src/protocols` that name codes of rules besides the places that are free to, each with the reason.
 */
export const elsewhere: Readonly<Record<string, Elsewhere>> = {
  'src/protocols/governance/rules/metrics.ts': {
    codes: ['GOV_METRICS_MISSING'],
    why: 'The hint to delete metrics of no session says which repair comes next: while a session works, their absence is a finding.',
  },
  'src/protocols/governance/rules/stalls.ts': {
    codes: ['GOV_STALL_PLANNER', 'GOV_STALL_VALIDATOR'],
    why: 'The hint about a wrong count says which loop it hides: it names the finding that the reader sees once the count is right.',
  },
  'src/protocols/plugin/rules/contracts.ts': {
    codes: ['CONTRACT_CHANGED'],
    why: 'The hint about `/checksums` says that the command itself leads to this finding, so that the reader is not surprised by it.',
  },
  'src/protocols/plugin/rules/handoff-file.ts': {
    codes: ['PLUGIN_PLAN_PHASES'],
    why: 'An offer of `/migrate` says that this finding is hidden until the handoff has the present form.',
  },
}

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

/** The name of a property that is not computed. */
function keyOf({ type, key, computed }: Node): string | undefined {
  if (type !== 'Property' || computed === true || !isNode(key)) return undefined
  const name = key['type'] === 'Identifier' ? key['name'] : key['value']
  return typeof name === 'string' ? name : undefined
}

const textOf = ({ type, value }: Node): string => {
  if (type === 'Literal' && typeof value === 'string') return value
  return type === 'TemplateElement' ? String((value as { readonly cooked?: string }).cooked) : ''
}

const word = /(?<![A-Z0-9_])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![A-Z0-9_])/g

/** The code of the rule whose entry a node is: of what has a code and a summary. */
function ruleOf(node: Node): string | undefined {
  const values = new Map(
    node['type'] === 'ObjectExpression' ? childrenOf(node).map((property) => [keyOf(property), property['value']]) : [],
  )
  const code = values.get('code')
  return values.has('summary') && isNode(code) ? textOf(code) : undefined
}

/**
 * The codes that a source names in texts and as keys outside of their own entry, of those that there are; comments do
 * not count, nor what examples of a rule show also.
 */
export function codesNamed(source: string, codes: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>()
  const visit = (node: Node, enclosingRule: string | undefined): void => {
    const key = keyOf(node)
    if (key === 'also') return
    for (const [name] of `${textOf(node)} ${key ?? ''}`.matchAll(word))
      if (codes.has(name) && name !== enclosingRule) found.add(name)
    const rule = ruleOf(node) ?? enclosingRule
    for (const child of childrenOf(node)) visit(child, rule)
  }
  visit(parseSync('a.ts', source).program as unknown as Node, undefined)
  return [...found].toSorted()
}

/** The codes of the rules that are in a source. */
export function rulesIn(source: string): readonly string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    const code = ruleOf(node)
    if (code !== undefined) found.push(code)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync('a.ts', source).program as unknown as Node)
  return found
}

/**
 * The files of a protocol that may name any code: form, contradictions, next actions, examples, and commands with their
 * refusals and fixes.
 */
export const isFree = (path: string): boolean =>
  /^src\/protocols\/\w+\/(?:files\.ts|schema\.ts|compared\.ts|next\.ts|(?:commands|examples)\/.+)$/.test(path)

/** Words of data that commands name and that look like codes, by protocol. */
export const words: Readonly<Record<string, readonly string[]>> = {
  // A field of messages.
  subagent: ['USER_REQUEST'],
}

/** The texts of a source that are a code as a whole, or look like one. */
export function codesIn(source: string): readonly string[] {
  const found = new Set<string>()
  const visit = (node: Node): void => {
    if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(textOf(node))) found.add(textOf(node))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync('a.ts', source).program as unknown as Node)
  return [...found].toSorted()
}
