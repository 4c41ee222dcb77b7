import { Fault } from '../core/fault.ts'

/** The answer to a question, or the Fault that keeps us from it. */
export const resultOf = <Answer>(question: Promise<Answer>): Promise<Answer | Fault> =>
  question.catch((error: unknown) => {
    if (error instanceof Fault) return error
    throw error
  })
