import { msg } from '../../../../core/message.ts'
import { inHandoff, sample } from '../../examples.ts'
import { wrongValue } from './wrong-value.ts'

const mode = (written: string) => inHandoff(sample, ['orchestration_mode: true', `orchestration_mode: ${written}`])

export const orchestrationMode = wrongValue('orchestration_mode', {
  code: 'PLUGIN_ORCHESTRATION_MODE',
  strict: 'error',
  soft: 'warning',
  summary: '`orchestration_mode` is present and not `true`.',
  why: 'It tells agents that an orchestrator dispatches the stages. Anything else makes an agent go on by itself.',
  repair: 'Write `orchestration_mode: true`.',
  expected: () => msg`${'true'}`,
  hint: () => msg`Write ${'orchestration_mode: true'}.`,
  examples() {
    return {
      bad: [
        { about: 'false', head: mode('false') },
        { about: 'a text', head: mode('"true"') },
      ],
      good: [{ about: 'true', head: mode('True') }],
    }
  },
})
