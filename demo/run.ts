import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Repository } from '../test/github/hosting.ts'
import { startGitHub } from '../test/github/server.ts'
import { writeBoard } from './board.ts'
import { startBot, type RunningBot } from './bot.ts'
import { events, permissions } from './manifest.ts'
import { makeRepository, mistakes, openPullRequest, type Mistake } from './pull-request.ts'

const { verbose } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } }).values

const begin = performance.now()
/** A line of the story. */
const tell = (text: string) => void process.stdout.write(`${text}\n`)
/** The work after it, in parts: `--verbose` shows it. */
const detail = (...parts: readonly string[]) => {
  if (verbose)
    tell(
      `\n${parts
        .map((part) => part.trimEnd())
        .join('\n\n')
        .replace(/^/gm, '  │ ')}\n`,
    )
}

/** What is to be undone at the end, also when it is interrupted; last first. */
const ends: (() => unknown)[] = []
async function end(code: number): Promise<never> {
  for (const each of ends.splice(0).toReversed()) await each()
  process.exit(code)
}
process.once('SIGINT', () => void end(130))

/** The check run of a commit, with its annotations as the page of the pull request shows them. */
function shown(repository: Repository, sha: string) {
  const [run] = repository.checksOn(sha)
  const { name, conclusion, output, annotations } = run ?? { annotations: [] }
  const passed = conclusion === 'success'
  const lines = annotations.map(
    ({ annotation_level: level, path, start_line: line, message }) =>
      `${level} ${path}:${line}  ${message.replaceAll('\n', '\n    ')}`,
  )
  return {
    annotations,
    passed,
    text: [`${passed ? '✔' : '✖'} ${name ?? 'no check run'}: ${output?.title ?? ''}`, ...lines].join('\n'),
  }
}

interface Comment {
  readonly repository: Repository
  readonly bot: RunningBot
  readonly number: number
  readonly by: Parameters<Repository['comment']>[1]
  readonly text: string
  /** The outcome, in a few words. */
  readonly outcome: string
}

/**
 * Writes a comment on the pull request, and waits until the bot has committed what it commands. @returns whether the
 * check passes then
 */
async function comment({ repository, bot, number, by, text, outcome }: Comment): Promise<boolean> {
  const { reactions } = await repository.comment(number, by, text)
  const line = await bot.next(({ task }) => task === 'handle')
  const sha = line['commit']
  if (typeof sha !== 'string') {
    tell(`✖ ${text}: ${String(line['outcome'])}`)
    tell(repository.commentsOn(number).at(-1)?.body ?? '')
    return false
  }
  const { passed, text: check } = shown(repository, sha)
  tell(`${passed ? '✔' : '✖'} ${text.replaceAll('\n', ', ')}: commit ${sha.slice(0, 7)}. ${outcome}`)
  const icons = reactions.map(({ content }) => ({ eyes: '👀', rocket: '🚀' })[content as string] ?? content).join(' ')
  const show = (...args: readonly string[]) => repository.git.git(['show', '--no-color', ...args, sha]).then(String)
  detail(
    `The bot answers ${icons} and commits after ${String(line['milliseconds'])} ms:`,
    await show('--no-patch', '--format=%h %an, signed by GitHub%n%n%B'),
    await show('--format=', '--unified=0'),
    check,
  )
  return passed
}

try {
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const { repository, base } = await makeRepository(github, octocat)
  const app = github.app({ slug: 'baton', owner: 'example-org', permissions, events })
  await app.install(repository)
  const bot = await startBot(github, app, randomBytes(16).toString('hex'))
  ends.push(() => bot.stop())
  detail(`A GitHub of our own: ${github.url}\nThe bot, driven by signed webhooks: ${bot.url}`)

  const { number, head } = await openPullRequest(repository, base, octocat)
  await bot.next(({ task }) => task === 'check')
  const { annotations, text } = shown(repository, head)
  const annotationOf = ({ finding }: Mistake) =>
    annotations.find((annotation) => JSON.stringify(annotation).includes(finding))
  const found = mistakes.every((mistake) => annotationOf(mistake) !== undefined)
  tell(`On a local GitHub, an agent opens a pull request. Baton checks it and annotates ${annotations.length} lines:`)
  for (const mistake of mistakes) {
    const annotation = annotationOf(mistake)
    tell(annotation ? `✖ ${annotation.path}:${annotation.start_line}: ${mistake.about}` : `not found: ${mistake.about}`)
  }
  detail(text)

  tell('\nEach annotation names a command that repairs it. A maintainer gives commands in comments, and Baton commits:')
  const give = (command: string, outcome: string) =>
    comment({ repository, bot, number, by: octocat, text: command, outcome })
  const mended = await give(
    mistakes.map(({ mend }) => mend).join('\n'),
    'All three are repaired, and the check passes.',
  )
  const accepted = await give('/accept TinyGain', 'An agent has the next phase.')
  const handed = await give('/handback TinyGain success Gain is smoothed', 'Its phase is complete.')

  const registry = repository.git.text('refs/heads/agents-were-busy:PLUGINS.md') ?? ''
  const entry = registry.slice(registry.indexOf('\n### TinyGain'), registry.indexOf('\n### WarmVerb'))
  detail('PLUGINS.md at the end:', registry.split('\n\n### TinyGain', 1)[0] ?? '', entry.trimStart())

  const good = found && mended && accepted && handed
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  tell(
    good
      ? `\nThis took ${seconds} s; nothing left this machine.${verbose ? '' : ' With `npm run demo -- --verbose` you see the annotations, commits and diffs.'}`
      : '\nNot everything was as it should be: this demo has failed.',
  )
  if (good) tell(`The board of a larger, invented repository, as a page to open in a browser:\n${writeBoard()}`)
  await end(good ? 0 : 1)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  await end(1)
}
