import type { EdgeCases } from '../../../examples-of.ts'
import {
  change,
  inProgress,
  inSession,
  instructionsPath,
  iteratedSample,
  planPath,
  sample,
  sessionPath,
} from '../../../../src/protocols/subagent/examples.ts'

/** Cases at the edges of the rules of `session.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  SUBAGENT_SESSION_LEGACY: {
    good: {
      'criteria that begin like an id': inProgress([
        '\n## Impl',
        '\n- [ ] Plan the release\n- [ ] task force met\n\n## Impl',
      ]),
    },
  },
  SUBAGENT_UNREADABLE: {
    bad: {
      'the folder is a link': {
        head: { ...sample, '.ralph-sessions/260201-080000': 'elsewhere' },
        links: ['.ralph-sessions/260201-080000'],
      },
      'more than the limit': { head: change(sample, { [planPath]: `${'words '.repeat(800)}\n` }), limit: 4096 },
      'a key twice': change(sample, { [instructionsPath]: [['applyTo:', 'applyTo: "a"\napplyTo:']] }),
      'an alias': change(iteratedSample, { [inSession('metadata.yaml')]: [['version: 4', 'a: &a 4\nversion: *a']] }),
      'iterations behind a link': {
        head: { ...sample, [inSession('iterations')]: 'elsewhere' },
        links: [inSession('iterations')],
      },
    },
  },
  SUBAGENT_LAYOUT_MISSING: {
    bad: {
      'no iteration': change(iteratedSample, { [inSession('iterations/2/progress.md')]: null }),
      'a new session without a plan': {
        base: { [`${sessionPath}/../readme`]: '' },
        head: change(sample, { [planPath]: null }),
      },
    },
  },
  SUBAGENT_INSTRUCTIONS_SCOPE: {
    bad: {
      'another session': change(sample, {
        [instructionsPath]: [['sessions/260131-144400/', 'sessions/260131-144401/']],
      }),
      everything: change(sample, { [instructionsPath]: [['.ralph-sessions/260131-144400/**', '**']] }),
    },
  },
  SUBAGENT_VARIANT: {
    bad: {
      'a copy': { ...sample, [inSession('progress (1).md')]: '# Progress\n' },
      capitals: { ...sample, [inSession('Plan.md')]: '# Plan\n' },
      'questions by category, where the profile is set': {
        head: { ...sample, [inSession('plan.questions.risks.md')]: '# Risks\n' },
        configuration: { profile: 'contract-1.0.0' },
      },
    },
    good: { 'progress of a review of 3.x': { ...sample, [inSession('progress.review1.md')]: '# Review\n' } },
  },
  SUBAGENT_STATE_IGNORED: { good: { 'no doctor': { ...sample, '.gitignore': '.ralph-sessions/\n' } } },
}
