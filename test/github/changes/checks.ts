import { RefusalError, unprocessable } from '../refused.ts'
import type { Credential } from '../state/apps.ts'
import type { Action, Annotation, CheckRun, CheckStatus, Output } from '../state/checks.ts'
import type { HostedRepository } from '../hosted.ts'
import { identify, now, type ServerState } from '../state/server-state.ts'
import { sendCheckRunEvent } from '../webhooks/events.ts'
import { suiteOf } from './suites.ts'

/** The fields of a check run, in the words of REST. What is absent stays as it is. */
export interface CheckWords {
  readonly name?: string
  readonly status?: CheckStatus
  readonly conclusion?: string
  readonly external_id?: string
  readonly details_url?: string
  readonly started_at?: string
  readonly completed_at?: string
  readonly output?: Output & { readonly annotations?: readonly Annotation[] }
  readonly actions?: readonly Action[]
}

/**
 * Documentation: "REST API endpoints for check runs", "Create a check run" and "Update a check run", their parameters.
 */
const lengths: readonly (readonly [
  what: string,
  most: number,
  of: (words: CheckWords) => readonly (string | undefined)[],
])[] = [
  ['summary', 65_535, ({ output }) => [output?.summary]],
  ['text', 65_535, ({ output }) => [output?.text]],
  ['label', 20, ({ actions = [] }) => actions.map(({ label }) => label)],
  ['description', 40, ({ actions = [] }) => actions.map(({ description }) => description)],
  ['identifier', 20, ({ actions = [] }) => actions.map(({ identifier }) => identifier)],
  ['annotation title', 255, ({ output }) => (output?.annotations ?? []).map(({ title }) => title)],
  ['annotation message', 65_536, ({ output }) => (output?.annotations ?? []).map(({ message }) => message)],
]

function check(words: CheckWords): void {
  const { output, actions = [], status, conclusion } = words
  const annotations = output?.annotations ?? []
  if (annotations.length > 50)
    throw unprocessable('Invalid request.\n\nNo more than 50 items are allowed; 51 or more were supplied.')
  if (actions.length > 3)
    throw unprocessable('Invalid request.\n\nNo more than 3 items are allowed; 4 or more were supplied.')
  for (const [label, limit, of] of lengths) {
    if (of(words).some((text) => (text?.length ?? 0) > limit))
      throw unprocessable(`Invalid request.\n\nOnly ${limit} characters are allowed in ${label}.`)
  }
  if (status === 'completed' && conclusion === undefined)
    throw unprocessable('Invalid request.\n\nMissing required parameter: conclusion.')
  if (output && (output.title === undefined || output.summary === undefined)) {
    throw unprocessable('Invalid request.\n\nAn output needs a title and a summary.')
  }
  for (const { start_line: from, end_line: to, start_column: column, end_column: endColumn } of annotations) {
    if (to < from) throw unprocessable('Invalid request.\n\nAn annotation ends before it begins.')
    if (from !== to && (column ?? endColumn) !== undefined)
      throw unprocessable('Invalid request.\n\nColumns are for annotations of one line.')
  }
}

/** Further annotations are added to those that are there; everything else takes the place of what was there. */
function apply(serverState: ServerState, run: CheckRun, words: CheckWords): void {
  const { conclusion, output } = words
  const status = conclusion === undefined ? (words.status ?? run.status) : 'completed'
  if (status !== 'completed') run.conclusion = undefined
  Object.assign(run, {
    status,
    name: words.name ?? run.name,
    key: words.external_id ?? run.key,
    detailsUrl: words.details_url ?? run.detailsUrl,
    startedAt: words.started_at ?? run.startedAt ?? now(serverState),
    conclusion: conclusion ?? run.conclusion,
    completedAt: status === 'completed' ? (words.completed_at ?? now(serverState)) : undefined,
    actions: words.actions ?? run.actions,
  })
  if (!output) return
  const { annotations = [], ...rest } = output
  run.output = { ...run.output, ...rest }
  run.annotations.push(...annotations)
}

/**
 * Documentation: the same: "write permission for the REST API to interact with checks is only available to GitHub
 * Apps".
 */
export async function createRun(
  serverState: ServerState,
  hosted: HostedRepository,
  by: Credential,
  sha: string,
  words: CheckWords & { readonly name: string },
): Promise<CheckRun> {
  if (!by.app) throw new RefusalError('FORBIDDEN', 'You must authenticate via a GitHub App.')
  check(words)
  if (hosted.git.object(sha)?.type !== 'commit') throw unprocessable(`No commit found for SHA: ${sha}`)
  const run: CheckRun = {
    kind: 'check-run',
    ...identify(serverState, 'CR'),
    suite: suiteOf(serverState, hosted, by.app, sha),
    name: words.name,
    status: 'queued',
    conclusion: undefined,
    key: '',
    detailsUrl: undefined,
    startedAt: undefined,
    completedAt: undefined,
    output: {},
    annotations: [],
    actions: [],
  }
  apply(serverState, run, words)
  hosted.checkRuns.push(run)
  serverState.nodes.set(run.node, run)
  await sendCheckRunEvent(serverState, run, 'created', by.account)
  return run
}

export async function updateRun(
  serverState: ServerState,
  run: CheckRun,
  by: Credential,
  words: CheckWords,
): Promise<void> {
  if (by.app !== run.suite.app)
    throw new RefusalError(
      'FORBIDDEN',
      `Invalid app_id ${by.app?.id ?? 0}: a check run can only be modified by the GitHub App that created it.`,
    )
  check(words)
  const was = run.status
  apply(serverState, run, words)
  if (was !== 'completed' && run.status === 'completed')
    await sendCheckRunEvent(serverState, run, 'completed', by.account)
}
