import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, inProgressSample, phasedSample, sample, withContract, withStatus, workingSample } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { HandoffSubject } from '../../subjects.ts'
import { followingActions } from './following.ts'

const silent = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n')

/** The simple plugin with its UI complete. */
const beforeValidation = (action: string) =>
  withStatus(inHandoff(sample, ['stage: 2', 'stage: 4'], ['invoke_dsp_agent', action]), '🚧 Stage 2', '🚧 Stage 4')

export const nextActionMismatch: Rule<HandoffSubject> = {
  code: 'PLUGIN_NEXT_ACTION_MISMATCH',
  strict: 'error',
  soft: 'warning',
  summary: 'Work is complete, and `next_action` names another action than the one that follows.',
  why: 'The orchestrator dispatches by this name: a stage would be done twice or left out.',
  repair: 'Write the action that follows, or `null`.',
  examples() {
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
    const { value: action, place } = handoff.fields.next_action
    const expected = followingActions(subject)
    if (action === undefined || !expected || !model.stages.knowsAction(action) || expected.includes(action)) return
    const [first = null] = expected
    yield {
      message: msg`Unexpected ${'next_action'} ${action}, expected ${first}`,
      hint: msg`Write ${`next_action: ${first}`}, or correct what is said to be complete.`,
      place,
      target: targetId(plugin.name),
      ...(plugin.phases.decided && { concerns: [plugin.plan.path] }),
    }
  },
}
