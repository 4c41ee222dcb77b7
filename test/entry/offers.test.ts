import { afterAll, describe, expect, it } from 'vitest'
import { declared } from './declared.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const withStatus = '---\nid: task-1\nstatus: To Do\n---\n'
const tracker = 'development_status:\n  epic-1: in-progress\n  1-1-sign-in: backlog\n'
const tasks = JSON.stringify({ main: { tasks: [{ id: 1, status: 'pending' }] } })

/** Files of tools, and the entry that switches the preset on. */
const repositories: readonly (readonly [string, Files, entry: string])[] = [
  ['task-master', { '.taskmaster/tasks/tasks.json': tasks }, 'task-master'],
  [
    'task-master, older',
    { 'tasks/tasks.json': '{"tasks":[{"id":1,"status":"done","dependencies":[]}]}' },
    '{ use: task-master, with: { file: tasks/tasks.json } }',
  ],
  ['beads', { '.beads/issues.jsonl': '{"id":"a-1","status":"open"}\n' }, 'beads'],
  [
    'backlog-md',
    { 'backlog/config.yml': 'project_name: a\n', 'backlog/tasks/task-1 - A.md': withStatus },
    'backlog-md',
  ],
  [
    'backlog-md in another folder',
    { 'backlog.config.yml': 'backlog_directory: ./docs/plan/\n', 'docs/plan/tasks/task-1 - A.md': withStatus },
    '{ use: backlog-md, with: { root: docs/plan } }',
  ],
  ['bmad', { '_bmad-output/implementation-artifacts/sprint-status.yaml': tracker }, 'bmad'],
  [
    'bmad, older',
    { 'docs/sprint-artifacts/sprint-status.yaml': tracker },
    '{ use: bmad, with: { root: docs/sprint-artifacts } }',
  ],
  [
    'bmad without a tracker',
    { '_bmad-output/specs/spec-login/stories/1-form.md': '---\nstatus: draft\n---\n' },
    'bmad',
  ],
  ['openspec', { 'openspec/changes/add-login/proposal.md': '# Add login\n\n## Why\n\nPeople.\n' }, 'openspec'],
  [
    'openspec without a proposal',
    { 'openspec/changes/archive/2026-01-20-login/tasks.md': '# Implementation Tasks\n\n## 1. Form\n- [x] 1.1 Draw\n' },
    'openspec',
  ],
  ['spec-kit', { 'specs/001-login/spec.md': '# Feature Specification: Login\n' }, 'spec-kit'],
]

/** Files that have the name of a tool's and do not read as such. */
const lookalikes: readonly (readonly [string, Files])[] = [
  ['no JSON', { '.taskmaster/tasks/tasks.json': '{' }],
  ['no tasks', { '.taskmaster/tasks/tasks.json': '{"main":{"tasks":[]}}' }],
  ['lines of another kind', { '.beads/issues.jsonl': '{"title":"a"}\n' }],
  ['an empty export', { '.beads/issues.jsonl': '' }],
  ['a configuration without tasks', { 'backlog/config.yml': 'project_name: a\n' }],
  ['a folder outside', { 'backlog.config.yml': 'backlog_directory: ../plan\n' }],
  ['another tracker', { 'docs/sprint-artifacts/sprint-status.yaml': 'status: open\n' }],
  ['a page of specifications', { 'specs/001-login/spec.md': '# Login\n' }],
  ['a changelog', { 'openspec/changes/login/proposal.md': '# Login\n' }],
  ['a list of tasks', { 'openspec/changes/login/tasks.md': '# Login\n- [ ] Draw\n' }],
]

const baton = (folder: string, ...args: readonly string[]) => runHere(args, { cwd: folder })
const configuration = '.github/baton.yml'
const commands = ['validate', 'status', 'next', 'board', 'audit', 'doctor'] as const

describe('a repository with the files of a tool that has a preset', () => {
  it.each(repositories)('gets the line to add: %s', async (_, files, entry) => {
    const folder = places.folder(files)
    for (const command of commands) {
      const { stdout, stderr } = await baton(folder, command)
      expect(stdout + stderr).toContain(`add \`workflows: [${entry}]\` to \`.github/baton.yml\``)
    }
    expect((await baton(folder, 'init', '--dry-run')).stdout).toContain(`    │   - ${entry}\n`)
    const declaring = places.folder({ ...files, [configuration]: `workflows: [${entry}]\n` })
    expect((await baton(declaring, 'validate')).code).toBe(0)
    expect((await baton(declaring, 'doctor')).stdout).not.toContain('add `workflows')
  })

  it.each(lookalikes)('is not taken for one: %s', async (_, files) => {
    const folder = places.folder(files)
    expect((await baton(folder, 'validate')).stdout).not.toContain('add `workflows')
    expect((await baton(folder, 'init', '--dry-run')).code).toBe(3)
  })

  it('is named by doctor beside other state, and by init beside a configuration', async () => {
    const folder = places.folder({ ...declared, '.beads/issues.jsonl': '{"id":"a-1","status":"open"}\n' })
    const line = 'There are files of beads (`.beads/issues.jsonl`): add `workflows: [beads]` to `.github/baton.yml`.'
    expect((await baton(folder, 'doctor')).stdout).toContain(line)
    expect(JSON.parse((await baton(folder, 'doctor', '--format', 'json')).stdout)).toMatchObject({
      notes: expect.arrayContaining([line]),
    })
    expect((await baton(folder, 'init', '--dry-run')).stdout).toContain(line)
    expect((await baton(folder, 'validate')).stdout).not.toContain('beads')
  })
})

describe('a repository without state', () => {
  it('has its files with a status pointed out', async () => {
    const folder = places.folder({
      'docs/tasks/a.md': withStatus,
      'docs/tasks/b.md': withStatus,
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
    })
    for (const command of commands) {
      const { stdout, stderr } = await baton(folder, command)
      expect(stdout + stderr).toContain('`docs/tasks/*.md` has files with a `status` in their front matter')
    }
  })

  it.each<readonly [string, Files, path: string]>([
    ['data', { 'tasks.json': '{"tasks":[{"id":"T1","status":"todo"},{"id":"T2","status":"done"}]}' }, 'tasks.json'],
    ['boxes', { 'docs/TODO.md': '- [ ] T1: a\n- [x] T2: b\n' }, 'docs/TODO.md'],
    ['a table', { 'BOARD.md': '| Item | Status |\n|---|---|\n| T1 | todo |\n| T2 | done |\n' }, 'BOARD.md'],
    ['labels', { 'work/a.md': 'Status: todo\n', 'work/b.md': 'Status: done\n' }, 'work/'],
  ])('has other files pointed out of which a draft has something: %s', async (_, files, path) => {
    const folder = places.folder({ ...files, 'README.md': '# A\n' })
    for (const command of [...commands, 'init']) {
      const { stdout, stderr } = await baton(folder, command)
      expect(stdout + stderr).toContain(
        `\`${path}\` has what looks like the states of items: \`baton workflow draft\` prints a declaration to begin with.`,
      )
      expect(stdout + stderr).not.toContain('Is this the root')
    }
    expect((await baton(folder, 'doctor')).stdout).toContain(
      'state          no state file was found: baton workflow draft',
    )
    expect((await baton(folder, 'init')).stderr).toContain('Missing: state (`baton workflow draft`).')
    expect((await baton(folder, 'workflow', 'draft')).code).toBe(0)
  })

  it('that only declares a workflow is set up', async () => {
    const { code, stdout } = await baton(places.folder(declared), 'init', '--dry-run')
    expect([code, stdout]).toEqual([0, expect.stringContaining('  work: declared in the configuration\n')])
    expect(stdout).not.toContain('Left alone')
  })
})
