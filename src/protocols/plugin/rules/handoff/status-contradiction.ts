import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, phasedSample, sample, workingSample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import { contradictsWorkflow } from '../../states.ts'
import type { HandoffSubject } from '../../subjects.ts'

const uptoTheKnob = [
  { stage: 0, title: 'Research' },
  { stage: 3, title: 'Sound', phases: 'continue_dsp_phase' },
  { stage: 4, title: 'Looks', phases: 'continue_gui_phase' },
]

export const statusContradiction: Rule<HandoffSubject> = {
  code: 'PLUGIN_STATUS_CONTRADICTION',
  strict: 'error',
  soft: 'warning',
  summary: '`status` is `workflow_complete` before the last stage, or in a phase.',
  why: 'It claims that everything is done while stage or phase say that something is not: the stages in between might be skipped for good.',
  repair: 'Write `complete` if only the stage or phase is done; if all is done, the last stage and `phase: null`.',
  examples() {
    return {
      bad: [
        { about: 'all done at stage 2', head: inHandoff(sample, ['status: complete', 'status: workflow_complete']) },
        {
          about: 'all done in a phase of the last stage',
          head: inHandoff(phasedSample, ['stage: 3\nphase: "3.1"\nstatus: complete', 'stage: 4\nphase: "4.1"\nstatus: workflow_complete']),
          configuration: { stages: uptoTheKnob },
        },
      ],
      good: [
        { about: 'all done at stage 5', head: workingSample },
        { about: 'all done at stage 6, as older files say', head: inHandoff(workingSample, ['stage: 5', 'stage: 6']) },
      ],
    }
  },
  *check({ handoff: { fields }, plugin, model: { stages } }) {
    const { stage, phase, status } = fields
    const known = stage.value === undefined ? undefined : stages.get(stage.value)
    if (status.value !== 'workflow_complete' || !known || !contradictsWorkflow(known.stage, phase.value, stages)) return
    const unit = phase.value ?? known.stage
    yield {
      message: msg`Unexpected ${'status'} ${status.value} at ${unit}, expected it at stage ${stages.last.stage} without a phase`,
      hint: msg`Write ${'complete'} if ${unit} is done; if everything is, ${`stage: ${stages.last.stage}`} and ${'phase: null'}.`,
      place: status.place,
      target: targetId(plugin.name),
    }
  },
}
