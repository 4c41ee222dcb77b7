import type { Change } from '../../src/core/change.ts'
import type { Context } from '../../src/core/context.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Report } from '../../src/core/report.ts'
import type { View } from '../../src/core/view.ts'
import { check } from '../../src/engine/check.ts'
import { readComment, widest } from '../../src/engine/commands/grammar.ts'
import { plan, type PlanRequest, type Result } from '../../src/engine/commands/plan.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

/** A repository: texts or bytes by path. */
export type Tree = Readonly<Record<string, string | Uint8Array>>

/** What is looked at, and when. */
export interface Place {
  readonly protocol: Protocol
  /** The protocol's section of the configuration. */
  readonly configuration?: Readonly<Record<string, unknown>> | undefined
  /** ISO 8601; default `2026-02-04T10:00:00Z`. */
  readonly at?: string | undefined
  readonly links?: readonly string[] | undefined
  readonly limit?: number | undefined
  readonly context?: Partial<Context>
}

/** What came of a command. */
export interface Given {
  readonly result: Result
  readonly codes: readonly string[]
  /** The repository afterwards. */
  readonly tree: Tree
}

const contextOf = ({ at = '2026-02-04T10:00:00Z', limit = 1024 * 1024, context }: Place): Context => ({
  at,
  day: at.slice(0, 10),
  limit,
  ...context,
})

/** A view as the app opens it: with the files that others lead to. */
export async function open(tree: Tree, place: Place): Promise<View> {
  const { protocol, configuration, links = [] } = place
  const context = contextOf(place)
  const selectors = protocol.selectors(configuration, context.asked)
  const memory = memoryTree(tree, { links })
  const view = await memory.open({ selectors, limit: context.limit })
  const further = protocol.further({ head: view }, configuration, context)
  return further.length === 0 ? view : memory.open({ selectors: [...selectors, ...further], limit: context.limit })
}

/** Gives a comment with one command to a repository, as every entry point would. */
export async function give(tree: Tree, comment: string, place: Place, more: Partial<PlanRequest> = {}): Promise<Given> {
  const { protocol, configuration } = place
  const planned = plan(readComment(comment, widest).commands, {
    head: await open(tree, place),
    context: contextOf(place),
    protocols: [protocol],
    sections: { [protocol.name]: configuration },
    severity: {},
    actor: 'octocat',
    most: 20,
    ...more,
  })
  const [result] = planned.results
  if (!result) throw new RangeError(`There is no command in ${comment}`)
  const after: Record<string, string | Uint8Array> = { ...tree }
  for (const [path, content] of planned.changes) {
    if (content === null) delete after[path]
    else after[path] = content
  }
  return { result, codes: result.diagnostics.map(({ code, severity }) => `${code} ${severity}`), tree: after }
}

/** What a check says of a repository: with a base of what has changed, else of everything. */
export async function look(
  tree: Tree,
  place: Place,
  mode: 'auto' | 'strict' | 'soft' = 'soft',
  base?: Tree,
  change?: Change,
): Promise<Report> {
  const { protocol, configuration } = place
  return check({
    head: await open(tree, place),
    base: base && (await open(base, { ...place, links: [] })),
    change,
    context: contextOf(place),
    protocols: [protocol],
    sections: { [protocol.name]: configuration },
    severity: {},
    mode,
    failOn: 'error',
    allowEmpty: true,
    paths: place.context?.asked?.paths ?? [],
    targets: [],
    given: [],
    notes: [],
  })
}
