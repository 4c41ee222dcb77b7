import { randomBytes } from 'node:crypto'
import type { Repository } from '../test/github/hosting.ts'
import { startGitHub } from '../test/github/server.ts'
import { writeBoard } from './board.ts'
import { startBot, type RunningBot } from './bot.ts'
import { events, permissions } from './manifest.ts'
import { makeRepository, mistakes, openPullRequest } from './pull-request.ts'

const begin = performance.now()
const msg = (text: string) => void process.stdout.write(`${text}\n`)
const step = (title: string) => msg(`\n▸ ${title}\n`)
const indented = (text: string) => text.trimEnd().replace(/^/gm, '  │ ')

/** What is to be undone at the end, also when it is interrupted; last first. */
const ends: (() => unknown)[] = []
async function end(code: number): Promise<never> {
  for (const each of ends.splice(0).toReversed()) await each()
  process.exit(code)
}
process.once('SIGINT', () => void end(130))

/** A check run with its annotations, as the page of the pull request shows it. */
function shown(repository: Repository, sha: string): string {
  const [run] = repository.checksOn(sha)
  const { name, conclusion, output, annotations } = run ?? { annotations: [] }
  const mark = conclusion === 'success' ? '✔' : '✖'
  const lines = annotations.map(
    ({ annotation_level: level, path, start_line: line, message }) =>
      `${level.padEnd(8)} ${path}:${line}  ${message.split('\n', 1)[0] ?? ''}`,
  )
  return [`${mark} ${name ?? 'no check run'}: ${output?.title ?? ''}`, ...lines].join('\n')
}

/** Says something on the pull request, waits until the bot has done it, and shows what came of it: commit, diff, check run. */
async function comment(
  repository: Repository,
  bot: RunningBot,
  number: number,
  by: Parameters<Repository['comment']>[1],
  text: string,
): Promise<boolean> {
  msg(indented(text).replaceAll('│', '💬'))
  const comment = await repository.comment(number, by, text)
  const line = await bot.next(({ task }) => task === 'handle')
  const sha = line['commit']
  if (typeof sha !== 'string') {
    msg(`\n  The bot: ${String(line['outcome'])}.\n${indented(repository.commentsOn(number).at(-1)?.body ?? '')}`)
    return false
  }
  const show = (...args: readonly string[]) => repository.git.git(['show', '--no-color', ...args, sha]).then(String)
  msg(
    `\n  The bot answers ${comment.reactions.map(({ content }) => ({ eyes: '👀', rocket: '🚀' })[content as string] ?? content).join(' ')} and commits after ${String(line['milliseconds'])} ms:\n`,
  )
  msg(indented(await show('--no-patch', '--format=%h %an, signed by GitHub%n%n%B')))
  msg(indented(await show('--format=', '--unified=0')))
  msg(`\n${indented(shown(repository, sha))}`)
  return repository.checksOn(sha).some(({ conclusion }) => conclusion === 'success')
}

try {
  step('A GitHub of our own on 127.0.0.1, with a repository of three plugins; and the bot, as a process, driven by signed webhooks.')
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const { repository, base } = await makeRepository(github, octocat)
  const app = github.app({ slug: 'baton', owner: 'example-org', permissions, events })
  await app.install(repository)
  const bot = await startBot(github, app, randomBytes(16).toString('hex'))
  ends.push(() => bot.stop())
  msg(`  GitHub: ${github.url}\n  bot:    ${bot.url}`)

  step('An agent opens a pull request. Three things in it are wrong:')
  for (const [index, { about, path }] of mistakes.entries()) msg(`  ${index + 1}. ${about} (${path})`)
  const { number, head } = await openPullRequest(repository, base, octocat)

  step('The bot checks it, and annotates the lines:')
  await bot.next(({ task }) => task === 'check')
  msg(indented(shown(repository, head)))
  const text = JSON.stringify(repository.checksOn(head).map(({ annotations }) => annotations))
  const found = mistakes.every(({ finding }) => text.includes(finding))

  step('Each annotation names the command that mends it. A maintainer asks for all three in one comment:')
  const mended = await comment(repository, bot, number, octocat, mistakes.map(({ mend }) => mend).join('\n'))

  step('The work goes on. The next stage of TinyGain is given to its agent, which hands back when it is done:')
  const accepted = await comment(repository, bot, number, octocat, '/accept TinyGain')
  msg('')
  const handed = await comment(repository, bot, number, octocat, '/handback TinyGain success Gain is smoothed')

  step('PLUGINS.md at the end:')
  const registry = repository.git.text('refs/heads/agents-were-busy:PLUGINS.md') ?? ''
  msg(indented(registry.split('\n\n### TinyGain')[0] ?? ''))
  msg(indented(registry.slice(registry.indexOf('\n### TinyGain'), registry.indexOf('\n### WarmVerb'))))

  step('What a whole team sees: the board of a made-up repository, with its timeline, as a page in one file.')
  const page = writeBoard()
  msg(`  ${page}`)

  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  const good = found && mended && accepted && handed
  msg(
    good
      ? `\nThree mistakes made, found and mended; one stage done. ${seconds} s. Nothing was installed or sent; the page is all that is left.`
      : '\nSomething was not as it should be: this demo has failed.',
  )
  await end(good ? 0 : 1)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  await end(1)
}
