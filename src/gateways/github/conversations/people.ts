import * as z from 'zod'
import { roles, type Role } from '../../../core/command-names.ts'
import { Fault } from '../../../core/fault.ts'
import type { Push, GrantedRole } from '../../../core/host/conversation.ts'
import { msg } from '../../../core/message.ts'
import type { Api } from '../requests/api.ts'
import { acceptedPermissions, Failure, faultOf, type Headers } from '../requests/failure.ts'
import { sha } from '../requests/forms.ts'

const permission = z.object({ permission: z.string(), role_name: z.string() })

const anyObject = z.looseObject({})

/**
 * `permission` is the legacy word; `role_name` is the true role (GitHub's documentation, "Get repository permissions
 * for a user"). An account that no longer exists has none; that GitHub does not show the role of one that exists is no
 * answer.
 */
export async function grantedRoleOf(github: Api, username: string): Promise<GrantedRole | undefined> {
  const url = '/repos/{owner}/{repo}/collaborators/{username}/permission'
  const answer = await github.find(url, { username }, permission, [404])
  if (!answer) {
    if (!(await github.find('/users/{username}', { username }, anyObject, [404]))) return undefined
    const failure = new Failure(404, 'Not Found', { [acceptedPermissions]: 'metadata=read' })
    throw faultOf(failure.of(`GET ${url}`), msg`the role of ${username}`)
  }
  if (answer.permission === 'none') return undefined
  return { name: answer.role_name, role: roles.find((role): role is Role => role === answer.role_name) }
}

/**
 * Whether an account is an active member of a team. A team that the token cannot see has no members to it, which is no
 * answer.
 */
export async function isMember(github: Api, team: string, username: string): Promise<boolean> {
  const [org = '', slug = ''] = team.split('/')
  const url = '/orgs/{org}/teams/{team_slug}'
  const names = { org, team_slug: slug }
  const membership = z.object({ state: z.string() })
  const answer = await github.find(`${url}/memberships/{username}`, { ...names, username }, membership, [404])
  if (answer) return answer.state === 'active'
  if (await github.find(url, names, anyObject, [404])) return false
  throw new Fault(msg`GitHub does not show the team ${team}.`, {
    hint: 'See that it exists, and give the token the permission `members: read`.',
  })
}

const activities = z.array(
  z.object({
    after: sha,
    activity_type: z.string(),
    timestamp: z.string(),
    actor: z.object({ login: z.string() }).nullish(),
  }),
)

/** Where the next page begins, in the words of the `Link` header (RFC 8288): `<https://…&after=CURSOR>; rel="next"`. */
function cursorOf({ link = '' }: Headers): string | undefined {
  const next = String(link)
    .split(',')
    .find((part) => part.includes('rel="next"'))
  const [address = ''] = (next?.split('<')[1] ?? '').split('>')
  return URL.canParse(address) ? (new URL(address).searchParams.get('after') ?? undefined) : undefined
}

/** How many pushes are looked at. */
const maxPages = 10

/** Pushes to a branch as GitHub recorded them (GitHub's documentation, "List repository activities"), newest first. */
export async function pushesTo(github: Api, branch: string, until: string): Promise<readonly Push[]> {
  const pushes: Push[] = []
  let cursor: string | undefined
  for (let page = 1; page <= maxPages; page++) {
    const parameters = { ref: `refs/heads/${branch}`, per_page: 100, ...(cursor !== undefined && { after: cursor }) }
    const { answer, headers } = await github.page('/repos/{owner}/{repo}/activity', parameters, activities)
    for (const activity of answer) {
      if (activity.after === until) return pushes
      if (activity.activity_type === 'branch_deletion') continue
      pushes.push({ actor: activity.actor?.login, after: activity.after, at: activity.timestamp })
    }
    cursor = cursorOf(headers)
    if (cursor === undefined) return pushes
  }
  throw new Fault(msg`The branch ${branch} was pushed to so often that GitHub does not list everyone who did.`)
}
