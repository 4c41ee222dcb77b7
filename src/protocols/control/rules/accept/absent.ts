import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { acceptPath, change, returnedSample, sample } from '../../examples.ts'
import type { StageSubject } from '../../subjects.ts'

export const acceptAbsent: Rule<StageSubject> = {
  code: 'ACCEPT_ABSENT',
  strict: 'notice',
  soft: 'notice',
  summary: 'There is a `handback.json` and no `accept.json`: control was returned that was never granted in writing.',
  why: 'It is only said. Runs from before grants were written have none, and nothing depends on it.',
  repair: 'Nothing has to be done.',
  examples() {
    return {
      bad: [{ about: 'an answer alone', head: change(returnedSample, { [acceptPath]: null }) }],
      good: [
        { about: 'both', head: returnedSample },
        { about: 'neither', head: sample },
      ],
    }
  },
  *check({ stage: { accept, handback, target } }) {
    if (accept.there || !handback.there) return
    yield {
      message: msg`Missing ${'accept.json'} beside ${'handback.json'}`,
      hint: 'This is only said; nothing has to be done.',
      place: { path: handback.path, line: 1 },
      target,
      concerns: [accept.path],
    }
  },
}
