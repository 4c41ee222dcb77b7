import type { CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { agreesWithHandoff, statusOf } from '../registry/resolution.ts'
import { withHandoffState, type Plugin, type PluginModel } from '../model.ts'
import { lastPhase, unitSequenceOf } from '../states.ts'
import {
  isNamed,
  nameOf,
  phaseNumber,
  stageOf,
  unitsIn,
  namedUnitOf,
  unitFault,
  type NamedUnit,
  type Unit,
  unitInWords,
} from '../stages/stages.ts'
import { offer } from '../rules/offers.ts'
import type { Row, SecondPlace } from '../registry/registry.ts'
import { normalizeText, readStatus } from '../registry/values.ts'
import { completedLinesOf, timelineOf, completionEvidence } from '../handoff/completion.ts'
import {
  diagnostic,
  findingsAbout,
  missingHandoffDiagnostic,
  nextOffer,
  unreadableFileDiagnostics,
  unchangedOutcome,
} from './diagnostics.ts'
import { command } from '../../../kit/command.ts'
import { pluginTarget, unitOptions } from './target.ts'

/** A plugin that is verified, and the unit that is expected of it. */
export interface Subject {
  readonly model: PluginModel
  readonly plugin: Plugin
  readonly named: NamedUnit | undefined
}

/** The unit that a handoff shows; none where it shows none. */
export function unitOf({ plugin: { state, handoff }, model }: Subject): Unit | undefined {
  if (!handoff) return undefined
  return state.kind === 'working' ? String(model.stages.last.stage) : state.kind === 'unit' ? state.unit : undefined
}

const closingPhase = (unit: Unit, { plugin, model }: Subject): Unit | undefined =>
  phaseNumber(unit) > 0
    ? undefined
    : lastPhase(stageOf(unit), unitSequenceOf(plugin, model.stages, [...completionEvidence(plugin)]))

/** The units that a line about one may name: a stage is listed under its last phase too, which closed it. */
const unitsForLine = (unit: Unit, subject: Subject): readonly (Unit | undefined)[] => [
  unit,
  closingPhase(unit, subject),
]

const mentionsUnit = (text: string, units: readonly (Unit | undefined)[]): boolean =>
  unitsIn(text).some((unit) => units.includes(unit))

/** What one check finds wrong, most severe first; empty if it is passed or does not apply. */
type Check = (subject: Subject) => Iterable<CommandDiagnostic>

/** Whether a place of the registry says what the handoff implies. */
function* disagreements(subject: Subject, place: Row | SecondPlace, placeName: string): Iterable<CommandDiagnostic> {
  const { model, plugin } = subject
  const text = normalizeText(place.status?.text ?? '')
  const status = readStatus(text, model.stages)
  if (status && agreesWithHandoff(status, plugin, model.stages)) return
  const message = msg`Unexpected status ${text} in the ${placeName} of ${plugin.name}, expected ${statusOf(plugin.state) ?? ''} as the handoff implies`
  const offers = offer('sync from handoff', subject, 'writes it there')
  yield diagnostic(subject, 'REGISTRY_STAGE_DRIFT', message, { offers })
}

/** A check of a handoff that shows a unit. */
const ofUnit =
  (check: (subject: Subject, unit: Unit) => Iterable<CommandDiagnostic>): Check =>
  (subject) => {
    const unit = unitOf(subject)
    return unit === undefined ? [] : check(subject, unit)
  }

const ofRules =
  (...codes: readonly string[]): Check =>
  ({ model, plugin }) =>
    findingsAbout(model, plugin, codes)

/**
 * Whether the timeline has a line for a unit; on a day, where one is given. Where there is no timeline, none is
 * missing.
 */
export function isInTimeline(subject: Subject, unit: Unit, day?: string): boolean {
  const units = unitsForLine(unit, subject)
  return (
    subject.model.layout === 'none' ||
    timelineOf(subject.plugin).some(
      (line) => (day === undefined || line.day === day) && mentionsUnit(line.about, units),
    )
  )
}

/** The thirteen checks of a handback, in the order of the specification (5.1). */
const checks = {
  *handoffThere(subject) {
    const { name, hasHandoff } = subject.plugin
    if (!hasHandoff) yield missingHandoffDiagnostic(subject, msg`Missing handoff of ${name}`)
  },
  readable: ({ model, plugin }) => [
    ...unreadableFileDiagnostics(model, plugin, ['handoff']),
    ...findingsAbout(model, plugin, ['PLUGIN_YAML_INVALID']),
  ],
  fields: ofRules(
    'PLUGIN_NAME_MISMATCH',
    'PLUGIN_FIELD_MISSING',
    'PLUGIN_STAGE_INVALID',
    'PLUGIN_STATUS_INVALID',
    'PLUGIN_STATUS_CONTRADICTION',
    'PLUGIN_DATE_INVALID',
    'PLUGIN_COMPLEXITY_INVALID',
    'PLUGIN_PHASED_INVALID',
    'PLUGIN_PHASED_CONTRADICTION',
    'PLUGIN_ORCHESTRATION_MODE',
    'PLUGIN_PHASE_INVALID',
    'PLUGIN_PHASE_STAGE',
    'PLUGIN_PHASE_MISSING',
    'PLUGIN_PHASE_NOT_IN_PLAN',
    'PLUGIN_NEXT_ACTION_MISMATCH',
    'PLUGIN_NEXT_PHASE_INVALID',
    'PLUGIN_HANDBACK_INVALID',
  ),
  position: ofUnit(function* (subject, unit) {
    const { named, plugin } = subject
    if (!named || isNamed(unit, named) || (named.phase !== undefined && named.phase === closingPhase(unit, subject)))
      return
    const message = `Unexpected ${unitInWords(unit)} of ${msg`${plugin.name}`}, expected ${unitInWords(nameOf(named))}`
    yield diagnostic(subject, 'PLUGIN_STAGE_UNEXPECTED', message, { offers: nextOffer(subject) })
  }),
  status: ofUnit(function* (subject) {
    const { state, name } = subject.plugin
    if (state.kind !== 'unit' || state.status === 'complete') return
    const message = msg`Unexpected status ${state.status} of ${name}, expected ${'complete'} or ${'workflow_complete'}`
    const offers = [{ command: `/handback ${name} success`, does: 'records that it is done, once it is' }]
    yield diagnostic(subject, 'PLUGIN_STATUS_UNEXPECTED', message, { offers })
  }),
  day: ofUnit(function* (subject) {
    const { plugin, model } = subject
    const writtenDay = plugin.handoff?.fields.last_updated.value
    if (writtenDay === undefined || writtenDay === model.context.day) return
    const message = msg`Unexpected date ${writtenDay} in the handoff of ${plugin.name}, expected ${model.context.day}`
    const { state } = plugin
    const isInProgress = state.kind === 'unit' && state.status !== 'complete'
    const hint = isInProgress
      ? msg`${`/handback ${plugin.name} success`} records what is done now.`
      : 'What was handed back on an earlier day was complete then: nothing is to be done about the date.'
    yield diagnostic(subject, 'PLUGIN_DATE_NOT_CURRENT', message, { hint })
  }),
  checksums: ofRules(
    'PLUGIN_LEGACY_FORMAT',
    'CONTRACT_MALFORMED',
    'CONTRACT_KEY_MISSING',
    'CONTRACT_UNRECORDED',
    'CONTRACT_FILE_MISSING',
    'CONTRACT_MISMATCH',
  ),
  sections: ofRules('PLUGIN_SECTION_MISSING'),
  row: ofUnit(function* (subject) {
    const { plugin, model } = subject
    if (!model.registry?.table) return
    if (plugin.row) yield* disagreements(subject, plugin.row, 'row')
    else
      yield diagnostic(subject, 'REGISTRY_ROW_MISSING', msg`Missing row of ${plugin.name}`, {
        offers: offer('sync', subject, 'adds it'),
      })
  }),
  second: ofUnit(function* (subject) {
    const { plugin, model } = subject
    if (!model.registry || model.layout === 'none') return
    if (plugin.second) yield* disagreements(subject, plugin.second, plugin.second.kind)
    else
      yield diagnostic(subject, 'REGISTRY_ENTRY_MISSING', msg`Missing second place of ${plugin.name}`, {
        offers: offer('sync', subject, 'adds it'),
      })
  }),
  drift: ofRules('REGISTRY_STATUS_DRIFT', 'REGISTRY_DATE_DRIFT'),
  timeline: ofUnit(function* (subject, unit) {
    const { plugin, model } = subject
    if (!plugin.second || isInTimeline(subject, unit, model.context.day)) return
    const message = msg`Missing line of ${model.context.day} in the timeline of ${plugin.name}, expected one for ${unit}`
    const line = `- **${model.context.day} (Stage ${unit}):** what was done`
    yield diagnostic(subject, 'REGISTRY_TIMELINE_MISSING', message, { hint: msg`Write one such as ${line}.` })
  }),
  completed: ofUnit(function* (subject, unit) {
    const { handoff, name } = subject.plugin
    const units = unitsForLine(unit, subject)
    if (!handoff || completedLinesOf(handoff).some((line) => mentionsUnit(line, units))) return
    const message = msg`Missing line in ${'Completed So Far'} of ${name}, expected one for ${unit}`
    const hint = msg`Write one such as ${`- **Stage ${unit}:** what was done`}.`
    yield diagnostic(subject, 'PLUGIN_COMPLETED_MISSING', message, { hint })
  }),
} satisfies Readonly<Record<string, Check>>

export type CheckName = keyof typeof checks

export function failedChecks(
  subject: Subject,
  excludedChecks: readonly CheckName[] = [],
): ReadonlyMap<CheckName, CommandDiagnostic> {
  const failures = new Map<CheckName, CommandDiagnostic>()
  for (const [name, check] of Object.entries(checks) as [CheckName, Check][]) {
    const [error] = excludedChecks.includes(name) ? [] : check(subject)
    if (error) failures.set(name, error)
  }
  return failures
}

/** Says whether a handback is complete: an error for every check that fails (docs/plugin.md, "Commands"). */
export const verify = command({
  name: 'verify',
  summary: 'Changes nothing: reports whether the stage or phase that was last completed is recorded everywhere, today.',
  examples: ['/verify TinyGain', '/verify TinyGain --stage 3'],
  target: pluginTarget,
  options: unitOptions,
  fault: ({ options }) => unitFault(options),
  preconditions: [
    {
      // What is left behind after the installation is verified as it was handed back.
      violations: ({ model, target, options }) =>
        failedChecks({ model, plugin: withHandoffState(target, model), named: namedUnitOf(options) }).values(),
    },
  ],

  run: ({ target: { name } }) => unchangedOutcome(msg`Everything of ${name} is recorded.`),
})
