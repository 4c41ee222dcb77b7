import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  change,
  inMessage,
  messagePath,
  messageText,
  messagesSample,
  payloads,
  questionsPath,
  sample,
  withMessage,
} from '../../examples.ts'
import { exists } from '../../changed.ts'
import { isUnsafe, meantBy } from '../../paths.ts'
import type { Message } from '../../reading/message.ts'
import type { Session } from '../../session.ts'
import type { MessageSubject } from '../../subjects.ts'
import { isRead } from './read.ts'

/** The artifacts that a planner names, with their paths in the repository. */
export const artifactsOf = (message: Message, session: Session, key: 'artifacts_created' | 'artifacts_updated') =>
  (message.content?.texts(key) ?? []).flatMap(({ text, place }) => {
    if (isUnsafe(text)) return []
    const path = meantBy(text, session)
    const isInstructions = path === `${session.path}/${session.id}.instructions.md`
    return [{ text, place, paths: isInstructions ? [path, `${session.path}.instructions.md`] : [path] }]
  })

export const artifactMissing: Rule<MessageSubject> = {
  code: 'MESSAGE_ARTIFACT_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A planner completed, and an artifact that it names does not exist.',
  why: 'The next agent will look for it.',
  repair: 'Write the artifact, or leave it out.',
  examples() {
    return {
      bad: [{ about: 'not there', head: inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '"design.md"']) }],
      good: [
        {
          about: 'from the root',
          head: inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '".ralph-sessions/260131-144400/plan.md"']),
        },
        { about: 'the instructions', head: inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '"260131-144400.instructions.md"']) },
      ],
    }
  },
  *check({ message, session, model }) {
    if (!isRead(message) || message.agent !== 'planner' || message.status !== 'completed') return
    for (const { text, place, paths } of [
      ...artifactsOf(message, session, 'artifacts_created'),
      ...artifactsOf(message, session, 'artifacts_updated'),
    ]) {
      if (paths.some((path) => exists(model.view, path))) continue
      yield {
        message: msg`Missing artifact ${text}, expected it to be there`,
        hint: 'Write it, or leave it out.',
        place,
        target: session.target,
      }
    }
  },
}

export const cycleMissing: Rule<MessageSubject> = {
  code: 'QUESTIONS_CYCLE_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A questioner completed a cycle that no questions file has.',
  why: 'Its questions are nowhere to be read.',
  repair: 'Append the cycle to `plan.questions.md`.',
  examples() {
    return {
      bad: [
        {
          about: 'no such cycle',
          head: withMessage(sample, 'questioner.RESEARCH.c2.output', payloads.research, payloads.questionerInput('RESEARCH', 2)),
        },
        {
          about: 'no questions',
          head: change(inMessage('questioner.BRAINSTORM.c1.output'), { [questionsPath]: null }),
        },
      ],
      good: [
        { about: 'a cycle', head: messagesSample },
        {
          about: 'blocked',
          head: {
            ...sample,
            [messagePath('questioner.RESEARCH.c2.output')]: messageText('questioner', 'output', { status: 'blocked' }),
            [messagePath('questioner.RESEARCH.c2.input')]: messageText('questioner', 'input', payloads.questionerInput('RESEARCH', 2)),
          },
        },
      ],
    }
  },
  *check({ message, session }) {
    if (!isRead(message) || message.agent !== 'questioner' || message.status !== 'completed') return
    if (session.questions.some(({ cycles }) => cycles.some(({ cycle }) => cycle === message.number))) return
    yield {
      message: msg`Missing cycle ${message.number} of questions`,
      hint: msg`Append it to ${'plan.questions.md'}.`,
      place: message.content.place('status'),
      target: session.target,
    }
  },
}
