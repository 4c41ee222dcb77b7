import type * as z from 'zod'
import type { Place } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { memo } from '../../../core/once.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { messageIn, type ShapeViolation, violationsOf } from '../../../kit/shape.ts'
import type { GovernanceModel } from '../model.ts'
import { checkpointShape, configShape, metricsShape, sessionShape, stallShape, stateShape, type Fault } from '../schema.ts'

/** The codes of what a shape finds. */
export type ShapeCode =
  | 'GOV_FIELD_MISSING'
  | 'GOV_FIELD_TYPE'
  | 'GOV_FIELD_VALUE'
  | 'GOV_STATE_UNKNOWN'
  | 'GOV_TEXT_LIMIT'
  | 'GOV_UNKNOWN_KEY'

/** A way in which a file is not of its shape. */
export interface Violation {
  readonly code: ShapeCode
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly place: Place
  /** What to write, where the message does not say it. */
  readonly hint?: string
  /** It is a text or a list that is too long. */
  readonly isLimit: boolean
}

const codesOfFaults: Readonly<Record<Fault, ShapeCode>> = { value: 'GOV_FIELD_VALUE', state: 'GOV_STATE_UNKNOWN', text: 'GOV_TEXT_LIMIT' }

function codeOf(violation: ShapeViolation): ShapeCode {
  const { kind, params, bound } = violation
  if (kind === 'missing') return 'GOV_FIELD_MISSING'
  if (kind === 'unknown') return 'GOV_UNKNOWN_KEY'
  // Half a number is a wrong type here, as is a word that is none of a list.
  if (bound === undefined && !('params' in violation)) return 'GOV_FIELD_TYPE'
  return codesOfFaults[(params?.['fault'] as Fault | undefined) ?? 'value']
}

function violationIn(file: FileRecord, found: ShapeViolation): Violation {
  const { kind, path, key = '', expected = '', bound, above } = found
  const code = codeOf(found)
  return {
    code,
    path,
    message: messageIn(found),
    ...(kind === 'missing' && { hint: `${msg`Write ${key}`}: ${expected}.` }),
    place: file.keyPlace(...path),
    isLimit: code === 'GOV_TEXT_LIMIT' || (bound === 'array' && above === true),
  }
}

/** Every way in which a file is not of a shape, in the order of the shape. */
export const shapeViolations = (file: FileRecord, shape: z.ZodType): readonly Violation[] =>
  file.data ? violationsOf(file.data, shape).map((found) => violationIn(file, found)) : []

/** The same for files of one kind, each looked at once. */
const violationsBy = (shape: () => z.ZodType) => memo((file: FileRecord) => shapeViolations(file, shape()))

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

/** A file that has a shape. */
export interface Shaped {
  readonly file: FileRecord
  readonly target: string | undefined
  /** In the order of the shape. */
  readonly violations: readonly Violation[]
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
    yield { file, target, violations: kind === 'current' ? violations : violations.filter(({ code }) => code === 'GOV_FIELD_TYPE') }
  }
  for (const { file, id } of stalls) yield { file, target: model.session(id)?.target ?? brain, violations: stallViolations(file) }
  for (const { file } of checkpoints) yield { file, target: brain, violations: checkpointViolations(file) }
}
