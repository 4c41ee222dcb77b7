import { msg } from '../../../core/message.ts'
import { memo } from '../../../core/once.ts'
import { overParts } from '../../../kit/rules.ts'
import { bodyLines } from '../annotations/anchors.ts'
import { revisedOf, sameAnnotation, type RevisionFields } from '../annotations/annotations.ts'
import type { HandoverFile } from '../model.ts'
import { changed, finding, type ChangedFile, type HandoverRules } from './subjects.ts'

type Lines = ReturnType<typeof bodyLines>

const bodyOf = ({ document, front }: HandoverFile): Lines => (document && front?.readable ? bodyLines(document, front.body) : [])

/** Where the first line of the one is missing in the other, which may have lines between; `undefined` where it has all. */
function firstLoss(now: Lines, before: Lines): number | undefined {
  const texts = now.map(({ text }) => text)
  let at = 0
  for (const { text } of before) {
    const found = texts.indexOf(text, at)
    if (found === -1) return at
    at = found + 1
  }
  return undefined
}

const byId = ({ entries = [] }: RevisionFields) =>
  new Map(entries.flatMap(({ annotation }) => (annotation ? [[annotation.id, annotation] as const] : [])))

/** The annotations of a file before and after a change, where both lists can be read. */
const listsOf = memo(({ file, before: fileBefore }: ChangedFile) => {
  if (!file.mapping || !fileBefore.mapping) return undefined
  const [now, before] = [revisedOf(file.mapping), revisedOf(fileBefore.mapping)]
  if (!now.entries || !before.entries) return undefined
  const [is, was] = [byId(now), byId(before)]
  return { now, before, is, was, added: [...is.keys()].filter((id) => !was.has(id)).length, hasNewReason: hasNewReason(now, before) }
})

const hasNewReason = (now: RevisionFields, before: RevisionFields) => now.reason !== undefined && now.reason !== before.reason

/** The first line that a change takes away or adds together with new annotations, without a new reason. */
const textChange = memo((subject: ChangedFile) => {
  const lists = listsOf(subject)
  if (!lists || lists.added === 0 || lists.hasNewReason) return undefined
  const [lines, old] = [bodyOf(subject.file), bodyOf(subject.before)]
  const lost = firstLoss(lines, old)
  const at = lost ?? lines.findIndex(({ text }, index) => text !== old[index]?.text)
  if (at === -1) return undefined
  return { isLoss: lost !== undefined, line: lines[at]?.line ?? subject.file.document?.lineCount }
})

const sayWhy = { hint: 'Say why in `revision_reason`, or change the text in a separate revision.' }

/** Changes of annotations */
export const annotationChangeRules: HandoverRules = {
  name: 'annotation-changes',
  title: 'Changes of annotations',
  rules: [
    overParts(changed('brief', 'plan', 'review'), [
      {
        code: 'ANNOTATION_REVISION_STEP',
        strict: 'error',
        soft: 'error',
        summary: 'The revision did not rise by one for each batch, or rose without annotations and without a new reason.',
        why: 'The trail of revisions has a gap.',
        repair: 'One annotation: one more; several: up to as many; none: one more with a new `revision_reason`.',
        *check(subject) {
          const { file } = subject
          const { now, before, added = 0, hasNewReason: newReason } = listsOf(subject) ?? {}
          if (now?.revision === undefined || before?.revision === undefined) return
          const rose = now.revision - before.revision
          if (added > 0 ? rose >= 1 && rose <= added : rose === 0 || (rose === 1 && newReason === true)) return
          const expectation =
            added === 1
              ? msg`${before.revision + 1}`
              : added > 1
                ? msg`${before.revision + 1} to ${before.revision + added}`
                : msg`${before.revision}`
          yield finding(
            file,
            `${msg`Unexpected revision ${now.revision}`}, expected ${expectation}`,
            file.mapping?.get('revision')?.value ?? file.mapping?.get('source_annotations')?.key,
            { hint: 'Each batch raises the revision by one; a change without annotations raises it by one with a new `revision_reason`.' },
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
        *check(subject) {
          const { is, was } = listsOf(subject) ?? {}
          const list = subject.file.mapping?.get('source_annotations')?.key
          for (const [id, annotation] of was ?? []) {
            const own = is?.get(id)
            if (!own || !sameAnnotation(own, annotation))
              yield finding(subject.file, own ? msg`Unexpected change of the annotation ${id}` : msg`Missing annotation ${id}`, list, {
                hint: 'What was applied stays in the list unchanged.',
              })
          }
        },
      },
      {
        code: 'ANNOTATION_BODY_CHANGED',
        strict: 'error',
        soft: 'warning',
        summary: 'Annotations were added, and lines of the text changed or were removed, without a new `revision_reason`.',
        why: 'An annotation adds an anchor and nothing else.',
        repair: 'Say why in `revision_reason`, or change the text in a separate revision.',
        *check(subject) {
          const change = textChange(subject)
          if (change?.isLoss !== true) return
          const message = 'Unexpected change of the text together with new annotations, without a new `revision_reason`'
          yield finding(subject.file, message, change.line, sayWhy)
        },
      },
      {
        code: 'ANNOTATION_REASON_MISSING',
        strict: 'notice',
        soft: 'notice',
        summary: 'Annotations were added, and lines to the text, without a new `revision_reason`.',
        why: 'A reason is helpful, and required if lines are removed.',
        repair: 'Write `revision_reason`.',
        *check(subject) {
          const change = textChange(subject)
          if (change?.isLoss !== false) return
          yield finding(subject.file, 'Text was added together with new annotations without a `revision_reason`', change.line, sayWhy)
        },
      },
    ]),
  ],
}
