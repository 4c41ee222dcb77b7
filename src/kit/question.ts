import type { CommandDiagnostic } from '../core/command.ts'
import type { Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import type { Target } from '../core/target.ts'

/** A question that control was returned with and that is unanswered. */
export interface OpenQuestion {
  /** In the agent's words. */
  readonly text: string
  /** What a command calls the target. */
  readonly called: string
  readonly target: string
  readonly place: Place
  /** The command that answers it. */
  readonly fix: string
}

/**
 * The refusal to grant a target whose question is unanswered: an agent that goes on without the answer works on a
 * guess.
 */
export const openQuestionDiagnostic = ({ text, called, target, place, fix }: OpenQuestion): CommandDiagnostic => ({
  code: 'QUESTION_OPEN',
  severity: 'error',
  message: msg`${called} waits for an answer: ${text}`,
  hint: msg`${`/accept ${called} --anyway`} grants control without an answer, and keeps the question.`,
  fix,
  place,
  target,
})

/** The question and the error that control was returned with, each by name; empty after a success. */
export const questionAndError = ({ question, error }: Target): readonly (readonly [name: string, text: string])[] => [
  ...(question === undefined ? [] : [['question', question] as const]),
  ...(error === undefined ? [] : [['error', error] as const]),
]
