import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inSession, sample, ways } from '../../examples.ts'
import { isState } from '../../states.ts'
import { about, type SessionSubject } from '../../subjects.ts'

export const stateHistory: Rule<SessionSubject> = {
  code: 'GOV_STATE_HISTORY',
  strict: 'error',
  soft: 'error',
  summary: 'The last entry of `stateHistory` is not `sessionState`, or the last but one is not `previousState`.',
  why: 'One of the two was edited without the other, and nobody can tell which is true.',
  repair: 'Make them agree.',
  examples() {
    return {
      bad: [
        { about: 'another state', head: inSession(ways.working, { sessionState: 'beginning' }) },
        { about: 'another state before', head: inSession(ways.working, { previousState: 'compacted' }) },
        { about: 'a state before the first', head: inSession(ways.beginning, { previousState: 'between_turn' }) },
        { about: 'none before the second', head: inSession(ways.working, { previousState: null }) },
      ],
      good: [
        { about: 'they agree', head: sample },
        { about: 'nothing is said of the one before', head: inSession(ways.working, { previousState: undefined }) },
      ],
    }
  },
  *check({ session: { file, history, state, target } }) {
    const [last, before] = [history.at(-1), history.at(-2)]
    const hint = msg`Make ${'sessionState'}, ${'previousState'} and ${'stateHistory'} agree.`
    if (last?.state && state && last.state !== state)
      yield {
        message: msg`Unexpected last state ${last.state}, expected ${state} as ${'sessionState'} says`,
        hint,
        place: file.place('stateHistory', last.index),
        ...about(target),
      }
    const previous = file.value('previousState')
    if (!last || (previous !== null && !isState(previous)) || (before && !before.state)) return
    const expected = before?.state ?? null
    if (previous !== expected)
      yield {
        message: msg`Unexpected ${'previousState'} ${previous}, expected ${expected}`,
        hint,
        place: file.place('previousState'),
        ...about(target),
      }
  },
}
