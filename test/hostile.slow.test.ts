import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeUrl } from '../src/core/links.ts'
import { configurationRule } from '../src/engine/configuration/rule.ts'
import { portableRule } from '../src/engine/portable-names.ts'
import { conflictRule } from '../src/engine/unmerged.ts'
import { installationRules } from '../src/engine/installation/index.ts'
import { protocols } from '../src/entry/protocols.ts'
import { handoffPath, registryPath, sample } from '../src/protocols/plugin/examples.ts'
import { runHere } from './entry/here.ts'
import { cli, run, scratch, type RunResult } from './entry/programs.ts'
import { commitAll, repository } from './processes/work-tree.ts'
import { step, type StepResult } from './entry/workflow-run.ts'
import { writeFiles } from './gateways/places.ts'
import type { Content } from './github/bare-repository.ts'
import { runGit } from './processes/git.ts'
import { startGitHub, type GitHub } from './github/server.ts'
import { configurations, harmful, heavy, slowRegistries, type Plant } from './hostile/plants.ts'
import { isThorough, part } from './thorough.ts'
import { expectInert } from './render/inert.ts'
import { commandOf } from './render/runner.ts'

// A bound for what ends at all, generous for a busy machine.
const places = scratch()
const outside = places.folder({ 'secret.md': '---\nplugin: TopSecret\nstage: 99\n---\n' })
const harm = { canary: join(outside, 'canary'), secret: join(outside, 'secret.md') }
const harms = harmful(harm)

const contents = (of: readonly Plant[]) => of.map(({ path, content }) => [path, content] as const)

/** A folder with files, and what git has no word for: a pipe and a socket in place of files. */
function folderOf(of: readonly Plant[]): string {
  const folder = places.folder()
  writeFiles(folder, contents(of))
  return folder
}

function pipe(folder: string, path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  execFileSync('mkfifo', [join(folder, path)])
}

afterAll(() => {
  places.remove()
})

/** The programs may take this much of memory, and not for ever: they are ended after a minute. */
const bounded = { nodeOptions: ['--max-old-space-size=512'] }
const baton = (...args: readonly string[]): Promise<RunResult> => run(cli, args, bounded)

/** What does harm where it is printed: whatever moves the cursor, hides text or turns its direction. */
const active = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u

const rules = [
  configurationRule,
  conflictRule,
  portableRule,
  ...installationRules,
  ...protocols.flatMap((protocol) => protocol.rules),
]

const urls = [
  ...rules.map(({ code }) => codeUrl(code)),
  ...protocols.flatMap(({ rules: protocolRules }) => protocolRules.map(({ code }) => codeUrl(code))),
]
const codes = new Set(rules.map(({ code }) => code))

/** Every workflow command in a text is one of ours about a finding. */
function expectOurCommands(text: string): void {
  const commands = text.split('\n').flatMap((line) => commandOf(line) ?? [])
  for (const { name, properties } of commands) {
    expect(['error', 'warning', 'notice']).toContain(name)
    const [title = ''] = (properties['title'] ?? 'Baton').split(' ')
    expect(title === 'Baton' || codes.has(title)).toBe(true)
  }
}

/** Nothing was executed, and nothing was read that lies outside. */
function expectUnharmed(...printed: readonly string[]): void {
  expect(existsSync(harm.canary)).toBe(false)
  for (const text of printed) expect(text).not.toMatch(/TopSecret|root:x:0|stage 99/)
  expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined()
}

interface JsonFinding {
  readonly code: string
  readonly path: string
  readonly message: string
  readonly hint?: string
  readonly fix?: string
  readonly target?: string
}

interface Answer {
  readonly errors: readonly JsonFinding[]
  readonly warnings: readonly JsonFinding[]
  readonly notices: readonly JsonFinding[]
  readonly targets: readonly { readonly id: string; readonly state: string }[]
}

const everything = ({ errors, warnings, notices }: Answer) => [...errors, ...warnings, ...notices]

/** Findings about plants are reported at their places. */
function expectSaid(answer: Answer, plants: readonly Plant[]): void {
  const reported = new Set(everything(answer).map(({ code, path }) => `${path} ${code}`))
  const missed = plants.filter(({ path, code }) => code !== undefined && !reported.has(`${String(path)} ${code}`))
  expect(missed.map(({ what, path, code }) => `${what}: ${String(path)} ${code}`)).toEqual([])
}

describe('a directory of hostile files', () => {
  let root: string
  const server = createServer()
  const formats = ['text', 'github', 'markdown', 'sarif']
  /**
   * Repairs are tried for every finding each time: each format has another part of the files, and each night all of
   * them.
   */
  const partFor = (format: string) =>
    isThorough ? root : folderOf(part(harms, formats.length, formats.indexOf(format)))
  beforeAll(async () => {
    root = folderOf(harms)
    pipe(root, 'plugins/Pipe/.continue-here.md')
    pipe(root, 'plugins/Pipe/.ideas/plan.md')
    pipe(root, 'plugins/Pipe/NOTES.md')
    mkdirSync(join(root, 'plugins/Socket'))
    await new Promise<void>((resolve) => server.listen(join(root, 'plugins/Socket/.continue-here.md'), resolve))
    mkdirSync(join(root, 'plugins/Folder/.continue-here.md'), { recursive: true })
  })
  afterAll(() => server.close())

  it.each(isThorough ? ['auto', 'strict', 'soft'] : ['auto'])('gets diagnostics, at their places: %s', async (mode) => {
    const { code, stdout, stderr } = await baton('validate', '--root', root, '--mode', mode, '--format', 'json')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    const answer = JSON.parse(stdout) as Answer
    expectSaid(answer, harms)
    expect(everything(answer).filter(({ path, code }) => path === handoffPath && code !== portableRule.code)).toEqual(
      [],
    )
    expectUnharmed(stdout)
    expect(answer.targets.filter(({ id }) => id.startsWith('plugin:Inherited')).map(({ state }) => state)).toEqual(
      Array(5).fill('unknown'),
    )
    const texts = everything(answer).flatMap(({ message, hint = '', fix = '' }) => [message, hint, fix])
    expect(texts.filter((text) => active.test(text) || text.length > 2000)).toEqual([])
    expect(stdout).not.toMatch(active)
    expect(stdout).not.toContain('##[')
  })

  it('is nothing alive on a terminal', async () => {
    const folder = partFor('text')
    for (const command of ['validate', 'status']) {
      const { stdout, stderr } = await baton(command, '--root', folder)
      expect(stderr).toBe('')
      expect(stdout).not.toMatch(active)
      expect(stdout.split('\n').filter((line) => commandOf(line))).toEqual([])
      expectUnharmed(stdout)
    }
  })

  it('is nothing alive in a workflow’s log', async () => {
    const { code, stdout } = await baton('validate', '--root', partFor('github'), '--format', 'github')
    expect(code).toBe(1)
    expect(stdout).not.toMatch(active)
    expectOurCommands(stdout)
    // Where something is before a line, the runner uses the older form.
    expect(stdout).not.toContain('##[')
    expectUnharmed(stdout)
  })

  it('is nothing alive in Markdown', async () => {
    const { stdout } = await baton('validate', '--root', partFor('markdown'), '--format', 'markdown')
    expect(stdout).not.toMatch(active)
    expectInert(stdout, urls)
    expectUnharmed(stdout)
  })

  it('is nothing alive in SARIF', async () => {
    const { stdout } = await baton('validate', '--root', partFor('sarif'), '--format', 'sarif')
    expect(stdout).not.toMatch(active)
    const log = JSON.parse(stdout) as {
      readonly runs: readonly [
        {
          readonly results: readonly {
            readonly message: { readonly text: string }
            readonly locations: readonly {
              readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
            }[]
          }[]
        },
      ]
    }
    for (const { message, locations } of log.runs[0].results) {
      expect(message.text).not.toMatch(/\]\(/)
      for (const { physicalLocation } of locations)
        expect(physicalLocation.artifactLocation.uri).toMatch(/^[\w.~!*'()%/-]+$/)
    }
    expectUnharmed(stdout)
  })

  it('is no more by name', async () => {
    const named = harms
      .filter(({ path, content }) => typeof path === 'string' && typeof content === 'string' && !path.includes('\0'))
      .map(({ path }) => String(path))
    const { code, stdout, stderr } = await baton(
      'validate',
      '--root',
      root,
      '--format',
      'json',
      '--',
      ...part(named, 8),
    )
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expectUnharmed(stdout)
    for (const path of [
      'plugins/Pipe/.continue-here.md',
      'plugins/LinkedLoop',
      'plugins/LinkedFolder/passwd',
      'plugins/LinkedHandoff/.continue-here.md',
    ]) {
      const result = await baton('validate', '--root', root, '--format', 'json', path)
      // A pipe is never named on purpose.
      expect(path.includes('Pipe') ? [2] : [1, 3]).toContain(result.code)
      expectUnharmed(result.stdout, result.stderr)
      expect(result.stdout).not.toContain('"parsed"')
    }
  })
})

describe('a directory of heavy files', () => {
  it('is read in bounded time and memory', async () => {
    const { code, stdout, stderr } = await baton('validate', '--root', folderOf(heavy), '--format', 'json')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expectSaid(JSON.parse(stdout) as Answer, heavy)
  })
})

describe('a registry', () => {
  it.each(slowRegistries)('$what is read in bounded time and memory', async ({ path, content }) => {
    const root = folderOf([
      ...Object.entries(sample).map(([at, text]): Plant => ({ what: '', path: at, content: text })),
      { what: '', path, content },
    ])
    const { code, stderr } = await baton('validate', '--root', root)
    expect([0, 1]).toContain(code)
    expect(stderr).toBe('')
  })

  const withRegistry = (content: Content) =>
    folderOf([
      ...Object.entries(sample)
        .filter(([path]) => path !== registryPath)
        .map(([path, text]): Plant => ({ what: '', path, content: text })),
      { what: '', path: registryPath, content },
    ])

  it.each([
    ['a link', { link: harm.secret }, 'PLUGIN_FILE_SYMLINK'],
    ['a link to itself', { link: registryPath }, 'PLUGIN_FILE_SYMLINK'],
    ['binary', Uint8Array.of(0, 1, 2), 'PLUGIN_FILE_ENCODING'],
    ['five megabytes', 'x'.repeat(5 * 1024 * 1024), 'PLUGIN_FILE_TOO_LARGE'],
  ] as const)('that is %s', async (_, content, expected) => {
    const { code, stdout } = await baton('validate', '--root', withRegistry(content), '--format', 'json')
    expect(code).toBe(1)
    expect(everything(JSON.parse(stdout) as Answer).map((finding) => `${finding.path} ${finding.code}`)).toContain(
      `${registryPath} ${expected}`,
    )
    expectUnharmed(stdout)
  })

  it('that is a pipe counts as absent, without waiting for it', async () => {
    const root = places.folder({ [handoffPath]: sample[handoffPath] ?? '' })
    pipe(root, registryPath)
    const { code, stdout } = await baton('validate', '--root', root, '--format', 'json')
    expect(code).not.toBeNull()
    expect(everything(JSON.parse(stdout) as Answer).map((finding) => finding.code)).toContain('REGISTRY_MISSING')
  })
})

describe('a configuration', () => {
  it.each(configurations(harm))('with $what: nothing is checked', async ({ path, content, code: expected }) => {
    const root = folderOf([
      { what: '', path: handoffPath, content: sample[handoffPath] ?? '' },
      { what: '', path, content },
    ])
    const { code, stdout, stderr } = await runHere(['validate', '--root', root, '--format', 'json'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    const answer = JSON.parse(stdout) as Answer
    expect(answer.targets).toEqual([])
    expect(new Set(everything(answer).map((finding) => `${finding.path} ${finding.code}`))).toEqual(
      new Set([`${String(path)} ${expected}`]),
    )
    expectUnharmed(stdout)
  })
})

/** A configuration of git whose every entry is a program, and attributes that ask for them. */
async function armed(root: string): Promise<void> {
  const program = join(outside, 'program')
  writeFileSync(program, `#!/bin/sh\ntouch '${harm.canary}'\ncat\n`)
  chmodSync(program, 0o755)
  const settings = [
    'core.fsmonitor',
    'core.pager',
    'core.editor',
    'core.askPass',
    'core.sshCommand',
    'core.gitProxy',
    'core.alternateRefsCommand',
    'core.hooksPath',
    'diff.external',
    'diff.x.textconv',
    'diff.x.command',
    'filter.x.clean',
    'filter.x.smudge',
    'filter.x.process',
    'merge.x.driver',
    'credential.helper',
    'gpg.program',
    'sequence.editor',
    'uploadpack.packObjectsHook',
    'alias.rev-parse',
    'alias.cat-file',
    'alias.ls-tree',
    'pager.rev-parse',
    'pager.ls-tree',
    'pager.cat-file',
  ]
  for (const setting of settings)
    await runGit(root, ['config', setting, setting === 'core.hooksPath' ? outside : program])
  writeFileSync(join(root, '.git', 'info', 'attributes'), '* filter=x diff=x merge=x\n')
  for (const hook of [
    'post-checkout',
    'post-index-change',
    'fsmonitor-watchman',
    'reference-transaction',
    'pre-auto-gc',
  ]) {
    writeFileSync(join(root, '.git', 'hooks', hook), `#!/bin/sh\ntouch '${harm.canary}'\n`, { mode: 0o755 })
    writeFileSync(join(outside, hook), `#!/bin/sh\ntouch '${harm.canary}'\n`, { mode: 0o755 })
  }
}

describe('a clone whose configuration names programs', () => {
  it('has none of them run', async () => {
    const root = places.folder({ ...sample, '.gitattributes': '* filter=x diff=x merge=x\n' })
    repository(root)
    writeFiles(root, [['plugins/Amber/.continue-here.md', '---js\n---\n']])
    commitAll(root)
    await armed(root)
    for (const args of [
      ['--base', 'HEAD~1'],
      ['--rev', 'HEAD'],
      ['--rev', 'HEAD', '--base', 'HEAD~1'],
    ]) {
      const { code, stdout, stderr } = await baton('validate', '--root', root, ...args)
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
      expect(stdout).toContain('plugins/Amber')
      expectUnharmed(stdout)
    }
    // The programs are such as would be found out.
    await runGit(root, ['-c', 'core.fsmonitor=', 'status']).catch(() => undefined)
    await runGit(root, ['status']).catch(() => undefined)
    expect(existsSync(harm.canary)).toBe(true)
    execFileSync('rm', [harm.canary])
  })
})

describe('a pull request of hostile files', () => {
  let github: GitHub
  let token: string
  let origin: string
  /** Of each way to read it another half, each night all. */
  const halves = [0, 1].map((number) => part([...harms, ...heavy], 2, number))
  let heads: readonly string[]
  const payloadOf = (head: string | undefined) => ({ pull_request: { head: { sha: head }, base: { ref: 'main' } } })
  beforeAll(async () => {
    github = await startGitHub()
    const plugins = await github.repository('octocat', 'plugins')
    token = github.token({ contents: 'read' })
    const base = await plugins.git.commit({ files: Object.entries(sample) })
    heads = await Promise.all(
      halves.map((half, index) =>
        plugins.git.commit({ files: contents(half), branch: `hostile-${index}`, parents: [base] }),
      ),
    )
    origin = await plugins.git.folder()
  })
  afterAll(() => github.close())

  function expectInertStep({ code, log, summary, report, outputs }: StepResult, half: readonly Plant[] = []): void {
    expect(code).toBe(1)
    expect(half).not.toEqual([])
    expectSaid(report as Answer, half)
    expect(log).not.toMatch(active)
    expectOurCommands(log)
    expectInert(summary, urls)
    expect(Object.keys(outputs).sort()).toEqual(['errors', 'notices', 'report', 'targets', 'valid', 'warnings'])
    expectUnharmed(log, summary, JSON.stringify(report))
  }

  const options = { nodeOptions: ['--max-old-space-size=512'] }

  it('is read through the API', async () => {
    expectInertStep(
      await step({ event: 'pull_request', payload: payloadOf(heads[0]), token, api: github.url, ...options }),
      halves[0],
    )
  })

  it('is read from a checkout whose configuration names programs', async () => {
    const workspace = places.folder()
    await runGit(workspace, ['clone', '--quiet', '--no-checkout', `file://${origin}`, '.'])
    await runGit(workspace, ['remote', 'set-url', 'origin', 'https://github.com/octocat/plugins'])
    await armed(workspace)
    expect((await runGit(workspace, ['rev-parse', 'origin/hostile-1'])).toString().trim()).toBe(heads[1])
    expectInertStep(
      await step({ event: 'pull_request', payload: payloadOf(heads[1]), workspace, ...options }),
      halves[1],
    )
  })

  it('is read without a configuration that it brings', async () => {
    const plugins = await github.repository('octocat', 'configured')
    const base = await plugins.git.commit({ files: Object.entries(sample) })
    for (const [index, plant] of configurations(harm).entries()) {
      if (index % (isThorough ? 1 : 9) !== 0) continue
      const sha = await plugins.git.commit({
        files: [...Object.entries(sample), ...contents([plant])],
        branch: `head-${index}`,
        parents: [base],
      })
      const ran = await step({
        event: 'pull_request',
        payload: payloadOf(sha),
        token,
        api: github.url,
        repository: 'octocat/configured',
      })
      expect(ran.code).toBe(1)
      expect(everything(ran.report as Answer).map(({ code }) => code)).toContain('CONFIG_INVALID')
      expectUnharmed(ran.log, ran.summary)
    }
  })
})
