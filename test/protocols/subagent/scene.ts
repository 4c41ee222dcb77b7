import type { CommandName } from '../../../src/core/command-names.ts'
import type { ChangeSet, Outcome } from '../../../src/core/command.ts'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { Context } from '../../../src/core/context.ts'
import type { Reading } from '../../../src/core/protocol.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Mode } from '../../../src/core/report.ts'
import type { View } from '../../../src/core/view.ts'
import { check } from '../../../src/engine/check.ts'
import { repair } from '../../../src/engine/repair.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'

/** A repository: texts or bytes by path. */
export type Tree = Readonly<Record<string, string | Uint8Array>>

export interface Setting {
  /** ISO 8601; default `2026-02-01T10:00:00Z`. */
  readonly at?: string
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly report?: string
  readonly links?: readonly string[]
  readonly limit?: number
  readonly base?: Tree
  /** Default: `auto` with a base, else `strict`. */
  readonly mode?: Mode
}

export const contextOf = ({ at = '2026-02-01T10:00:00Z', limit = 1024 * 1024 }: Setting = {}): Context => ({
  at,
  day: at.slice(0, 10),
  limit,
})

export async function open(tree: Tree, setting: Setting = {}, besides: readonly string[] = []): Promise<View> {
  const selectors = [...subagent.selectors(setting.configuration), ...besides.map((glob) => ({ glob, level: 'digest' as const }))]
  return memoryTree(tree, { links: setting.links ?? [] }).open({ selectors, limit: contextOf(setting).limit })
}

/** A repository as the protocol reads it. */
export async function reading(tree: Tree, setting: Setting = {}): Promise<Reading> {
  return subagent.read({ head: await open(tree, setting) }, setting.configuration, contextOf(setting))
}

export const targets = async (tree: Tree, setting: Setting = {}): Promise<readonly Target[]> => (await reading(tree, setting)).targets
export const target = async (tree: Tree, id: string, setting: Setting = {}): Promise<Target | undefined> =>
  (await targets(tree, setting)).find((each) => each.id === id || each.id.startsWith(`task:${id}@`))

async function report(tree: Tree, setting: Setting) {
  const { base, mode = base ? 'auto' : 'strict' } = setting
  const besides = base ? ['**'] : []
  return check({
    head: await open(tree, setting, besides),
    base: base && (await open(base, { ...setting, links: [] }, besides)),
    context: contextOf(setting),
    protocols: [subagent],
    sections: { subagent: setting.configuration },
    severity: {},
    mode,
    failOn: 'error',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  })
}

/** What all rules of the protocol say of a repository. */
export const diagnose = async (tree: Tree, setting: Setting = {}): Promise<readonly Diagnostic[]> =>
  (await report(tree, setting)).diagnostics

export const codes = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, severity }) => `${code} ${severity}`)

/** `CODE severity` of everything that is found. */
export const found = async (tree: Tree, setting: Setting = {}): Promise<readonly string[]> => codes(await diagnose(tree, setting))

export function applied(tree: Tree, changes: ChangeSet): Tree {
  const files: Record<string, string | Uint8Array> = { ...tree }
  for (const [path, content] of changes) {
    if (content === null) delete files[path]
    else files[path] = content
  }
  return files
}

/** A repository with every safe repair made. */
export async function mended(tree: Tree, setting: Setting = {}): Promise<Tree> {
  const { changes } = repair({
    head: await open(tree, setting),
    context: contextOf(setting),
    protocols: [subagent],
    sections: { subagent: setting.configuration },
    severity: {},
    report: await report(tree, setting),
  })
  return applied(tree, changes)
}

/** What came of a command. */
export interface Given {
  readonly outcome: Outcome['outcome']
  /** `CODE severity`, of remarks and refusals. */
  readonly codes: readonly string[]
  /** The repository afterwards. */
  readonly tree: Tree
  /** Paths that changed, with `-` before those that went. */
  readonly changed: readonly string[]
  readonly state: string | undefined
  readonly whole: Outcome
}

const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/"([^"]*)"(?=\s|$)|\S+/g), ([written, quoted]) => quoted ?? written)

/** Gives a command as it stands in a comment to a repository. The word behind its name is the task. */
export async function give(tree: Tree, line: string, setting: Setting = {}): Promise<Given> {
  const [command, name, ...all] = wordsOf(line.slice(1))
  const words = all.filter((word) => word !== '--anyway')
  const read = await reading(tree, setting)
  const whole = read.run(command as CommandName, {
    name,
    words,
    report: setting.report,
    actor: 'octocat',
    anyway: all.includes('--anyway'),
  })
  if (!whole) throw new RangeError(`There is no command ${line}`)
  const changes: ChangeSet = whole.outcome === 'changed' ? whole.changes : new Map()
  const after = applied(tree, changes)
  return {
    outcome: whole.outcome,
    codes: whole.diagnostics.map(({ code, severity }) => `${code} ${severity}`),
    tree: after,
    changed: Array.from(changes, ([path, content]) => (content === null ? `-${path}` : path)).sort(),
    state: (await target(after, name?.split('@')[0] ?? '', setting))?.state,
    whole,
  }
}
