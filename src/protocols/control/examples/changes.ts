import type { Files, RuleExamples } from '../../../core/rule.ts'
import {
  acceptPath,
  answer,
  answerPath,
  change,
  grantedSample,
  handbackPath,
  handbacks,
  inHandback,
  later,
  recordPath,
  returned,
  returnedSample,
  sample,
  stagePath,
} from '../examples.ts'

const again = (base: Files, from: string, to: string) =>
  change(base, { [handbackPath]: null, [acceptPath]: [[from, to]] })
const withoutHandback = change(returnedSample, { [handbackPath]: null })
const answered = change(sample, { [answerPath]: answer })
const specify = ',\n    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }'
const withoutStage = (files: Files): Files =>
  change(Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('/stages/'))), {
    [recordPath]: [
      ['    { "id": "explore", "status": "pending", "started_at": null, "completed_at": null }', ''],
      [specify, ''],
    ],
    'runs/run-2026-01-20-001/stages/README.md': 'Nothing here.\n',
  })

export const examples: RuleExamples = {
  ACCEPT_BACKWARDS: {
    bad: {
      'an earlier hour': { base: returnedSample, head: again(returnedSample, '10:02:00', '09:00:00') },
      'a later hour further east': {
        base: returnedSample,
        head: again(returnedSample, '10:02:00+00:00', '12:00:00+05:00'),
      },
    },
    good: {
      'a later hour': {
        base: returnedSample,
        head: change(returnedSample, { [handbackPath]: null, [acceptPath]: later }),
      },
      'an earlier hour further west': {
        base: returnedSample,
        head: again(returnedSample, '10:02:00+00:00', '09:00:00-05:00'),
      },
    },
  },
  ACCEPT_REFRESHED: {
    bad: { 'a later time': { base: grantedSample, head: change(grantedSample, { [acceptPath]: later }) } },
    good: {
      'the same in another form': {
        base: grantedSample,
        head: change(grantedSample, { [acceptPath]: [['\n  "state"', ' "state"']] }),
      },
      'a new cycle': {
        base: returnedSample,
        head: change(returnedSample, { [handbackPath]: null, [acceptPath]: later }),
      },
    },
  },
  ACCEPT_WITHDRAWN: {
    bad: { 'while the agent works': { base: grantedSample, head: sample } },
    good: {
      'the agent still has it': { base: grantedSample, head: grantedSample },
      'an invalid grant': { base: change(grantedSample, { [acceptPath]: '{}\n' }), head: sample },
    },
  },
  HANDBACK_DELETED: {
    bad: {
      'the old grant stays': { base: returnedSample, head: withoutHandback },
      'an unanswered question': { base: returned('question'), head: withoutHandback },
    },
    good: {
      'a new grant': { base: returnedSample, head: change(withoutHandback, { [acceptPath]: later }) },
      'an invalid one': { base: inHandback('success', ['"success"', '"done"']), head: withoutHandback },
    },
  },
  HANDBACK_REWRITTEN: {
    bad: {
      'an error that became a success': { base: returned('error'), head: returnedSample },
      'another description': { base: returnedSample, head: inHandback('success', ['completed', 'was completed']) },
    },
    good: {
      'the same in another form': {
        base: returnedSample,
        head: change(returnedSample, { [handbackPath]: [['\n  "reason"', ' "reason"']] }),
      },
      'the same in another order': {
        base: returned('error'),
        head: change(returned('error'), {
          [handbackPath]:
            '{"error":{"message":"There is no brief","code":"INPUT_MISSING"},"description":"No brief","reason":"error"}',
        }),
      },
    },
  },
  HANDBACK_STALE: {
    bad: {
      'an old success': { base: returnedSample, head: change(returnedSample, { [acceptPath]: later }) },
      'an old question': { base: returned('question'), head: change(returned('question'), { [acceptPath]: later }) },
    },
    good: {
      'the old answer gone': {
        base: returnedSample,
        head: change(returnedSample, { [acceptPath]: later, [handbackPath]: null }),
      },
    },
  },
  CONTROL_ONE_CHANGE: {
    bad: {
      'a whole cycle': { base: sample, head: returnedSample },
      'a whole next cycle': {
        base: returned('error'),
        head: change(returned('error'), { [acceptPath]: later, [handbackPath]: handbacks.success }),
      },
    },
    good: {
      'the grant': { base: sample, head: grantedSample },
      'the return': { base: grantedSample, head: returnedSample },
    },
  },
  CONTROL_ANSWER_CHANGED: {
    bad: {
      'another answer': { base: answered, head: change(answered, { [answerPath]: [['Green', 'Red']] }) },
      'no answer': { base: answered, head: sample },
    },
    good: {
      'a further answer': {
        base: answered,
        head: change(answered, { [stagePath('run/output-data/answers/002.json')]: answer }),
      },
      'the same in another form': {
        base: answered,
        head: change(answered, { [answerPath]: [['\n  "question"', ' "question"']] }),
      },
    },
  },
  STAGE_RUN_DELETED: {
    bad: { 'while its stages are there': { base: sample, head: change(sample, { [recordPath]: null }) } },
    good: { 'it is there': { base: sample, head: sample } },
  },
  STAGE_REMOVED: {
    bad: { 'while the agent works': { base: grantedSample, head: withoutStage(grantedSample) } },
    good: {
      'after it was handed back': { base: returnedSample, head: withoutStage(returnedSample) },
      'with its run, after it was handed back': { base: returnedSample, head: {} },
    },
  },
}
