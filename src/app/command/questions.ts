import { Fault } from '../../core/fault.ts'

/** A question that has no answer yet. Not a fault: the caller that catches it reads the answer, and begins again. */
class MissingAnswerError extends Error {
  override readonly name = 'MissingAnswerError'
  readonly load: () => Promise<void>
  constructor(load: () => Promise<void>) {
    super('Something is needed that is not loaded yet.')
    this.load = load
  }
}

/** Answers by question; a missing one is thrown as a question, and its catcher loads it. */
export function memory<Answer>() {
  const answers = new Map<string, { readonly answer: Answer }>()
  return (question: string, ask: () => Promise<Answer>): Answer => {
    const knownAnswer = answers.get(question)
    if (knownAnswer) return knownAnswer.answer
    throw new MissingAnswerError(async () => void answers.set(question, { answer: await ask() }))
  }
}

/** Room for two files read to the end, and some more. */
const maxQuestions = 1100

/**
 * Runs work that needs asynchronous answers, and cannot wait for them: exactly the missing ones are loaded, and the
 * work is done again.
 * @throws Fault if too many answers are needed.
 */
export async function withAnswers<Result>(make: () => Result | Promise<Result>): Promise<Result> {
  for (let count = 0; count < maxQuestions; count++) {
    try {
      return await make()
    } catch (missing) {
      if (!(missing instanceof MissingAnswerError)) throw missing
      await missing.load()
    }
  }
  throw new Fault('The history of this branch was queried too often.', { hint: 'Name the commit that is meant.' })
}
