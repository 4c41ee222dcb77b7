import { msg } from '../../../core/message.ts'
import type { HandoverFile } from '../model.ts'
import { fileAt, lookUp } from '../reading/paths.ts'
import { isFindingId } from '../reading/plan.ts'
import { writtenText, writtenValue } from '../../../kit/written.ts'
import { listedFindingIds, reviewOf } from '../reading/review.ts'
import { overParts } from '../../../kit/rules.ts'
import { files, finding, type HandoverRules } from './subjects.ts'

/** The ids that a review lists, each with what is wrong with it. */
function* listedFaults(file: HandoverFile) {
  const review = reviewOf(file)
  if (!review?.listed) return
  const seenIds = new Set<string>()
  const describedIds = new Set(review.described.map(({ id }) => id))
  for (const { id, node } of review.listed) {
    const isId = isFindingId(id)
    const fault = !isId ? 'no id' : seenIds.has(id) ? 'again' : describedIds.has(id) ? undefined : 'not described'
    if (fault) yield { fault, id: id ?? '', node }
    if (id !== undefined) seenIds.add(id)
  }
}

/** The review, where its list of findings can be read. */
const reviewWithList = (file: HandoverFile) => {
  const review = file.mapping?.get('findings') ? reviewOf(file) : undefined
  return review?.listed ? review : undefined
}

/** The path that a review names as its brief. */
function briefReferenceOf(file: HandoverFile) {
  const node = reviewOf(file) && file.mapping?.get('brief_path')?.value
  const briefPath = writtenText(node)
  return node && briefPath !== undefined && briefPath.trim() !== '' ? { written: briefPath, node } : undefined
}

export const reviewRules: HandoverRules = {
  name: 'review',
  title: 'Reviews',
  rules: [
    overParts(files('review'), [
      {
        code: 'REVIEW_BAD_FINDINGS_TYPE',
        strict: 'error',
        soft: 'error',
        summary: '`findings` is null, a string, a mapping, or a flow list that is not empty.',
        why: 'Readers of this list expect one id on each line; they see nothing in a flow list.',
        repair: 'Write each id on a line of its own after `- `, or `[]`.',
        hint: 'Write each id on a line of its own after `- `, or `[]` for none.',
        *check({ file }) {
          const review = reviewOf(file)
          const entry = file.mapping?.get('findings')
          if (review && entry && !review.listed)
            yield finding(file, 'Unexpected value of `findings`, expected a block list', entry.key)
        },
      },
      {
        code: 'REVIEW_BAD_FINDING_ID',
        strict: 'error',
        soft: 'error',
        summary: 'An item of `findings` is not 40 lower-case hex digits.',
        why: 'A plan traces its steps by these ids.',
        repair: 'Copy the id from the body.',
        hint: 'Write the id that the finding has below.',
        *check({ file }) {
          for (const { fault, id, node } of listedFaults(file))
            if (fault === 'no id')
              yield finding(file, msg`Unexpected ${id}, expected ${40} lower-case hex digits`, node)
        },
      },
      {
        code: 'REVIEW_DUPLICATE_FINDING',
        strict: 'error',
        soft: 'warning',
        summary: 'An id occurs twice in `findings`.',
        why: 'It would be counted twice.',
        repair: 'Keep one of them.',
        hint: 'Remove it.',
        *check({ file }) {
          for (const { fault, id, node } of listedFaults(file))
            if (fault === 'again') yield finding(file, msg`Unexpected second ${id}, expected each once`, node)
        },
      },
      {
        code: 'REVIEW_FINDING_NO_BODY',
        strict: 'error',
        soft: 'warning',
        summary: 'A listed id has no heading `### <id>`.',
        why: 'What is not described cannot be repaired.',
        repair: 'Describe it, or remove it from the list.',
        *check({ file }) {
          for (const { fault, id, node } of listedFaults(file))
            if (fault === 'not described')
              yield finding(file, msg`Missing description of ${id}`, node, {
                hint: msg`Describe it below ${`### ${id}`} in a section ${'## Findings (…)'}.`,
              })
        },
      },
      {
        code: 'REVIEW_FINDING_UNLISTED',
        strict: 'error',
        soft: 'warning',
        summary: 'A finding `### <id>` is not listed in `findings`.',
        why: 'Plans read the list: this finding would be forgotten.',
        repair: 'List it.',
        hint: 'List it in `findings`.',
        *check({ file }) {
          const review = reviewWithList(file)
          const idsInList = review && listedFindingIds(review)
          for (const { id, heading } of review?.described ?? [])
            if (idsInList?.has(id) === false)
              yield finding(file, msg`Unexpected finding ${id}, which is not listed`, heading.line)
        },
      },
      {
        code: 'REVIEW_FINDING_PLACE',
        strict: 'error',
        soft: 'warning',
        summary: 'A finding is outside of the four sections, or is described twice.',
        why: 'The heading above it says how severe it is.',
        repair: 'Describe it once, below the right section.',
        hint: 'Describe each finding once, below BLOCKER, MAJOR, MINOR or SUGGESTION.',
        *check({ file }) {
          const seenIds = new Set<string>()
          for (const { id, heading, severity } of reviewWithList(file)?.described ?? []) {
            if (!severity || seenIds.has(id))
              yield finding(
                file,
                severity
                  ? msg`Unexpected second description of ${id}`
                  : msg`Unexpected place of ${id}, expected a section ${'## Findings (…)'}`,
                heading.line,
              )
            seenIds.add(id)
          }
        },
      },
      {
        code: 'REVIEW_FINDING_HEADING',
        strict: 'warning',
        soft: 'warning',
        summary:
          'A heading of level 3 among the findings does not begin with an id, or a section of findings has an unknown severity.',
        why: 'The text below it belongs to no finding.',
        repair: 'Write the id first; use BLOCKER, MAJOR, MINOR, SUGGESTION.',
        hint: 'Headings of level 3 below `## Findings (…)` begin with an id.',
        *check({ file }) {
          for (const { line, raw, level } of reviewWithList(file)?.strange ?? [])
            yield finding(
              file,
              level === 2
                ? msg`Unexpected section ${raw.trim()}, expected BLOCKER, MAJOR, MINOR or SUGGESTION`
                : msg`Unexpected heading ${raw.trim()}, expected the id of a finding first`,
              line,
            )
        },
      },
      {
        code: 'REVIEW_VERDICT_INCOHERENT',
        strict: 'warning',
        soft: 'warning',
        summary: 'The verdict is `ALLOW`, and there is a blocker.',
        why: 'One of the two is wrong.',
        hint: 'Write `BLOCK`, or fix the finding first.',
        *check({ file }) {
          const verdict = file.mapping?.get('verdict')
          const hasBlocker = reviewOf(file)?.described.some(({ severity }) => severity === 'BLOCKER') === true
          if (verdict && hasBlocker && writtenText(verdict.value) === 'ALLOW')
            yield finding(file, 'Unexpected `ALLOW` together with a blocker', verdict.value)
        },
      },
      {
        code: 'REVIEW_TASK_MISMATCH',
        strict: 'warning',
        soft: 'notice',
        summary: '`task` is not that of the brief that was reviewed.',
        why: 'The review may be about another task.',
        repair: 'Copy the task of the brief.',
        hint: 'Copy the task of the brief, or review against its present text.',
        *check({ file, model }) {
          const briefReference = briefReferenceOf(file)
          const brief = briefReference && fileAt(briefReference.written, 'brief', file.project, model)
          const task = file.mapping?.get('task')
          const [reviewTask, briefTask] = [
            task && writtenText(task.value),
            brief?.mapping && writtenText(writtenValue(brief.mapping, 'task')),
          ]
          if (task && brief && reviewTask !== undefined && briefTask !== undefined && reviewTask !== briefTask)
            yield finding(file, msg`Unexpected task ${reviewTask}, expected ${briefTask} as in the brief`, task.value, {
              concerns: [brief.path],
            })
        },
      },
      {
        code: 'REVIEW_BRIEF_NOT_FOUND',
        strict: 'warning',
        soft: 'warning',
        summary: '`brief_path` does not point to a file, or points out of the repository.',
        why: 'It leads back to the brief with which the work began.',
        repair: 'Write the path of the brief from the root.',
        hint: 'Write its path from the root of the repository.',
        *check({ file, model }) {
          const briefReference = briefReferenceOf(file)
          const lookup = briefReference && lookUp(briefReference.written, file.project, model)
          if (briefReference && (lookup?.kind === 'absent' || lookup?.kind === 'outside'))
            yield finding(file, msg`${briefReference.written} does not point to a brief`, briefReference.node, {
              ...(lookup.kind === 'absent' && { concerns: [lookup.path] }),
            })
        },
      },
    ]),
  ],
}
