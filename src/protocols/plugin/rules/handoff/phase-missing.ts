import type { Files, Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, inProgressSample, phasedSample, withContract, withStatus } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { firstPhase } from '../../states.ts'
import type { HandoffSubject } from '../../subjects.ts'

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

export const phaseMissing: Rule<HandoffSubject> = {
  code: 'PLUGIN_PHASE_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A stage that has phases is in progress, and `phase` is `null`.',
  why: 'The agent at work cannot be told from one that does everything at once, and nobody knows which phase comes back.',
  repair: 'Write the phase that is being worked on.',
  examples() {
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
      target: targetId(plugin.name),
      ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
    }
  },
}
