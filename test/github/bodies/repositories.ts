import { fullName, type HostedRepository } from '../hosted.ts'
import type { ServerState } from '../state/server-state.ts'
import { accountBody, htmlUrl } from './accounts.ts'

/** Addresses below a repository's, in GitHub's own templates. */
const below = {
  archive_url: '{archive_format}{/ref}',
  assignees_url: 'assignees{/user}',
  blobs_url: 'git/blobs{/sha}',
  branches_url: 'branches{/branch}',
  collaborators_url: 'collaborators{/collaborator}',
  comments_url: 'comments{/number}',
  commits_url: 'commits{/sha}',
  compare_url: 'compare/{base}...{head}',
  contents_url: 'contents/{+path}',
  contributors_url: 'contributors',
  deployments_url: 'deployments',
  downloads_url: 'downloads',
  events_url: 'events',
  forks_url: 'forks',
  git_commits_url: 'git/commits{/sha}',
  git_refs_url: 'git/refs{/sha}',
  git_tags_url: 'git/tags{/sha}',
  hooks_url: 'hooks',
  issue_comment_url: 'issues/comments{/number}',
  issue_events_url: 'issues/events{/number}',
  issues_url: 'issues{/number}',
  keys_url: 'keys{/key_id}',
  labels_url: 'labels{/name}',
  languages_url: 'languages',
  merges_url: 'merges',
  milestones_url: 'milestones{/number}',
  notifications_url: 'notifications{?since,all,participating}',
  pulls_url: 'pulls{/number}',
  releases_url: 'releases{/id}',
  stargazers_url: 'stargazers',
  statuses_url: 'statuses/{sha}',
  subscribers_url: 'subscribers',
  subscription_url: 'subscription',
  tags_url: 'tags',
  teams_url: 'teams',
  trees_url: 'git/trees{/sha}',
}

/** What a repository says of itself. Documentation: "REST API endpoints for repositories", "Get a repository". */
export function repositoryBody(serverState: ServerState, hosted: HostedRepository) {
  const { id, node, account, repo, isPrivate, parent, createdAt, defaultBranch, conversations, activity, url } = hosted
  const html = `${htmlUrl(serverState)}/${fullName(hosted)}`
  const open = conversations.filter(({ closedAt }) => closedAt === undefined).length
  const forks = serverState.repositories.filter((fork) => fork.parent === hosted).length
  return {
    id,
    node_id: node,
    name: repo,
    full_name: fullName(hosted),
    owner: accountBody(serverState, account),
    private: isPrivate,
    html_url: html,
    description: null,
    fork: parent !== undefined,
    url,
    ...Object.fromEntries(Object.entries(below).map(([name, path]) => [name, `${url}/${path}`])),
    clone_url: `${html}.git`,
    git_url: `${html.replace(/^http/, 'git')}.git`,
    ssh_url: `git@${new URL(html).hostname}:${fullName(hosted)}.git`,
    svn_url: html,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    topics: [],
    visibility: isPrivate ? 'private' : 'public',
    archived: false,
    disabled: false,
    has_issues: hosted.hasIssues,
    has_projects: false,
    has_downloads: false,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    created_at: createdAt,
    updated_at: createdAt,
    pushed_at: activity.at(-1)?.at ?? createdAt,
    size: 0,
    forks,
    forks_count: forks,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    open_issues: open,
    open_issues_count: open,
    default_branch: defaultBranch,
  }
}

/** The long form, of one repository alone. */
export const fullRepositoryBody = (serverState: ServerState, hosted: HostedRepository) => ({
  ...repositoryBody(serverState, hosted),
  network_count: 0,
  subscribers_count: 0,
  ...(hosted.parent && {
    parent: repositoryBody(serverState, hosted.parent),
    source: repositoryBody(serverState, hosted.parent),
  }),
})
