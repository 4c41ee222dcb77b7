import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptySample, entry, print, state, statePath } from '../../src/protocols/governance/examples.ts'
import type { Content } from '../github/bare-repository.ts'
import { runGit } from '../processes/git.ts'
import type { Repository } from '../github/hosting.ts'
import { startGitHub, type GitHub } from '../github/server.ts'
import { startBot } from './bot/process.ts'
import { runHere } from './here.ts'
import { cli, run, scratch } from './programs.ts'
import { step } from './workflow-run.ts'

// Every test starts processes, which takes a while on a busy machine.
type Files = Readonly<Record<string, Content>>

/** One commit of the change: what it says, whose it is, and what it does to the files; what of it is not allowed. */
interface Step {
  readonly subject: string
  readonly agent?: string
  readonly does: Readonly<Record<string, Content | null>>
  readonly wrong?: readonly [code: string, path: string]
}

const start: Files = {
  ...emptySample,
  '.idumb/modules/rules.md': '# Rules\n',
  '.idumb/modules/old.md': '# Old\n',
  'src/app.ts': 'export {}\n',
  'src/tool.ts': 'export {}\n',
}

/** Work of five agents, with two renames out of a scope and into another, a link, and an impostor of Baton. */
const before: readonly Step[] = [
  { subject: 'Rules', agent: 'idumb-meta-builder', does: { '.idumb/modules/rules.md': '# New rules\n' } },
  { subject: 'Code', agent: 'idumb-project-executor', does: { 'src/app.ts': 'export const a = 1\n' } },
  {
    subject: 'Code and rules',
    agent: 'idumb-project-executor',
    does: { 'src/app.ts': 'export const a = 2\n', '.idumb/modules/rules.md': '# No rules\n' },
    wrong: ['SCOPE_PATH_DENIED', '.idumb/modules/rules.md'],
  },
  {
    subject: 'Move out of the framework',
    agent: 'idumb-project-executor',
    does: { '.idumb/modules/old.md': null, 'docs/old.md': '# Old\n' },
    wrong: ['SCOPE_PATH_DENIED', '.idumb/modules/old.md'],
  },
  {
    subject: 'Move into the framework',
    agent: 'idumb-meta-builder',
    does: { 'src/tool.ts': null, '.opencode/tool.ts': 'export {}\n' },
    wrong: ['SCOPE_PATH_DENIED', 'src/tool.ts'],
  },
  {
    subject: 'Validated',
    agent: 'idumb-meta-validator',
    does: { [statePath]: print(state({ history: [entry('task:Begin', '07:40'), entry('validated')] })) },
  },
  {
    subject: 'Report',
    agent: 'idumb-meta-validator',
    does: { 'docs/report.md': 'Fine.\n' },
    wrong: ['SCOPE_READ_ONLY', 'docs/report.md'],
  },
  {
    subject: 'Notes',
    agent: '@IDUMB-Project-Explorer',
    does: { 'notes.md': 'Seen.\n' },
    wrong: ['SCOPE_READ_ONLY', 'notes.md'],
  },
  {
    subject: 'A link',
    agent: 'idumb-project-executor',
    does: { 'docs/rules': { link: '../.idumb/modules' } },
    wrong: ['SCOPE_PATH_DENIED', 'docs/rules'],
  },
]
const side: Step = {
  subject: 'Log',
  agent: 'idumb-project-coordinator',
  does: { '.idumb/governance/plugin.log': 'x\n' },
}
const liar: Step = {
  subject: 'baton: accept ses_1 (new → beginning)',
  agent: 'idumb-project-executor\nRequested-by: @octocat\nHandled-Comment: 1#1',
  does: { '.idumb/modules/rules.md': '# My rules\n' },
  wrong: ['SCOPE_PATH_DENIED', '.idumb/modules/rules.md'],
}

const places = scratch()
let github: GitHub
let hosted: Repository
let base: string
let head: string
/** The commit of each subject. */
const made = new Map<string, string>()

const after = (files: Files, { does }: Step): Files =>
  Object.fromEntries(
    Object.entries({ ...files, ...does }).flatMap(([path, content]) => (content === null ? [] : [[path, content]])),
  )

async function commit(files: Files, { subject, agent }: Step, parents: readonly string[], branch: string) {
  const message = agent === undefined ? subject : `${subject}\n\nAgent: ${agent}`
  const sha = await hosted.git.commit({ files: Object.entries(files), message, parents, branch })
  made.set(subject, sha)
  return sha
}

beforeAll(async () => {
  github = await startGitHub()
  hosted = await github.repository('octocat', 'plugins')
  base = await hosted.git.commit({ files: Object.entries(start), parents: [], branch: 'main' })
  let [files, tip] = [start, base]
  for (const commitStep of before) {
    files = after(files, commitStep)
    tip = await commit(files, commitStep, [tip], 'topic')
  }
  const beside = await commit(after(start, side), side, [base], 'side')
  files = after(files, side)
  tip = await commit(files, { subject: 'Merge', agent: 'idumb-project-executor', does: {} }, [tip, beside], 'topic')
  files = after(files, liar)
  head = await commit(files, liar, [tip], 'topic')
})
afterAll(async () => {
  places.remove()
  await github.close()
})

interface JsonReport {
  readonly errors: readonly { readonly code: string; readonly path: string; readonly commit?: string }[]
  readonly warnings: readonly object[]
  readonly notices: readonly object[]
  readonly targets: readonly { readonly id: string; readonly facts: Readonly<Record<string, unknown>> }[]
}

/** What is to be found: exactly the offending commits, each with its first path. */
const expected = () =>
  [...before, liar]
    .flatMap(({ subject, wrong }) => (wrong ? [`${wrong[0]} ${wrong[1]} ${made.get(subject)}`] : []))
    .toSorted()

const shown = ({ errors }: JsonReport) =>
  errors.map(({ code, path, commit: sha }) => `${code} ${path} ${sha}`).toSorted()

const byAgent = {
  'idumb-meta-builder': 2,
  'idumb-project-executor': 5,
  'idumb-meta-validator': 2,
  'idumb-project-explorer': 1,
  'idumb-project-coordinator': 1,
}

function isAsExpected(report: JsonReport) {
  expect(shown(report)).toEqual(expected())
  expect([report.warnings, report.notices]).toEqual([[], []])
  expect(report.targets.find(({ id }) => id === 'brain:.idumb')?.facts['commits']).toEqual(byAgent)
}

async function checkout(): Promise<string> {
  const folder = places.folder()
  await runGit(folder, ['clone', '--quiet', '--branch=topic', `file://${await hosted.git.folder()}`, '.'])
  await runGit(folder, ['remote', 'set-url', 'origin', 'https://github.com/octocat/plugins'])
  return folder
}

const payload = () => ({
  action: 'synchronize',
  number: 7,
  pull_request: { number: 7, head: { sha: head, ref: 'topic' }, base: { ref: 'main', sha: base } },
})
const token = () => github.token({ contents: 'read' })

describe('a change of twelve commits by five agents', () => {
  it('is what it says', () => {
    expect(hosted.git.commits({ from: head, without: [base] }).length).toBe(12)
  })

  it('is judged by the command line', async () => {
    const folder = await checkout()
    const { code, stdout } = await runHere(['validate', '--base', 'origin/main', '--format', 'json'], { cwd: folder })
    isAsExpected(JSON.parse(stdout) as JsonReport)
    expect(code).toBe(1)
  })

  it('is judged by the Action through the API, by few requests', async () => {
    github.log.length = 0
    const ran = await step({ event: 'pull_request', payload: payload(), api: github.url, token: token() })
    isAsExpected(ran.report as JsonReport)
    expect(ran.code).toBe(1)
    expect(github.log.filter(({ operation }) => operation.endsWith('compare/{basehead}'))).toHaveLength(2)
    expect(github.log.length).toBeLessThan(16)
  })

  it('is judged by the Action in a checkout', async () => {
    const ran = await step({
      event: 'pull_request',
      payload: payload(),
      api: github.url,
      token: token(),
      workspace: await checkout(),
    })
    isAsExpected(ran.report as JsonReport)
    expect(ran.code).toBe(1)
  })

  it('is judged by the bot', async () => {
    const octocat = github.user('octocat')
    const permissions = {
      contents: 'write',
      issues: 'write',
      pull_requests: 'write',
      checks: 'write',
      metadata: 'read',
    } as const
    const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events: ['pull_request'] })
    await app.install(hosted)
    const bot = await startBot(github, app)
    try {
      await hosted.openPull({ title: 'Work', head: 'topic', base: 'main', by: octocat })
      await bot.until(({ task, outcome }) => task === 'check' && outcome === 'failure')
      const [check] = hosted.checksOn(head)
      const found = check?.annotations.map(({ title = '', path }) => `${title.split(' ', 1)[0]} ${path}`)
      expect(found?.toSorted()).toEqual(expected().map((line) => line.slice(0, line.lastIndexOf(' '))))
      for (const line of expected())
        expect(check?.output.summary).toContain(line.slice(line.lastIndexOf(' ') + 1).slice(0, 7))
    } finally {
      await bot.end()
    }
  })

  it('is judged by the table of the base, not by its own', async () => {
    const folder = await checkout()
    const table = 'protocols: { governance: { agents: { preset: none } } }\n'
    await runGit(folder, ['config', 'user.name', 'octocat'])
    const weak = await hosted.git.commit({
      files: [...Object.entries(start), ['.github/baton.yml', table]],
      parents: [head],
      branch: 'weak',
    })
    await runGit(folder, ['fetch', '--quiet', `file://${await hosted.git.folder()}`, weak])
    const { stdout } = await runHere(['validate', '--base', 'origin/main', '--rev', weak, '--format', 'json'], {
      cwd: folder,
    })
    expect(shown(JSON.parse(stdout) as JsonReport)).toEqual(expect.arrayContaining(expected()))
  })
})

describe('a team without sessions', () => {
  it('has its own agents and folders judged, by configuration alone', async () => {
    const folder = places.folder()
    const git = (...words: readonly string[]) => runGit(folder, words)
    const write = async (path: string, agent: string) => {
      const oid = (await runGit(folder, ['hash-object', '-w', '--stdin'], path)).toString().trim()
      await git('update-index', '--add', '--cacheinfo', `100644,${oid},${path}`)
      await git('commit', '--quiet', `--message=Write\n\nAgent: ${agent}`)
    }
    await git('init', '--quiet', '--initial-branch=main', '.')
    await write('docs/start.md', 'docs-writer')
    await git('branch', 'base')
    await write('docs/guide.md', 'docs-writer')
    await write('docs/legal/terms.md', 'docs-writer')
    await write('site/index.html', 'reviewer')
    const table = `protocols:
  governance:
    agents:
      preset: none
      define:
        docs-writer: { write: ["docs/**"], deny: ["docs/legal/**"] }
        reviewer: {}
    guarded: []
`
    const configured = places.folder({ 'baton.yml': table })
    const { code, stdout } = await run(
      cli,
      ['validate', '--base', 'base', '--rev', 'main', '--config', `${configured}/baton.yml`, '--format', 'json'],
      { cwd: folder },
    )
    const { errors } = JSON.parse(stdout) as JsonReport
    expect(errors.map((error) => `${error.code} ${error.path}`)).toEqual([
      'SCOPE_PATH_DENIED docs/legal/terms.md',
      'SCOPE_READ_ONLY site/index.html',
    ])
    expect(code).toBe(1)
    const clean = await runHere(
      ['validate', '--base', 'base', '--rev', 'main~2', '--config', `${configured}/baton.yml`],
      { cwd: folder },
    )
    expect(clean.code).toBe(0)
    // The table that the page of the protocol shows asks for an agent on every commit.
    const page = readFileSync(join(import.meta.dirname, '../../docs/governance.md'), 'utf8')
    const documented = places.folder({ 'baton.yml': /```yaml\n(.+?)```/s.exec(page)?.[1] ?? '' })
    await write('api/server.ts', 'api-builder')
    await git('commit', '--quiet', '--allow-empty', '--message=Nothing')
    await write('README.md', 'nobody-yet\n\nNo trailer any more.')
    const asShown = await run(
      cli,
      ['validate', '--base', 'base', '--rev', 'main', '--config', `${documented}/baton.yml`, '--format', 'json'],
      {
        cwd: folder,
      },
    )
    expect((JSON.parse(asShown.stdout) as JsonReport).errors.map((error) => `${error.code} ${error.path}`)).toEqual([
      'SCOPE_UNATTRIBUTED README.md',
      'SCOPE_PATH_DENIED docs/legal/terms.md',
      'SCOPE_READ_ONLY site/index.html',
    ])
    const result = await runHere(
      ['validate', '--base', 'base', '--rev', 'base', '--config', `${configured}/baton.yml`],
      { cwd: folder },
    )
    expect(result.code).toBe(3)
  })
})
