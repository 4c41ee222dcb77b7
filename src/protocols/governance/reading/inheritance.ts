import { memo, once } from '../../../core/once.ts'
import { isMapping } from '../../../documents/data.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { codePointCount } from '../schema.ts'
import { textIn } from './state-file.ts'

/** Data as one text, whatever order its keys are in. */
export function canonicalText(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonicalText).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? 'null'
  // As pairs in the order of their keys; the braces distinguish them from a list of pairs.
  return `{${canonicalText(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)))}}`
}

/** Whether two values say the same, keys in whatever order. */
export const isSameValue = (left: unknown, right: unknown): boolean => canonicalText(left) === canonicalText(right)

type Path = readonly PropertyKey[]

/**
 * A place of a file of the base that a rule about the file alone finds wrong. `wrong`: a value to be corrected;
 * `surplus`: one to be removed; `gap`: an element of a list before which others are missing.
 */
export interface MendablePlace {
  readonly path: Path
  readonly is: 'wrong' | 'surplus' | 'gap'
}

/** What of a list a change may mend. */
export interface MendableList {
  /** Whether an entry is wrong as a whole, or a key of it. */
  isWrong(index: number, key?: string): boolean
  /** Whether entries are missing before this one. */
  hasGap(index: number): boolean
}

const keyOf = (path: Path) => JSON.stringify(path.map(String))
const startsOf = (path: Path) => path.map((_, index) => path.slice(0, index + 1))

/** What a change may mend in a file: the places that were wrong in base. */
export class Mendable {
  readonly #places: () => Readonly<Record<MendablePlace['is'] | 'holder', ReadonlySet<string>>>

  constructor(places: () => readonly MendablePlace[]) {
    this.#places = once(() => {
      const keys = (is: MendablePlace['is']) =>
        places().flatMap((place) => (place.is === is ? [keyOf(place.path)] : []))
      const holders = places().flatMap(({ path, is }) => (is === 'wrong' ? startsOf(path).map(keyOf) : []))
      return {
        wrong: new Set(keys('wrong')),
        surplus: new Set(keys('surplus')),
        gap: new Set(keys('gap')),
        holder: new Set(holders),
      }
    })
  }

  /** Whether a value is wrong, in part or with what it stands in. */
  isWrong(...path: Path): boolean {
    return this.#places().holder.has(keyOf(path)) || this.#isWhollyWrong(path)
  }

  /** Whether a value may be removed. */
  isSurplus(...path: Path): boolean {
    return this.#places().surplus.has(keyOf(path))
  }

  list(...path: Path): MendableList {
    return {
      isWrong: (index, key) =>
        key === undefined ? this.#isWhollyWrong([...path, index]) : this.isWrong(...path, index, key),
      hasGap: (index) => this.#places().gap.has(keyOf([...path, index])),
    }
  }

  #isWhollyWrong(path: Path): boolean {
    const { wrong } = this.#places()
    return wrong.size > 0 && startsOf(path).some((start) => wrong.has(keyOf(start)))
  }
}

/** Where there is nothing to mend. */
export const nothingMendable = new Mendable(() => [])

/** An entry of a list without what was wrong at this index in base. */
function validPart(entry: unknown, index: number, { isWrong }: MendableList): unknown {
  if (isWrong(index)) return undefined
  if (!isMapping(entry)) return entry
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !isWrong(index, key)))
}

/**
 * What a list has of another one, which it continues, by index: all that was valid there, unchanged and in the same
 * order; an entry of which something was wrong may be mended, and only gaps are filled. Absent where it does not
 * continue the other.
 */
export function continuedEntries(
  previous: readonly unknown[],
  current: readonly unknown[],
  mendable: MendableList,
): ReadonlyMap<number, 'kept' | 'mended'> | undefined {
  const entries = new Map<number, 'kept' | 'mended'>()
  let end = 0
  for (const [index, entry] of previous.entries()) {
    const text = canonicalText(entry)
    const validText = once(() => canonicalText(validPart(entry, index, mendable)))
    const standsFor = (candidate: unknown) =>
      canonicalText(candidate) === text || canonicalText(validPart(candidate, index, mendable)) === validText()
    while (end < current.length && !standsFor(current[end])) {
      if (!mendable.hasGap(index)) return undefined
      end++
    }
    if (end === current.length) return undefined
    entries.set(end, canonicalText(current[end]) === text ? 'kept' : 'mended')
    end++
  }
  return entries
}

/** Whether a list that keeps no more than `cap` continues another: entries may only be missing where it is full. */
export const isContinuation = (
  previous: readonly unknown[],
  current: readonly unknown[],
  cap: number,
  mendable: MendableList,
): boolean => current.length === cap || continuedEntries(previous, current, mendable) !== undefined

/** What an element of a list is recognized by: an anchor by its id and content, everything else by all of it. */
function elementText(element: unknown): string {
  const [id, content] = [textIn(element, 'id'), textIn(element, 'content')]
  return id !== undefined && content !== undefined ? JSON.stringify({ id, content }) : canonicalText([element])
}

/** The texts of the elements of each list of a file, by its path. */
const elementTexts = memo((file: FileRecord) => {
  const texts = new Map<string, ReadonlySet<string>>()
  return (path: Path): ReadonlySet<string> => {
    const listTexts = texts.get(keyOf(path)) ?? new Set(file.list(...path).map(elementText))
    texts.set(keyOf(path), listTexts)
    return listTexts
  }
})

/** Whether the element of a list that is at a path, or that it belongs to, was in base too. */
export function isInherited(file: FileRecord, baseFile: FileRecord | undefined, path: Path): boolean {
  const index = path.findIndex((step) => typeof step === 'number')
  if (!baseFile || index === -1) return false
  return elementTexts(baseFile)(path.slice(0, index)).has(elementText(file.value(...path.slice(0, index + 1))))
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? codePointCount(value) : Array.isArray(value) ? value.length : 0

/** Whether a text or list that is too long was no shorter in base: then the change is not what is wrong. */
export const wasNoShorter = (
  file: FileRecord,
  baseFile: FileRecord | undefined,
  path: readonly PropertyKey[],
): boolean => lengthOf(baseFile?.value(...path)) >= lengthOf(file.value(...path))

/** How what the base has too is judged: whatever the change touches, it is not its doing. */
export const softJudgement = (isInBase: boolean): { readonly judgedBy?: readonly string[] } =>
  isInBase ? { judgedBy: [] } : {}
