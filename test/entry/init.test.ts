import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample as governance } from '../../src/protocols/governance/examples.ts'
import { sample as handover } from '../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { sample as subagent } from '../../src/protocols/subagent/examples.ts'
import { complaints } from './workflow-parser.ts'
import { runGit } from '../processes/git.ts'
import { here } from './here.ts'
import { scratch, write, type Files } from './programs.ts'
import { commitAll, repository } from '../processes/work-tree.ts'

const places = scratch()
afterAll(() => places.remove())

const init = (folder: string, ...words: readonly string[]) => here(['init', ...words], { cwd: folder })
const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

interface Answer {
  readonly outcome: string
  readonly protocols: readonly { readonly name: string; readonly targets: number; readonly section: object }[]
  readonly changes: readonly { readonly path: string; readonly text: string }[]
  readonly kept: readonly { readonly path: string }[]
}
const answered = async (folder: string, ...words: readonly string[]) =>
  JSON.parse((await init(folder, ...words, '--format', 'json')).stdout) as Answer

/** The same files at other places. */
const moved = (files: Files, from: string, to: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path.startsWith(from) ? `${to}${path.slice(from.length)}` : path, content]),
  )

describe('baton init', () => {
  it('writes a configuration and a workflow, with which a check has the same targets', async () => {
    const folder = places.folder(plugin)
    const { code, stdout } = await init(folder)
    expect(code).toBe(0)
    expect(stdout).toContain('plugin: 1 target')
    expect(stdout).toContain('Wrote .github/baton.yml\nWrote .github/workflows/baton.yml\n')
    expect(text(folder, '.github/baton.yml')).not.toMatch(/^protocols:/m)
    expect((await here(['validate'], { cwd: folder })).stdout).toContain('1 target checked (plugin)')
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
    expect(protocols.map((each) => [each.name, each.section])).toEqual([[name, section]])
    const { code, stdout } = await here(['validate', '--format', 'json'], { cwd: folder })
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as { readonly checked: object }).checked).toMatchObject({ protocols: [name] })
  })

  it('writes what GitHub takes for workflows, and nothing that doctor finds fault with but what it says itself', async () => {
    const folder = places.folder(plugin)
    const { changes } = await answered(folder, '--commands', '--audit', '--pin', 'f'.repeat(40))
    expect(changes.map(({ path }) => path)).toEqual([
      '.github/baton.yml',
      '.github/workflows/baton.yml',
      '.github/workflows/baton-commands.yml',
      '.github/workflows/baton-audit.yml',
    ])
    for (const { path } of changes.slice(1)) expect(await complaints(path, text(folder, path))).toEqual([])
    const { code, stdout } = await here(['doctor', '--format', 'json'], { cwd: folder })
    const { errors, warnings, notices } = JSON.parse(stdout) as Record<string, readonly { readonly code: string }[]>
    expect([code, errors, warnings, notices?.map((each) => each.code)]).toEqual([0, [], [], ['WORKFLOW_TOKEN_ONLY']])
  })

  it('overwrites nothing, and says what it would have written', async () => {
    const folder = places.folder({ ...plugin, '.github/baton.yml': 'mode: soft\n' })
    const { code, stdout } = await init(folder)
    expect(code).toBe(0)
    expect(text(folder, '.github/baton.yml')).toBe('mode: soft\n')
    expect(stdout).toMatch(/Left alone, since it is there: \.github\/baton\.yml\. It would have been:\n {4}│ # yaml-language-server/)
    expect(await answered(folder)).toMatchObject({ outcome: 'unchanged', changes: [], kept: [{ path: '.github/baton.yml' }] })
  })

  it('adds no second workflow for what one does already', async () => {
    const workflow = 'on: [pull_request]\njobs: { a: { runs-on: x, steps: [{ uses: example-org/baton@v1 }] } }\n'
    const folder = places.folder({ ...plugin, '.github/workflows/other.yaml': workflow })
    expect((await answered(folder, '--audit')).changes.map(({ path }) => path)).toEqual([
      '.github/baton.yml',
      '.github/workflows/baton-audit.yml',
    ])
  })

  it('writes nothing where it is only to say what it would', async () => {
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
    expect(existsSync(join(folder, '.github'))).toBe(false)
  })

  it('takes no tracked link for state, and no file that only has the name', async () => {
    const folder = places.folder({ 'b.js': 'hi\n', 'commands/progress.md': '# Progress\n\nShow the progress.\n' })
    symlinkSync('b.js', join(folder, 'a.js'))
    repository(folder)
    expect((await init(folder)).code).toBe(3)
    write(folder, moved(governance, '.idumb/', 'tools/.idumb/'))
    expect((await answered(folder)).protocols).toEqual([{ name: 'governance', targets: 2, section: { root: 'tools/.idumb' } }])
    for (const command of ['validate', 'doctor']) expect([command, (await here([command], { cwd: folder })).code]).toEqual([command, 0])
  })

  it('says what reads as state and is left out', async () => {
    const folder = places.folder({ ...governance, ...moved(governance, '.idumb/', 'examples/one/') })
    const { stdout } = await init(folder, '--dry-run')
    expect(stdout).toContain('Left out:\n  governance: in a folder of samples\n    examples/one/brain/config.json\n')
    const alone = await init(places.folder(moved(governance, '.idumb/', 'examples/one/')))
    expect([alone.code, alone.stderr]).toEqual([3, expect.stringContaining('    examples/one/brain/config.json\n')])
  })

  it('says where the files lie, if not where they do by default', async () => {
    const { stdout } = await init(places.folder(moved(handover, '.claude/projects/', 'work/')))
    expect(stdout).toMatch(/^ {2}handover: 1 target \(projects: work\/\*\)$/m)
  })

  it.each([[[]], [['--root', '.']]])('writes where GitHub looks, from a folder below: %j', async (words) => {
    const folder = places.folder(Object.fromEntries(Object.entries(plugin).map(([path, content]) => [`audio/${path}`, content])))
    mkdirSync(join(folder, '.git'))
    const { code, stdout } = await init(join(folder, 'audio'), ...words)
    expect([code, stdout]).toEqual([0, expect.stringContaining('plugin: 1 target (root: audio/plugins, registry: audio/PLUGINS.md)')])
    expect(existsSync(join(folder, 'audio/.github'))).toBe(false)
    expect(existsSync(join(folder, '.github/baton.yml'))).toBe(true)
  })

  it('offers the line that keeps its lock out of git, where that is not written yet', async () => {
    const offered = async (files: Files) => (await init(places.folder({ ...plugin, ...files }), '--dry-run')).stdout.includes('`/.baton.*`')
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
      expect.stringContaining('TREE_READ_ONLY: `.github/baton.yml` cannot be written: `.github` is a link.'),
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
    write(folder, { '::error::x/$(touch y)/TinyGain/.continue-here.md': plugin['plugins/TinyGain/.continue-here.md'] ?? '' })
    const { code } = await init(folder)
    expect([0, 3]).toContain(code)
    expect(existsSync(join(folder, 'y'))).toBe(false)
  })
})

describe('the merge driver', () => {
  const rows = (status: string) =>
    Array.from({ length: 20 }, (_, index) => `| Gain${index} | ${index === 0 ? status : '💡 Ideated'} |\n`).join('')
  const registry = (status = '💡 Ideated') => `| Plugin Name | Status |\n|---|---|\n${rows(status)}`
  const clone = (files: Files) => {
    const folder = places.folder(files)
    repository(folder)
    return folder
  }
  const configured = (folder: string, name = 'baton') =>
    execFileSync('git', ['config', '--default', '', '--get', `merge.${name}.driver`], { cwd: folder, encoding: 'utf8' }).trim()
  const found = async (folder: string) => {
    const { stdout } = await here(['doctor', '--format', 'json'], { cwd: folder })
    const { warnings, notices } = JSON.parse(stdout) as Record<string, readonly { readonly code: string; readonly message: string }[]>
    return [...(warnings ?? []), ...(notices ?? [])].flatMap(({ code, message }) =>
      code.startsWith('REGISTRY_') ? [`${code} ${message.split(' ', 1)[0]}`] : [],
    )
  }

  it('is written as an attribute, and set in the configuration of the clone only where that was asked', async () => {
    const folder = clone({ 'PLUGINS.md': registry(), '.gitattributes': '*.wav binary\r\n*.png binary' })
    expect(await found(folder)).toEqual(['REGISTRY_MERGE_DRIVER Missing'])
    const { stdout } = await init(folder)
    expect(stdout).toContain('Added to .gitattributes: PLUGINS.md merge=baton\n')
    expect(stdout).toContain('Run `baton init --merge-driver` in each clone')
    expect(text(folder, '.gitattributes')).toBe('*.wav binary\r\n*.png binary\r\nPLUGINS.md merge=baton\r\n')
    expect([configured(folder), await found(folder)]).toEqual(['', ['REGISTRY_MERGE_DRIVER Unexpected']])

    const dry = await init(folder, '--merge-driver', '--dry-run')
    expect([dry.stdout, configured(folder)]).toEqual([expect.stringContaining('Would configure the merge driver'), ''])
    const set = await init(folder, '--merge-driver')
    expect([set.code, set.stdout]).toEqual([
      0,
      expect.stringContaining('Configured the merge driver in this clone: git config merge.baton.driver'),
    ])
    expect(await found(folder)).toEqual([])
    expect((await init(folder, '--merge-driver')).stdout).toContain('Already configured in this clone: the merge driver.')
    expect(text(folder, '.gitattributes').match(/merge=baton/g)).toHaveLength(1)
  })

  it('merges rows as git calls it', async () => {
    const folder = clone({ 'PLUGINS.md': registry() })
    await init(folder, '--merge-driver')
    commitAll(folder)
    await runGit(folder, ['checkout', '--quiet', '-b', 'side'])
    write(folder, { 'PLUGINS.md': registry('📦 Installed') })
    commitAll(folder)
    await runGit(folder, ['checkout', '--quiet', 'main'])
    write(folder, { 'PLUGINS.md': registry().replace('| Gain1 | 💡 Ideated |', '| Gain1 | ✅ Working |') })
    commitAll(folder)
    await runGit(folder, ['merge', '--quiet', 'side'])
    expect(text(folder, 'PLUGINS.md')).toContain('| Gain0 | 📦 Installed |\n| Gain1 | ✅ Working |\n')
  })

  it('is found by doctor where it does not start, and where it is another program', async () => {
    const folder = clone({ 'PLUGINS.md': registry(), '.gitattributes': 'PLUGINS.md merge=baton\n' })
    const set = (command: string) => execFileSync('git', ['config', 'merge.baton.driver', command], { cwd: folder })
    set('no-such-baton merge-registry %O %A %B %P')
    expect(await found(folder)).toEqual(['REGISTRY_DRIVER_BROKEN Unexpected'])
    set('touch started')
    expect(await found(folder)).toEqual(['REGISTRY_MERGE_DRIVER Unexpected'])
    expect(existsSync(join(folder, 'started'))).toBe(false)
    const { stdout } = await init(folder, '--merge-driver', '--format', 'json')
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'changed', mergeDriver: { before: 'touch started', command: configured(folder) } })
    expect(await found(folder)).toEqual([])
    write(folder, { '.gitattributes': 'PLUGINS.md merge=union\n' })
    expect([await found(folder), (await answered(folder)).changes]).toEqual([[], []])
  })

  it('is nothing where there is no registry or no clone', async () => {
    expect(await init(places.folder(plugin), '--merge-driver')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in no git repository'),
    })
    const folder = clone(handover)
    expect(await init(folder, '--merge-driver')).toMatchObject({ code: 2, stderr: expect.stringContaining('no registry') })
    expect(existsSync(join(folder, '.github'))).toBe(false)
  })

  it('leaves attributes alone that are a link', async () => {
    const [folder, outside] = [clone({ 'PLUGINS.md': registry() }), places.folder({ attributes: '' })]
    symlinkSync(join(outside, 'attributes'), join(folder, '.gitattributes'))
    expect(await init(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('Left alone, since it is there: .gitattributes.') })
    expect(text(outside, 'attributes')).toBe('')
  })
})
