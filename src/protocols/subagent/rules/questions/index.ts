import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, inQuestions, questionsPath, sample } from '../../examples.ts'
import { allowedValues } from '../../reading/questions.ts'
import type { QuestionsSubject } from '../../subjects.ts'

const cycle = (number: number) => `\n### Cycle ${number}\n\n1. Is it fast?\n    - **Status**: Unanswered\n`
const withCycles = (...numbers: readonly number[]) =>
  change(sample, { [questionsPath]: (sample[questionsPath] ?? '') + numbers.map(cycle).join('') })

export const cycleOrder: Rule<QuestionsSubject> = {
  code: 'QUESTIONS_CYCLE_ORDER',
  strict: 'error',
  soft: 'warning',
  summary: 'The cycles of questions are not 1, 2, 3 … in this order, each once; or there is none.',
  why: 'Cycles are appended: answers and messages refer to their numbers.',
  repair: 'Number them in order.',
  examples() {
    return {
      bad: [
        { about: 'a gap', head: withCycles(3) },
        { about: 'twice', head: withCycles(1) },
        { about: 'none', head: change(sample, { [questionsPath]: '# Questions\n' }) },
      ],
      good: [{ about: 'in order', head: withCycles(2, 3) }],
    }
  },
  *check({ file: { cycles, document, path }, session: { target } }) {
    const wrong = cycles.findIndex((each, index) => each.cycle !== index + 1)
    if (wrong === -1 && cycles.length > 0) return
    const { line, cycle: number } = cycles[wrong] ?? {}
    yield {
      message: line === undefined ? msg`Missing heading ${'Cycle 1'}` : msg`Unexpected cycle ${number ?? 0}, expected ${wrong + 1}`,
      hint: 'Number the cycles in order.',
      place: line === undefined ? { path, line: 1 } : document.place(line),
      target,
    }
  },
}

export const questionValue: Rule<QuestionsSubject> = {
  code: 'QUESTIONS_FIELD_VALUE',
  strict: 'warning',
  soft: 'notice',
  summary:
    'Category, Priority, Status or Confidence of a question has another value than there are; or the overview names another session.',
  why: 'The orchestrator counts questions by these words.',
  repair: 'Write one of the words that there are.',
  examples() {
    return {
      bad: [
        { about: 'a status', head: inQuestions(['**Status**: Unanswered', '**Status**: Open']) },
        { about: 'a category', head: inQuestions(['Technical', 'Technology']) },
        { about: 'another session', head: inQuestions(['260131-144400', '260131-144401']) },
      ],
      good: [
        {
          about: 'template text',
          head: inQuestions(['**Status**: Unanswered', '**Status**: Unanswered | Answered'], ['Constraints', '[Category]']),
        },
      ],
    }
  },
  *check({ file: { cycles, session: named, document }, session: { id, target } }) {
    if (named && named.text !== id)
      yield {
        message: msg`Unexpected session ${named.text}, expected ${id}`,
        hint: 'Write the id of this session.',
        place: document.place(named.line),
        target,
      }
    for (const { name, text, line } of cycles.flatMap(({ questions }) => questions.flatMap(({ values }) => values))) {
      const allowed = allowedValues[name]
      if (!allowed || allowed.includes(text)) continue
      yield {
        message: msg`Unexpected ${name} ${text}, expected one of ${allowed}`,
        hint: 'Write one of these.',
        place: document.place(line),
        target,
      }
    }
  },
}

export const answerMissing: Rule<QuestionsSubject> = {
  code: 'QUESTIONS_ANSWER_MISSING',
  strict: 'warning',
  soft: 'notice',
  summary: 'A question is Answered, and has no Answer or no Source.',
  why: 'An answer without a source is a guess.',
  repair: 'Write both, or another status.',
  examples() {
    return {
      bad: [
        { about: 'no source', head: inQuestions(['    - **Source**: docs/words.md\n', '']) },
        { about: 'no answer', head: inQuestions(['What stands between blanks.', '[…]']) },
      ],
      good: [{ about: 'both, in nested items', head: inQuestions(['**Source**: docs/words.md', '**Source**:\n        - docs/words.md']) }],
    }
  },
  *check({ file: { cycles, document }, session: { target } }) {
    for (const question of cycles.flatMap(({ questions }) => questions)) {
      const missing = ['answer', 'source'].filter((name) => question.get(name) === undefined)
      if (question.get('status') !== 'Answered' || missing.length === 0) continue
      yield {
        message: msg`Missing fields of a question that is ${'Answered'}: ${missing}`,
        hint: 'Write them, or another status.',
        place: document.place(question.line),
        target,
      }
    }
  },
}

export const cycleLimit: Rule<QuestionsSubject> = {
  code: 'QUESTIONS_LIMIT',
  strict: 'warning',
  soft: 'notice',
  summary: 'There are more cycles of questions than `limits.cycles`.',
  why: 'Questions that go on for ever keep the work from beginning.',
  repair: 'Begin with what is known, or raise `protocols.subagent.limits.cycles`.',
  examples() {
    return {
      bad: [{ about: 'a fourth', head: withCycles(2, 3, 4) }],
      good: [
        { about: 'a third', head: withCycles(2, 3) },
        { about: 'no limit', head: withCycles(2, 3, 4), configuration: { limits: { cycles: 0 } } },
      ],
    }
  },
  *check({ file: { cycles, document }, session: { target }, model }) {
    const { cycles: limit } = model.configuration.limits
    const over = limit === 0 ? undefined : cycles.find((each) => each.cycle > limit)
    if (over)
      yield {
        message: msg`Unexpected cycle ${over.cycle}, expected at most ${limit}`,
        hint: 'Begin with what is known.',
        place: document.place(over.line),
        target,
      }
  },
}
