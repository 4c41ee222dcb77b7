import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandsOf } from '../../src/protocols/declared/commands/index.ts'
import { runHere } from '../entry/here.ts'
import { scratch, type Files } from '../entry/programs.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { partsOf, textOf } from './pages.ts'

const places = scratch()
afterAll(places.remove)

const page = textOf('docs/workflows.md')
const blocks = partsOf(page).blocks.flatMap(({ language, text }) => (language === 'yaml' ? [text] : []))

/** Every command with a word behind it that stands within a text of the page. */
const shown = [
  ...new Set(
    Array.from(page.matchAll(/`((?:\/[a-z]+|baton) [^`]+)`/g), ([, text = '']) => text.replaceAll(String.raw`\|`, '|')),
  ),
]

const declaring = (block: string | undefined, files: Files): Files => ({ '.github/baton.yml': block ?? '', ...files })
const status = (word: string, extraText = '') => `---\nstatus: ${word}\n---\n# Login\n${extraText}`
const board = (word: string) => `# Board\n\n| Item | Status |\n|---|---|\n| login | ${word} |\n`
const tasks = (word: string) => ({
  '.taskmaster/tasks/tasks.json': `${JSON.stringify({ master: { tasks: [{ id: 1, title: 'A', status: word, dependencies: [], subtasks: [] }] } }, null, 2)}\n`,
})
const [frontMatterAlone, withTable, withRows, , withQuestions] = blocks
const drifting = declaring(withTable, { 'work/login.md': status('doing'), 'BOARD.md': board('todo') })
const sprint = '_bmad-output/implementation-artifacts/sprint-status.yaml'
const backlog = (word: string) => `---\nid: task-1\nstatus: ${word}\n---\n## Implementation Notes\n`

/**
 * What each is tried on, as what, and what is there or printed afterwards: a file with a text, or a text of the output.
 */
interface Trial {
  readonly files: Files
  readonly calls: readonly string[]
  readonly expected: string | Readonly<Record<string, string>>
}

const trials: Readonly<Record<string, Trial>> = {
  'baton accept work:login doing': {
    files: declaring(frontMatterAlone, { 'work/login.md': status('todo') }),
    calls: ['accept work:login doing'],
    expected: { 'work/login.md': status('doing') },
  },
  'baton status': {
    files: declaring(frontMatterAlone, { 'work/login.md': status('todo') }),
    calls: ['status'],
    expected: 'work:login',
  },
  'baton validate': {
    files: declaring(frontMatterAlone, { 'work/login.md': status('todo') }),
    calls: ['validate'],
    expected: 'nothing is wrong',
  },
  'baton next': {
    files: declaring(frontMatterAlone, { 'work/login.md': status('todo') }),
    calls: ['next'],
    expected: 'accept work:login',
  },
  'baton init': { files: tasks('pending'), calls: ['init'], expected: { '.github/baton.yml': 'task-master' } },
  'baton doctor': { files: tasks('pending'), calls: ['doctor'], expected: 'task-master' },
  'baton new workflow': {
    files: { 'README.md': '# A\n' },
    calls: ['new workflow', 'next'],
    expected: { 'work/example.md': 'status: todo' },
  },
  'baton new workflow notes': {
    files: { 'README.md': '# A\n' },
    calls: ['new workflow notes'],
    expected: { 'notes/example.md': 'status: todo' },
  },
  'baton workflow draft': {
    files: { 'work/a.md': status('todo'), 'work/b.md': status('done') },
    calls: ['workflow draft'],
    expected: '- name: work',
  },
  'baton workflow check FILE': {
    files: { 'my.yml': frontMatterAlone ?? '', 'work/login.md': status('todo') },
    calls: ['workflow check my.yml'],
    expected: 'work: 1 item',
  },
  '/sync login': { files: drifting, calls: ['sync login'], expected: { 'BOARD.md': board('doing') } },
  '/sync login --from board': {
    files: drifting,
    calls: ['sync login --from board'],
    expected: { 'work/login.md': status('todo') },
  },
  '/handback login question "Which form?"': {
    files: declaring(withQuestions, { 'work/login.md': status('doing', '\n## Log\n') }),
    calls: ['handback login question "Which form?"', 'next'],
    expected: 'answer work:login: "Which form?"',
  },
  '/answer login "…"': {
    files: declaring(withQuestions, { 'work/login.md': status('doing', '\n## Log\n') }),
    calls: ['handback login question "Which form?"', 'answer login "The second"'],
    expected: { 'work/login.md': 'The second' },
  },
  '/handback ID question "…"': {
    files: declaring('workflows: [bmad]\n', {
      [sprint]: 'development_status:\n  epic-1: in-progress\n  1-1-login: review\n',
    }),
    calls: ['handback 1-1-login question "Why?"', 'answer 1-1-login "Yes"', 'handback 1-1-login question "And now?"'],
    expected: { [sprint]: '1-1-login: awaiting-operator' },
  },
  '/handback ID blocked': {
    files: declaring('workflows: [task-master]\n', tasks('in-progress')),
    calls: ['handback 1 blocked'],
    expected: tasks('blocked'),
  },
}

/** The forms of the commands, as their usage has them, without the options that every protocol has. */
const forms = [
  '/accept ID [STATE]',
  '/handback ID [STATE|success|error|question] [TEXT]',
  '/answer ID TEXT',
  '/sync ID [--from PLACE]',
]

const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')

/** Runs calls one after the other in a repository: each must succeed. */
async function run({ files, calls }: Trial) {
  const folder = places.folder(files)
  repository(folder, octocat)
  let output = ''
  for (const call of calls) {
    const { code, stdout, stderr } = await runHere(wordsOf(call), { cwd: folder })
    output = stdout + stderr
    expect([call, code, output]).toEqual([call, 0, output])
  }
  return { folder, output }
}

describe('the commands on the page about workflows', () => {
  it('are all tried', () => {
    expect(shown.toSorted()).toEqual([...Object.keys(trials), ...forms].toSorted())
  })

  it.each(Object.entries(trials))('do what the page says: %s', async (_, trial) => {
    const { folder, output } = await run(trial)
    if (typeof trial.expected === 'string') expect(output).toContain(trial.expected)
    else
      for (const [path, text] of Object.entries(trial.expected))
        expect(readFileSync(join(folder, path), 'utf8')).toContain(text)
  })

  it('have the form that their usage prints', () => {
    const usages = commandsOf(true).map(
      ({ name, usage }) => `/${name} ${usage.replaceAll(/\[--(?!from)[^\]]*\] ?/g, '').trim()}`,
    )
    expect(usages.toSorted()).toEqual(forms.toSorted())
  })

  it('give tasks of backlog-md a place for questions, by the lines that are printed', async () => {
    const lines = blocks.find((text) => text.includes('add-states: { Asked'))
    const path = 'backlog/tasks/task-1 - Login.md'
    const { folder } = await run({
      files: declaring(lines, { [path]: backlog('In Progress') }),
      calls: ['handback task-1 question "Which form?"', 'answer task-1 "The second"', 'handback task-1'],
      expected: '',
    })
    const text = readFileSync(join(folder, path), 'utf8')
    expect(text).toContain('status: Done')
    expect(text).toMatch(/In Progress → Asked Which form\?\n.*Asked → In Progress The second\n/)
  })
})

it('a row without a file, and a file without a row, is found where rows are a second source, and by `workflow check` alone where they are not', async () => {
  const files = { 'work/login.md': status('doing'), 'work/search.md': status('todo') }
  const rows = '# Board\n\n| Item | Status |\n|---|---|\n| login | doing |\n| legacy | done |\n'
  const run = async (block: string | undefined, ...call: readonly string[]) => {
    const folder = places.folder(declaring(block, { ...files, 'BOARD.md': rows }))
    repository(folder, octocat)
    return (await runHere(call, { cwd: folder })).stdout
  }
  expect(await run(withTable, 'validate')).not.toContain('legacy')
  expect(await run(withTable, 'workflow', 'check')).toMatch(/of no item: legacy/)
  const found = await run(withRows, 'validate')
  expect(found).toMatch(/Missing state of `legacy` at `file` in `work\/legacy\.md`/)
  expect(found).toContain('Where the item is gone, delete its row in `BOARD.md`.')
  expect(found).toMatch(/Missing state of `search` at `board` in `BOARD\.md`/)
  expect(found.match(/ITEM_STATE_MISSING/g)).toHaveLength(2)
})
