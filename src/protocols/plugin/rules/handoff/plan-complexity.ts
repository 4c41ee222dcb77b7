import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, sample, withContract } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { HandoffSubject } from '../../subjects.ts'

const planned = (line: string) => withContract(sample, 'plan', `# Plan\n\n${line}\n`)

export const planComplexity: Rule<HandoffSubject> = {
  code: 'PLUGIN_PLAN_COMPLEXITY',
  strict: 'warning',
  soft: 'warning',
  summary: '`complexity_score` is not the number in the complexity line of the plan.',
  why: 'The score was taken from the plan. Where they differ, one of the two was changed without the other, and phases hang on it.',
  repair: 'Write the score of the plan into the handoff, or correct the plan and record it with `/checksums NAME`.',
  examples() {
    return {
      bad: [
        { about: 'another score', head: inHandoff(sample, ['complexity_score: 1.2', 'complexity_score: 1.3']) },
        { about: 'a plan with its score in bold', head: planned('- **Complexity:** 1.5 of 5') },
      ],
      good: [
        {
          about: 'the same score, written otherwise',
          head: inHandoff(planned('Complexity Score: 2'), ['complexity_score: 1.2', 'complexity_score: 2.0']),
        },
        { about: 'a plan without a score', head: planned('Its complexity is low (1).') },
        { about: 'a score in a fence', head: planned('```\nComplexity: 5.0\n```') },
      ],
    }
  },
  *check({ handoff: { fields }, plugin: { name, plan } }) {
    const { value: score, place } = fields.complexity_score
    if (score === undefined || !plan.complexity || score === plan.complexity.value) return
    yield {
      message: msg`Unexpected ${'complexity_score'} ${score}, expected ${plan.complexity.value} as in the plan`,
      hint: msg`Write ${`complexity_score: ${plan.complexity.value}`}, or correct the plan and record its new checksum.`,
      place,
      target: targetId(name),
      related: [{ path: plan.path, line: plan.complexity.line, message: 'The plan gives its score here' }],
    }
  },
}
