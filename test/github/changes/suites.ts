import type { Account } from '../state/accounts.ts'
import type { App } from '../state/apps.ts'
import type { CheckSuite } from '../state/checks.ts'
import type { HostedRepository } from '../hosted.ts'
import { identify, now, type ServerState } from '../state/server-state.ts'
import { sendCheckSuiteEvent } from '../webhooks/events.ts'

/**
 * The suite of an app's checks on a commit, made where there is none. Documentation: "Using the REST API to interact
 * with checks".
 */
export function suiteOf(
  serverState: ServerState,
  hosted: HostedRepository,
  app: App,
  sha: string,
  branch?: string,
): CheckSuite {
  const knownSuite = hosted.checkSuites.find((suite) => suite.app === app && suite.sha === sha)
  if (knownSuite) return knownSuite
  const suite: CheckSuite = {
    kind: 'check-suite',
    ...identify(serverState, 'CS'),
    hosted,
    app,
    sha,
    branch,
    createdAt: now(serverState),
  }
  hosted.checkSuites.push(suite)
  serverState.nodes.set(suite.node, suite)
  return suite
}

/**
 * Documentation: the same, "Check suites": every app that may write checks gets one for each push. "Use GITHUB_TOKEN
 * for authentication in workflows", "When GITHUB_TOKEN triggers workflow runs": none where a workflow's own token
 * pushed.
 */
export async function requestSuites(
  serverState: ServerState,
  hosted: HostedRepository,
  push: { readonly sha: string; readonly branch: string; readonly by: Account },
): Promise<void> {
  const { sha, branch, by } = push
  for (const app of serverState.apps) {
    const listens =
      app.permissions['checks'] === 'write' &&
      app.installations.some(({ repositories }) => repositories.includes(hosted))
    if (!listens || by.login === 'github-actions[bot]') continue
    await sendCheckSuiteEvent(serverState, suiteOf(serverState, hosted, app, sha, branch), 'requested', by)
  }
}
