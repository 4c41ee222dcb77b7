import { msg } from '../../../core/message.ts'
import { wrongValue, current, type PluginRules } from './subjects.ts'
import type { Plugin } from '../model.ts'
import { requiredKeys, statuses } from '../schema.ts'
import { isPlanned, contradictsWorkflow } from '../states.ts'
import { firstPhase } from '../stages/next.ts'
import { isPhased } from '../handoff/completion.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { stageOf } from '../stages/stages.ts'
import type { Files } from '../../../core/rule.ts'
import { over } from '../../../kit/rules.ts'

type RequiredKey = keyof typeof requiredKeys

const required = Object.entries(requiredKeys) as [RequiredKey, (typeof requiredKeys)[RequiredKey]][]

const score = ({ handoff, plan }: Plugin) => handoff?.fields.complexity_score.value ?? plan.complexity?.value

/** The value to write, where it follows from anything else. */
const hints: Readonly<Record<RequiredKey, (plugin: Plugin) => string>> = {
  plugin: ({ name }) => msg`Write ${`plugin: ${name}`}.`,
  stage: () => msg`Write ${'stage'} with the number of the stage: it stands nowhere else.`,
  phase: () => msg`Write ${'phase: null'}, or the phase that is meant.`,
  status: () => msg`Write ${'status'} with one of ${statuses}: it stands nowhere else.`,
  last_updated: () => msg`Write ${'last_updated'} with the day on which the handoff was last changed.`,
  complexity_score({ plan }) {
    if (plan.complexity) return msg`Write ${`complexity_score: ${plan.complexity.value.toFixed(1)}`}, as the plan has it.`
    return msg`Write ${'complexity_score'} with a number from ${1} to ${5}; ${null} only until stage 0 is complete.`
  },
  phased_implementation(plugin) {
    const complexity = score(plugin)
    if (complexity !== undefined) return msg`Write ${`phased_implementation: ${isPhased(complexity, plugin)}`}, as the complexity has it.`
    return msg`Write ${'phased_implementation'} with ${'true'} or ${'false'}; ${null} only until stage 0 is complete.`
  },
  orchestration_mode: () => msg`Write ${'orchestration_mode: true'}.`,
}

/** Where the work is: `stage`, `phase` and `status` */
export const positionRules: PluginRules = {
  name: 'position',
  title: 'Where the work is: `stage`, `phase` and `status`',
  rules: [
    over(current, [
      {
        code: 'PLUGIN_NAME_MISMATCH',
        strict: 'error',
        soft: 'error',
        summary: 'The handoff names another plugin than the directory that it lies in.',
        why: 'A handoff that was copied from another plugin says nothing about this one: an agent that trusts it resumes the wrong work.',
        repair: 'Write the name of the directory, letter by letter, or put the handoff where it belongs.',
        examples: ({ inHandoff, sample }) => ({
          bad: [
            { about: 'the name of another plugin', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: Amber']) },
            { about: 'other capitals', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: tinygain']) },
            { about: 'a list in place of the name', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: [TinyGain]']) },
          ],
          good: [{ about: 'the name of the directory, in quotes', head: inHandoff(sample, ['plugin: TinyGain', 'plugin: "TinyGain"']) }],
        }),
        check: (subject) =>
          wrongValue(subject, 'plugin', {
            allowed: (name, { plugin }) => name === plugin.name,
            expected: ({ plugin }) => msg`${plugin.name}, the name of its directory`,
            hint: ({ plugin }) =>
              msg`Write ${`plugin: ${plugin.name}`}, or put the handoff into the directory of the plugin that it is about.`,
          }),
      },
      {
        code: 'PLUGIN_FIELD_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of the handoff is absent, or `null` where it may not be.',
        why: 'The agent that resumes the plugin has to guess what is not written.',
        repair:
          'Write the key. `complexity_score` and `phased_implementation` may be `null` until stage 0 is complete, `phase` always. Every transition adds those that have a default.',
        examples: ({ inHandoff, inProgressSample, sample, withStatus }) => {
          /** In research, before its complexity is known. */
          const unplanned = withStatus(
            inHandoff(
              inProgressSample,
              ['stage: 3', 'stage: 0'],
              ['complexity_score: 1.2\nphased_implementation: false', 'complexity_score: null\nphased_implementation: null'],
            ),
            '🚧 Stage 3',
            '🚧 Stage 0',
          )
          return {
            bad: [
              { about: 'no key `phase`', head: inHandoff(sample, ['phase: null\n', '']) },
              { about: 'no day', head: inHandoff(sample, ['last_updated: 2026-02-02\n', '']) },
              { about: 'the mode is null', head: inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: null']) },
              { about: 'nothing behind the key', head: inHandoff(sample, ['stage: 2', 'stage:']) },
              { about: 'no complexity after stage 0', head: inHandoff(sample, ['complexity_score: 1.2', 'complexity_score: null']) },
              {
                about: 'no word about phases after stage 0',
                head: inHandoff(sample, ['phased_implementation: false', 'phased_implementation: ~']),
              },
            ],
            good: [
              { about: 'no complexity while stage 0 is in progress', head: unplanned },
              {
                about: 'no next action, which is optional',
                head: inHandoff(sample, ['next_action: invoke_dsp_agent\nnext_phase: null\n', '']),
              },
            ],
          }
        },
        *check({ handoff, plugin, model }) {
          if (handoff.legacy) return
          const planned = isPlanned(handoff, model.stages)
          for (const [key, needed] of required) {
            const { state } = handoff.fields[key]
            const nullable = needed === 'null' || (needed === 'null-until-planned' && !planned)
            if (state !== 'absent' && !(state === 'null' && !nullable)) continue
            yield {
              message: state === 'absent' ? msg`Missing key ${key}` : msg`Unexpected ${key} ${null}, expected a value`,
              hint: hints[key](plugin),
              place: handoff.top,
            }
          }
        },
      },
      {
        code: 'PLUGIN_STAGE_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`stage` is no plain whole number, or no stage that there is.',
        why: 'Every command begins with the stage: without it, what is done and who works next is unclear.',
        repair: 'Write the number of the stage alone, without quotes, a point or a leading zero.',
        examples: ({ inHandoff, sample, withStatus }) => {
          const staged = (written: string) => inHandoff(sample, ['stage: 2', `stage: ${written}`])
          return {
            bad: [
              { about: 'a word', head: staged('foundation') },
              { about: 'a number in quotes', head: staged('"2"') },
              { about: 'a decimal number', head: staged('2.0') },
              { about: 'a leading zero', head: staged('02') },
              { about: 'a negative number', head: staged('-2') },
              { about: 'a phase', head: staged('3.1') },
              { about: 'a stage that there is not', head: staged('7') },
              {
                about: 'a stage that the configuration does not have',
                head: staged('3'),
                configuration: {
                  stages: [
                    { stage: 0, title: 'Plan' },
                    { stage: 2, title: 'Build' },
                  ],
                },
              },
            ],
            good: [
              { about: 'a number with a comment behind it', head: staged('2 # of five') },
              {
                about: 'a stage that is merely tolerated',
                head: withStatus(inHandoff(staged('1'), ['invoke_dsp_agent', 'invoke_foundation_shell_agent']), '🚧 Stage 2', '🚧 Stage 1'),
              },
            ],
          }
        },
        check: (subject) =>
          wrongValue(subject, 'stage', {
            allowed: (stage, { model }) => model.stages.get(stage) !== undefined,
            expected: ({ model }) => msg`one of ${model.stages.all.map(({ stage }) => stage)}`,
            hint: () => msg`Write the number alone, such as ${'stage: 2'}; a part of a stage belongs into ${'phase'}.`,
          }),
      },
      {
        code: 'PLUGIN_STATUS_INVALID',
        strict: 'error',
        soft: 'warning',
        summary: '`status` is none of `in_progress`, `complete`, `workflow_complete`.',
        why: 'The status says whose turn it is. An unknown word leaves everyone waiting, or starts two agents at once.',
        repair:
          'Write `in_progress` while an agent works, `complete` when the stage or phase is done, `workflow_complete` when all of them are.',
        examples: ({ inHandoff, sample }) => ({
          bad: [
            { about: 'a word of its own', head: inHandoff(sample, ['status: complete', 'status: paused']) },
            { about: 'other capitals', head: inHandoff(sample, ['status: complete', 'status: Complete']) },
            { about: 'a number', head: inHandoff(sample, ['status: complete', 'status: 2']) },
          ],
          good: [{ about: 'a status in quotes', head: inHandoff(sample, ['status: complete', "status: 'complete'"]) }],
        }),
        check: (subject) =>
          wrongValue(subject, 'status', {
            expected: () => msg`one of ${statuses}`,
            hint({ handoff }) {
              const meant = suggestion(handoff.fields.status.written, statuses)
              return meant === undefined
                ? msg`Write ${'in_progress'} while work goes on and ${'complete'} when it is done.`
                : msg`Did you mean ${meant}?`
            },
          }),
      },
      {
        code: 'PLUGIN_STATUS_CONTRADICTION',
        strict: 'error',
        soft: 'warning',
        summary: '`status` is `workflow_complete` before the last stage, or in a phase.',
        why: 'It claims that everything is done while stage or phase say that something is not: the stages in between might be skipped for good.',
        repair: 'Write `complete` if only the stage or phase is done; if all is done, the last stage and `phase: null`.',
        examples: ({ inHandoff, phasedSample, sample, workingSample }) => {
          const uptoTheKnob = [
            { stage: 0, title: 'Research' },
            { stage: 3, title: 'Sound', phases: 'continue_dsp_phase' },
            { stage: 4, title: 'Looks', phases: 'continue_gui_phase' },
          ]
          return {
            bad: [
              { about: 'all done at stage 2', head: inHandoff(sample, ['status: complete', 'status: workflow_complete']) },
              {
                about: 'all done in a phase of the last stage',
                head: inHandoff(phasedSample, [
                  'stage: 3\nphase: "3.1"\nstatus: complete',
                  'stage: 4\nphase: "4.1"\nstatus: workflow_complete',
                ]),
                configuration: { stages: uptoTheKnob },
              },
            ],
            good: [
              { about: 'all done at stage 5', head: workingSample },
              { about: 'all done at stage 6, as older files say', head: inHandoff(workingSample, ['stage: 5', 'stage: 6']) },
            ],
          }
        },
        *check({ handoff: { fields }, model: { stages } }) {
          const { stage, phase, status } = fields
          const known = stage.value === undefined ? undefined : stages.get(stage.value)
          if (status.value !== 'workflow_complete' || !known || !contradictsWorkflow(known.stage, phase.value, stages)) return
          const unit = phase.value ?? known.stage
          yield {
            message: msg`Unexpected ${'status'} ${status.value} at ${unit}, expected it at stage ${stages.last.stage} without a phase`,
            hint: msg`Write ${'complete'} if ${unit} is done; if everything is, ${`stage: ${stages.last.stage}`} and ${'phase: null'}.`,
            place: status.place,
          }
        },
      },
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
