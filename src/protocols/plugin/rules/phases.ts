import { msg } from '../../../core/message.ts'
import { currentHandoffs, valueRule, type HandoffSubject, type PluginRules } from './subjects.ts'
import {
  finalActions,
  phaseNumber,
  namesOfAction,
  stageOf,
  type Unit,
  determinedValuesAfter,
  firstPhase,
  phaseAfter,
} from '../stages/stages.ts'
import type { Plugin } from '../model.ts'
import type { State } from '../states.ts'
import { overParts } from '../../../kit/rules.ts'

/**
 * The values that `next_action` may have other than null (specification, 1.1); `undefined` where nothing is complete,
 * or that is unknown. Where the plan is silent and `next_phase` is empty, another phase may follow as well as not.
 */
function followingActions({ plugin, handoff, model: { stages } }: HandoffSubject): readonly string[] | undefined {
  const { state, phases } = plugin
  if (state.kind === 'working') return finalActions
  if (state.kind !== 'unit' || state.status !== 'complete') return undefined
  const nextPhaseField = handoff.fields.next_phase
  const possiblePhases: readonly (Unit | null)[] =
    nextPhaseField.value === undefined && nextPhaseField.state !== 'null' && isOpen(state.unit, phases.decided)
      ? [null, phaseAfter(state.unit)]
      : [nextPhaseField.value ?? null]
  return possiblePhases.flatMap((nextPhase) => {
    const { action } = determinedValuesAfter(state.unit, nextPhase, phases, stages)
    if (action === null) return []
    return finalActions.includes(action) ? finalActions : namesOfAction(action)
  })
}

/** Whether work is complete, and `next_action` is the action of another stage than the one that follows. */
export function hasOtherAction(subject: HandoffSubject): boolean {
  const { value: action } = subject.handoff.fields.next_action
  const expected = followingActions(subject)
  return (
    action !== undefined &&
    expected !== undefined &&
    subject.model.stages.knowsAction(action) &&
    !expected.includes(action)
  )
}

/** The states after which the action that a handoff names would be the one that follows. */
export function statesBeforeAction(subject: HandoffSubject, units: readonly Unit[]): readonly State[] {
  const { plugin, handoff } = subject
  const completeStates = units.map((unit): State => ({ kind: 'unit', unit, status: 'complete' }))
  return [...completeStates, { kind: 'working' } as const].filter((state) =>
    followingActions({ ...subject, plugin: { ...plugin, state } })?.includes(handoff.fields.next_action.value ?? ''),
  )
}

/** What `next_phase` may be, `null` among it where that is allowed; `undefined` as above. */
function followingPhases({ plugin, model: { stages } }: HandoffSubject): readonly (Unit | null)[] | undefined {
  const { state, phases } = plugin
  if (state.kind === 'working') return [null]
  if (state.kind !== 'unit' || state.status !== 'complete') return undefined
  const { unit } = state
  const { phase } = determinedValuesAfter(unit, null, phases, stages)
  if (phase !== null && stageOf(phase) === stageOf(unit)) return [phase]
  return [...new Set([null, ...(isOpen(unit, phases.decided) ? [phaseAfter(unit)] : []), phase])]
}

/** Whether the plan leaves open if another phase follows this unit. */
const isOpen = (unit: Unit, decided: boolean) => !decided && phaseNumber(unit) > 0

/** Whether the plan names phases, and the phase of the handoff is not one of them. */
export function isOutsidePlan({ handoff, phases, plan }: Plugin): boolean {
  const phase = handoff?.fields.phase.value
  return phase !== undefined && phases.decided && !plan.phases.some((plannedPhase) => plannedPhase.phase === phase)
}

/** What there is to write: while work is in progress nothing follows yet. */
function hintFor(expected: readonly (string | null)[] = [null]): string {
  const lines = expected.map((phase) => `next_phase: ${phase === null ? 'null' : `"${phase}"`}`)
  return lines.length === 1 ? msg`Write ${lines}.` : msg`Write one of ${lines}: the phase that follows, or none.`
}

export const phaseRules: PluginRules = {
  name: 'phases',
  title: 'The phases of a stage, and what follows: `phase`, `next_phase`, `next_action`',
  rules: [
    overParts(currentHandoffs, [
      valueRule('phase', {
        code: 'PLUGIN_PHASE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`phase` is neither `null` nor of the form `N.M`.',
        why: 'The phase says which part of a stage is meant. What cannot be read as one cannot be continued.',
        repair: 'Write stage and number, such as `"3.1"`, or `null` where the whole stage is meant.',
        expected: () => msg`${'null'} or stage and number such as ${'"3.1"'}`,
        hint: () => msg`Write ${'phase: "3.1"'} for the first phase of stage 3, ${'phase: null'} for the whole stage.`,
      }),
      {
        code: 'PLUGIN_PHASE_STAGE',
        strict: 'error',
        soft: 'warning',
        summary: '`phase` belongs to another stage than `stage`, or to one that is never done in phases.',
        why: 'The two keys name two different positions: agents that read one disagree with agents that read the other.',
        repair: 'Write the stage of the phase, or the phase of the stage; `phase: null` where the stage has no phases.',
        *check({ handoff: { fields }, model: { stages } }) {
          const stage = fields.stage.value === undefined ? undefined : stages.get(fields.stage.value)
          const phase = fields.phase.value
          if (!stage || phase === undefined) return
          const allowsNone = stage.phases === undefined
          if (!allowsNone && stageOf(phase) === stage.stage) return
          yield {
            message: allowsNone
              ? msg`Unexpected ${'phase'} ${phase}, expected ${null}: stage ${stage.stage} has no phases`
              : msg`Unexpected ${'phase'} ${phase}, expected one of stage ${stage.stage}`,
            hint: allowsNone
              ? `${msg`Write ${'phase: null'}`}${stageOf(phase) === stage.stage ? '' : ', or the stage that the phase belongs to'}.`
              : msg`Write ${`stage: ${stageOf(phase)}`} if the phase is right, otherwise a phase of stage ${stage.stage}.`,
            place: fields.phase.place,
          }
        },
      },
      {
        code: 'PLUGIN_PHASE_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A stage that has phases is in progress, and `phase` is `null`.',
        why: 'It is unclear which phase the agent works on, and which one it will hand back.',
        repair: 'Write the phase that is being worked on.',
        *check({ handoff: { fields }, plugin, model: { stages } }) {
          const { stage, phase, status } = fields
          if (status.value !== 'in_progress' || stage.value === undefined || phase.state !== 'null') return
          const firstUnit = firstPhase(stage.value, plugin.phases, stages)
          if (firstUnit === null) return
          const possiblePhases = plugin.phases.decided ? plugin.phases.of(stage.value) : [firstUnit]
          yield {
            message: plugin.phases.decided
              ? msg`Unexpected ${'phase'} ${null}, expected one of ${possiblePhases}: stage ${stage.value} is done in phases`
              : msg`Unexpected ${'phase'} ${null}, expected a phase such as ${firstUnit}: stage ${stage.value} is done in phases`,
            hint: msg`Write the phase that is being worked on, such as ${`phase: "${firstUnit}"`}.`,
            place: phase.place,
            ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
          }
        },
      },
      {
        code: 'PLUGIN_PHASE_NOT_IN_PLAN',
        strict: 'error',
        soft: 'warning',
        summary: 'The plan names phases, and `phase` is not one of them.',
        why: 'Work goes on that was not planned, or the plan was renumbered and the handoff means something else by the same number.',
        repair:
          'Write a phase of the plan, or add the phase to the plan and record its new checksum with `/checksums NAME`.',
        *check({ handoff: { fields }, plugin }) {
          const { plan } = plugin
          const phase = fields.phase.value
          if (phase === undefined || !isOutsidePlan(plugin)) return
          const phasesOfStage = plan.phases.filter((plannedPhase) => stageOf(plannedPhase.phase) === stageOf(phase))
          const namedPhases = phasesOfStage.length > 0 ? phasesOfStage : plan.phases
          const [firstNamedPhase] = namedPhases
          yield {
            message: msg`Unexpected ${'phase'} ${phase}, expected one of the plan: ${namedPhases.map((plannedPhase) => plannedPhase.phase)}`,
            hint: msg`Write a phase of the plan, or add ${`Phase ${phase}`} to it and record its new checksum.`,
            place: fields.phase.place,
            related: [
              {
                path: plan.path,
                ...(firstNamedPhase && { line: firstNamedPhase.line }),
                message: 'The plan names its phases here',
              },
            ],
          }
        },
      },
      valueRule('next_action', {
        code: 'PLUGIN_NEXT_ACTION_UNKNOWN',
        strict: 'warning',
        soft: 'warning',
        summary: '`next_action` is not the action of any stage.',
        why: 'The orchestrator dispatches by this name. An unknown one stops the work without a message.',
        repair: 'Write the action of the stage that follows, or `null`.',
        runs: ({ plugin }) => plugin.state.kind !== 'unknown',
        allowed: (action, { model }) => model.stages.knowsAction(action),
        expected: () => msg`${null} or the action of a stage`,
        hint(subject) {
          const [firstAction = 'null'] = followingActions(subject) ?? []
          return msg`Write ${`next_action: ${firstAction}`}.`
        },
      }),
      {
        code: 'PLUGIN_NEXT_ACTION_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: 'Work is complete, and `next_action` names another action than the one that follows.',
        why: 'The orchestrator dispatches by this name: a stage would be done twice or left out.',
        repair: 'Write the action that follows, or `null`.',
        *check(subject) {
          const { handoff, plugin } = subject
          const { value: action } = handoff.fields.next_action
          if (action === undefined || !hasOtherAction(subject)) return
          const [firstAction = null] = followingActions(subject) ?? []
          yield {
            message: msg`Unexpected ${'next_action'} ${action}, expected ${firstAction}`,
            hint: msg`Write ${`next_action: ${firstAction}`}, or correct what is recorded as complete.`,
            place: handoff.fields.next_action.place,
            ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
          }
        },
      },
      {
        code: 'PLUGIN_NEXT_PHASE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`next_phase` is not a phase, or work is complete and it is not the phase that follows.',
        why: 'Where the plan names no phases this key alone shows whether a stage continues: a wrong one closes it too early, or leaves a phase out.',
        repair: 'Write the phase that follows, such as `"3.2"`, or `null` where none does.',
        *check(subject) {
          const { handoff, plugin } = subject
          const { next_phase: nextPhaseField } = handoff.fields
          const { state, value = null } = nextPhaseField
          if (state === 'absent' || plugin.state.kind === 'unknown') return
          const expected = followingPhases(subject)
          if (state !== 'wrong' && (expected?.includes(value) ?? true)) return
          yield {
            message: `${msg`Unexpected ${'next_phase'} ${nextPhaseField.written}`}, expected ${expected ? msg`${expected.map(String)}` : msg`${null} or a phase such as ${'"3.2"'}`}`,
            hint: hintFor(expected),
            place: nextPhaseField.place,
            ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
          }
        },
      },
    ]),
  ],
}
