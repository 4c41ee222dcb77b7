import { groupBy } from '../core/grouped.ts'
import { withoutPlace } from '../core/grant.ts'
import { countBySeverity, newFirst, type Diagnostic } from '../core/diagnostic.ts'
import { visibleLine } from '../core/message.ts'
import type { Report } from '../core/report.ts'
import type { Board } from '../core/board.ts'
import type { HistoryCommit, RepositoryHistory } from '../core/history.ts'
import type { BriefBoard } from './board.schema.ts'
import type { BriefHistory } from './history.schema.ts'
import type { BriefDiagnostic, BriefFailure, BriefReport, BriefResult, BriefStatus } from './brief.schema.ts'
import { stringify } from './plain.ts'
import { answerOf, diffKey, dryRunOf, outcomeOf, type Transition, type TransitionResult } from './transition.ts'
import { shownNotices } from './transition-text.ts'
import { verdict } from './verdict.ts'

/** How many findings of a report are listed at most. */
const maxFindings = 20

/** How many episodes of a history, and how many segments of a target. */
const maxPast = 20

/** Keys that say something. */
const withoutEmpty = <Keys extends object>(keys: Keys): Keys =>
  Object.fromEntries(
    Object.entries(keys).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Keys

/** What of a diagnostic an agent acts on. */
export const briefDiagnostic = ({ code, message, path, line, fix, retry, ...rest }: Diagnostic): BriefDiagnostic => ({
  code,
  message,
  ...(path !== '.' && { path }),
  line,
  fix,
  retry,
  new: rest.new,
})

/** How many files are named for a code. */
const maxPaths = 5

/** The files that warnings are about, by their codes; `undefined`: they are about none. */
function pathsOf(warnings: readonly Diagnostic[]): Readonly<Record<string, string[]>> | undefined {
  const pathsByCode = [...groupBy(warnings, ({ code }) => code)].flatMap(([code, list]) => {
    const paths = [...new Set(list.map(({ path }) => path))].filter((path) => path !== '.')
    return paths.length === 0 ? [] : [[code, paths.slice(0, maxPaths)] as const]
  })
  return pathsByCode.length === 0 ? undefined : Object.fromEntries(pathsByCode)
}

/** Warnings whose hint has what no other answer has: how to see content that was replaced, what shows a grant to others. */
const hintedWarnings: ReadonlySet<string> = new Set(['UNCOMMITTED', 'GRANT_UNNAMED', 'GRANT_UNTIMED'])

/** What an agent needs of such warnings, by their codes; `undefined`: there are none. */
function hintsOf(warnings: readonly Diagnostic[]): Readonly<Record<string, string>> | undefined {
  const hints = warnings.flatMap(({ code, hint }) =>
    hintedWarnings.has(code) && hint !== undefined ? [[code, hint] as const] : [],
  )
  return hints.length === 0 ? undefined : Object.fromEntries(hints)
}

const briefResult = (result: TransitionResult): BriefResult => {
  const { outcome, target, from, to, holder, grant, question, facts, work, reply, report, extra, diagnostics, diff } =
    result
  const notices = diagnostics.filter(({ code }) => shownNotices.has(code)).map(({ code }) => code)
  const { run: next } = (extra?.['next'] ?? {}) as { readonly run?: string }
  const agent = holder === 'agent' ? facts?.['agent'] : undefined
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(briefDiagnostic)
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning')
  return withoutEmpty({
    ...dryRunOf(diff),
    outcome: outcomeOf(result),
    target,
    from,
    to,
    holder,
    ...(typeof agent === 'string' && { agent }),
    grant: grant && { ...grant },
    question,
    work: work && withoutEmpty({ ...work, agent: work.agent === agent ? undefined : work.agent }),
    // What did not change anything says why, and what did says what no other key has: a text that no file keeps.
    reply:
      outcome === 'unchanged' ? (report?.lines.join('\n') ?? reply) : outcome === 'changed' ? result.brief : undefined,
    next,
    errors,
    warnings: [...new Set(warnings.map(({ code }) => code))],
    paths: pathsOf(warnings),
    hints: hintsOf(warnings),
    notices: [...new Set(notices)],
    ...diffKey(diff),
  })
}

/** What an agent acts on of a transition. */
export const briefTransition = (transition: Transition): object => withoutEmpty(answerOf(transition, briefResult))

/** What an agent acts on of a report. */
function briefReport(report: Report): BriefReport | BriefFailure {
  if (report.verdict === 'nothing')
    return { version: 1, outcome: 'nothing', errors: [{ code: 'NOTHING_HERE', message: verdict(report).reason }] }
  const diagnosticsOf = (severity: Diagnostic['severity']) =>
    newFirst(report.diagnostics)
      .filter((diagnostic) => diagnostic.severity === severity)
      .map(briefDiagnostic)
  const [errors, warnings] = [diagnosticsOf('error'), diagnosticsOf('warning')]
  const [shownErrors, shownWarnings] = [
    errors.slice(0, maxFindings),
    warnings.slice(0, Math.max(0, maxFindings - errors.length)),
  ]
  const omitted = errors.length + warnings.length - shownErrors.length - shownWarnings.length
  return withoutEmpty({
    valid: errors.length === 0,
    errors: shownErrors,
    warnings: shownWarnings,
    ...(omitted > 0 && { more: omitted }),
  })
}

export const brief = (report: Report): string => stringify(briefReport(report), true)

/** The numbers of findings, where there are any. */
const countsKeys = ({ error, warning }: Readonly<Record<'error' | 'warning', number>>) => ({
  ...(error > 0 && { errors: error }),
  ...(warning > 0 && { warnings: warning }),
})

/** Who holds what, for an agent. */
export const statusBrief = ({ targets, diagnostics }: Report, branch: string | undefined): BriefStatus => ({
  ...(branch !== undefined && { branch }),
  targets: targets.map(({ id, holder, state, grant, agentName, question, error }) => ({
    id,
    holder,
    state,
    grant: grant && withoutPlace(grant),
    // As in the answer of `accept`: a grant has its agent.
    agent: grant || holder !== 'agent' || !agentName ? undefined : agentName,
    question,
    error,
  })),
  ...countsKeys(countBySeverity(diagnostics)),
})

/** Who holds what, lane by lane, for an agent. */
export const boardBrief = ({ branch, counts, targets }: Board): BriefBoard => ({
  ...(branch !== undefined && { branch }),
  targets: targets.map(({ id, lane, holder, state, agent, since, asks, waits, next }) => ({
    id,
    lane,
    holder,
    state,
    agent,
    since: since?.at,
    asks: asks && `${asks.kind}: ${visibleLine(asks.text)}`,
    waits: waits && visibleLine(waits),
    next,
  })),
  ...countsKeys({ error: counts.errors, warning: counts.warnings }),
})

const momentOf = ({ at, commit }: HistoryCommit) => ({ at, commit })

/** What contradicted itself, or with `transitions` the states of each target, for an agent. */
export function historyBrief(
  { episodes, targets, sums: { open } }: RepositoryHistory,
  { transitions }: { readonly transitions: boolean },
): BriefHistory {
  if (transitions)
    return {
      open,
      targets: targets.map(({ id, segments }) => ({
        id,
        segments: segments.slice(-maxPast).map(({ began, holder, state }) => ({ ...momentOf(began), holder, state })),
      })),
    }
  const moreEpisodes = Math.max(0, episodes.length - maxPast)
  return withoutEmpty({
    open,
    episodes: episodes.slice(0, maxPast).map(({ code, target, subject, began, ended }) => ({
      code,
      target,
      subject,
      began: began ? momentOf(began) : undefined,
      ended: ended && momentOf(ended),
    })),
    ...(moreEpisodes > 0 && { more: moreEpisodes }),
  })
}
