import type { Place } from '../../../core/diagnostic.ts'
import type { Plugin } from '../model.ts'
import { msg } from '../../../core/message.ts'
import { nextStates, lastPhase, legalityOf, skippedUnitsOf, describeState } from '../states.ts'
import { completedLinesOf, completionEvidence, timelineOf } from '../handoff/completion.ts'
import { completions, isPositionUnknown, moves, removedPlugins, type CompletionSubject } from './mends.ts'
import { plugins, type PluginRules } from './subjects.ts'
import { phaseNumber, stageOf, unitsIn, type Unit } from '../stages/stages.ts'
import { forPerson, offer } from './offers.ts'
import { overParts } from '../../../kit/rules.ts'

/**
 * Where a plugin's state is written: a key of its handoff, otherwise its row, otherwise its second place; without any
 * of them, where its handoff would be.
 */
function placeOf({ handoff, handoffPath, row, second }: Plugin, key?: 'stage' | 'status'): Place {
  const field = key && handoff?.fields[key].place
  return field ?? row?.place ?? second?.place ?? { path: handoffPath }
}

/**
 * The units that a line may name: the one that was completed; of a stage its last phase too, which closes it, and where
 * the work ends the stage that the handoff says.
 */
function unitsForLine({ unit, handoff, way }: CompletionSubject): readonly Unit[] {
  if (phaseNumber(unit) > 0) return [unit]
  return [unit, lastPhase(stageOf(unit), way) ?? unit, String(handoff.fields.stage.value ?? unit)]
}

const countLinesAbout = (plugin: Plugin | undefined, units: readonly Unit[]): number =>
  timelineOf(plugin).filter(({ about }) => unitsIn(about).some((unit) => units.includes(unit))).length

/** More units than are worth listing. */
const maxNamed = 8

export const transitionRules: PluginRules = {
  name: 'transitions',
  title: 'State changes of a plugin, and how they are recorded',
  rules: [
    overParts(moves, [
      {
        code: 'PLUGIN_TRANSITION_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'The plugin went from one state to another that may not follow it.',
        why: 'If finished work becomes unfinished, or a state appears without its predecessor, something was overwritten or invented.',
        repair: 'Revert it. `/accept` begins what comes next, `/handback` ends it.',
        *check(step) {
          if (legalityOf(step)) return
          const { plugin, from, to, way } = step
          yield {
            message: msg`Unexpected move from ${describeState(from)} to ${describeState(to)}, expected one to ${nextStates(from, way).map((state) => describeState(state))}`,
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
        repair:
          'No command goes back a stage, so a person decides: revert the change of the state, or write the line of a stage that was done into the timeline or into `Completed So Far`.',
        *check(step) {
          const { plugin, from, to } = step
          const skippedUnits = skippedUnitsOf(step, completionEvidence(plugin))
          if (skippedUnits.length === 0) return
          const shownUnits = skippedUnits.length > maxNamed ? [...skippedUnits.slice(0, maxNamed), '…'] : skippedUnits
          yield {
            message: msg`Unexpected move from ${describeState(from)} to ${describeState(to)}, expected a trace of ${shownUnits}`,
            hint: msg`No command goes back, so a person decides: revert the change of the state, or write the line of what was done into the timeline or into ${'Completed So Far'}.`,
            place: placeOf(plugin, 'stage'),
            ...(plugin.second && { concerns: [plugin.second.path] }),
          }
        },
      },
    ]),
    overParts(plugins, [
      {
        code: 'PLUGIN_HANDOFF_DELETED',
        strict: 'error',
        soft: 'error',
        summary: 'The change deletes the handoff of a plugin that is not installed.',
        why: 'The checksums of the contracts are lost with it, and everything that the next agent must know.',
        repair: 'Restore the handoff. Only `/install` deletes it, at the end of the work.',
        *check({ plugin, before, model }) {
          if (
            !before?.handoff ||
            before.state.kind === 'unknown' ||
            isPositionUnknown({ plugin: before, model }) ||
            plugin.hasHandoff ||
            plugin.registered?.kind === 'installed'
          )
            return
          yield {
            message: msg`Missing handoff, expected ${before.handoff.path} until the plugin is installed`,
            offers: offer('restore state', { plugin, model }, 'brings it back from history, if it is there'),
            hint: [
              'Restoring it from before the change fixes it too.',
              // For a person alone: it would accept the deletion.
              forPerson(
                offer(
                  'install',
                  { plugin, model },
                  'says that the plugin is installed, if that is so: then no handoff is needed',
                ),
              ).hint,
            ]
              .filter((sentence) => sentence !== undefined)
              .join(' '),
            place: placeOf(plugin),
            concerns: [before.handoff.path],
          }
        },
      },
    ]),
    overParts(removedPlugins, [
      {
        code: 'PLUGIN_REMOVED',
        strict: 'error',
        soft: 'warning',
        summary:
          'The change deletes a plugin in the middle of its work: its handoff, its contracts and its place in the registry.',
        why: 'The work is lost with everything that was decided about it, which is more than any of its files.',
        repair: 'Restore it. A plugin that is only an idea, or is installed, may be deleted.',
        *check(subject) {
          const { plugin } = subject
          if (!plugin.hasHandoff || plugin.state.kind === 'installed' || plugin.stale) return
          if (isPositionUnknown(subject)) return
          yield {
            message: msg`Missing plugin ${plugin.name}, which was at ${describeState(plugin.state, plugin.handoff?.fields.stage.value)}`,
            hint: 'Restore it.',
            place: { path: plugin.handoffPath },
          }
        },
      },
    ]),
    overParts(completions, [
      {
        code: 'PLUGIN_COMPLETED_MISSING',
        strict: 'error',
        soft: 'off',
        summary: 'Something was completed, and `Completed So Far` says nothing new.',
        why: 'The next agent reads there what it can build on.',
        repair:
          'Write a line for what was completed, as in `- **Stage 3:** Audio engine complete`. `/handback` writes it.',
        *check({ before, handoff, to, unit }) {
          const completedText = completedLinesOf(handoff).join('\n')
          if (
            completedText !== '' &&
            completedText !== (before?.handoff ? completedLinesOf(before.handoff).join('\n') : '')
          )
            return
          const section = handoff.section('Completed So Far')
          yield {
            message: msg`Missing line in ${'Completed So Far'}, expected one for ${describeState(to)}`,
            hint: msg`Write one such as ${`- **Stage ${unit}:** what was done`}.`,
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
        *check(subject) {
          const { plugin, before, handoff, unit } = subject
          const lineUnits = unitsForLine(subject)
          if (!plugin.second || countLinesAbout(plugin, lineUnits) > countLinesAbout(before, lineUnits)) return
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
