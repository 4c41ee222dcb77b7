import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  atStage,
  change,
  inHandoff,
  inProgressSample,
  inRegistry,
  notesPath,
  notesSample,
  phasedSample,
  registryPath,
  sampleEntry,
  withCompleted,
  withStatus,
  withTimeline,
  withTraces,
} from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { Plugin } from '../../model.ts'
import { lastPhase } from '../../moves.ts'
import { phaseNumber, stageOf, unitsIn, type Unit } from '../../stages.ts'
import type { CompletionSubject } from '../../subjects.ts'
import { timelineOf } from '../../completion-evidence.ts'

const untold = withCompleted(atStage(3, 'complete', 'invoke_gui_agent'), '3')
const told = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
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
  '3.2',
)
const inNotes = change(inHandoff(notesSample, ['stage: 2', 'stage: 3'], ['invoke_dsp_agent', 'invoke_gui_agent']), {
  [registryPath]: [['🚧 Stage 2', '🚧 Stage 3']],
  [notesPath]: [['🚧 Stage 2', '🚧 Stage 3']],
})

/** The units that a line may name: the one that was completed; of a stage its last phase too, which closes it, and where the work ends the stage that the handoff says. */
function namesOf({ unit, handoff, way }: CompletionSubject): readonly Unit[] {
  if (phaseNumber(unit) > 0) return [unit]
  return [unit, lastPhase(stageOf(unit), way) ?? unit, String(handoff.fields.stage.value ?? unit)]
}

const linesAbout = (plugin: Plugin | undefined, names: readonly Unit[]): number =>
  timelineOf(plugin).filter(({ about }) => unitsIn(about).some((unit) => names.includes(unit))).length

export const timelineMissing: Rule<CompletionSubject> = {
  code: 'REGISTRY_TIMELINE_MISSING',
  strict: 'error',
  soft: 'off',
  summary: 'Something was completed, and the timeline has no new line that names it.',
  why: 'The timeline is the only place that says when a stage was done.',
  repair: 'Write a line such as `- **2026-02-03 (Stage 3):** Audio engine complete`. `/handback` writes it.',
  examples() {
    return {
      bad: [
        { about: 'no line', base: inProgressSample, head: untold },
        { about: 'a line for another stage', base: inProgressSample, head: withTimeline(untold, '2') },
        { about: 'a line for a phase of that name', base: inProgressSample, head: withTimeline(untold, '3.1') },
        {
          about: 'a line without the stage in parentheses',
          base: inProgressSample,
          head: inRegistry(untold, ['\n**Last Updated:**', '- **2026-02-02:** Stage 3 complete\n\n**Last Updated:**']),
        },
        { about: 'no line in the notes', base: notesSample, head: withCompleted(inNotes, '3') },
      ],
      good: [
        { about: 'a line for the stage', base: inProgressSample, head: told },
        { about: 'a line for the last phase, which closes the stage', base: phasedSample, head: engineDone },
        {
          about: 'a line for the stage and its phase',
          base: phasedSample,
          head: inRegistry(engineDone, ['(Stage 3.2)', '(Stage 3 Phase 3.2)']),
        },
        {
          about: 'no second place',
          base: inRegistry(inProgressSample, [sampleEntry.replace('🚧 Stage 2', '🚧 Stage 3'), '']),
          head: inRegistry(untold, [sampleEntry.replace('🚧 Stage 2', '🚧 Stage 3'), '']),
        },
        {
          about: 'a line in the notes',
          base: notesSample,
          head: change(withCompleted(inNotes, '3'), {
            [notesPath]: [['Build system operational\n', 'Build system operational\n- **2026-02-03 (Stage 3):** Done\n']],
          }),
        },
      ],
    }
  },
  *check(subject) {
    const { plugin, before, handoff, unit } = subject
    const names = namesOf(subject)
    if (!plugin.second || linesAbout(plugin, names) > linesAbout(before, names)) return
    yield {
      message: msg`Missing line in the timeline, expected one for ${`Stage ${unit}`}`,
      hint: msg`Write one such as ${`- **YYYY-MM-DD (Stage ${unit}):** what was done`}.`,
      place: plugin.second.place,
      target: targetId(plugin.name),
      concerns: [handoff.path],
    }
  },
}
