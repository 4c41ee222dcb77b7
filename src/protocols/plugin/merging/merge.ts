import { conflictLines, mergeValue, chunks, differences, conflictDiff, type Chunk, type Sides } from '../../../documents/line-diff.ts'
import { tokensOf, asRegistry, holds, mergeParts, type Piece, type Pieces, type Reading, type MergedPart } from './pieces.ts'
import type { MergeResult } from '../../../core/protocol.ts'
import { canStandTogether, together, usualGap } from './together.ts'

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
    const settled = this.#settled.get(token)
    if (!settled?.lines || this.#written.has(token)) return []
    this.#written.add(token)
    this.conflicts ||= settled.conflict
    return settled.lines
  }

  write(pieces: Pieces): void {
    for (const piece of pieces) for (const line of this.#linesOf(piece)) this.lines.push(line)
  }

  /** Two versions that cannot stand together. A part that only one of them has, and that is contested itself, comes after them. */
  contest(ours: Pieces, theirs: Pieces): void {
    this.conflicts = true
    const tokens = new Set(tokensOf(theirs))
    const both = new Set(tokensOf(ours).filter((token) => tokens.has(token)))
    const version = (pieces: Pieces) =>
      pieces.flatMap(({ token, plugin, lines }) => {
        if (plugin === undefined) return lines
        const settled = this.#settled.get(token)
        if (!settled?.lines || this.#written.has(token) || (settled.conflict && !both.has(token))) return []
        return settled.conflict ? lines : settled.lines
      })
    const [our, their] = [version(ours), version(theirs)]
    for (const { token } of [...ours, ...theirs]) if (both.has(token) || !this.#settled.get(token)?.conflict) this.#written.add(token)
    // One by one: arguments of a call may not be that many.
    for (const line of conflictLines(our, their)) this.lines.push(line)
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

const sameTokens = (one: Pieces, other: Pieces) =>
  one.length === other.length && one.every(({ token }, index) => token === other[index]?.token)

/** Pieces of both sides at one place: the same, or what the two put there. */
interface Pair {
  readonly same: boolean
  readonly ours: Pieces
  readonly theirs: Pieces
}

/** A run of parts that the sides inserted differently, and what separates them. They stand side by side, or a person has to choose. */
function writeRun(writing: MergeWriter, run: readonly Pair[]): void {
  if (run.every(({ same, ours, theirs }) => same || canStandTogether([...ours, ...theirs]))) {
    const [ours, theirs] = [run.flatMap((pair) => pair.ours), run.flatMap((pair) => pair.theirs)]
    writing.write(run.every(({ same }) => same) ? ours : together(ours, theirs, (part) => writing.keeps(part), writing.gap))
    return
  }
  for (const { same, ours, theirs } of run) {
    if (same) writing.write(ours)
    else writing.contest(ours, theirs)
  }
}

/** Writes what both sides changed, as far as they changed it in different ways. */
function writeBoth(writing: MergeWriter, ours: Pieces, theirs: Pieces): void {
  let run: Pair[] = []
  for (const difference of differences(tokensOf(ours), tokensOf(theirs))) {
    const pair = { same: difference.same, ours: ours.slice(...difference.ours), theirs: theirs.slice(...difference.theirs) }
    if (pair.same && pair.ours[0]?.parts === false) {
      writeRun(writing, run)
      writing.write(pair.ours)
      run = []
    } else run.push(pair)
  }
  writeRun(writing, run)
}

/** Writes what one side made of a place, and what it took away there though the other side has changed it elsewhere. */
function writeOne(writing: MergeWriter, side: Pieces, other: Pieces): void {
  if (!other.some(({ token }) => writing.isContested(token))) {
    writing.write(side)
    return
  }
  for (const { ours, theirs } of differences(tokensOf(side), tokensOf(other))) {
    writing.write(side.slice(...ours))
    writing.write(other.slice(...theirs).filter(({ token }) => writing.isContested(token)))
  }
}

/** A place without the parts that a side has moved away from it: they are where it has put them. */
function withoutMoved(here: Sides<Pieces>, all: Sides<ReadonlySet<string>>): Sides<Pieces> {
  const [base, ours, theirs] = [here.base, here.ours, here.theirs].map((pieces) => new Set(tokensOf(pieces)))
  const moved = (token: string) =>
    base?.has(token) === true && ((!ours?.has(token) && all.ours.has(token)) || (!theirs?.has(token) && all.theirs.has(token)))
  const stay = (pieces: Pieces) => pieces.filter(({ plugin, token }) => plugin === undefined || !moved(token))
  return { base: stay(here.base), ours: stay(here.ours), theirs: stay(here.theirs) }
}

const cut = ({ base, ours, theirs }: Sides<Pieces>, chunk: Chunk): Sides<Pieces> => ({
  base: base.slice(...chunk.base),
  ours: ours.slice(...chunk.ours),
  theirs: theirs.slice(...chunk.theirs),
})

const partsOf = ({ base, ours, theirs }: Sides<Pieces>): Pieces =>
  [...base, ...ours, ...theirs].filter(({ plugin }) => plugin !== undefined)

/** Whether a place had plugins and none of them stays, so that only its order says where their replacements go. */
const isEmptied = ({ base, ours, theirs }: Sides<Pieces>, writing: MergeWriter): boolean =>
  base.some(({ plugin }) => plugin !== undefined) &&
  !base.some((piece) => piece.plugin !== undefined && writing.keeps(piece)) &&
  canStandTogether([...base, ...ours, ...theirs])

const areAlike = (pieces: Pieces): boolean => pieces.every(({ block }) => block === pieces[0]?.block)

/**
 * What the versions have in common, and what not. Emptied places that nothing but lines between plugins keeps from each other are one:
 * these lines cannot be distinguished, so what came first would depend on the order in which changes are merged.
 */
function* places(pieces: Sides<Pieces>, writing: MergeWriter): Iterable<Chunk> {
  const tokens = { base: tokensOf(pieces.base), ours: tokensOf(pieces.ours), theirs: tokensOf(pieces.theirs) }
  let emptied: Chunk | undefined
  let behind: Chunk[] = []
  for (const chunk of chunks(tokens)) {
    const here = cut(pieces, chunk)
    if (emptied && chunk.stable && here.base[0]?.parts === true) {
      behind.push(chunk)
      continue
    }
    const isNext = !chunk.stable && isEmptied(here, writing)
    if (emptied && isNext && areAlike([...partsOf(cut(pieces, emptied)), ...partsOf(here)])) {
      const { base, ours, theirs } = emptied
      emptied = { stable: false, base: [base[0], chunk.base[1]], ours: [ours[0], chunk.ours[1]], theirs: [theirs[0], chunk.theirs[1]] }
    } else {
      if (emptied) yield emptied
      yield* behind
      emptied = isNext ? chunk : undefined
      if (!isNext) yield chunk
    }
    behind = []
  }
  if (emptied) yield emptied
  yield* behind
}

function merge(pieces: Sides<Pieces>): MergeWriter {
  const writing = new MergeWriter(pieces)
  const all = {
    base: new Set(tokensOf(pieces.base)),
    ours: new Set(tokensOf(pieces.ours)),
    theirs: new Set(tokensOf(pieces.theirs)),
  }
  for (const chunk of places(pieces, writing)) {
    const here = cut(pieces, chunk)
    const { base, ours, theirs } = chunk.stable ? here : withoutMoved(here, all)
    if (sameTokens(ours, theirs)) writing.write(ours)
    else if (sameTokens(base, theirs)) writeOne(writing, ours, theirs)
    else if (sameTokens(base, ours)) writeOne(writing, theirs, ours)
    else writeBoth(writing, ours, theirs)
  }
  return writing
}

/**
 * Merges by plugin, and reads the result again. What does not say what it should, since others changed the text that says how it is
 * read (a header, a fence), is for a person to choose as a whole.
 */
function proven(texts: readonly string[], pieces: Sides<Pieces>, read: Reading): { readonly lines: string[]; readonly conflicts: boolean } {
  const writing = merge(pieces)
  const { lines, conflicts } = writing
  if (!writing.lacks && (conflicts || holds(pieces, read(`${lines.join('\n')}\n`)))) return writing
  const [, ours = [], theirs = []] = texts.map((text) => text.split('\n').slice(0, -1))
  return { lines: [...conflictDiff(ours, theirs)], conflicts: true }
}

const bom = '\ufeff'

/** A text without what belongs to the file as a whole: its mark, its line ends where they are all alike, its last line's end. */
interface StrippedText {
  readonly text: string
  readonly marked: boolean
  /** Empty: there is none, or they differ. */
  readonly eol: '' | '\n' | '\r\n'
  readonly ended: boolean
}

function bare(written: string): StrippedText {
  const text = written.startsWith(bom) ? written.slice(1) : written
  const lines = text.split('\n')
  const ended = lines.length > 1 && lines.at(-1) === ''
  const ends = lines.slice(0, -1)
  const eol =
    ends.length === 0 ? '' : ends.every((line) => line.endsWith('\r')) ? '\r\n' : ends.some((line) => line.endsWith('\r')) ? '' : '\n'
  return { text, marked: text !== written, eol, ended }
}

/** A text whose lines end alike is merged without its line ends, so that a side which only changed these changed no line. */
const inLines = ({ text, eol, ended }: StrippedText, alike: boolean) => {
  const lines = alike && eol === '\r\n' ? text.replaceAll('\r\n', '\n') : text
  return ended ? lines : lines === '' ? '' : `${lines}\n`
}

/**
 * Merges two versions of the registry by plugin; `undefined`: it has no table. No line of either side is lost, and the result is the
 * same whichever side is ours, markers aside.
 */
export function mergeRegistry(path: string, sides: Sides<string>): MergeResult | undefined {
  const { base, ours, theirs } = sides
  const whole = { base: bare(base), ours: bare(ours), theirs: bare(theirs) }
  const alike = Object.values(whole).every(({ eol, text }) => eol !== '' || !text.includes('\n'))
  const texts = Object.values(whole).map((each) => inLines(each, alike))
  const versions = asRegistry(path, texts)
  if (!versions) return undefined
  if (ours === theirs || theirs === base) return { text: ours, conflicts: false }
  if (ours === base) return { text: theirs, conflicts: false }

  const named = ([one = [], our = [], their = []]: readonly Pieces[]): Sides<Pieces> => ({ base: one, ours: our, theirs: their })
  const { lines, conflicts } = proven(texts, named(versions.pieces), versions.read)
  // What parted the last plugin from the one before it, where both are gone.
  while (lines.at(-1) === '' && !texts.slice(1).some((side) => side.endsWith('\n\n'))) lines.pop()
  const of = <Value extends string | boolean>(what: (one: StrippedText) => Value) =>
    mergeValue<Value>({ base: what(whole.base), ours: what(whole.ours), theirs: what(whole.theirs) })
  const eol = alike ? of(({ eol: its }) => its) || '\n' : '\n'
  const text = lines.join(eol) + (lines.length > 0 && of(({ ended }) => ended) ? eol : '')
  return { text: (of(({ marked: its }) => its) ? bom : '') + text, conflicts }
}
