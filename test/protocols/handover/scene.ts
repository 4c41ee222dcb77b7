import { runSteps } from '../../../src/core/steps.ts'
import type { History, NamedCommit, OwnCommit } from '../../../src/core/command.ts'
import type { Log, LoggedCommit } from '../../../src/core/log.ts'
import type { Files } from '../../../src/core/rule.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { cleanup } from '../../../src/protocols/handover/commands/cleanup.ts'
import { configuration } from '../../../src/protocols/handover/discovery.ts'
import { folder, sample } from '../../../src/protocols/handover/examples.ts'
import { selectorsOf } from '../../../src/protocols/handover/files.ts'
import { readModel } from '../../../src/protocols/handover/model.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import { type State, stateOf } from '../../../src/protocols/handover/states.ts'
import { describeCases, type Case } from '../cases.ts'
import { open, scene, type FirstResult, type SceneSetting, type Tree } from '../scene.ts'

const at = { at: '2026-01-21T10:30:00Z' }

export const usual = scene(handover, at)
export const { give, diagnose, reading, targets } = usual

/** The state of its first project, as the table of states names it. */
export async function stateIn(tree: Tree, setting?: SceneSetting): Promise<State | undefined> {
  const place = { protocol: handover, ...at, ...setting }
  const context = { at: at.at, day: at.at.slice(0, 10), limit: 1024 * 1024 }
  const [project] = runSteps(readModel(await open(tree, place), configuration().parse({}), context)).projects
  return project && stateOf(project)
}

/** One file that is named, as of a kind, if any. */
export const named = (path: string, as?: string): SceneSetting => ({ context: { namedFiles: { paths: [path], as } } })

export const parsed = async (tree: Tree, path: string, as?: string): Promise<unknown> =>
  (await reading(tree, named(path, as))).parsed(path)

export const textIn = (tree: Tree, path: string): string => String(tree[path] ?? '')

/** A repository of texts alone. */
export const textsOf = (tree: Tree): Files =>
  Object.fromEntries(Object.keys(tree).map((path) => [path, textIn(tree, path)]))

/** The local files that a command writes. */
export const localOf = ({ plan }: FirstResult): readonly string[] => [...(plan.local?.keys() ?? [])].toSorted()

/** The result of commands in particular repositories; by default in the sample. */
export const cases = (messages: string, table: readonly Case[]) =>
  describeCases(usual, { tree: sample, messages: `${messages}.messages.txt` }, table)

/** Commits, the newest first, each the child of the next. */
export function logOf(commits: readonly (readonly [sha: string, subject: string])[], whole = true): Log {
  const all: readonly LoggedCommit[] = commits.map(([sha, subject], index) => ({
    sha,
    subject,
    parents: commits.slice(index + 1, index + 2).map(([next]) => next),
  }))
  return { head: () => all[0]?.sha, whole: () => whole, commits: () => (whole ? all : []) }
}

/** What earlier commits are called, those of ours, and when commits were made. */
export const historyOf = (
  names: Readonly<Record<string, NamedCommit>>,
  ledger: readonly OwnCommit[] = [],
  dates: Readonly<Record<string, string>> = {},
): History => ({
  committedAt: (sha) => dates[sha],
  named: (revision) => names[revision] ?? { cutOff: false },
  ledger: () => ledger,
  versions: () => [],
  at: () => undefined,
})

/** What `baton cleanup` says of a repository, and the files that it removes. */
export async function clean(tree: Tree, named = folder, confirmed = true) {
  const section = configuration().parse({})
  const limit = 1_000_000
  const view = await memoryTree(tree).open({ selectors: selectorsOf(section), limit })
  const context = { ...at, day: '2026-01-21', limit }
  const request = { name: named, words: confirmed ? ['--confirm'] : [], report: undefined, actor: '' }
  const outcome = cleanup.run(runSteps(readModel(view, section, context)), request, { view, context })
  return {
    outcome: outcome.outcome,
    codes: outcome.diagnostics.map(({ code }) => code),
    diagnostics: outcome.diagnostics,
    gone: outcome.outcome === 'changed' ? [...(outcome.local?.keys() ?? [])] : [],
    extra: outcome.outcome === 'refused' ? undefined : outcome.extra,
  }
}
