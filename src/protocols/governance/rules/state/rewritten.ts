import { each, type Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, emptySample, entry, inState, sample, state, statePath, time } from '../../examples.ts'
import { continues } from '../../reading/equal.ts'
import { limits } from '../../schema.ts'
import { about, stateChanges, type Compared, type StateSubject } from '../../subjects.ts'

export const stateRewritten: Rule<Compared> = {
  code: 'GOV_STATE_REWRITTEN',
  strict: 'error',
  soft: 'error',
  summary: 'The change gives the state file another `initialized` or a lower `validationCount`, or deletes it.',
  why: 'The framework starts over, and what was decided and done before is lost.',
  repair: 'Bring back what stood there.',
  examples() {
    return {
      bad: [
        { about: 'another beginning', base: sample, head: inState({ initialized: time('07:10') }) },
        { about: 'a lower count', base: sample, head: inState({ validationCount: 2 }) },
        { about: 'it was deleted', base: emptySample, head: change(emptySample, { [statePath]: null }) },
      ],
      good: [
        { about: 'a higher count', base: sample, head: inState({ validationCount: 4 }) },
        { about: 'it is new', base: change(emptySample, { [statePath]: null }), head: emptySample },
      ],
    }
  },
  *check({ now, before }) {
    const [is, was] = [now.state.file, before?.state.file]
    const hint = 'Bring back what stood there.'
    if (was?.there === true && !is.there)
      yield { message: msg`Missing ${is.path}, expected it as it was`, hint, place: { path: is.path }, ...about(before?.brain) }
    if (!was?.data || !is.data) return
    const [then, first] = [was.number('validationCount'), was.text('initialized')]
    const count = is.number('validationCount') ?? 0
    if (first !== undefined && is.has('initialized') && is.text('initialized') !== first)
      yield {
        message: msg`Unexpected change of ${'initialized'}, expected ${first}`,
        hint,
        place: is.place('initialized'),
        ...about(now.brain),
      }
    if (then !== undefined && count < then)
      yield {
        message: msg`Unexpected ${'validationCount'} ${count}, expected ${then} or more`,
        hint,
        place: is.place('validationCount'),
        ...about(now.brain),
      }
  },
}

const entries = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => entry(`task:${from + index}`, '08:00'))
const inHistory = (from: number, to: number) => change(sample, { [statePath]: state({ history: entries(from, to) }) })

const historyRewrittenRule: Rule<StateSubject> = {
  code: 'GOV_HISTORY_REWRITTEN',
  strict: 'error',
  soft: 'error',
  summary: 'The history does not go on where it ended: entries are changed, or missing though it is not full.',
  why: 'The history is what happened; only its oldest entries give way, when there are 50.',
  repair: 'Bring back what stood there, and append only.',
  examples() {
    return {
      bad: [
        { about: 'an entry went', base: inHistory(1, 5), head: inHistory(2, 6) },
        { about: 'it begins anew', base: inHistory(1, 5), head: inHistory(6, 6) },
        {
          about: 'an entry says something else',
          base: inHistory(1, 2),
          head: inState({ history: [entry('task:1', '08:00'), entry('task:3', '08:00')] }),
        },
      ],
      good: [
        { about: 'appended', base: inHistory(1, 5), head: inHistory(1, 7) },
        { about: 'it is full', base: inHistory(1, 50), head: inHistory(4, 53) },
        { about: 'it is full of new entries', base: inHistory(1, 5), head: inHistory(6, 55) },
      ],
    }
  },
  *check({ model, now, before }) {
    if (continues(before.file.list('history'), now.file.list('history'), limits.history)) return
    yield {
      message: msg`Unexpected ${'history'}, expected the entries of before and new ones behind them`,
      hint: 'Bring back what stood there, and append only.',
      place: now.file.place('history'),
      ...about(model.brain),
    }
  },
}

export const historyRewritten: readonly Rule<Compared>[] = each(stateChanges, [historyRewrittenRule])
