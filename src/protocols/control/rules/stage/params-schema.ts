import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { at } from '../../../../documents/data.ts'
import { change, nextSample, paramsPath } from '../../examples.ts'
import { paramsShape } from '../../schema.ts'
import type { StageSubject } from '../../subjects.ts'
import { incompleteFindings } from '../misfits.ts'

const hint = 'Finalize the stage again with the tool of the workflow.'

export const stageParamsSchema: Rule<StageSubject> = {
  code: 'STAGE_PARAMS_SCHEMA',
  strict: 'warning',
  soft: 'notice',
  summary: 'A key of `output-params.json` is missing or of the wrong type, or its `stage_id` is another stage.',
  why: 'Other stages build upon what is published there.',
  repair: 'Finalize the stage again with the tool of the workflow.',
  examples() {
    return {
      bad: [
        { about: 'another stage', head: change(nextSample, { [paramsPath]: [['"stage_id": "explore"', '"stage_id": "specify"']] }) },
        { about: 'no time', head: change(nextSample, { [paramsPath]: [[' "published_at": "2026-01-20T12:00:00+00:00",', '']] }) },
        { about: 'a number as a time', head: change(nextSample, { [paramsPath]: [['"2026-01-20T12:00:00+00:00"', '1768910400']] }) },
      ],
      good: [
        { about: 'published values', head: nextSample },
        { about: 'any values', head: change(nextSample, { [paramsPath]: [['"total": 3', '"total": { "deep": [null] }']] }) },
      ],
    }
  },
  *check({ stage: { params, name, target } }) {
    if (!params.data) return
    yield* incompleteFindings(paramsShape, params.data, hint, target)
    const id = at(params.data.root, ['stage_id'])
    if (id?.kind !== 'scalar' || typeof id.value !== 'string' || id.value === name) return
    yield { message: msg`Unexpected stage ${id.value}, expected ${name}`, hint, place: params.data.place(id), target }
  },
}
