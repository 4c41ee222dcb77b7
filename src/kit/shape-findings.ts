import type * as z from 'zod'
import type { Finding } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { suggestion, suggestionHint } from '../core/suggestion.ts'
import type { DataNode } from '../documents/data.ts'
import { type Data, type FileRecord, keyPlaceIn, type Path } from './record.ts'
import type { Problem } from './rules.ts'
import { type ShapeViolation, type ShapeOptions, messageIn, checkShape, violationsOf } from './shape.ts'

/** The codes of violations: one for all, or one for each kind. */
export type ViolationCodes<Code extends string = string> =
  | Code
  | {
      readonly missing: Code
      /** For a wrong value, or any violation that has no other code. */
      readonly value: Code
      readonly type?: Code
      readonly unknown?: Code
      /** For wrong types and values, by the key of the mapping that is judged. */
      readonly keys?: Readonly<Record<string, Code>>
      /**
       * For what the shape's own checks find, by the name that each gives it: `fault` in `params` of zod's custom
       * issues.
       */
      readonly faults?: Readonly<Record<string, Code>>
    }

function codeOf<Code extends string>(codes: ViolationCodes<Code>, { kind, path, params }: ShapeViolation): Code {
  if (typeof codes === 'string') return codes
  const codeIn = (table: Readonly<Record<string, Code>> = {}, name: unknown) =>
    Object.hasOwn(table, String(name)) ? table[String(name)] : undefined
  const faultCode = codeIn(codes.faults, params?.['fault'])
  const keyCode = kind === 'type' || kind === 'value' ? codeIn(codes.keys, path[0]) : undefined
  return faultCode ?? keyCode ?? (kind === 'key' ? undefined : codes[kind]) ?? codes.value
}

/** The hint that shows how to write a missing or wrong value. */
export const formHint = ({ path, expected = 'a value' }: Pick<ShapeViolation, 'path' | 'expected'>): string =>
  `${msg`Write ${String(path[0] ?? '')}`}: ${expected}.`

/**
 * The first violation of each key as a problem: at the value of the key, at a key whose value counts as absent, or in
 * the first line.
 *
 * @param detailsOf what the protocol adds, or says otherwise; `undefined` where it reports the violation in another way
 */
export function* keyProblems<Code extends string>(
  data: Data,
  shape: z.ZodType,
  codes: ViolationCodes<Code>,
  detailsOf: (violation: ShapeViolation) => Partial<Finding> | undefined = () => ({}),
): Iterable<Problem<Code>> {
  const { root, document } = data
  const seenKeys = new Set<PropertyKey | undefined>()
  for (const violation of violationsOf(data, shape)) {
    const [key] = violation.path
    if (seenKeys.has(key)) continue
    seenKeys.add(key)
    const entry = root.kind === 'mapping' ? root.get(String(key)) : undefined
    // What is wrong within its value is a wrong value of the key.
    const kind = violation.path.length > 1 ? 'value' : violation.kind
    const node = kind === 'missing' || kind === 'unknown' ? entry?.key : (entry?.value ?? root)
    const place = node ? data.place(node) : document.place(1)
    const details = detailsOf(violation)
    if (details) yield { code: codeOf(codes, { ...violation, kind }), message: messageIn(violation), place, ...details }
  }
}

/** How violations are spelled as findings. */
interface Spelling extends ShapeOptions {
  /** By default that of the rule. */
  readonly hint?: string
  /**
   * What is missing is by default a finding for each key, at the mapping that lacks it, or at the value that counts as
   * absent. `together`: all keys that one mapping lacks are one finding, in the first line. `expected`: the message
   * says what was expected. `hinted`: the hint does.
   */
  readonly missing?: 'together' | 'expected' | 'hinted'
  /**
   * The place: by default the value. `key`: its key, or for a missing key the start of the mapping. `written`: the
   * value, or the first line where nothing is written; what is missing is named by its whole path.
   */
  readonly at?: 'key' | 'written'
}

function findingIn(violation: ShapeViolation, { hint, missing, at: placeOption }: Spelling): Finding {
  const { kind, path, data, key = '', expected = 'a value', node, count } = violation
  const isMissing = kind === 'missing'
  const countDetails = count !== undefined && { more: count }
  if (placeOption === 'written') {
    const isWritten = (!isMissing || node.kind === 'scalar') && node.end > node.start
    const place = isWritten ? data.place(node) : { path: data.document.path, line: 1 }
    return {
      message: isMissing ? `${msg`Missing ${path.join('.')}`}, expected ${expected}` : messageIn(violation),
      place,
      ...(hint !== undefined && { hint }),
      ...countDetails,
    }
  }
  const ownHint = isMissing && missing === 'hinted' ? `${msg`Write ${key}`}: ${expected}.` : hint
  return {
    message:
      isMissing && missing === 'expected' ? `${msg`Missing ${key}`}, expected ${expected}` : messageIn(violation),
    place: placeOption === 'key' ? keyPlaceIn(data, path) : data.place(node),
    ...(ownHint !== undefined && { hint: ownHint }),
    ...countDetails,
  }
}

export const problemOf = <Code extends string>(
  violation: ShapeViolation,
  codes: ViolationCodes<Code>,
  spelling: Spelling = {},
): Problem<Code> => ({ code: codeOf(codes, violation), ...findingIn(violation, spelling) })

/**
 * Violations as findings: at the value, the unknown key, or the mapping that lacks a key. None without data: that it
 * cannot be read is reported by another rule, and no shape is made.
 */
export function* shapeFindings(
  data: Data | undefined,
  shape: () => z.ZodType,
  spelling: Spelling = {},
): Iterable<Finding> {
  if (!data) return
  const violations = violationsOf(data, shape(), spelling)
  const isTogether = spelling.missing === 'together'
  const { hint } = spelling
  const keysByMapping = new Map<DataNode, string[]>()
  const isOneOfSeveral = ({ kind, count }: ShapeViolation) => isTogether && kind === 'missing' && count === undefined
  for (const { node, key = '' } of violations.filter(isOneOfSeveral)) {
    const keys = keysByMapping.get(node)
    if (keys) keys.push(key)
    else keysByMapping.set(node, [key])
  }
  for (const keys of keysByMapping.values())
    yield {
      message: `Missing ${keys.length === 1 ? 'key' : 'keys'}: ${msg`${keys}`}`,
      place: { path: data.document.path, line: 1 },
      ...(hint !== undefined && { hint }),
    }
  for (const violation of violations) if (!isOneOfSeveral(violation)) yield findingIn(violation, spelling)
}

/** A file of a known shape, with all that is wrong with it. */
export interface ShapedFile<Value, Code extends string> {
  readonly file: FileRecord
  readonly path: string
  readonly exists: boolean
  /** Only where nothing is wrong. */
  readonly value: Value | undefined
  /** None where it is absent. */
  readonly problems: readonly Problem<Code>[]
}

/** How a word is reported that is not allowed at a place. */
interface WordProblem<Code extends string> {
  readonly code: Code
  /** The word that was meant, where spelling alone does not show it. */
  meant?(word: string): string | undefined
}

/** A key that is required if another key has some value. */
interface NeededKey<Code extends string> {
  readonly code: Code
  readonly key: string
  readonly where: { readonly key: string; readonly is: string }
}

export interface ShapedFileDefinition<Value, Code extends string> {
  shape(): z.ZodType<Value>
  /** The code for a file that cannot be read; below it those for violations of the shape. */
  readonly unreadable: Code
  readonly violationCodes: ViolationCodes<Code>
  /** Words that have a code of their own, by their path: `error.code`. */
  readonly words?: Readonly<Record<string, WordProblem<Code>>>
  readonly needed?: readonly NeededKey<Code>[]
}

/** The shaped file of a definition. */
export type ShapedFileOf<Definition extends { shape(): z.ZodType }> = ShapedFile<
  z.output<ReturnType<Definition['shape']>>,
  string
>

/** The keys that a file lacks although the value of another key requires them: reported at that value. */
function* neededKeys<Code extends string>(
  file: FileRecord,
  needed: readonly NeededKey<Code>[],
): Iterable<Problem<Code>> {
  for (const { code, key, where } of needed) {
    if (file.text(where.key) !== where.is || file.has(key)) continue
    yield {
      code,
      message: `${msg`Missing key ${key}`}, expected one where the ${where.key} is ${msg`${where.is}`}`,
      place: file.place(where.key),
    }
  }
}

export function shapedFile<Value, Code extends string>(
  file: FileRecord,
  { shape, unreadable: unreadableCode, violationCodes, words = {}, needed = [] }: ShapedFileDefinition<Value, Code>,
): ShapedFile<Value, Code> {
  const { path, exists, data, fault } = file
  if (!data)
    return { file, path, exists, value: undefined, problems: fault ? [{ code: unreadableCode, ...fault }] : [] }
  const { value, violations = [] } = checkShape(data, shape())
  const violationProblems = violations.map((violation): Problem<Code> => {
    const { kind, message, place, path: steps, node, values = [], count } = violation
    const countDetails = count !== undefined && { more: count }
    const wordProblem = kind === 'value' ? words[steps.join('.')] : undefined
    if (!wordProblem || node.kind !== 'scalar')
      return { code: codeOf(violationCodes, violation), message: messageIn(violation), place, ...countDetails }
    return {
      code: wordProblem.code,
      message,
      ...suggestionHint(wordProblem.meant?.(node.source) ?? suggestion(node.source, values)),
      place,
      ...countDetails,
    }
  })
  const problems = [...violationProblems, ...neededKeys(file, needed)]
  return { file, path, exists, value: problems.length === 0 ? value : undefined, problems }
}

/** Why an existing file cannot be read. Links are left out: another rule reports them. */
export function* unreadable(
  { file, fault }: { readonly file: FileRecord; readonly fault: FileRecord['fault'] },
  advice: Pick<Spelling, 'hint'> = {},
): Iterable<Finding> {
  if (file.link === undefined && fault) yield { ...fault, ...advice }
}

/** A text of a file that is to be the same as something else. */
interface ExpectedText {
  /** What it is, in a word: `run`. */
  readonly what: string
  readonly file: FileRecord
  readonly key: Path
  readonly expected: string
}

/**
 * A text is the same as what names or describes the same thing elsewhere. Where there is none, or another value, its
 * shape is reported instead.
 */
export function* textDifference({ what: noun, file, key, expected }: ExpectedText): Iterable<Finding> {
  const text = file.text(...key)
  if (text === undefined || text === expected) return
  yield { message: `Unexpected ${noun} ${msg`${text}, expected ${expected}`}`, place: file.place(...key) }
}
