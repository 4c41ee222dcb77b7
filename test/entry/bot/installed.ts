import { events, permissions } from '../../../demo/manifest.ts'
import type { Files } from '../../../src/core/rule.ts'
import { sample } from '../../../src/protocols/plugin/examples.ts'
import type { OwnedApp } from '../../github/app.ts'
import type { Repository } from '../../github/hosting.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import type { Account } from '../../github/state/accounts.ts'
import { botHere, type BotHere, type Line } from './here.ts'

/** A repository that the app is installed on, and the bot of that app in the test's own process. */
export interface InstalledHere {
  readonly github: GitHub
  readonly octocat: Account
  readonly repository: Repository
  readonly app: OwnedApp
  /** The commit of the default branch. */
  readonly main: string
  readonly here: BotHere
  /** Opens a pull request of a new branch, and gives its number. */
  pull(branch: string, files?: Readonly<Record<string, string>>): Promise<number>
  /** Sweeps, and settles when the repository was swept and what that found is done; gives the line of the sweep. */
  swept(): Promise<Line>
  /** Takes the operations since the last call, tokens aside. */
  takeRequests(): readonly string[]
  /** Ends the bot, and starts another one. */
  restarted(): Promise<void>
  end(): Promise<void>
}

interface Options {
  readonly isPrivate?: boolean
  readonly files?: Files
  /** What the bot's environment has besides. */
  readonly environment?: Readonly<Record<string, string>>
}

const token = 'POST /app/installations/{installation_id}/access_tokens'

/** A repository of octocat's that the app is installed on, without a bot. */
export async function installedApp({ isPrivate = false, files = sample }: Omit<Options, 'environment'> = {}) {
  const github = await startGitHub()
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins', { isPrivate })
  repository.collaborator(octocat, 'admin')
  const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events })
  await app.install(repository)
  const main = await repository.push('main', files, { by: octocat })
  return { github, octocat, repository, app, main }
}

export async function installedHere({
  isPrivate = true,
  files = sample,
  environment = {},
}: Options = {}): Promise<InstalledHere> {
  const { github, octocat, repository, app, main } = await installedApp({ isPrivate, files })
  let localBot = await botHere(github, app, environment)
  const isSwept = ({ task, outcome }: Line) => task === 'sweep' && outcome === 'swept'

  return {
    github,
    octocat,
    repository,
    app,
    main,
    get here() {
      return localBot
    },
    async pull(branch, changed = { 'README.md': `# ${branch}\n` }) {
      await repository.push(branch, changed, { by: octocat, parent: main })
      return (await repository.openPull({ title: branch, head: branch, base: 'main', by: octocat })).number
    },
    async swept() {
      const before = localBot.lines.filter(isSwept).length
      await localBot.bot.sweepAll()
      const lines = await localBot.until(isSwept, before + 1)
      await localBot.bot.idle()
      const line = lines.at(-1)
      if (!line) throw new TypeError('Nothing was swept')
      return line
    },
    takeRequests: () =>
      github.log
        .splice(0)
        .flatMap(({ operation, fields }) =>
          operation === token ? [] : [fields.length > 0 ? fields.join(' ') : operation],
        ),
    async restarted() {
      await localBot.end()
      localBot = await botHere(github, app, environment)
    },
    async end() {
      await localBot.end()
      await github.close()
    },
  }
}
