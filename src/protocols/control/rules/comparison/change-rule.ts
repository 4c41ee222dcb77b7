import type { Place } from '../../../../core/diagnostic.ts'
import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import type { Mend } from '../../repair.ts'
import type { ChangeSubject } from '../../subjects.ts'

interface ChangeFacts extends RuleFacts {
  readonly found: (change: ChangeSubject) => boolean
  /** Sentences by `msg`. */
  readonly message: (change: ChangeSubject) => string
  readonly mend: (change: ChangeSubject) => Mend
  readonly place: (change: ChangeSubject) => Place
}

/** A rule about what became of accept.json and handback.json. */
export function changeRule({ found, message, mend, place, ...facts }: ChangeFacts): Rule<ChangeSubject> {
  return {
    ...facts,
    *check(change) {
      if (!found(change)) return
      const { accept, handback, target } = change.stage
      yield {
        message: message(change),
        ...mend(change),
        place: place(change),
        target,
        concerns: [accept.path, handback.path],
      }
    },
  }
}
