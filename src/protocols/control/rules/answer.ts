import type { Rule } from '../../../core/rule.ts'
import { msg } from '../../../core/message.ts'
import { answer, answerPath, change, sample, stagePath } from '../examples.ts'
import type { StageSubject } from '../subjects.ts'

const written = (text: string) => change(sample, { [answerPath]: text })

export const controlAnswer: Rule<StageSubject> = {
  code: 'CONTROL_ANSWER',
  strict: 'warning',
  soft: 'notice',
  summary: 'A file in `answers/` is not named `NNN.json`, or is not a question with its answer (`null`: there is none) and a time.',
  why: 'The agent looks there for the answer to its question.',
  repair: '`/answer STAGE TEXT` writes them.',
  examples() {
    return {
      bad: [
        { about: 'a name without a number', head: change(sample, { [stagePath('run/output-data/answers/first.json')]: answer }) },
        { about: 'a name with two digits', head: change(sample, { [stagePath('run/output-data/answers/01.json')]: answer }) },
        { about: 'no JSON', head: written('Green\n') },
        { about: 'no question', head: written(answer.replace('  "question": "Which colour?",\n', '')) },
        { about: 'a blank answer', head: written(answer.replace('Green', ' ')) },
        { about: 'an odd time', head: written(answer.replace('T11', ' 11')) },
        { about: 'a key that nobody knows', head: written(answer.replace('"answer"', '"by": "octocat",\n  "answer"')) },
      ],
      good: [
        { about: 'an answer', head: written(answer) },
        { about: 'a question without one', head: written(answer.replace('"Green"', 'null')) },
        { about: 'a number of four digits', head: change(sample, { [stagePath('run/output-data/answers/1000.json')]: answer }) },
      ],
    }
  },
  *check({ stage: { answers, target } }) {
    for (const { number, answer: file } of answers) {
      if (file.file.linked) continue
      if (number === undefined) {
        yield {
          message: msg`Unexpected file ${file.path} among the answers, expected ${'001.json'} and so on`,
          hint: 'Give it a number as its name.',
          place: { path: file.path, line: 1 },
          target,
        }
        continue
      }
      for (const { message, place } of file.problems)
        yield { message, hint: msg`Expected ${'question'}, ${'answer'} and ${'timestamp'}, and no other key.`, place, target }
    }
  },
}
