import { cut } from './fit.ts'
import { cell, code, prose } from './inline.ts'
import { table } from './table.ts'

const maxLength = 65_000

export const stickyMarker = '<!-- baton: state -->'

/** A target that commands of Baton have moved on a pull request. */
export interface StickyRow {
  readonly target: string
  readonly state: string
  readonly holder: string | undefined
  /** The last of them: who gave it, and its commit. */
  readonly actor: string | undefined
  readonly sha: string
}

const asOf = (head: string) => `As of commit ${head}.`

export const showsCommit = (text: string, head: string): boolean => text.includes(asOf(head))

/**
 * The one comment that shows what commands did on a pull request, rewritten from the files at its head and from
 * trailers each time.
 *
 * @param unknownWhy why the states are not known, as a sentence by `msg`
 */
export function sticky(rows: readonly StickyRow[], head: string, unknownWhy?: string): string {
  const cells = rows.map(({ target, state, holder = 'unknown', actor, sha }) =>
    [code(target), code(state), holder, actor === undefined ? '' : code(actor), code(sha.slice(0, 7))].map(cell),
  )
  const body =
    rows.length === 0
      ? 'No commit of this pull request comes from a command any more.'
      : table(['target', 'state', 'held by', 'last asked by', 'commit'], cells)
  const record = 'The commits and their trailers are the record; this is their summary.'
  const lead = [asOf(head), ...(unknownWhy === undefined ? [] : [prose(unknownWhy)])].join(' ')
  // The commit comes before the table, which may be cut.
  return cut(`${stickyMarker}\n### Who holds the baton\n\n${lead}\n\n${body}\n\n${record}\n`, maxLength)
}
