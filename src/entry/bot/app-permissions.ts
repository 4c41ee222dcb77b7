import type { Octokit } from '@octokit/core'
import { acceptedPermissions } from '../../gateways/github/requests/failure.ts'
import app from './setup/app.json' with { type: 'json' }

/** What the App needs, by the names of GitHub. Members of teams are looked up only where an `allow` names a team. */
const neededPermissions: Readonly<Record<string, string>> = app.manifest.default_permissions
const neededWithoutTeams = Object.entries(neededPermissions).filter(([name]) => name !== 'members')

const levels: readonly (string | undefined)[] = [undefined, 'read', 'write', 'admin']

interface DescribedApp {
  readonly permissions?: Readonly<Record<string, string | undefined>>
  readonly events?: readonly string[]
}

/** The permissions and events that an App lacks, as `checks: write` and `merge_group`. */
export function lackingIn({ permissions = {}, events = [] }: DescribedApp): readonly string[] {
  const lacking = neededWithoutTeams.filter(
    ([name, level]) => levels.indexOf(permissions[name]) < levels.indexOf(level),
  )
  return [
    ...lacking.map(([name, level]) => `${name}: ${level}`),
    ...app.manifest.default_events.filter((name) => !events.includes(name)).map((name) => `the event ${name}`),
  ]
}

/**
 * What GitHub says would do for a request, with the levels that the App needs for all that it does: `checks=read` is
 * `checks=write`.
 */
const withNeededLevels = (accepted: string): string =>
  accepted.replace(
    /\b(\w+)=(read|write)\b/g,
    (_, name: string, level: string) => `${name}=${neededPermissions[name] ?? level}`,
  )

/** Has every refusal of GitHub name the permission with the level that the App needs. */
export function nameNeededLevels({ hook }: Pick<Octokit, 'hook'>): void {
  hook.error('request', (error) => {
    const headers: Record<string, unknown> | undefined = 'response' in error ? error.response?.headers : undefined
    const accepted = headers?.[acceptedPermissions]
    if (headers && typeof accepted === 'string') headers[acceptedPermissions] = withNeededLevels(accepted)
    throw error
  })
}
