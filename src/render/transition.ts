import { defined } from '../core/defined.ts'
import { createTwoFilesPatch } from 'diff'
import type { GrantedWork } from '../core/action.ts'
import { usageCode, type ChangeSet, type Details } from '../core/command.ts'
import type { Grant } from '../core/grant.ts'
import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import type { Holder } from '../core/target.ts'
import type { View } from '../core/view.ts'
import { jsonDiagnostic } from './json.ts'

export interface TransitionResult {
  readonly command: string
  readonly outcome: 'changed' | 'unchanged' | 'refused'
  readonly target?: string
  readonly from?: string
  readonly to?: string
  readonly holder?: Holder
  readonly question?: string
  /** Who holds it by name after it. */
  readonly grant?: Grant
  /** The agent that holds it after it, by its grant or by its files. */
  readonly agent?: string
  /** What there is to do by its grant. */
  readonly work?: GrantedWork
  readonly facts?: Readonly<Record<string, unknown>>
  readonly changes: ChangeSet
  readonly local?: ChangeSet
  readonly reply: string
  /** What of the reply the move does not say. */
  readonly brief?: string
  /** It is refused since a word of its text is probably a misspelt option. */
  readonly misspelt?: true
  readonly diagnostics: readonly Diagnostic[]
  readonly report?: Details
  readonly extra?: Readonly<Record<string, unknown>>
  /** The diff of a dry run. */
  readonly diff?: string
}

/** The result of a batch of commands. */
export interface Transition {
  readonly outcome: TransitionResult['outcome']
  readonly results: readonly TransitionResult[]
  readonly changes: ChangeSet
  readonly local?: ChangeSet
  /** The diff, where nothing was to be written. */
  readonly diff?: string
  /** The commit that was made of it, whole SHA. */
  readonly commit?: string
}

const decoder = new TextDecoder()
const textOf = (content: string | Uint8Array | null | undefined) =>
  typeof content === 'string' ? content : content ? decoder.decode(content) : ''

/** What a change set does to a view, as a unified diff. */
export function diffOf(changes: ChangeSet, view: View): string {
  return [...changes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => {
      const exists = view.entry(path) !== undefined
      const [from, to] = [exists ? `a/${path}` : '/dev/null', content === null ? '/dev/null' : `b/${path}`]
      return createTwoFilesPatch(from, to, textOf(view.bytes(path)), textOf(content), undefined, undefined, {
        headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
      })
    })
    .join('')
}

const noChanges: ChangeSet = new Map()

/** Which files are written or removed; those that are never committed are marked. */
export const actions = ({ changes, local = noChanges }: Pick<TransitionResult, 'changes' | 'local'>) =>
  [...changes, ...local]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => ({
      path,
      action: content === null ? 'delete' : 'write',
      ...(local.has(path) && { local: true }),
    }))

/** The first key of what a dry run would have come to. */
export const dryRunOf = (diff: string | undefined) => (diff === undefined ? {} : { dryRun: true as const })

export const diffKey = (diff: string | undefined) => (diff === undefined ? {} : { diff })

/** Whether a command was not given as its usage line has it, and its protocol has no code of its own for that. */
export const isMisused = ({ diagnostics, misspelt }: TransitionResult): boolean =>
  misspelt !== true && diagnostics.some(({ code }) => code === usageCode)

/** The outcome of a command, as data names it: a wrong call is not a refusal. */
export const outcomeOf = (result: TransitionResult): TransitionResult['outcome'] | 'usage' =>
  isMisused(result) ? 'usage' : result.outcome

function resultJson(result: TransitionResult) {
  const { command, target, from, to, holder, question, grant, work, facts, reply, diagnostics, report, extra, diff } =
    result
  const diagnosticsOf = (severity: Severity) =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).map(jsonDiagnostic)
  return {
    ...dryRunOf(diff),
    outcome: outcomeOf(result),
    command,
    ...defined({ target, from, to, holder, question, grant, work, facts }),
    changes: actions(result),
    reply,
    ...extra,
    ...(report && { report }),
    ...(diagnosticsOf('error').length > 0 && { errors: diagnosticsOf('error') }),
    warnings: diagnosticsOf('warning'),
    notices: diagnosticsOf('notice'),
    ...diffKey(diff),
  }
}

/** The data of a transition: of one command flat, of several as a list of results. */
export function answerOf(
  { outcome, results, diff, commit }: Transition,
  dataOf: (result: TransitionResult) => object,
): object {
  const common = { ...diffKey(diff), ...(commit !== undefined && { commit }) }
  const [onlyResult] = results
  if (onlyResult && results.length === 1) return { ...dryRunOf(diff), ...dataOf(onlyResult), ...common }
  return {
    ...dryRunOf(diff),
    outcome: results.some(isMisused) ? 'usage' : outcome,
    results: results.map(dataOf),
    ...common,
  }
}

/** The JSON of a transition, version 1 (docs/agents/integrating.md, "Output"). */
export const transitionData = (transition: Transition): object => ({ version: 1, ...answerOf(transition, resultJson) })
