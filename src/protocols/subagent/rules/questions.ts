import { msg } from '../../../core/message.ts'
import { allowedValues, misnumberedIndex } from '../reading/questions.ts'
import { askedTexts, keptCycles, previousCycles } from './mends/questions.ts'
import { questions, type SubagentRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'

export const questionRules: SubagentRules = {
  name: 'questions',
  title: 'Questions: `plan.questions.md`',
  rules: [
    overParts(questions, [
      {
        code: 'QUESTIONS_CYCLE_ORDER',
        strict: 'error',
        soft: 'warning',
        summary: 'The cycles of questions are not 1, 2, 3 … in this order, each once; or there is none.',
        why: 'Cycles are appended: answers and messages refer to their numbers.',
        repair: 'Number them in order.',
        *check({ file }) {
          const { cycles, document, path } = file
          const wrongIndex = misnumberedIndex(file)
          if (wrongIndex === -1 && cycles.length > 0) return
          const { line, cycle: number } = cycles[wrongIndex] ?? {}
          yield {
            message:
              line === undefined
                ? msg`Missing heading ${'Cycle 1'}`
                : msg`Unexpected cycle ${number ?? 0}, expected ${wrongIndex + 1}`,
            hint: 'Number the cycles in order.',
            place: line === undefined ? { path, line: 1 } : document.place(line),
          }
        },
      },
      {
        code: 'QUESTIONS_FIELD_VALUE',
        strict: 'warning',
        soft: 'notice',
        summary:
          'Category, Priority, Status or Confidence of a question has a value that is not allowed; or the overview names another session.',
        why: 'The orchestrator counts questions by these words.',
        repair: 'Write one of the allowed words.',
        *check({ file: { cycles, session: overviewSession, document }, session: { id } }) {
          if (overviewSession && overviewSession.text !== id)
            yield {
              message: msg`Unexpected session ${overviewSession.text}, expected ${id}`,
              hint: 'Write the id of this session.',
              place: document.place(overviewSession.line),
            }
          for (const { name, text, line } of cycles.flatMap(({ questions }) =>
            questions.flatMap(({ values }) => values),
          )) {
            const allowedWords = allowedValues[name]
            if (!allowedWords || allowedWords.includes(text)) continue
            yield {
              message: msg`Unexpected ${name} ${text}, expected one of ${allowedWords}`,
              hint: 'Write one of these.',
              place: document.place(line),
            }
          }
        },
      },
      {
        code: 'QUESTIONS_ANSWER_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary: 'A question is Answered, and has no Answer or no Source.',
        why: 'An answer without a source is a guess.',
        repair: 'Write both, or another status.',
        *check({ file: { cycles, document } }) {
          for (const question of cycles.flatMap(({ questions }) => questions)) {
            const missingFields = ['answer', 'source'].filter((name) => question.get(name) === undefined)
            if (question.get('status') !== 'Answered' || missingFields.length === 0) continue
            yield {
              message: msg`Missing fields of a question that is ${'Answered'}: ${missingFields}`,
              hint: 'Write them, or another status.',
              place: document.place(question.line),
            }
          }
        },
      },
      {
        code: 'QUESTIONS_LIMIT',
        strict: 'warning',
        soft: 'notice',
        summary: 'There are more cycles of questions than `limits.cycles`.',
        why: 'Questions that go on forever keep the work from beginning.',
        repair: 'Begin with what is known, or raise `protocols.subagent.limits.cycles`.',
        *check({ file: { cycles, document }, model }) {
          const { cycles: limit } = model.configuration.limits
          const excessCycle = limit === 0 ? undefined : cycles.find((cycle) => cycle.cycle > limit)
          if (excessCycle)
            yield {
              message: msg`Unexpected cycle ${excessCycle.cycle}, expected at most ${limit}`,
              hint: 'Begin with what is known.',
              place: document.place(excessCycle.line),
            }
        },
      },
    ]),
    overParts(previousCycles, [
      {
        code: 'QUESTIONS_CYCLE_REMOVED',
        strict: 'error',
        soft: 'error',
        summary: 'A cycle of questions is gone.',
        why: 'The plan rests on its answers.',
        hint: 'Restore it: cycles are appended.',
        *check({ file: { path }, cycle, cycleBefore }) {
          if (!cycle)
            yield {
              message: msg`Missing cycle ${cycleBefore.cycle}, which was there before`,
              place: { path, line: 1 },
            }
        },
      },
    ]),
    overParts(keptCycles, [
      {
        code: 'QUESTIONS_QUESTION_CHANGED',
        strict: 'error',
        soft: 'error',
        summary: 'A question is no longer in its cycle.',
        why: 'Its answer would belong to another question.',
        hint: 'Restore it; ask again in the next cycle.',
        *check({ file, cycle, cycleBefore }) {
          for (const { text } of cycleBefore.questions)
            if (!askedTexts(cycle).has(text))
              yield {
                message: msg`Missing question ${text} in cycle ${cycle.cycle}`,
                place: file.document.place(cycle.line),
              }
        },
      },
      {
        code: 'QUESTIONS_ANSWER_CHANGED',
        strict: 'error',
        soft: 'error',
        summary: 'A question of an earlier cycle that was Answered has another answer.',
        why: 'Later cycles and the plan rest on it.',
        hint: 'Restore it; ask again in the next cycle.',
        *check({ file, cycle, cycleBefore, wasLast }) {
          const byText = new Map(cycle.questions.toReversed().map((question) => [question.text, question]))
          for (const questionBefore of wasLast ? [] : cycleBefore.questions) {
            const question = byText.get(questionBefore.text)
            const answerBefore = questionBefore.get('status') === 'Answered' ? questionBefore.get('answer') : undefined
            if (question && answerBefore !== undefined && question.get('answer') !== answerBefore)
              yield {
                message: msg`Unexpected answer to ${questionBefore.text}, expected it as before`,
                place: file.document.place(question.line),
              }
          }
        },
      },
    ]),
  ],
}
