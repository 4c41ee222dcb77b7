import * as z from 'zod'
import type { Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { nodeAt, type DataNode, toPlainData } from '../documents/data.ts'
import { type Data, isNull } from './record.ts'

export interface ShapeViolation {
  /**
   * `unknown`: a key that there is not. `key`: a key of another form than all must have. `type`: a value of another
   * type. `value`: of the right type, and none of the values that it may have.
   */
  readonly kind: 'missing' | 'unknown' | 'key' | 'type' | 'value'
  /** `Missing key x`, `Unexpected key x`, or what the shape says of the value. */
  readonly message: string
  /** What was expected, in the shape's words. */
  readonly expected?: string
  readonly path: readonly PropertyKey[]
  /** The data that is judged, in which the path leads to the value. */
  readonly data: Data
  /** The key, or the last one on the way to an element. */
  readonly key?: string
  /**
   * The wrong value; the key that must not be there; or, if something is missing, the mapping that lacks it or the
   * value that counts as absent.
   */
  readonly node: DataNode
  readonly place: Place
  /** What the shape's own check adds: `params` of zod's custom issues. A value that it marks `absent` is missing. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** The allowed words. */
  readonly values?: readonly string[]
  /** The kind of value that is too large or too small: zod's `origin`. */
  readonly bound?: string
  /** It is too large, not too small. */
  readonly isTooLarge?: true
  /** It stands for so many: itself and those that are only counted. */
  readonly count?: number
}

type Values = Readonly<Record<PropertyKey, unknown>>

/** How data is judged. */
export interface ShapeOptions {
  /** A key whose value is `null` counts as absent. */
  readonly nullIsAbsent?: boolean
  /** Where an integer is required, any other number counts as a wrong type; by default it is a wrong value. */
  readonly fractionIsType?: boolean
  /** The message about a value whose shape has none of its own. */
  readonly words?: z.core.$ZodErrorMap
  /** Where a value stands that the shape has read in another form than it is written. */
  readonly writtenPath?: (root: DataNode, path: readonly PropertyKey[]) => readonly PropertyKey[]
}

/** A node as plain data, without keys whose value is `null`. */
function withoutNulls(node: DataNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'sequence') return node.items.map(withoutNulls)
  return Object.fromEntries(
    node.entries.flatMap(({ key, value }) => (isNull(value) ? [] : [[key.source, withoutNulls(value)]])),
  )
}

/** Whether an issue is about a whole value, which is of another type or another word. */
const isOfWhole = ({ code, path }: z.core.$ZodIssue) =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')

/** The issues of a value. Of several shapes that it might have had, those of the one whose type it has. */
function* issuesIn(
  issues: readonly z.core.$ZodIssue[],
  parentPath: readonly PropertyKey[] = [],
): Iterable<z.core.$ZodIssue> {
  for (const issue of issues) {
    const path = [...parentPath, ...issue.path]
    const matchingIssues =
      issue.code === 'invalid_union' ? issue.errors.find((nestedIssues) => !nestedIssues.some(isOfWhole)) : undefined
    if (matchingIssues) yield* issuesIn(matchingIssues, path)
    else yield { ...issue, path }
  }
}

/** Whether a word selects one of several shapes, and the value has none of these words. */
const isUnknownWord = (issue: z.core.$ZodIssue) => issue.code === 'invalid_union' && issue.errors.length === 0

/** Whether a value has the expected type, but is not an allowed value. */
function isOfType(issue: z.core.$ZodIssue, value: unknown, fractionIsType: boolean): boolean {
  if (issue.code === 'invalid_type')
    return !fractionIsType && (issue.expected === 'number' || issue.expected === 'int') && typeof value === 'number'
  if (issue.code === 'invalid_union')
    return (
      typeof value === 'string' &&
      (isUnknownWord(issue) || issue.errors.flat().some(({ code }) => code === 'invalid_value'))
    )
  return issue.code !== 'invalid_value' || typeof value === 'string'
}

/** The words that a value might have been, also beside another type. */
function wordsOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'invalid_union')
    return issue.errors.flat().flatMap((nestedIssue) => (nestedIssue.path.length === 0 ? wordsOf(nestedIssue) : []))
  return issue.code === 'invalid_value' ? issue.values.map(String) : []
}

/** A text that is shown like a value of another type: that it is a text has to be said. */
const literalOfAnotherType = /^(?:-?\d+(?:\.\d+)?|true|false|null)$/

const expectedMark = ', expected '

/** Whether plain data has nothing at a path. */
function lacks(value: unknown, path: readonly PropertyKey[]): boolean {
  return (
    path.reduce(
      (current, step) => (Object.hasOwn(current ?? {}, step) ? (current as Values)[step] : undefined),
      value,
    ) === undefined
  )
}

function* violationsIn(
  issue: z.core.$ZodIssue,
  data: Data,
  { nullIsAbsent = false, fractionIsType = false, writtenPath }: ShapeOptions,
): Iterable<ShapeViolation> {
  const { root, value: wholeValue, document } = data
  const place = (node: DataNode) => data.place(node)
  const { message } = issue
  const path = writtenPath?.(root, issue.path) ?? issue.path
  const node = nodeAt(root, path)
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const keyNode = (node?.kind === 'mapping' ? node.get(key)?.key : undefined) ?? node ?? root
      yield {
        kind: 'unknown',
        message: msg`Unexpected key ${key}`,
        path: [...path, key],
        data,
        key,
        node: keyNode,
        place: place(keyNode),
      }
    }
    return
  }
  const key = String(path.at(-1) ?? '')
  if (issue.code === 'invalid_key') {
    const parent = nodeAt(root, path.slice(0, -1))
    const keyNode = (parent?.kind === 'mapping' ? parent.get(key)?.key : undefined) ?? root
    yield {
      kind: 'key',
      message: issue.issues[0]?.message ?? message,
      path,
      data,
      key,
      node: keyNode,
      place: place(keyNode),
    }
    return
  }
  // A value that the message quotes may hold these words too; what was expected comes last.
  const mark = message.lastIndexOf(expectedMark)
  const expected = mark === -1 ? 'a value' : message.slice(mark + expectedMark.length)
  if (!node || lacks(wholeValue, path) || (nullIsAbsent && isNull(node))) {
    const holder = node ?? nodeAt(root, path.slice(0, -1)) ?? root
    // A missing key is missed where its mapping begins.
    const begin = document.span(holder.start, Math.min(holder.start + 1, holder.end))
    yield {
      kind: 'missing',
      message: msg`Missing key ${key}`,
      expected,
      path,
      data,
      key,
      node: holder,
      place: node ? place(node) : begin,
    }
    return
  }
  if (issue.code === 'custom' && issue.params?.['absent'] === true) {
    yield { kind: 'missing', message: msg`Missing key ${key}`, expected, path, data, key, node, place: place(node) }
    return
  }
  const value = node.kind === 'scalar' ? node.value : undefined
  const words = wordsOf(issue)
  const isBound = issue.code === 'too_small' || issue.code === 'too_big'
  const kind = isOfType(issue, value, fractionIsType) ? 'value' : 'type'
  const isMistakable =
    typeof value === 'string' &&
    literalOfAnotherType.test(value) &&
    (kind === 'type' || /\b(?:integer|number)\b/.test(expected))
  yield {
    kind,
    // Where a word selects the shape, zod's message is about all of the mapping.
    message:
      isUnknownWord(issue) && node.kind === 'scalar'
        ? `${msg`Unexpected ${String(value)}`}, expected ${expected}`
        : isMistakable
          ? message.replace(/^Unexpected `/, 'Unexpected text `')
          : message,
    expected,
    path,
    data,
    key,
    node,
    place: place(node),
    ...(issue.code === 'custom' && { params: issue.params }),
    ...(words.length > 0 && { values: words }),
    ...(isBound && { bound: issue.origin }),
    ...(issue.code === 'too_big' && { isTooLarge: true }),
  }
}

/** The message of a violation with the key of the value that it is about: `` In `x.0`: Unexpected … ``. */
export const messageIn = ({ kind, path, message }: Pick<ShapeViolation, 'kind' | 'path' | 'message'>): string =>
  (kind === 'type' || kind === 'value') && path.length > 0 ? `${msg`In ${path.join('.')}`}: ${message}` : message

/** The maximum number of violations of a shape that get a message and a place. The others are only counted. */
const maxViolations = 1000

/** The number of violations that an issue stands for. */
const countOf = (issue: z.core.$ZodRawIssue) => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1)

/** The violations that issues are: the first 1,000, of which the last stands for all others. */
function violationsBy(
  issues: readonly z.core.$ZodRawIssue[],
  data: Data,
  options: ShapeOptions,
  context: z.core.ParseContextInternal,
): readonly ShapeViolation[] {
  const finalized = issues
    .slice(0, maxViolations)
    .map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config()))
  const violations = Array.from(issuesIn(finalized), (issue) => [...violationsIn(issue, data, options)]).flat()
  const moreCount = issues
    .slice(maxViolations)
    .reduce((sum, issue) => sum + countOf(issue), violations.length - maxViolations)
  const last = violations[maxViolations - 1]
  return moreCount > 0 && last
    ? [...violations.slice(0, maxViolations - 1), { ...last, count: moreCount + 1 }]
    : violations
}

/** The value of data that fits a shape, otherwise the violations, in the order of the shape. */
export function checkShape<Value>(
  data: Data,
  shape: z.ZodType<Value>,
  options: ShapeOptions = {},
):
  | { readonly value: Value; readonly violations?: never }
  | { readonly value?: never; readonly violations: readonly ShapeViolation[] } {
  const { nullIsAbsent, words } = options
  // What `safeParse` does, which makes a message for each issue.
  const context = { async: false, ...(words && { error: words }) } as const
  const payload = { value: nullIsAbsent ? withoutNulls(data.root) : data.value, issues: [] }
  const { value, issues } = shape._zod.run(payload, context) as z.core.ParsePayload<Value>
  return issues.length === 0 ? { value } : { violations: violationsBy(issues, data, options, context) }
}

export const violationsOf = (data: Data, shape: z.ZodType, options?: ShapeOptions): readonly ShapeViolation[] =>
  checkShape(data, shape, options).violations ?? []

/** A value that was not read from a text, judged by a shape: the value, or the first violation. */
export function checkValue<Value>(
  value: unknown,
  shape: z.ZodType<Value>,
):
  | { readonly value: Value; readonly fault?: never }
  | { readonly value?: never; readonly fault: { readonly path: string; readonly message: string } } {
  const result = shape.safeParse(value)
  if (result.success) return { value: result.data }
  const [issue] = result.error.issues
  return { fault: { path: issue?.path.join('.') ?? '', message: issue?.message ?? '' } }
}

export const requiredKeys = (keys: z.core.$ZodShape): readonly string[] =>
  Object.entries(keys).flatMap(([key, shape]) => (checkValue(undefined, shape as z.ZodType).fault ? [key] : []))

/** How values are read as the types that their shape has, whatever the format of the text takes them for. */
interface TypedReading<Node extends DataNode> {
  /** Whether the value of a key counts as absent. */
  readonly isAbsent: (node: Node) => boolean
  /** A value by the name that zod has for its type: `string`, `number`, `boolean`. */
  readonly valueOf: (node: Node, type: string) => unknown
}

/** Zod's name for the type of a shape, with `optional` taken off. */
export function typeOf(shape: z.core.$ZodType): string {
  const { def } = (shape as z.core.$ZodTypes)._zod
  return def.type === 'optional' ? typeOf(def.innerType) : def.type
}

export function typedValue<Node extends DataNode>(
  node: Node,
  shape: z.core.$ZodType,
  reading: TypedReading<Node>,
): unknown {
  const { def } = (shape as z.core.$ZodTypes)._zod
  // What a node holds is of the same kind.
  const inner = (child: DataNode, childShape: z.core.$ZodType) => typedValue(child as Node, childShape, reading)
  if (def.type === 'optional') return typedValue(node, def.innerType, reading)
  if (def.type === 'array' && node.kind === 'sequence') return node.items.map((item) => inner(item, def.element))
  if (def.type === 'object' && node.kind === 'mapping') {
    const otherEntries = def.catchall ? node.entries.filter(({ key }) => !Object.hasOwn(def.shape, key.source)) : []
    return Object.fromEntries([
      ...otherEntries.map(({ key, value }) => [key.source, toPlainData(value)]),
      ...Object.entries(def.shape).flatMap(([key, field]) => {
        const value = node.get(key)?.value
        const isAbsent = !value || (typeOf(field) !== 'custom' && reading.isAbsent(value as Node))
        return isAbsent ? [] : [[key, inner(value, field)]]
      }),
    ])
  }
  return def.type === 'custom' ? toPlainData(node) : reading.valueOf(node, def.type)
}
