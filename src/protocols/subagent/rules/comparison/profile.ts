import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { inSession, laterSample, questionsPath, sample } from '../../examples.ts'
import type { ChangedSession } from '../../subjects.ts'

export const profileChanged: Rule<ChangedSession> = {
  code: 'SUBAGENT_PROFILE_CHANGED',
  strict: 'notice',
  soft: 'notice',
  summary: 'Another profile is detected before and after the change. The higher one holds.',
  why: 'Other markers and steps are legal from now on.',
  repair: 'Nothing has to be done, if that is meant. `protocols.subagent.profile` fixes one.',
  examples() {
    return {
      bad: [{ about: 'a dependency graph', base: sample, head: laterSample }],
      good: [
        { about: 'the same', base: laterSample, head: laterSample },
        {
          about: 'a fixed one',
          base: sample,
          head: { ...sample, [inSession('plan.questions.risks.md')]: sample[questionsPath] ?? '' },
          configuration: { profile: 'v1-3.x' },
        },
      ],
    }
  },
  *check({ session, before, model, modelBefore }) {
    const [now, then] = [model.session(session.path)?.profile, modelBefore.session(before.path)?.profile]
    if (now === undefined || then === undefined || now === then) return
    yield {
      message: msg`The profile is ${now}, and was ${then}: ${session.profile} holds`,
      place: { path: session.anchor, line: 1 },
      target: session.target,
    }
  },
}
