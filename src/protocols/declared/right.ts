import { commandWord, msg } from '../../core/message.ts'
import type { State } from './language/workflow.ts'
import type { JudgedItem, Statement } from './model.ts'

/** The state that the places of an item are to say: that of `truth`, or the one that all of them have in common; `undefined`: a person chooses. */
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

/** The commands that say which place of an item is right. */
export const syncChoices = (target: string, statements: readonly Pick<Statement, 'place'>[]): string =>
  statements.map(({ place }) => msg`${`/sync ${commandWord(target)} --from ${commandWord(place.name)}`}`).join(' or ')
