import { textDocument, type TextDocument } from '../../../documents/text.ts'
import { readRegistry, type Registry, type SecondPlace } from '../registry.ts'
import { isBlank, isParting } from '../writing/lines.ts'

/** A line of the registry, or a part of it that belongs to one plugin: a row, an entry. */
export interface Piece {
  /** The same for what stands for the same thing in every version: of a part its key, of a line its text. */
  readonly token: string
  /** Whose part it is. */
  readonly plugin?: string
  /** Of a row what its table calls its cells: under another header the same row says something else. */
  readonly titles?: readonly string[]
  /** Of several lines: blank ones stand around it. */
  readonly block?: true
  readonly lines: readonly string[]
  /** A line that only parts others. */
  readonly parts: boolean
}

/** A version of the registry in pieces, in order: their lines are all of its lines. */
export type Pieces = readonly Piece[]

export const tokensOf = (pieces: Pieces): readonly string[] => pieces.map(({ token }) => token)

/** An entry's own lines: what parts it from the next one is nobody's, nor is a table that stands behind it without a heading. */
function ownEnd(document: TextDocument, headers: readonly number[], { line, end }: SecondPlace): number {
  let last = Math.min(end, headers.find((header) => header > line) ?? end) - 1
  while (last > line && (isBlank(document, last) || isParting(document, last))) last--
  return last + 1
}

/** Whole lines: of a text whose lines end in different ways they have what stands before the line feed, too. */
const linesOf = ({ text }: TextDocument): readonly string[] => text.split('\n').slice(0, -1)

/** Where parts of plugins begin: a row in its line, an entry with its heading. */
function partsOf({ document, rows, entries }: Registry, lines: readonly string[]): ReadonlyMap<number, Piece> {
  const headers = [...new Set(rows.map(({ table }) => table.header))]
  const seen = new Map<string, number>()
  /** A plugin may have several rows, though it should not. */
  const key = (kind: string, name: string) => {
    const ordinal = (seen.get(`${kind} ${name}`) ?? 0) + 1
    seen.set(`${kind} ${name}`, ordinal)
    return `@${kind} ${ordinal} ${name}`
  }
  const part = (kind: string, plugin: string, from: number, end: number) =>
    [from, { token: key(kind, plugin), plugin, lines: lines.slice(from - 1, end - 1), parts: false }] as const
  return new Map<number, Piece>([
    ...rows.map(({ name, line, table: { titles } }) => {
      const [at, piece] = part('row', name, line, line + 1)
      return [at, { ...piece, titles }] as const
    }),
    ...entries.map((entry) => {
      const [line, piece] = part('entry', entry.name, entry.line, ownEnd(document, headers, entry))
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
    pieces.push(part ?? { token: `=${text}`, lines: [text], parts: isBlank(document, line) || isParting(document, line) })
    if (part) line += part.lines.length - 1
  }
  return pieces
}

/** How versions of a registry are read: a name that one of them knows is one in all. */
export type Reading = (text: string) => Pieces

/**
 * Versions of a registry in pieces, each ending with a line feed if it says anything, and how to read another one as they are read;
 * `undefined`: one that says something has no table.
 */
export function asRegistry(
  path: string,
  versions: readonly string[],
): { readonly pieces: readonly Pieces[]; readonly read: Reading } | undefined {
  const documents = versions.map((text) => textDocument(path, text))
  const first = documents.map((document) => readRegistry(document, () => false))
  if (first.some(({ hasTable, document }) => !hasTable && document.text !== '')) return undefined
  const names = new Set(first.flatMap(({ rows, entries }) => [...rows, ...entries].map(({ name }) => name)))
  const inPieces = (document: TextDocument) => piecesOf(readRegistry(document, (name) => names.has(name)))
  return { pieces: documents.map(inPieces), read: (text) => inPieces(textDocument(path, text)) }
}
