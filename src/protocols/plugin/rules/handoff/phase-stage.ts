import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, phasedSample, withContract } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { stageOf } from '../../stages.ts'
import type { HandoffSubject } from '../../subjects.ts'

const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')

export const phaseStage: Rule<HandoffSubject> = {
  code: 'PLUGIN_PHASE_STAGE',
  strict: 'error',
  soft: 'warning',
  summary: '`phase` belongs to another stage than `stage`, or to one that is never done in phases.',
  why: 'Two keys name two places on the way. Whichever an agent believes, the other one believes it has been elsewhere.',
  repair: 'Write the stage of the phase, or the phase of the stage; `phase: null` where the stage has no phases.',
  examples() {
    return {
      bad: [
        { about: 'a phase of stage 4 at stage 3', head: inHandoff(phasedSample, ['phase: "3.1"', 'phase: "4.1"']) },
        { about: 'a phase of the foundation', head: inHandoff(silent, ['stage: 3\nphase: "3.1"', 'stage: 2\nphase: "2.1"']) },
      ],
      good: [{ about: 'a phase of its stage', head: phasedSample }],
    }
  },
  *check({ handoff: { fields }, plugin, model: { stages } }) {
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
      target: targetId(plugin.name),
    }
  },
}
