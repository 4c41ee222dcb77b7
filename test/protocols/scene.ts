import { runSteps } from '../../src/core/steps.ts'
import type { Change } from '../../src/core/change.ts'
import type { BranchHistory, ChangeSet, History } from '../../src/core/command.ts'
import type { Context } from '../../src/core/context.ts'
import type { Diagnostic, Level } from '../../src/core/diagnostic.ts'
import type { Protocol, Reading } from '../../src/core/protocol.ts'
import type { Mode, Report } from '../../src/core/report.ts'
import type { Target } from '../../src/core/target.ts'
import type { Selector, View } from '../../src/core/view.ts'
import { selectorsOf } from '../../src/app/command/run.ts'
import { check } from '../../src/engine/check.ts'
import type { CheckRequest } from '../../src/engine/checking/request.ts'
import { offerChecker } from '../../src/engine/commands/offered.ts'
import { turnsIn } from '../../src/engine/turns.ts'
import { widestGrammar } from '../../src/engine/commands/grammar.ts'
import { changesOnDisk, plan, type Plan, type PlanRequest, type CommandResult } from '../../src/engine/commands/plan.ts'
import { create } from '../../src/engine/create.ts'
import type { NextActions } from '../../src/core/action.ts'
import { nextActions } from '../../src/engine/next.ts'
import type { NextRequest } from '../../src/engine/next-action.ts'
import type { Example } from '../../src/core/rule.ts'
import { ignoredIn } from './examples.ts'
import { logOf } from './log-of.ts'
import { sharedTree } from './shared-tree.ts'
import { readComment } from '../engine/commands/read-comment.ts'

/** A repository: texts or bytes by path. */
export type Tree = Readonly<Record<string, string | Uint8Array>>

/** How a repository is looked at, and when. */
export interface SceneSetting {
  /** The protocol's section of the configuration. */
  readonly configuration?: Readonly<Record<string, unknown>> | undefined
  /** ISO 8601; default `2026-02-04T10:00:00Z`. */
  readonly at?: string | undefined
  readonly links?: readonly string[] | undefined
  readonly submodules?: readonly string[]
  /** The largest file that is read, in bytes; default 1 MiB. */
  readonly limit?: number | undefined
  readonly context?: Partial<Context>
  /** Milliseconds after which something is held for too long. */
  readonly staleAfter?: number | undefined
  /** When each path, or line of a file (`BOARD.md:3`), was last committed to. */
  readonly commits?: Readonly<Record<string, string>>
  /** What a check compares with, and what a command sees as the base. */
  readonly base?: Tree | undefined
  readonly change?: Change | undefined
  /** Of a check; default: `auto` with a base, else `strict`. */
  readonly mode?: Mode | undefined
  /** The names or paths of targets that alone are checked, with their report. */
  readonly namedFiles?: readonly string[]
  readonly severity?: Readonly<Record<string, Level>>
  /** Whether a check says whose turn it is. */
  readonly withTurns?: boolean
  /** The report that comes with a command. */
  readonly report?: string | undefined
  readonly history?: History | BranchHistory | undefined
  /** The command is on the command line. */
  readonly local?: boolean
}

export interface Place extends SceneSetting {
  readonly protocol: Protocol
}

/** Where an example of a rule is looked at. */
export function placeOf(protocol: Place['protocol'], example: Example): Place {
  const { configuration, at, links, limit, named, as, log, staleAfter, ignored, merging } = example
  return {
    protocol,
    configuration,
    at,
    links,
    limit,
    context: {
      namedFiles: { paths: named ?? [], as },
      ...(log && { log: logOf(log) }),
      ...(staleAfter !== undefined && { staleness: { milliseconds: staleAfter, lastCommit: () => undefined } }),
      ...(ignored && { ignored: ignoredIn(ignored) }),
      ...(merging && { merging: new Map(Object.entries(merging)) }),
    },
  }
}

/** The result of the first command of a comment, or of its only one. */
export interface FirstResult {
  readonly result: CommandResult
  /** The result of them all. */
  readonly plan: Plan
  readonly outcome: Plan['outcome']
  /** `CODE severity` of every diagnostic. */
  readonly codes: readonly string[]
  /** The repository afterwards, with what is written on disk alone. */
  readonly tree: Tree
  /** Paths that changed, with `-` before those that went. */
  readonly changed: readonly string[]
  /** The state of the target afterwards. */
  readonly state: string | undefined
}

export const codes = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, severity }) => `${code} ${severity}`)

/** A repository once changes are applied. */
function applied(tree: Tree, changes: ChangeSet): Tree {
  const files: Record<string, string | Uint8Array> = { ...tree }
  for (const [path, content] of changes) {
    if (content === null) delete files[path]
    else files[path] = content
  }
  return files
}

const contextOf = ({
  at = '2026-02-04T10:00:00Z',
  limit = 1024 * 1024,
  staleAfter,
  commits = {},
  context,
}: Place): Context => ({
  at,
  day: at.slice(0, 10),
  limit,
  ...(staleAfter !== undefined && {
    staleness: {
      milliseconds: staleAfter,
      lastCommit: (path, line) => commits[line === undefined ? path : `${path}:${line}`],
    },
  }),
  ...context,
})

/** A view as the app opens it, and that of its base: with the files that others lead to. */
async function openBoth(
  tree: Tree,
  place: Place,
  from = place.base,
  extraSelectors: readonly Selector[] = [],
): Promise<{ readonly head: View; readonly base?: View | undefined }> {
  const { protocol, configuration, links = [], submodules = [] } = place
  const context = contextOf(place)
  const selectors = [...protocol.selectors(configuration, context.namedFiles), ...extraSelectors]
  const openViews = async (wantedSelectors: typeof selectors) => {
    const selection = { selectors: wantedSelectors, limit: context.limit }
    return {
      head: await sharedTree(tree, { links, submodules }).open(selection),
      base: from && (await sharedTree(from).open(selection)),
    }
  }
  const views = await openViews(selectors)
  const further = protocol.further(views, configuration, context)
  return further.length === 0 ? views : openViews([...selectors, ...further])
}

/** A view as the app opens it. */
export const open = async (tree: Tree, place: Place): Promise<View> =>
  (await openBoth(tree, { ...place, base: undefined })).head

/** What a history of files alone cannot say. */
const noView: Pick<BranchHistory, 'view' | 'change' | 'checkedOut'> = {
  view: () => {
    throw new RangeError('No view of the past is needed')
  },
  change: () => undefined,
  checkedOut: () => undefined,
}

async function targetsOf(tree: Tree, place: Place): Promise<readonly Target[]> {
  return place.protocol.read({ head: await open(tree, place) }, place.configuration, contextOf(place)).targets
}

/** Gives a comment with one command or more to a repository, as every entry point would. */
export async function give(
  tree: Tree,
  comment: string,
  givenPlace: Place,
  overrides: Partial<PlanRequest> = {},
): Promise<FirstResult> {
  const place: Place = { ...givenPlace, context: { ...givenPlace.context, asksNext: true } }
  const { protocol, configuration, severity = {}, report, history, local = false } = place
  const { commands } = readComment(comment, widestGrammar)
  const preparedCommands = commands.map((command) => (report === undefined ? command : { ...command, report }))
  const planned = plan(preparedCommands, {
    ...(await openBoth(tree, place, place.base, selectorsOf(preparedCommands, [protocol], 'octocat'))),
    context: contextOf(place),
    protocols: [protocol],
    sections: { [protocol.name]: configuration },
    severity,
    actor: 'octocat',
    maxCommands: 20,
    local,
    history: history && { ...noView, ...history },
    ...overrides,
  })
  const [result] = planned.results
  if (!result) throw new RangeError(`There is no command in ${comment}`)
  const after = applied(tree, changesOnDisk(planned))
  const whole = await openBoth(after, { ...place, base: undefined })
  return {
    result,
    plan: planned,
    outcome: planned.outcome,
    codes: planned.results.flatMap(({ diagnostics }) => codes(diagnostics)),
    tree: after,
    changed: Array.from(planned.changes, ([path, content]) => (content === null ? `-${path}` : path)).toSorted(),
    // Most that give a command do not look at it, and reading the model takes as long as the command.
    get state() {
      if (result.target === undefined) return undefined
      const { targets } = protocol.read(whole, configuration, contextOf(place))
      return targets.find(({ id }) => id === result.target)?.state
    },
  }
}

/** What is to be done in a repository, as an entry point would say. */
export async function proposed(
  tree: Tree,
  givenPlace: Place,
  options: Partial<NextRequest> = {},
): Promise<NextActions> {
  const place: Place = { ...givenPlace, context: { ...givenPlace.context, asksNext: true } }
  const { protocol, configuration, severity = {}, local = true } = place
  return nextActions({
    head: (await openBoth(tree, { ...place, base: undefined })).head,
    context: contextOf(place),
    protocols: [protocol],
    sections: { [protocol.name]: configuration },
    severity,
    actor: 'octocat',
    local,
    limit: 50,
    ...options,
  })
}

/** The result of `baton new`. */
export interface Made {
  readonly result: CommandResult
  readonly codes: readonly string[]
  /** The repository afterwards. */
  readonly tree: Tree
}

/** Makes the first files of a target in a repository, with the words after the name of the protocol. */
export async function make(tree: Tree, words: readonly string[], place: Place): Promise<Made> {
  const { protocol, configuration, severity = {} } = place
  const planned = create({
    head: await open(tree, place),
    context: contextOf(place),
    protocols: [protocol],
    protocol,
    sections: { [protocol.name]: configuration },
    severity,
    actor: 'octocat',
    local: true,
    words,
    dryRun: false,
    isTaken: (path) => Object.hasOwn(tree, path),
  })
  const result = planned.results[0] as CommandResult
  return { result, codes: codes(result.diagnostics), tree: applied(tree, planned.changes) }
}

/** What a check says of a repository: with a base of what has changed, else of everything. */
export async function look(
  tree: Tree,
  place: Place,
  mode: Mode = 'soft',
  base: Tree | undefined = place.base,
  change: Change | undefined = place.change,
): Promise<Report> {
  const { protocol, configuration, severity = {}, namedFiles = [] } = place
  const request: CheckRequest = {
    ...(await openBoth(tree, place, base)),
    change,
    context: contextOf(place),
    protocols: [protocol],
    sections: { [protocol.name]: configuration },
    severity,
    mode,
    failOn: 'error',
    allowEmpty: true,
    paths: place.context?.namedFiles?.paths ?? [],
    targets: namedFiles,
    withReport: true,
    given: [],
    notes: [],
  }
  const report = check(request)
  if (place.withTurns !== true) return report
  const { diagnostics } = runSteps(offerChecker({ ...request, actor: '' })(report.diagnostics))
  return turnsIn({ ...report, diagnostics }, request)
}

/** Everything that tests do with the repositories of one protocol. */
export interface Scene {
  /** A repository as the protocol reads it. */
  reading(tree: Tree, setting?: SceneSetting): Promise<Reading>
  targets(tree: Tree, setting?: SceneSetting): Promise<readonly Target[]>
  /** By its id, or by what is between kind and place: `explore` for `stage:explore@run-1`. */
  target(tree: Tree, name: string, setting?: SceneSetting): Promise<Target | undefined>
  inspect(tree: Tree, setting?: SceneSetting): Promise<Report>
  /** What all rules of the protocol find. */
  diagnose(tree: Tree, setting?: SceneSetting): Promise<readonly Diagnostic[]>
  /** What is to be done. */
  next(tree: Tree, setting?: SceneSetting, options?: Partial<NextRequest>): Promise<NextActions>
  /** Makes the first files of a target. */
  make(tree: Tree, words: readonly string[], setting?: SceneSetting): Promise<Made>
  /** Gives a comment, as every entry point would. */
  give(tree: Tree, comment: string, setting?: SceneSetting, overrides?: Partial<PlanRequest>): Promise<FirstResult>
}

/** @param usual The defaults of a test. */
export function scene(protocol: Protocol, usual: SceneSetting = {}): Scene {
  // What is undefined counts as absent.
  const placeOf = (setting: SceneSetting = {}): Place => {
    const definedEntries = Object.entries(setting).filter(([, value]) => value !== undefined)
    return { protocol, ...usual, ...(Object.fromEntries(definedEntries) as SceneSetting) }
  }
  const targets: Scene['targets'] = (tree, setting) => targetsOf(tree, placeOf(setting))
  const inspect: Scene['inspect'] = (tree, setting = {}) => {
    const place = placeOf(setting)
    return look(tree, place, place.mode ?? (place.base ? 'auto' : 'strict'))
  }
  return {
    async reading(tree, setting) {
      const place = placeOf(setting)
      return protocol.read({ head: await open(tree, place) }, place.configuration, contextOf(place), place.change)
    },
    targets,
    async target(tree, name, setting) {
      return (await targets(tree, setting)).find(
        ({ id }) => id === name || id.slice(id.indexOf(':') + 1).split('@')[0] === name,
      )
    },
    inspect,
    diagnose: async (tree, setting) => (await inspect(tree, setting)).diagnostics,
    next: (tree, setting, options) => proposed(tree, placeOf(setting), options),
    make: (tree, words, setting) => make(tree, words, placeOf(setting)),
    give: (tree, comment, setting, overrides) => give(tree, comment, placeOf(setting), overrides),
  }
}
