import type * as z from 'zod'
import { memo } from '../../../core/once.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { type ShapeViolation, violationsOf } from '../../../kit/shape.ts'
import type { GovernanceModel } from '../model.ts'
import { checkpointShape, configShape, formSpelling, metricsShape, sessionShape, stallShape, stateShape } from '../schema.ts'

/** Every way in which a file is not of a shape, in the order of the shape. */
export const shapeViolations = (file: FileRecord, shape: z.ZodType): readonly ShapeViolation[] =>
  file.data ? violationsOf(file.data, shape, formSpelling) : []

/** The same for files of one kind, each looked at once. */
const violationsBy = (shape: z.ZodType) => memo((file: FileRecord) => shapeViolations(file, shape))

export const sessionViolations = violationsBy(sessionShape)
export const stateViolations = violationsBy(stateShape)
export const metricsViolations = violationsBy(metricsShape)
export const stallViolations = violationsBy(stallShape)
const checkpointViolations = violationsBy(checkpointShape)
const configViolations = violationsBy(configShape)

/** What the framework takes for nothing. */
const empties: ReadonlySet<unknown> = new Set([undefined, null, '', 0, false])

/** The keys of config.json without which the framework throws it away. A rule of its own reports them. */
export const missingOf = (config: FileRecord): readonly string[] =>
  config.data ? ['version', 'user', 'hierarchy'].filter((key) => empties.has(config.value(key))) : []

/** Whether a value is of a wrong type. */
export const isOfOtherType = ({ kind }: ShapeViolation): boolean => kind === 'type'

/** A file that has a shape. */
export interface Shaped {
  readonly file: FileRecord
  readonly target: string | undefined
  /** In the order of the shape. */
  readonly violations: readonly ShapeViolation[]
}

/** Every file with its violations of its shape. Of sessions that do not write their state only wrong types count. */
export function* shaped(model: GovernanceModel): Iterable<Shaped> {
  const { brain, state, config, metrics, sessions, stalls, checkpoints } = model
  const missing = new Set<PropertyKey>(missingOf(config))
  yield { file: state.file, target: brain, violations: stateViolations(state.file) }
  yield {
    file: config,
    target: brain,
    violations: configViolations(config).filter(({ path }) => path.length !== 1 || !missing.has(path[0] ?? '')),
  }
  yield { file: metrics, target: model.metricsTarget, violations: metricsViolations(metrics) }
  for (const { file, kind, target } of sessions) {
    const violations = sessionViolations(file)
    yield { file, target, violations: kind === 'current' ? violations : violations.filter(isOfOtherType) }
  }
  for (const { file, id } of stalls) yield { file, target: model.session(id)?.target ?? brain, violations: stallViolations(file) }
  for (const { file } of checkpoints) yield { file, target: brain, violations: checkpointViolations(file) }
}
