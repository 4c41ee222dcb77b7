import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  atStage,
  change,
  handoffPath,
  inHandoff,
  inProgressSample,
  phasedSample,
  sample,
  withCompleted,
  withStatus,
  withTimeline,
  withTraces,
  workingSample,
} from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { skippedBy } from '../../moves.ts'
import { describe } from '../../states.ts'
import type { MoveSubject } from '../../subjects.ts'
import { completionEvidence } from '../../completion-evidence.ts'
import { placeOf } from './place.ts'

const fourth = withTraces(atStage(4, 'complete', 'begin_stage_5'), '4')
const engineDone = withTraces(
  withStatus(
    inHandoff(
      phasedSample,
      ['phase: "3.1"', 'phase: null'],
      ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: invoke_gui_agent\nnext_phase: "4.1"'],
    ),
    '🚧 Stage 3.1',
    '🚧 Stage 3',
  ),
  '3',
)
const installed = change(withStatus(workingSample, '✅ Working', '📦 Installed'), { [handoffPath]: null })

/** More units than anybody wants to read of. */
const most = 8

export const stageSkipped: Rule<MoveSubject> = {
  code: 'PLUGIN_STAGE_SKIPPED',
  strict: 'error',
  soft: 'error',
  summary: 'The plugin went forward past a stage or phase that left no trace.',
  why: 'A stage that was never done is missing in everything that is built on it.',
  repair: 'Go back to the stage that was left out. If it was done, write its line into the timeline or into `Completed So Far`.',
  examples() {
    return {
      bad: [
        { about: 'a stage is left out', base: sample, head: fourth },
        {
          about: 'work in progress is left behind',
          base: inProgressSample,
          head: withStatus(atStage(4, 'in_progress', 'null'), '🚧 Stage 4', '🚧 Stage 3'),
        },
        { about: 'the rest of the way is left out', base: sample, head: withTraces(workingSample, '5') },
        { about: 'a phase is left out', base: phasedSample, head: engineDone },
        { about: 'installed in the middle of the way', base: sample, head: installed },
      ],
      good: [
        { about: 'a stage that stands in the timeline', base: sample, head: withTimeline(fourth, '3') },
        { about: 'a stage that stands in `Completed So Far`', base: sample, head: withCompleted(fourth, '3') },
        { about: 'a phase that left its lines', base: phasedSample, head: withTraces(engineDone, '3.2') },
      ],
    }
  },
  *check(step) {
    const { plugin, from, to } = step
    const skipped = skippedBy(step, completionEvidence(plugin))
    if (skipped.length === 0) return
    const shown = skipped.length > most ? [...skipped.slice(0, most), '…'] : skipped
    yield {
      message: msg`Unexpected move from ${describe(from)} to ${describe(to)}, expected a trace of ${shown}`,
      hint: msg`Go back to what was left out. If it was done, write its line into the timeline or into ${'Completed So Far'}.`,
      place: placeOf(plugin, 'stage'),
      target: targetId(plugin.name),
      ...(plugin.second && { concerns: [plugin.second.path] }),
    }
  },
}
