import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { answer, answerPath, change, sample, stagePath } from '../../examples.ts'
import { differ } from '../../reading/data-file.ts'
import type { ChangeSubject } from '../../subjects.ts'

const answered = change(sample, { [answerPath]: answer })

export const answerChanged: Rule<ChangeSubject> = {
  code: 'CONTROL_ANSWER_CHANGED',
  strict: 'warning',
  soft: 'notice',
  summary: 'The change edits or deletes an answer, and its stage is still there.',
  why: 'An agent may have gone by it, and nobody can tell any more by what.',
  repair: 'Take it back. A new answer gets a new number.',
  examples() {
    return {
      bad: [
        { about: 'another answer', base: answered, head: change(answered, { [answerPath]: [['Green', 'Red']] }) },
        { about: 'no answer', base: answered, head: sample },
      ],
      good: [
        { about: 'a further answer', base: answered, head: change(answered, { [stagePath('run/output-data/answers/002.json')]: answer }) },
        {
          about: 'the same in another form',
          base: answered,
          head: change(answered, { [answerPath]: [['\n  "question"', ' "question"']] }),
        },
      ],
    }
  },
  *check({ before, stage: { answers, target } }) {
    const now = new Map(answers.map(({ answer: file }) => [file.path, file]))
    for (const { answer: was } of before.answers) {
      const is = now.get(was.path)
      if (is && !differ(was.file, is.file)) continue
      const hint = 'Take it back; a new answer gets a new number.'
      yield is
        ? { message: msg`Unexpected change of ${was.path}, expected it as it was`, hint, place: { path: was.path, line: 1 }, target }
        : { message: msg`Missing ${was.path}, expected it as it was`, hint, place: { path: was.path }, target }
    }
  },
}
