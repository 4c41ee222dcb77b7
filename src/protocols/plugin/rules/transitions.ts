import type { Place } from '../../../core/diagnostic.ts'
import type { Plugin } from '../model.ts'
import { msg } from '../../../core/message.ts'
import { nextStates, lastPhase, legalityOf, skippedBy, describe } from '../states.ts'
import { completedOf, completionEvidence, timelineOf } from '../handoff/completion.ts'
import { completions, moves, kept, removed, type CompletionSubject, type PluginRules } from './subjects.ts'
import { phaseNumber, stageOf, unitsIn, type Unit } from '../stages/stages.ts'
import { forPerson, offer } from './offers.ts'
import { over } from '../../../kit/rules.ts'

/** Where a plugin's state is written: a key of its handoff, otherwise its row, otherwise its second place; without any of them, where its handoff would be. */
function placeOf({ handoff, handoffPath, row, second }: Plugin, key?: 'stage' | 'status'): Place {
  const field = key && handoff?.fields[key].place
  return field ?? row?.place ?? second?.place ?? { path: handoffPath }
}

/** The units that a line may name: the one that was completed; of a stage its last phase too, which closes it, and where the work ends the stage that the handoff says. */
function namesOf({ unit, handoff, way }: CompletionSubject): readonly Unit[] {
  if (phaseNumber(unit) > 0) return [unit]
  return [unit, lastPhase(stageOf(unit), way) ?? unit, String(handoff.fields.stage.value ?? unit)]
}

const linesAbout = (plugin: Plugin | undefined, names: readonly Unit[]): number =>
  timelineOf(plugin).filter(({ about }) => unitsIn(about).some((unit) => names.includes(unit))).length

/** More units than are worth listing. */
const most = 8

/** State changes of a plugin, and how they are recorded. */
export const transitionRules: PluginRules = {
  name: 'transitions',
  title: 'State changes of a plugin, and how they are recorded',
  rules: [
    over(moves, [
      {
        code: 'PLUGIN_TRANSITION_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'The plugin went from one state to another that may not follow it.',
        why: 'If finished work becomes unfinished, or a state appears without its predecessor, something was overwritten or invented.',
        repair: 'Revert it. `/accept` begins what comes next, `/handback` ends it.',
        examples: ({ atStage, change, handoffPath, inProgressSample, phasedSample, sample, withStatus, withTraces, workingSample }) => {
          const complete = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
          const installed = change(withStatus(workingSample, '✅ Working', '📦 Installed'), { [handoffPath]: null })
          const ideated = change(withStatus(sample, '🚧 Stage 2', '💡 Ideated'), { [handoffPath]: null })
          return {
            bad: [
              { about: 'back to an earlier stage', base: complete, head: atStage(2, 'in_progress', 'null') },
              { about: 'a completed stage in progress again', base: complete, head: inProgressSample },
              { about: 'work begun again before its end', base: complete, head: atStage(0, 'in_progress', 'null') },
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
          if (legalityOf(step)) return
          const { plugin, from, to, way } = step
          yield {
            message: msg`Unexpected move from ${describe(from)} to ${describe(to)}, expected one to ${nextStates(from, way).map((state) => describe(state))}`,
            hint: 'Revert it, and go on to what comes next.',
            place: placeOf(plugin, 'status'),
          }
        },
      },
      {
        code: 'PLUGIN_STAGE_SKIPPED',
        strict: 'error',
        soft: 'error',
        summary: 'The plugin skipped a stage or phase of which there is no trace.',
        why: 'Everything that is built on a skipped stage lacks it.',
        repair: 'Go back to the stage that was left out. If it was done, write its line into the timeline or into `Completed So Far`.',
        examples: ({
          atStage,
          change,
          handoffPath,
          inProgressSample,
          phasedSample,
          phasesDone,
          sample,
          withCompleted,
          withStatus,
          withTimeline,
          withTraces,
          workingSample,
        }) => {
          const fourth = withTraces(atStage(4, 'complete', 'begin_stage_5'), '4')
          const engineDone = withTraces(phasesDone, '3')
          const installed = change(withStatus(workingSample, '✅ Working', '📦 Installed'), { [handoffPath]: null })
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
              { about: 'a stage that is in the timeline', base: sample, head: withTimeline(fourth, '3') },
              { about: 'a stage that is in `Completed So Far`', base: sample, head: withCompleted(fourth, '3') },
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
            ...(plugin.second && { concerns: [plugin.second.path] }),
          }
        },
      },
    ]),
    over(kept, [
      {
        code: 'PLUGIN_HANDOFF_DELETED',
        strict: 'error',
        soft: 'error',
        summary: 'The change deletes the handoff of a plugin that is not installed.',
        why: 'The checksums of the contracts are lost with it, and everything that the next agent must know.',
        repair: 'Restore the handoff. Only `/install` deletes it, at the end of the work.',
        examples: ({ change, handoffPath, inHandoff, withStatus, workingSample }) => {
          const installed = withStatus(workingSample, '✅ Working', '📦 Installed')
          return {
            bad: [
              {
                about: 'a plugin that works and is not installed',
                base: workingSample,
                head: change(workingSample, { [handoffPath]: null }),
              },
            ],
            good: [
              { about: 'installed', base: workingSample, head: change(installed, { [handoffPath]: null }) },
              {
                about: 'an unreadable handoff',
                base: inHandoff(workingSample, ['status: workflow_complete', 'status: done']),
                head: change(workingSample, { [handoffPath]: null }),
              },
            ],
          }
        },
        *check({ plugin, before, model }) {
          if (!before.handoff || before.state.kind === 'unknown' || plugin.hasHandoff || plugin.registered?.kind === 'installed') return
          yield {
            message: msg`Missing handoff, expected ${before.handoff.path} until the plugin is installed`,
            offers: offer('restore state', { plugin, model }, 'brings it back from history, if it is there'),
            hint: [
              'Restoring it from before the change fixes it too.',
              // For a person alone: it would accept the deletion.
              forPerson(offer('install', { plugin, model }, 'says that the plugin is installed, if that is so: then no handoff is needed'))
                .hint,
            ]
              .filter((sentence) => sentence !== undefined)
              .join(' '),
            place: placeOf(plugin),
            concerns: [before.handoff.path],
          }
        },
      },
    ]),
    over(removed, [
      {
        code: 'PLUGIN_REMOVED',
        strict: 'error',
        soft: 'warning',
        summary: 'The change deletes a plugin in the middle of its work: its handoff, its contracts and its place in the registry.',
        why: 'The work is lost with everything that was decided about it, which is more than any of its files.',
        repair: 'Restore it. A plugin that is only an idea, or is installed, may be deleted.',
        examples: ({ change, contractPath, handoffPath, inRegistry, sample, sampleEntry, sampleRow, withStatus, workingSample }) => {
          const files = [handoffPath, ...(['creative_brief', 'parameter_spec', 'architecture', 'plan'] as const).map(contractPath)]
          const gone = Object.fromEntries(files.map((path) => [path, null]))
          const installed = change(withStatus(workingSample, '✅ Working', '📦 Installed'), { [handoffPath]: null })
          const without = change(inRegistry(sample, [sampleRow, ''], [sampleEntry, '']), gone)
          return {
            bad: [{ about: 'with its row and its entry', base: sample, head: without }],
            good: [{ about: 'one that is installed', base: installed, head: without }],
          }
        },
        *check({ plugin }) {
          if (!plugin.hasHandoff || plugin.state.kind === 'installed' || plugin.stale) return
          yield {
            message: msg`Missing plugin ${plugin.name}, which was at ${describe(plugin.state, plugin.handoff?.fields.stage.value)}`,
            hint: 'Restore it.',
            place: { path: plugin.handoffPath },
          }
        },
      },
    ]),
    over(completions, [
      {
        code: 'PLUGIN_COMPLETED_MISSING',
        strict: 'error',
        soft: 'off',
        summary: 'Something was completed, and `Completed So Far` says nothing new.',
        why: 'The next agent reads there what it can build on.',
        repair: 'Write a line for what was completed, as in `- **Stage 3:** Audio engine complete`. `/handback` writes it.',
        examples: ({
          atStage,
          change,
          handoffPath,
          inHandoff,
          inProgressSample,
          registryPath,
          sample,
          withStatus,
          withTimeline,
          withTraces,
        }) => {
          const unrecorded = withTimeline(atStage(3, 'complete', 'invoke_gui_agent'), '3')
          const recorded = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
          const lines =
            '- **Stage 0:** Research complete - DSP architecture documented\n- **Stage 2:** Foundation complete - Build system operational\n'
          const researched = atStage(0, 'complete', 'invoke_foundation_shell_agent')
          const ideated = change(withStatus(sample, '🚧 Stage 2', '💡 Ideated'), {
            [handoffPath]: null,
            [registryPath]: [['- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2\n', '']],
          })
          return {
            bad: [
              { about: 'the same lines as before', base: inProgressSample, head: unrecorded },
              { about: 'only blank lines more', base: inProgressSample, head: inHandoff(unrecorded, [lines, `\n${lines}\n`]) },
              { about: 'no lines', base: ideated, head: inHandoff(researched, [lines, '']) },
              { about: 'the old lines deleted', base: inProgressSample, head: inHandoff(unrecorded, [lines, '']) },
              { about: 'a placeholder', base: ideated, head: inHandoff(researched, [lines, '_None yet._\n']) },
            ],
            good: [
              { about: 'a line more', base: inProgressSample, head: recorded },
              {
                about: 'another text in place of the old one',
                base: inProgressSample,
                head: inHandoff(unrecorded, [lines, 'Everything up to the audio engine.\n']),
              },
              { about: 'work that has only begun', base: sample, head: inProgressSample },
            ],
          }
        },
        *check({ before, handoff, to }) {
          const now = completedOf(handoff).join('\n')
          if (now !== '' && now !== (before?.handoff ? completedOf(before.handoff).join('\n') : '')) return
          const section = handoff.section('Completed So Far')
          yield {
            message: msg`Missing line in ${'Completed So Far'}, expected one for ${describe(to)}`,
            hint: msg`Write what was completed, as in ${'- **Stage 3:** Audio engine complete'}.`,
            place: section ? handoff.document.place(section.heading.line) : handoff.top,
          }
        },
      },
      {
        code: 'REGISTRY_TIMELINE_MISSING',
        strict: 'error',
        soft: 'off',
        summary: 'Something was completed, and the timeline has no new line that names it.',
        why: 'The timeline is the only place that says when a stage was done.',
        repair: 'Write a line such as `- **2026-02-03 (Stage 3):** Audio engine complete`. `/handback` writes it.',
        examples: ({
          atStage,
          change,
          inHandoff,
          inProgressSample,
          inRegistry,
          notesPath,
          notesSample,
          phasedSample,
          phasesDone,
          registryPath,
          sampleEntry,
          withCompleted,
          withTimeline,
          withTraces,
        }) => {
          const unrecorded = withCompleted(atStage(3, 'complete', 'invoke_gui_agent'), '3')
          const recorded = withTraces(atStage(3, 'complete', 'invoke_gui_agent'), '3')
          const engineDone = withTraces(phasesDone, '3.2')
          const inNotes = change(inHandoff(notesSample, ['stage: 2', 'stage: 3'], ['invoke_dsp_agent', 'invoke_gui_agent']), {
            [registryPath]: [['🚧 Stage 2', '🚧 Stage 3']],
            [notesPath]: [['🚧 Stage 2', '🚧 Stage 3']],
          })
          return {
            bad: [
              { about: 'no line', base: inProgressSample, head: unrecorded },
              { about: 'a line for another stage', base: inProgressSample, head: withTimeline(unrecorded, '2') },
              { about: 'a line for a phase of that name', base: inProgressSample, head: withTimeline(unrecorded, '3.1') },
              {
                about: 'a line without the stage in parentheses',
                base: inProgressSample,
                head: inRegistry(unrecorded, ['\n**Last Updated:**', '- **2026-02-02:** Stage 3 complete\n\n**Last Updated:**']),
              },
              { about: 'no line in the notes', base: notesSample, head: withCompleted(inNotes, '3') },
            ],
            good: [
              { about: 'a line for the stage', base: inProgressSample, head: recorded },
              { about: 'a line for the last phase, which closes the stage', base: phasedSample, head: engineDone },
              {
                about: 'a line for the stage and its phase',
                base: phasedSample,
                head: inRegistry(engineDone, ['(Stage 3.2)', '(Stage 3 Phase 3.2)']),
              },
              {
                about: 'no second place',
                base: inRegistry(inProgressSample, [sampleEntry.replace('🚧 Stage 2', '🚧 Stage 3'), '']),
                head: inRegistry(unrecorded, [sampleEntry.replace('🚧 Stage 2', '🚧 Stage 3'), '']),
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
            concerns: [handoff.path],
          }
        },
      },
    ]),
  ],
}
