import type { View } from '../../../core/view.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { absentRecord, asMapping, type FileRecord, parseRecord, readRecord, entryAt } from '../../../kit/record.ts'
import { stateFormat } from '../files.ts'
import { instantOf } from '../schema.ts'

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
