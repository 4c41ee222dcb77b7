import { fencedBlock, msg, visibleLine } from '../../../core/message.ts'
import { type Call, command, usageLine } from '../../../kit/command.ts'
import { freeText } from '../../../kit/words.ts'
import { nameIn, type ControlModel, type Stage } from '../model.ts'
import { newestAnswer } from '../targets.ts'
import { effects } from '../states.ts'
import { answerText, cleanText, grantChanges, nextAnswerPath, questionOf, replacedPaths } from '../writing/writing.ts'
import { olderGrantWarnings } from './accept.ts'
import { violation, invalidHandbackDiagnostics, replacedGrantWarnings } from './diagnostics.ts'
import { stage as stageTarget } from './stage.ts'

const replyOf = ({ name }: Stage, question: string, text: string): string =>
  fencedBlock('text', [
    `Answer: ${name}`,
    `Question: ${visibleLine(question, 1000)}`,
    `Answer: ${visibleLine(text, 1000)}`,
  ])

/**
 * What a text answers: the question that control came back with, one that control was granted without an answer to, or
 * again the last one.
 */
interface AnsweredQuestion {
  readonly text: string
  readonly to: 'question' | 'late' | 'again'
  readonly question: string
}

/** `undefined`: the agent has asked nothing. */
function questionAnsweredBy({
  target: stage,
  rest,
}: Pick<Call<ControlModel, Stage>, 'target' | 'rest'>): AnsweredQuestion | undefined {
  const text = cleanText(freeText(rest))
  const question = effects[stage.state].answer === 'do' ? questionOf(stage) : undefined
  if (question !== undefined) return { text, to: 'question', question }
  const lastAnswer = stage.state === 'granted' ? newestAnswer(stage.answers)?.answer.value : undefined
  if (lastAnswer?.answer === text) return { text, to: 'again', question: lastAnswer.question }
  return lastAnswer?.answer === null ? { text, to: 'late', question: lastAnswer.question } : undefined
}

/** Answers a question and grants control again (docs/control.md, "Commands"). */
export const answer = command({
  name: 'answer',
  summary:
    'Answers the question of an agent and grants it control again: the answer is in `answers/`, next to the question.',
  examples: ['/answer explore "The brief is in the wiki"'],
  target: stageTarget,
  text: 'TEXT',
  prepare: questionAnsweredBy,

  preconditions: [
    {
      code: 'CONTROL_TEXT_MISSING',
      *violations({ target: stage, rest, usage }) {
        if (cleanText(freeText(rest)) === '')
          yield violation(stage, msg`Missing text, expected the answer`, { hint: usageLine(usage) })
      },
    },
    {
      violations: ({ target: stage }) =>
        effects[stage.state].answer === 'invalid' ? invalidHandbackDiagnostics(stage) : [],
    },
    {
      code: 'HANDBACK_NOT_QUESTION',
      *violations({ target: stage, prepared: answeredQuestion }) {
        if (answeredQuestion) return
        const hint =
          effects[stage.state].accept === 'do'
            ? msg`${`/accept ${nameIn(stage)}`} grants control without one.`
            : msg`The agent has control already: ${`/handback ${nameIn(stage)} success`} ends its work.`
        const message = msg`Unexpected answer in the state ${stage.state}, expected a question first`
        yield violation(stage, message, { hint })
      },
    },
  ],

  run({ target: stage, prepared, at }) {
    const { text, to, question } = prepared as AnsweredQuestion
    if (to === 'again')
      return { outcome: 'unchanged', reply: msg`Answered already: the agent holds ${nameIn(stage)}.`, diagnostics: [] }
    const answerChange = [nextAnswerPath(stage), answerText(question, text, at)] as const
    const reply = replyOf(stage, question, text)
    // Control was granted without an answer: the agent finds it next to the question, late as it is.
    if (to === 'late') return { outcome: 'changed', changes: new Map([answerChange]), reply, diagnostics: [] }
    return {
      outcome: 'changed',
      changes: grantChanges(stage, at).set(...answerChange),
      discards: replacedPaths(stage, 'grant'),
      reply,
      diagnostics: [...replacedGrantWarnings(stage), ...olderGrantWarnings(stage, at)],
    }
  },
})
