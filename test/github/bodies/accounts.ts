import type { Account } from '../state/accounts.ts'
import type { App, Installation } from '../state/apps.ts'
import { now, type ServerState } from '../state/server-state.ts'

/** Addresses of a person's lists, in GitHub's own templates. */
const lists = {
  followers_url: 'followers',
  following_url: 'following{/other_user}',
  gists_url: 'gists{/gist_id}',
  starred_url: 'starred{/owner}{/repo}',
  subscriptions_url: 'subscriptions',
  organizations_url: 'orgs',
  repos_url: 'repos',
  events_url: 'events{/privacy}',
  received_events_url: 'received_events',
}

export const htmlUrl = ({ url }: ServerState) => url.replace(/\/api\/v3$/, '')

export function accountBody(serverState: ServerState, { login, id, node, type }: Account) {
  const url = `${serverState.url}/users/${encodeURIComponent(login)}`
  return {
    login,
    id,
    node_id: node,
    avatar_url: `${htmlUrl(serverState)}/avatars/${id}`,
    gravatar_id: '',
    url,
    html_url: `${htmlUrl(serverState)}/${type === 'Bot' ? `apps/${login.replace('[bot]', '')}` : login}`,
    ...Object.fromEntries(Object.entries(lists).map(([name, path]) => [name, `${url}/${path}`])),
    type,
    user_view_type: 'public',
    site_admin: false,
  }
}

/** An organisation, in the short form. Documentation: "REST API endpoints for organizations", "List organizations". */
export function organizationBody(serverState: ServerState, account: Account) {
  const { login, id, node_id, avatar_url } = accountBody(serverState, account)
  const url = `${serverState.url}/orgs/${login}`
  return {
    login,
    id,
    node_id,
    url,
    avatar_url,
    description: null,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
  }
}

/** Documentation: "REST API endpoints for GitHub Apps", "Get the authenticated app". */
export const appBody = (
  serverState: ServerState,
  { id, slug, clientId, node, owner, permissions, events, installations }: App,
) => ({
  id,
  slug,
  node_id: node,
  client_id: clientId,
  owner: accountBody(serverState, owner),
  name: slug,
  description: null,
  external_url: `${htmlUrl(serverState)}/${slug}`,
  html_url: `${htmlUrl(serverState)}/apps/${slug}`,
  created_at: now(serverState),
  updated_at: now(serverState),
  permissions: { metadata: 'read', ...permissions },
  events,
  installations_count: installations.length,
})

export const installationBody = (serverState: ServerState, { id, app, account, createdAt }: Installation) => ({
  id,
  app_id: app.id,
  app_slug: app.slug,
  client_id: app.clientId,
  target_id: account.id,
  target_type: account.type,
  account: accountBody(serverState, account),
  repository_selection: 'selected',
  access_tokens_url: `${serverState.url}/app/installations/${id}/access_tokens`,
  repositories_url: `${serverState.url}/installation/repositories`,
  html_url: `${htmlUrl(serverState)}/settings/installations/${id}`,
  permissions: { metadata: 'read', ...app.permissions },
  events: app.events,
  single_file_name: null,
  has_multiple_single_files: false,
  single_file_paths: [],
  created_at: createdAt,
  updated_at: createdAt,
  suspended_by: null,
  suspended_at: null,
})
