import { replayWithin } from '../../app/board.ts'
import type { Board } from '../../core/board.ts'
import { cutOffNote, type RepositoryHistory } from '../../core/history.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import { sinceReplayed } from '../../engine/board.ts'
import { preparePast } from '../calls/past.ts'
import type { Environment } from './environment.ts'
import { cloneOf } from './repositories.ts'

const noPast = 'The checkout does not have this commit: the page has no timeline. Check out with `fetch-depth: 0`.'

/** The past of a board, as far as the checkout has it, and what is to be known of it. */
export interface CheckedOutPast {
  readonly past?: RepositoryHistory
  readonly notes: readonly string[]
}

/** Replays the past of a board in the checkout. No request is made for it. */
export async function pastOf(
  board: Pick<Board, 'commit' | 'targets'>,
  protocols: readonly ProtocolName[],
  environment: Environment,
): Promise<CheckedOutPast> {
  const { workspace } = environment
  const clone = await cloneOf(environment)
  const tip = board.commit === undefined ? undefined : await clone?.resolve(board.commit)
  const prepared = clone && tip !== undefined ? await preparePast({ root: workspace, clone, tip, protocols, targets: [] }) : undefined
  return prepared ? replayWithin(prepared, board.targets.length) : { notes: [noPast] }
}

/** The page of a board, with its past where that is known. */
export async function pageOf(board: Board, { past, notes }: CheckedOutPast, { serverUrl }: Environment): Promise<string> {
  const { renderPage } = await import('baton:page')
  const cutOff = past?.shallow === true ? [cutOffNote] : []
  const noted = { ...board, notes: [...board.notes, ...notes, ...cutOff] }
  return renderPage({ board: past ? sinceReplayed(noted, past) : noted, history: past, server: serverUrl, view: 'board' })
}
