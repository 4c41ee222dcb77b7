import { commandWord, msg } from '../../../core/message.ts'
import type { State } from '../language/workflow.ts'
import type { JudgedItem, Statement } from '../model.ts'
import { leadsTo } from './moves.ts'

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

/** The commands that say which place of an item is right. */
export const syncChoices = (target: string, statements: readonly Pick<Statement, 'place'>[]): string =>
  statements.map(({ place }) => msg`${`/sync ${commandWord(target)} --from ${commandWord(place.name)}`}`).join(' or ')
