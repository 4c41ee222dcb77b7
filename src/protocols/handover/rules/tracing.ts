import type { Comparison } from '../../../core/context.ts'
import { msg } from '../../../core/message.ts'
import { type Problem, overParts, problemsOf } from '../../../kit/rules.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { isFindingId, sourceFindings } from '../reading/plan.ts'
import type { YamlNode } from '../../../documents/yaml.ts'
import { writtenText } from '../../../kit/written.ts'
import { listedFindingIds, reviewOf, severitiesOf } from '../reading/review.ts'
import { files, partsAboutFiles, finding, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'

/**
 * A plan next to the review that it answers, where it names findings; `reviewBefore` is the review that there was
 * before the change.
 */
function findingTraceOf(file: HandoverFile, reviewBefore: HandoverFile | undefined) {
  const review = file.project?.files.review
  const entry = file.mapping?.get('source_findings')
  const ids = new Set(sourceFindings(file))
  if (!entry || entry.value.kind !== 'sequence' || ids.size === 0) return undefined
  const [currentReview, previousReview] = [review && reviewOf(review), reviewBefore && reviewOf(reviewBefore)]
  const isReadable = (!review || currentReview !== undefined) && (!reviewBefore || previousReview !== undefined)
  const severities = currentReview && severitiesOf(currentReview)
  const knownIds = new Set(
    [currentReview, previousReview].flatMap((parsedReview) =>
      parsedReview ? [...listedFindingIds(parsedReview), ...severitiesOf(parsedReview).keys()] : [],
    ),
  )
  const items = isReadable ? entry.value.items.flatMap((item) => findingIn(item, severities)) : []
  return {
    entry,
    ids,
    items,
    known: knownIds,
    severities: isReadable ? severities : undefined,
    review,
    isAlone: !review && !reviewBefore,
  }
}

function findingIn(item: YamlNode, severities: ReadonlyMap<string, string | undefined> | undefined) {
  const id = writtenText(item)
  return isFindingId(id) ? [{ item, id, severity: severities?.get(id) }] : []
}

interface PlanSubject extends FileSubject {
  readonly reviewBefore: HandoverFile | undefined
}

/** Plans, each with the review that its project had before the change. */
const plans = partsAboutFiles(function* (comparison: Comparison<HandoverModel>): Iterable<PlanSubject> {
  const reviews = new Map(comparison.before?.folders.map((project) => [project.folder, project.files.review]))
  for (const subject of files('plan')(comparison))
    yield { ...subject, reviewBefore: reviews.get(subject.file.project?.folder ?? '') }
})

const planRules: readonly FileRule<PlanSubject>[] = [
  {
    code: 'PLAN_BAD_FINDING_ID',
    strict: 'error',
    soft: 'error',
    summary: '`source_findings` is not a list, or has an item that is not the id of a finding.',
    why: 'The steps cannot be traced to a review.',
    repair: 'Copy the ids from the review.',
    hint: 'Write the id as the review has it.',
    *check({ file }) {
      const entry = file.mapping?.get('source_findings')
      if (!entry) return
      if (entry.value.kind !== 'sequence') {
        yield finding(file, 'Unexpected value of `source_findings`, expected a list of ids', entry.key, {
          hint: 'Write the ids of the findings that the plan answers, each as the review has it.',
        })
        return
      }
      for (const item of entry.value.items) {
        const id = writtenText(item)
        if (!isFindingId(id))
          yield finding(file, msg`Unexpected ${id ?? ''}, expected ${40} lower-case hex digits`, item)
      }
    },
  },
  {
    code: 'PLAN_SOURCE_FINDING_UNKNOWN',
    strict: 'error',
    soft: 'notice',
    summary:
      'An id in `source_findings` is in no review of the project, before the change or after it. Where there is no review at all: one notice.',
    why: 'The step answers a finding that does not exist.',
    hint: 'Copy the id from the review.',
    *check({ file, reviewBefore }) {
      const { entry, items = [], known: knownIds, review, isAlone } = findingTraceOf(file, reviewBefore) ?? {}
      if (isAlone === true)
        yield finding(file, 'There is no review that has these findings', entry?.key, {
          levels: { strict: 'notice', soft: 'notice' },
          hint: 'No action is needed: a plan may outlive the review that it answers.',
        })
      else
        for (const { item, id } of items)
          if (knownIds?.has(id) === false)
            yield finding(file, msg`Unknown finding ${id}: it is not in ${'review.md'}`, item, {
              concerns: review ? [review.path] : [],
            })
    },
  },
  {
    code: 'PLAN_SOURCE_FINDING_SEVERITY',
    strict: 'warning',
    soft: 'notice',
    summary: 'An id in `source_findings` is minor or a suggestion in the review.',
    why: 'A plan answers only blockers and major findings.',
    repair: 'Remove it, or raise its severity.',
    hint: 'Leave it out, or let the review say how severe it is.',
    *check({ file, reviewBefore }) {
      const { items = [], known: knownIds, review } = findingTraceOf(file, reviewBefore) ?? {}
      for (const { item, id, severity } of items)
        if (knownIds?.has(id) === true && (severity === 'MINOR' || severity === 'SUGGESTION'))
          yield finding(
            file,
            msg`Unexpected finding ${id} of severity ${severity}, expected a blocker or a major one`,
            item,
            { concerns: review ? [review.path] : [] },
          )
    },
  },
  {
    code: 'PLAN_SOURCE_FINDINGS_INCOMPLETE',
    strict: 'warning',
    soft: 'off',
    summary: 'A plan that answers a review leaves out a blocker or a major finding.',
    why: 'What is left out is forgotten.',
    repair: 'List it, and plan its repair.',
    hint: 'List every blocker and every major finding that the plan answers.',
    *check({ file, reviewBefore }) {
      const { entry, ids, severities = [] } = findingTraceOf(file, reviewBefore) ?? {}
      const isGrave = (severity: string | undefined) => severity === 'BLOCKER' || severity === 'MAJOR'
      const missingFindings = [...severities].filter(([id, severity]) => isGrave(severity) && ids?.has(id) === false)
      if (missingFindings.length > 0)
        yield finding(file, msg`Missing findings of the review: ${missingFindings.map(([id]) => id)}`, entry?.key)
    },
  },
]

/** What is wrong with the findings that a plan answers, compared with the existing review. */
export const tracingProblems = (subject: FileSubject): readonly Problem[] =>
  problemsOf(planRules, { ...subject, reviewBefore: undefined })

export const tracingRules: HandoverRules = {
  name: 'tracing',
  title: 'Plans that answer a review',
  rules: [overParts(plans, planRules)],
}
