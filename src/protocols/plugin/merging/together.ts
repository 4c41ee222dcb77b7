import type { Piece, Pieces } from './pieces.ts'

/**
 * A part of a plugin, with the lines that part it from the next one or, where that is how they stand, from the one
 * before.
 */
interface SeparatedPart {
  readonly part: Piece
  readonly around: Pieces
}

/** Parts in their order, and what precedes the first of them or follows the last, where it separates nothing. */
interface PartRow {
  readonly places: readonly SeparatedPart[]
  readonly loose: Pieces
}

/** Whether the separating lines precede the parts, as where something is added at the end. */
const hasLeadingSeparators = (pieces: Pieces): boolean => pieces[0]?.parts === true && pieces.at(-1)?.parts === false

function rowOf(pieces: Pieces, separatorsLead: boolean): PartRow {
  const places: SeparatedPart[] = []
  let around: Piece[] = []
  // Read from the end that has the separating lines.
  for (const piece of separatorsLead ? pieces : pieces.toReversed()) {
    if (piece.parts) around.push(piece)
    else {
      places.push({ part: piece, around: separatorsLead ? around : around.toReversed() })
      around = []
    }
  }
  return separatorsLead ? { places, loose: around } : { places: places.toReversed(), loose: around.toReversed() }
}

const tokensLength = (pieces: Pieces) => pieces.reduce((sum, { token }) => sum + token.length, 0)

/** The one that parts more; the same whichever side is ours. */
function widerGap(a: Pieces, b: Pieces): Pieces {
  const [first, second] = [a, b].map((pieces) => pieces.map(({ token }) => token).join('\n')) as [string, string]
  if (tokensLength(a) === tokensLength(b)) return first < second ? b : a
  return tokensLength(a) > tokensLength(b) ? a : b
}

const sortKeyOf = ({ part: { plugin = '', token } }: SeparatedPart) => `${plugin}\n${token}`

/** Both rows as one: by name where they leave it open, otherwise in the order of each. What both have is there once. */
function* mergeRows(ours: readonly SeparatedPart[], theirs: readonly SeparatedPart[]): Iterable<SeparatedPart> {
  const [ourGaps, theirGaps] = [ours, theirs].map(
    (places) => new Map(places.map(({ part, around }) => [part.token, around])),
  )
  const yieldedTokens = new Set<string>()
  let [ourIndex, theirIndex] = [0, 0]
  while (ourIndex < ours.length || theirIndex < theirs.length) {
    const [ourPart, theirPart] = [ours[ourIndex], theirs[theirIndex]]
    const isOurs = ourPart !== undefined && (theirPart === undefined || sortKeyOf(ourPart) <= sortKeyOf(theirPart))
    const { part } = (isOurs ? ourPart : theirPart) as SeparatedPart
    if (isOurs) ourIndex++
    else theirIndex++
    if (!yieldedTokens.has(part.token))
      yield { part, around: widerGap(ourGaps?.get(part.token) ?? [], theirGaps?.get(part.token) ?? []) }
    yieldedTokens.add(part.token)
  }
}

const blankLine: Pieces = [{ token: '=', lines: [''], parts: true }]

/** What parts entries from each other in some versions: the widest of it, and a blank line at least. */
export function usualGap(versions: readonly Pieces[]): Pieces {
  let widest = blankLine
  for (const pieces of versions) {
    let gap: Piece[] | undefined
    for (const piece of pieces) {
      if (piece.parts) gap?.push(piece)
      else {
        if (gap && piece.block) widest = widerGap(widest, gap)
        gap = piece.block && []
      }
    }
  }
  return widest
}

/** Whether there is nothing in some pieces but parts of plugins and what parts them: these can stand side by side. */
export const canStandTogether = (pieces: Pieces): boolean =>
  pieces.every(({ plugin, parts }) => plugin !== undefined || parts)

/**
 * What both sides put at the same place, the same whichever is ours. An entry that gets another neighbour is parted
 * from it as others are.
 *
 * @param stays which parts do not go.
 * @param gap what goes between entries if nothing at the place separates them.
 */
export function combineSides(ours: Pieces, theirs: Pieces, stays: (part: Piece) => boolean, gap: Pieces): Pieces {
  const separatorsLead = [ours, theirs]
    .filter((pieces) => pieces.some(({ parts }) => !parts))
    .every(hasLeadingSeparators)
  const rows = [ours, theirs].map((pieces) => rowOf(pieces, separatorsLead)) as [PartRow, PartRow]
  const isFilled = rows.map(({ places: rowPlaces }) => rowPlaces.length > 0)
  // What a side without parts has here goes around those of the other.
  const loose = rows
    .filter((_, index) => isFilled[index] || !isFilled.includes(true))
    .map((row) => row.loose)
    .reduce(widerGap)
  const stayingPlaces = ({ places: rowPlaces }: PartRow) => rowPlaces.filter(({ part }) => stays(part))
  const places = [...mergeRows(stayingPlaces(rows[0]), stayingPlaces(rows[1]))]
  // What the parts have around them at the end that faces others: those that end the row now may have been inside it.
  const edge = rows
    .map((row) => (row.places.length > 0 ? (row.places.at(separatorsLead ? 0 : -1)?.around ?? []) : row.loose))
    .reduce(widerGap)
  const widestGap = places.map(({ around }) => around).reduce(widerGap, edge)
  const fill = widestGap.length > 0 ? widestGap : gap
  const combinedPieces = places.flatMap(({ part, around }, index) => {
    const neighbour = places[separatorsLead ? index - 1 : index + 1]
    const isBlock = part.block === true || neighbour?.part.block === true
    const separators = neighbour === undefined ? edge : around.length === 0 && isBlock ? fill : around
    return separatorsLead ? [...separators, part] : [part, ...separators]
  })
  return separatorsLead ? [...combinedPieces, ...loose] : [...loose, ...combinedPieces]
}
