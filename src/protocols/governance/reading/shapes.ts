import type * as z from 'zod'
import { memo } from '../../../core/once.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { type ShapeViolation, violationsOf } from '../../../kit/shape.ts'
import { checkpointShape, configShape, formSpelling, metricsShape, sessionShape, stallShape, stateShape } from '../schema.ts'

/** Every way in which a file is not of a shape, in the order of the shape. */
export const shapeViolations = (file: FileRecord, shape: z.ZodType): readonly ShapeViolation[] =>
  file.data ? violationsOf(file.data, shape, formSpelling) : []

/** The same for files of one kind, each looked at once. */
const violationsBy = (shape: () => z.ZodType) => memo((file: FileRecord) => shapeViolations(file, shape()))

export const sessionViolations = violationsBy(sessionShape)
export const stateViolations = violationsBy(stateShape)
export const metricsViolations = violationsBy(metricsShape)
export const stallViolations = violationsBy(stallShape)
export const checkpointViolations = violationsBy(checkpointShape)
export const configViolations = violationsBy(configShape)

/** What the framework takes for nothing. */
const empties: ReadonlySet<unknown> = new Set([undefined, null, '', 0, false])

/** The keys of config.json without which the framework throws it away. A rule of its own reports them. */
export const missingOf = (config: FileRecord): readonly string[] =>
  config.data ? ['version', 'user', 'hierarchy'].filter((key) => empties.has(config.value(key))) : []

/** Whether a value is of a wrong type. */
export const isOfOtherType = ({ kind }: ShapeViolation): boolean => kind === 'type'
