import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  atStage,
  change,
  handoffPath,
  inProgressSample,
  phasedSample,
  sample,
  withStatus,
  withTraces,
  workingSample,
} from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { follows, moveOf } from '../../moves.ts'
import { describe } from '../../states.ts'
import type { MoveSubject } from '../../subjects.ts'
import { placeOf } from './place.ts'

const complete = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const installed = change(withStatus(workingSample, '✅ Working', '📦 Installed'), { [handoffPath]: null })
const ideated = change(withStatus(sample, '🚧 Stage 2', '💡 Ideated'), { [handoffPath]: null })

export const transitionIllegal: Rule<MoveSubject> = {
  code: 'PLUGIN_TRANSITION_ILLEGAL',
  strict: 'error',
  soft: 'error',
  summary: 'The plugin went from one state to another that does not follow it.',
  why: 'Finished work that is unfinished again, or a state out of nowhere, means that something was overwritten or made up.',
  repair: 'Take it back. `/accept` begins what comes next, `/handback` ends it.',
  examples() {
    return {
      bad: [
        { about: 'back to an earlier stage', base: complete, head: atStage(2, 'in_progress', 'null') },
        { about: 'a completed stage in progress again', base: complete, head: inProgressSample },
        { about: 'work begun anew before its end', base: complete, head: atStage(0, 'in_progress', 'null') },
        { about: 'back from the end', base: workingSample, head: inProgressSample },
        { about: 'an idea again, after it was built', base: installed, head: ideated },
      ],
      good: [
        { about: 'the next stage begins', base: sample, head: inProgressSample },
        { about: 'what was in progress is complete', base: inProgressSample, head: complete },
        { about: 'the next stage is complete at once', base: sample, head: complete },
        { about: 'nothing moves', base: phasedSample, head: phasedSample },
        { about: 'installed, the handoff deleted', base: workingSample, head: installed },
        { about: 'taken out of the system folders', base: installed, head: workingSample },
        { about: 'a new cycle', base: installed, head: atStage(0, 'in_progress', 'null') },
      ],
    }
  },
  *check(step) {
    if (moveOf(step)) return
    const { plugin, from, to, way } = step
    yield {
      message: msg`Unexpected move from ${describe(from)} to ${describe(to)}, expected one to ${follows(from, way).map((state) => describe(state))}`,
      hint: 'Take it back, and go on to what comes next.',
      place: placeOf(plugin, 'status'),
      target: targetId(plugin.name),
    }
  },
}
