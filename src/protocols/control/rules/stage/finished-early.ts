import type { Place } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { at } from '../../../../documents/data.ts'
import { acceptPath, change, grantedSample, nextSample, paramsPath, recordPath, returned, returnedSample, sample } from '../../examples.ts'
import type { Stage } from '../../model.ts'
import type { StageSubject } from '../../subjects.ts'

const params = nextSample[paramsPath] ?? ''
const completed = [['"explore", "status": "pending"', '"explore", "status": "completed"']] as const

/** Where wf-run.json says that the stage is completed. */
function completion({ run, name }: Stage): Place | undefined {
  const entry = run.listed(name)
  const status = entry && at(entry, ['status'])
  return status?.kind === 'scalar' && status.value === 'completed' ? run.record.data?.place(status) : undefined
}

const unfinished = new Set(['handback invalid', 'returned error', 'returned question'])

export const stageFinishedEarly: Rule<StageSubject> = {
  code: 'STAGE_FINISHED_EARLY',
  strict: 'warning',
  soft: 'notice',
  summary:
    '`output-params.json` is there, or `wf-run.json` says `completed`, though the handback is invalid, an error or a question, or the agent still has control.',
  why: 'Other stages build upon a stage that is not done.',
  repair: 'Let the stage be done first, then finalize it.',
  examples() {
    return {
      bad: [
        { about: 'values published beside an error', head: change(returned('error'), { [paramsPath]: params }) },
        { about: 'values published beside a question', head: change(returned('question'), { [paramsPath]: params }) },
        { about: 'completed with an error', head: change(returned('error'), { [recordPath]: completed }) },
        { about: 'completed while the agent works', head: change(grantedSample, { [recordPath]: completed }) },
      ],
      good: [
        { about: 'a success', head: change(returnedSample, { [paramsPath]: params, [recordPath]: completed }) },
        { about: 'values published while the agent works', head: change(grantedSample, { [paramsPath]: params }) },
        { about: 'completed without a grant', head: change(sample, { [recordPath]: completed, [acceptPath]: null }) },
      ],
    }
  },
  *check({ stage }) {
    const { state, params: published, finalized, target, handback, accept } = stage
    const hint = 'Let the stage be done first, then finalize it.'
    const early = unfinished.has(state)
    if (early && finalized) {
      yield {
        message: msg`Unexpected ${'output-params.json'} in the state ${state}, expected it after a success`,
        hint,
        place: { path: published.path, line: 1 },
        target,
        concerns: [handback.path],
      }
    }
    const place = early || state === 'granted' ? completion(stage) : undefined
    if (place)
      yield {
        message: msg`Unexpected status ${'completed'} in the state ${state}, expected it after a success`,
        hint,
        place,
        target,
        concerns: [handback.path, accept.path],
      }
  },
}
