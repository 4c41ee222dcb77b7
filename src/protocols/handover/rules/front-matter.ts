import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { TextDocument } from '../../../documents/text.ts'
import type { YamlMapping } from '../../../documents/yaml.ts'
import { dataWithin } from '../../../kit/record.ts'
import { writtenText } from '../../../kit/written.ts'
import { type Problem, overParts, overProblems, problemsOf } from '../../../kit/rules.ts'
import { requiredKeys } from '../../../kit/shape.ts'
import { kindTypes } from '../files.ts'
import { typeData, type HandoverFile } from '../model.ts'
import { flatValueShape, fronts, isFrontKind, isTyped, typeShapes, type FrontKind } from '../schema.ts'
import { files, finding, shapeProblemsIn, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'

/** What to do about a type that is that of another kind, or of none. */
function typeHint(type: string | undefined, foundType: string | undefined): string {
  const otherKind = [...kindTypes].find(([, kindType]) => kindType === foundType)?.[0]
  const move = otherKind && msg`It says that it is a ${otherKind}: move it to where that belongs, or`
  if (type === undefined) return move ? `${move} remove the key.` : 'Remove the key, or move the file.'
  return move ? `${move} ${msg`write ${`type: ${type}`}`}.` : msg`Write ${`type: ${type}`}.`
}

/** How a front matter that is missing is to be written. */
function beginningHint({ document }: HandoverFile, kind: FrontKind): string {
  const firstLine = document?.line(1).replace(/^\ufeff/, '') ?? ''
  if (/^---[ \t]*$/.test(firstLine)) return msg`It is never closed: write a further line ${'---'} after its keys.`
  if (firstLine.startsWith('---')) return msg`Write nothing after ${'---'} in the first line.`
  const keys = [...(kindTypes.has(kind) ? ['type'] : []), ...requiredKeys(fronts[kind].shape().shape)]
  return msg`Begin the file with ${'---'}, these keys, and ${'---'}: ${keys}.`
}

/** A front matter of another type than the kind of its file has. */
function typeProblems(
  file: HandoverFile,
  document: TextDocument,
  root: YamlMapping,
  kind: keyof typeof typeShapes,
): Iterable<Problem> {
  const type = root.get('type')?.value
  const hint = typeHint(kindTypes.get(kind), writtenText(type))
  const place = type && document.span(type.start, type.end)
  return shapeProblemsIn(file, typeData(document, root, kind), typeShapes[kind], () => ({
    hint,
    ...(place && { place }),
  }))
}

/** Keys and values in a value of the front matter of a brief or a review. */
function* nestedProblems(file: HandoverFile, document: TextDocument, { entries }: YamlMapping): Iterable<Problem> {
  const hint = 'Write keys with strings, numbers and lists of strings, without mappings.'
  for (const { key, value } of entries) {
    const isList = key.source === 'source_annotations' && value.kind === 'sequence'
    const parts = isList
      ? value.items.flatMap((item) => (item.kind === 'mapping' ? item.entries : []))
      : [{ key, value }]
    for (const part of parts) {
      const place = document.span(part.key.start, part.key.end)
      yield* shapeProblemsIn(file, dataWithin({ document }, part.value), flatValueShape, ({ message }) => ({
        message,
        place,
        hint,
      }))
    }
  }
}

/** A front matter that is that of another kind, or deeper than its readers know. */
function* formProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, document, front, mapping } = file
  if (!document || !isFrontKind(kind)) return
  const root = front?.mapping()
  if (root && !mapping && isTyped(kind)) yield* typeProblems(file, document, root, kind)
  else if (mapping && (kind === 'brief' || kind === 'review')) yield* nestedProblems(file, document, mapping)
}

/** Whether there is a front matter that can be read. */
const readingRules: readonly FileRule[] = [
  {
    code: 'FM_MISSING',
    strict: 'error',
    soft: 'error',
    summary:
      'A Markdown file has no front matter, or it is never closed. Outside of a project, research without it is a warning; so is every prompt without it.',
    why: 'The front matter says what a file is and which version it has.',
    repair: 'Begin the file with `---`, the required keys, and `---`.',
    *check({ file }) {
      const { kind, document, front } = file
      if (!document || !isFrontKind(kind) || !front || front.exists) return
      const levels: Finding['levels'] =
        kind === 'research'
          ? { soft: 'warning' }
          : kind === 'next-session-prompt'
            ? { strict: 'warning', soft: 'warning' }
            : {}
      yield finding(file, 'Missing front matter, expected it between two lines `---` at the beginning', undefined, {
        hint: beginningHint(file, kind),
        levels,
      })
    },
  },
  {
    code: 'FM_PARSE_ERROR',
    strict: 'error',
    soft: 'error',
    summary:
      'The front matter is not one plain YAML mapping: it has an anchor, alias, tag, merge key, directive, duplicate key, or nesting deeper than 6.',
    why: 'Readers would disagree about its content, or a reader would read too much.',
    repair: 'Write plain mappings.',
    *check({ file }) {
      const { kind, front } = file
      const hint = 'Write plain mappings, without anchors, aliases, tags and duplicate keys.'
      if (front?.fault)
        yield finding(file, front.fault.message, front.fault.place, kind === 'annotations' ? {} : { hint })
    },
  },
]

/** Whether a front matter can be read, and is that of its kind. Its keys are looked at only then. */
export const frontMatterProblems = (subject: FileSubject): readonly Problem[] => [
  ...problemsOf(readingRules, subject),
  ...formProblems(subject.file),
]

export const frontMatterRules: HandoverRules = {
  name: 'front-matter',
  title: 'Front matter',
  rules: [
    overParts(files(), readingRules),
    overProblems(files(), ({ file }) => formProblems(file), [
      {
        code: 'FM_NESTED_DICT',
        strict: 'error',
        soft: 'error',
        summary:
          'A value in the front matter of a brief or a review holds a mapping; entries of `source_annotations` may.',
        why: 'The readers of these files only know flat keys.',
        repair: 'Write a value or a list, without mappings in it.',
      },
      {
        code: 'BRIEF_WRONG_TYPE',
        strict: 'error',
        soft: 'error',
        summary: '`type` of a `brief` is not `trekbrief`, or absent.',
        why: 'The type says what a file is, whatever its path; its reader stops at another type.',
        repair: 'Write `type: trekbrief`.',
      },
      {
        code: 'RESEARCH_WRONG_TYPE',
        strict: 'error',
        soft: 'warning',
        summary: '`type` of a `research` is not `trekresearch-brief`, or absent.',
        why: 'The type says what a file is, whatever its path; its reader stops at another type.',
        repair: 'Write `type: trekresearch-brief`.',
      },
      {
        code: 'PLAN_WRONG_TYPE',
        strict: 'error',
        soft: 'error',
        summary: '`type` of a plan is that of another kind.',
        why: 'A plan needs no type; another kind of file in its place is a mistake.',
        repair: 'Remove the key, or move the file.',
      },
      {
        code: 'REVIEW_WRONG_TYPE',
        strict: 'error',
        soft: 'error',
        summary: '`type` of a `review` is not `trekreview`, or absent.',
        why: 'The type says what a file is, whatever its path; its reader stops at another type.',
        repair: 'Write `type: trekreview`.',
      },
    ]),
  ],
}
