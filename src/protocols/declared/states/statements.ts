import type { Offer } from '../../../core/diagnostic.ts'
import { commandWord, msg } from '../../../core/message.ts'
import type { State } from '../language/workflow.ts'
import type { JudgedItem, Statement, WrittenStatement } from '../model.ts'
import { isEmptyValue, nearName } from '../reading/words.ts'
import { leadsTo } from './moves.ts'
import { meaningOf, type States, wordsAt } from './states.ts'

/** The written places of an item that are there. */
export const writtenStatementsOf = ({ statements }: Pick<JudgedItem, 'statements'>): readonly WrittenStatement[] =>
  statements.filter((statement): statement is WrittenStatement => statement.found !== undefined)

/** Where the state of an item is written, or else where the item is. */
export const placeOfState = (item: JudgedItem) => writtenStatementsOf(item)[0]?.found.place ?? item.place

/** Whether a place says a state, and no other further down. */
export const isClear = ({ states, ambiguous }: Statement): boolean => states.length > 0 && !ambiguous

/** The states that some places have in common. */
export const commonStates = ([first, ...others]: readonly Statement[]): readonly State[] =>
  first?.states.filter((state) => others.every(({ states }) => states.includes(state))) ?? []

/** The computed places of an item that exclude a state. */
export const excludingStatements = ({ statements }: JudgedItem, state: State | undefined): readonly Statement[] =>
  statements.filter(
    ({ place, states }) =>
      place.written.length === 0 && states.length > 0 && state !== undefined && !states.includes(state),
  )

/** The word of a place that one which is no state is probably a misspelling of. */
export const nearWord = ({ found, at, unknown }: Statement, states: States): string | undefined =>
  unknown && found && at && !found.isCollection ? nearName(found.text, wordsAt(at, states)) : undefined

/** The states that the words of an item which are none are probably meant to be. */
const meantStates = ({ statements, states }: JudgedItem): readonly State[] =>
  statements.flatMap((statement) => {
    const word = nearWord(statement, states)
    return word !== undefined && statement.at ? meaningOf(statement.at, states, word) : []
  })

/**
 * The state that the places of an item are to say: that of `truth`, or the one that all of them have in common;
 * `undefined`: a person chooses.
 */
export function rightState(
  item: JudgedItem,
  source = item.statements.find(({ place }) => place === item.kind.truth),
): State | undefined {
  const { kind, statements, states, state, drifts } = item
  if (!source) return drifts ? undefined : state
  const [onlyState, ...otherStates] = source.states
  if (otherStates.length === 0) return onlyState
  // Of several states one that the others say too is right, or the one that a misspelt word means.
  if (state && source.states.includes(state)) return state
  const isComputed = source.place.written.length === 0
  const hasUnknownWord = statements.some(({ unknown }) => unknown)
  if (isComputed && (source.place === kind.truth || !hasUnknownWord))
    return states.list.find((candidate) => source.states.includes(candidate))
  const [meantState, otherMeantState] = new Set(meantStates(item).filter((meant) => source.states.includes(meant)))
  return otherMeantState ? undefined : meantState
}

/** Whether some places say states, and have none in common. */
export const isContradiction = (statements: readonly Statement[]): boolean =>
  statements.length > 1 && commonStates(statements).length === 0

/** Whether `/sync` changes anything: a place that is computed follows none. */
export function hasFollowers(item: JudgedItem): boolean {
  const state = rightState(item)
  return state !== undefined && writtenStatementsOf(item).some(({ states }) => !states.includes(state))
}

/** The places that must say a state, are empty, and can be written by a command. */
export const emptyStatements = (item: JudgedItem, state: State): readonly WrittenStatement[] =>
  writtenStatementsOf({ statements: [...absentStatements(item, [state])] }).filter(
    ({ found }) => !found.isCollection && !found.isFixed,
  )

/** Of places that have no state in common, one with those that contradict it; all where none does so by itself. */
export function contradictingStatements(statements: readonly Statement[], one = statements[0]): readonly Statement[] {
  const contradicting = statements.filter((other) => one && isContradiction([one, other]))
  return contradicting.length === 0
    ? statements
    : statements.filter((other) => other === one || contradicting.includes(other))
}

/** The places that others can follow where none is declared to be right: a computed one follows none. */
export function sourcesIn(statements: readonly Statement[]): readonly Statement[] {
  const writtenStatements = statements.filter(({ found }) => found !== undefined)
  if (writtenStatements.length === 0) return []
  return isContradiction(writtenStatements) ? writtenStatements : statements.filter(({ found }) => found === undefined)
}

/**
 * Those of some places that others may follow: against a base the ones to which moves lead from its state; and the only
 * one that has moved.
 */
export function legalSources(
  item: JudgedItem,
  sources: readonly Statement[],
  before: JudgedItem | undefined,
): { readonly legal: readonly Statement[]; readonly moved?: Statement | undefined; readonly from?: State } {
  const { kind, states } = item
  const [previousState] = before?.state ? states.named([before.state.name]) : []
  if (!previousState) return { legal: sources }
  const legal = sources.filter((source) => source.states.some((state) => leadsTo(kind, states, [previousState], state)))
  const [moved, otherMoved] = legal.filter((source) => !source.states.includes(previousState))
  const isClearMove = moved && !otherMoved && rightState(item, moved) !== undefined
  return { legal, moved: isClearMove ? moved : undefined, from: previousState }
}

/** Whether no moves lead to what a place says from the state in the base. */
export const isMovedIllegally = (item: JudgedItem, statement: Statement, before: JudgedItem | undefined): boolean =>
  legalSources(item, [statement], before).legal.length === 0

/** The written places of an item that still say its state in the base, where the place that is declared right is written. */
export function statementsBeforeMove(item: JudgedItem, before: JudgedItem | undefined): readonly WrittenStatement[] {
  const writtenStatements = writtenStatementsOf(item)
  if (!writtenStatements.some(({ place }) => place === item.kind.truth)) return []
  return writtenStatements.filter(
    (statement) => isClear(statement) && statement.states.some(({ name }) => name === before?.state?.name),
  )
}

/** The command by which the other places of an item follow one of them. */
export const followOffer = ({ target }: JudgedItem, { place }: Statement, does: string): Offer => ({
  command: `/sync ${commandWord(target)} --from ${commandWord(place.name)}`,
  does,
})

/** The command that gives an item the state back that one of its places still says. */
export const givingBack = (item: JudgedItem, [statement]: readonly WrittenStatement[]): readonly Offer[] =>
  statement ? [followOffer(item, statement, 'gives it its state in the base back')] : []

/**
 * How a person says which place of an item is right: by a command, or by writing a state where that place leaves
 * several open.
 */
export const syncChoices = (item: JudgedItem, statements: readonly Statement[]): string =>
  statements
    .map((statement) =>
      rightState(item, statement)
        ? msg`${followOffer(item, statement, '').command}`
        : msg`write one of ${statement.states.map(({ name }) => name)}, which ${statement.place.name} leaves open`,
    )
    .join(' or ')

/** The states in which an item may be: where no place says any, each. */
export const possibleStates = ({ possible, states }: JudgedItem): readonly State[] =>
  possible.length === 0 ? states.list : possible

/**
 * The places that must be there in each of some states, and are not or say nothing; each with the state from which it
 * must.
 */
export function* absentStatements(
  item: JudgedItem,
  possible = possibleStates(item),
): Iterable<Statement & { readonly from: State }> {
  const { statements, states } = item
  for (const statement of statements) {
    const { place, found, unreadable, states: placeStates } = statement
    const requiredState = place.requiredFrom === undefined ? undefined : states.named([place.requiredFrom])[0]
    if (
      !requiredState ||
      unreadable ||
      possible.some((state) => states.list.indexOf(state) < states.list.indexOf(requiredState))
    )
      continue
    // A computed place is there where it says something.
    if (place.written.length === 0 && placeStates.length > 0) continue
    if (found && (found.isCollection || !isEmptyValue(found.text))) continue
    yield { ...statement, from: requiredState }
  }
}
