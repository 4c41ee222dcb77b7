import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { JsonBoard } from '../../src/render/board.schema.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { cutOffNote } from '../../src/core/history.ts'
import { commitAll, initialize } from '../processes/work-tree.ts'
import { declaration, declared } from './declared.ts'
import { runHere } from './here.ts'
import { environment, scratch, write, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const at = ['--at', '2026-02-04T10:00:00Z']

const files: Files = { ...plugin.inProgressSample, ...control.returned('question'), ...subagent.sample }

function git(folder: string, day: number, ...words: readonly string[]): void {
  const time = `2026-02-0${day}T00:00:00Z`
  const env = environment({ GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time })
  execFileSync('git', ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com', ...words], {
    cwd: folder,
    env,
    stdio: 'pipe',
  })
}

/** A clone whose commits are of these days of February, oldest first. */
function clone(...commits: readonly (readonly [day: number, files: Files])[]): string {
  const folder = places.folder({})
  initialize(join(folder, '.git'))
  for (const [day, changed] of commits) {
    write(folder, changed)
    commitAll(folder, `Day ${day}`, Date.UTC(2026, 1, day) / 1000)
  }
  return folder
}

const board = (cwd: string, ...args: readonly string[]) => runHere(['board', ...args, ...at], { cwd })

async function dataOf(cwd: string, ...args: readonly string[]): Promise<JsonBoard> {
  const { code, stdout, stderr } = await board(cwd, '--format', 'json', ...args)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as JsonBoard
}

const inLanes = ({ targets }: JsonBoard) => targets.map(({ lane, id }) => `${lane} ${id}`)

const all = [
  'person stage:explore@run-2026-01-20-001',
  'agent plugin:TinyGain',
  'ready task:task-2@260131-144400',
  'ready task:task-3@260131-144400',
  'done task:plan-init@260131-144400',
  'done task:task-1@260131-144400',
]

describe('baton board', () => {
  it('says of a file that cannot be read what the history says of it', async () => {
    const folder = clone([1, plugin.sample], [2, { [plugin.handoffPath]: 'no\0text' }])
    for (const look of [[], ['--rev', 'HEAD']]) {
      const { targets } = await dataOf(folder, ...look)
      const lost = targets.find(({ id }) => id === 'plugin:TinyGain')
      expect([look, lost]).toMatchObject([
        look,
        { state: 'unreadable', lane: 'unknown', since: { at: '2026-02-02T00:00:00.000Z', by: 'replayed' } },
      ])
      expect([lost?.holder, lost?.next]).toEqual([undefined, '/restore TinyGain state'])
    }
    expect((await runHere(['history', '--transitions'], { cwd: folder })).stdout).toMatch(
      /2026-02-02 .* unknown +unreadable/,
    )
  })

  it('lists every target by its lane, whatever is wrong, with exit code 0', async () => {
    const folder = places.folder(files)
    const data = await dataOf(folder)
    expect(inLanes(data).filter((target) => !target.includes('specify'))).toEqual(all)
    expect(data.counts).toMatchObject({ person: 1, agent: 1, done: 2 })
    expect(data.notes).toEqual([expect.stringContaining('no git history')])
    const wrong = places.folder(plugin.withStatus(plugin.sample, '🚧 Stage 2', '💡 Ideated'))
    expect((await dataOf(wrong)).targets[0]).toMatchObject({
      lane: 'ready',
      next: expect.stringMatching(/^\/\w+ TinyGain/) as unknown,
    })
  })

  it('prints the same as text', async () => {
    const { code, stdout } = await board(places.folder(files))
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^\? Waits for a person {2}1\n {2}stage +explore +returned question +question: Which colour\? +baton answer explore …$/m,
    )
    expect(stdout).toMatch(
      /^▶ With an agent {2}1\n {2}plugin +TinyGain +stage 3 in_progress .*dsp-agent +baton handback TinyGain success$/m,
    )
    expect(stdout).toMatch(/^✓ Done {2}2 {4}plan-init {2}task-1$/m)
  })

  it('has only some lanes, targets or protocols', async () => {
    const folder = places.folder(files)
    const mine = await dataOf(folder, '--mine')
    expect([inLanes(mine), mine.counts.agent]).toEqual([[all[0]], 1])
    expect(inLanes(await dataOf(folder, '--lane', 'agent', '--lane', 'done'))).toEqual([all[1], ...all.slice(4)])
    expect(inLanes(await dataOf(folder, 'TinyGain', 'task-2'))).toEqual([all[1], all[2]])
    expect(inLanes(await dataOf(folder, 'ralph:260131-144400'))).toEqual(all.slice(2))
    expect(inLanes(await dataOf(folder, '--protocol', 'plugin'))).toEqual([all[1]])
    expect((await board(folder, '--lane', 'done')).stdout).toMatch(/^ {2}task {2}task-1 +completed/m)
    const unknown = await board(folder, 'TinyGian')
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('TinyGain')])
    expect((await board(folder, '--lane', 'nowhere')).code).toBe(2)
  })

  it('says since when: by the files, by the past or the newest commit of a target, or that it is not committed', async () => {
    const folder = clone(
      [1, { ...files, ...handover.inProgress(...handover.working) }],
      [2, { 'README.md': 'Two\n' }],
      [3, plugin.change(plugin.inProgressSample, { [plugin.handoffPath]: [['# ', '#  ']] })],
    )
    write(folder, { [subagent.progressPath]: `${String(files[subagent.progressPath])}\n` })
    const data = await dataOf(folder)
    const since = Object.fromEntries(
      data.targets.map((target) => [target.name, target.uncommitted ?? target.since?.at.slice(0, 10)]),
    )
    expect(since).toMatchObject({
      TinyGain: '2026-02-01',
      explore: '2026-02-01',
      '2026-01-20-login': '2026-01-20',
      'task-2': true,
    })
    const sinceOf = ({ targets }: JsonBoard) => targets.find(({ name }) => name === 'TinyGain')?.since
    expect(sinceOf(data)).toMatchObject({ at: '2026-02-01T00:00:00.000Z', by: 'replayed' })
    expect(sinceOf(await dataOf(folder, '--no-history'))).toMatchObject({
      at: '2026-02-03T00:00:00.000Z',
      by: 'touched',
      commit: data.commit,
    })
    expect([data.branch, data.dirty]).toEqual(['main', true])
    expect((await board(folder)).stdout).toMatch(/TinyGain .* 3 d .*\n[^]*uncommitted/)
    expect((await board(folder, '--no-history')).stdout).toMatch(/TinyGain .* ≤ 1 d .*\n[^]*uncommitted/)

    const before = await dataOf(folder, '--rev', 'HEAD~1')
    expect(before.targets.find(({ name }) => name === 'TinyGain')?.since?.at).toBe('2026-02-01T00:00:00.000Z')
    expect([before.dirty, before.commit === data.commit]).toEqual([undefined, false])
    expect(before.targets.some(({ uncommitted }) => uncommitted)).toBe(false)
  })

  it('counts what a branch brought from its merge, and knows nothing of the end of a history that was cut off', async () => {
    const folder = clone([1, plugin.sample])
    git(folder, 2, 'switch', '--quiet', '--create', 'topic')
    write(folder, plugin.inProgressSample)
    git(folder, 2, 'commit', '--quiet', '--all', '--message', 'Work')
    git(folder, 3, 'switch', '--quiet', 'main')
    git(folder, 3, 'merge', '--quiet', '--no-ff', 'topic', '--message', 'Merge')
    const merged = await dataOf(folder)
    expect(merged.targets[0]?.since).toEqual({ at: '2026-02-03T00:00:00.000Z', by: 'replayed', commit: merged.commit })

    const shallow = places.folder({})
    git(shallow, 1, 'clone', '--quiet', '--depth', '1', `file://${folder}`, '.')
    for (const words of [[], ['--no-history']]) {
      const data = await dataOf(shallow, ...words)
      expect([words, data.targets[0], data.notes]).toEqual([
        words,
        expect.not.objectContaining({ since: expect.anything() }),
        [cutOffNote],
      ])
    }
    for (const format of ['text', 'markdown', 'html'])
      expect((await board(shallow, '--format', format)).stdout).toContain('fetch-depth: 0')
    // An empty repository has no commit at all.
    const fresh = places.folder(plugin.sample)
    git(fresh, 1, 'init', '--quiet')
    expect((await dataOf(fresh)).targets[0]).not.toHaveProperty('since')
  })

  it('does not call state uncommitted that is committed without its declaration', async () => {
    const { '.github/baton.yml': declaration = '', ...work } = declared
    const folder = clone([1, work])
    write(folder, { '.github/baton.yml': declaration })
    const { targets, dirty } = await dataOf(folder)
    expect([targets.length > 0, dirty]).toEqual([true, false])
    for (const target of targets) expect(target).toMatchObject({ since: { at: '2026-02-01T00:00:00.000Z' } })
  })

  it('reads a folder of a repository as it reads a whole one', async () => {
    const inner = Object.fromEntries(Object.entries(plugin.sample).map(([path, text]) => [`apps/audio/${path}`, text]))
    const folder = join(clone([1, inner]), 'apps/audio')
    expect((await dataOf(folder, '--root', '.')).targets[0]).toMatchObject({
      since: { at: '2026-02-01T00:00:00.000Z', by: 'replayed' },
    })
    write(folder, { [plugin.handoffPath]: `${String(plugin.sample[plugin.handoffPath])}\nMore.\n` })
    expect((await dataOf(folder, '--root', '.')).targets[0]).toMatchObject({ uncommitted: true })
  })

  it('takes a folder for changed where a file in it is new, gone or another, and not where git ignores it', async () => {
    const folder = clone([1, { ...control.sample, '.gitignore': '*.log\n' }])
    const explore = async () => (await dataOf(folder, 'explore')).targets[0]?.uncommitted
    expect(await explore()).toBeUndefined()
    write(folder, { [control.stagePath('run/output-files/build.log')]: 'x\n' })
    expect(await explore()).toBeUndefined()
    const brief = control.stagePath('inputs/brief.md')
    write(folder, { [brief]: 'Another brief.\n' })
    expect(await explore()).toBe(true)
    write(folder, { [brief]: String(control.sample[brief]) })
    expect(await explore()).toBeUndefined()
    write(folder, { [control.stagePath('inputs/more.md')]: 'More.\n' })
    expect(await explore()).toBe(true)
    git(folder, 1, 'add', '--all')
    expect(await explore()).toBe(true)
    git(folder, 1, 'reset', '--quiet', '--hard')
    expect(await explore()).toBeUndefined()
    rmSync(join(folder, brief))
    expect(await explore()).toBe(true)
  })

  it('has links to the host of the remote, or to that of the options', async () => {
    const folder = clone([1, plugin.sample])
    const repositoryOf = async (...args: readonly string[]) => (await dataOf(folder, ...args)).repository
    expect(await repositoryOf()).toBeUndefined()
    git(folder, 1, 'remote', 'add', 'origin', 'git@github.com:octocat/Hello-World.git')
    expect(await repositoryOf()).toBe('octocat/Hello-World')
    expect(await repositoryOf('--server', 'https://git.example.com')).toBeUndefined()
    expect(await repositoryOf('--repo', 'example-org/plugins')).toBe('example-org/plugins')
    const { stdout } = await board(
      folder,
      '--format',
      'markdown',
      '--repo',
      'example-org/plugins',
      '--server',
      'https://git.example.com',
    )
    expect(stdout).toMatch(
      /\(https:\/\/git\.example\.com\/example-org\/plugins\/blob\/[0-9a-f]{40}\/plugins\/TinyGain\/\.continue-here\.md\)/,
    )
    for (const [option, value] of [
      ['--repo', 'x'],
      ['--repo', '../b'],
      ['--repo', 'a/..'],
      ['--server', 'http://example.com'],
      ['--server', 'javascript:x'],
    ] as const)
      expect((await board(folder, option, value)).code).toBe(2)
  })

  it('is written into a file, never through a link and never into .git', async () => {
    const folder = clone([1, plugin.sample])
    const { code, stdout, stderr } = await board(folder, '--format', 'markdown', '--output', 'out/board.md')
    expect([code, stdout, stderr]).toEqual([0, '', expect.stringMatching(/^Wrote out\/board\.md: \d+ bytes\.\n$/)])
    expect(readFileSync(join(folder, 'out/board.md'), 'utf8')).toMatch(/^## Baton: 1 with the orchestrator/)
    expect((await board(folder, '--output', '.git/board.md')).code).toBe(2)
    expect(existsSync(join(folder, '.git/board.md'))).toBe(false)
    const outside = places.folder({ 'kept.md': 'kept\n' })
    symlinkSync(outside, join(folder, 'linked'))
    symlinkSync(join(outside, 'kept.md'), join(folder, 'link.md'))
    for (const option of ['--output', '--html'])
      for (const [path, cause] of [
        ['linked/kept.md', '`linked` is a symbolic link'],
        ['link.md', 'it is a symbolic link'],
        ['.git/x', 'expected a file outside of .git'],
        [join(outside, 'gone/board.md'), 'expected a file in an existing folder'],
      ] as const)
        expect(await board(folder, option, path)).toMatchObject({
          code: 2,
          stdout: '',
          stderr: expect.stringMatching(new RegExp(`^Unexpected ${option} .*${cause}`)) as unknown,
        })
    expect(readFileSync(join(outside, 'kept.md'), 'utf8')).toBe('kept\n')
    const apart = join(outside, 'board.json')
    expect((await board(folder, '--format', 'json', '--output', apart)).code).toBe(0)
    expect(JSON.parse(readFileSync(apart, 'utf8'))).toMatchObject({ version: 1 })
  })

  const withBoard = declaration.replace(
    'place: {',
    'places:\n      board: { in: BOARD.md, table: Board, row: { Item: "{id}" }, column: Status }\n      file: {',
  )
  it.each([
    ['plugin', plugin.sample, /PLUGINS|continue-here|architecture/],
    ['control', control.returned('question'), /handback\.json$/],
    ['subagent', subagent.sample, /tasks\.md$/],
    ['handover', handover.sample, /(plan|brief)\.md$/],
    [
      'a declared workflow',
      {
        ...declared,
        '.github/baton.yml': withBoard,
        'BOARD.md': '# Board\n\n| Item | Status |\n|---|---|\n| a | todo |\n',
      },
      /BOARD|work\/a|baton\.yml/,
    ],
  ] as [string, Files, RegExp][])('replaces no file that holds the state of %s', async (_, held, replaced) => {
    const folder = clone([1, { ...held, 'old.md': 'old\n' }])
    const paths = Object.keys(held).filter((path) => replaced.test(path))
    expect(paths).not.toEqual([])
    for (const command of ['board', 'history'])
      for (const path of paths) {
        const before = readFileSync(join(folder, path), 'utf8')
        expect(await runHere([command, '--html', path, '--anyway', ...at], { cwd: folder })).toMatchObject({
          code: 2,
          stdout: '',
          stderr: expect.stringContaining(
            'expected another file: this one holds state or the configuration.',
          ) as unknown,
        })
        expect(readFileSync(join(folder, path), 'utf8')).toBe(before)
      }
    expect((await board(folder, '--output', 'old.md')).code).toBe(0)
  })

  it('ends with 3 where there is nothing, and with 2 where the configuration cannot be read', async () => {
    const folder = places.folder({})
    expect((await board(folder)).code).toBe(3)
    expect((await board(folder, '--allow-empty')).stdout).toContain('No decision is due.')
    mkdirSync(join(folder, '.github'))
    writeFileSync(join(folder, '.github/baton.yml'), 'version: [\n')
    expect((await board(folder)).code).toBe(2)
    expect((await board(folder, '--watch', '--rev', 'HEAD')).code).toBe(2)
    expect((await board(folder, '--watch', '--output', 'x')).code).toBe(2)
  })

  it('is the same text in Markdown a day later', async () => {
    const folder = clone([1, files])
    const page = async (time: string, ...args: readonly string[]) =>
      (await runHere(['board', '--format', 'markdown', '--at', time, ...args], { cwd: folder })).stdout
    expect(await page('2026-02-05T10:00:00Z')).toBe(await page('2026-02-04T10:00:00Z'))
    expect(await page('2026-02-04T10:00:00Z', '--no-history')).toContain('≤ 2026-02-01')
  })

  it('is a page with its past, where it has one and that is not left out', async () => {
    const folder = clone([1, plugin.sample], [2, plugin.inProgressSample])
    const { code, stdout, stderr } = await board(folder, '--html', 'out/board.html')
    expect([code, stdout, stderr]).toEqual([0, '', expect.stringMatching(/^Wrote out\/board\.html: \d+ bytes\.\n$/)])
    const page = readFileSync(join(folder, 'out/board.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>\n/)
    expect(page).toContain('<h1 class="news">1 with an agent</h1>')
    expect(page).toContain('class="view view-timeline"')
    const withoutHistory = await board(folder, '--format', 'html', '--no-history')
    expect([withoutHistory.code, withoutHistory.stderr]).toEqual([0, ''])
    expect(withoutHistory.stdout).not.toContain('class="view view-timeline"')
    expect((await board(folder, '--html', 'x.html', '--format', 'json')).code).toBe(2)
    expect((await board(places.folder(files), '--format', 'html')).stdout).toContain('no git history')
  })
})
