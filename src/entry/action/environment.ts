import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Fault } from '../../core/fault.ts'
import { msg } from '../../core/message.ts'

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

/** The payload of the event, written by the runner: no finding points into it, so it is not a record. @throws Fault */
function payloadAt(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch (cause) {
    throw new Fault(msg`The payload of the event cannot be read: ${path} is not a JSON file.`, {
      hint: msg`The variable ${'GITHUB_EVENT_PATH'} names it, and is set by GitHub's runner.`,
      cause,
    })
  }
}

/** @throws Fault where this is not a runner. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const requireVariable = (name: string) => {
    const value = env[name]
    if (value === undefined || value === '')
      throw new Fault(msg`The variable ${name} is not set.`, {
        hint: 'Use Baton as a step of a workflow: the runner of GitHub sets it.',
      })
    return value
  }
  const [owner = '', repo = ''] = requireVariable('GITHUB_REPOSITORY').split('/')
  return {
    event: requireVariable('GITHUB_EVENT_NAME'),
    payload: payloadAt(requireVariable('GITHUB_EVENT_PATH')),
    owner,
    repo,
    sha: env['GITHUB_SHA'] ?? '',
    workspace: env['GITHUB_WORKSPACE'] || process.cwd(),
    temporary: env['RUNNER_TEMP'] || tmpdir(),
    serverUrl: env['GITHUB_SERVER_URL'] || 'https://github.com',
    apiUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
  }
}
