import { expect, it } from 'vitest'
import { openQuestionDiagnostic, questionAndError } from '../../src/kit/question.ts'

it('an open question refuses a grant, with both ways on', () => {
  const place = { path: 'box/handback.json', line: 3 }
  const open = { text: 'Which `colour`?', called: 'red', target: 'box:red', place, fix: '/answer red "…"' }
  expect(openQuestionDiagnostic(open)).toEqual({
    code: 'QUESTION_OPEN',
    severity: 'error',
    message: '`red` waits for an answer: `Which ˋcolourˋ?`',
    hint: '`/accept red --anyway` grants control without an answer, and keeps the question.',
    fix: '/answer red "…"',
    place,
    target: 'box:red',
  })
})

it('control comes back with a question, an error, both or neither', () => {
  const target = { id: 'box:red', path: 'box', holder: 'orchestrator', state: 'returned', facts: {} } as const
  expect(questionAndError(target)).toEqual([])
  expect(questionAndError({ ...target, question: 'Which?' })).toEqual([['question', 'Which?']])
  expect(questionAndError({ ...target, error: 'E1: full', question: 'Which?' })).toEqual([
    ['question', 'Which?'],
    ['error', 'E1: full'],
  ])
})
