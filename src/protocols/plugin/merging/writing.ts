import { marked } from '../../../documents/line-diff.ts'
import { tokensOf, type Piece, type Pieces } from './pieces.ts'
import type { Settled } from './plugins.ts'

/** What is written of a merge, part by part. */
export class Writing {
  readonly lines: string[] = []
  conflicts = false
  readonly #settled: ReadonlyMap<string, Settled>
  readonly #written = new Set<string>()

  constructor(settled: ReadonlyMap<string, Settled>) {
    this.#settled = settled
  }

  /** A part that was moved may stand in two places: it is written once. */
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

  /** Two versions that cannot stand together. A part that only one of them has, and that is contested itself, stands behind them. */
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
    for (const line of marked(our, their)) this.lines.push(line)
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
