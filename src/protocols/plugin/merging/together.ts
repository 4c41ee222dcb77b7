import type { Piece, Pieces } from './pieces.ts'

/** A part of a plugin, with the lines that part it from the next one or, where that is how they stand, from the one before. */
interface Place {
  readonly part: Piece
  readonly around: Pieces
}

/** Parts in their order, and what precedes the first of them or follows the last, where it separates nothing. */
interface Row {
  readonly places: readonly Place[]
  readonly loose: Pieces
}

/** Whether the separating lines precede the parts, as where something is added at the end. */
const leads = (pieces: Pieces): boolean => pieces[0]?.parts === true && pieces.at(-1)?.parts === false

function inRow(pieces: Pieces, before: boolean): Row {
  const places: Place[] = []
  let around: Piece[] = []
  // Read from the end that has the separating lines.
  for (const piece of before ? pieces : pieces.toReversed()) {
    if (piece.parts) around.push(piece)
    else {
      places.push({ part: piece, around: before ? around : around.toReversed() })
      around = []
    }
  }
  return before ? { places, loose: around } : { places: places.toReversed(), loose: around.toReversed() }
}

const length = (pieces: Pieces) => pieces.reduce((sum, { token }) => sum + token.length, 0)

/** The one that parts more; the same whichever side is ours. */
function wider(one: Pieces, other: Pieces): Pieces {
  const [first, second] = [one, other].map((pieces) => pieces.map(({ token }) => token).join('\n')) as [string, string]
  if (length(one) === length(other)) return first < second ? other : one
  return length(one) > length(other) ? one : other
}

const nameOf = ({ part: { plugin = '', token } }: Place) => `${plugin}\n${token}`

/** Both rows as one: by name where they leave it open, otherwise in the order of each. What both have is there once. */
function* merged(ours: readonly Place[], theirs: readonly Place[]): Iterable<Place> {
  const [arounds, others] = [ours, theirs].map((places) => new Map(places.map(({ part, around }) => [part.token, around])))
  const done = new Set<string>()
  let [at, theirAt] = [0, 0]
  while (at < ours.length || theirAt < theirs.length) {
    const [one, other] = [ours[at], theirs[theirAt]]
    const isOurs = one !== undefined && (other === undefined || nameOf(one) <= nameOf(other))
    const { part } = (isOurs ? one : other) as Place
    if (isOurs) at++
    else theirAt++
    if (!done.has(part.token)) yield { part, around: wider(arounds?.get(part.token) ?? [], others?.get(part.token) ?? []) }
    done.add(part.token)
  }
}

const blank: Pieces = [{ token: '=', lines: [''], parts: true }]

/** What parts entries from each other in some versions: the widest of it, and a blank line at least. */
export function usualGap(versions: readonly Pieces[]): Pieces {
  let widest = blank
  for (const pieces of versions) {
    let gap: Piece[] | undefined
    for (const piece of pieces) {
      if (piece.parts) gap?.push(piece)
      else {
        if (gap && piece.block) widest = wider(widest, gap)
        gap = piece.block && []
      }
    }
  }
  return widest
}

/** Whether there is nothing in some pieces but parts of plugins and what parts them: these can stand side by side. */
export const canStandTogether = (pieces: Pieces): boolean => pieces.every(({ plugin, parts }) => plugin !== undefined || parts)

/**
 * What both sides put at the same place, the same whichever is ours. An entry that gets another neighbour is parted from it as others
 * are.
 *
 * @param stays which parts do not go.
 * @param gap what goes between entries if nothing at the place separates them.
 */
export function together(ours: Pieces, theirs: Pieces, stays: (part: Piece) => boolean, gap: Pieces): Pieces {
  const before = [ours, theirs].filter((pieces) => pieces.some(({ parts }) => !parts)).every(leads)
  const rows = [ours, theirs].map((pieces) => inRow(pieces, before)) as [Row, Row]
  const isFilled = rows.map(({ places: its }) => its.length > 0)
  // What a side without parts has here goes around those of the other.
  const loose = rows
    .filter((_, index) => isFilled[index] || !isFilled.includes(true))
    .map((row) => row.loose)
    .reduce(wider)
  const kept = ({ places: its }: Row) => its.filter(({ part }) => stays(part))
  const places = [...merged(kept(rows[0]), kept(rows[1]))]
  // What the parts have around them at the end that faces others: those that end the row now may have been inside it.
  const edge = rows.map((row) => (row.places.length > 0 ? (row.places.at(before ? 0 : -1)?.around ?? []) : row.loose)).reduce(wider)
  const usual = places.map(({ around }) => around).reduce(wider, edge)
  const fill = usual.length > 0 ? usual : gap
  const written = places.flatMap(({ part, around }, index) => {
    const neighbour = places[before ? index - 1 : index + 1]
    const isBlock = part.block === true || neighbour?.part.block === true
    const parting = neighbour === undefined ? edge : around.length === 0 && isBlock ? fill : around
    return before ? [...parting, part] : [part, ...parting]
  })
  return before ? [...written, ...loose] : [...loose, ...written]
}
