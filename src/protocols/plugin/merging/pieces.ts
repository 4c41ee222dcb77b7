import { groupBy } from '../../../core/grouped.ts'
import { textDocument, type TextDocument } from '../../../documents/text.ts'
import { readRegistry, type Registry, type SecondPlace } from '../registry/registry.ts'
import { isBlank, isThematicBreak } from '../../../documents/lines.ts'
import { conflictLines, conflictDiff, listSides, mapSides, type Sides } from '../../../documents/line-diff.ts'

/** A line of the registry, or a part of it that belongs to one plugin: a row, an entry. */
export interface Piece {
  /** Equal for what stands for the same thing in every version: of a part its key, of a line its text. */
  readonly token: string
  /** Whose part it is. */
  readonly plugin?: string
  /** For a row, the titles of its cells: under another header the same row says something else. */
  readonly titles?: readonly string[]
  /** Several lines with blank ones around them. */
  readonly block?: true
  readonly lines: readonly string[]
  /** A line that only parts others. */
  readonly parts: boolean
}

/** A version of the registry in pieces, in order: their lines are all of its lines. */
export type Pieces = readonly Piece[]

export const tokensOf = (pieces: Pieces): readonly string[] => pieces.map(({ token }) => token)

/**
 * An entry's own lines: what parts it from the next one belongs to neither, nor does a table that follows it without a
 * heading.
 */
function endOfOwnLines(document: TextDocument, headers: readonly number[], { line, end }: SecondPlace): number {
  let lastLine = Math.min(end, headers.find((header) => header > line) ?? end) - 1
  while (lastLine > line && (isBlank(document, lastLine) || isThematicBreak(document, lastLine))) lastLine--
  return lastLine + 1
}

/** Whole lines: of a text whose lines end in different ways they have what precedes the line feed, too. */
const linesOf = ({ text }: TextDocument): readonly string[] => text.split('\n').slice(0, -1)

/** Where parts of plugins begin: a row in its line, an entry with its heading. */
function partsOf({ document, rows, entries }: Registry, lines: readonly string[]): ReadonlyMap<number, Piece> {
  const headers = [...new Set(rows.map(({ table }) => table.header))]
  const counts = new Map<string, number>()
  /** A plugin may have several rows, though it should not. */
  const key = (kind: string, name: string) => {
    const ordinal = (counts.get(`${kind} ${name}`) ?? 0) + 1
    counts.set(`${kind} ${name}`, ordinal)
    return `@${kind} ${ordinal} ${name}`
  }
  const part = (kind: string, plugin: string, from: number, end: number) =>
    [from, { token: key(kind, plugin), plugin, lines: lines.slice(from - 1, end - 1), parts: false }] as const
  return new Map<number, Piece>([
    ...rows.map(({ name, line, table: { titles } }) => {
      const [startLine, piece] = part('row', name, line, line + 1)
      return [startLine, { ...piece, titles }] as const
    }),
    ...entries.map((entry) => {
      const [line, piece] = part('entry', entry.name, entry.line, endOfOwnLines(document, headers, entry))
      return [line, { ...piece, block: true }] as const
    }),
  ])
}

function piecesOf(registry: Registry): Pieces {
  const { document } = registry
  const lines = linesOf(document)
  const parts = partsOf(registry, lines)
  const pieces: Piece[] = []
  for (let line = 1; line <= lines.length; line++) {
    const part = parts.get(line)
    const text = lines[line - 1] as string
    pieces.push(
      part ?? { token: `=${text}`, lines: [text], parts: isBlank(document, line) || isThematicBreak(document, line) },
    )
    if (part) line += part.lines.length - 1
  }
  return pieces
}

/** How versions of a registry are read: a name in one of them is one in all. */
export type PiecesReader = (text: string) => Pieces

/**
 * Versions of a registry in pieces, each ending with a line feed if it says anything, and how to read another one as
 * they are read; `undefined`: one that says something has no table.
 */
export function readVersions(
  path: string,
  versions: Sides<string>,
): { readonly pieces: Sides<Pieces>; readonly read: PiecesReader } | undefined {
  const documents = mapSides(versions, (text) => textDocument(path, text))
  const registries = listSides(documents).map((document) => readRegistry(document, () => false))
  if (registries.some(({ table, document }) => !table && document.text !== '')) return undefined
  const names = new Set(registries.flatMap(({ rows, entries }) => [...rows, ...entries].map(({ name }) => name)))
  const toPieces = (document: TextDocument) => piecesOf(readRegistry(document, (name) => names.has(name)))
  return { pieces: mapSides(documents, toPieces), read: (text) => toPieces(textDocument(path, text)) }
}

/** What a part of a plugin is to be. */
export interface MergedPart {
  /** Absent: it goes. */
  readonly lines: readonly string[] | undefined
  /** Both sides changed the plugin, each to something else: its versions are marked. */
  readonly conflict: boolean
}

const partsByToken = (pieces: Pieces): ReadonlyMap<string, Piece> =>
  new Map(pieces.flatMap((piece) => (piece.plugin === undefined ? [] : [[piece.token, piece] as const])))

/** All that a version says of each plugin. */
function textsByPlugin(pieces: Pieces): ReadonlyMap<string, string> {
  const textOf = ({ token, titles = [], lines }: Piece) => [token, titles.join(' | '), ...lines].join('\n')
  const piecesByPlugin = groupBy(
    pieces.filter(({ plugin }) => plugin !== undefined),
    ({ plugin = '' }) => plugin,
  )
  return new Map([...piecesByPlugin].map(([plugin, parts]) => [plugin, parts.map(textOf).join('\n')]))
}

/** Whose word on a plugin holds: that of the side that changed it. `both`: each changed it to something else. */
function winningSideIn(pieces: Sides<Pieces>): (plugin: string) => 'ours' | 'theirs' | 'both' {
  const pluginTexts = mapSides(pieces, textsByPlugin)
  return (plugin) => {
    const { base, ours, theirs } = mapSides(pluginTexts, (texts) => texts.get(plugin))
    if (ours === theirs || theirs === base) return 'ours'
    return ours === base ? 'theirs' : 'both'
  }
}

/** Whole where only one side has it, otherwise marked where the two differ. */
function contestedPart(ours: Piece | undefined, theirs: Piece | undefined): MergedPart {
  if (ours && theirs)
    return {
      lines: conflictDiff(ours.lines, theirs.lines),
      conflict: ours.lines.join('\n') !== theirs.lines.join('\n'),
    }
  return ours || theirs
    ? { lines: conflictLines(ours?.lines ?? [], theirs?.lines ?? []), conflict: true }
    : { lines: undefined, conflict: false }
}

/**
 * Settles every part of every plugin: a plugin becomes what the side that changed it has. One that both sides changed,
 * each to something else, is for a person to look at, even where they changed different lines of it: together these
 * would state what neither side states.
 */
export function mergeParts(pieces: Sides<Pieces>): ReadonlyMap<string, MergedPart> {
  const parts = mapSides(pieces, partsByToken)
  const winningSideOf = winningSideIn(pieces)
  const mergePart = (token: string, plugin: string): MergedPart => {
    const winningSide = winningSideOf(plugin)
    if (winningSide === 'both') return contestedPart(parts.ours.get(token), parts.theirs.get(token))
    return { lines: parts[winningSide].get(token)?.lines, conflict: false }
  }
  const allParts = [...parts.ours.values(), ...parts.theirs.values()]
  return new Map(
    allParts.flatMap(({ token, plugin }) => (plugin === undefined ? [] : [[token, mergePart(token, plugin)] as const])),
  )
}

/** Whether a merge without conflicts, read again, says of every plugin what the side that changed it says. */
export function preservesChanges(pieces: Sides<Pieces>, merged: Pieces): boolean {
  const pluginTexts = mapSides(pieces, textsByPlugin)
  const mergedTexts = textsByPlugin(merged)
  const winningSideOf = winningSideIn(pieces)
  const plugins = new Set([...pluginTexts.ours.keys(), ...pluginTexts.theirs.keys(), ...mergedTexts.keys()])
  return [...plugins].every((plugin) => {
    const winningSide = winningSideOf(plugin)
    const sides =
      winningSide === 'both' ? ([pluginTexts.ours, pluginTexts.theirs] as const) : [pluginTexts[winningSide]]
    return sides.some((side) => side.get(plugin) === mergedTexts.get(plugin))
  })
}
