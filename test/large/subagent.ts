import type { Files } from '../../src/core/rule.ts'
import {
  inSession,
  iteratedSample,
  laterSample,
  messagesSample,
  payloads,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  tasksPath,
  withMessage,
} from '../../src/protocols/subagent/examples.ts'
import {
  appended,
  changeCommands,
  lines,
  listed,
  readCommands,
  merged,
  refusedCommands,
  repeated,
  swapped,
  type Large,
} from './repository.ts'

const definition = (index: number, before: string) =>
  `- task-${index}: Build\n    - **Type**: Sequential\n    - **Files**: src/a${index}.ts\n    - **Objective**: Have it.\n    - **Success Criteria**: It passes.\n    - **Inherits From**: ${before}\n`

/** So many tasks, each defined after what it needs. */
const tasks = (size: number, before: (index: number) => string): Files => ({
  ...sample,
  [tasksPath]: `# Tasks\n\n## Implementation Tasks\n${lines(size, (index) => definition(index + 1, before(index + 1)))}`,
  [progressPath]: `# Progress\n\n${lines(size, (index) => `- [${index === 0 ? 'x' : ' '}] task-${index + 1}`)}\n`,
})

const wave = '[task-1, task-3]'

export const inSubagent: readonly Large[] = [
  {
    about: 'tasks',
    most: 5_500,
    files: (size) => tasks(size, () => 'None'),
    commands: [...changeCommands('/accept task-2'), ...readCommands('/status', '/preflight task-2')],
  },
  {
    about: 'tasks in a chain',
    most: 5_500,
    files: (size) => tasks(size, (index) => (index === 1 ? 'None' : `task-${index - 1}`)),
    commands: [...changeCommands('/accept task-2'), ...readCommands('/preflight task-2')],
  },
  {
    about: 'tasks in a chain that leads on',
    most: 5_500,
    files: (size) => tasks(size, (index) => (index === size ? 'None' : `task-${index + 1}`)),
    commands: readCommands('/preflight task-2'),
  },
  { about: 'tasks in a circle', most: 5_500, files: (size) => tasks(size, (index) => `task-${(index % size) + 1}`) },
  {
    about: 'a task that needs many undefined ones',
    most: 70_000,
    files: (size) =>
      swapped(
        sample,
        tasksPath,
        'From**: task-1',
        `From**: ${listed(size, (index) => `task-${index + 4}`).join(', ')}`,
      ),
    commands: readCommands('/status'),
  },
  {
    about: 'a task that needs all others',
    most: 5_500,
    files: (size) =>
      tasks(size, (index) => (index === size ? listed(size - 1, (number) => `task-${number + 1}`).join(', ') : 'None')),
  },
  {
    about: 'short tasks',
    most: 40_000,
    files: (size) => ({
      ...sample,
      [tasksPath]: `# Tasks\n\n## Implementation Tasks\n${lines(size, (index) => `- task-${index + 1}: Build`)}\n`,
      [progressPath]: `# Progress\n\n${lines(size, (index) => `- [ ] task-${index + 1}`)}\n`,
    }),
    commands: [...changeCommands('/accept task-2'), ...readCommands('/status')],
  },
  {
    about: 'a wave of many tasks',
    most: 70_000,
    files: (size) =>
      swapped(laterSample, tasksPath, wave, `[${listed(size, (index) => `task-${index + 4}`).join(', ')}]`),
  },
  {
    about: 'many waves',
    most: 40_000,
    files: (size) => swapped(laterSample, tasksPath, wave, `${wave}\n${lines(size, () => '- **Wave**: [task-1]')}`),
  },
  {
    about: 'a graph',
    most: 40_000,
    files: (size) =>
      swapped(
        laterSample,
        tasksPath,
        'task-2: [task-1]',
        lines(size, (index) => `task-${index}: [task-${index + 1}]`),
      ),
  },
  {
    about: 'one task again and again',
    most: 5_500,
    files: (size) => ({
      ...sample,
      [tasksPath]: `# Tasks\n\n## Implementation Tasks\n${lines(size, () => definition(1, 'None'))}`,
    }),
  },
  {
    about: 'one marker again and again',
    most: 70_000,
    files: (size) => appended(sample, progressPath, `${lines(size, () => '- [ ] task-2')}\n`),
    commands: refusedCommands('/accept task-2'),
  },
  {
    about: 'planning tasks',
    most: 40_000,
    files: (size) => appended(sample, progressPath, `${lines(size, (index) => `- [x] plan-a${index}`)}\n`),
  },
  {
    about: 'questions',
    most: 8_000,
    files: (size) => ({
      ...sample,
      [questionsPath]: `# Questions\n\n## Cycles\n\n### Cycle 1\n\n${lines(size, (index) => `${index + 1}. **[High Priority]** What is it?\n    - **Category**: Technical\n    - **Priority**: High\n    - **Status**: Unanswered\n`)}`,
    }),
    commands: readCommands('/status'),
  },
  {
    about: 'cycles of questions',
    most: 50_000,
    files: (size) => ({
      ...sample,
      [questionsPath]: `# Questions\n\n## Cycles\n\n${lines(size, (index) => `### Cycle ${index + 1}\n`)}`,
    }),
  },
  {
    about: 'a report of headings',
    most: 40_000,
    files: (size) =>
      appended(
        sample,
        reportPath('task-1'),
        lines(size, () => '### Summary of Changes'),
      ),
    commands: readCommands('/review task-1 qualified'),
  },
  {
    about: 'many attempts',
    most: 1_000,
    manyFiles: true,
    files: (size) => ({
      ...sample,
      ...Object.fromEntries(
        listed(size, (index) => [
          reportPath('task-2', index + 1),
          reportText('task-2', index + 1) + reviewText('Failed'),
        ]),
      ),
    }),
    commands: changeCommands('/accept task-2'),
  },
  {
    about: 'many attempts that were given up',
    most: 1_000,
    manyFiles: true,
    files: (size) =>
      merged(
        listed(size, (index) =>
          withMessage(
            sample,
            `executor.task-2.a${index + 1}.output`,
            { ...payloads.executorOutput('task-2'), status: 'failed', success_criteria_met: false },
            payloads.executorInput('task-2', index + 1),
          ),
        ),
      ),
    commands: readCommands('/status'),
  },
  {
    about: 'a message of artifacts',
    most: 50_000,
    files: (size) =>
      withMessage(
        sample,
        'planner.INITIALIZE.1.output',
        { ...payloads.plannerOutput, artifacts_created: listed(size, (index) => `a${index}.md`) },
        payloads.plannerInput('INITIALIZE'),
      ),
  },
  {
    about: 'a message of results',
    most: 5_500,
    files: (size) =>
      withMessage(messagesSample, 'reviewer.task-1.a1.output', {
        ...payloads.reviewerOutput,
        criteria_results: listed(size, (index) => ({
          criterion: `c${index}`,
          met: true,
          evidence: 'ran',
          finding: 'fine',
        })),
      }),
  },
  {
    about: 'metadata of many keys',
    most: 14_000,
    files: (size) =>
      swapped(
        iteratedSample,
        inSession('metadata.yaml'),
        'orchestrator:',
        `${lines(size, (index) => `key${index}: ${index}`)}\norchestrator:`,
      ),
    commands: readCommands('/status'),
  },
  {
    about: 'many iterations',
    most: 2_000,
    manyFiles: true,
    files: (size) => ({
      ...iteratedSample,
      ...Object.fromEntries(
        listed(size, (index) => [
          inSession(`iterations/${index + 3}/metadata.yaml`),
          `iteration: ${index + 3}\ncompleted_at: 2026-01-31T18:00:00Z\n`,
        ]),
      ),
    }),
  },
  {
    about: 'many sessions',
    most: 500,
    manyFiles: true,
    files: (size) => repeated(sample, size, '260131-144400', (index) => `260131-${144400 + index}`),
    commands: readCommands('/status'),
  },
]
