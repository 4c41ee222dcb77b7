import { execFileSync, spawnSync, type ExecFileSyncOptions } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, describe, expect, it } from 'vitest'
import { protocolNames } from '../src/core/protocol.ts'
import { handoffPath, inHandoff, sample } from '../src/protocols/plugin/examples.ts'

const root = join(import.meta.dirname, '..')
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'package-')))
afterAll(() => rmSync(scratch, { recursive: true }))

const npm = {
  cwd: root,
  env: { ...process.env, npm_config_update_notifier: 'false' },
  stdio: ['ignore', 'pipe', 'ignore'],
} satisfies ExecFileSyncOptions
execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], npm)
const [name = ''] = readdirSync(scratch)
const tarball = join(scratch, name)
execFileSync('tar', ['-xzf', tarball, '-C', scratch])

/** A project that has nothing installed but the package. */
const project = join(scratch, 'project')
mkdirSync(join(project, 'node_modules'), { recursive: true })
renameSync(join(scratch, 'package'), join(project, 'node_modules/baton'))
const installed = join(project, 'node_modules/baton')
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
  readonly bin: { readonly baton: string }
}

const shipped = readdirSync(installed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))

const run = (file: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [file, ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: scratch },
  })

describe('the package', () => {
  it('holds the programs, the library, the schemas and the licences, and nothing of the development', () => {
    expect(shipped).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'action.yml',
        'app.yml',
        'dist/THIRD-PARTY-LICENSES.txt',
        'dist/action.js',
        'dist/bot.js',
        'dist/cli.js',
        'dist/index.js',
        'dist/types/entry/index.d.ts',
        'schema/config.v1.json',
        'schema/report.v1.json',
      ]),
    )
    const otherPaths = shipped.filter(
      (path) => !/^(dist|schema)\/|^(LICENSE|README\.md|action\.yml|app\.yml|package\.json)$/.test(path),
    )
    expect(otherPaths).toEqual([])
    expect(shipped.filter((path) => path.endsWith('.ts') && !path.startsWith('dist/types/'))).toEqual([])
  })

  it('installs by itself, without a network, and brings nothing else along', () => {
    const folder = join(scratch, 'empty folder')
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const words = [
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--cache',
      join(scratch, 'cache'),
      '--loglevel',
      'warn',
      tarball,
    ]
    // Whatever npm's configuration on this machine.
    const env = {
      PATH: process.env['PATH'],
      HOME: scratch,
      npm_config_update_notifier: 'false',
      npm_config_globalconfig: join(scratch, 'none'),
    }
    const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8', env })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: object
    }
    expect(Object.keys(packages)).toEqual(['', 'node_modules/baton'])
    expect(readdirSync(join(folder, 'node_modules')).filter((entry) => !entry.startsWith('.'))).toEqual(['baton'])
    writeFileSync(join(folder, 'PLUGINS.md'), sample['PLUGINS.md'] ?? '')
    const run = spawnSync(join(folder, 'node_modules/.bin/baton'), ['status'], { cwd: folder, encoding: 'utf8', env })
    expect(run).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('plugin:TinyGain') })
  })

  it('is what publint thinks well of', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('has types that resolve wherever modules are imported', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
    if (!('problems' in analysis)) throw new Error('There are no types in the package.')
    // There is no CommonJS, and no resolution of the time before `exports`.
    const problems = analysis.problems.filter(
      (problem) => !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind),
    )
    expect(problems).toEqual([])
  })

  it('runs as a program, and knows its version', () => {
    const { status, stdout } = run(join(installed, manifest.bin.baton), '--version')
    expect({ status, stdout }).toEqual({ status: 0, stdout: '1.0.0\n' })
  })

  it('has the version that the documents say', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
    const examples = readdirSync(join(root, 'docs/examples')).map((file) => `docs/examples/${file}`)
    for (const page of ['docs/cli.md', ...examples]) {
      const versions =
        readFileSync(join(root, page), 'utf8').match(
          /(?:example-org\/baton@.* # v|\/v|download v|baton-|rev: v)\d+\.\d+\.\d+/g,
        ) ?? []
      expect([page, versions.length > 0, versions.filter((mention) => !mention.endsWith(version))]).toEqual([
        page,
        true,
        [],
      ])
    }
  })

  it('gives its schemas by name', () => {
    writeFileSync(
      join(project, 'schema.mjs'),
      `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\nconsole.log(require('baton/schema/config.v1.json').title ?? require('baton/schema/config.v1.json').type)\n`,
    )
    expect(run('schema.mjs')).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('the library', () => {
  const program = (body: string): unknown => {
    writeFileSync(join(project, 'main.mjs'), `import { check, protocols, render, run } from 'baton'\n${body}`)
    const { status, stdout, stderr } = run('main.mjs')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const at = '2026-02-04T10:00:00Z'

  it('checks a comparison, and renders what it finds', () => {
    const head = inHandoff(sample, ['stage: 2', 'stage: two'])
    const found = program(`
      const report = await check(${JSON.stringify(head)}, { at: '${at}', base: ${JSON.stringify(sample)} })
      console.log(JSON.stringify([report.verdict, JSON.parse(render(report, 'json')).errors.map(({ code, path }) => [code, path])]))`)
    expect(found).toEqual(['failed', expect.arrayContaining([['PLUGIN_STAGE_INVALID', handoffPath]])])
  })

  it('plans commands, and writes nothing', () => {
    const planned = program(`
      const { outcome, results, changes } = await run('/accept TinyGain', ${JSON.stringify(sample)}, { at: '${at}', actor: 'octocat' })
      console.log(JSON.stringify([outcome, results.map(({ target }) => target), [...changes.keys()].sort()]))`)
    expect(planned).toEqual(['changed', ['plugin:TinyGain'], ['PLUGINS.md', handoffPath]])
  })

  it('says why a command is refused, and when there is none', () => {
    const versions = program(`
      const who = { at: '${at}', actor: 'octocat' }
      const refused = await run('/accept Nothing', ${JSON.stringify(sample)}, who)
      const nothing = await run('Hello', ${JSON.stringify(sample)}, who)
      console.log(JSON.stringify([refused.outcome, refused.results[0].diagnostics[0].code, refused.changes.size, nothing.outcome]))`)
    expect(versions).toEqual(['refused', 'PLUGIN_UNKNOWN', 0, 'nothing'])
  })

  it('throws where the configuration cannot be read', () => {
    const versions = program(`
      const files = { ...${JSON.stringify(sample)}, '.github/baton.yml': 'modes: strict' }
      const failed = await run('/accept TinyGain', files, { at: '${at}', actor: 'octocat' }).catch((error) => error.message)
      console.log(JSON.stringify(failed))`)
    expect(versions).toContain('modes')
  })

  it('lists its protocols, their rules and commands', () => {
    const packed = program(
      `console.log(JSON.stringify(protocols.map(({ name, rules, commands }) => [name, rules.length > 0, commands.length > 0])))`,
    )
    expect(packed).toEqual(protocolNames.map((protocolName) => [protocolName, true, true]))
  })

  it('works as its page prints it', () => {
    const [, printed = ''] =
      /^```js\n([^]*?)^```$/m.exec(readFileSync(join(root, 'docs/agents/integrating.md'), 'utf8')) ?? []
    const input = `const [files, base] = [${JSON.stringify(inHandoff(sample, ['stage: 2', 'stage: two']))}, ${JSON.stringify(sample)}]\n`
    writeFileSync(join(project, 'printed.mjs'), `${input}${printed}console.log(outcome, changes.size)\n`)
    const { status, stdout, stderr } = run('printed.mjs')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^failed [^]*PLUGIN_STAGE_INVALID[^]*\nrefused 0\n$/)
  })

  it('has types that a strict project compiles with', () => {
    writeFileSync(
      join(project, 'main.ts'),
      `import { check, type Report, run } from 'baton'
const report: Report = await check({ 'PLUGINS.md': '' }, { at: '${at}', mode: 'strict' })
const codes: readonly string[] = report.diagnostics.map(({ code }) => code)
const { changes } = await run('/help', {}, { at: '${at}', actor: codes[0] ?? 'octocat' })
// @ts-expect-error: there is no such mode
await check({}, { at: '${at}', mode: 'lax' })
export const size: number = changes.size
`,
    )
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      // Neither a library nor the types of Node are there.
      lib: ['es2023'],
      strict: true,
      noEmit: true,
      types: [],
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    const { status, stdout } = run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json')
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })
})
