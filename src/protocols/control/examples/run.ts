import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  grantedSample,
  inRecord,
  nextSample,
  paramsPath,
  recordPath,
  returned,
  returnedSample,
  sample,
  stagePath,
} from '../examples.ts'

const specify = '    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }\n'
const params = nextSample[paramsPath] ?? ''
const completed = [['"explore", "status": "pending"', '"explore", "status": "completed"']] as const
const path = stagePath('run/output-data/wf-result.json')
const result = (status: string, stage = 'explore') => ({
  [path]: `{ "status": "${status}", "stage_id": "${stage}" }\n`,
})

export const examples: RuleExamples = {
  STAGE_RUN_UNREADABLE: {
    bad: { 'no end': change(sample, { [recordPath]: '{ "run_id": ' }) },
    good: { 'a record': sample, none: change(sample, { [recordPath]: null }) },
  },
  STAGE_RUN_SCHEMA: {
    bad: { 'nothing in it': change(sample, { [recordPath]: '{}' }), 'a list': change(sample, { [recordPath]: '[]' }) },
    good: { 'a record': sample, 'more keys': inRecord(['"run_id"', '"host": "attic",\n  "run_id"']) },
  },
  STAGE_RUN_ID: {
    bad: { 'a copied run': inRecord(['"run-2026-01-20-001"', '"run-2026-01-19-004"']) },
    good: { 'its own name': sample },
  },
  STAGE_RUN_STAGES: {
    bad: {
      'a stage without a folder': inRecord(
        ['"id": "specify"', '"id": "review"'],
        [
          specify.replace('specify', 'review').trimEnd(),
          `${specify.replace('specify', 'review').trimEnd()},\n${specify.trimEnd()}`,
        ],
      ),
      'a stage that is not listed': inRecord([`,\n${specify}`, '\n']),
    },
    good: { 'the stages that are there': sample, 'no list': change(sample, { [recordPath]: null }) },
  },
  STAGE_PARAMS_UNREADABLE: {
    bad: {
      'no end': change(nextSample, {
        [paramsPath]: '{ "stage_id": "explore"',
        'runs/run-2026-01-20-001/stages/specify/run/output-data/accept.json': null,
      }),
    },
    good: { 'published values': nextSample },
  },
  STAGE_PARAMS_SCHEMA: {
    bad: {
      'another stage': change(nextSample, { [paramsPath]: [['"stage_id": "explore"', '"stage_id": "specify"']] }),
      'no time': change(nextSample, { [paramsPath]: [[' "published_at": "2026-01-20T12:00:00+00:00",', '']] }),
    },
    good: {
      'published values': nextSample,
      'any values': change(nextSample, { [paramsPath]: [['"total": 3', '"total": { "deep": [null] }']] }),
    },
  },
  STAGE_FINISHED_EARLY: {
    bad: {
      'values published together with an error': change(returned('error'), { [paramsPath]: params }),
      'values published together with a question': change(returned('question'), { [paramsPath]: params }),
    },
    good: {
      'a success': change(returnedSample, { [paramsPath]: params, [recordPath]: completed }),
      'values published while the agent works': change(grantedSample, { [paramsPath]: params }),
    },
  },
  STAGE_RESULT_CONTRADICTS: {
    bad: {
      'a failure together with a success': change(returnedSample, result('failure')),
      'a success together with an error': change(returned('error'), result('success')),
    },
    good: {
      'a success together with a success': change(returnedSample, result('success')),
      'a part': change(returned('error'), result('partial')),
    },
  },
}
