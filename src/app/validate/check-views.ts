import { reportedRule } from '../../core/rule.ts'
import type { Change } from '../../core/change.ts'
import type { Context } from '../../core/context.ts'
import type { Diagnostic, Finding } from '../../core/diagnostic.ts'
import { codeUrl } from '../../core/links.ts'
import type { Protocol, Views } from '../../core/protocol.ts'
import type { Report } from '../../core/report.ts'
import { msg } from '../../core/message.ts'
import type { View } from '../../core/view.ts'
import { checkInSteps } from '../../engine/check.ts'
import type { CheckRequest } from '../../engine/checking/request.ts'
import { sign } from '../../engine/checking/sign.ts'
import { configurationRule } from '../../engine/configuration/rule.ts'
import { configurationPath, obstacleAt } from '../../engine/configuration/read.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { signedTooLargeRule } from '../../engine/checking/too-large.ts'
import { touchTester } from '../../engine/checking/judge.ts'
import type { NextRequest } from '../../engine/next-action.ts'
import { withPast, type OpenPast } from '../command/past.ts'
import { withAnswers } from '../command/questions.ts'
import { declaredLater, nothingLater, wrongDeclarations } from './declared-later.ts'
import { grantPastOf } from './grants.ts'
import { withOfferedOnly } from './offering.ts'
import { TreeTooLarge } from './bounded-tree.ts'
import { runInTurns } from '../../gateways/in-turns.ts'
import { openProtocols, type LazyProtocols, type OpenViews } from './discovery.ts'
import { configurationOf, type ReadPolicy } from './policy.ts'
import type { CheckResult, CheckSettings, Sources } from './check.ts'

const configurationDiagnostic = (problem: Finding): Diagnostic =>
  sign(problem, { code: configurationRule.code, severity: 'error', touched: true })

const signedRule = reportedRule(configurationRule, codeUrl(configurationRule.code))

/** The report of a check that could not begin. */
const failedReport = (
  diagnostics: readonly Diagnostic[],
  rule: Report['rules'][number],
  facts: Pick<Report, 'source' | 'notes' | 'unchecked'>,
): Report => ({
  verdict: 'failed',
  failOn: 'error',
  diagnostics,
  checked: { files: 0, targets: 0, protocols: [] },
  looked: { protocols: [], narrowly: false },
  targets: [],
  rules: [rule],
  ...facts,
})

/** The defaults never stand in for a configuration that cannot be read. */
export const invalidConfigurationReport = (
  problems: readonly Finding[],
  facts: Pick<Report, 'source' | 'notes' | 'unchecked'>,
): Report => failedReport(problems.map(configurationDiagnostic), signedRule, facts)

/** The commits of the change, where a protocol looks at them; or why they cannot be determined. */
async function commitsOf(
  { change }: Sources,
  views: Views,
  protocols: readonly Protocol[],
  { protocols: sections }: Configuration,
  context: Context,
): Promise<{ readonly change?: Change; readonly notes: readonly string[] }> {
  const needsCommits = protocols.some((protocol) => protocol.asksForCommits(views, sections[protocol.name], context))
  if (!change || !needsCommits) return { notes: [] }
  const foundChange = await change()
  return foundChange
    ? { change: foundChange, notes: [] }
    : { notes: ['The commits of the change are not all available: who made which was not checked.'] }
}

/** The tip of the base as it is now, where a protocol compares the change with it and it is not the base itself. */
async function tipOf({ base: baseTree, policy: tip }: Sources, opened: CheckedViews): Promise<View | undefined> {
  const { policy, protocols, context, selection, head, base } = opened
  if (!base || tip.sha === undefined || tip.sha === baseTree?.sha) return undefined
  const sections = policy.configuration.protocols
  const isNeeded = protocols.some((protocol) => protocol.asksForTip({ head, base }, sections[protocol.name], context))
  return isNeeded ? tip.open(selection) : undefined
}

/**
 * The configuration as the change leaves it, where it changes it: an error there would break or alter every later run.
 */
async function changedPolicy({ head: tree }: Sources, { head, base }: Views, path: string, protocols: LazyProtocols) {
  if (!base || !(touchTester(head, base, [])(path) || obstacleAt(head, path))) return undefined
  return configurationOf({ tree, path }, protocols)
}

/** What a check is based on, once everything is read. */
export interface CheckedViews extends OpenViews {
  /** The configuration, and where it is in the repository. */
  readonly policy: ReadPolicy
  readonly path: string
}

/** What declared workflows would find in the head of a check. */
async function foundBy(
  declared: Configuration['declared'],
  { head, policy: tree }: Sources,
  { policy, path, context }: CheckedViews,
  protocols: LazyProtocols,
  settings: OpenedSettings,
): Promise<readonly Diagnostic[]> {
  const configuration = { ...policy.configuration, declared }
  const only = declared.map(({ name }) => name)
  const besides = [{ glob: path, level: 'digest' as const }]
  const trialSettings = {
    mode: settings.mode,
    failOnDefault: 'never',
    protocols: only,
    paths: [],
    targets: [],
    notes: [],
    forReading: true,
  } as const
  const { report } = await reportTooLarge([], async () => {
    const opened = await openProtocols(protocols, {
      trees: { head },
      configuration,
      context: { ...context, namedFiles: undefined },
      only,
      besides,
    })
    return checkOpened(
      { head, policy: tree },
      { ...opened, policy: { ...policy, configuration }, path },
      protocols,
      trialSettings,
    )
  })
  return report.diagnostics
}

/** A report that also says whose turn each target is. */
async function withTurns(
  report: Report,
  request: CheckRequest,
  elsewhere: NextRequest['elsewhere'],
  past: OpenPast,
): Promise<Report> {
  // The planner of commands is loaded only if there is one to try.
  const { turnsIn } = await import('../../engine/turns.ts')
  return withPast(past, (history) => () => turnsIn(report, { ...request, elsewhere, isUnsaved: history.isUnsaved }))
}

/** A check, or the finding that one of its trees is not read. */
export async function reportTooLarge(
  notes: readonly string[],
  check: () => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof TreeTooLarge)) throw error
    const report = failedReport([error.diagnostic], signedTooLargeRule, { source: undefined, notes })
    return { report, misconfigured: false, tooLarge: true }
  }
}

/** Checks opened trees, under the configuration with which they were opened. */
export const checkViews = (
  ...[sources, opened, protocols, settings]: Parameters<typeof checkOpened>
): Promise<CheckResult> => reportTooLarge(settings.notes, () => checkOpened(sources, opened, protocols, settings))

/** Options of a check whose trees are open. */
type OpenedSettings = Omit<CheckSettings, 'at' | 'configuration' | 'claims'> & Pick<NextRequest, 'elsewhere'>

export async function checkOpened(
  sources: Sources,
  opened: CheckedViews,
  protocolRegistry: LazyProtocols,
  settings: OpenedSettings,
): Promise<CheckResult> {
  const { policy, path, protocols, context, descriptors, head, base, selection } = opened
  const { configuration, absent } = policy
  const { audit } = settings
  // A missing file at the usual place is no news, but a caller that names another one expects it there.
  const missingNotes =
    absent && path !== configurationPath
      ? [msg`There is no ${path} in ${sources.policy.name}: all settings have their defaults.`]
      : []
  const views = { head, base }
  const commits = await commitsOf(sources, views, protocols, configuration, context)
  const headPolicy = await changedPolicy(sources, views, path, protocolRegistry)
  const brokenPolicy = headPolicy && 'problems' in headPolicy ? headPolicy : undefined
  const workflowChanges =
    sources.named || settings.protocols.length > 0
      ? nothingLater
      : await declaredLater(sources, opened, headPolicy, (declared) =>
          foundBy(declared, sources, opened, protocolRegistry, settings),
        )
  const wrongNow = await wrongDeclarations(opened, headPolicy)
  const wrongLater = workflowChanges.wrong.filter(({ message }) => wrongNow.every((now) => now.message !== message))
  const policyFindings = [...(brokenPolicy?.problems.map(configurationDiagnostic) ?? []), ...wrongNow, ...wrongLater]

  const allowEmpty = settings.allowEmpty ?? configuration.allowEmpty
  const baseRequest = {
    ...views,
    tip: await tipOf(sources, opened),
    change: commits.change,
    context,
    protocols,
    lookedFor: descriptors.map(({ name }) => name),
    sections: configuration.protocols,
    severity: allowEmpty ? { ...configuration.severity, WORKFLOW_EMPTY: 'off' as const } : configuration.severity,
    staleAfter: configuration.staleAfter,
    mode: settings.mode ?? configuration.mode,
    failOn: settings.failOn ?? configuration.failOn ?? settings.failOnDefault,
    // The change that declares the first workflow of a repository has nothing else to be checked.
    allowEmpty: allowEmpty || workflowChanges.adds,
    paths: settings.paths,
    targets: settings.targets,
    ...(settings.names && { names: settings.names }),
    withReport: true,
    given: [...policyFindings, ...(audit?.given ?? [])],
    counting: audit && ((diagnostics: readonly Diagnostic[]) => audit.counting(diagnostics, policy)),
    notes: [...settings.notes, ...missingNotes, ...commits.notes],
  }
  const request = { ...baseRequest, grantPast: await grantPastOf(sources, opened, baseRequest) }
  const checkedReport = await withAnswers(() => runInTurns(checkInSteps(request)))
  const { past } = sources
  const offeredReport =
    settings.forReading === true
      ? checkedReport
      : await withOfferedOnly(checkedReport, request, past && (() => past(selection)))
  const report =
    settings.withTurns === true
      ? await withTurns(offeredReport, request, settings.elsewhere, async () => past?.(selection))
      : offeredReport
  // The configuration is read on its own: that of the head where it is wrong, otherwise the one that the check uses.
  const { source: configurationSource } = (wrongLater.length > 0 ? headPolicy : brokenPolicy) ?? policy
  const source: Report['source'] = (file, line) =>
    file === path ? configurationSource(file, line) : report.source?.(file, line)
  return {
    report: {
      ...report,
      ...(configuration.commands.prefix === 'required' && { prefixRequired: true }),
      ...(workflowChanges.notes.length > 0 && { afterMerge: workflowChanges.notes }),
      source,
      rules: policyFindings.length > 0 ? [...report.rules, signedRule] : report.rules,
    },
    misconfigured: false,
  }
}
