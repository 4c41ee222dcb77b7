import { msg } from '../../../core/message.ts'
import type { HandoverFile } from '../model.ts'
import { problem, type Problem } from '../problem.ts'
import { bodyLines } from '../annotations/anchors.ts'
import { revisedOf, sameAnnotation, type Annotation, type Revised } from '../annotations/annotations.ts'

type Lines = ReturnType<typeof bodyLines>

const bodyOf = ({ document, front }: HandoverFile): Lines => (document && front?.kind === 'mapping' ? bodyLines(document, front.body) : [])

/** Where the first line of the one is missing in the other, which may have lines between; nothing where it has all. */
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

const byId = ({ entries = [] }: Revised) =>
  new Map(entries.flatMap(({ annotation }) => (annotation ? [[annotation.id, annotation] as const] : [])))

function* stepProblems(file: HandoverFile, now: Revised, before: Revised, added: number): Iterable<Problem> {
  if (now.revision === undefined || before.revision === undefined) return
  const rose = now.revision - before.revision
  const newReason = now.reason !== undefined && now.reason !== before.reason
  const fine = added > 0 ? rose >= 1 && rose <= added : rose === 0 || (rose === 1 && newReason)
  if (fine) return
  const { mapping } = file
  const expectation =
    added === 1
      ? msg`${before.revision + 1}`
      : added > 1
        ? msg`${before.revision + 1} to ${before.revision + added}`
        : msg`${before.revision}`
  yield problem(
    file,
    'ANNOTATION_REVISION_STEP',
    `${msg`Unexpected revision ${now.revision}`}, expected ${expectation}`,
    mapping?.get('revision')?.value ?? mapping?.get('source_annotations')?.key,
    {
      hint: 'Each batch raises the revision by one; a change without annotations raises it by one with a new `revision_reason`.',
    },
  )
}

/** What base and head say of annotations (handover protocol, section 6). */
export function* annotationChanges(file: HandoverFile, fileBefore: HandoverFile): Iterable<Problem> {
  if (!file.mapping || !fileBefore.mapping) return
  const [now, before] = [revisedOf(file.mapping), revisedOf(fileBefore.mapping)]
  if (!now.entries || !before.entries) return
  const [is, was]: readonly ReadonlyMap<string, Annotation>[] = [byId(now), byId(before)]
  const added = [...(is?.keys() ?? [])].filter((id) => was?.has(id) === false).length
  yield* stepProblems(file, now, before, added)
  const list = file.mapping.get('source_annotations')?.key
  for (const [id, annotation] of was ?? []) {
    const own = is?.get(id)
    if (!own || !sameAnnotation(own, annotation))
      yield problem(
        file,
        'ANNOTATION_NOT_APPEND_ONLY',
        own ? msg`Unexpected change of the annotation ${id}` : msg`Missing annotation ${id}`,
        list,
        { hint: 'What was applied stays in the list as it was.' },
      )
  }
  if (added === 0 || (now.reason !== undefined && now.reason !== before.reason)) return
  const [lines, old] = [bodyOf(file), bodyOf(fileBefore)]
  const lost = firstLoss(lines, old)
  const at = lost ?? lines.findIndex(({ text }, index) => text !== old[index]?.text)
  if (at === -1) return
  yield problem(
    file,
    lost === undefined ? 'ANNOTATION_REASON_MISSING' : 'ANNOTATION_BODY_CHANGED',
    lost === undefined
      ? 'Text was added beside new annotations without a `revision_reason`'
      : 'Unexpected change of the text beside new annotations, without a new `revision_reason`',
    lines[at]?.line ?? file.document?.lineCount,
    { hint: 'Say why in `revision_reason`, or change the text in a revision of its own.' },
  )
}
