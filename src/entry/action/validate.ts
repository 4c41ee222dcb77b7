import * as core from '@actions/core'
import { checkSources, type CheckResult, type CheckSettings } from '../../app/validate/check.ts'
import { refusalsIn } from '../../app/comments/feedback/publish.ts'
import type { FailedDisplay } from '../../app/review/show-report.ts'
import type { Board } from '../../core/board.ts'
import { Fault, reasonOf, resultOf } from '../../core/fault.ts'
import type { Ports } from '../../app/ports.ts'
import type { Report } from '../../core/report.ts'
import {
  checkedEvents,
  pullOf,
  subjectOf,
  unexpectedField,
  type NothingToCheck,
  type Subject,
} from '../../app/validate/event.ts'
import { sourcesOfSubject, type Repositories } from '../../app/validate/sources.ts'
import { condense } from '../../engine/checking/limited.ts'
import { otherConfiguration } from '../../engine/configuration/read.ts'
import { plainText } from '../../render/plain.ts'
import { withOffers } from '../calls/no-state.ts'
import { reportForCli } from '../calls/spelling.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import type { Environment } from './environment.ts'
import { taskByEvent, type Inputs } from '../../engine/installation/inputs.ts'
import { InputError, unexpectedPayload } from './inputs.ts'
import { cloneNote, present, writePage } from './present.ts'
import { withRepositories } from './repositories.ts'
import { warn } from './summary.ts'

/** What to check: by event; with `task: validate` on any other event, the commit that the workflow runs for. */
function subjectIn({ event, payload, sha }: Environment, { task }: Inputs): Subject | NothingToCheck {
  const subject = subjectOf(event, payload)
  if (subject) return subject
  if (checkedEvents.includes(event)) throw unexpectedPayload(event, unexpectedField(event, payload))
  if (task === undefined)
    throw new InputError(
      `Unexpected event ${event}, expected one of ${Object.keys(taskByEvent).join(', ')}; or set the input task to validate or audit.`,
    )
  return { head: sha, review: false }
}

/** No permission of the job changes this (GitHub's documentation, "Events that trigger workflows", `pull_request`). */
const forkReason =
  'the token of a pull request from a fork may only read. The summary of the job says the same; the bot writes on pull requests from forks too.'

/** What can write on GitHub, or why nothing can. */
const connect = (inputs: Inputs, environment: Environment, beforeRetry?: () => void): Promise<Ports | Fault> =>
  resultOf(import('./ports.ts').then(({ portsOf }) => portsOf(environment, inputs, beforeRetry)))

/**
 * Shows the report on GitHub where the inputs have that. What its token may not write is reported, and fails nothing.
 */
async function show(
  report: Report,
  { head }: Subject,
  inputs: Inputs,
  environment: Environment,
  note: string,
): Promise<readonly FailedDisplay[]> {
  const comment = inputs.comment ? pullOf(environment.payload) : undefined
  if (!inputs['check-run'] && comment === undefined) return []
  const [{ showReport }, ports] = await Promise.all([
    import('../../app/review/show-report.ts'),
    connect(inputs, environment),
  ])
  if (ports instanceof Fault) {
    const wantedDisplays = [
      ...(inputs['check-run'] ? ['check run' as const] : []),
      ...(comment === undefined ? [] : ['comment' as const]),
    ]
    return wantedDisplays.map((part) => ({ part, why: reasonOf(ports) }))
  }
  const configuration = otherConfiguration(inputs.config)
  return showReport(ports, report, { head, checkRun: inputs['check-run'], comment, note, configuration })
}

/**
 * The board of a push, for the summary. Since when a target is as it is, the checkout says, if it says it: no request
 * is made for it.
 */
async function boardOf(
  report: Report,
  [nearest, ...otherRepositories]: Repositories,
  facts: { readonly at: string; readonly commit: string },
  { owner, repo }: Environment,
): Promise<Board> {
  const [{ boardAt }, { lastCommitTimes }] = await Promise.all([
    import('../../app/audit/board.ts'),
    import('../../app/audit/times.ts'),
  ])
  const times = lastCommitTimes(async (paths) =>
    otherRepositories.length > 0 ? nearest.lastCommits(facts.commit, paths) : undefined,
  )
  return boardAt(report, times, { ...facts, name: `${owner}/${repo}` })
}

/**
 * Renews the overview that commands by workflows have made on the pull request. A token that does not show pull
 * requests cannot find it, and that is no matter of the check.
 *
 * @param check checks every protocol
 */
async function renew(
  check: () => Promise<CheckResult>,
  { head, writable }: Subject,
  inputs: Inputs,
  environment: Environment,
): Promise<readonly string[]> {
  const pull = writable === true ? pullOf(environment.payload) : undefined
  if (pull === undefined) return []
  let isUnanswered = false
  const nameOverview = () => {
    if (!isUnanswered) core.info('The check is done. Its overview on the pull request, if there is one, is looked for.')
    isUnanswered = true
  }
  const [{ renewOverview }, ports] = await Promise.all([
    import('../../app/comments/feedback/sticky.ts'),
    connect(inputs, environment, nameOverview),
  ])
  if (ports instanceof Fault) return [reasonOf(ports)]
  const report = async () => {
    const { report: currentReport, misconfigured } = await check()
    return misconfigured ? undefined : currentReport
  }
  const ends = await resultOf(renewOverview(ports, pull, head, report, { again: false }))
  if (!(ends instanceof Fault)) return refusalsIn(ends)
  if (isUnanswered) core.info(plainText(`The overview was not found, and is as it was: ${ends.message}`))
  return []
}

/** The task `validate`: checks what the event is about, and shows what was found. */
export async function validate(inputs: Inputs, environment: Environment): Promise<void> {
  const subject = subjectIn(environment, inputs)
  if ('nothing' in subject) {
    core.notice(subject.nothing)
    return
  }
  await withRepositories(environment, inputs, (repositories) =>
    validateSubject(repositories, subject, inputs, environment),
  )
}

async function validateSubject(
  repositories: Repositories,
  subject: Subject,
  inputs: Inputs,
  environment: Environment,
): Promise<void> {
  const { sources, notes } = await sourcesOfSubject(repositories, subject)
  const at = new Date().toISOString()
  const isPush = environment.event === 'push'
  const settings: CheckSettings = {
    configuration: inputs.config,
    mode: inputs.mode,
    failOn: inputs['fail-on'],
    failOnDefault: subject.review ? 'new-error' : 'error',
    allowEmpty: inputs['allow-empty'],
    protocols: inputs.protocols,
    paths: [],
    targets: [],
    at,
    notes,
    ...((isPush || inputs['html-file'] !== undefined) && { withTurns: true }),
  }
  const found = await withOffers(await checkSources(sources, lazyProtocols, settings), sources)
  const checked = { ...found, report: { ...condense(found.report), surface: 'action' as const } }
  const isFork = environment.event === 'pull_request' && subject.writable !== true
  const note = cloneNote(checked.report, subject.base)
  const unwritten = await show(reportForCli(checked.report), subject, inputs, environment, note)
  const isShown = isPush || inputs['html-file'] !== undefined
  const board =
    isShown && !checked.misconfigured
      ? await boardOf(found.report, repositories, { at, commit: subject.head }, environment)
      : undefined
  const withPast = board && (await (await import('./page.ts')).boardWithPast(board, inputs.protocols, environment))
  await present(checked, inputs, environment, { note, board: isPush ? withPast : undefined })
  for (const { part, why } of unwritten) await warn(`The ${part} was not written: ${isFork ? forkReason : why}`)
  await writePage(withPast, inputs, environment)
  const checkAll = async () =>
    inputs.protocols.length === 0 ? checked : checkSources(sources, lazyProtocols, { ...settings, protocols: [] })
  for (const why of await renew(checkAll, subject, inputs, environment))
    await warn(`The overview on the pull request was not updated: ${why}`)
}
