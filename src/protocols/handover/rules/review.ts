import { msg } from '../../../core/message.ts'
import { overProblems, type Problem } from '../../../kit/rules.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { fileAt, lookUp } from '../reading/paths.ts'
import { isFindingId } from '../reading/plan.ts'
import { writtenText, writtenValue } from '../../../kit/written.ts'
import { listedIds, reviewOf } from '../reading/review.ts'
import { files, inFiles, problem, type HandoverRules } from './subjects.ts'

/** The findings of a review, its verdict, and its brief. */
function* reviewProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  const { mapping } = file
  const review = reviewOf(file)
  if (!mapping || !review) return
  yield* findingProblems(file)
  const verdict = mapping.get('verdict')
  if (verdict && writtenText(verdict.value) === 'ALLOW' && review.described.some(({ severity }) => severity === 'BLOCKER')) {
    yield problem(file, 'REVIEW_VERDICT_INCOHERENT', 'Unexpected `ALLOW` beside a blocker', verdict.value, {
      hint: 'Write `BLOCK`, or mend the finding first.',
    })
  }
  yield* briefPathProblems(file, model)
}

function* briefPathProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  const entry = file.mapping?.get('brief_path')
  const written = entry && writtenText(entry.value)
  if (!entry || written === undefined || written.trim() === '') return
  const found = lookUp(written, file.project, model)
  if (found.kind === 'absent' || found.kind === 'outside') {
    yield problem(file, 'REVIEW_BRIEF_NOT_FOUND', msg`${written} leads to no brief`, entry.value, {
      hint: 'Write its path from the root of the repository.',
      ...(found.kind === 'absent' && { concerns: [found.path] }),
    })
  }
  const brief = fileAt(written, 'brief', file.project, model)
  const task = file.mapping?.get('task')
  const [own, other] = [task && writtenText(task.value), brief?.mapping && writtenText(writtenValue(brief.mapping, 'task'))]
  if (task && brief && own !== undefined && other !== undefined && own !== other) {
    yield problem(file, 'REVIEW_TASK_MISMATCH', msg`Unexpected task ${own}, expected ${other} as in the brief`, task.value, {
      hint: 'Copy the task of the brief, or review against its present text.',
      concerns: [brief.path],
    })
  }
}

function* findingProblems(file: HandoverFile): Iterable<Problem> {
  const review = reviewOf(file)
  const entry = file.mapping?.get('findings')
  if (!review || !entry) return
  if (!review.listed) {
    yield problem(file, 'REVIEW_BAD_FINDINGS_TYPE', 'Unexpected value of `findings`, expected a block list', entry.key, {
      hint: 'Write each id on a line of its own behind `- `, or `[]` for none.',
    })
    return
  }
  const seen = new Set<string>()
  const described = new Set(review.described.map(({ id }) => id))
  for (const { id, node } of review.listed) {
    if (!isFindingId(id))
      yield problem(file, 'REVIEW_BAD_FINDING_ID', msg`Unexpected ${id ?? ''}, expected ${40} lower-case hex digits`, node, {
        hint: 'Write the id that the finding has below.',
      })
    else if (seen.has(id))
      yield problem(file, 'REVIEW_DUPLICATE_FINDING', msg`Unexpected second ${id}, expected each once`, node, { hint: 'Take it out.' })
    else if (!described.has(id))
      yield problem(file, 'REVIEW_FINDING_NO_BODY', msg`Missing description of ${id}`, node, {
        hint: msg`Describe it below ${`### ${id}`} in a section ${'## Findings (…)'}.`,
      })
    if (id !== undefined) seen.add(id)
  }
  yield* describedProblems(file)
}

function* describedProblems(file: HandoverFile): Iterable<Problem> {
  const review = reviewOf(file)
  if (!review) return
  const listed = listedIds(review)
  const seen = new Set<string>()
  for (const { id, heading, severity } of review.described) {
    if (!listed.has(id))
      yield problem(file, 'REVIEW_FINDING_UNLISTED', msg`Unexpected finding ${id}, which is not listed`, heading.line, {
        hint: 'List it in `findings`.',
      })
    if (!severity || seen.has(id))
      yield problem(
        file,
        'REVIEW_FINDING_PLACE',
        severity ? msg`Unexpected second description of ${id}` : msg`Unexpected place of ${id}, expected a section ${'## Findings (…)'}`,
        heading.line,
        { hint: 'Describe each finding once, below BLOCKER, MAJOR, MINOR or SUGGESTION.' },
      )
    seen.add(id)
  }
  for (const { line, raw, level } of review.strange) {
    yield problem(
      file,
      'REVIEW_FINDING_HEADING',
      level === 2
        ? msg`Unexpected section ${raw.trim()}, expected BLOCKER, MAJOR, MINOR or SUGGESTION`
        : msg`Unexpected heading ${raw.trim()}, expected the id of a finding first`,
      line,
      { hint: 'Headings of level 3 below `## Findings (…)` begin with an id.' },
    )
  }
}

/** Reviews */
export const reviewRules: HandoverRules = {
  name: 'review',
  title: 'Reviews',
  rules: [
    overProblems(files('review'), inFiles(reviewProblems), [
      {
        code: 'REVIEW_BAD_FINDINGS_TYPE',
        strict: 'error',
        soft: 'error',
        summary: '`findings` is null, a text, keys and values, or a flow list that is not empty.',
        why: 'Readers of this list take one id a line; of a flow list they see nothing.',
        repair: 'Write each id on a line of its own behind `- `, or `[]`.',
        examples: ({ blocker, briefPath, change, inReview, major, minor, only, reviewPath }) => ({
          bad: [
            {
              about: 'nothing behind the colon',
              head: inReview([`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, 'findings:\n']),
              also: ['PLAN_SOURCE_FINDING_UNKNOWN'],
            },
            {
              about: 'a flow list',
              head: inReview([`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, `findings: [${blocker}, ${major}, "${minor}"]\n`]),
            },
            { about: 'a text', head: inReview([`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, 'findings: none\n']) },
          ].map((example) => ({ ...example, also: ['REVIEW_FINDING_UNLISTED'] })),
          good: [
            {
              about: 'an empty list',
              head: change(only(briefPath, reviewPath), {
                [briefPath]: [['research_topics: 1', 'research_topics: 0']],
                [reviewPath]: [
                  [`findings:\n  - ${blocker}\n  - ${major}\n  - ${minor}\n`, 'findings: []\n'],
                  [`### ${blocker}`, ''],
                  [`### ${major}`, ''],
                  [`### ${minor}`, ''],
                ],
              }),
            },
          ],
        }),
      },
      {
        code: 'REVIEW_BAD_FINDING_ID',
        strict: 'error',
        soft: 'error',
        summary: 'An item of `findings` is not 40 lower-case hex digits.',
        why: 'A plan traces its steps by these ids.',
        repair: 'Copy the id from the body.',
        examples: ({ inReview, minor, sample }) => ({
          bad: [
            { about: 'a word', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  - F1\n`]) },
            { about: 'capitals', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${'AB'.repeat(20)}\n`]) },
            { about: 'nothing', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  -\n`]) },
          ],
          good: [{ about: 'digits alone', head: sample }],
        }),
      },
      {
        code: 'REVIEW_DUPLICATE_FINDING',
        strict: 'error',
        soft: 'warning',
        summary: 'An id stands in `findings` twice.',
        why: 'It would be counted twice.',
        repair: 'Keep one of them.',
        examples: ({ inReview, minor, sample }) => ({
          bad: [{ about: 'the same twice', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${minor}\n`]) }],
          good: [{ about: 'each once', head: sample }],
        }),
      },
      {
        code: 'REVIEW_FINDING_NO_BODY',
        strict: 'error',
        soft: 'warning',
        summary: 'A listed id has no heading `### <id>`.',
        why: 'What is not described cannot be repaired.',
        repair: 'Describe it, or take it out of the list.',
        examples: ({ inReview, minor, otherId }) => ({
          bad: [{ about: 'listed alone', head: inReview([`  - ${minor}\n`, `  - ${minor}\n  - ${otherId}\n`]) }],
          good: [
            { about: 'text behind the id', head: inReview([`### ${minor}`, `### ${minor} - wording`]) },
            { about: 'a colon behind the id', head: inReview([`### ${minor}`, `### ${minor}: wording`]) },
          ],
        }),
      },
      {
        code: 'REVIEW_FINDING_UNLISTED',
        strict: 'error',
        soft: 'warning',
        summary: 'A finding `### <id>` is not listed in `findings`.',
        why: 'Plans read the list: this finding would be forgotten.',
        repair: 'List it.',
        examples: ({ inReview, otherId }) => ({
          bad: [{ about: 'described alone', head: inReview(['## Findings (MINOR)\n', `## Findings (MINOR)\n\n### ${otherId}\n`]) }],
          good: [
            {
              about: 'an example in a fence',
              head: inReview(['## Findings (MINOR)\n', `## Findings (MINOR)\n\n\`\`\`md\n### ${otherId}\n\`\`\`\n`]),
            },
          ],
        }),
      },
      {
        code: 'REVIEW_FINDING_PLACE',
        strict: 'error',
        soft: 'warning',
        summary: 'A finding stands outside of the four sections, or is described twice.',
        why: 'How grave it is stands in the heading above it.',
        repair: 'Describe it once, below the right section.',
        examples: ({ inReview, minor, sample }) => ({
          bad: [
            { about: 'in the coverage', head: inReview(['## Coverage\n', `## Coverage\n\n### ${minor}\n`]) },
            { about: 'twice', head: inReview(['A slip of the pen.', `A slip of the pen.\n\n### ${minor}\n`]) },
          ],
          good: [{ about: 'each in its section', head: sample }],
        }),
      },
      {
        code: 'REVIEW_FINDING_HEADING',
        strict: 'warning',
        soft: 'warning',
        summary: 'A heading of level 3 among the findings does not begin with an id, or a section of findings is of another severity.',
        why: 'What stands below it belongs to no finding.',
        repair: 'Write the id first; use BLOCKER, MAJOR, MINOR, SUGGESTION.',
        examples: ({ inReview }) => ({
          bad: [
            { about: 'a title', head: inReview(['## Findings (MINOR)\n', '## Findings (MINOR)\n\n### Wording\n']) },
            {
              about: 'another severity',
              head: inReview(['## Findings (MINOR)\n', '## Findings (CRITICAL)\n\nNone.\n\n## Findings (MINOR)\n']),
            },
          ],
          good: [{ about: 'headings of level 4', head: inReview(['A slip of the pen.', '#### Fix\n\nA slip of the pen.']) }],
        }),
      },
      {
        code: 'REVIEW_VERDICT_INCOHERENT',
        strict: 'warning',
        soft: 'warning',
        summary: 'The verdict is `ALLOW`, and there is a blocker.',
        why: 'One of the two is wrong.',
        repair: 'Write `BLOCK`, or mend the finding first.',
        examples: ({ inReview }) => ({
          bad: [{ about: 'allowed', head: inReview(['verdict: BLOCK', 'verdict: ALLOW']) }],
          good: [{ about: 'a warning', head: inReview(['verdict: BLOCK', 'verdict: WARN']) }],
        }),
      },
      {
        code: 'REVIEW_TASK_MISMATCH',
        strict: 'warning',
        soft: 'notice',
        summary: '`task` is not that of the brief that was reviewed.',
        why: 'The review may be of another task.',
        repair: 'Copy the task of the brief.',
        examples: ({ inReview }) => ({
          bad: [{ about: 'another task', head: inReview(['with a passkey', 'with a key']) }],
          good: [
            {
              about: 'in quotes',
              head: inReview(['task: Let people sign in with a passkey', 'task: "Let people sign in with a passkey"']),
            },
          ],
        }),
      },
      {
        code: 'REVIEW_BRIEF_NOT_FOUND',
        strict: 'warning',
        soft: 'warning',
        summary: '`brief_path` leads to no file, or out of the repository.',
        why: 'It is the way back to the brief that the work began with.',
        repair: 'Write the path of the brief from the root.',
        examples: ({ briefPath, inReview }) => ({
          bad: [
            { about: 'a slip', head: inReview([`brief_path: ${briefPath}`, 'brief_path: .claude/projects/brief.md']) },
            { about: 'beyond the root', head: inReview([`brief_path: ${briefPath}`, 'brief_path: ../../../../../etc/brief.md']) },
          ],
          good: [
            { about: 'relative to the project', head: inReview([`brief_path: ${briefPath}`, 'brief_path: brief.md']) },
            {
              about: 'a path of the same project on some machine',
              head: inReview([`brief_path: ${briefPath}`, `brief_path: /home/octocat/shop/${briefPath}`]),
            },
            { about: 'a path of some machine', head: inReview([`brief_path: ${briefPath}`, 'brief_path: /home/octocat/notes/brief.md']) },
          ],
        }),
      },
    ]),
  ],
}
