import type { Plugin } from '../model.ts'
import { msg } from '../../../core/message.ts'
import { lastPhase, describe, isPlanned } from '../states.ts'
import { completedOf, timelineOf } from '../handoff/completion.ts'
import { completions, currentRevisions, revisions, type CompletionSubject, type PluginRules } from './subjects.ts'
import { phaseNumber, stageOf, unitsIn, type Unit } from '../stages/stages.ts'
import { contractFiles, contractKeys } from '../files.ts'
import { over } from '../../../kit/rules.ts'

/** The units that a line may name: the one that was completed; of a stage its last phase too, which closes it, and where the work ends the stage that the handoff says. */
function namesOf({ unit, handoff, way }: CompletionSubject): readonly Unit[] {
  if (phaseNumber(unit) > 0) return [unit]
  return [unit, lastPhase(stageOf(unit), way) ?? unit, String(handoff.fields.stage.value ?? unit)]
}

const linesAbout = (plugin: Plugin | undefined, names: readonly Unit[]): number =>
  timelineOf(plugin).filter(({ about }) => unitsIn(about).some((unit) => names.includes(unit))).length

/** What a change records, and what it may not change */
export const changeRules: PluginRules = {
  name: 'changes',
  title: 'What a change records, and what it may not change',
  rules: [
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
    over(currentRevisions, [
      {
        code: 'PLUGIN_DATE_BACKWARDS',
        strict: 'warning',
        soft: 'warning',
        summary: '`last_updated` is earlier than before the change.',
        why: 'An older version of the handoff was probably put over the newer one.',
        repair: 'Look whether anything else went back with it, and write the day of the change.',
        examples: ({ inHandoff, sample }) => {
          const dated = (day: string) => inHandoff(sample, ['last_updated: 2026-02-02', `last_updated: ${day}`])
          return {
            bad: [{ about: 'a day earlier', base: sample, head: dated('2026-02-01') }],
            good: [
              { about: 'the same day', base: sample, head: inHandoff(sample, ['Keep the knob linear', 'Keep it linear']) },
              { about: 'a later day', base: sample, head: dated('2026-02-03') },
              { about: 'no day before', base: dated('soon'), head: sample },
            ],
          }
        },
        *check({ handoff, before }) {
          const now = handoff.fields.last_updated
          const then = before.fields.last_updated.value
          if (now.value === undefined || then === undefined || now.value >= then) return
          yield {
            message: msg`Unexpected ${'last_updated'} ${now.value}, expected ${then} as before the change or a later day`,
            hint: 'Look whether an older version was put over a newer one.',
            place: now.place,
          }
        },
      },
      {
        code: 'PLUGIN_COMPLEXITY_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: '`complexity_score` or `phased_implementation` changed after stage 0 was complete.',
        why: 'They decide which phases there are: changed on the way, they change which work was promised.',
        hint: 'Write the old value, or say in the change why the plugin was planned anew.',
        examples: ({ atStage, contractPath, inHandoff, sample, withContract, withTraces }) => {
          const plan = sample[contractPath('plan')] ?? ''
          const unscored = withContract(sample, 'plan', '# Plan\n\nOne pass through every stage.\n')
          const middle = inHandoff(withContract(sample, 'plan', plan.replace('1.2', '2.5')), [
            'complexity_score: 1.2',
            'complexity_score: 2.5',
          ])
          const phased = inHandoff(
            middle,
            ['phased_implementation: false', 'phased_implementation: true'],
            ['next_phase: null', 'next_phase: "3.1"'],
          )
          const researching = inHandoff(atStage(0, 'in_progress', 'null'), ['complexity_score: 1.2', 'complexity_score: 2.0'])
          return {
            bad: [
              { about: 'built in phases from now on', base: middle, head: phased },
              { about: 'another number', base: unscored, head: inHandoff(unscored, ['complexity_score: 1.2', 'complexity_score: 1.4']) },
            ],
            good: [
              {
                about: 'the same number, written otherwise',
                base: inHandoff(middle, ['complexity_score: 2.5', 'complexity_score: 2.50']),
                head: middle,
              },
              {
                about: 'another number while stage 0 is in progress',
                base: researching,
                head: withTraces(inHandoff(atStage(0, 'complete', 'invoke_foundation_shell_agent')), '0'),
              },
            ],
          }
        },
        *check({ handoff, before, model }) {
          if (!isPlanned(before, model.stages)) return
          for (const key of ['complexity_score', 'phased_implementation'] as const) {
            const now = handoff.fields[key]
            const then = before.fields[key].value
            if (then === undefined || now.value === undefined || now.value === then) continue
            yield {
              message: msg`Unexpected ${key} ${now.value}, expected ${then} as before the change`,
              place: now.place,
            }
          }
        },
      },
    ]),
    over(revisions, [
      {
        code: 'CONTRACT_CHANGED',
        strict: 'warning',
        soft: 'warning',
        summary: 'The recorded checksum of a contract changed after stage 0 was complete.',
        why: 'Stages that are already built were built against the old contract.',
        repair:
          'Look whether what is built still fits. `/restore NAME contracts` brings the old contract back once the old checksum is written.',
        examples: ({ atStage, sample, withContract }) => {
          const brief = '# TinyGain\n\nTwo knobs.\n'
          const researching = atStage(0, 'in_progress', 'null')
          return {
            bad: [
              {
                about: 'a contract was changed, and its checksum with it',
                base: sample,
                head: withContract(sample, 'creative_brief', brief),
              },
            ],
            good: [
              {
                about: 'a contract that is still being written',
                base: researching,
                head: withContract(researching, 'creative_brief', brief),
              },
              { about: 'the same checksums', base: sample, head: sample },
            ],
          }
        },
        *check({ handoff, before, model }) {
          if (!isPlanned(before, model.stages)) return
          for (const key of contractKeys) {
            const now = handoff.checksums.recorded[key]
            const then = before.checksums.recorded[key].sha256
            if (then === undefined || now.sha256 === undefined || now.sha256 === then) continue
            yield {
              message: msg`Unexpected checksum of ${contractFiles[key]}, expected the one from before the change`,
              hint: 'What is built already was built against the old contract: look whether it still fits.',
              place: now.place,
            }
          }
        },
      },
      {
        code: 'CONTRACT_CHECKSUM_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: 'A checksum of a contract that was recorded is gone.',
        why: 'Without it the contract can be changed unnoticed: it is the simplest way to hide that it was.',
        repair: 'Write the checksum again as it was before the change.',
        examples: ({ checksumOf, contractPath, change, inHandoff, sample }) => {
          const recordedPlan = `  plan: ${checksumOf(sample[contractPath('plan')] ?? '')}\n`
          const withoutPlan = change(inHandoff(sample, [recordedPlan, '  plan: null\n']), { [contractPath('plan')]: null })
          return {
            bad: [{ about: 'a plan that is gone, and its checksum with it', base: sample, head: withoutPlan }],
            good: [
              { about: 'another checksum that was never there', base: withoutPlan, head: withoutPlan },
              {
                about: 'the keys in another order',
                base: sample,
                head: inHandoff(sample, [recordedPlan, ''], ['contract_checksums:\n', `contract_checksums:\n${recordedPlan}`]),
              },
            ],
          }
        },
        *check({ handoff, before }) {
          const { checksums } = handoff
          if (checksums.state === 'malformed') return
          const removed = contractKeys.filter((key) => before.checksums.recorded[key].sha256 !== undefined)
          const finding = (keys: readonly string[], place: typeof handoff.top) => ({
            message: msg`Missing checksum of ${keys}, expected what was recorded before the change`,
            hint: 'Write it again as it was before the change.',
            place,
          })
          const absent = removed.filter((key) => checksums.recorded[key].state === 'absent')
          if (absent.length > 0) yield finding(absent, handoff.top)
          for (const key of removed) {
            const found = checksums.recorded[key]
            if (found.state === 'null') yield finding([key], found.place)
          }
        },
      },
    ]),
  ],
}
