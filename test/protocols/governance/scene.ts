import type { Change } from '../../../src/core/change.ts'
import type { ChangeSet } from '../../../src/core/command.ts'
import type { CommandName } from '../../../src/core/command-names.ts'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { Context } from '../../../src/core/context.ts'
import type { Reading } from '../../../src/core/protocol.ts'
import type { Mode } from '../../../src/core/report.ts'
import type { View } from '../../../src/core/view.ts'
import { check } from '../../../src/engine/check.ts'
import { plan, type Result } from '../../../src/engine/commands/plan.ts'
import { bare } from '../../../src/engine/commands/words.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { difference } from '../../../src/render/difference.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'

export type Tree = Readonly<Record<string, string | Uint8Array>>

export interface Setting {
  /** ISO 8601; default `2026-02-04T10:00:00Z`. */
  readonly at?: string
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly report?: string
  readonly links?: readonly string[]
  readonly base?: Tree
  readonly change?: Change
  /** Default: `auto` with a base, else `strict`. */
  readonly mode?: Mode
}

const limit = 1024 * 1024
const contextOf = ({ at = '2026-02-04T10:00:00Z' }: Setting): Context => ({ at, day: at.slice(0, 10), limit })

const open = (tree: Tree, { configuration, links = [] }: Setting): Promise<View> =>
  memoryTree(tree, { links }).open({ selectors: governance.selectors(configuration), limit })

export async function reading(tree: Tree, setting: Setting = {}): Promise<Reading> {
  return governance.read({ head: await open(tree, setting) }, setting.configuration, contextOf(setting), setting.change)
}

/** What all rules of the protocol say of a repository. */
export async function diagnose(tree: Tree, setting: Setting = {}): Promise<readonly Diagnostic[]> {
  const { base, mode = base ? 'auto' : 'strict' } = setting
  return check({
    head: await open(tree, setting),
    base: base && (await open(base, { ...setting, links: [] })),
    change: setting.change,
    context: contextOf(setting),
    protocols: [governance],
    sections: { governance: setting.configuration },
    severity: {},
    mode,
    failOn: 'error',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  }).diagnostics
}

export const codes = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, severity }) => `${code} ${severity}`)

/** What came of a command. */
export interface Given extends Result {
  /** `CODE severity`. */
  readonly codes: readonly string[]
  /** The repository afterwards. */
  readonly tree: Tree
  /** Paths that changed. */
  readonly changed: readonly string[]
  /** One of its files, read. */
  file(path: string): Readonly<Record<string, unknown>>
}

const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/"([^"]*)"(?=\s|$)|\S+/g), ([written, quoted]) => quoted ?? written)

const textOf = (content: string | Uint8Array | undefined) => (typeof content === 'string' ? content : new TextDecoder().decode(content))

const spot = ({ path, line, column }: Diagnostic) => [path, line, column].filter((part) => part !== undefined).join(':')

/** A finding as people are told it. */
const sentences = (found: Diagnostic): string =>
  [
    `${found.code} ${found.severity} ${spot(found)} ${found.target ?? ''}`.trimEnd(),
    found.message,
    ...(found.hint === undefined ? [] : [`hint: ${found.hint}`]),
    ...(found.fix === undefined ? [] : [`fix: ${found.fix}`]),
  ].join('\n')

/** All that comes of a command: what is told, as words and as data, and what is written. */
export function told({ outcome, reply, facts = {}, diagnostics, changed, tree }: Given, before: Tree): string {
  const written = changed.flatMap((path) => {
    const [old, text] = [before[path], textOf(tree[path])]
    return ['', path, ...difference(path, old === undefined ? undefined : textOf(old), text).lines]
  })
  // Why it is refused is told as diagnostics.
  const said = outcome === 'refused' ? [] : [reply]
  const data = Object.entries(facts).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return [outcome, ...said, ...data, ...diagnostics.map(sentences), ...written].join('\n')
}

/** Gives a command as it stands in a comment to a repository. */
export async function give(tree: Tree, line: string, setting: Setting = {}): Promise<Given> {
  const [name = '', ...words] = wordsOf(line.slice(1))
  const planned = plan([{ name: name as CommandName, words: bare(words), report: setting.report }], {
    head: await open(tree, setting),
    base: setting.base && (await open(setting.base, { ...setting, links: [] })),
    context: contextOf(setting),
    protocols: [governance],
    sections: { governance: setting.configuration },
    severity: {},
    actor: 'octocat',
    most: 20,
  })
  const [result] = planned.results
  if (!result) throw new RangeError('There is no result')
  const changes: ChangeSet = planned.changes
  const after: Record<string, string | Uint8Array> = { ...tree }
  for (const [path, content] of changes) {
    if (content === null) delete after[path]
    else after[path] = content
  }
  return {
    ...result,
    codes: codes(result.diagnostics),
    tree: after,
    changed: [...changes.keys()].toSorted(),
    file: (path) => JSON.parse(textOf(after[path])) as Readonly<Record<string, unknown>>,
  }
}
