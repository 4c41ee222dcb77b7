import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, questionsPath, sample } from '../../examples.ts'
import type { ChangedSession } from '../../subjects.ts'

const next = '\n### Cycle 2\n\n1. Is it fast?\n    - **Status**: Unanswered\n'
const twice = change(sample, { [questionsPath]: (sample[questionsPath] ?? '') + next })
const edited = (files: typeof sample, from: string, to: string) => change(files, { [questionsPath]: [[from, to]] })

/** Questions files that are there on both sides. */
const files = ({ session, before }: ChangedSession) =>
  before.questions.flatMap((old) => {
    const file = session.questions.find(({ path }) => path === old.path)
    return file ? [{ old, file }] : []
  })

const cycles = (subject: ChangedSession) =>
  files(subject).flatMap(({ old, file }) => {
    const byNumber = new Map(file.cycles.toReversed().map((cycle) => [cycle.cycle, cycle]))
    return old.cycles.flatMap((before, index) => {
      const now = byNumber.get(before.cycle)
      return now ? [{ file, before, now, isLast: index === old.cycles.length - 1 }] : []
    })
  })

export const cycleRemoved: Rule<ChangedSession> = {
  code: 'QUESTIONS_CYCLE_REMOVED',
  strict: 'error',
  soft: 'error',
  summary: 'A cycle of questions is gone.',
  why: 'The plan rests on its answers.',
  repair: 'Bring it back: cycles are appended.',
  examples() {
    return {
      bad: [{ about: 'the last one', base: twice, head: sample }],
      good: [{ about: 'a new one', base: sample, head: twice }],
    }
  },
  *check(subject) {
    for (const { old, file } of files(subject)) {
      const numbers = new Set(file.cycles.map(({ cycle }) => cycle))
      for (const { cycle } of old.cycles) {
        if (numbers.has(cycle)) continue
        yield {
          message: msg`Missing cycle ${cycle}, which was there before`,
          hint: 'Bring it back: cycles are appended.',
          place: { path: file.path, line: 1 },
          target: subject.session.target,
        }
      }
    }
  },
}

export const questionChanged: Rule<ChangedSession> = {
  code: 'QUESTIONS_QUESTION_CHANGED',
  strict: 'error',
  soft: 'error',
  summary: 'A question is no longer in its cycle.',
  why: 'Its answer would belong to another question.',
  repair: 'Bring it back; ask anew in the next cycle.',
  examples() {
    return {
      bad: [
        { about: 'other words', base: sample, head: edited(sample, 'What is a word?', 'What is a line?') },
        { about: 'gone', base: sample, head: edited(sample, '2. **[Low Priority]** How', 'How') },
      ],
      good: [
        {
          about: 'another number, priority and blanks',
          base: sample,
          head: edited(sample, '2. **[Low Priority]** How long', '3. **[High Priority]** How  long'),
        },
      ],
    }
  },
  *check(subject) {
    for (const { file, before, now } of cycles(subject)) {
      const asked = new Set(now.questions.map(({ text }) => text))
      for (const { text } of before.questions) {
        if (asked.has(text)) continue
        yield {
          message: msg`Missing question ${text} in cycle ${now.cycle}`,
          hint: 'Bring it back; ask anew in the next cycle.',
          place: file.document.place(now.line),
          target: subject.session.target,
        }
      }
    }
  },
}

export const answerChanged: Rule<ChangedSession> = {
  code: 'QUESTIONS_ANSWER_CHANGED',
  strict: 'error',
  soft: 'error',
  summary: 'A question of an earlier cycle that was Answered has another answer.',
  why: 'Later cycles and the plan rest on it.',
  repair: 'Bring it back; ask anew in the next cycle.',
  examples() {
    return {
      bad: [
        { about: 'after the next cycle began', base: twice, head: edited(twice, 'What stands between blanks.', 'What stands on a line.') },
      ],
      good: [
        { about: 'in the last cycle', base: sample, head: edited(sample, 'What stands between blanks.', 'What stands on a line.') },
        { about: 'a first answer', base: edited(twice, '**Status**: Answered', '**Status**: Research Needed'), head: twice },
      ],
    }
  },
  *check(subject) {
    for (const { file, before, now, isLast } of cycles(subject)) {
      const byText = new Map(now.questions.toReversed().map((question) => [question.text, question]))
      for (const old of isLast ? [] : before.questions) {
        const question = byText.get(old.text)
        if (!question || old.get('status') !== 'Answered' || question.get('answer') === old.get('answer')) continue
        yield {
          message: msg`Unexpected answer to ${old.text}, expected it as before`,
          hint: 'Bring it back; ask anew in the next cycle.',
          place: file.document.place(question.line),
          target: subject.session.target,
        }
      }
    }
  },
}
