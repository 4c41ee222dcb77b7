import { msg } from '../../../core/message.ts'
import { wrongValue, current, type PluginRules } from './subjects.ts'
import { firstPhase } from '../stages/next.ts'
import { stageOf } from '../stages/stages.ts'
import type { Files } from '../../../core/rule.ts'
import { over } from '../../../kit/rules.ts'

/** The phases of a stage, and the plan that names them */
export const phaseRules: PluginRules = {
  name: 'phases',
  title: 'The phases of a stage: `phase`',
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
        why: 'Two keys name two places on the way. Whichever an agent believes, the other one believes it has been elsewhere.',
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
              : msg`Write ${`stage: ${stageOf(phase)}`} if the phase is right, else a phase of stage ${stage.stage}.`,
            place: fields.phase.place,
          }
        },
      },
      {
        code: 'PLUGIN_PHASE_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A stage that has phases is in progress, and `phase` is `null`.',
        why: 'The agent at work cannot be distinguished from one that does everything at once, and it is unclear which phase comes back.',
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
        summary: 'The plan names phases, and `phase` is none of them.',
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
              { about: 'a phase behind the last one', head: at('3.3') },
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
    ]),
  ],
}
