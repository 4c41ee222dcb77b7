import { replayWithin } from '../../app/board.ts'
import type { Board } from '../../core/board.ts'
import { sinceReplayed } from '../../engine/board.ts'
import { preparePast } from '../calls/past.ts'
import type { Environment } from './environment.ts'
import type { Inputs } from './inputs.ts'
import { cloneOf } from './repositories.ts'

const noPast = 'The checkout does not have this commit: the page has no timeline. Check out with `fetch-depth: 0`.'

/** The page of a board, with its past as far as the checkout has that. No request is made for it. */
export async function pageOf(board: Board, { protocols }: Inputs, environment: Environment): Promise<string> {
  const { workspace, serverUrl } = environment
  const { renderPage } = await import('baton:page')
  const clone = await cloneOf(environment)
  const tip = board.commit === undefined ? undefined : await clone?.resolve(board.commit)
  const prepared = clone && tip !== undefined ? await preparePast({ root: workspace, clone, tip, protocols, targets: [] }) : undefined
  const { past, notes } = await replayWithin(prepared, board.targets.length)
  const shown = past ? sinceReplayed(board, past) : { ...board, notes: [...board.notes, ...(prepared ? notes : [noPast])] }
  return renderPage({ board: shown, history: past, server: serverUrl, view: 'board' })
}
