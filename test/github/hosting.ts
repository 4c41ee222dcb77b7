import { bareRepository } from './bare-repository.ts'
import { people, type People } from './people.ts'
import type { Account } from './state/accounts.ts'
import type { Hosted } from './hosted.ts'
import { accountOf, identify, now, type World } from './state/world.ts'

/** A repository, and what people do there. */
export interface Repository extends Hosted, People {
  /** Makes a fork of it for somebody, with its branches; objects are shared, as in every network of forks. */
  fork(by: Account): Promise<Repository>
  /** Deletes it. Pull requests from it stay. */
  delete(): void
}

interface New {
  readonly owner: string
  readonly repo: string
  readonly isPrivate: boolean
  readonly parent?: Hosted
}

export async function host(world: World, { owner, repo, isPrivate, parent }: New): Promise<Repository> {
  const hosted: Hosted = {
    kind: 'repository',
    ...identify(world, 'R'),
    account: accountOf(world, owner),
    owner,
    repo,
    isPrivate,
    hasIssues: true,
    findsApps: true,
    git: await bareRepository(parent?.git),
    url: `${world.url}/repos/${owner}/${repo}`,
    defaultBranch: 'main',
    createdAt: now(world),
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
  const repository: Repository = Object.assign(hosted, people(world, hosted), {
    async fork(by: Account) {
      const fork = await host(world, { owner: by.login, repo, isPrivate, parent: hosted })
      const refs = (await hosted.git.git(['for-each-ref', '--format=create %(refname) %(objectname)', 'refs/heads'])).toString()
      await fork.git.git(['update-ref', '--stdin'], refs)
      return fork
    },
    delete() {
      world.repositories.splice(world.repositories.indexOf(hosted), 1)
      world.nodes.delete(hosted.node)
      for (const { pull } of world.repositories.flatMap(({ conversations }) => conversations)) {
        if (pull?.repository === hosted) pull.repository = undefined
      }
      hosted.git.remove()
    },
  })
  world.repositories.push(repository)
  world.nodes.set(hosted.node, repository)
  return repository
}
