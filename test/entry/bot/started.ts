import { startBot, type BotProcess } from './process.ts'
import { installedApp } from './installed.ts'

const ends: (() => unknown)[] = []

/** What is to be done at the end of a test. */
export const atEnd = (end: () => unknown) => ends.push(end)

/** Ends what a test began: for `afterEach`. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}

/** A repository with a pull request, and a bot that is begun when it is wanted. */
export async function started() {
  const { github, octocat, repository, app, main } = await installedApp()
  atEnd(() => github.close())
  const bot = async (extraEnv: Readonly<Record<string, string>> = {}): Promise<BotProcess> => {
    const begun = await startBot(github, app, extraEnv)
    atEnd(() => begun.end('SIGKILL'))
    return begun
  }
  const pull = async () => {
    await repository.push('work', { 'README.md': '# Work\n' }, { by: octocat, parent: main })
    return (await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })).number
  }
  /** How often a comment is in the ledger. */
  const handled = async (id: number) =>
    (await repository.commits('work'))
      .map(({ message }) => `${message}\n`)
      .join('')
      .split(`Handled-Comment: ${id}#1\n`).length - 1
  return { github, octocat, repository, app, bot, pull, handled }
}

export const reactionsOf = ({ reactions }: { readonly reactions: readonly { readonly content: string }[] }) =>
  reactions.map(({ content }) => content).join(' ')
