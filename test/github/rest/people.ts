import { accountBody, htmlUrl, organizationBody } from '../bodies/accounts.ts'
import { fullRepositoryBody } from '../bodies/repositories.ts'
import { notFound } from '../refused.ts'
import { baseRole, roleName, type BaseRole } from '../state/accounts.ts'
import { roleOf } from '../hosted.ts'
import {
  ok,
  type Answer,
  type OwnQuestion,
  type OwnRoute,
  type RepositoryQuestion,
  type RepositoryRoute,
} from './route.ts'

/** The word that GitHub had before there were five roles. */
const legacy: Readonly<Record<BaseRole, string>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
}

const below: readonly BaseRole[] = ['read', 'triage', 'write', 'maintain', 'admin']
const grants = ['pull', 'triage', 'push', 'maintain', 'admin']

/** Documentation: "REST API endpoints for collaborators", "Get repository permissions for a user". */
function getPermission({ serverState, repository, parameters }: RepositoryQuestion): Answer {
  const account = serverState.accounts.get(parameters['username'] ?? '')
  if (!account) throw notFound()
  const role = roleOf(repository, account)
  const base = role && baseRole(role)
  const rank = base ? below.indexOf(base) : -1
  const name = role ? roleName(role) : 'none'
  const permissions = Object.fromEntries(grants.map((grant, index) => [grant, index <= rank]))
  const user = { ...accountBody(serverState, account), permissions, role_name: name }
  return ok({ permission: base ? legacy[base] : 'none', user, role_name: name })
}

/** Documentation: "REST API endpoints for team members", "Get team membership for a user": 404 for who is no member. */
function getMembership({ serverState, parameters }: OwnQuestion): Answer {
  const { org, team_slug: slug, username = '' } = parameters
  const role = serverState.teams.get(`${org}/${slug}`)?.get(username)
  if (!role) throw notFound()
  return ok({ url: `${htmlUrl(serverState)}/orgs/${org}/teams/${slug}/memberships/${username}`, role, state: 'active' })
}

/** Documentation: "REST API endpoints for teams", "Get a team by name". */
function getTeam({ serverState, parameters }: OwnQuestion): Answer {
  const { org = '', team_slug: slug = '' } = parameters
  const members = serverState.teams.get(`${org}/${slug}`)
  const account = serverState.accounts.get(org)
  if (!members || !account) throw notFound()
  const id = [...serverState.teams.keys()].indexOf(`${org}/${slug}`) + 1
  const url = `${serverState.url}/organizations/${account.id}/team/${id}`
  const page = `${htmlUrl(serverState)}/orgs/${org}`
  const at = '2026-01-01T00:00:00Z'
  return ok({
    id,
    node_id: `T_${id}`,
    url,
    html_url: `${page}/teams/${slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    name: slug,
    slug,
    description: null,
    permission: 'pull',
    type: 'organization',
    created_at: at,
    updated_at: at,
    members_count: members.size,
    repos_count: 0,
    organization: {
      ...organizationBody(serverState, account),
      html_url: page,
      type: 'Organization',
      has_organization_projects: false,
      has_repository_projects: false,
      public_repos: 0,
      public_gists: 0,
      followers: 0,
      following: 0,
      created_at: at,
      updated_at: at,
      archived_at: null,
    },
  })
}

/** Documentation: "REST API endpoints for users", "Get a user". */
function getUser({ serverState, parameters }: OwnQuestion): Answer {
  const account = serverState.accounts.get(parameters['username'] ?? '')
  if (!account) throw notFound()
  const emptyProfile = {
    name: null,
    company: null,
    blog: null,
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
  }
  const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 }
  const at = '2026-01-01T00:00:00Z'
  return ok({ ...accountBody(serverState, account), ...emptyProfile, ...counts, created_at: at, updated_at: at })
}

export const peopleRoutes: Readonly<Record<string, RepositoryRoute>> = {
  'GET /repos/{owner}/{repo}': {
    permission: 'metadata=read',
    answer: ({ serverState, repository }) => ok(fullRepositoryBody(serverState, repository)),
  },
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission': {
    permission: 'metadata=read',
    answer: getPermission,
  },
}

const anybody = ['installation', 'actions', 'user'] as const

export const organizationRoutes: Readonly<Record<string, OwnRoute>> = {
  'GET /orgs/{org}/teams/{team_slug}': { by: anybody, permission: 'members=read', answer: getTeam },
  'GET /orgs/{org}/teams/{team_slug}/memberships/{username}': {
    by: anybody,
    permission: 'members=read',
    answer: getMembership,
  },
  'GET /users/{username}': { by: anybody, answer: getUser },
}
