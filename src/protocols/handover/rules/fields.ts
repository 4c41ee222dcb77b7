import { overProblems, type Problem } from '../../../kit/rules.ts'
import { type ShapeViolation } from '../../../kit/shape.ts'
import { formHint } from '../../../kit/shape-findings.ts'
import { writtenData, isBlank, writtenText } from '../../../kit/written.ts'
import type { HandoverFile } from '../model.ts'
import { fronts, isFrontKind } from '../schema.ts'
import { files, shapeProblemsIn, type HandoverRules } from './subjects.ts'

/** What is in quotes is a text: a number is none. */
function hintFor(violation: ShapeViolation): string {
  const { kind, node } = violation
  const isQuoted = kind === 'type' && 'quoted' in node && node.quoted === true
  return isQuoted ? formHint(violation).replace(/\.$/, ', without quotes.') : formHint(violation)
}

/** Keys of a front matter that are missing, or have another value than is allowed. */
export function* fieldProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, mapping, document, project } = file
  if (!mapping || !document || !isFrontKind(kind)) return
  const front = fronts[kind]
  const slug = writtenText(mapping.get('slug')?.value)
  yield* shapeProblemsIn(
    file,
    writtenData(document, mapping, front.shape(), { isAbsent: isBlank }),
    front,
    (violation) =>
      // A slug that is not that of the folder is reported as that.
      violation.path[0] === 'slug' && violation.kind !== 'missing' && project && slug !== project.slug
        ? undefined
        : { hint: hintFor(violation) },
  )
}

export const fieldRules: HandoverRules = {
  name: 'fields',
  title: 'The keys of front matter',
  rules: [
    overProblems(files(), ({ file }) => fieldProblems(file), [
      {
        code: 'BRIEF_MISSING_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of a `brief` is absent, null or blank.',
        why: 'The research begins with what the brief says.',
        repair: 'Write it.',
      },
      {
        code: 'RESEARCH_MISSING_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of a `research` is absent, null or blank.',
        why: 'A plan weighs answers by their questions.',
        repair: 'Write it.',
      },
      {
        code: 'PLAN_MISSING_FIELD',
        strict: 'error',
        soft: 'error',
        summary: 'A required key of a `plan` is absent, null or blank.',
        why: 'Without its version it is unknown how to read a plan.',
        repair: 'Write it.',
      },
      {
        code: 'REVIEW_MISSING_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of a `review` is absent, null or blank.',
        why: 'A review that does not name what it has examined proves nothing.',
        repair: 'Write it.',
      },
      {
        code: 'NEXT_SESSION_PROMPT_MISSING_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of a `next-session-prompt` is absent, null or blank.',
        why: 'A prompt without its origin may be anything.',
        repair: 'Write it.',
      },
      {
        code: 'BRIEF_INVALID_STATUS',
        strict: 'error',
        soft: 'error',
        summary: '`research_status` is not one of `pending`, `in_progress`, `complete`, `skipped`.',
        why: 'This word decides whether the next command continues or waits.',
        repair: 'Write one of the four.',
      },
      {
        code: 'BRIEF_INVALID_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A key of a brief has a value of the wrong type or form.',
        why: 'The next command relies on it.',
        repair: 'Write the allowed form.',
      },
      {
        code: 'RESEARCH_INVALID_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A key of a research brief has a value of the wrong type or form.',
        why: 'Planning relies on it.',
        repair: 'Write the allowed form.',
      },
      {
        code: 'REVIEW_INVALID_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A key of a review has a value of the wrong type or form.',
        why: 'The next plan relies on it.',
        repair: 'Write the allowed form.',
      },
      {
        code: 'NEXT_SESSION_PROMPT_INVALID_TIMESTAMP',
        strict: 'error',
        soft: 'warning',
        summary: '`produced_at` of a prompt is not a timestamp.',
        why: 'It shows whether the prompt belongs to this session.',
        repair: 'Write a timestamp such as `2026-01-20T12:00:00Z`.',
      },
    ]),
  ],
}
