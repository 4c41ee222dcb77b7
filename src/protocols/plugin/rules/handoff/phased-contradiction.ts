import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inHandoff, phasedSample, sample, withContract } from '../../examples.ts'
import { targetId } from '../../facts.ts'
import type { Fields } from '../../handoff.ts'
import type { HandoffSubject } from '../../subjects.ts'

/** From here on a plugin is built in phases; up to the other it is not; in between both are fine. */
const complex = 3
const simple = 2

/** What `phased_implementation` should be, and what speaks for it. */
function contradiction({
  complexity_score,
  phased_implementation,
  phase,
}: Fields): { readonly expected: boolean; readonly since: string } | undefined {
  const score = complexity_score.value
  if (phased_implementation.value === false) {
    if (phase.value !== undefined) return { expected: true, since: msg`${'phase'} is ${phase.value}` }
    if (score !== undefined && score >= complex) return { expected: true, since: msg`${'complexity_score'} is ${score}` }
  }
  if (phased_implementation.value === true && score !== undefined && score <= simple) {
    return { expected: false, since: msg`${'complexity_score'} is ${score}` }
  }
  return undefined
}

const plan = (score: number) => `# Plan\n\nComplexity: ${score}\n`

const scored = (score: number, phased: boolean) =>
  withContract(
    inHandoff(sample, [
      'complexity_score: 1.2\nphased_implementation: false',
      `complexity_score: ${score}\nphased_implementation: ${phased}`,
    ]),
    'plan',
    plan(score),
  )

export const phasedContradiction: Rule<HandoffSubject> = {
  code: 'PLUGIN_PHASED_CONTRADICTION',
  strict: 'error',
  soft: 'warning',
  summary:
    '`phased_implementation` is `false` with a `complexity_score` of 3 or more or with a `phase`, or `true` with a score of 2 or less.',
  why: 'The score decides about phases. Where the two disagree, one agent builds a stage in one go while the next one waits for its first phase.',
  repair: 'Correct the one that is wrong; between 2 and 3 both are fine.',
  examples() {
    return {
      bad: [
        { about: 'complex, and not in phases', head: scored(3, false) },
        { about: 'simple, and in phases', head: scored(2, true) },
        {
          about: 'a phase, and not in phases',
          head: withContract(
            inHandoff(phasedSample, [
              'complexity_score: 4.0\nphased_implementation: true',
              'complexity_score: 2.5\nphased_implementation: false',
            ]),
            'plan',
            plan(2.5),
          ),
        },
      ],
      good: [
        { about: 'in between, and not in phases', head: scored(2.9, false) },
        { about: 'in between, and in phases', head: scored(2.1, true) },
        { about: 'simple, and not in phases', head: scored(2, false) },
        { about: 'complex, and in phases', head: scored(3, true) },
      ],
    }
  },
  *check({ handoff: { fields }, plugin }) {
    const found = contradiction(fields)
    if (!found) return
    yield {
      message: `${msg`Unexpected ${'phased_implementation'} ${fields.phased_implementation.written}, expected ${found.expected}`}, since ${found.since}`,
      hint: msg`Write ${`phased_implementation: ${found.expected}`}, or correct the other value.`,
      place: fields.phased_implementation.place,
      target: targetId(plugin.name),
    }
  },
}
