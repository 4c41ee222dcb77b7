import { randomBytes } from 'node:crypto'
import { startBot, type RunningBot } from '../demo/bot.ts'
import { events, permissions } from '../demo/manifest.ts'
import { pluginFiles, registry, type SamplePlugin } from '../demo/repository.ts'
import type { Repository } from '../test/github/hosting.ts'
import { startGitHub, type GitHub } from '../test/github/server.ts'
import type { Account } from '../test/github/state/accounts.ts'

/** A repository on the stand-in with sound plugins and an open pull request that the bot has checked. */
export interface Hosted {
  readonly github: GitHub
  readonly repository: Repository
  readonly bot: RunningBot
  readonly octocat: Account
  readonly number: number
  readonly names: readonly string[]
  end(): Promise<void>
}

export async function hosted(dist: string, count: number): Promise<Hosted> {
  const github = await startGitHub()
  const octocat = github.user('octocat')
  const repository = await github.repository('example-org', 'plugins')
  repository.collaborator(octocat, 'maintain')
  const names = Array.from({ length: count }, (_, index) => `Plugin${String(index).padStart(3, '0')}`)
  const plugins = names.map((name): SamplePlugin => ({ name, about: 'One knob that makes things louder.' }))
  const files = Object.fromEntries(plugins.flatMap((plugin) => Object.entries(pluginFiles(plugin))))
  const base = await repository.push('main', { ...files, 'PLUGINS.md': registry(plugins) }, { by: octocat })
  const app = github.app({ slug: 'baton', owner: 'example-org', permissions, events })
  await app.install(repository)
  const bot = await startBot(github, app, randomBytes(16).toString('hex'), dist)
  await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: base })
  const { number } = await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })
  await bot.next(({ task }) => task === 'check')
  // What it costs to look whether it conflicts with its base is no part of what is measured.
  await bot.next(({ task }) => task === 'resolve')
  github.log.length = 0
  return {
    github,
    repository,
    bot,
    octocat,
    number,
    names,
    async end() {
      await bot.stop()
      await github.close()
    },
  }
}
