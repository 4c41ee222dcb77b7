import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** What the runner gives an action (GitHub's documentation, "Variables reference"). */
export interface Environment {
  readonly event: string
  /** The event's payload, as it came: not yet looked at. */
  readonly payload: unknown
  readonly owner: string
  readonly repo: string
  /** The commit that the workflow runs for. */
  readonly sha: string
  readonly workspace: string
  readonly temporary: string
  readonly serverUrl: string
  readonly apiUrl: string
}

/** @throws TypeError or SyntaxError where this is not a runner. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const needed = (name: string) => {
    const value = env[name]
    if (value === undefined || value === '') throw new TypeError(`${name} is not set: this program is started by GitHub's runner.`)
    return value
  }
  const [owner = '', repo = ''] = needed('GITHUB_REPOSITORY').split('/')
  return {
    event: needed('GITHUB_EVENT_NAME'),
    // Written by the runner: no finding points into it, so it is not a record.
    payload: JSON.parse(readFileSync(needed('GITHUB_EVENT_PATH'), 'utf8')) as unknown,
    owner,
    repo,
    sha: env['GITHUB_SHA'] ?? '',
    workspace: env['GITHUB_WORKSPACE'] || process.cwd(),
    temporary: env['RUNNER_TEMP'] || tmpdir(),
    serverUrl: env['GITHUB_SERVER_URL'] || 'https://github.com',
    apiUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
  }
}
