import type * as z from 'zod'
import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { violationsOf } from '../../../kit/shape.ts'

/** The text at a path of a YAML file, as it is written; `undefined` where it is blank or no single value. */
export function textIn(file: FileRecord, ...path: readonly string[]): string | undefined {
  const node = file.node(...path)
  return node?.kind === 'scalar' && node.value !== null && node.source.trim() !== '' ? node.source : undefined
}

/** A whole number that is 1 or more. */
export function numberIn(file: FileRecord, ...path: readonly string[]): number | undefined {
  const value = file.number(...path)
  return value !== undefined && Number.isInteger(value) && value >= 1 ? value : undefined
}

/** Where a YAML file of v2 is not of its shape: at the value, else in the first line. */
export function* shapeFaults({ path: file, data }: FileRecord, shape: z.ZodType): Iterable<Pick<Finding, 'message' | 'place'>> {
  for (const { kind, path, node, expected } of data ? violationsOf(data, shape, { nullIsAbsent: true }) : []) {
    const isThere = (kind !== 'missing' || node.kind === 'scalar') && node.end > node.start
    yield {
      message: `${msg`In ${path.join('.')}`}: expected ${expected}`,
      place: data && isThere ? data.place(node) : { path: file, line: 1 },
    }
  }
}
