import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import type { BuiltInName } from '../../src/core/protocol-name.ts'
import { runGit } from '../processes/git.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

// The set-up says what git does, not what was written for it.

const places = scratch()
afterAll(places.remove)

const clone = (files: Files) => {
  const folder = places.folder(files)
  repository(folder, octocat)
  return folder
}

async function warnings(folder: string): Promise<readonly string[]> {
  const { stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
  const report = JSON.parse(stdout) as Record<
    'warnings' | 'notices',
    readonly { readonly code: string; readonly path: string }[]
  >
  return [...report.warnings, ...report.notices].map(({ code, path }) => `${code} ${path}`)
}

const isAbout = (text: string) => (line: string) => line.includes(text)

/**
 * State of a protocol that is committed, a pattern that covers what will be written next, and how `doctor` reports it.
 */
const ignored: Readonly<
  Record<BuiltInName, { readonly files: Files; readonly pattern: string; readonly code: string }>
> = {
  plugin: {
    files: { [plugin.registryPath]: plugin.sample[plugin.registryPath] ?? '' },
    pattern: '.continue-here.md',
    code: 'STATE_IGNORED',
  },
  handover: {
    files: { [handover.briefPath]: handover.sample[handover.briefPath] ?? '' },
    pattern: 'progress.json',
    code: 'STATE_IGNORED',
  },
  subagent: { files: subagent.sample, pattern: '.ralph-sessions/*/tasks.md', code: 'SUBAGENT_STATE_IGNORED' },
  control: { files: control.sample, pattern: 'handback.json', code: 'STATE_IGNORED' },
  governance: { files: governance.sample, pattern: '.idumb/sessions/', code: 'GOV_ROOT_IGNORED' },
}

describe.each(Object.entries(ignored))(
  'a pattern that covers the state that %s will write',
  (_, { files, pattern, code }) => {
    it('is named by doctor and init in a fresh clone, in which no such file is', async () => {
      const folder = clone({ ...files, '.gitignore': `*.log\n${pattern}\n` })
      expect((await warnings(folder)).filter(isAbout('IGNORED'))).toContainEqual(expect.stringContaining(code))
      expect((await runHere(['init', '--dry-run'], { cwd: folder })).stdout).toContain(
        `Remove \`${pattern}\` from line 2 of .gitignore`,
      )
    })

    it('is found in the exclusions of the clone, too', async () => {
      const folder = clone(files)
      expect((await warnings(folder)).filter(isAbout('IGNORED'))).not.toContainEqual(expect.stringContaining(code))
      writeFileSync(join(folder, '.git', 'info', 'exclude'), `${pattern}\n`)
      expect((await warnings(folder)).filter(isAbout(code))).toHaveLength(1)
    })
  },
)

describe('the merge driver', () => {
  const attributed = (text: string) => clone({ ...plugin.sample, '.gitattributes': text })

  it('is found missing where git keeps the lines of both sides', async () => {
    expect(await warnings(attributed('PLUGINS.md merge=union\n'))).toContain('REGISTRY_MERGE_DRIVER PLUGINS.md')
  })

  it('replaces another one on request', async () => {
    const folder = attributed('PLUGINS.md merge=union\n')
    expect((await runHere(['init', '--merge-driver'], { cwd: folder })).stdout).not.toContain('Not in effect')
    expect(readFileSync(join(folder, '.gitattributes'), 'utf8')).toBe(
      'PLUGINS.md merge=union\nPLUGINS.md merge=baton\n',
    )
    expect((await runGit(folder, ['check-attr', 'merge', 'PLUGINS.md'])).toString()).toContain('baton')
    expect(await warnings(folder)).not.toContainEqual(expect.stringContaining('REGISTRY_MERGE_DRIVER'))
  })

  it('is not said to be in effect where another attribute has the last word', async () => {
    const folder = attributed('')
    writeFileSync(join(folder, '.git', 'info', 'attributes'), 'PLUGINS.md merge=union\n')
    const { stdout } = await runHere(['init', '--merge-driver'], { cwd: folder })
    expect(stdout).toContain('Not in effect: git still merges PLUGINS.md by the driver union')
  })
})

describe('a file for one machine alone', () => {
  const give = (folder: string, ...words: readonly string[]) =>
    runHere([...words, '--at', '2026-02-04T10:00:00Z'], { cwd: folder })
  /** A handback that leaves the state of a session. */
  const handback = ['handback', 'login', 'error', 'It failed'] as const
  const untracked = async (folder: string) =>
    (await runGit(folder, ['status', '--porcelain', '--untracked-files=all'])).toString()

  it('is ignored by git from the command on that writes it', async () => {
    const folder = clone(handover.inProgress(...handover.working))
    expect((await warnings(folder)).filter(isAbout('LOCAL_NOT_IGNORED'))).toHaveLength(1)
    expect((await give(folder, ...handback)).code).toBe(0)
    expect(await untracked(folder)).not.toContain('.local.')
    await runGit(folder, ['add', '--all'])
    await runGit(folder, ['commit', '--quiet', '--message', 'A failure'])
    expect((await give(folder, 'validate', '--base', 'HEAD~1')).stdout).not.toContain('LOCAL_FILE_COMMITTED')
    const excluded = readFileSync(join(folder, '.git', 'info', 'exclude'), 'utf8')
    await give(folder, 'accept', 'login')
    await give(folder, ...handback)
    expect(readFileSync(join(folder, '.git', 'info', 'exclude'), 'utf8')).toBe(excluded)
  })

  it('changes nothing of git where a pattern covers it', async () => {
    const folder = clone({ ...handover.inProgress(...handover.working), '.gitignore': '*.local.*\n' })
    expect((await warnings(folder)).filter(isAbout('LOCAL_NOT_IGNORED'))).toEqual([])
    await give(folder, ...handback)
    expect(() => readFileSync(join(folder, '.git', 'info', 'exclude'))).toThrow('ENOENT')
  })

  it('is named where the exclusions of git cannot be written: they are a link', async () => {
    const folder = clone({ ...handover.inProgress(...handover.working), 'patterns.txt': '' })
    symlinkSync('../../patterns.txt', join(folder, '.git', 'info', 'exclude'))
    const { code, stdout } = await give(folder, ...handback)
    expect([code, stdout]).toEqual([0, expect.stringContaining('LOCAL_NOT_IGNORED')])
    expect(readFileSync(join(folder, 'patterns.txt'), 'utf8')).toBe('')
  })
})
