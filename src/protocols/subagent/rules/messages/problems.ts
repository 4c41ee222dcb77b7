import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import type { MessageCode } from '../../reading/message.ts'
import { targetOf, type MessageSubject } from '../../subjects.ts'

interface ProblemFacts extends RuleFacts {
  readonly code: MessageCode
  /** A sentence by `msg`. */
  readonly hint: string
}

/** A rule about what is wrong with a message by itself: the reading found it. */
export function problemRule({ hint, ...facts }: ProblemFacts): Rule<MessageSubject> {
  return {
    ...facts,
    *check({ message, session }) {
      const task = 'task' in message ? message.task : undefined
      for (const { code, message: said, place } of message.problems)
        if (code === facts.code) yield { message: said, hint, place, target: task === undefined ? session.target : targetOf(session, task) }
    },
  }
}
