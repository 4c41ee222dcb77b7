import { cut } from './cut.ts'
import { cell, code } from './inline.ts'
import { table } from './table.ts'

const longestComment = 65_000

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

/** The one comment that shows what commands did on a pull request, rewritten from files and trailers each time. */
export function sticky(rows: readonly StickyRow[]): string {
  const cells = rows.map(({ target, state, holder = 'unknown', actor, sha }) =>
    [code(target), code(state), holder, actor === undefined ? '' : code(actor), code(sha.slice(0, 7))].map(cell),
  )
  const head = table(['target', 'state', 'held by', 'last asked by', 'commit'], cells)
  return cut(
    `${stickyMarker}\n### Who holds the baton\n\n${head}\n\nThe commits and their trailers are the record; this is their summary.\n`,
    longestComment,
  )
}
