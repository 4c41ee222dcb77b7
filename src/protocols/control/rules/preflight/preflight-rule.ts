import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import type { PreflightCode } from '../../reports/check.ts'
import type { StageSubject } from '../../subjects.ts'

type Facts = Pick<RuleFacts, 'summary' | 'examples'> & { readonly code: PreflightCode }

/** A rule about control that was granted for a stage which is not ready. */
export const preflightRule = (facts: Facts): Rule<StageSubject> => ({
  ...facts,
  strict: 'warning',
  soft: 'notice',
  why: 'The agent begins with something missing, and hands back an error at best.',
  repair: 'Make the stage ready; `/preflight STAGE` says what is missing. The grant stays.',
  *check({ stage }) {
    if (stage.state !== 'granted') return
    for (const { fault, place } of stage.preflight()) {
      if (fault?.code !== facts.code) continue
      yield {
        message: fault.message,
        hint: fault.action,
        place: stage.accept.place('state'),
        related: [{ ...place, message: 'the declaration' }],
        target: stage.target,
      }
    }
  },
})
