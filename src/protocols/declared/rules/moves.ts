import type { Comparison } from '../../../core/context.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { groupBy } from '../../../core/grouped.ts'
import { msg } from '../../../core/message.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'
import type { Model } from '../model.ts'
import { leadsTo, legalMovesOf } from '../states/moves.ts'
import { wordsOf } from '../messages.ts'
import { movement, type DeclaredRules, type MovedItem } from './subjects.ts'
import {
  absentStatements,
  givingBack,
  placeOfState,
  statementsBeforeMove,
  writtenStatementsOf,
} from '../states/statements.ts'

/** From so many on, illegal moves in one file are one finding: the file was generated anew. */
const massMoveThreshold = 5

/** The ids of the first of many items. */
const firstIds = (all: readonly Pick<MovedItem, 'item'>[]): string =>
  msg`${all.slice(0, massMoveThreshold).map(({ item }) => item.name)}` +
  (all.length > massMoveThreshold ? ' and others' : '')

const isIllegal = ({ item, before }: MovedItem): boolean =>
  item.state !== undefined &&
  before.state !== undefined &&
  !leadsTo(item.kind, item.states, item.states.named([before.state.name]), item.state)

function* illegalMoves(comparison: Comparison<Model>): Iterable<Finding> {
  const illegalItems = movement(comparison).both.filter(isIllegal)
  for (const [path, movedItems] of groupBy(illegalItems, ({ item }) => placeOfState(item).path)) {
    const [firstMoved] = movedItems
    if (movedItems.length >= massMoveThreshold && firstMoved) {
      yield {
        message: `Unexpected moves of ${movedItems.length} items that no moves allow: ${firstIds(movedItems)}`,
        hint: 'So many at once mean that the file was generated anew: compare it with the one before.',
        place: { path },
      }
      continue
    }
    for (const { item, before } of movedItems) {
      const legalTargets = legalMovesOf(item.kind, item.states).flatMap(({ from, to }) =>
        from.name === before.state?.name ? [to.name] : [],
      )
      yield {
        target: item.target,
        message: `${msg`Unexpected move of ${item.name} from ${before.state?.name ?? ''} to ${item.state?.name ?? ''}`}, expected ${legalTargets.length === 0 ? (before.state?.end ? 'none: items end there' : 'none: no move leads out of that state') : msg`one that begins with ${[...new Set(legalTargets)]}`}`,
        place: placeOfState(item),
        offers: givingBack(item, statementsBeforeMove(item, before)),
        ...(legalTargets.length === 0 && {
          hint: msg`Give it its state ${before.state?.name ?? ''} back. Where work goes on after that state, the declaration has to have a move out of it.`,
        }),
      }
    }
  }
}

/**
 * The written copies of a state that the base has and the head has not, of items that go on; whether a place must be
 * there is another rule's.
 */
function* detached(comparison: Comparison<Model>): Iterable<Finding> {
  const all = movement(comparison).both.flatMap(({ item, before }) => {
    if (item.state?.end === true || writtenStatementsOf(item).length === 0) return []
    const missed = new Set([...absentStatements(item, item.possible)].map(({ place }) => place))
    const removed = item.statements.filter(
      ({ found, unreadable, place }) => !found && !unreadable && !missed.has(place),
    )
    return removed.flatMap(({ place }) => {
      const old = writtenStatementsOf(before).find(
        (statement) => statement.place === place && statement.states.length > 0,
      )
      return old ? [{ item, old }] : []
    })
  })
  for (const [path, copies] of groupBy(all, ({ old }) => old.found.path)) {
    const [first] = copies
    if (copies.length >= massMoveThreshold && first) {
      yield {
        message: `The states of ${copies.length} items are gone from ${msg`${path}`}: ${firstIds(copies)}`,
        place: { path },
      }
      continue
    }
    for (const { item, old } of copies)
      yield {
        target: item.target,
        message: `${msg`${old.place.name} no longer has the state of ${item.name}`}: in the base it says ${wordsOf(old)} in ${msg`${path}`}`,
        hint: 'A copy that is not found is not compared. Where a title changed, change it there too.',
        place: { path },
        related: [{ ...placeOfState(item), message: msg`The state of ${item.name} is here.` }],
      }
  }
}

/** Moves between base and head */
export const moveRules: DeclaredRules = {
  name: 'moves',
  title: 'Moves',
  rules: [
    overParts(wholeComparison<Model>, [
      {
        code: 'ITEM_MOVE_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'No path of legal moves leads from the state in the base to that in the head.',
        why: 'The declaration says which way an item goes: work that was skipped, or taken back, is seen here.',
        repair: 'Give the item its earlier state back, or make the moves one by one: `/accept ID`, `/handback ID`.',
        check: illegalMoves,
      },
      {
        code: 'ITEM_BEGIN_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'A new item is in a state to which no path of moves leads from a first state.',
        why: 'It cannot have got there by the moves that are declared.',
        repair: 'Give the new item a state with which items begin.',
        *check(comparison) {
          for (const item of movement(comparison).added) {
            const begin = item.states.list.filter((state) => state.begin)
            if (!item.state || leadsTo(item.kind, item.states, begin, item.state)) continue
            yield {
              target: item.target,
              message: msg`Unexpected state ${item.state.name} of the new item ${item.name}, expected one that follows from ${begin.map(({ name }) => name)}`,
              place: placeOfState(item),
            }
          }
        },
      },
      {
        code: 'ITEM_REMOVED',
        strict: 'warning',
        soft: 'warning',
        summary: 'An item is gone that was not at its end, or a written copy of its state.',
        why: 'Its work may have been lost with it. A copy that is no longer found, since its row was dropped or has another title, is no longer compared.',
        repair: 'Restore it from the base, or finish the item before it is removed.',
        *check(comparison) {
          yield* detached(comparison)
          for (const { name, target, state, path } of movement(comparison).gone) {
            if (state?.end === true) continue
            yield {
              target,
              message: `${msg`The item ${name} is gone`}${state ? msg`: it was in ${state.name}` : ''}`,
              place: { path },
            }
          }
        },
      },
    ]),
  ],
}
