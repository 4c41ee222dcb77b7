import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { duplicates } from '../../../../documents/data.ts'
import { change, print, sample, session, sessionPath, state, statePath, ways } from '../../examples.ts'
import { filesOf } from '../../model.ts'
import { about, type Compared } from '../../subjects.ts'

export const duplicateKey: Rule<Compared> = {
  code: 'GOV_DUPLICATE_KEY',
  strict: 'error',
  soft: 'error',
  summary: 'A key stands twice in one object.',
  why: 'Some readers take the first and others the last, so that they disagree on what the file says.',
  repair: 'Remove one of the two.',
  examples() {
    return {
      bad: [
        { about: 'two phases', head: change(sample, { [statePath]: print(state()).replace('"phase"', '"phase": "plan",\n  "phase"') }) },
        {
          about: 'two states',
          head: change(sample, {
            [sessionPath()]: print(session(ways.working)).replace('"sessionState"', '"sessionState": "beginning",\n  "sessionState"'),
          }),
        },
        {
          about: 'in an anchor',
          head: change(sample, { [statePath]: print(state()).replace('"priority"', '"priority": "low",\n      "priority"') }),
        },
      ],
      good: [{ about: 'the same key in two objects', head: sample }],
    }
  },
  *check({ now }) {
    for (const { file, target } of filesOf(now)) {
      const { data } = file
      for (const { key, first } of data ? duplicates(data.root) : []) {
        yield {
          message: msg`Unexpected second key ${key.source}, expected each once`,
          hint: 'Remove one of the two: readers disagree on which one counts.',
          place: data?.document.span(key.start, key.end) ?? { path: file.path },
          related: data ? [{ ...data.document.span(first.start, first.end), message: 'the first' }] : [],
          ...about(target),
        }
      }
    }
  },
}
