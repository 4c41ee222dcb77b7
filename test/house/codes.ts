import { parseSync } from 'rolldown/utils'

/** A file that names codes of rules outside of their entries, though it is no place for them. */
interface Elsewhere {
  readonly codes: readonly string[]
  readonly why: string
}

/** The files below `src/protocols` that name codes of rules besides the places that are free to, each with the reason. */
export const elsewhere: Readonly<Record<string, Elsewhere>> = {
  'src/protocols/control/rules/accept.ts': {
    codes: ['ACCEPT_ABSENT'],
    why: 'A report words a check that fails where no rule finds anything.',
  },
  'src/protocols/control/rules/contract.ts': {
    codes: ['STAGE_CONFIG_MISSING', 'STAGE_CONFIG_UNREADABLE'],
    why: 'A report words a failed check in the texts of the rule.',
  },
  'src/protocols/control/rules/files.ts': { codes: ['STAGE_PATH_ESCAPE'], why: 'A report words a failed check in the texts of the rule.' },
  'src/protocols/governance/rules/stalls.ts': {
    codes: ['GOV_STALL_PLANNER', 'GOV_STALL_VALIDATOR'],
    why: 'A hint names the findings that show once the count is repaired.',
  },
  'src/protocols/handover/rules/manifests.ts': {
    codes: ['MANIFEST_PARSE_ERROR', 'MANIFEST_PATTERN_INVALID'],
    why: 'The form of a manifest: what is misshapen is found in one look, in the order of the text.',
  },
  'src/protocols/handover/rules/progress.ts': {
    codes: ['PROGRESS_BAD_STEP', 'PROGRESS_STEP_RANGE'],
    why: 'The form of a run that depends on its number of steps, which no shape knows.',
  },
  'src/protocols/handover/rules/projects.ts': {
    codes: ['BRIEF_PROJECT_DIR_MISMATCH', 'BRIEF_SLUG_MISMATCH', 'REVIEW_PROJECT_DIR_MISMATCH', 'REVIEW_SLUG_MISMATCH'],
    why: 'The codes of a shape that depends on the folder of the project.',
  },
  'src/protocols/handover/rules/session.ts': {
    codes: ['SESSION_STATE_INVALID_PATH'],
    why: 'The form of a path that depends on the repository, which no shape knows.',
  },
  'src/protocols/plugin/rules/contracts.ts': { codes: ['CONTRACT_CHANGED'], why: 'A hint names the finding that its command leads to.' },
  'src/protocols/plugin/rules/handoff-file.ts': {
    codes: ['PLUGIN_PLAN_PHASES'],
    why: 'A hint names the finding that shows once the file is repaired.',
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
  const values = new Map(node['type'] === 'ObjectExpression' ? childrenOf(node).map((each) => [keyOf(each), each['value']]) : [])
  const code = values.get('code')
  return values.has('summary') && isNode(code) ? textOf(code) : undefined
}

/**
 * The codes that a source names in texts and as keys outside of their own entry, of those that there are; comments do not count, nor
 * what examples of a rule show also.
 */
export function codesNamed(source: string, codes: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>()
  const visit = (node: Node, own: string | undefined): void => {
    const key = keyOf(node)
    if (key === 'also') return
    for (const [name] of `${textOf(node)} ${key ?? ''}`.matchAll(word)) if (codes.has(name) && name !== own) found.add(name)
    const rule = ruleOf(node) ?? own
    for (const child of childrenOf(node)) visit(child, rule)
  }
  visit(parseSync('a.ts', source).program as unknown as Node, undefined)
  return [...found].toSorted()
}

/** The codes of the rules that stand in a source. */
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

/** The files of a protocol that may name any code: form, contradictions, next actions, and commands with their refusals and fixes. */
export const isFree = (path: string): boolean =>
  /^src\/protocols\/\w+\/(?:files\.ts|schema\.ts|compared\.ts|next\.ts|commands\/.+)$/.test(path)
