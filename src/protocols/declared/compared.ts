import type { PlaceComparison, PlaceValue } from '../../core/compared.ts'
import type { Model, Statement } from './model.ts'
import { isClear } from './states/statements.ts'

/** What places say, as board and history show it. */
export const placeValuesOf = (statements: readonly Statement[]): readonly PlaceValue[] =>
  statements.map(({ place, found, states }) => ({
    place: place.name,
    value: found ? found.text : states.map(({ name }) => name).join(' or '),
  }))

export function* placeComparisons({ items, judge }: Model): Iterable<PlaceComparison> {
  for (const item of items) {
    const { target, statements, drifts } = judge(item)
    const statementsWithState = statements.filter(isClear)
    if (statementsWithState.length > 1)
      yield {
        code: 'ITEM_STATE_DRIFT',
        target,
        subject: 'state',
        said: placeValuesOf(statementsWithState),
        agrees: !drifts,
      }
  }
}
