import { memo, memoBy } from '../../../core/once.ts'
import type { View } from '../../../core/view.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { absentRecord, asMapping, type FileRecord, parseRecord, readRecord } from '../../../kit/record.ts'
import { entryAt } from '../../../kit/entry.ts'
import { type ShapeViolation, violationsOf } from '../../../kit/shape.ts'
import { kindFiles, stateFormat } from '../files.ts'
import { formSpelling, instantOf } from '../schema.ts'

/** A text as a file that holds a JSON object. */
export const parseFile = (document: TextDocument): FileRecord => asMapping(parseRecord(document, stateFormat))

/** Reads a file that holds a JSON object. A folder in its place is not a file. */
export function readFile(view: View, path: string, limit: number): FileRecord {
  const isAbsent = view.entry(path) === undefined && entryAt(view, path).link === undefined
  return isAbsent ? absentRecord(path) : asMapping(readRecord(view, path, stateFormat, limit))
}

/** The time at a path, in milliseconds. */
export const timeIn = (file: FileRecord, ...path: readonly PropertyKey[]): number | undefined =>
  instantOf(file.text(...path))

export type ShapedKind = Exclude<keyof typeof kindFiles, 'todos'>

const violationsByKind = memo((file: FileRecord) =>
  memoBy((kind: ShapedKind) => (file.data ? violationsOf(file.data, kindFiles[kind].shape(), formSpelling) : [])),
)

/** Every way in which a file is not of the shape of its kind, in the order of the shape. Each file is looked at once. */
export const violationsIn = (file: FileRecord, kind: ShapedKind): readonly ShapeViolation[] =>
  violationsByKind(file)(kind)

export const isOfOtherType = ({ kind }: ShapeViolation): boolean => kind === 'type'

/** What the framework takes for nothing. */
const emptyValues: ReadonlySet<unknown> = new Set([undefined, null, '', 0, false])

/** The keys of config.json without which the framework throws it away. A rule of its own reports them. */
export const missingConfigKeys = (config: FileRecord): readonly string[] =>
  config.data ? ['version', 'user', 'hierarchy'].filter((key) => emptyValues.has(config.value(key))) : []
