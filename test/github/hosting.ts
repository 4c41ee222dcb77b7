import { bareRepository } from './bare-repository.ts'
import { people, type People } from './people.ts'
import type { Account } from './state/accounts.ts'
import type { HostedRepository } from './hosted.ts'
import { accountOf, identify, now, type ServerState } from './state/server-state.ts'

/** A repository, and what people do there. */
export interface Repository extends HostedRepository, People {
  /** Makes a fork of it for an account, with its branches; objects are shared, as in every network of forks. */
  fork(by: Account): Repository
  /** Deletes it. Pull requests from it stay. */
  delete(): void
}

interface New {
  readonly owner: string
  readonly repo: string
  readonly isPrivate: boolean
  readonly parent?: HostedRepository
}

export function host(serverState: ServerState, { owner, repo, isPrivate, parent }: New): Repository {
  const hosted: HostedRepository = {
    kind: 'repository',
    ...identify(serverState, 'R'),
    account: accountOf(serverState, owner),
    owner,
    repo,
    isPrivate,
    hasIssues: true,
    findsApps: true,
    git: bareRepository(parent?.git),
    url: `${serverState.url}/repos/${owner}/${repo}`,
    defaultBranch: 'main',
    createdAt: now(serverState),
    parent,
    collaborators: new Map(),
    rules: new Map(),
    queue: [],
    activity: [],
    conversations: [],
    comments: [],
    checkRuns: [],
    checkSuites: [],
  }
  const repository: Repository = Object.assign(hosted, people(serverState, hosted), {
    fork(by: Account) {
      const fork = host(serverState, { owner: by.login, repo, isPrivate, parent: hosted })
      for (const [ref, sha] of hosted.git.refs) if (ref.startsWith('refs/heads/')) fork.git.move(ref, sha)
      return fork
    },
    delete() {
      serverState.repositories.splice(serverState.repositories.indexOf(hosted), 1)
      serverState.nodes.delete(hosted.node)
      for (const { pull } of serverState.repositories.flatMap(({ conversations }) => conversations)) {
        if (pull?.repository === hosted) pull.repository = undefined
      }
      hosted.git.remove()
    },
  })
  serverState.repositories.push(repository)
  serverState.nodes.set(hosted.node, repository)
  return repository
}
