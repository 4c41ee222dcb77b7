import type { Offer } from '../../../core/diagnostic.ts'
import { commandWord, msg } from '../../../core/message.ts'
import type { State } from '../language/workflow.ts'
import type { JudgedItem, Statement, WrittenStatement } from '../model.ts'
import { isEmptyValue } from '../reading/words.ts'
import { leadsTo } from './moves.ts'

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

/**
 * The state that the places of an item are to say: that of `truth`, or the one that all of them have in common;
 * `undefined`: a person chooses.
 */
export function rightState(
  { kind, statements, states, state, drifts }: JudgedItem,
  source = statements.find(({ place }) => place === kind.truth),
): State | undefined {
  if (!source) return drifts ? undefined : state
  // Where it says several states, one that the others say too is right.
  const isCommon = source.states.length > 1 && state && source.states.includes(state)
  return isCommon ? state : states.list.find((candidate) => source.states.includes(candidate))
}

/** The places that others can follow where none is declared to be right: a computed one follows none. */
export function sourcesIn(statements: readonly Statement[]): readonly Statement[] {
  const writtenStatements = statements.filter(({ found }) => found !== undefined)
  return writtenStatements.length > 1
    ? writtenStatements
    : writtenStatements.length === 0
      ? []
      : statements.filter(({ found }) => found === undefined)
}

/**
 * Those of some places that others may follow: against a base the ones to which moves lead from its state; and the only
 * one that has moved.
 */
export function legalSources(
  { kind, states }: JudgedItem,
  sources: readonly Statement[],
  before: JudgedItem | undefined,
): { readonly legal: readonly Statement[]; readonly moved?: Statement | undefined; readonly from?: State } {
  const [previousState] = before?.state ? states.named([before.state.name]) : []
  if (!previousState) return { legal: sources }
  const legal = sources.filter((source) => source.states.some((state) => leadsTo(kind, states, [previousState], state)))
  const moved = legal.filter((source) => !source.states.includes(previousState))
  return { legal, moved: moved.length === 1 ? moved[0] : undefined, from: previousState }
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

/** The commands that say which place of an item is right. */
export const syncChoices = (target: string, statements: readonly Pick<Statement, 'place'>[]): string =>
  statements.map(({ place }) => msg`${`/sync ${commandWord(target)} --from ${commandWord(place.name)}`}`).join(' or ')

/**
 * The places that must be there in each of some states, and are not or say nothing; each with the state from which it
 * must.
 */
export function* absentStatements(
  { statements, states }: JudgedItem,
  possible: readonly State[],
): Iterable<Statement & { readonly from: State }> {
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
