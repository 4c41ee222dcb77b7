import type { CommandName } from '../../../src/core/command-names.ts'
import type { ChangeSet, History, Outcome } from '../../../src/core/command.ts'
import type { Diagnostic, Level } from '../../../src/core/diagnostic.ts'
import type { Context } from '../../../src/core/context.ts'
import type { Reading } from '../../../src/core/protocol.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Mode, Report } from '../../../src/core/report.ts'
import type { View } from '../../../src/core/view.ts'
import { check } from '../../../src/engine/check.ts'
import { readComment } from '../../../src/engine/commands/grammar.ts'
import { plan, type Plan } from '../../../src/engine/commands/plan.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { control } from '../../../src/protocols/control/protocol.ts'

/** A repository: texts or bytes by path. */
export type Tree = Readonly<Record<string, string | Uint8Array>>

export interface Setting {
  /** ISO 8601; default `2026-01-21T08:30:00Z`. */
  readonly at?: string
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly report?: string
  readonly history?: History
  readonly links?: readonly string[]
  readonly limit?: number
  readonly base?: Tree
  /** Default: `auto` with a base, else `strict`. */
  readonly mode?: Mode
  readonly staleAfter?: number
}

const contextOf = ({ at = '2026-01-21T08:30:00Z', limit = 1024 * 1024, staleAfter }: Setting): Context => ({
  at,
  day: at.slice(0, 10),
  limit,
  ...(staleAfter !== undefined && { staleness: { milliseconds: staleAfter, lastCommit: () => undefined } }),
})

async function open(tree: Tree, setting: Setting, links = setting.links ?? []): Promise<View> {
  return memoryTree(tree, { links }).open({ selectors: control.selectors(setting.configuration), limit: contextOf(setting).limit })
}

/** A repository as the protocol reads it. */
export async function reading(tree: Tree, setting: Setting = {}): Promise<Reading> {
  return control.read({ head: await open(tree, setting) }, setting.configuration, contextOf(setting))
}

export const targets = async (tree: Tree, setting: Setting = {}): Promise<readonly Target[]> => (await reading(tree, setting)).targets
export const target = async (tree: Tree, name = 'explore', setting: Setting = {}): Promise<Target | undefined> =>
  (await targets(tree, setting)).find(({ id }) => id.startsWith(`stage:${name}@`))

/** What all rules of the protocol say of a repository. */
export const diagnose = async (tree: Tree, setting: Setting = {}): Promise<readonly Diagnostic[]> =>
  (await inspect(tree, setting)).diagnostics

/** What a check of some targets, or of all, comes to. */
export async function inspect(tree: Tree, setting: Setting = {}, asked: readonly string[] = []): Promise<Report> {
  const { base, mode = base ? 'auto' : 'strict' } = setting
  return check({
    head: await open(tree, setting),
    base: base && (await open(base, setting, [])),
    context: contextOf(setting),
    protocols: [control],
    sections: { control: setting.configuration },
    severity: {},
    mode,
    failOn: 'error',
    allowEmpty: true,
    paths: [],
    targets: asked,
    withReport: true,
    given: [],
    notes: [],
  })
}

/** What a batch of commands comes to, each as it stands in a comment. */
export async function batch(
  tree: Tree,
  comment: string,
  setting: Setting & { readonly severity?: Record<string, Level> } = {},
): Promise<Plan> {
  const { commands } = readComment(comment, { prefix: 'optional', notOurs: [] })
  return plan(commands, {
    head: await open(tree, setting),
    base: setting.base && (await open(setting.base, setting, [])),
    context: contextOf(setting),
    protocols: [control],
    sections: { control: setting.configuration },
    severity: setting.severity ?? {},
    actor: 'octocat',
    most: 20,
  })
}

export const codes = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, severity }) => `${code} ${severity}`)

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

function applied(tree: Tree, changes: ChangeSet): Tree {
  const files: Record<string, string | Uint8Array> = { ...tree }
  for (const [path, content] of changes) {
    if (content === null) delete files[path]
    else files[path] = content
  }
  return files
}

interface Word {
  readonly text: string
  readonly written: string
}

const wordsOf = (line: string): readonly Word[] =>
  Array.from(line.matchAll(/"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|\S+/g), ([written, double, single]) => ({
    text: double ?? single ?? written,
    written,
  }))

/** Gives a command as it stands in a comment to a repository. The word behind its name is the stage. */
export async function give(tree: Tree, line: string, setting: Setting = {}): Promise<Given> {
  const [command, name, ...rest] = wordsOf(line.slice(1))
  const request = {
    name: name?.text,
    words: rest.map(({ text }) => text),
    written: rest.map(({ written }) => written),
    report: setting.report,
    actor: 'octocat',
  }
  const read = await reading(tree, setting)
  const whole = read.run(command?.text as CommandName, request, setting.history)
  if (!whole) throw new RangeError(`There is no command ${line}`)
  const changes: ChangeSet = whole.outcome === 'changed' ? whole.changes : new Map()
  const after = applied(tree, changes)
  const id = (await target(tree, name?.text.split('@')[0]?.replace('stage:', ''), setting))?.id
  return {
    outcome: whole.outcome,
    codes: whole.remarks.map(({ code, severity }) => `${code} ${severity}`),
    tree: after,
    changed: Array.from(changes, ([path, content]) => (content === null ? `-${path}` : path)).sort(),
    state: (await targets(after, setting)).find((each) => each.id === id)?.state,
    whole,
  }
}
