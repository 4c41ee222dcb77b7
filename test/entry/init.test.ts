import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample as governance } from '../../src/protocols/governance/examples.ts'
import { sample as handover } from '../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { sample as subagent } from '../../src/protocols/subagent/examples.ts'
import { complaints } from './workflow-parser.ts'
import { repository } from '../../src/core/links.ts'
import { repository as gitRepository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { project, scratch, write, type Files } from './programs.ts'
import { init, answered, moved } from './init-here.ts'

const places = scratch()
afterAll(() => places.remove())

const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

describe('baton init', () => {
  it('writes a configuration and a workflow, with which a check has the same targets', async () => {
    const folder = places.folder(plugin)
    const { code, stdout } = await init(folder)
    expect(code).toBe(0)
    expect(stdout).toContain('plugin: 1 target')
    expect(stdout).toContain('Wrote .github/baton.yml\nWrote .github/workflows/baton.yml\n')
    expect(stdout).toContain(
      'Replace `example-org/baton@v1` in the workflows by the owner and name of your copy of the action',
    )
    expect(text(folder, '.github/workflows/baton.yml')).toContain('# Replace example-org/baton by the owner and name')
    expect(text(folder, '.github/baton.yml')).not.toMatch(/^protocols:/m)
    expect((await runHere(['validate'], { cwd: folder })).stdout).toContain('1 target checked (plugin)')
  })

  it('lists what is not done when it is given again, until it is', async () => {
    const folder = places.folder(plugin)
    gitRepository(folder)
    const next = async (...words: readonly string[]) => {
      const { stdout } = await init(folder, ...words)
      return stdout.slice(stdout.indexOf('Next:'))
    }
    const first = await next()
    expect(await next()).toBe(first)
    for (const part of [
      'Replace `example-org/baton@v1`',
      'baton init --merge-driver',
      '--commands (',
      '--audit (',
      '--agents (',
    ])
      expect(first).toContain(part)
    const workflow = text(folder, '.github/workflows/baton.yml').replaceAll('example-org/baton', 'octocat/baton')
    write(folder, { '.github/workflows/baton.yml': workflow })
    await init(folder, '--agents')
    await init(folder, '--merge-driver')
    const last = await next()
    for (const part of ['Replace `', 'baton init --merge-driver', '--agents (']) expect(last).not.toContain(part)
    expect(last).toContain('--commands (')
  })

  it.each([
    ['octocat/baton@v2', [], 'octocat/baton@v2'],
    ['octocat/baton@v2', ['--pin', 'v3'], 'octocat/baton@v3'],
    ['example-org/baton@v2', [], 'example-org/baton@v1'],
  ])('names the action as the workflows that are there do: %s, %j', async (uses, words, expected) => {
    const folder = places.folder(plugin)
    await init(folder)
    const workflow = text(folder, '.github/workflows/baton.yml').replace('example-org/baton@v1', uses)
    write(folder, { '.github/workflows/baton.yml': workflow })
    await init(folder, '--commands', '--audit', ...words)
    for (const name of ['baton-commands', 'baton-audit']) {
      const written = text(folder, `.github/workflows/${name}.yml`)
      expect(written).toContain(`- uses: ${expected}\n`)
      expect(written.includes('# Replace')).toBe(expected.startsWith('example-org/'))
    }
  })

  it('says of another task together with --agents that these are two calls', async () => {
    const { code, stderr } = await init(places.folder(plugin), '--commands', '--agents')
    expect(code).toBe(2)
    expect(stderr).toContain('`baton init --commands` and `baton init --agents` are two calls')
  })

  it.each([
    [['--agents'], []],
    [[], ['--agents']],
  ])('keeps the duties of agents apart in a repository with agents: init %j, then init %j', async (first, second) => {
    const folder = places.folder(plugin)
    for (const words of [first, second]) expect((await init(folder, ...words)).code).toBe(0)
    const written = text(folder, '.github/baton.yml')
    expect(written).toMatch(/^# Baton checks [^]*^commands:\n {2}separate-duties: agents\b/m)
    expect((await runHere(['validate'], { cwd: folder })).stdout).toContain('1 target checked (plugin)')
    expect((await answered(folder)).kept.map(({ path }) => path)).toEqual(['.github/baton.yml'])
    await init(folder)
    expect(text(folder, '.github/baton.yml')).toBe(written)
  })

  it.each<readonly [string, Files, object]>([
    [
      'plugin',
      moved(moved(plugin, 'plugins/', 'audio/all/'), 'PLUGINS.md', 'docs/PLUGINS.md'),
      { root: 'audio/all', registry: 'docs/PLUGINS.md' },
    ],
    ['handover', moved(handover, '.claude/projects/', 'work/'), { projects: ['work/*'] }],
    ['subagent', moved(subagent, '.ralph-sessions/', 'work/agents/'), { sessions: ['work/agents/*'] }],
    ['governance', moved(governance, '.idumb/', 'meta/gov/'), { root: 'meta/gov' }],
  ])('finds the files of %s where they lie', async (name, files, section) => {
    const folder = places.folder(files)
    const { protocols } = await answered(folder)
    expect(protocols.map((protocol) => [protocol.name, protocol.section])).toEqual([[name, section]])
    const { code, stdout } = await runHere(['validate', '--format', 'json'], { cwd: folder })
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as { readonly checked: object }).checked).toMatchObject({ protocols: [name] })
  })

  it('writes what GitHub takes for workflows, and nothing that doctor reports but what init reports itself', async () => {
    const folder = places.folder(plugin)
    const { changes } = await answered(folder, '--commands', '--audit', '--pin', 'f'.repeat(40))
    expect(changes.map(({ path }) => path)).toEqual([
      '.github/baton.yml',
      '.github/workflows/baton.yml',
      '.github/workflows/baton-commands.yml',
      '.github/workflows/baton-audit.yml',
    ])
    const unknown = /^Unable to resolve action `actions\//
    for (const { path } of changes.slice(1))
      expect((await complaints(path, text(folder, path))).filter((complaint) => !unknown.test(complaint))).toEqual([])
    for (const { path } of changes)
      write(folder, { [path]: text(folder, path).replaceAll('example-org/baton', 'octocat/baton') })
    const { code, stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
    const { errors, warnings, notices } = JSON.parse(stdout) as Record<string, readonly { readonly code: string }[]>
    expect([code, errors, warnings, notices?.map((notice) => notice.code)]).toEqual([
      0,
      [],
      [],
      ['WORKFLOW_TOKEN_ONLY'],
    ])
  })

  it('overwrites nothing, and prints what it would have written', async () => {
    const folder = places.folder({ ...plugin, '.github/baton.yml': 'mode: soft\n' })
    const { code, stdout } = await init(folder)
    expect(code).toBe(0)
    expect(text(folder, '.github/baton.yml')).toBe('mode: soft\n')
    expect(stdout).toMatch(
      /Left alone, since it is there: \.github\/baton\.yml\. It would have been:\n {4}│ # (?:yaml-language-server|Baton checks)/,
    )
    expect(await answered(folder)).toMatchObject({
      outcome: 'unchanged',
      changes: [],
      kept: [{ path: '.github/baton.yml' }],
    })
  })

  it('adds no second workflow for what one does already', async () => {
    const workflow = 'on: [pull_request]\njobs: { a: { runs-on: x, steps: [{ uses: example-org/baton@v1 }] } }\n'
    const folder = places.folder({ ...plugin, '.github/workflows/other.yaml': workflow })
    expect((await answered(folder, '--audit')).changes.map(({ path }) => path)).toEqual([
      '.github/baton.yml',
      '.github/workflows/baton-audit.yml',
    ])
  })

  it.each([
    ['{ "devDependencies": { "baton": "file:baton-1.0.0.tgz" } }', 1],
    ['{}', repository === undefined ? 0 : 1],
  ])('names the schema where editors find it: with %s', async (manifest, lines) => {
    for (const [words, path] of [
      [['init'], plugin],
      [['new', 'workflow'], {}],
    ] as const) {
      const folder = places.folder({ ...path, 'package.json': manifest })
      expect((await runHere([...words], { cwd: folder })).code).toBe(0)
      const named = text(folder, '.github/baton.yml').match(/^# yaml-language-server: \$schema=\S+$/gm) ?? []
      expect(named).toHaveLength(lines)
      if (repository === undefined && lines === 1)
        expect(existsSync(join(project, named[0]?.replace(/.*node_modules\/baton\//, '') ?? ''))).toBe(true)
    }
  })

  it('writes nothing in a dry run', async () => {
    const folder = places.folder(plugin)
    const { stdout } = await init(folder, '--dry-run')
    expect(stdout).toContain('    │   baton:\n    │     runs-on: ubuntu-latest\n')
    expect(existsSync(join(folder, '.github'))).toBe(false)
  })

  it('says that there is nothing', async () => {
    const folder = places.folder({ 'README.md': '# Nothing\n', 'node_modules/x/brain/state.json': '{}' })
    const { code, stdout, stderr } = await init(folder)
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('Nothing was written.')
    expect(stderr).toContain(
      'Missing: state (`baton new workflow`).\nNot set up, and not needed: check (`baton init`), configuration (`baton init`), commands (`baton init --commands`), audit (`baton init --audit`), agents (`baton init --agents`).\n',
    )
    expect(existsSync(join(folder, '.github'))).toBe(false)
  })

  it('lists files that read as state and are left out', async () => {
    const folder = places.folder({ ...governance, ...moved(governance, '.idumb/', 'examples/one/') })
    const { stdout } = await init(folder, '--dry-run')
    expect(stdout).toContain('Left out:\n  governance: in a folder of samples\n    examples/one/brain/config.json\n')
    const result = await init(places.folder(moved(governance, '.idumb/', 'examples/one/')))
    expect([result.code, result.stderr]).toEqual([3, expect.stringContaining('    examples/one/brain/config.json\n')])
  })

  it('says where the files lie, if not where they do by default', async () => {
    const { stdout } = await init(places.folder(moved(handover, '.claude/projects/', 'work/')))
    expect(stdout).toMatch(/^ {2}handover: 1 target \(projects: work\/\*\)$/m)
  })

  it('offers the line that keeps its lock out of git, where that is not written yet', async () => {
    const offered = async (files: Files) =>
      (await init(places.folder({ ...plugin, ...files }), '--dry-run')).stdout.includes('`/.baton.*`')
    expect(await offered({})).toBe(true)
    expect(await offered({ '.gitignore': 'dist\n' })).toBe(true)
    expect(await offered({ '.gitignore': 'dist\r\n/.baton.*\r\n' })).toBe(false)
  })

  it('writes nothing through a link', async () => {
    const [folder, outside] = [places.folder(plugin), places.folder()]
    symlinkSync(outside, join(folder, '.github'))
    const { code, stderr } = await init(folder)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('TREE_READ_ONLY: `.github/baton.yml` cannot be written: `.github` is a symbolic link.'),
    ])
    expect(existsSync(join(outside, 'baton.yml'))).toBe(false)
  })

  it('takes no version that is none', async () => {
    const { code, stderr } = await init(places.folder(plugin), '--pin', 'v1\nwith: {}')
    expect(code).toBe(2)
    expect(stderr).toContain('--pin')
  })

  it('reads names that would do harm as names', async () => {
    const folder = places.folder()
    write(folder, {
      '::error::x/$(touch y)/TinyGain/.continue-here.md': plugin['plugins/TinyGain/.continue-here.md'] ?? '',
    })
    const { code } = await init(folder)
    expect([0, 3]).toContain(code)
    expect(existsSync(join(folder, 'y'))).toBe(false)
  })
})
