import { say } from '../../../core/say.ts'
import { textDocument } from '../../../documents/text.ts'
import type { HandoverFile } from '../model.ts'
import { problem, type Problem } from '../problem.ts'
import { stripped } from '../reading/anchors.ts'
import { revisedOf, sameAnnotation, type Annotation, type Revised } from '../reading/annotations.ts'

const linesOf = (text: string) => textDocument('', text)

/** Whether the lines of the one are no subsequence of the other. */
function losesLines(before: readonly string[], now: readonly string[]): boolean {
  let at = 0
  for (const line of before) {
    const found = now.indexOf(line, at)
    if (found === -1) return true
    at = found + 1
  }
  return false
}

function bodyOf({ document, front }: HandoverFile): readonly string[] {
  const text = document && front?.kind === 'mapping' ? linesOf(stripped(document, front.body)) : undefined
  return text ? Array.from({ length: text.lineCount }, (_, index) => text.line(index + 1)) : []
}

/** The line of the file in which the body differs first. */
function firstChange(now: HandoverFile, before: HandoverFile): number {
  const [lines, old] = [bodyOf(now), bodyOf(before)]
  let same = 0
  while (same < lines.length && lines[same] === old[same]) same++
  const { document, front } = now
  const body = front?.kind === 'mapping' ? front.body : 1
  if (!document) return 1
  // Anchors stand between.
  let left = same
  for (let line = body; line <= document.lineCount; line++) {
    if (document.line(line).startsWith('<!-- voyage:anchor')) continue
    if (left === 0) return line
    left--
  }
  return document.lineCount
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
      ? say`${before.revision + 1}`
      : added > 1
        ? say`${before.revision + 1} to ${before.revision + added}`
        : say`${before.revision}`
  yield problem(
    file,
    'ANNOTATION_REVISION_STEP',
    `${say`Unexpected revision ${now.revision}`}, expected ${expectation}`,
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
  const at = file.mapping.get('source_annotations')?.key
  for (const [id, annotation] of was ?? []) {
    const own = is?.get(id)
    if (!own || !sameAnnotation(own, annotation))
      yield problem(
        file,
        'ANNOTATION_NOT_APPEND_ONLY',
        own ? say`Unexpected change of the annotation ${id}` : say`Missing annotation ${id}`,
        at,
        { hint: 'What was applied stays in the list as it was.' },
      )
  }
  if (added === 0 || (now.reason !== undefined && now.reason !== before.reason)) return
  const [lines, old] = [bodyOf(file), bodyOf(fileBefore)]
  if (lines.length === old.length && lines.every((line, index) => line === old[index])) return
  const lost = losesLines(old, lines)
  yield problem(
    file,
    lost ? 'ANNOTATION_BODY_CHANGED' : 'ANNOTATION_REASON_MISSING',
    lost
      ? 'Unexpected change of the text beside new annotations, without a new `revision_reason`'
      : 'Text was added beside new annotations without a `revision_reason`',
    firstChange(file, fileBefore),
    { hint: 'Say why in `revision_reason`, or change the text in a revision of its own.' },
  )
}
