import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { isChanged, isFinal, knownInvocations } from '../../changed.ts'
import { change, inMessage, messagePath, payloads, planPath, sample, withMessage } from '../../examples.ts'
import type { Message } from '../../reading/message.ts'
import { targetOf, type ChangedSession } from '../../subjects.ts'
import { artifactsOf } from '../messages/missing.ts'

/** The messages whose pair had a final output before the change. */
const settled = ({ before }: ChangedSession): readonly Message[] =>
  before.messages.filter(({ key }) => {
    const output = before.message(key, 'output')
    return output !== undefined && isFinal(output)
  })

const about = ({ session }: ChangedSession, { task }: Message) => (task === undefined ? session.target : targetOf(session, task))
const planned = 'planner.INITIALIZE.1.input'

export const messageChanged: Rule<ChangedSession> = {
  code: 'MESSAGE_CHANGED',
  strict: 'error',
  soft: 'error',
  summary: 'A message changed whose invocation was finished.',
  why: 'It is the record of what was asked and answered.',
  repair: 'Bring it back. What is asked anew has a message of its own.',
  examples() {
    return {
      bad: [{ about: 'the input', base: inMessage(planned), head: inMessage(planned, ['Count words.', 'Count lines.']) }],
      good: [
        {
          about: 'an input in flight',
          base: change(inMessage(planned), { [messagePath('planner.INITIALIZE.1.output')]: null }),
          head: change(inMessage(planned, ['Count words.', 'Count lines.']), { [messagePath('planner.INITIALIZE.1.output')]: null }),
        },
      ],
    }
  },
  *check(subject) {
    const { model, modelBefore } = subject
    for (const message of settled(subject)) {
      if (!model.view.entry(message.path) || !isChanged(model, modelBefore, message.path)) continue
      yield {
        message: msg`Unexpected change of ${message.path}, expected it as it was`,
        hint: 'Bring it back.',
        place: { path: message.path, line: 1 },
        target: about(subject, message),
      }
    }
  },
}

export const messageRemoved: Rule<ChangedSession> = {
  code: 'MESSAGE_REMOVED',
  strict: 'warning',
  soft: 'warning',
  summary: 'A message is gone whose invocation was finished.',
  why: 'It is the record of what was asked and answered.',
  repair: 'Bring it back.',
  examples() {
    return {
      bad: [
        {
          about: 'both',
          base: inMessage(planned),
          head: change(inMessage(planned), { [messagePath(planned)]: null, [messagePath('planner.INITIALIZE.1.output')]: null }),
        },
      ],
      good: [
        { about: 'an input in flight', base: withMessage(sample, 'planner.UPDATE.1.input', payloads.plannerInput('UPDATE')), head: sample },
      ],
    }
  },
  *check(subject) {
    for (const message of settled(subject)) {
      if (subject.model.view.entry(message.path)) continue
      yield {
        message: msg`Missing ${message.path}, which was there before`,
        hint: 'Bring it back.',
        place: { path: subject.session.anchor, line: 1 },
        target: about(subject, message),
      }
    }
  },
}

const updated = (created: readonly string[], changed: readonly string[]) =>
  withMessage(
    change(sample, { [planPath]: [['Count the words', 'Count all words']] }),
    'planner.UPDATE.1.output',
    { ...payloads.plannerOutput, artifacts_created: created, artifacts_updated: changed },
    payloads.plannerInput('UPDATE'),
  )

export const artifactUnchanged: Rule<ChangedSession> = {
  code: 'MESSAGE_ARTIFACT_UNCHANGED',
  strict: 'warning',
  soft: 'warning',
  summary: 'A planner says that it created what was there before, or updated what is as before.',
  why: 'What it says did not happen.',
  repair: 'Mend the lists of artifacts.',
  examples() {
    return {
      bad: [
        { about: 'created, and was there', base: sample, head: updated(['plan.md'], []) },
        { about: 'updated, and is the same', base: sample, head: updated([], ['plan.md', 'tasks.md']) },
      ],
      good: [{ about: 'updated', base: sample, head: updated([], ['plan.md']) }],
    }
  },
  *check({ session, before, model, modelBefore }) {
    for (const message of knownInvocations(session, before)) {
      if (message.agent !== 'planner' || message.status !== 'completed' || before.message(message.key, 'output')) continue
      for (const { text, place, paths } of artifactsOf(message, session, 'artifacts_created'))
        if (paths.some((path) => modelBefore.view.entry(path)))
          yield {
            message: msg`Unexpected artifact ${text}: it was there before`,
            hint: msg`Name it in ${'artifacts_updated'}.`,
            place,
            target: session.target,
          }
      for (const { text, place, paths } of artifactsOf(message, session, 'artifacts_updated'))
        if (paths.some((path) => model.view.entry(path)) && !paths.some((path) => isChanged(model, modelBefore, path)))
          yield { message: msg`Unexpected artifact ${text}: it is as before`, hint: 'Leave it out.', place, target: session.target }
    }
  },
}
