import { change, nextSample, paramsPath } from '../../examples.ts'
import type { StageSubject } from '../../subjects.ts'
import { unreadableRule } from '../unreadable.ts'

export const stageParamsUnreadable = unreadableRule<StageSubject>({
  code: 'STAGE_PARAMS_UNREADABLE',
  strict: 'error',
  soft: 'error',
  summary: '`output-params.json` is not JSON that can be read.',
  why: 'That it is there finalizes the stage, and what it says other stages build upon.',
  repair: 'Finalize the stage again with the tool of the workflow.',
  look: ({ stage: { params, target } }) => ({ file: params, fault: params.fault, target }),
  hint: 'Finalize the stage again with the tool of the workflow.',
  examples() {
    return {
      bad: [
        {
          about: 'no end',
          head: change(nextSample, {
            [paramsPath]: '{ "stage_id": "explore"',
            'runs/run-2026-01-20-001/stages/specify/run/output-data/accept.json': null,
          }),
        },
      ],
      good: [{ about: 'published values', head: nextSample }],
    }
  },
})
