import type * as z from 'zod'
import { memo } from '../../../core/once.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { type ShapeViolation, violationsOf } from '../../../kit/shape.ts'
import { kindFiles } from '../files.ts'
import { formSpelling } from '../schema.ts'

/** Every way in which a file is not of a shape, in the order of the shape. */
export const shapeViolations = (file: FileRecord, shape: z.ZodType): readonly ShapeViolation[] =>
  file.data ? violationsOf(file.data, shape, formSpelling) : []

/** The violations of files of one kind, each file looked at once. */
const violationsBy = ({ shape }: { shape(): z.ZodType }) => memo((file: FileRecord) => shapeViolations(file, shape()))

export const sessionViolations = violationsBy(kindFiles.session)
export const stateViolations = violationsBy(kindFiles.state)
export const metricsViolations = violationsBy(kindFiles.metrics)
export const stallViolations = violationsBy(kindFiles.stall)
export const checkpointViolations = violationsBy(kindFiles.checkpoint)
export const configViolations = violationsBy(kindFiles.config)

/** What the framework takes for nothing. */
const emptyValues: ReadonlySet<unknown> = new Set([undefined, null, '', 0, false])

/** The keys of config.json without which the framework throws it away. A rule of its own reports them. */
export const missingConfigKeys = (config: FileRecord): readonly string[] =>
  config.data ? ['version', 'user', 'hierarchy'].filter((key) => emptyValues.has(config.value(key))) : []

export const isOfOtherType = ({ kind }: ShapeViolation): boolean => kind === 'type'
