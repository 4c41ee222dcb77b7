import { msg } from '../../../../core/message.ts'
import { suggestion } from '../../../../core/suggestion.ts'
import { inHandoff, sample } from '../../examples.ts'
import { statuses } from '../../schema.ts'
import { wrongValue } from './wrong-value.ts'

export const statusInvalid = wrongValue('status', {
  code: 'PLUGIN_STATUS_INVALID',
  strict: 'error',
  soft: 'warning',
  summary: '`status` is none of `in_progress`, `complete`, `workflow_complete`.',
  why: 'The status says whose turn it is. A word that nobody knows leaves everybody waiting, or starts two agents at once.',
  repair: 'Write `in_progress` while an agent works, `complete` when the stage or phase is done, `workflow_complete` when all of them are.',
  expected: () => msg`one of ${statuses}`,
  hint({ handoff }) {
    const meant = suggestion(handoff.fields.status.written, statuses)
    return meant === undefined
      ? msg`Write ${'in_progress'} while work goes on and ${'complete'} when it is done.`
      : msg`Did you mean ${meant}?`
  },
  examples() {
    return {
      bad: [
        { about: 'a word of its own', head: inHandoff(sample, ['status: complete', 'status: paused']) },
        { about: 'other capitals', head: inHandoff(sample, ['status: complete', 'status: Complete']) },
        { about: 'a number', head: inHandoff(sample, ['status: complete', 'status: 2']) },
      ],
      good: [{ about: 'a status in quotes', head: inHandoff(sample, ['status: complete', "status: 'complete'"]) }],
    }
  },
})
