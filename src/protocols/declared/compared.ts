import type { PlaceComparison, PlaceValue } from '../../core/compared.ts'
import type { Model, Statement } from './model.ts'

/** What places say, as board and history show it. */
export const saidOf = (said: readonly Statement[]): readonly PlaceValue[] =>
  said.map(({ place, found, states }) => ({ place: place.name, value: found ? found.text : states.map(({ name }) => name).join(' or ') }))

export function* compared({ items, judge }: Model): Iterable<PlaceComparison> {
  for (const item of items) {
    const { target, said, drifts } = judge(item)
    const speaking = said.filter(({ states, ambiguous }) => states.length > 0 && !ambiguous)
    if (speaking.length > 1) yield { code: 'ITEM_STATE_DRIFT', target, subject: 'state', said: saidOf(speaking), agrees: !drifts }
  }
}
