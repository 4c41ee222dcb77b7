import { msg } from '../../../../core/message.ts'
import { inHandoff, sample } from '../../examples.ts'
import { followingActions } from './following.ts'
import { wrongValue } from './wrong-value.ts'

const next = (action: string) => inHandoff(sample, ['next_action: invoke_dsp_agent', `next_action: ${action}`])

export const nextActionUnknown = wrongValue('next_action', {
  code: 'PLUGIN_NEXT_ACTION_UNKNOWN',
  strict: 'warning',
  soft: 'warning',
  summary: '`next_action` is a name that no stage knows.',
  why: 'The orchestrator dispatches by this name. One that it does not know stops the way without a word.',
  repair: 'Write the action of the stage that follows, or `null`.',
  runs: ({ plugin }) => plugin.state.kind !== 'unknown',
  allowed: (action, { model }) => model.stages.knowsAction(action),
  expected: () => msg`${null} or an action that some stage knows`,
  hint(subject) {
    const [first = 'null'] = followingActions(subject) ?? []
    return msg`Write ${`next_action: ${first}`}.`
  },
  examples() {
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
})
