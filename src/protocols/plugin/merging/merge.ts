import {
  conflictLines,
  mergeValue,
  chunks,
  differences,
  conflictDiff,
  listSides,
  mapSides,
  type Chunk,
  type Sides,
} from '../../../documents/line-diff.ts'
import {
  tokensOf,
  readVersions,
  preservesChanges,
  mergeParts,
  type Piece,
  type Pieces,
  type PiecesReader,
  type MergedPart,
} from './pieces.ts'
import type { MergeResult } from '../../../core/protocol.ts'
import { canStandTogether, combineSides, usualGap } from './together.ts'

/** What is written of a merge, part by part. */
class MergeWriter {
  readonly lines: string[] = []
  conflicts = false
  /** What parts entries. */
  readonly gap: Pieces
  readonly #settled: ReadonlyMap<string, MergedPart>
  readonly #written = new Set<string>()

  constructor(pieces: Sides<Pieces>) {
    this.#settled = mergeParts(pieces)
    this.gap = usualGap([pieces.ours, pieces.theirs])
  }

  /** A part that was moved may be in two places: it is written once. */
  #linesOf({ token, plugin, lines }: Piece): readonly string[] {
    if (plugin === undefined) return lines
    const mergedPart = this.#settled.get(token)
    if (!mergedPart?.lines || this.#written.has(token)) return []
    this.#written.add(token)
    this.conflicts ||= mergedPart.conflict
    return mergedPart.lines
  }

  write(pieces: Pieces): void {
    for (const piece of pieces) for (const line of this.#linesOf(piece)) this.lines.push(line)
  }

  /**
   * Two versions that cannot stand together. A part that only one of them has, and that is contested itself, comes
   * after them.
   */
  contest(ours: Pieces, theirs: Pieces): void {
    this.conflicts = true
    const tokens = new Set(tokensOf(theirs))
    const sharedTokens = new Set(tokensOf(ours).filter((token) => tokens.has(token)))
    const version = (pieces: Pieces) =>
      pieces.flatMap(({ token, plugin, lines }) => {
        if (plugin === undefined) return lines
        const mergedPart = this.#settled.get(token)
        if (!mergedPart?.lines || this.#written.has(token) || (mergedPart.conflict && !sharedTokens.has(token)))
          return []
        return mergedPart.conflict ? lines : mergedPart.lines
      })
    const [ourLines, theirLines] = [version(ours), version(theirs)]
    for (const { token } of [...ours, ...theirs])
      if (sharedTokens.has(token) || !this.#settled.get(token)?.conflict) this.#written.add(token)
    // One by one: arguments of a call may not be that many.
    for (const line of conflictLines(ourLines, theirLines)) this.lines.push(line)
    this.write([...ours, ...theirs].filter(({ token }) => this.isContested(token)))
  }

  /** Whether both sides changed the plugin of a part, each to something else. */
  isContested(token: string): boolean {
    return this.#settled.get(token)?.conflict === true
  }

  /** Whether a part does not go. */
  keeps({ token }: Piece): boolean {
    return this.#settled.get(token)?.lines !== undefined
  }

  /** Whether a part is to stay, and was written nowhere. */
  get lacks(): boolean {
    return [...this.#settled].some(([token, { lines }]) => lines !== undefined && !this.#written.has(token))
  }
}

const haveSameTokens = (left: Pieces, right: Pieces) =>
  left.length === right.length && left.every(({ token }, index) => token === right[index]?.token)

/** Pieces of both sides at one place: the same, or what the two put there. */
interface Pair {
  readonly isSame: boolean
  readonly ours: Pieces
  readonly theirs: Pieces
}

/**
 * A run of parts that the sides inserted differently, and what separates them. They stand side by side, or a person has
 * to choose.
 */
function writeRun(writer: MergeWriter, run: readonly Pair[]): void {
  if (run.every(({ isSame, ours, theirs }) => isSame || canStandTogether([...ours, ...theirs]))) {
    const [ours, theirs] = [run.flatMap((pair) => pair.ours), run.flatMap((pair) => pair.theirs)]
    writer.write(
      run.every(({ isSame }) => isSame) ? ours : combineSides(ours, theirs, (part) => writer.keeps(part), writer.gap),
    )
    return
  }
  for (const { isSame, ours, theirs } of run) {
    if (isSame) writer.write(ours)
    else writer.contest(ours, theirs)
  }
}

/** Writes what both sides changed, as far as they changed it in different ways. */
function writeBothSides(writer: MergeWriter, ours: Pieces, theirs: Pieces): void {
  let run: Pair[] = []
  for (const difference of differences(tokensOf(ours), tokensOf(theirs))) {
    const pair = {
      isSame: difference.same,
      ours: ours.slice(...difference.ours),
      theirs: theirs.slice(...difference.theirs),
    }
    if (pair.isSame && pair.ours[0]?.parts === false) {
      writeRun(writer, run)
      writer.write(pair.ours)
      run = []
    } else run.push(pair)
  }
  writeRun(writer, run)
}

/** Writes what one side made of a place, and what it took away there though the other side has changed it elsewhere. */
function writeOneSide(writer: MergeWriter, side: Pieces, otherSide: Pieces): void {
  if (!otherSide.some(({ token }) => writer.isContested(token))) {
    writer.write(side)
    return
  }
  for (const { ours, theirs } of differences(tokensOf(side), tokensOf(otherSide))) {
    writer.write(side.slice(...ours))
    writer.write(otherSide.slice(...theirs).filter(({ token }) => writer.isContested(token)))
  }
}

const tokenSetOf = (pieces: Pieces): ReadonlySet<string> => new Set(tokensOf(pieces))

/** A place without the parts that a side has moved away from it: they are where it has put them. */
function withoutMovedParts(place: Sides<Pieces>, allTokens: Sides<ReadonlySet<string>>): Sides<Pieces> {
  const { base, ours, theirs } = mapSides(place, tokenSetOf)
  const isMoved = (token: string) =>
    base.has(token) &&
    ((!ours.has(token) && allTokens.ours.has(token)) || (!theirs.has(token) && allTokens.theirs.has(token)))
  return mapSides(place, (pieces) => pieces.filter(({ plugin, token }) => plugin === undefined || !isMoved(token)))
}

const sliceSides = ({ base, ours, theirs }: Sides<Pieces>, chunk: Chunk): Sides<Pieces> => ({
  base: base.slice(...chunk.base),
  ours: ours.slice(...chunk.ours),
  theirs: theirs.slice(...chunk.theirs),
})

const partsOf = ({ base, ours, theirs }: Sides<Pieces>): Pieces =>
  [...base, ...ours, ...theirs].filter(({ plugin }) => plugin !== undefined)

/** Whether a place had plugins and none of them stays, so that only its order says where their replacements go. */
const isEmptied = ({ base, ours, theirs }: Sides<Pieces>, writer: MergeWriter): boolean =>
  base.some(({ plugin }) => plugin !== undefined) &&
  !base.some((piece) => piece.plugin !== undefined && writer.keeps(piece)) &&
  canStandTogether([...base, ...ours, ...theirs])

const areAlike = (pieces: Pieces): boolean => pieces.every(({ block }) => block === pieces[0]?.block)

/**
 * What the versions have in common, and what not. Emptied places that nothing but lines between plugins keeps from each
 * other are one: these lines cannot be distinguished, so what came first would depend on the order in which changes are
 * merged.
 */
function* places(pieces: Sides<Pieces>, writer: MergeWriter): Iterable<Chunk> {
  let emptiedChunk: Chunk | undefined
  let pendingChunks: Chunk[] = []
  for (const chunk of chunks(mapSides(pieces, tokensOf))) {
    const place = sliceSides(pieces, chunk)
    if (emptiedChunk && chunk.stable && place.base[0]?.parts === true) {
      pendingChunks.push(chunk)
      continue
    }
    const isNext = !chunk.stable && isEmptied(place, writer)
    if (emptiedChunk && isNext && areAlike([...partsOf(sliceSides(pieces, emptiedChunk)), ...partsOf(place)])) {
      const { base, ours, theirs } = emptiedChunk
      emptiedChunk = {
        stable: false,
        base: [base[0], chunk.base[1]],
        ours: [ours[0], chunk.ours[1]],
        theirs: [theirs[0], chunk.theirs[1]],
      }
    } else {
      if (emptiedChunk) yield emptiedChunk
      yield* pendingChunks
      emptiedChunk = isNext ? chunk : undefined
      if (!isNext) yield chunk
    }
    pendingChunks = []
  }
  if (emptiedChunk) yield emptiedChunk
  yield* pendingChunks
}

function merge(pieces: Sides<Pieces>): MergeWriter {
  const writer = new MergeWriter(pieces)
  const allTokens = mapSides(pieces, tokenSetOf)
  for (const chunk of places(pieces, writer)) {
    const place = sliceSides(pieces, chunk)
    const { base, ours, theirs } = chunk.stable ? place : withoutMovedParts(place, allTokens)
    if (haveSameTokens(ours, theirs)) writer.write(ours)
    else if (haveSameTokens(base, theirs)) writeOneSide(writer, ours, theirs)
    else if (haveSameTokens(base, ours)) writeOneSide(writer, theirs, ours)
    else writeBothSides(writer, ours, theirs)
  }
  return writer
}

/**
 * Merges by plugin, and reads the result again. What does not say what it should, since others changed the text that
 * says how it is read (a header, a fence), is for a person to choose as a whole.
 */
function mergeAndVerify(
  texts: Sides<string>,
  pieces: Sides<Pieces>,
  read: PiecesReader,
): { readonly lines: string[]; readonly conflicts: boolean } {
  const writer = merge(pieces)
  const { lines, conflicts } = writer
  if (!writer.lacks && (conflicts || preservesChanges(pieces, read(`${lines.join('\n')}\n`)))) return writer
  const { ours, theirs } = mapSides(texts, (text) => text.split('\n').slice(0, -1))
  return { lines: [...conflictDiff(ours, theirs)], conflicts: true }
}

const bom = '\ufeff'

/**
 * A text without what belongs to the file as a whole: its mark, its line ends where they are all alike, its last line's
 * end.
 */
interface StrippedText {
  readonly text: string
  readonly marked: boolean
  /** Empty: there is none, or they differ. */
  readonly eol: '' | '\n' | '\r\n'
  readonly ended: boolean
}

function stripText(fileText: string): StrippedText {
  const text = fileText.startsWith(bom) ? fileText.slice(1) : fileText
  const lines = text.split('\n')
  const ended = lines.length > 1 && lines.at(-1) === ''
  const terminatedLines = lines.slice(0, -1)
  const eol =
    terminatedLines.length === 0
      ? ''
      : terminatedLines.every((line) => line.endsWith('\r'))
        ? '\r\n'
        : terminatedLines.some((line) => line.endsWith('\r'))
          ? ''
          : '\n'
  return { text, marked: text !== fileText, eol, ended }
}

/**
 * A text whose lines end alike is merged without its line ends, so that a side which only changed these changed no
 * line.
 */
const withLineFeeds = ({ text, eol, ended }: StrippedText, lineEndsAgree: boolean) => {
  const lines = lineEndsAgree && eol === '\r\n' ? text.replaceAll('\r\n', '\n') : text
  return ended ? lines : lines === '' ? '' : `${lines}\n`
}

/**
 * Merges two versions of the registry by plugin; `undefined`: it has no table. No line of either side is lost, and the
 * result is the same whichever side is ours, markers aside.
 */
export function mergeRegistry(path: string, sides: Sides<string>): MergeResult | undefined {
  const { base, ours, theirs } = sides
  const strippedTexts = mapSides(sides, stripText)
  const lineEndsAgree = listSides(strippedTexts).every(({ eol, text }) => eol !== '' || !text.includes('\n'))
  const texts = mapSides(strippedTexts, (strippedText) => withLineFeeds(strippedText, lineEndsAgree))
  const versions = readVersions(path, texts)
  if (!versions) return undefined
  if (ours === theirs || theirs === base) return { text: ours, conflicts: false }
  if (ours === base) return { text: theirs, conflicts: false }

  const { lines, conflicts } = mergeAndVerify(texts, versions.pieces, versions.read)
  // What parted the last plugin from the one before it, where both are gone.
  while (lines.at(-1) === '' && ![texts.ours, texts.theirs].some((side) => side.endsWith('\n\n'))) lines.pop()
  const mergedValueOf = <Value extends string | boolean>(select: (strippedText: StrippedText) => Value) =>
    mergeValue(mapSides(strippedTexts, select))
  const eol = lineEndsAgree ? mergedValueOf(({ eol: sideEol }) => sideEol) || '\n' : '\n'
  const text = lines.join(eol) + (lines.length > 0 && mergedValueOf(({ ended }) => ended) ? eol : '')
  return { text: (mergedValueOf(({ marked: isMarked }) => isMarked) ? bom : '') + text, conflicts }
}
