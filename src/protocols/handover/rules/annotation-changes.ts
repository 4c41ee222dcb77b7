import { groupBy } from '../../../core/grouped.ts'
import { msg } from '../../../core/message.ts'
import { memo } from '../../../core/once.ts'
import { baseName } from '../../../core/view.ts'
import { overParts } from '../../../kit/rules.ts'
import { bodyLines } from '../annotations/anchors.ts'
import { revisionFieldsOf, isSameAnnotation, type RevisionFields } from '../annotations/annotations.ts'
import type { HandoverFile } from '../model.ts'
import { changedFiles, finding, type ChangedFile, type HandoverRules } from './subjects.ts'

type Lines = ReturnType<typeof bodyLines>

const bodyOf = ({ document, front }: HandoverFile): Lines =>
  document && front?.readable ? bodyLines(document, front.body) : []

/**
 * Where the first line of the one is missing in the other, which may have lines between; `undefined` where it has all.
 */
function firstLoss(lines: Lines, linesBefore: Lines): number | undefined {
  const texts = lines.map(({ text }) => text)
  let index = 0
  for (const { text } of linesBefore) {
    const foundIndex = texts.indexOf(text, index)
    if (foundIndex === -1) return index
    index = foundIndex + 1
  }
  return undefined
}

const annotationsIn = ({ entries = [] }: RevisionFields) => entries.flatMap(({ annotation }) => annotation ?? [])

const annotationsById = (fields: RevisionFields) =>
  new Map(annotationsIn(fields).map((annotation) => [annotation.id, annotation]))

/** The number of entries that are no annotation, or have the id of another. */
const wrongEntries = (fields: RevisionFields) => (fields.entries?.length ?? 0) - annotationsById(fields).size

/** The annotations of a list that no rule about the list finds wrong: to mend another is no change of the record. */
const soundAnnotations = ({ path }: HandoverFile, fields: RevisionFields) =>
  [...groupBy(annotationsIn(fields), ({ id }) => id).values()].flatMap(([annotation, second]) =>
    second || annotation.target_artifact !== baseName(path) ? [] : annotation,
  )

/** The annotations of a file before and after a change, where both lists can be read. */
const listsOf = memo(({ file, before: fileBefore }: ChangedFile) => {
  if (!file.mapping || !fileBefore.mapping) return undefined
  const [currentFields, previousFields] = [revisionFieldsOf(file.mapping), revisionFieldsOf(fileBefore.mapping)]
  if (!currentFields.entries || !previousFields.entries) return undefined
  const [currentAnnotations, previousAnnotations] = [annotationsById(currentFields), annotationsById(previousFields)]
  const newIds = [...currentAnnotations.keys()].filter((id) => !previousAnnotations.has(id)).length
  const mended = Math.max(0, wrongEntries(previousFields) - wrongEntries(currentFields))
  return {
    now: currentFields,
    before: previousFields,
    is: currentAnnotations,
    was: soundAnnotations(fileBefore, previousFields),
    added: Math.max(0, newIds - mended),
    hasNewReason: hasNewReason(currentFields, previousFields),
  }
})

const hasNewReason = (currentFields: RevisionFields, previousFields: RevisionFields) =>
  currentFields.reason !== undefined && currentFields.reason !== previousFields.reason

/** The first line that a change takes away or adds together with new annotations, without a new reason. */
const textChange = memo((subject: ChangedFile) => {
  const lists = listsOf(subject)
  if (!lists || lists.added === 0 || lists.hasNewReason) return undefined
  const [lines, linesBefore] = [bodyOf(subject.file), bodyOf(subject.before)]
  const lossIndex = firstLoss(lines, linesBefore)
  const changeIndex = lossIndex ?? lines.findIndex(({ text }, index) => text !== linesBefore[index]?.text)
  if (changeIndex === -1) return undefined
  return { isLoss: lossIndex !== undefined, line: lines[changeIndex]?.line ?? subject.file.document?.lineCount }
})

const reasonHint = 'Say why in `revision_reason`, or change the text in a separate revision.'

export const annotationChangeRules: HandoverRules = {
  name: 'annotation-changes',
  title: 'Changes of annotations',
  rules: [
    overParts(changedFiles('brief', 'plan', 'review'), [
      {
        code: 'ANNOTATION_REVISION_STEP',
        strict: 'error',
        soft: 'error',
        summary:
          'The revision did not rise by one for each batch, or rose without annotations and without a new reason.',
        why: 'The trail of revisions has a gap.',
        repair:
          'One annotation raises it by one, several by at most as many; a change without annotations by one, with a new `revision_reason`.',
        hint: 'Each batch raises the revision by one; a change without annotations raises it by one with a new `revision_reason`.',
        *check(subject) {
          const { file } = subject
          const {
            now: currentFields,
            before: previousFields,
            added: addedCount = 0,
            hasNewReason: newReason,
          } = listsOf(subject) ?? {}
          if (currentFields?.revision === undefined || previousFields?.revision === undefined) return
          const increase = currentFields.revision - previousFields.revision
          if (
            addedCount > 0
              ? increase >= 1 && increase <= addedCount
              : increase === 0 || (increase === 1 && newReason === true)
          )
            return
          const expectation =
            addedCount === 1
              ? msg`${previousFields.revision + 1}`
              : addedCount > 1
                ? msg`${previousFields.revision + 1} to ${previousFields.revision + addedCount}`
                : msg`${previousFields.revision}`
          yield finding(
            file,
            `${msg`Unexpected revision ${currentFields.revision}`}, expected ${expectation}`,
            file.mapping?.get('revision')?.value ?? file.mapping?.get('source_annotations')?.key,
          )
        },
      },
      {
        code: 'ANNOTATION_NOT_APPEND_ONLY',
        strict: 'error',
        soft: 'error',
        summary: 'A previous annotation is gone, or its text changed.',
        why: 'The list is the record of all annotations: entries are only added.',
        repair: 'Restore it.',
        hint: 'What was applied stays in the list unchanged.',
        *check(subject) {
          const { is: currentAnnotations, was: previousAnnotations } = listsOf(subject) ?? {}
          const list = subject.file.mapping?.get('source_annotations')?.key
          for (const annotation of previousAnnotations ?? []) {
            const { id } = annotation
            const currentAnnotation = currentAnnotations?.get(id)
            if (!currentAnnotation || !isSameAnnotation(currentAnnotation, annotation))
              yield finding(
                subject.file,
                currentAnnotation ? msg`Unexpected change of the annotation ${id}` : msg`Missing annotation ${id}`,
                list,
              )
          }
        },
      },
      {
        code: 'ANNOTATION_BODY_CHANGED',
        strict: 'error',
        soft: 'warning',
        summary:
          'Annotations were added, and lines of the text changed or were removed, without a new `revision_reason`.',
        why: 'An annotation adds an anchor and nothing else.',
        hint: reasonHint,
        *check(subject) {
          const change = textChange(subject)
          if (change?.isLoss !== true) return
          const message = 'Unexpected change of the text together with new annotations, without a new `revision_reason`'
          yield finding(subject.file, message, change.line)
        },
      },
      {
        code: 'ANNOTATION_REASON_MISSING',
        strict: 'notice',
        soft: 'notice',
        summary: 'Annotations were added, and lines to the text, without a new `revision_reason`.',
        why: 'A reason is helpful, and required if lines are removed.',
        repair: 'Write `revision_reason`.',
        hint: reasonHint,
        *check(subject) {
          const change = textChange(subject)
          if (change?.isLoss !== false) return
          const message = 'Text was added together with new annotations without a `revision_reason`'
          yield finding(subject.file, message, change.line)
        },
      },
    ]),
  ],
}
