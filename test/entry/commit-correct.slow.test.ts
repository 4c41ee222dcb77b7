import { afterAll, describe, expect, it } from 'vitest'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { commitAll, octocat, repository, revision } from '../processes/work-tree.ts'
import { codesOf, json, read } from './commanding.ts'
import { scratch, write, type Files } from './programs.ts'

// What a command writes rests on other files: where these have edits that are not committed, so does its commit.

const places = scratch()
afterAll(places.remove)

function committed(files: Files): string {
  const root = places.folder(files)
  repository(root, octocat)
  return root
}

const workflow = `workflows:
  - name: work
    items: 'work/{id}.md'
    states:
      todo: {}
      doing: { holder: agent }
      done: { needs: { boxes: [all, empty] } }
    places:
      file: { front-matter: status }
      board: { in: BOARD.md, table: Board, row: { Item: '{id}' }, column: Status }
    truth: file
`
const item = (status: string, box = ' ') => `---\nstatus: ${status}\n---\n\nText.\n\n- [${box}] code\n`
const board = (a: string, b = 'todo') => `# Board\n\n| Item | Status |\n| --- | --- |\n| a | ${a} |\n| b | ${b} |\n`
const declared = (state: string): Files => ({
  '.github/baton.yml': workflow,
  'work/a.md': item(state),
  'work/b.md': item('todo'),
  'BOARD.md': board(state),
})

interface Case {
  readonly files: Files
  /** What somebody has written, and not committed. */
  readonly edits: Files
  readonly command: readonly string[]
  /** Where the edits are without which the commit would be wrong. */
  readonly at: string
}

const withReport = subagent.reportPath('task-3')

const cases: Readonly<Record<string, Case>> = {
  'a sync of a copy': {
    files: declared('todo'),
    edits: { 'work/a.md': item('doing') },
    command: ['sync', 'a'],
    at: 'work/a.md:2',
  },
  'a repair': {
    files: declared('todo'),
    edits: { 'work/a.md': item('doing') },
    command: ['fix'],
    at: 'work/a.md:2',
  },
  'the commands of a comment': {
    files: declared('todo'),
    edits: { 'work/a.md': item('doing') },
    command: ['run', '/accept b\n/sync a'],
    at: 'work/a.md:2',
  },
  'a state that needs its boxes ticked': {
    files: declared('doing'),
    edits: { 'work/a.md': item('doing', 'x') },
    command: ['handback', 'a'],
    at: 'work/a.md:7',
  },
  'a copy that stays wrong without the edits': {
    files: { ...declared('todo'), 'BOARD.md': board('done') },
    edits: { 'work/a.md': item('doing') },
    command: ['sync', 'a'],
    at: 'work/a.md:2',
  },
  'the row of a plugin': {
    files: plugin.sample,
    edits: plugin.change(plugin.sample, { [plugin.handoffPath]: [['stage: 2', 'stage: 3']] }),
    command: ['sync', 'TinyGain', '--from', 'handoff'],
    at: `${plugin.handoffPath}:3`,
  },
  'the handback of a task whose report is new': {
    files: subagent.withWork(subagent.workingSample),
    edits: { [withReport]: subagent.pendingSample[withReport] ?? '' },
    command: ['handback', 'task-3', 'success'],
    at: withReport,
  },
}

describe.each(Object.entries(cases))('--commit of %s', (_, { files, edits, command, at }) => {
  it.each([[[]], [['--dry-run']]])('is refused where what it rests on is not committed %j', async (options) => {
    const root = committed(files)
    const head = revision(root, 'HEAD')
    write(root, edits)
    const refused = await json(root, ...command, '--commit', ...options)
    expect([refused.code, new Set(codesOf(refused))]).toEqual([1, new Set(['COMMIT_UNCOMMITTED'])])
    const [first] = refused.answer['errors'] as readonly { readonly message: string; readonly hint: string }[]
    expect(first?.message).toContain(at)
    expect(first?.hint).toBe('Commit those edits first, or leave out `--commit`.')
    expect(revision(root, 'HEAD')).toBe(head)
    for (const [path, text] of Object.entries({ ...files, ...edits })) expect(read(root, path)).toBe(text)
  })

  it('is made once that is committed', async () => {
    const root = committed(files)
    write(root, edits)
    commitAll(root, 'Edits')
    const head = revision(root, 'HEAD')
    expect(await json(root, ...command, '--commit')).toMatchObject({ code: 0 })
    expect(revision(root, 'HEAD')).not.toBe(head)
  })
})

describe('--commit beside edits that are not committed', () => {
  it.each<[string, Files, readonly string[]]>([
    ['prose of the same item', { 'work/a.md': `${item('todo')}\nMore.\n` }, ['accept', 'a']],
    ['what is wrong elsewhere', { 'work/b.md': item('doing') }, ['accept', 'a']],
    ['a repair of something else', { 'BOARD.md': board('todo', 'done') }, ['accept', 'a']],
  ])('is made where they are %s', async (_, edits, command) => {
    const root = committed(declared('todo'))
    write(root, edits)
    expect(await json(root, ...command, '--commit')).toMatchObject({ code: 0, answer: { outcome: 'changed' } })
  })
})

describe('--commit of what is there already', () => {
  it.each<[string, Files, readonly string[], string]>([
    ['an item', declared('todo'), ['accept', 'a'], 'work:a'],
    ['a plugin', plugin.sample, ['accept', 'TinyGain'], 'plugin:TinyGain'],
    ['a task', subagent.sample, ['accept', 'task-3'], 'task:task-3@260131-144400'],
  ])('says that no commit has it: %s', async (_, files, command, target) => {
    const root = committed(files)
    await json(root, ...command)
    const warnings = async (...options: readonly string[]) => {
      const { code, answer } = await json(root, ...command, ...options)
      expect([code, answer['outcome']]).toEqual([0, 'unchanged'])
      return (answer['warnings'] as readonly Record<string, unknown>[]).filter(
        ({ code }) => code === 'COMMIT_UNCOMMITTED',
      )
    }
    expect(await warnings('--commit')).toMatchObject([
      {
        target,
        message: expect.stringContaining('Nothing is committed'),
        hint: 'Commit these edits with `git commit`.',
      },
    ])
    expect(await warnings()).toEqual([])
    commitAll(root, 'It')
    expect(await warnings('--commit')).toEqual([])
  })
})
