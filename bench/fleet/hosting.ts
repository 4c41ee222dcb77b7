import { events, permissions } from '../../demo/manifest.ts'
import { pluginFiles, registry, type SamplePlugin } from '../../demo/repository.ts'
import { handledCommandsIn } from '../../src/engine/commands/ledger.ts'
import type { OwnedApp } from '../../test/github/app.ts'
import type { Repository } from '../../test/github/hosting.ts'
import { startGitHub, type GitHub } from '../../test/github/server.ts'
import type { Comment } from '../../test/github/state/conversations.ts'

/** A repository with a pull request from `work`. */
interface Place {
  readonly repository: Repository
  readonly number: number
  readonly comments: Comment[]
}

/** Many repositories on the stand-in, in some installations. */
export interface Hosting {
  readonly github: GitHub
  readonly app: OwnedApp
  readonly places: readonly Place[]
  /** Gives a command in a repository. */
  comment(place: Place): Promise<Comment>
  push(place: Place): Promise<void>
  /** What is there that should not be, and what is not there that should be. */
  faults(): { readonly lost: readonly string[]; readonly twice: number }
}

/** How many plugins each repository has: each is accepted once. */
const plugins = 8

/** Whether a comment was answered for good. */
export const isOver = ({ reactions }: Comment): boolean =>
  reactions.some(({ content }) => content === 'rocket' || content === '-1')

export async function hosting(count: number, installations: number): Promise<Hosting> {
  const github = await startGitHub()
  const octocat = github.user('octocat')
  const names = Array.from({ length: plugins }, (_, index) => `Plugin${index}`)
  const samples = names.map((name): SamplePlugin => ({ name, about: 'One knob that makes things louder.' }))
  const files = {
    ...Object.fromEntries(samples.flatMap((sample) => Object.entries(pluginFiles(sample)))),
    'PLUGINS.md': registry(samples),
  }
  const app = github.app({ slug: 'baton', owner: 'example-org', permissions, events })
  const places: Place[] = []
  for (let installation = 0; installation < installations; installation++) {
    const owner = `example-org-${installation}`
    github.organization(owner)
    const repositories: Repository[] = []
    for (let index = installation; index < count; index += installations) {
      const repository = await github.repository(owner, `plugins-${index}`)
      repository.collaborator(octocat, 'admin')
      const main = await repository.push('main', files, { by: octocat })
      await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
      const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
      places.push({ repository, number, comments: [] })
      repositories.push(repository)
    }
    const [first, ...otherRepositories] = repositories
    if (first) await app.install(first, ...otherRepositories)
  }

  let pushes = 0

  /** How often something is there more than once, by what it is. */
  const repeated = (all: readonly unknown[]) => all.length - new Set(all).size

  return {
    github,
    app,
    places,
    async comment(place) {
      const comment = await place.repository.comment(
        place.number,
        octocat,
        `/accept ${names[place.comments.length % plugins] ?? ''}`,
      )
      place.comments.push(comment)
      return comment
    },
    async push({ repository }) {
      const parent = repository.git.tip('work')
      await repository.push(
        'work',
        { [`notes/${(pushes += 1)}.md`]: '# Work\n' },
        { by: octocat, ...(parent !== undefined && { parent }) },
      )
    },
    faults() {
      const lost: string[] = []
      let twice = 0
      for (const { repository, number, comments } of places) {
        const tip = repository.git.tip('work') ?? ''
        const runs = repository.checkRuns.filter(({ name }) => name === 'baton')
        const name = `${repository.owner}/${repository.repo}`
        for (const { id } of comments.filter((comment) => !isOver(comment))) lost.push(`comment ${id} of ${name}`)
        if (!runs.some(({ suite, status }) => suite.sha === tip && status === 'completed'))
          lost.push(`the check of ${name}`)
        for (const { suite } of runs.filter(({ status }) => status !== 'completed'))
          lost.push(`the end of the check of ${suite.sha} in ${name}`)
        const log = repository.git.commits({ from: tip }).map((sha) => String(repository.git.object(sha)?.bytes))
        twice += repeated(log.flatMap((message) => handledCommandsIn(message).map(({ key }) => key)))
        twice += repeated(runs.map(({ suite }) => suite.sha))
        const markers = repository
          .commentsOn(number)
          .flatMap(({ body }) => /^<!-- baton: \w+ \d+ -->/.exec(body)?.[0] ?? [])
        twice += repeated(markers)
        twice += comments.filter(
          ({ reactions }) => reactions.filter(({ content }) => content !== 'eyes').length > 1,
        ).length
      }
      return { lost, twice }
    },
  }
}
