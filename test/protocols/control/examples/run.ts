import type { EdgeCases } from '../../../examples-of.ts'
import {
  acceptPath,
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
  workedSample,
} from '../../../../src/protocols/control/examples.ts'

const completed = [['"explore", "status": "pending"', '"explore", "status": "completed"']] as const
const path = stagePath('run/output-data/wf-result.json')
const result = (status: string, stage = 'explore') => ({
  [path]: `{ "status": "${status}", "stage_id": "${stage}" }\n`,
})

/** Cases at the edges of the rules of `run.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  STAGE_RUN_SCHEMA: {
    bad: {
      'a status that is none': inRecord(['"status": "pending"', '"status": "running"']),
      'a number as a version': inRecord(['"version": "1.0"', '"version": 1']),
      'no time': inRecord(['  "created_at": "2026-01-20T09:00:00+00:00",\n', '']),
    },
  },
  STAGE_PARAMS_SCHEMA: {
    bad: {
      'a number as a time': change(nextSample, { [paramsPath]: [['"2026-01-20T12:00:00+00:00"', '1768910400']] }),
    },
  },
  STAGE_FINISHED_EARLY: {
    bad: {
      'completed with an error': change(returned('error'), { [recordPath]: completed }),
      'completed while the agent works': change(grantedSample, { [recordPath]: completed }),
    },
    good: { 'completed without a grant': change(sample, { [recordPath]: completed, [acceptPath]: null }) },
  },
  STAGE_RESULT_CONTRADICTS: {
    bad: { 'another stage': change(workedSample, result('success', 'specify')) },
    good: {
      'a success before the handback': change(workedSample, result('success')),
      'no object': change(returnedSample, { [path]: '[]\n' }),
    },
  },
}
