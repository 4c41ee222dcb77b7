import type { BoardWithPast } from '../../app/audit/options.ts'
import { replayWithin } from '../../app/board.ts'
import type { Board } from '../../core/board.ts'
import { cutOffNote, type RepositoryHistory } from '../../core/history.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import { withReplayedSince } from '../../engine/board.ts'
import { configurationPath } from '../../engine/configuration/read.ts'
import { boardForComments } from '../../render/spelling.ts'
import { preparePast } from '../calls/past.ts'
import type { Environment } from './environment.ts'
import { cloneOf } from './repositories.ts'

const noPastNote = 'The checkout does not have this commit: the page has no timeline. Check out with `fetch-depth: 0`.'

/** A board with its past, as far as the checkout has it, and what is to be known of that. */
export interface CheckedOutBoard extends BoardWithPast {
  readonly notes: readonly string[]
}

async function pastOf(
  board: Board,
  protocols: readonly ProtocolName[],
  environment: Environment,
): Promise<{ readonly past?: RepositoryHistory; readonly notes: readonly string[] }> {
  const { workspace } = environment
  const clone = await cloneOf(environment)
  const tip = board.commit === undefined ? undefined : await clone?.resolve(board.commit)
  const history =
    clone && tip !== undefined
      ? await preparePast({
          root: workspace,
          clone,
          tip,
          configuration: { tree: clone.commitTree(tip), path: configurationPath },
          protocols,
          targets: [],
        })
      : undefined
  return history ? replayWithin(history, board.targets.length) : { notes: [noPastNote] }
}

/**
 * Replays the past of a board in the checkout, which tells since when its targets are as they are. No request is made
 * for it.
 */
export async function boardWithPast(
  board: Board,
  protocols: readonly ProtocolName[],
  environment: Environment,
): Promise<CheckedOutBoard> {
  const { past, notes } = await pastOf(board, protocols, environment)
  return { board: past ? withReplayedSince(board, past) : board, past, notes }
}

export async function pageOf({ board, past, notes }: CheckedOutBoard, { serverUrl }: Environment): Promise<string> {
  const { renderPage } = await import('baton:page')
  const cutOff = past?.shallow === true ? [cutOffNote] : []
  const boardWithNotes = { ...boardForComments(board), notes: [...board.notes, ...notes, ...cutOff] }
  return renderPage({ board: boardWithNotes, history: past, server: serverUrl, view: 'board' })
}
