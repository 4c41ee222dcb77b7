import { msg } from '../../../core/message.ts'
import { current, wrongValue, type HandoffSubject, type PluginRules } from './subjects.ts'
import { finalActions, phaseNumber, sameAction, stageOf, type Unit } from '../stages/stages.ts'
import { determined, firstPhase } from '../stages/next.ts'
import type { Files } from '../../../core/rule.ts'
import { over } from '../../../kit/rules.ts'

/**
 * The values that `next_action` may have other than null (specification, 1.1); `undefined` where nothing is
 * complete, or that is unknown. Where the plan is silent and `next_phase` is empty, another phase may follow as well as not.
 */
function followingActions({ plugin, handoff, model: { stages } }: HandoffSubject): readonly string[] | undefined {
  const { state, phases } = plugin
  if (state.kind === 'working') return finalActions
  if (state.kind !== 'unit' || state.status !== 'complete') return undefined
  const next = handoff.fields.next_phase
  const possible: readonly (Unit | null)[] =
    next.value === undefined && next.state !== 'null' && isOpen(state.unit, phases.decided)
      ? [null, phaseAfter(state.unit)]
      : [next.value ?? null]
  return possible.flatMap((next) => {
    const { action } = determined(state.unit, next, phases, stages)
    if (action === null) return []
    return finalActions.includes(action) ? finalActions : sameAction(action)
  })
}

/** What `next_phase` may be, `null` among it where that is allowed; `undefined` as above. */
function followingPhases({ plugin, model: { stages } }: HandoffSubject): readonly (Unit | null)[] | undefined {
  const { state, phases } = plugin
  if (state.kind === 'working') return [null]
  if (state.kind !== 'unit' || state.status !== 'complete') return undefined
  const { unit } = state
  const { phase } = determined(unit, null, phases, stages)
  if (phase !== null && stageOf(phase) === stageOf(unit)) return [phase]
  return [...new Set([null, ...(isOpen(unit, phases.decided) ? [phaseAfter(unit)] : []), phase])]
}

/** Whether the plan leaves open if another phase follows this unit. */
const isOpen = (unit: Unit, decided: boolean) => !decided && phaseNumber(unit) > 0

const phaseAfter = (unit: Unit): Unit => `${stageOf(unit)}.${phaseNumber(unit) + 1}`

/** What there is to write: while work is in progress nothing follows yet. */
function hintFor(expected: readonly (string | null)[] = [null]): string {
  const lines = expected.map((phase) => `next_phase: ${phase === null ? 'null' : `"${phase}"`}`)
  return lines.length === 1 ? msg`Write ${lines}.` : msg`Write one of ${lines}: the phase that follows, or none.`
}

/** The phases of a stage, and what follows */
export const phaseRules: PluginRules = {
  name: 'phases',
  title: 'The phases of a stage, and what follows: `phase`, `next_phase`, `next_action`',
  rules: [
    over(current, [
      {
        code: 'PLUGIN_PHASE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`phase` is neither `null` nor of the form `N.M`.',
        why: 'The phase says which part of a stage is meant. What cannot be read as one cannot be continued.',
        repair: 'Write stage and number, such as `"3.1"`, or `null` where the whole stage is meant.',
        examples: ({ inHandoff, phasedSample, sample }) => {
          const phased = (written: string) => inHandoff(phasedSample, ['phase: "3.1"', `phase: ${written}`])
          return {
            bad: [
              { about: 'a number without a stage', head: phased('1') },
              { about: 'a phase zero', head: phased('3.0') },
              { about: 'a leading zero', head: phased('"3.01"') },
              { about: 'three numbers', head: phased('3.1.2') },
              { about: 'a word', head: phased('gain') },
              { about: 'null in quotes', head: phased('"null"') },
            ],
            good: [
              { about: 'a phase without quotes', head: phased('3.1') },
              { about: 'another way to write null', head: inHandoff(sample, ['phase: null', 'phase: ~']) },
            ],
          }
        },
        check: (subject) =>
          wrongValue(subject, 'phase', {
            expected: () => msg`${'null'} or stage and number such as ${'"3.1"'}`,
            hint: () => msg`Write ${'phase: "3.1"'} for the first phase of stage 3, ${'phase: null'} for the whole stage.`,
          }),
      },
      {
        code: 'PLUGIN_PHASE_STAGE',
        strict: 'error',
        soft: 'warning',
        summary: '`phase` belongs to another stage than `stage`, or to one that is never done in phases.',
        why: 'The two keys name two different positions: agents that read one disagree with agents that read the other.',
        repair: 'Write the stage of the phase, or the phase of the stage; `phase: null` where the stage has no phases.',
        examples: ({ inHandoff, phasedSample, withContract }) => {
          const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')
          return {
            bad: [
              { about: 'a phase of stage 4 at stage 3', head: inHandoff(phasedSample, ['phase: "3.1"', 'phase: "4.1"']) },
              { about: 'a phase of the foundation', head: inHandoff(silent, ['stage: 3\nphase: "3.1"', 'stage: 2\nphase: "2.1"']) },
            ],
            good: [{ about: 'a phase of its stage', head: phasedSample }],
          }
        },
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
        examples: ({ inHandoff, inProgressSample, phasedSample, withContract, withStatus }) => {
          /** The audio engine of a phased plugin in progress, without a word about its phase. */
          const begun: Files = withStatus(
            inHandoff(
              phasedSample,
              ['phase: "3.1"\nstatus: complete', 'phase: null\nstatus: in_progress'],
              ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: null\nnext_phase: null'],
            ),
            '🚧 Stage 3.1',
            '🚧 Stage 3',
          )
          return {
            bad: [
              { about: 'the plan names phases', head: begun },
              { about: 'the plan is silent, so the stage begins at 3.1', head: withContract(begun, 'plan', '# Plan\n\nComplexity: 4.0\n') },
            ],
            good: [
              { about: 'a plugin without phases', head: inProgressSample },
              {
                about: 'the plan names phases of another stage only',
                head: withContract(begun, 'plan', '# Plan\n\nComplexity: 4.0\n\n## Phase 4.1: Knob\n'),
              },
            ],
          }
        },
        *check({ handoff: { fields }, plugin, model: { stages } }) {
          const { stage, phase, status } = fields
          if (status.value !== 'in_progress' || stage.value === undefined || phase.state !== 'null') return
          const first = firstPhase(stage.value, plugin.phases, stages)
          if (first === null) return
          const possible = plugin.phases.decided ? plugin.phases.of(stage.value) : [first]
          yield {
            message: plugin.phases.decided
              ? msg`Unexpected ${'phase'} ${null}, expected one of ${possible}: stage ${stage.value} is done in phases`
              : msg`Unexpected ${'phase'} ${null}, expected a phase such as ${first}: stage ${stage.value} is done in phases`,
            hint: msg`Write the phase that is being worked on, such as ${`phase: "${first}"`}.`,
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
        repair: 'Write a phase of the plan, or add the phase to the plan and record its new checksum with `/checksums NAME`.',
        examples: ({ inHandoff, phasedSample, withContract, withStatus }) => {
          /** The phased plugin with another phase complete that is its stage's last. */
          const at = (phase: string) =>
            withStatus(
              inHandoff(
                phasedSample,
                ['phase: "3.1"', `phase: "${phase}"`],
                ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: invoke_gui_agent\nnext_phase: null'],
              ),
              '🚧 Stage 3.1',
              `🚧 Stage ${phase}`,
            )
          return {
            bad: [
              { about: 'a phase after the last one', head: at('3.3') },
              {
                about: 'headings name other phases than the list of estimates',
                head: withContract(
                  at('3.3'),
                  'plan',
                  '# Plan\n\nComplexity: 4.0\n\n## Phase 3.1: Gain\n## Phase 3.2: Smoothing\n\n- Phase 3.3: two days\n',
                ),
              },
            ],
            good: [
              { about: 'a phase of the plan', head: at('3.2') },
              { about: 'a plan that names no phase', head: withContract(at('3.3'), 'plan', '# Plan\n\nComplexity: 4.0\n') },
              {
                about: 'phases in a list where no heading has any',
                head: withContract(
                  at('3.2'),
                  'plan',
                  '# Plan\n\nComplexity: 4.0\n\n1. **Phase 3.1** - Gain\n2. [x] Phase 3.2: Smoothing ✅\n',
                ),
              },
            ],
          }
        },
        *check({ handoff: { fields }, plugin }) {
          const { phases, plan } = plugin
          const phase = fields.phase.value
          if (phase === undefined || !phases.decided || plan.phases.some((each) => each.phase === phase)) return
          const ofStage = plan.phases.filter((each) => stageOf(each.phase) === stageOf(phase))
          const named = ofStage.length > 0 ? ofStage : plan.phases
          const [first] = named
          yield {
            message: msg`Unexpected ${'phase'} ${phase}, expected one of the plan: ${named.map((each) => each.phase)}`,
            hint: msg`Write a phase of the plan, or add ${`Phase ${phase}`} to it and record its new checksum.`,
            place: fields.phase.place,
            related: [{ path: plan.path, ...(first && { line: first.line }), message: 'The plan names its phases here' }],
          }
        },
      },
      {
        code: 'PLUGIN_NEXT_ACTION_UNKNOWN',
        strict: 'warning',
        soft: 'warning',
        summary: '`next_action` is not the action of any stage.',
        why: 'The orchestrator dispatches by this name. An unknown one stops the work without a message.',
        repair: 'Write the action of the stage that follows, or `null`.',
        examples: ({ inHandoff, sample }) => {
          const next = (action: string) => inHandoff(sample, ['next_action: invoke_dsp_agent', `next_action: ${action}`])
          return {
            bad: [
              { about: 'a name of its own', head: next('invoke_validation_agent') },
              { about: 'a phase of a stage that has none', head: next('continue_dsp_phase_4.1') },
              { about: 'no name at all', head: next('true') },
            ],
            good: [
              { about: 'null', head: next('null') },
              { about: 'a name in quotes', head: next('"invoke_dsp_agent"') },
            ],
          }
        },
        check: (subject) =>
          wrongValue(subject, 'next_action', {
            runs: ({ plugin }) => plugin.state.kind !== 'unknown',
            allowed: (action, { model }) => model.stages.knowsAction(action),
            expected: () => msg`${null} or an action that some stage knows`,
            hint(subject) {
              const [first = 'null'] = followingActions(subject) ?? []
              return msg`Write ${`next_action: ${first}`}.`
            },
          }),
      },
      {
        code: 'PLUGIN_NEXT_ACTION_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: 'Work is complete, and `next_action` names another action than the one that follows.',
        why: 'The orchestrator dispatches by this name: a stage would be done twice or left out.',
        repair: 'Write the action that follows, or `null`.',
        examples: ({ inHandoff, inProgressSample, phasedSample, sample, withContract, withStatus, workingSample }) => {
          const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')
          /** The simple plugin with its UI complete. */
          const beforeValidation = (action: string) =>
            withStatus(inHandoff(sample, ['stage: 2', 'stage: 4'], ['invoke_dsp_agent', action]), '🚧 Stage 2', '🚧 Stage 4')
          return {
            bad: [
              { about: 'a stage left out', head: inHandoff(sample, ['invoke_dsp_agent', 'invoke_gui_agent']) },
              { about: 'the phase that is complete', head: inHandoff(phasedSample, ['continue_dsp_phase_3.2', 'continue_dsp_phase_3.1']) },
              {
                about: 'the next stage, though the plan names another phase',
                head: inHandoff(phasedSample, ['continue_dsp_phase_3.2', 'invoke_gui_agent']),
              },
              {
                about: 'the next stage, though the next phase is named',
                head: inHandoff(silent, ['continue_dsp_phase_3.2', 'invoke_gui_agent']),
              },
              {
                about: 'a stage, though everything is done',
                head: inHandoff(workingSample, ['next_action: install', 'next_action: begin_stage_5']),
              },
            ],
            good: [
              { about: 'null', head: inHandoff(sample, ['invoke_dsp_agent', 'null']) },
              { about: 'the other name of the validation', head: beforeValidation('invoke_validation') },
              {
                about: 'an action while work is in progress',
                head: inHandoff(inProgressSample, ['next_action: null', 'next_action: invoke_dsp_agent']),
              },
              { about: 'improvement at the end', head: inHandoff(workingSample, ['next_action: install', 'next_action: improve']) },
              {
                about: 'another phase, where neither plan nor next phase says anything',
                head: inHandoff(silent, ['next_phase: "3.2"\n', '']),
              },
            ],
          }
        },
        *check(subject) {
          const { handoff, plugin, model } = subject
          const { value: action } = handoff.fields.next_action
          const expected = followingActions(subject)
          if (action === undefined || !expected || !model.stages.knowsAction(action) || expected.includes(action)) return
          const [first = null] = expected
          yield {
            message: msg`Unexpected ${'next_action'} ${action}, expected ${first}`,
            hint: msg`Write ${`next_action: ${first}`}, or correct what is recorded as complete.`,
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
        examples: ({ inHandoff, inProgressSample, phasedSample, sample, withContract, withStatus, workingSample }) => {
          const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')
          /** The phased plugin with the last phase of its audio engine complete. */
          const lastPhase = (next: string) =>
            withStatus(
              inHandoff(
                phasedSample,
                ['phase: "3.1"', 'phase: "3.2"'],
                ['continue_dsp_phase_3.2\nnext_phase: "3.2"', `invoke_gui_agent\nnext_phase: ${next}`],
              ),
              '🚧 Stage 3.1',
              '🚧 Stage 3.2',
            )
          const next = (written: string) => inHandoff(phasedSample, ['next_phase: "3.2"', `next_phase: ${written}`])
          return {
            bad: [
              { about: 'a number without a stage', head: next('2') },
              { about: 'no phase while work is in progress', head: inHandoff(inProgressSample, ['next_phase: null', 'next_phase: soon']) },
              { about: 'not the next one of the plan', head: next('"3.3"') },
              { about: 'null, though the plan names another phase', head: next('null') },
              {
                about: 'a number left out, where the plan is silent',
                head: inHandoff(silent, ['_3.2\nnext_phase: "3.2"', '_3.3\nnext_phase: "3.3"']),
              },
              { about: 'the second phase of the next stage', head: lastPhase('"4.2"') },
              { about: 'a phase of a plugin that has none', head: inHandoff(sample, ['next_phase: null', 'next_phase: "3.1"']) },
              { about: 'a phase, though everything is done', head: inHandoff(workingSample, ['next_phase: null', 'next_phase: "5.1"']) },
            ],
            good: [
              { about: 'the next one, without quotes', head: next('3.2') },
              { about: 'null after the last phase', head: lastPhase('null') },
              { about: 'the first phase of the next stage', head: lastPhase('"4.1"') },
              {
                about: 'the stage ends here, as far as a silent plan goes',
                head: inHandoff(silent, ['continue_dsp_phase_3.2\nnext_phase: "3.2"', 'invoke_gui_agent\nnext_phase: null']),
              },
              { about: 'no such key', head: inHandoff(phasedSample, ['next_phase: "3.2"\n', '']) },
            ],
          }
        },
        *check(subject) {
          const { handoff, plugin } = subject
          const { next_phase: next } = handoff.fields
          const { state, value = null } = next
          if (state === 'absent' || plugin.state.kind === 'unknown') return
          const expected = followingPhases(subject)
          if (state !== 'wrong' && (expected?.includes(value) ?? true)) return
          yield {
            message: `${msg`Unexpected ${'next_phase'} ${next.written}`}, expected ${expected ? msg`${expected.map(String)}` : msg`${null} or a phase such as ${'"3.2"'}`}`,
            hint: hintFor(expected),
            place: next.place,
            ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
          }
        },
      },
    ]),
  ],
}
