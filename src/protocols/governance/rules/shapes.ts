import { memo } from '../../../core/once.ts'
import { findingsOf, overParts, overProblems } from '../../../kit/rules.ts'
import { type ShapeViolation } from '../../../kit/shape.ts'
import { problemOf } from '../../../kit/shape-findings.ts'
import { isInherited, softJudgement, wasNoShorter } from '../reading/inheritance.ts'
import { formCodes, formSpelling } from '../schema.ts'
import { shapedFiles, type GovernanceRules, type ShapedSubject } from './subjects.ts'

const isTooLong = ({ params, bound, isTooLarge }: ShapeViolation) =>
  params?.['fault'] === 'text' || (bound === 'array' && isTooLarge === true)

/** What is not of the shape of a file, of some kinds of violations. What base has too is judged softly. */
const problemsOf = (isReported: (violation: ShapeViolation) => boolean) =>
  memo(({ file, before, violations }: ShapedSubject) =>
    violations.filter(isReported).map((violation) => {
      const { path } = violation
      const isInBase = isInherited(file, before, path) || (isTooLong(violation) && wasNoShorter(file, before, path))
      return { ...problemOf(violation, formCodes, formSpelling), ...softJudgement(isInBase) }
    }),
  )

const formProblems = problemsOf(({ kind }) => kind !== 'unknown')

/** Only the first unknown key of a file is reported. */
const unknownKeys = problemsOf(({ kind }) => kind === 'unknown')

export const shapeRules: GovernanceRules = {
  name: 'shapes',
  title: 'Keys and values',
  rules: [
    overProblems(shapedFiles, formProblems, [
      {
        code: 'GOV_FIELD_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key is absent.',
        why: 'Readers of the file rely on that key.',
        repair: 'Write the key.',
      },
      {
        code: 'GOV_FIELD_TYPE',
        strict: 'error',
        soft: 'error',
        summary:
          'A value is of the wrong JSON type: a number where a string is expected, 2.5 where an integer is expected.',
        why: 'Programs compare it with values of the right type, and it equals none of them.',
        hint: 'Write a value of that type.',
      },
      {
        code: 'GOV_FIELD_VALUE',
        strict: 'error',
        soft: 'warning',
        summary: 'A value has the right type but is not an allowed value: another word, form, date, length or range.',
        why: 'No reader understands the value.',
        hint: 'Write a value that is allowed.',
      },
      {
        code: 'GOV_TEXT_LIMIT',
        strict: 'error',
        soft: 'warning',
        summary:
          'The content of an anchor, an action, the notes of a checkpoint or the text of a handback is too long.',
        why: 'It is put into every prompt, and leaves less room for what the agent has to read.',
        hint: 'Shorten it.',
      },
    ]),
    overParts(shapedFiles, [
      {
        code: 'GOV_UNKNOWN_KEY',
        strict: 'notice',
        soft: 'off',
        summary:
          'A file has a key that its shape does not have. There is one finding for each file, at the first such key.',
        why: 'It may be a typo, or belong to another version of the framework.',
        repair: 'No action is needed.',
        hint: 'No action is needed, unless it is a typo.',
        *check(subject) {
          const [firstFinding] = Array.from(findingsOf(unknownKeys(subject), 'GOV_UNKNOWN_KEY')).toSorted(
            (a, b) => (a.place.line ?? 0) - (b.place.line ?? 0),
          )
          if (firstFinding) yield firstFinding
        },
      },
    ]),
    overProblems(shapedFiles, formProblems, [
      {
        code: 'GOV_STATE_UNKNOWN',
        strict: 'error',
        soft: 'error',
        summary: 'A state is not one of `beginning`, `between_turn`, `compacted`, `interrupted`.',
        why: 'It is unclear who holds the session.',
        repair: 'Write one of the four: `resumed` is `beginning` with `resumedAt`; `idle` is `interrupted`.',
        hint: 'A resumed session is `beginning` with `resumedAt`; an idle one is `interrupted`.',
      },
    ]),
  ],
}
