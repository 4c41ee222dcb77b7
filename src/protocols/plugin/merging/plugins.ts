import { marked, markedWhereDifferent, type Sides } from '../../../documents/line-diff.ts'
import type { Piece, Pieces } from './pieces.ts'

/** What a part of a plugin is to be. */
export interface Settled {
  /** Absent: it goes. */
  readonly lines: readonly string[] | undefined
  /** Both sides changed the plugin, each to something else: its versions are marked. */
  readonly conflict: boolean
}

const partsByToken = (pieces: Pieces): ReadonlyMap<string, Piece> =>
  new Map(pieces.flatMap((piece) => (piece.plugin === undefined ? [] : [[piece.token, piece] as const])))

/** All that a version says of each plugin. */
function sayings(pieces: Pieces): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>()
  for (const { plugin, token, titles = [], lines } of pieces) {
    if (plugin === undefined) continue
    const said = found.get(plugin) ?? []
    said.push(token, titles.join(' | '), lines.join('\n'))
    found.set(plugin, said)
  }
  return new Map([...found].map(([plugin, said]) => [plugin, said.join('\n')]))
}

/** Whose word on a plugin holds: that of the side that changed it. `both`: each changed it to something else. */
function wordOn(pieces: Sides<Pieces>): (plugin: string) => 'ours' | 'theirs' | 'both' {
  const says = { base: sayings(pieces.base), ours: sayings(pieces.ours), theirs: sayings(pieces.theirs) }
  return (plugin) => {
    const [base, ours, theirs] = [says.base.get(plugin), says.ours.get(plugin), says.theirs.get(plugin)]
    if (ours === theirs || theirs === base) return 'ours'
    return ours === base ? 'theirs' : 'both'
  }
}

/** Whole where only one side has it, else marked where the two differ. */
function contested(ours: Piece | undefined, theirs: Piece | undefined): Settled {
  if (ours && theirs)
    return { lines: markedWhereDifferent(ours.lines, theirs.lines), conflict: ours.lines.join('\n') !== theirs.lines.join('\n') }
  return ours || theirs ? { lines: marked(ours?.lines ?? [], theirs?.lines ?? []), conflict: true } : { lines: undefined, conflict: false }
}

/**
 * Settles every part of every plugin: a plugin is what the side that changed it made of it. One that both sides changed, each to
 * something else, is for somebody to look at, even where they changed different lines of it: together these would say what
 * nobody said.
 */
export function settle(pieces: Sides<Pieces>): ReadonlyMap<string, Settled> {
  const parts = { base: partsByToken(pieces.base), ours: partsByToken(pieces.ours), theirs: partsByToken(pieces.theirs) }
  const word = wordOn(pieces)
  const settled = (token: string, plugin: string): Settled => {
    const whose = word(plugin)
    if (whose === 'both') return contested(parts.ours.get(token), parts.theirs.get(token))
    return { lines: parts[whose].get(token)?.lines, conflict: false }
  }
  const all = [...parts.ours.values(), ...parts.theirs.values()]
  return new Map(all.flatMap(({ token, plugin }) => (plugin === undefined ? [] : [[token, settled(token, plugin)] as const])))
}

/** Whether a merge without conflicts, read again, says of every plugin what the side that changed it says. */
export function holds(pieces: Sides<Pieces>, merged: Pieces): boolean {
  const says = { ours: sayings(pieces.ours), theirs: sayings(pieces.theirs) }
  const found = sayings(merged)
  const word = wordOn(pieces)
  const plugins = new Set([...says.ours.keys(), ...says.theirs.keys(), ...found.keys()])
  return [...plugins].every((plugin) => {
    const whose = word(plugin)
    const sides = whose === 'both' ? ([says.ours, says.theirs] as const) : [says[whose]]
    return sides.some((side) => side.get(plugin) === found.get(plugin))
  })
}
