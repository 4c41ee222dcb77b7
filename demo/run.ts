import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePullRequest, mistakes, type PullRequest } from './pull-request.ts'

const dist = join(import.meta.dirname, '..', 'dist')
const folder = mkdtempSync(join(tmpdir(), 'baton-demo-'))
const remove = () => rmSync(folder, { recursive: true, force: true })
process.once('SIGINT', () => {
  remove()
  process.exit(130)
})

const say = (text: string) => process.stdout.write(`${text}\n`)
const indented = (text: string) => text.trimEnd().replace(/^/gm, '  │ ')
const step = (title: string) => say(`\n▸ ${title}\n`)

interface Ran {
  readonly code: number | null
  readonly output: string
}

function run(program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, program), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    encoding: 'utf8',
  })
  return { code: status, output: stdout + stderr }
}

/** Starts the Action as GitHub's runner does: environment, event file, output files. It is given no token and no network. */
function runAction({ checkout, head, base }: PullRequest): Ran & { readonly summary: string } {
  const file = (name: string, text = '') => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const payload = { pull_request: { number: 1, head: { sha: head }, base: { ref: 'main', sha: base } } }
  const ran = run('action.js', [], checkout, {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(payload)),
    GITHUB_REPOSITORY: 'example-org/plugins',
    GITHUB_SHA: head,
    GITHUB_WORKSPACE: checkout,
    GITHUB_STEP_SUMMARY: file('summary.md'),
    GITHUB_OUTPUT: file('output'),
    GITHUB_API_URL: 'http://127.0.0.1:9',
    RUNNER_TEMP: folder,
    INPUT_TOKEN: 'none-needed',
  })
  return { ...ran, summary: readFileSync(join(folder, 'summary.md'), 'utf8') }
}

const command = /^::(error|warning|notice) (.*?)::(.*)$/gm

/** Workflow commands as GitHub shows them: remarks at lines of the change. */
function shownAnnotations(output: string): readonly string[] {
  return [...output.matchAll(command)].flatMap(([, level = '', properties = '', message = '']) => {
    const { file, line } = Object.fromEntries(properties.split(',').map((property) => property.split('='))) as Record<
      string,
      string | undefined
    >
    return file === undefined ? [] : [`${level.padEnd(8)} ${file}:${line}  ${message.split('%0A')[0]}`]
  })
}

try {
  step('A repository with three plugins, each with a handoff and four contracts, and one registry.')
  step('An agent opens a pull request. Three things in it are wrong:')
  const pullRequest = makePullRequest(folder)
  for (const [index, { about, path }] of mistakes.entries()) say(`  ${index + 1}. ${about} (${path})`)

  step('The Action checks the pull request: dist/action.js, started as GitHub starts it.')
  const action = runAction(pullRequest)
  const annotations = shownAnnotations(action.output)
  say(indented(annotations.join('\n')))
  say(`\n  The step ${action.code === 0 ? 'passes' : 'fails'}. Its job summary begins:\n`)
  say(indented(action.summary.split('\n').slice(0, 14).join('\n')))

  step('The same on a desk: baton validate --base origin/main')
  const validate = run('cli.js', ['validate', '--base', 'origin/main'], pullRequest.checkout)
  say(indented(validate.output))

  step('Who holds what: baton status')
  say(indented(run('cli.js', ['status'], pullRequest.checkout).output))

  const found = action.code === 1 && validate.code === 1 && mistakes.every(({ finding }) => action.summary.includes(finding))
  say(
    found
      ? '\nThree mistakes made, three mistakes found. Nothing was installed, sent or left behind.'
      : '\nThe mistakes were not found: this demo has failed.',
  )
  if (!found) process.exitCode = 1
} finally {
  remove()
}
