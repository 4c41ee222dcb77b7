import type { Related } from '../../../../core/diagnostic.ts'
import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import type { StageSubject } from '../../subjects.ts'

/** A rule about what a stage has given that was handed back as a success. */
export const outputRule = (facts: RuleFacts): Rule<StageSubject> => ({
  ...facts,
  *check({ stage }) {
    if (stage.state !== 'returned success') return
    for (const { fault, place, file } of stage.validation()) {
      if (fault?.code !== facts.code) continue
      const related: readonly Related[] = [
        { ...place, message: 'the declaration' },
        ...(file === undefined ? [] : [{ path: file, message: 'the output' }]),
      ]
      yield { message: fault.message, hint: fault.action, place: stage.handback.place('reason'), related, target: stage.target }
    }
  },
})
