import type * as z from 'zod'
import type { GovernanceModel } from './model.ts'
import type { JsonFile } from './reading/json-file.ts'
import { same } from './reading/equal.ts'
import { misfitsOf, type Misfit } from './reading/misfits.ts'
import { textIn } from './reading/state-file.ts'
import { checkpointShape, configShape, metricsShape, points, sessionShape, stallShape, stateShape } from './schema.ts'

/** A file that has a shape. */
export interface Shaped {
  readonly file: JsonFile
  readonly target: string | undefined
  /** In the order of the shape. */
  readonly misfits: readonly Misfit[]
}

const known = new WeakMap<JsonFile, readonly Misfit[]>()

function misfitsIn(file: JsonFile, shape: z.ZodType, is: (misfit: Misfit) => boolean = () => true): readonly Misfit[] {
  const found = known.get(file) ?? misfitsOf(file, shape).filter(is)
  known.set(file, found)
  return found
}

/** What the framework takes for nothing. */
const empties: ReadonlySet<unknown> = new Set([undefined, null, '', 0, false])

/** The keys of config.json without which the framework throws it away. */
export const missingOf = (config: JsonFile): readonly string[] =>
  config.data ? ['version', 'user', 'hierarchy'].filter((key) => empties.has(config.value(key))) : []

export const sessionMisfits = (file: JsonFile): readonly Misfit[] => misfitsIn(file, sessionShape)
export const stateMisfits = (file: JsonFile): readonly Misfit[] => misfitsIn(file, stateShape)
export const metricsMisfits = (file: JsonFile): readonly Misfit[] => misfitsIn(file, metricsShape)
export const stallMisfits = (file: JsonFile): readonly Misfit[] => misfitsIn(file, stallShape)

function configMisfits(config: JsonFile): readonly Misfit[] {
  const missing = new Set<PropertyKey>(missingOf(config))
  return misfitsIn(config, configShape, ({ path }) => path.length !== 1 || !missing.has(path[0] ?? ''))
}

/** Every file with what of it is not of its shape (governance protocol, "Shapes"). Of old forms of sessions only types are looked at. */
export function* shaped(model: GovernanceModel): Iterable<Shaped> {
  const { brain, state, config, metrics, sessions, stalls, checkpoints } = model
  yield { file: state.file, target: brain, misfits: stateMisfits(state.file) }
  yield { file: config, target: brain, misfits: configMisfits(config) }
  yield { file: metrics, target: model.metricsTarget, misfits: metricsMisfits(metrics) }
  for (const { file, kind, target } of sessions) {
    const misfits = sessionMisfits(file)
    yield { file, target, misfits: kind === 'current' ? misfits : misfits.filter(({ code }) => code === 'GOV_FIELD_TYPE') }
  }
  for (const { file, id } of stalls) yield { file, target: model.session(id)?.target ?? brain, misfits: stallMisfits(file) }
  for (const { file } of checkpoints) yield { file, target: brain, misfits: misfitsIn(file, checkpointShape) }
}

/** Whether base has an element of a list too: an anchor by its id and content, everything else whole. */
const isSameElement = (one: unknown, other: unknown) => {
  const [id, content] = [textIn(one, 'id'), textIn(one, 'content')]
  return id !== undefined && content !== undefined ? id === textIn(other, 'id') && content === textIn(other, 'content') : same(one, other)
}

/** Whether the element of a list that stands at a path, or that it belongs to, was in base too (governance protocol, "Inherited"). */
export function isInherited(file: JsonFile, before: JsonFile | undefined, path: readonly PropertyKey[]): boolean {
  const index = path.findIndex((step) => typeof step === 'number')
  if (!before || index === -1) return false
  const element = file.value(...path.slice(0, index + 1))
  return before.list(...path.slice(0, index)).some((each) => isSameElement(each, element))
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? points(value) : Array.isArray(value) ? value.length : 0)

/** Whether a text or list that is too long was no shorter in base (governance protocol, "Inherited"). */
export const wasAsLong = (file: JsonFile, before: JsonFile | undefined, { path, isLimit }: Misfit): boolean =>
  isLimit && lengthOf(before?.value(...path)) >= lengthOf(file.value(...path))

/** How what the base has too is judged: whatever the change touches, it is not its doing. */
export const softly = (isInBase: boolean): { readonly judgedBy?: readonly string[] } => (isInBase ? { judgedBy: [] } : {})
