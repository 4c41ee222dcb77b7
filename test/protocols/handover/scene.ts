import type { BranchHistory, ChangeSet, NamedCommit, OwnCommit } from '../../../src/core/command.ts'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { Log, LoggedCommit } from '../../../src/core/log.ts'
import type { Context } from '../../../src/core/context.ts'
import type { Reading } from '../../../src/core/protocol.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Mode } from '../../../src/core/report.ts'
import type { View } from '../../../src/core/view.ts'
import { check } from '../../../src/engine/check.ts'
import { readComment } from '../../../src/engine/commands/grammar.ts'
import { onDisk, plan, type Plan } from '../../../src/engine/commands/plan.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { folder } from '../../../src/protocols/handover/examples.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'

/** A repository: texts by path. */
export type Tree = Readonly<Record<string, string>>

export interface Setting {
  /** ISO 8601; default `2026-01-21T10:30:00Z`. */
  readonly at?: string
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly base?: Tree
  /** Default: `auto` with a base, else `strict`. */
  readonly mode?: Mode
  readonly paths?: readonly string[]
  readonly as?: string
  readonly log?: Log
  readonly history?: BranchHistory
  readonly links?: readonly string[]
  /** Said on the command line. */
  readonly local?: boolean
  readonly tracked?: (path: string) => boolean
  /** The largest file that is read, in bytes; default 1 MiB. */
  readonly limit?: number
}

const mebibyte = 1024 * 1024

/** Commits, the newest first, each the child of the next. */
export function logOf(commits: readonly (readonly [sha: string, subject: string])[], whole = true): Log {
  const all: readonly LoggedCommit[] = commits.map(([sha, subject], index) => ({
    sha,
    subject,
    parents: commits.slice(index + 1, index + 2).map(([next]) => next),
  }))
  return { head: () => all[0]?.sha, whole: () => whole, commits: () => (whole ? all : []) }
}

/** What earlier commits are called, and those of ours. */
export const historyOf = (names: Readonly<Record<string, NamedCommit>>, ledger: readonly OwnCommit[] = []): BranchHistory => ({
  named: (revision) => names[revision] ?? { cutOff: false },
  ledger: () => ledger,
  versions: () => [],
  at: () => undefined,
  checkedOut: () => undefined,
  view: () => {
    throw new RangeError('No view of the past is needed')
  },
  change: () => undefined,
})

const contextOf = ({ at = '2026-01-21T10:30:00Z', paths = [], as, log, tracked, limit = mebibyte }: Setting): Context => ({
  at,
  day: at.slice(0, 10),
  limit,
  namedFiles: { paths, as },
  log,
  tracked,
})

/** A view as the app opens it: with the files that others lead to. */
async function open(tree: Tree, setting: Setting, links: readonly string[] = setting.links ?? []): Promise<View> {
  const { limit, namedFiles } = contextOf(setting)
  const selectors = handover.selectors(setting.configuration, namedFiles)
  const memory = memoryTree(tree, { links })
  const view = await memory.open({ selectors, limit })
  const further = handover.further({ head: view }, setting.configuration, contextOf(setting))
  return further.length === 0 ? view : memory.open({ selectors: [...selectors, ...further], limit })
}

export async function reading(tree: Tree, setting: Setting = {}): Promise<Reading> {
  return handover.read({ head: await open(tree, setting) }, setting.configuration, contextOf(setting))
}

export const targets = async (tree: Tree, setting: Setting = {}): Promise<readonly Target[]> => (await reading(tree, setting)).targets
export const parsed = async (tree: Tree, path: string, as?: string): Promise<unknown> =>
  (await reading(tree, { paths: [path], ...(as !== undefined && { as }) })).parsed(path)

/** What all rules of the protocol say of a repository. */
export async function diagnose(tree: Tree, setting: Setting = {}): Promise<readonly Diagnostic[]> {
  const { base, mode = base ? 'auto' : 'strict', paths = [] } = setting
  return check({
    head: await open(tree, setting),
    base: base && (await open(base, setting, [])),
    context: contextOf(setting),
    protocols: [handover],
    sections: { handover: setting.configuration },
    severity: {},
    mode,
    failOn: 'error',
    allowEmpty: true,
    paths,
    targets: [],
    given: [],
    notes: [],
  }).diagnostics
}

export const codes = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, severity }) => `${code} ${severity}`)

/** What came of the commands of a comment. */
export interface Given {
  readonly plan: Plan
  readonly outcome: Plan['outcome']
  /** `CODE severity`, of remarks and refusals. */
  readonly codes: readonly string[]
  /** The repository afterwards, local files too. */
  readonly tree: Tree
  readonly changed: readonly string[]
  readonly local: readonly string[]
  readonly state: string | undefined
}

function applied(tree: Tree, ...sets: readonly ChangeSet[]): Tree {
  const files: Record<string, string> = { ...tree }
  for (const [path, content] of sets.flatMap((changes) => [...changes])) {
    if (content === null) delete files[path]
    else files[path] = String(content)
  }
  return files
}

/** Gives a comment to a repository: its text is read, planned, applied, as an entry point would. */
export async function comment(tree: Tree, text: string, setting: Setting = {}): Promise<Given> {
  const { commands } = readComment(text, { prefix: 'optional', notOurs: [] })
  const batch = commands.map(({ name, words, report }) => ({ name, words, report }))
  const planned = plan(batch, {
    head: await open(tree, setting),
    context: contextOf(setting),
    protocols: [handover],
    sections: { handover: setting.configuration },
    severity: {},
    actor: 'octocat',
    most: 20,
    local: setting.local === true,
    history: setting.history,
  })
  const after = applied(tree, onDisk(planned))
  return {
    plan: planned,
    outcome: planned.outcome,
    codes: planned.results.flatMap(({ diagnostics }) => codes(diagnostics)),
    tree: after,
    changed: [...planned.changes.keys()].toSorted(),
    local: [...(planned.local?.keys() ?? [])].toSorted(),
    state: (await targets(after, setting)).find(({ id }) => id === `project:${folder.slice('.claude/projects/'.length)}`)?.state,
  }
}
