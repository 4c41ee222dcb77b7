import type { RuleExamples } from '../../../core/rule.ts'
import {
  atStage,
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  inRegistry,
  phasedSample,
  phasesDone,
  sample,
  sampleEntry,
  sampleRow,
  withCompleted,
  withStatus,
  withTimeline,
  withTraces,
  workingSample,
} from '../examples.ts'

const complete = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const installed = change(withStatus(workingSample, '✅ Working', '📦 Installed'), { [handoffPath]: null })
const fourth = withTraces(atStage(4, 'complete', 'begin_stage_5'), '4')
const installedWithHandoff = withStatus(workingSample, '✅ Working', '📦 Installed')
const files = [
  handoffPath,
  ...(['creative_brief', 'parameter_spec', 'architecture', 'plan'] as const).map(contractPath),
]
const gone = Object.fromEntries(files.map((path) => [path, null]))
const without = change(inRegistry(sample, [sampleRow, ''], [sampleEntry, '']), gone)
const unrecorded = withTimeline(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const recorded = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const lines =
  '- **Stage 0:** Research complete - DSP architecture documented\n- **Stage 2:** Foundation complete - Build system operational\n'
const completedAlone = withCompleted(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const engineDoneInFirstPhase = withTraces(phasesDone, '3.2')

export const examples: RuleExamples = {
  PLUGIN_TRANSITION_ILLEGAL: {
    bad: {
      'back to an earlier stage': { base: complete, head: atStage(2, 'in_progress', 'null') },
      'a completed stage in progress again': { base: complete, head: inProgressSample },
    },
    good: {
      'the next stage begins': { base: sample, head: inProgressSample },
      'what was in progress is complete': { base: inProgressSample, head: complete },
    },
  },
  PLUGIN_STAGE_SKIPPED: {
    bad: {
      'a stage is left out': { base: sample, head: fourth },
      'work in progress is left behind': {
        base: inProgressSample,
        head: withStatus(atStage(4, 'in_progress', 'null'), '🚧 Stage 4', '🚧 Stage 3'),
      },
    },
    good: {
      'a stage that is in the timeline': { base: sample, head: withTimeline(fourth, '3') },
      'a stage that is in `Completed So Far`': { base: sample, head: withCompleted(fourth, '3') },
    },
  },
  PLUGIN_HANDOFF_DELETED: {
    bad: {
      'a plugin that works and is not installed': {
        base: workingSample,
        head: change(workingSample, { [handoffPath]: null }),
      },
    },
    good: {
      installed: { base: workingSample, head: change(installedWithHandoff, { [handoffPath]: null }) },
      'an unreadable handoff': {
        base: inHandoff(workingSample, ['status: workflow_complete', 'status: done']),
        head: change(workingSample, { [handoffPath]: null }),
      },
    },
  },
  PLUGIN_REMOVED: {
    bad: { 'with its row and its entry': { base: sample, head: without } },
    good: { 'one that is installed': { base: installed, head: without } },
  },
  PLUGIN_COMPLETED_MISSING: {
    bad: {
      'the same lines as before': { base: inProgressSample, head: unrecorded },
      'only blank lines more': { base: inProgressSample, head: inHandoff(unrecorded, [lines, `\n${lines}\n`]) },
    },
    good: {
      'a line more': { base: inProgressSample, head: recorded },
      'another text in place of the old one': {
        base: inProgressSample,
        head: inHandoff(unrecorded, [lines, 'Everything up to the audio engine.\n']),
      },
    },
  },
  REGISTRY_TIMELINE_MISSING: {
    bad: {
      'no line': { base: inProgressSample, head: completedAlone },
      'a line for another stage': { base: inProgressSample, head: withTimeline(completedAlone, '2') },
    },
    good: {
      'a line for the stage': { base: inProgressSample, head: recorded },
      'a line for the last phase, which closes the stage': { base: phasedSample, head: engineDoneInFirstPhase },
    },
  },
}
