import type { EdgeCases } from '../../../examples-of.ts'
import {
  atStage,
  change,
  handoffPath,
  inHandoff,
  inProgressSample,
  inRegistry,
  notesPath,
  notesSample,
  phasedSample,
  phasesDone,
  registryPath,
  sample,
  sampleEntry,
  withCompleted,
  withStatus,
  withTimeline,
  withTraces,
  workingSample,
} from '../../../../src/protocols/plugin/examples.ts'

const complete = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const installed = change(withStatus(workingSample, '✅ Working', '📦 Installed'), { [handoffPath]: null })
const ideated = change(withStatus(sample, '🚧 Stage 2', '💡 Ideated'), { [handoffPath]: null })
const engineDoneWithTraces = withTraces(phasesDone, '3')
const unrecorded = withTimeline(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const lines =
  '- **Stage 0:** Research complete - DSP architecture documented\n- **Stage 2:** Foundation complete - Build system operational\n'
const researched = atStage(0, 'complete', 'invoke_foundation_shell_agent')
const ideatedAgain = change(withStatus(sample, '🚧 Stage 2', '💡 Ideated'), {
  [handoffPath]: null,
  [registryPath]: [['- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2\n', '']],
})
const completedAlone = withCompleted(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const engineDoneInFirstPhase = withTraces(phasesDone, '3.2')
const inNotes = change(inHandoff(notesSample, ['stage: 2', 'stage: 3'], ['invoke_dsp_agent', 'invoke_gui_agent']), {
  [registryPath]: [['🚧 Stage 2', '🚧 Stage 3']],
  [notesPath]: [['🚧 Stage 2', '🚧 Stage 3']],
})

/** Cases at the edges of the rules of `transitions.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  PLUGIN_TRANSITION_ILLEGAL: {
    bad: {
      'work begun again before its end': { base: complete, head: atStage(0, 'in_progress', 'null') },
      'back from the end': { base: workingSample, head: inProgressSample },
      'an idea again, after it was built': { base: installed, head: ideated },
    },
    good: {
      'the next stage is complete at once': { base: sample, head: complete },
      'nothing moves': { base: phasedSample, head: phasedSample },
      'taken out of the system folders': { base: installed, head: workingSample },
      'a new cycle': { base: installed, head: atStage(0, 'in_progress', 'null') },
    },
  },
  PLUGIN_STAGE_SKIPPED: {
    bad: {
      'the rest of the way is left out': { base: sample, head: withTraces(workingSample, '5') },
      'a phase is left out': { base: phasedSample, head: engineDoneWithTraces },
      'installed in the middle of the way': { base: sample, head: installed },
    },
    good: { 'a phase that left its lines': { base: phasedSample, head: withTraces(engineDoneWithTraces, '3.2') } },
  },
  PLUGIN_COMPLETED_MISSING: {
    bad: {
      'no lines': { base: ideatedAgain, head: inHandoff(researched, [lines, '']) },
      'the old lines deleted': { base: inProgressSample, head: inHandoff(unrecorded, [lines, '']) },
      'a placeholder': { base: ideatedAgain, head: inHandoff(researched, [lines, '_None yet._\n']) },
    },
  },
  REGISTRY_TIMELINE_MISSING: {
    bad: {
      'a line for a phase of that name': { base: inProgressSample, head: withTimeline(completedAlone, '3.1') },
      'a line without the stage in parentheses': {
        base: inProgressSample,
        head: inRegistry(completedAlone, [
          '\n**Last Updated:**',
          '- **2026-02-02:** Stage 3 complete\n\n**Last Updated:**',
        ]),
      },
      'no line in the notes': { base: notesSample, head: withCompleted(inNotes, '3') },
    },
    good: {
      'a line for the stage and its phase': {
        base: phasedSample,
        head: inRegistry(engineDoneInFirstPhase, ['(Stage 3.2)', '(Stage 3 Phase 3.2)']),
      },
      'no second place': {
        base: inRegistry(inProgressSample, [sampleEntry.replace('🚧 Stage 2', '🚧 Stage 3'), '']),
        head: inRegistry(completedAlone, [sampleEntry.replace('🚧 Stage 2', '🚧 Stage 3'), '']),
      },
      'a line in the notes': {
        base: notesSample,
        head: change(withCompleted(inNotes, '3'), {
          [notesPath]: [['Build system operational\n', 'Build system operational\n- **2026-02-03 (Stage 3):** Done\n']],
        }),
      },
    },
  },
}
