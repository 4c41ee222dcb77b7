import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { isWritten, knownInvocations } from '../../changed.ts'
import { change, marked, planPath, sample } from '../../examples.ts'
import type { ChangedSession } from '../../subjects.ts'
import { effectOf, pathsOf, titleOf, place } from './contract.ts'
import { planner } from './examples.ts'

export const effectOverwritten: Rule<ChangedSession> = {
  code: 'SUBAGENT_EFFECT_OVERWRITTEN',
  strict: 'error',
  soft: 'error',
  summary: 'A planner says that it initialized the session, and changed a file that was there before.',
  why: 'INITIALIZE creates: what was planned before would be lost.',
  repair: 'Use MODE `UPDATE`.',
  examples() {
    return {
      bad: [
        { about: 'another plan', base: sample, head: planner('INITIALIZE', change(sample, { [planPath]: [['Count the', 'Count all']] })) },
      ],
      good: [
        { about: 'initialized before the change', base: sample, head: planner('INITIALIZE') },
        { about: 'the mark of a planning task, moved', base: marked(sample, 'plan-init', 'x', '/'), head: planner('INITIALIZE') },
      ],
    }
  },
  *check(subject) {
    const { session, before, model, modelBefore } = subject
    for (const message of knownInvocations(session, before)) {
      for (const word of effectOf(message)?.created ?? []) {
        const overwritten = pathsOf(word, message, session, before).some(
          (path) => modelBefore.view.entry(path) && model.view.entry(path) && isWritten(subject, path),
        )
        if (!overwritten) continue
        yield {
          message: msg`Unexpected effect of ${message.key}: ${titleOf(word, session)} was there before, and changed`,
          hint: msg`Use MODE ${'UPDATE'}.`,
          place: place(message),
          target: session.target,
        }
      }
    }
  },
}
