import { expect } from 'vitest'
import type { Action, ActionKind } from '../../src/core/action.ts'
import { pluralize } from '../../src/core/diagnostic.ts'
import { laneOf, lanes, type Lane } from '../../src/core/board.ts'
import type { Files } from '../../src/core/rule.ts'
import { boardOf } from '../../src/engine/board.ts'
import { nextText } from '../../src/render/next.ts'
import { statusText } from '../../src/render/status.ts'
import { limit as usualLimit, replayed, timeOf } from '../engine/replay/versions.ts'
import { look, proposed, type Place, type Tree } from './scene.ts'

/**
 * The lanes in which a target may be, by the kind of its next action. A session that has ended may be taken up again,
 * which nobody has to do.
 */
const lanesOf: Readonly<Record<ActionKind, readonly Lane[]>> = {
  mend: lanes,
  answer: ['person'],
  decide: ['person'],
  review: ['person'],
  finish: ['agent', 'ready'],
  accept: ['ready', 'done'],
  work: ['agent'],
  wait: lanes,
}

const idOf = (entry: string): string => entry.slice(0, entry.indexOf(', '))

/** A repository whose files a replay of one commit can have. */
const isReplayable = (tree: Tree, { limit = usualLimit, submodules = [] }: Place): tree is Files =>
  limit === usualLimit && submodules.length === 0 && Object.values(tree).every((text) => typeof text === 'string')

/**
 * Expects of `next`, `status`, `board` and `history` that they have the same targets, and put each into the same class.
 * Gives the lanes.
 */
export async function expectSameViews(tree: Tree, givenPlace: Place): Promise<ReadonlyMap<string, Lane>> {
  const place = { ...givenPlace, at: givenPlace.at ?? timeOf(0) }
  const status = await look(tree, place)
  const report = await look(tree, { ...place, withTurns: true })
  const board = boardOf(report, { at: place.at, notes: [] })
  const next = await proposed(tree, place, { limit: 1000 })

  const ids = status.targets.map(({ id }) => id)
  const containers = new Set(status.targets.filter(({ turn }) => turn?.container).map(({ id }) => id))
  const lane = new Map(report.targets.map(({ id, holder, turn = {} }) => [id, laneOf(holder, turn)]))

  // The set of targets, and their number.
  const quiet = report.targets.filter(
    ({ id, first }) => containers.has(id) && !first && !status.diagnostics.some(({ target }) => target === id),
  )
  expect(board.targets.map(({ id }) => id).toSorted()).toEqual(
    ids.filter((id) => !quiet.some((target) => target.id === id)).toSorted(),
  )
  // A container without findings of its own is listed, and counted apart.
  const count = ids.length - quiet.length
  const counted = [
    pluralize(count, 'target'),
    ...(quiet.length === 0 ? [] : [pluralize(quiet.length, 'container')]),
  ].join(', ')
  expect(next.targets).toBe(count)
  expect(statusText(status, false, { color: false })).toContain(`${counted}.`)

  // Status and board: the holder and the state; the board alone has lanes.
  const inStatus = new Map(status.targets.map(({ id, holder, state }) => [id, { holder, state }]))
  for (const { id, holder, state, lane: shown } of board.targets) {
    expect([id, holder, state]).toEqual([id, inStatus.get(id)?.holder, inStatus.get(id)?.state])
    expect([id, shown]).toEqual([id, lane.get(id)])
  }
  const total = lanes.reduce((sum, laneName) => sum + board.counts[laneName], 0)
  expect(total).toBe(board.targets.length)

  // Next: each target is an action, waits, contains others, or is done, and what is done is what the board has as done.
  const actions = [...next.actions, ...next.more]
  const due = new Map(
    actions.flatMap((action): readonly [string, Action][] => (action.do === 'wait' ? [] : [[action.target, action]])),
  )
  const [waiting, resumable, contained] = [next.waiting, next.resumable, next.containers].map((entries) =>
    entries.map(idOf),
  )
  const doneIds = ids.filter((id) => lane.get(id) === 'done')
  expect(next.done).toBe(doneIds.length)
  expect([...(waiting ?? []), ...(contained ?? []), ...new Set([...due.keys(), ...doneIds])].toSorted()).toEqual(
    ids.toSorted(),
  )
  expect((resumable ?? []).filter((id) => !doneIds.includes(id))).toEqual([])
  expect((contained ?? []).filter((id) => !containers.has(id))).toEqual([])
  for (const { target, do: kind, state } of actions) {
    expect([target, kind, lane.get(target), lanesOf[kind].includes(lane.get(target) ?? 'unknown')]).toEqual([
      target,
      kind,
      lane.get(target),
      true,
    ])
    expect([target, state]).toEqual([target, inStatus.get(target)?.state])
  }
  for (const { id, turn } of report.targets) if (turn?.unreadable) expect([id, due.get(id)?.do]).toEqual([id, 'mend'])
  if (actions.length === 0)
    expect(nextText(next)).toContain(`nothing to do: ${pluralize(count, 'target')}, ${doneIds.length} done`)

  // History: the last segment of each target.
  if (!isReplayable(tree, place)) return lane
  const { protocol, configuration, links = [], severity = {} } = place
  const { history } = replayed([{ files: tree, links, at: place.at }], [protocol], {
    sections: { [protocol.name]: configuration },
    severity,
  })
  expect(history.targets.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  for (const { id, segments } of history.targets) {
    const segment = segments.at(-1)
    expect([id, segment?.holder, segment?.state, segment?.lane]).toEqual([
      id,
      inStatus.get(id)?.holder,
      inStatus.get(id)?.state,
      lane.get(id),
    ])
  }
  return lane
}
