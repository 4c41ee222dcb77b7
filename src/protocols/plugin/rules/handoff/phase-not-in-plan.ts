import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, phasedSample, withContract, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { stageOf } from '../../stages.ts'
import type { HandoffSubject } from '../../subjects.ts'

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

export const phaseNotInPlan: Rule<HandoffSubject> = {
  code: 'PLUGIN_PHASE_NOT_IN_PLAN',
  strict: 'error',
  soft: 'warning',
  summary: 'The plan names phases, and `phase` is none of them.',
  why: 'Work goes on that nobody planned, or the plan was renumbered and the handoff means something else by the same number.',
  repair: 'Write a phase of the plan, or add the phase to the plan and record its new checksum with `/checksums NAME`.',
  examples() {
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
          head: withContract(at('3.2'), 'plan', '# Plan\n\nComplexity: 4.0\n\n1. **Phase 3.1** - Gain\n2. [x] Phase 3.2: Smoothing ✅\n'),
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
      target: targetId(plugin.name),
      related: [{ path: plan.path, ...(first && { line: first.line }), message: 'The plan names its phases here' }],
    }
  },
}
