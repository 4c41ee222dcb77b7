import { expect } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import {
  inSession,
  instructionsPath,
  messagePath,
  messageText,
  payloads,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  sample,
  tasksPath,
} from '../../../src/protocols/subagent/examples.ts'

/**
 * A branch that a session is worked on: people and agents comment, and agents write files. After each step nothing may
 * be wrong.
 */
export interface Branch {
  /** Gives a comment as GitHub has it; it has to change something. */
  postComment(comment: string): Promise<void>
  /** An agent writes files. */
  write(files: Files, description: string): Promise<void>
  read(path: string): Promise<string>
  /** The state of a target now. */
  state(id: string): Promise<string>
}

const session = 'ralph:260131-144400'
const task = (id: string) => `task:${id}@260131-144400`
const json = (value: object) => `\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`

const planningTasks = ['plan-init', 'plan-qa-brainstorm', 'plan-qa-research', 'plan-breakdown']
const initial: Files = {
  [inSession('plan.md')]: sample[inSession('plan.md')] ?? '',
  [tasksPath]: '# Tasks\n\n## Planning Tasks\n- plan-init: Set up the session\n',
  [progressPath]: `# Progress\n\n## Planning\n${planningTasks.map((id) => `- [ ] ${id} (Not Started)\n`).join('')}\n## Implementation\n`,
  [instructionsPath]: sample[instructionsPath] ?? '',
}

const allTasks = sample[tasksPath] ?? ''
const definitions = allTasks
  .slice(allTasks.indexOf('\n- task-1'), allTasks.indexOf('\n- task-3'))
  .replace('Inherits From**: task-1', 'Inherits From**: None')

const question = (status: string) =>
  `# Questions\n\n## Overview\n- **Session ID**: 260131-144400\n\n### Cycle 1\n\n1. What is a word?\n    - **Category**: Technical\n    - **Priority**: High\n    - **Status**: ${status}\n${status === 'Answered' ? '    - **Answer**: What stands between blanks.\n    - **Source**: docs/words.md\n    - **Confidence**: High\n' : ''}`

const planner = (
  created: readonly string[],
  updated: readonly string[],
  planning: number,
  implementation: number,
  next: string,
) =>
  json({
    status: 'completed',
    artifacts_created: created,
    artifacts_updated: updated,
    task_count: { planning, implementation, total: planning + implementation },
    next_actions: [next],
    blockers: [],
  })

const questioner = (payload: object) =>
  json({
    contract: 'ralph-questioner@1.0.0',
    kind: 'output',
    session_id: '260131-144400',
    created_at: '2026-01-31T15:05:00Z',
    payload,
  })

/** From nothing to two tasks that are ready to be begun, with a cycle of questions. */
export async function plan(branch: Branch): Promise<void> {
  await branch.write(initial, 'the Planner initializes')
  expect(await branch.state(session)).toBe('PLANNING')
  await branch.postComment('/accept plan-init "Count the words of a file."')
  const made = ['plan.md', 'tasks.md', 'progress.md', '260131-144400.instructions.md']
  await branch.postComment(`/handback plan-init success${planner(made, [], 4, 0, 'qa_brainstorm')}`)
  await branch.postComment('Go on, please:\n\n/accept plan-qa-brainstorm')
  await branch.write(
    {
      [messagePath('questioner.BRAINSTORM.c1.input')]: messageText(
        'questioner',
        'input',
        payloads.questionerInput('BRAINSTORM'),
      ),
      [questionsPath]: question('Unanswered'),
    },
    'the Questioner asks',
  )
  await branch.postComment(
    `/handback plan-qa-brainstorm success${questioner({ status: 'completed', questions_generated: 1 })}`,
  )
  await branch.postComment('/accept plan-qa-research')
  await branch.write(
    {
      [messagePath('questioner.RESEARCH.c1.input')]: messageText(
        'questioner',
        'input',
        payloads.questionerInput('RESEARCH'),
      ),
      [questionsPath]: question('Answered'),
    },
    'the Questioner answers',
  )
  await branch.postComment(
    `/handback plan-qa-research success${questioner({ status: 'completed', questions_answered: 1 })}`,
  )
  await branch.postComment('/accept plan-breakdown')
  await branch.write(
    {
      [tasksPath]: `${await branch.read(tasksPath)}\n## Implementation Tasks${definitions}`,
      // Git merges two branches only where something is between the lines that they change.
      [progressPath]: `${await branch.read(progressPath)}- [ ] task-1 (Not Started)\n  - [ ] its samples pass\n- [ ] task-2 (Not Started)\n`,
    },
    'the Planner breaks the work down',
  )
  await branch.postComment(
    `/handback plan-breakdown success${planner([], ['tasks.md', 'progress.md'], 4, 2, 'execute')}`,
  )
  expect(await branch.state(session)).toBe('EXECUTING')
}

const executorOutput = (id: string, attempt: number) =>
  json({ ...payloads.executorOutput(id), report_path: reportPath(id, attempt).split('/').at(-1) })

/** The first task fails its review once. */
export async function rework(branch: Branch): Promise<void> {
  await branch.postComment('/accept task-1')
  await branch.write({ [reportPath('task-1')]: reportText('task-1') }, 'the Executor reports')
  await branch.postComment(`/handback task-1 success${executorOutput('task-1', 1)}`)
  expect(await branch.state(session)).toBe('REVIEWING')
  await branch.postComment('/review task-1 failed "The last line is lost."')
  expect(await branch.state(task('task-1'))).toBe('not started')
  await branch.postComment('/accept task-1')
  await branch.write({ [reportPath('task-1', 2)]: reportText('task-1', 2) }, 'the Executor reports again')
  await branch.postComment(`/handback task-1${executorOutput('task-1', 2)}`)
  const input = { ...payloads.reviewerInput('task-1'), REPORT_PATH: 'tasks.task-1-report-r2.md' }
  await branch.write(
    { [messagePath('reviewer.task-1.a2.input')]: messageText('reviewer', 'input', input) },
    'the Reviewer gets its input',
  )
  const met = [{ criterion: 'The samples of task-1 pass.', met: true, evidence: 'ran them' }]
  await branch.postComment(
    `/review task-1 qualified${json({ status: 'completed', verdict: 'Qualified', criteria_results: met })}`,
  )
  expect(await branch.state(task('task-1'))).toBe('completed')
}

/** The second task is blocked, and goes on with an answer. */
export async function unblock(branch: Branch): Promise<void> {
  await branch.postComment('/accept task-2')
  await branch.postComment('/handback task-2 question "Which format?"')
  expect(await branch.state(task('task-2'))).toBe('blocked')
  await branch.postComment('/answer task-2 "One word a line."')
  expect(await branch.state(task('task-2'))).toBe('in progress')
  await branch.postComment('/handback task-2 success --skeleton Prints one word a line.')
  await branch.postComment('/review task-2 qualified All samples pass.')
  expect(await branch.state(task('task-2'))).toBe('completed')
}
