import { inMessage, reportPath, failedSample } from '../../examples.ts'
import { problemRule } from './problems.ts'

const output = 'executor.task-1.a1.output'

/** Which report a message names. */
export const reportPathRules = [
  problemRule({
    code: 'MESSAGE_REPORT_PATH',
    strict: 'error',
    soft: 'error',
    summary: '`report_path` or `REPORT_PATH` is not the report of this task and attempt.',
    why: 'Another report would be reviewed.',
    repair: 'Write `tasks.TASK-report.md`, from the second attempt on `tasks.TASK-report-rN.md`.',
    hint: 'Write the report of this task and attempt.',
    examples() {
      return {
        bad: [
          {
            about: 'of another attempt',
            head: {
              ...inMessage('reviewer.task-1.a1.input', ['tasks.task-1-report.md', 'tasks.task-3-report.md']),
              [reportPath('task-3')]: failedSample[reportPath('task-3')] ?? '',
            },
          },
          {
            about: 'of another task',
            head: {
              ...inMessage(output, ['tasks.task-1-report.md', 'tasks.task-3-report.md']),
              [reportPath('task-3')]: failedSample[reportPath('task-3')] ?? '',
            },
          },
        ],
        good: [
          {
            about: 'from the root, and with another slash',
            head: inMessage(output, ['tasks.task-1-report.md', '.ralph-sessions\\\\260131-144400/tasks.task-1-report.md']),
          },
          { about: 'with a dot before it', head: inMessage(output, ['tasks.task-1-report.md', './tasks.task-1-report.md']) },
        ],
      }
    },
  }),
]
