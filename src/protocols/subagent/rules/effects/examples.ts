import { change, payloads, questionsPath, sample, withMessage } from '../../examples.ts'

/** Files in which a planner says that it is done. */
export const planner = (mode: string, files = sample) =>
  withMessage(
    files,
    `planner.${mode}.1.output`,
    { ...payloads.plannerOutput, status: mode === 'DISCOVERY' ? 'needs_qa_cycle' : 'completed' },
    payloads.plannerInput(mode),
  )

/** Files in which a questioner says that it has asked. */
export const asked = (files = sample) =>
  withMessage(files, 'questioner.BRAINSTORM.c1.output', payloads.brainstorm, payloads.questionerInput('BRAINSTORM'))

export const withoutQuestions = change(sample, { [questionsPath]: null })
