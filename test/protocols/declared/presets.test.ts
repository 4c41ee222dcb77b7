import { describe, expect, it } from 'vitest'
import type { Tree } from '../scene.ts'
import { declared } from './scene.ts'
import { walk } from './walk.ts'

const using = (name: string) => declared(`workflows: [${name}]\n`)

/** A small repository of each tool with what is to be found in it: `CODE target`. */
const repositories: Readonly<Record<string, readonly [preset: string, tree: Tree, found: readonly string[]]>> = {
  'bmad, in order': [
    'bmad',
    {
      '_bmad-output/implementation-artifacts/sprint-status.yaml':
        'last_updated: 01-02-2026 10:00\ndevelopment_status:\n  epic-1: in-progress\n  1-1-sign-in: done  # reviewed\n  1-2-sign-out: backlog\n  epic-1-retrospective: optional\n',
      '_bmad-output/implementation-artifacts/1-1-sign-in.md': '# Story 1.1\n\nStatus: done\n\n- [x] form\n',
    },
    [],
  ],
  'bmad, with a story behind, an epic behind its stories, and a word that is none': [
    'bmad',
    {
      '_bmad-output/implementation-artifacts/sprint-status.yaml':
        'development_status:\n  epic-1: backlog\n  1-1-sign-in: done\n  1-2-sign-out: started\n  epic-1-retrospective: done\n',
      '_bmad-output/implementation-artifacts/stories/1-1-sign-in.md': '# Story\n\n**Status:** review\n\n- [ ] form\n',
    },
    [
      'ITEM_NEED_UNMET bmad:1-1-sign-in',
      'ITEM_STATE_DRIFT bmad:1-1-sign-in',
      'ITEM_STATE_DRIFT bmad:epic-1',
      'ITEM_STATE_UNKNOWN bmad:1-2-sign-out',
    ],
  ],
  'backlog-md': [
    'backlog-md',
    {
      'backlog/config.yml': 'statuses: ["To Do", "Doing", "Done"]\ndefault_status: "To Do"\n',
      'backlog/tasks/task-1 - Sign-in.md': '---\nid: task-1\nstatus: Doing\ndependencies: [task-2]\n---\n',
      'backlog/tasks/task-2 - Sign-out.md': '---\nid: task-2\nstatus: To Do\n---\n',
      'backlog/completed/task-3 - Menu.md': '---\nid: task-3\nstatus: Doing\n---\n',
    },
    ['ITEM_DEPENDENCY_UNMET backlog-md:task-1', 'ITEM_STATE_DRIFT backlog-md:task-3'],
  ],
  'task-master': [
    'task-master',
    {
      '.taskmaster/tasks/tasks.json': JSON.stringify(
        {
          main: {
            tasks: [
              { id: 1, status: 'done', dependencies: [], subtasks: [{ id: 1, status: 'completed' }] },
              {
                id: 2,
                status: 'pending',
                dependencies: [1],
                subtasks: [
                  { id: 1, status: 'done' },
                  { id: 2, status: 'pending', dependencies: [1] },
                ],
              },
              { id: 3, status: 'in-progress', dependencies: [4], subtasks: [] },
              { id: 4, status: 'pending', dependencies: [], subtasks: [] },
            ],
            metadata: { updated: '2026-01-01T00:00:00.000Z' },
          },
        },
        null,
        2,
      ),
    },
    ['ITEM_DEPENDENCY_UNMET task-master:3@main', 'ITEM_STATE_DRIFT task-master:2@main'],
  ],
  openspec: [
    'openspec',
    {
      'openspec/changes/add-menu/tasks.md': '- [x] a\n- [ ] b\n',
      'openspec/changes/archive/2026-01-02-add-form/tasks.md': '- [x] a\n- [ ] b\n',
      'openspec/changes/archive/2026-01-03-add-page/tasks.md': '- [x] a\n',
    },
    ['ITEM_NEED_UNMET openspec:add-form'],
  ],
  'spec-kit': [
    'spec-kit',
    {
      'specs/001-sign-in/spec.md': '**Status**: Draft\n',
      'specs/001-sign-in/tasks.md': '- [x] a\n- [ ] b\n',
      'specs/002-menu/spec.md': '# Menu\n',
    },
    [],
  ],
  beads: [
    'beads',
    {
      '.beads/issues.jsonl': [
        '{"id":"b-1","status":"closed"}',
        '{"id":"b-2","status":"open","dependencies":[{"depends_on_id":"b-1","type":"parent-child"}]}',
        '{"id":"b-2","status":"open","dependencies":[{"depends_on_id":"b-1","type":"parent-child"}]}',
      ].join('\n'),
    },
    ['ITEM_NEED_UNMET beads:b-1'],
  ],
}

describe('a preset finds in a repository of its tool what is to be found, and no more', () => {
  it.each(Object.entries(repositories))('%s', async (_, [preset, tree, found]) => {
    const diagnostics = await using(preset).diagnose(tree)
    expect(diagnostics.map(({ code, target }) => `${code} ${target ?? ''}`).toSorted()).toEqual(found)
  })
})

it('the advice of a preset for a place is a sentence', async () => {
  const [, tree = {}] = repositories['task-master'] ?? []
  const drift = (await using('task-master').diagnose(tree)).find(({ code }) => code === 'ITEM_STATE_DRIFT')
  expect(drift?.hint).toMatch(/The workflow notes: `task-master set-status [^`]+`\.(?: |$)/)
})

describe('a preset whose files commands can write is walked to its end by `next` alone', () => {
  it('bmad: the story, its file and its epic', async () => {
    const tree: Tree = {
      '_bmad-output/implementation-artifacts/sprint-status.yaml':
        'last_updated: 01-02-2026 10:00\ndevelopment_status:\n  epic-1: backlog\n  1-1-sign-in: ready-for-dev # soon\n',
      '_bmad-output/implementation-artifacts/1-1-sign-in.md': '# Story\n\nStatus: drafted\n',
    }
    const { states, tree: after } = await walk(using('bmad'), tree, 'bmad:1-1-sign-in')
    expect(states).toEqual(['in-progress', 'review', 'done'])
    expect(after).toEqual({
      '_bmad-output/implementation-artifacts/sprint-status.yaml':
        'last_updated: 02-04-2026 10:00\ndevelopment_status:\n  epic-1: in-progress\n  1-1-sign-in: done # soon\n',
      '_bmad-output/implementation-artifacts/1-1-sign-in.md': '# Story\n\nStatus: done\n',
    })
  })

  it('backlog-md', async () => {
    const tree = {
      'backlog/tasks/task-1 - A.md': "---\nid: task-1\nstatus: To Do\nupdated_date: '2026-01-01 00:00'\n---\n",
    }
    const { states, tree: after } = await walk(using('backlog-md'), tree, 'backlog-md:task-1')
    expect(states).toEqual(['In Progress', 'Done'])
    expect(after).toEqual({
      'backlog/tasks/task-1 - A.md': "---\nid: task-1\nstatus: Done\nupdated_date: '2026-02-04 10:00'\n---\n",
    })
  })

  it('task-master: a subtask takes its task with it', async () => {
    const text = (task: string, subtask: string, updated: string) =>
      `{"main": {"tasks": [{"id": 1, "status": "${task}", "subtasks": [{"id": 1, "status": "${subtask}"}]}], "metadata": {"updated": "${updated}"}}}`
    const { states, tree } = await walk(
      using('task-master'),
      { '.taskmaster/tasks/tasks.json': text('pending', 'pending', '2026-01-01T00:00:00.000Z') },
      'task-master:1.1@main',
    )
    expect(states).toEqual(['in-progress', 'review', 'done'])
    expect(String(tree['.taskmaster/tasks/tasks.json'])).toBe(text('done', 'done', '2026-01-01T00:00:00.000Z'))
  })
})

describe('a preset whose tool owns the files', () => {
  it.each([
    ['openspec', 'openspec:add-menu'],
    ['spec-kit', 'spec-kit:001'],
    ['beads', 'beads:b-2'],
  ])('%s: no command moves anything', async (preset, target) => {
    const [, tree] = repositories[preset] ?? []
    if (!tree) throw new RangeError(preset)
    for (const command of ['accept', 'handback', 'sync']) {
      const { outcome, codes, tree: after } = await using(preset).give(tree, `/${command} ${target}`)
      expect([outcome, codes, after]).toEqual(['refused', ['COMMAND_NOT_HERE error'], tree])
    }
  })
})

describe('a preset with changes', () => {
  it('has a state more, and other words', async () => {
    const { diagnose } = declared(
      'workflows:\n  - use: task-master\n    name: tasks\n    with: { file: tasks.json }\n    kinds: { task: { add-states: { superseded: { end: true, after: done } }, add-words: { done: [shipped] } } }\n',
    )
    const tree = {
      'tasks.json':
        '{"tasks": [{"id": 1, "status": "superseded"}, {"id": 2, "status": "Shipped"}, {"id": 3, "status": "lost"}]}',
    }
    expect((await diagnose(tree)).map(({ code, target }) => `${code} ${target ?? ''}`)).toEqual([
      'ITEM_STATE_UNKNOWN tasks:3',
    ])
  })

  it('has states more where they are read from a file', async () => {
    const { diagnose } = declared(
      'workflows:\n  - { use: backlog-md, with: { root: docs/backlog }, add-states: { Dropped: { end: true } }, add-words: { Done: [Finished] } }\n',
    )
    const task = (id: number, status: string) => ({
      [`docs/backlog/tasks/t-${id}.md`]: `---\nid: t-${id}\nstatus: ${status}\n---\n`,
    })
    expect(
      (
        await diagnose({ ...task(1, 'Dropped'), ...task(2, 'finished'), ...task(3, 'In Progress'), ...task(4, 'Gone') })
      ).map(({ target }) => target),
    ).toEqual(['backlog-md:t-4'])
  })
})

it('a question about a story of bmad is asked in review, answered there, and none is the agent\u2019s', async () => {
  const { give, next } = using('bmad')
  const path = '_bmad-output/implementation-artifacts/sprint-status.yaml'
  const [working = {}, reviewed = {}] = ['in-progress', 'review'].map((state) => ({
    [path]: `development_status:\n  epic-1: in-progress\n  1-1-login: ${state}\n`,
  }))
  expect((await give(working, '/handback 1-1-login question "Which?"')).codes).toEqual(['ITEM_MOVE_ILLEGAL error'])
  const asked = await give(reviewed, '/handback 1-1-login question "Which?"')
  expect(asked.state).toBe('awaiting-operator')
  expect((await next(asked.tree)).actions[0]).toMatchObject({ do: 'answer', run: '/answer 1-1-login "…"' })
  expect((await give(asked.tree, '/answer 1-1-login "The first"')).tree).toEqual(reviewed)
})

it('a retrospective of bmad that is optional is nothing to do, and an accept that comes twice makes it done once', async () => {
  const { give, next } = using('bmad')
  const path = '_bmad-output/implementation-artifacts/sprint-status.yaml'
  const tree = { [path]: 'development_status:\n  epic-1: done\n  1-1-login: done\n  epic-1-retrospective: optional\n' }
  expect(await next(tree)).toMatchObject({ actions: [], waiting: [], targets: 3, done: 3 })
  const result = await give(tree, '/accept epic-1-retrospective')
  expect(result).toMatchObject({
    outcome: 'changed',
    state: 'done',
    tree: { [path]: tree[path]?.replace('optional', 'done') },
  })
  expect(await give(result.tree, '/accept epic-1-retrospective')).toMatchObject({
    outcome: 'unchanged',
    tree: result.tree,
  })
})
