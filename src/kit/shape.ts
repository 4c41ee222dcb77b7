import type * as z from 'zod'
import type { Finding, Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { suggestion, suggestionHint } from '../core/suggestion.ts'
import { at, type DataNode, plain } from '../documents/data.ts'
import type { Data, FileRecord } from './record.ts'
import type { Problem } from './rules.ts'

/** A way in which data is not of its shape. */
export interface ShapeViolation {
  /**
   * `unknown`: a key that there is not. `key`: a key of another form than all must have. `type`: a value of another type. `value`: of the
   * right type, and none of the values that it may have.
   */
  readonly kind: 'missing' | 'unknown' | 'key' | 'type' | 'value'
  /** `Missing key x`, `Unexpected key x`, or what the shape says of the value. */
  readonly message: string
  /** What was expected, in the shape's words. */
  readonly expected?: string
  readonly path: readonly PropertyKey[]
  /** The key, or the last one on the way to an element. */
  readonly key?: string
  /** The value; of a key that must not be there the key; of what is missing the mapping that lacks it, or the `null` that counts as absent. */
  readonly node: DataNode
  readonly place: Place
  /** What the shape's own check says of itself: `params` of zod's custom issues. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** The words that it may be. */
  readonly values?: readonly string[]
  /** What is too large or too small: zod's `origin`. */
  readonly bound?: string
  /** It is too large, not too small. */
  readonly above?: true
}

type Values = Readonly<Record<PropertyKey, unknown>>

/** How data is judged. */
interface Judging {
  /** A key whose value is `null` counts as absent. */
  readonly nullIsAbsent?: boolean
  /** The message about a value whose shape has none of its own. */
  readonly words?: z.core.$ZodErrorMap
}

const isNull = (node: DataNode | undefined) => node?.kind === 'scalar' && node.value === null

/** A node as plain data, without keys whose value is `null`. */
function withoutNulls(node: DataNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'sequence') return node.items.map(withoutNulls)
  return Object.fromEntries(node.entries.flatMap(({ key, value }) => (isNull(value) ? [] : [[key.source, withoutNulls(value)]])))
}

/** Whether an issue is about a whole value, which is of another type or another word. */
const isOfWhole = ({ code, path }: z.core.$ZodIssue) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')

/** The issues of a value. Of several shapes that it might have had, those of the one whose type it has. */
function* issuesIn(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): Iterable<z.core.$ZodIssue> {
  for (const issue of issues) {
    const path = [...above, ...issue.path]
    const meant = issue.code === 'invalid_union' ? issue.errors.find((each) => !each.some(isOfWhole)) : undefined
    if (meant) yield* issuesIn(meant, path)
    else yield { ...issue, path }
  }
}

/** Whether a word selects one of several shapes, and the value has none of these words. */
const isUnknownWord = (issue: z.core.$ZodIssue) => issue.code === 'invalid_union' && issue.errors.length === 0

/** Whether a value has the type that was expected, and is only none of the values. */
function isOfType(issue: z.core.$ZodIssue, value: unknown): boolean {
  if (issue.code === 'invalid_type') return (issue.expected === 'number' || issue.expected === 'int') && typeof value === 'number'
  if (issue.code === 'invalid_union')
    return typeof value === 'string' && (isUnknownWord(issue) || issue.errors.flat().some(({ code }) => code === 'invalid_value'))
  return issue.code !== 'invalid_value' || typeof value === 'string'
}

const expectedMark = ', expected '

/** Whether plain data has nothing at a path. */
function lacks(value: unknown, path: readonly PropertyKey[]): boolean {
  return path.reduce((there, step) => (Object.hasOwn(there ?? {}, step) ? (there as Values)[step] : undefined), value) === undefined
}

function* violationsIn(
  issue: z.core.$ZodIssue,
  { root, value: whole, place, document }: Data,
  nullIsAbsent: boolean,
): Iterable<ShapeViolation> {
  const { path, message } = issue
  const node = at(root, path)
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const found = (node?.kind === 'mapping' ? node.get(key)?.key : undefined) ?? node ?? root
      yield { kind: 'unknown', message: msg`Unexpected key ${key}`, path: [...path, key], key, node: found, place: place(found) }
    }
    return
  }
  const key = String(path.at(-1) ?? '')
  if (issue.code === 'invalid_key') {
    const above = at(root, path.slice(0, -1))
    const found = (above?.kind === 'mapping' ? above.get(key)?.key : undefined) ?? root
    yield { kind: 'key', message: issue.issues[0]?.message ?? message, path, key, node: found, place: place(found) }
    return
  }
  // A value that the message quotes may hold these words too; what was expected stands last.
  const mark = message.lastIndexOf(expectedMark)
  const expected = mark === -1 ? 'a value' : message.slice(mark + expectedMark.length)
  if (!node || lacks(whole, path) || (nullIsAbsent && isNull(node))) {
    const lacking = node ?? at(root, path.slice(0, -1)) ?? root
    // A missing key is missed where its mapping begins.
    const begin = document.span(lacking.start, Math.min(lacking.start + 1, lacking.end))
    yield { kind: 'missing', message: msg`Missing key ${key}`, expected, path, key, node: lacking, place: node ? place(node) : begin }
    return
  }
  const value = node.kind === 'scalar' ? node.value : undefined
  const isBound = issue.code === 'too_small' || issue.code === 'too_big'
  yield {
    kind: isOfType(issue, value) ? 'value' : 'type',
    // Where a word selects the shape, zod's message is about all of the mapping.
    message: isUnknownWord(issue) && node.kind === 'scalar' ? `${msg`Unexpected ${String(value)}`}, expected ${expected}` : message,
    expected,
    path,
    key,
    node,
    place: place(node),
    ...(issue.code === 'custom' && { params: issue.params }),
    ...(issue.code === 'invalid_value' && { values: issue.values.map(String) }),
    ...(isBound && { bound: issue.origin }),
    ...(issue.code === 'too_big' && { above: true }),
  }
}

/** The message of a violation with the key of the value that it is about: `` In `x.0`: Unexpected … ``. */
export const messageIn = ({ kind, path, message }: Pick<ShapeViolation, 'kind' | 'path' | 'message'>): string =>
  (kind === 'type' || kind === 'value') && path.length > 0 ? `${msg`In ${path.join('.')}`}: ${message}` : message

/** The value that data of a shape is, or every way in which it is not of it, in the order of the shape. */
export function judged<Value>(
  data: Data,
  shape: z.ZodType<Value>,
  { nullIsAbsent = false, words }: Judging = {},
): { readonly value: Value; readonly violations?: never } | { readonly value?: never; readonly violations: readonly ShapeViolation[] } {
  const read = shape.safeParse(nullIsAbsent ? withoutNulls(data.root) : data.value, words && { error: words })
  if (read.success) return { value: read.data }
  return { violations: Array.from(issuesIn(read.error.issues), (issue) => [...violationsIn(issue, data, nullIsAbsent)]).flat() }
}

/** Every way in which data is not of a shape, in the order of the shape. */
export const violationsOf = (data: Data, shape: z.ZodType, judging?: Judging): readonly ShapeViolation[] =>
  judged(data, shape, judging).violations ?? []

/** A value without a text around it by its shape: what it is, or the first thing that is wrong with it. */
export function shaped<Value>(
  value: unknown,
  shape: z.ZodType<Value>,
):
  | { readonly value: Value; readonly fault?: never }
  | { readonly value?: never; readonly fault: { readonly path: string; readonly message: string } } {
  const read = shape.safeParse(value)
  if (read.success) return { value: read.data }
  const [issue] = read.error.issues
  return { fault: { path: issue?.path.join('.') ?? '', message: issue?.message ?? '' } }
}

/** The keys that a mapping of a shape must have. */
export const requiredKeys = (keys: z.core.$ZodShape): readonly string[] =>
  Object.entries(keys).flatMap(([key, shape]) => (shaped(undefined, shape as z.ZodType).fault ? [key] : []))

/** How values are read as the types that their shape has, whatever the format of the text takes them for. */
interface TypedReading<Node extends DataNode> {
  /** Whether the value of a key counts as absent. */
  readonly isAbsent: (node: Node) => boolean
  /** A value by the name that zod has for its type: `string`, `number`, `boolean`. */
  readonly valueOf: (node: Node, type: string) => unknown
}

/** The type of a shape, by zod's name for it, be its value optional or not. */
export function typeOf(shape: z.core.$ZodType): string {
  const { def } = (shape as z.core.$ZodTypes)._zod
  return def.type === 'optional' ? typeOf(def.innerType) : def.type
}

/** A value as plain data of the types of a shape. */
export function typedValue<Node extends DataNode>(node: Node, shape: z.core.$ZodType, reading: TypedReading<Node>): unknown {
  const { def } = (shape as z.core.$ZodTypes)._zod
  // What a node holds is of the same kind.
  const inner = (each: DataNode, of: z.core.$ZodType) => typedValue(each as Node, of, reading)
  if (def.type === 'optional') return typedValue(node, def.innerType, reading)
  if (def.type === 'array' && node.kind === 'sequence') return node.items.map((item) => inner(item, def.element))
  if (def.type === 'object' && node.kind === 'mapping') {
    const others = def.catchall ? node.entries.filter(({ key }) => !Object.hasOwn(def.shape, key.source)) : []
    return Object.fromEntries([
      ...others.map(({ key, value }) => [key.source, plain(value)]),
      ...Object.entries(def.shape).flatMap(([key, field]) => {
        const value = node.get(key)?.value
        const isAbsent = !value || (typeOf(field) !== 'custom' && reading.isAbsent(value as Node))
        return isAbsent ? [] : [[key, inner(value, field)]]
      }),
    ])
  }
  return def.type === 'custom' ? plain(node) : reading.valueOf(node, def.type)
}

/** The codes of violations: one for all, or one for each kind. */
export type ViolationCodes<Code extends string = string> =
  | Code
  | {
      readonly missing: Code
      /** Of a wrong value, or of any violation that has no other code. */
      readonly value: Code
      readonly type?: Code
      readonly unknown?: Code
      /** Of wrong types and values by the key of the mapping that is judged. */
      readonly keys?: Readonly<Record<string, Code>>
      /** Of what the shape's own checks find, by the name that each gives it: `fault` in `params` of zod's custom issues. */
      readonly faults?: Readonly<Record<string, Code>>
    }

/** The code of a violation. */
function codeOf<Code extends string>(codes: ViolationCodes<Code>, { kind, path, params }: ShapeViolation): Code {
  if (typeof codes === 'string') return codes
  const own = (table: Readonly<Record<string, Code>> = {}, name: unknown) =>
    Object.hasOwn(table, String(name)) ? table[String(name)] : undefined
  const named = own(codes.faults, params?.['fault'])
  const keyed = kind === 'type' || kind === 'value' ? own(codes.keys, path[0]) : undefined
  return named ?? keyed ?? (kind === 'key' ? undefined : codes[kind]) ?? codes.value
}

/** How what is missing or wrong is to be written. */
export const formHint = ({ path, expected = 'a value' }: Pick<ShapeViolation, 'path' | 'expected'>): string =>
  `${msg`Write ${String(path[0] ?? '')}`}: ${expected}.`

/**
 * The first violation of each key as a problem: at the value of the key, at a key whose value counts as absent, or in the first line.
 *
 * @param more what the protocol adds, or says otherwise; `undefined` where it reports the violation in another way
 */
export function* keyProblems<Code extends string>(
  data: Data,
  shape: z.ZodType,
  codes: ViolationCodes<Code>,
  more: (violation: ShapeViolation) => Partial<Finding> | undefined = () => ({}),
): Iterable<Problem<Code>> {
  const { root, document } = data
  const seen = new Set<PropertyKey | undefined>()
  for (const violation of violationsOf(data, shape)) {
    const [key] = violation.path
    if (seen.has(key)) continue
    seen.add(key)
    const entry = root.kind === 'mapping' ? root.get(String(key)) : undefined
    // What is wrong within its value is a wrong value of the key.
    const kind = violation.path.length > 1 ? 'value' : violation.kind
    const node = kind === 'missing' || kind === 'unknown' ? entry?.key : (entry?.value ?? root)
    const place = node ? data.place(node) : document.place(1)
    const own = more(violation)
    if (own) yield { code: codeOf(codes, { ...violation, kind }), message: messageIn(violation), place, ...own }
  }
}

/** What the findings about a shape have in common. */
interface Advice {
  /** By default that of the rule. */
  readonly hint?: string
  /** `together`: all keys that one mapping lacks are one finding, in the first line; by default each is one, at the mapping. */
  readonly missing?: 'together'
}

/** Violations as findings: at the value, the unknown key, or the mapping that lacks a key. */
export function* shapeFindings(data: Data, shape: z.ZodType, { missing, ...advice }: Advice = {}): Iterable<Finding> {
  const found = violationsOf(data, shape)
  const lacking = new Map<DataNode, string[]>()
  for (const { kind, node, key = '' } of missing === 'together' ? found : []) {
    if (kind !== 'missing') continue
    const keys = lacking.get(node)
    if (keys) keys.push(key)
    else lacking.set(node, [key])
  }
  for (const keys of lacking.values())
    yield { message: msg`Missing keys: ${keys}`, place: { path: data.document.path, line: 1 }, ...advice }
  for (const violation of found) {
    const { kind, node, place } = violation
    const message = messageIn(violation)
    if (kind !== 'missing') yield { message, place, ...advice }
    else if (missing !== 'together') yield { message, place: data.place(node), ...advice }
  }
}

/** A file of a known shape, with all that is wrong with it. */
export interface ShapedFile<Value, Code extends string> {
  readonly file: FileRecord
  readonly path: string
  readonly there: boolean
  /** Only where nothing is wrong. */
  readonly value: Value | undefined
  /** None where it is absent. */
  readonly problems: readonly Problem<Code>[]
}

/** What a word is reported as that is none of those that may stand at a place. */
interface WordProblem<Code extends string> {
  readonly code: Code
  /** The word that it stands for, where its letters do not say so. */
  meant?(word: string): string | undefined
}

interface ShapedFileDefinition<Value, Code extends string> {
  shape(): z.ZodType<Value>
  /** The code of what cannot be read, and of what is not of the shape. */
  readonly unreadable: Code
  readonly misshapen: ViolationCodes<Code>
  /** Words that have a code of their own, by their path: `error.code`. */
  readonly words?: Readonly<Record<string, WordProblem<Code>>>
  /** What the shape does not say. */
  check?(file: FileRecord): readonly Problem<Code>[]
}

/** Judges a file by its shape. */
export function shapedFile<Value, Code extends string>(
  file: FileRecord,
  { shape, unreadable: unread, misshapen, words = {}, check }: ShapedFileDefinition<Value, Code>,
): ShapedFile<Value, Code> {
  const { path, there, data, fault } = file
  if (!data) return { file, path, there, value: undefined, problems: fault ? [{ code: unread, ...fault }] : [] }
  const { value, violations = [] } = judged(data, shape())
  const misshapes = violations.map((violation): Problem<Code> => {
    const { kind, message, place, path: steps, node, values = [] } = violation
    const own = kind === 'value' ? words[steps.join('.')] : undefined
    if (!own || node.kind !== 'scalar') return { code: codeOf(misshapen, violation), message: messageIn(violation), place }
    return { code: own.code, message, ...suggestionHint(own.meant?.(node.source) ?? suggestion(node.source, values)), place }
  })
  const problems = [...misshapes, ...(check?.(file) ?? [])]
  return { file, path, there, value: problems.length === 0 ? value : undefined, problems }
}

/** Why a file that is there cannot be read. Of a link only that it is one is reported, by another rule. */
export function* unreadable(
  { file, fault }: { readonly file: FileRecord; readonly fault: FileRecord['fault'] },
  advice: Pick<Advice, 'hint'> = {},
): Iterable<Finding> {
  if (file.link === undefined && fault) yield { ...fault, ...advice }
}
