import { describe, expect, it } from 'vitest'
import { plan } from '../../../src/engine/commands/plan.ts'
import { readComment } from '../../../src/engine/commands/grammar.ts'
import {
  inSession,
  instructionsPath,
  messagePath,
  messageText,
  payloads,
  reportText,
  sample,
  sessionPath,
  tasksPath,
} from '../../../src/protocols/subagent/examples.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { applied, contextOf, diagnose, open, targets, type Tree } from './scene.ts'

const moment = (minute: number) => `2026-01-31T15:${String(minute).padStart(2, '0')}:00Z`

/** @throws Error where anything is wrong. */
function must(what: string, wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Error(`${what}: ${wrong.join('; ')}`)
}

/** A session on one branch: comments are given to it, agents write files, and at each step nothing may be wrong. */
class Branch {
  tree: Tree
  readonly steps: string[] = []
  private readonly fork: Tree
  private minute: number

  constructor(tree: Tree, minute = 0) {
    this.fork = tree
    this.tree = tree
    this.minute = minute
  }

  /** Gives a comment as it stands on GitHub. */
  async say(comment: string): Promise<void> {
    const { commands } = readComment(comment, { prefix: 'optional', notOurs: [] })
    must(comment, commands.length === 0 ? ['no command'] : [])
    const { results, outcome, changes } = plan(
      commands.map(({ name, words, report }) => ({ name, words, report })),
      {
        head: await open(this.tree),
        context: contextOf({ at: moment(this.minute++) }),
        protocols: [subagent],
        sections: {},
        severity: {},
        actor: 'octocat',
        most: 20,
      },
    )
    const said = results.flatMap(({ diagnostics }) => diagnostics.map(({ code, message }) => `${code}: ${message}`))
    must(comment, outcome === 'changed' ? said : [outcome, ...said])
    await this.become(applied(this.tree, changes), comment)
  }

  /** An agent writes files. */
  async write(files: Tree, what: string): Promise<void> {
    await this.become({ ...this.tree, ...files }, what)
  }

  private async become(tree: Tree, what: string): Promise<void> {
    const wrong = async (base?: Tree) =>
      (await diagnose(tree, base ? { base } : {}))
        .filter(({ severity }) => severity === 'error')
        .map(({ code, message }) => `${code}: ${message}`)
    must(`${what}, by itself`, await wrong())
    must(`${what}, compared with the fork point`, await wrong(this.fork))
    this.tree = tree
    this.steps.push(await this.state())
  }

  async state(id = 'ralph:260131-144400'): Promise<string> {
    return (await targets(this.tree)).find((each) => each.id === id)?.state ?? 'nothing'
  }

  task = (task: string) => this.state(`task:${task}@260131-144400`)
}

const json = (value: object) => `\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`
const progress = (planning: readonly string[], tasks: readonly string[] = []) =>
  `# Progress\n\n## Planning\n${planning.map((id) => `- [ ] ${id} (Not Started)\n`).join('')}\n## Implementation\n${tasks.map((id) => `- [ ] ${id} (Not Started)\n`).join('')}`

const ids = ['plan-init', 'plan-qa-brainstorm', 'plan-qa-research', 'plan-breakdown']
const allTasks = sample[tasksPath] ?? ''
const definitions = allTasks.slice(allTasks.indexOf('\n- task-1'), allTasks.indexOf('\n- task-3'))

const initial: Tree = {
  [inSession('plan.md')]: sample[inSession('plan.md')] ?? '',
  [tasksPath]: '# Tasks\n\n## Planning Tasks\n- plan-init: Set up the session\n',
  [inSession('progress.md')]: progress(ids),
  [instructionsPath]: sample[instructionsPath] ?? '',
}

const question = (status: string) =>
  `# Questions\n\n## Overview\n- **Session ID**: 260131-144400\n\n### Cycle 1\n\n1. What is a word?\n    - **Category**: Technical\n    - **Priority**: High\n    - **Status**: ${status}\n${status === 'Answered' ? '    - **Answer**: What stands between blanks.\n    - **Source**: docs/words.md\n    - **Confidence**: High\n' : ''}`

/** From nothing to two tasks that are ready to be begun. */
async function planned(): Promise<Branch> {
  const branch = new Branch({})
  await branch.write(initial, 'the Planner initializes')
  expect(await branch.state()).toBe('PLANNING')
  await branch.say('/accept plan-init "Count the words of a file."')
  await branch.say(
    `/handback plan-init success${json({ status: 'completed', artifacts_created: ['plan.md', 'tasks.md'], task_count: { planning: 4, implementation: 0, total: 4 }, next_actions: ['qa_brainstorm'], blockers: [] })}`,
  )
  await branch.say('Go on, please:\n\n/accept plan-qa-brainstorm')
  await branch.write(
    {
      [messagePath('questioner.BRAINSTORM.c1.input')]: messageText('questioner', 'input', payloads.questionerInput('BRAINSTORM')),
      [inSession('plan.questions.md')]: question('Unanswered'),
    },
    'the Questioner asks',
  )
  await branch.say(
    `/handback plan-qa-brainstorm success${json({ contract: 'ralph-questioner@1.0.0', kind: 'output', session_id: '260131-144400', created_at: moment(5), payload: { status: 'completed', questions_generated: 1 } })}`,
  )
  await branch.say('/accept plan-qa-research')
  await branch.write({ [inSession('plan.questions.md')]: question('Answered') }, 'the Questioner answers')
  await branch.say('/handback plan-qa-research success')
  await branch.say('/accept plan-breakdown')
  const marks = String(branch.tree[inSession('progress.md')])
  await branch.write(
    {
      [tasksPath]: `${String(branch.tree[tasksPath])}\n## Implementation Tasks${definitions.replace('Inherits From**: task-1', 'Inherits From**: None')}`,
      [inSession('progress.md')]: `${marks}- [ ] task-1 (Not Started)\n- [ ] task-2 (Not Started)\n`,
    },
    'the Planner breaks the work down',
  )
  await branch.say('/handback plan-breakdown success')
  return branch
}

const done = (task: string, attempt: number) => ({
  status: 'completed',
  report_path: `tasks.${task}-report${attempt === 1 ? '' : `-r${attempt}`}.md`,
  success_criteria_met: true,
  discovered_tasks: [],
  blockers: [],
})

/** The first task fails its review once. */
async function first(tree: Tree): Promise<Branch> {
  const branch = new Branch(tree, 20)
  await branch.say('/accept task-1')
  await branch.write({ [inSession('tasks.task-1-report.md')]: reportText('task-1') }, 'the Executor reports')
  await branch.say(`/handback task-1 success${json(done('task-1', 1))}`)
  await branch.say('/review task-1 failed "The last line is lost."')
  expect(await branch.task('task-1')).toBe('not started')
  await branch.say('/accept task-1')
  await branch.write({ [inSession('tasks.task-1-report-r2.md')]: reportText('task-1', 2) }, 'the Executor reports again')
  await branch.say(`/handback task-1${json(done('task-1', 2))}`)
  await branch.write(
    {
      [messagePath('reviewer.task-1.a2.input')]: messageText('reviewer', 'input', {
        ...payloads.reviewerInput('task-1'),
        REPORT_PATH: 'tasks.task-1-report-r2.md',
      }),
    },
    'the Reviewer is asked',
  )
  await branch.say(
    `/review task-1 qualified${json({ status: 'completed', verdict: 'Qualified', criteria_results: [{ criterion: 'The samples of task-1 pass.', met: true, evidence: 'ran them' }] })}`,
  )
  return branch
}

/** The second task is blocked, and goes on with an answer. */
async function second(tree: Tree): Promise<Branch> {
  const branch = new Branch(tree, 40)
  await branch.say('/accept task-2')
  await branch.say('/handback task-2 question "Which format?"')
  expect(await branch.task('task-2')).toBe('blocked')
  await branch.say('/answer task-2 "One word a line."')
  expect(await branch.task('task-2')).toBe('in progress')
  await branch.say('/handback task-2 success --skeleton Prints one word a line.')
  await branch.say('/review task-2 qualified All samples pass.')
  return branch
}

/** Two branches merged as git merges them: files line by line, where both changed other lines. */
function merged(base: Tree, ours: Tree, theirs: Tree): Tree {
  const paths = new Set([...Object.keys(base), ...Object.keys(ours), ...Object.keys(theirs)])
  return Object.fromEntries(
    [...paths].flatMap((path) => {
      const [old, a, b] = [base[path], ours[path], theirs[path]].map((text) => (text === undefined ? undefined : String(text)))
      if (a === b || b === old) return a === undefined ? [] : [[path, a]]
      if (a === old) return b === undefined ? [] : [[path, b]]
      const lines = [old, a, b].map((text) => text?.split('\n') ?? [])
      const [before = [], left = [], right = []] = lines
      must(path, left.length === before.length && right.length === before.length ? [] : ['lines were added on both sides'])
      return [[path, left.map((line, index) => (line === before[index] ? right[index] : line)).join('\n')]]
    }),
  )
}

describe('a session from INITIALIZE to COMPLETE, by comments', () => {
  it('is valid at each step, and the same whichever of two branches is merged first', async () => {
    const main = await planned()
    expect(await main.state()).toBe('EXECUTING')
    const [one, two] = [await first(main.tree), await second(main.tree)]
    expect(one.steps).toContain('REVIEWING')

    const oneThenTwo = merged(main.tree, merged(main.tree, main.tree, one.tree), two.tree)
    const twoThenOne = merged(main.tree, merged(main.tree, main.tree, two.tree), one.tree)
    expect(oneThenTwo).toEqual(twoThenOne)
    expect(await targets(oneThenTwo)).toEqual(await targets(twoThenOne))
    const end = new Branch(oneThenTwo)
    expect(await end.state()).toBe('COMPLETE')
    expect(await diagnose(oneThenTwo, { base: main.tree })).toEqual([])
    expect((await diagnose(oneThenTwo)).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('keeps what was asked and answered', async () => {
    const { tree } = await second((await planned()).tree)
    const input = JSON.parse(String(tree[inSession('messages/executor.task-2.a1.input.json')])) as object
    expect(input).toMatchObject({
      contract: 'ralph-executor@1.0.0',
      payload: { SESSION_PATH: `${sessionPath}/`, TASK_ID: 'task-2', ATTEMPT_NUMBER: 1 },
      answers: [{ question: 'Which format?', answer: 'One word a line.', by: 'octocat' }],
    })
  })
})
