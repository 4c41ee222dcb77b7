import type { Examples } from '../../../core/rule.ts'
import { overProblems, type Problem } from '../../../kit/rules.ts'
import { type ShapeViolation } from '../../../kit/shape.ts'
import { formHint } from '../../../kit/shape-findings.ts'
import { writtenData, isBlank, writtenText } from '../../../kit/written.ts'
import type { HandoverFile } from '../model.ts'
import { fronts, isFrontKind, type FrontKind } from '../schema.ts'
import { files, shapeProblemsIn, type Fixtures, type HandoverRules } from './subjects.ts'

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
  yield* shapeProblemsIn(file, writtenData(document, mapping, front.shape(), { isAbsent: isBlank }), front, (violation) =>
    // A slug that is not that of the folder is reported as that.
    violation.path[0] === 'slug' && violation.kind !== 'missing' && project && slug !== project.slug
      ? undefined
      : { hint: hintFor(violation) },
  )
}

/** `line` is one of the required keys, as the sample has it. */
function withoutKey({ change, pathOf, session }: Fixtures, kind: FrontKind, line: string): Examples {
  const [path, key] = [pathOf[kind], line.slice(0, line.indexOf(':'))]
  return {
    bad: [
      { about: 'absent', head: change(session, { [path]: [[line, '']] }) },
      { about: 'blank', head: change(session, { [path]: [[line, `${key}: "  "\n`]] }) },
      { about: 'null', head: change(session, { [path]: [[line, `${key}: ~\n`]] }) },
    ],
    good: [{ about: 'an unknown key next to them', head: change(session, { [path]: [[line, `${line}extra: 1\n`]] }) }],
  }
}

/** The keys of front matter */
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
        examples: (fixtures) => withoutKey(fixtures, 'brief', 'created: 2026-01-20\n'),
      },
      {
        code: 'RESEARCH_MISSING_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of a `research` is absent, null or blank.',
        why: 'A plan weighs answers by their questions.',
        repair: 'Write it.',
        examples: (fixtures) => withoutKey(fixtures, 'research', 'question: Which browsers can do it?\n'),
      },
      {
        code: 'PLAN_MISSING_FIELD',
        strict: 'error',
        soft: 'error',
        summary: 'A required key of a `plan` is absent, null or blank.',
        why: 'Without its version it is unknown how to read a plan.',
        repair: 'Write it.',
        examples: (fixtures) => withoutKey(fixtures, 'plan', 'plan_version: "1.7"\n'),
      },
      {
        code: 'REVIEW_MISSING_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of a `review` is absent, null or blank.',
        why: 'A review that does not name what it has examined proves nothing.',
        repair: 'Write it.',
        examples: (fixtures) => withoutKey(fixtures, 'review', 'scope_sha_end: 9a8b7c6d5e4f\n'),
      },
      {
        code: 'NEXT_SESSION_PROMPT_MISSING_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key of a `next-session-prompt` is absent, null or blank.',
        why: 'A prompt without its origin may be anything.',
        repair: 'Write it.',
        examples: (fixtures) => withoutKey(fixtures, 'next-session-prompt', 'produced_by: trekendsession\n'),
      },
      {
        code: 'BRIEF_INVALID_STATUS',
        strict: 'error',
        soft: 'error',
        summary: '`research_status` is not one of `pending`, `in_progress`, `complete`, `skipped`.',
        why: 'This word decides whether the next command continues or waits.',
        repair: 'Write one of the four.',
        examples: ({ inBrief }) => ({
          bad: [
            { about: 'another word', head: inBrief(['research_status: complete', 'research_status: done']) },
            { about: 'another case', head: inBrief(['research_status: complete', 'research_status: Complete']) },
          ],
          good: [{ about: 'in quotes', head: inBrief(['research_status: complete', "research_status: 'complete'"]) }],
        }),
      },
      {
        code: 'BRIEF_INVALID_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A key of a brief has a value of the wrong type or form.',
        why: 'The next command relies on it.',
        repair: 'Write the allowed form.',
        examples: ({ inBrief }) => ({
          bad: [
            { about: 'a day that does not exist', head: inBrief(['created: 2026-01-20', 'created: 2026-02-30']) },
            { about: 'a number in quotes', head: inBrief(['research_topics: 1', 'research_topics: "1"']) },
            { about: 'a negative number', head: inBrief(['research_topics: 1', 'interview_turns: -1\nresearch_topics: 1']) },
            { about: 'a number that only YAML takes for one', head: inBrief(['research_topics: 1', 'research_topics: 0x1']) },
            { about: 'a number with an exponent', head: inBrief(['research_topics: 1', 'research_topics: 1e0']) },
            { about: 'a truth value with a capital', head: inBrief(['task', 'auto_research: True\ntask']) },
            { about: 'a word for a truth value', head: inBrief(['task', 'auto_research: yes\ntask']) },
            { about: 'a source that there is not', head: inBrief(['task', 'source: dream\ntask']) },
            { about: 'a quality that there is not', head: inBrief(['task', 'brief_quality: good\ntask']) },
            { about: 'a list for a text', head: inBrief(['project_dir', 'source: [manual]\nproject_dir']) },
          ],
          good: [
            {
              about: 'every optional key',
              head: inBrief(['task', 'auto_research: true\ninterview_turns: 0\nsource: manual\nbrief_quality: complete\ntask']),
            },
          ],
        }),
      },
      {
        code: 'RESEARCH_INVALID_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A key of a research brief has a value of the wrong type or form.',
        why: 'Planning relies on it.',
        repair: 'Write the allowed form.',
        examples: ({ inResearch }) => ({
          bad: [
            { about: 'a confidence above 1', head: inResearch(['confidence: 0.8', 'confidence: 80']) },
            { about: 'a confidence that is a word', head: inResearch(['confidence: 0.8', 'confidence: high']) },
            { about: 'no dimension', head: inResearch(['dimensions: 1', 'dimensions: 0']) },
            { about: 'a text for a list', head: inResearch(['dimensions', 'mcp_servers_used: docs\ndimensions']) },
            { about: 'an empty item', head: inResearch(['dimensions', 'external_agents_used: [a, ""]\ndimensions']) },
          ],
          good: [{ about: 'a version that was added by hand', head: inResearch(['created', 'research_brief_version: 3\ncreated']) }],
        }),
      },
      {
        code: 'REVIEW_INVALID_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'A key of a review has a value of the wrong type or form.',
        why: 'The next plan relies on it.',
        repair: 'Write the allowed form.',
        examples: ({ inReview }) => ({
          bad: [
            { about: 'no SHA', head: inReview(['scope_sha_end: 9a8b7c6d5e4f', 'scope_sha_end: HEAD']) },
            { about: 'a number in words', head: inReview(['reviewed_files_count: 4', 'reviewed_files_count: four']) },
            { about: 'a verdict that there is not', head: inReview(['verdict: BLOCK', 'verdict: block']) },
            { about: 'a time for a day', head: inReview(['verdict', 'created: 2026-01-20T10:00:00Z\nverdict']) },
            { about: 'a beginning that is not a SHA', head: inReview(['verdict', 'scope_sha_start: main\nverdict']) },
          ],
          good: [
            { about: 'no beginning', head: inReview(['verdict', 'scope_sha_start: null\ncreated: 2026-01-21\nverdict']) },
            { about: 'a SHA of digits alone', head: inReview(['scope_sha_end: 9a8b7c6d5e4f', 'scope_sha_end: 1234567']) },
          ],
        }),
      },
      {
        code: 'NEXT_SESSION_PROMPT_INVALID_TIMESTAMP',
        strict: 'error',
        soft: 'warning',
        summary: '`produced_at` of a prompt is not a timestamp.',
        why: 'It shows whether the prompt belongs to this session.',
        repair: 'Write a timestamp such as `2026-01-20T12:00:00Z`.',
        examples: ({ inPrompt }) => ({
          bad: [{ about: 'a word', head: inPrompt(['2026-01-20T12:00:00Z', 'noon']) }],
          good: [{ about: 'in quotes', head: inPrompt(['2026-01-20T12:00:00Z', '"2026-01-20T12:00:00Z"']) }],
        }),
      },
    ]),
  ],
}
