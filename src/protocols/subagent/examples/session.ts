import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  inSession,
  instructionsPath,
  iteratedSample,
  messagesSample,
  planPath,
  progressPath,
  questionsPath,
  reportPath,
  sample,
  sampleCalled,
  tasksPath,
} from '../examples.ts'

const text = sample[instructionsPath] ?? ''

export const examples: RuleExamples = {
  SUBAGENT_SESSION_ID: {
    bad: { 'a word': sampleCalled('counter') },
    good: {
      'a session id': sample,
      'a folder with other files': { ...sample, '.ralph-sessions/archive/readme.md': 'Old sessions.\n' },
    },
  },
  SUBAGENT_SESSION_DATE: {
    bad: {
      'a month that there is none': sampleCalled('269999-999999'),
      'a day that the month does not have': sampleCalled('260231-144400'),
    },
    good: { 'the last second of a leap day': sampleCalled('280229-235959') },
  },
  SUBAGENT_SESSION_LEGACY: {
    bad: {
      'tasks without ids': change(sample, {
        [progressPath]: '# Progress\n\n- [x] Task 1: Count\n- [ ] Task 2: Print\n',
      }),
      'a state of its own': change(iteratedSample, { [inSession('metadata.yaml')]: 'state: EXECUTING\n' }),
    },
    good: { 'no task yet': messagesSample, 'an orchestrator': iteratedSample },
  },
  SUBAGENT_UNREADABLE: {
    bad: {
      NUL: change(sample, { [planPath]: 'Count\0words\n' }),
      'a link': { head: change(sample, { [tasksPath]: '../tasks.md' }), links: [tasksPath] },
    },
    good: {
      'a byte-order mark and CRLF': change(sample, {
        [progressPath]: `\ufeff${sample[progressPath]?.replaceAll('\n', '\r\n')}`,
      }),
      'evidence of any kind': { ...sample, [inSession('tests/log.bin')]: 'a\0b' },
    },
  },
  SUBAGENT_LAYOUT_MISSING: {
    bad: { 'no plan': change(sample, { [planPath]: null }), 'a blank plan': change(sample, { [planPath]: ' \n' }) },
    good: { 'all of them': sample, 'metadata and the current iteration': iteratedSample },
  },
  SUBAGENT_INSTRUCTIONS_MISSING: {
    bad: { none: change(sample, { [instructionsPath]: null }) },
    good: { 'next to the folder': sample },
  },
  SUBAGENT_INSTRUCTIONS_PLACE: {
    bad: {
      'in the folder': change(sample, { [instructionsPath]: null, [inSession('260131-144400.instructions.md')]: text }),
      'in the folder, without a name': change(sample, {
        [instructionsPath]: null,
        [inSession('.instructions.md')]: text,
      }),
    },
    good: { 'next to it': sample },
  },
  SUBAGENT_INSTRUCTIONS_SCOPE: {
    bad: {
      'no front matter': change(sample, { [instructionsPath]: '# Instructions\n' }),
      'no applyTo': change(sample, { [instructionsPath]: [['applyTo:', 'description:']] }),
    },
    good: {
      'a list': change(sample, {
        [instructionsPath]: [
          [
            'applyTo: ".ralph-sessions/260131-144400/**"',
            'applyTo:\n  - "docs/**"\n  - ".ralph-sessions/260131-144400/**"',
          ],
        ],
      }),
      'several in one text': change(sample, { [instructionsPath]: [['".ralph', '"docs/**, .ralph']] }),
    },
  },
  SUBAGENT_VARIANT: {
    bad: {
      'a second plan': { ...sample, [inSession('plan-v2.md')]: '# Plan\n' },
      'updated tasks': { ...sample, [inSession('tasks-updated.md')]: '# Tasks\n' },
    },
    good: {
      'reports and questions': {
        ...sample,
        [reportPath('task-3')]:
          sample[reportPath('task-1')]
            ?.replace('task-1', 'task-3')
            .replace('Qualified', 'Failed\n\n### Feedback\nMore.') ?? '',
        [questionsPath]: sample[questionsPath] ?? '',
      },
      'other names': { ...sample, [inSession('planning.txt')]: '', [inSession('notes.md')]: '' },
    },
  },
  SUBAGENT_STATE_IGNORED: {
    bad: {
      'the folder of sessions': { head: sample, ignored: ['.ralph-sessions/260131-144400/progress.md'] },
      'the list of tasks': { head: sample, ignored: ['.ralph-sessions/260131-144400/tasks.md'] },
    },
    good: {
      nothing: { head: sample, ignored: [] },
      'other files': { head: sample, ignored: ['.ralph-sessions/260131-144400/tests/log.txt'] },
    },
  },
}
