import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../../src/documents/text.ts'
import { readQuestions } from '../../../../src/protocols/subagent/reading/questions.ts'

const read = (text: string) => readQuestions(textDocument('plan.questions.md', text))
const numbers = (text: string) => read(text).cycles.map(({ cycle }) => cycle)
const questionsIn = (text: string) => read(`## Cycle 1\n${text}\n`).cycles[0]?.questions ?? []

describe('a cycle', () => {
  it.each(['## Cycle 3', '### cycle 3: words', '#### **Cycle  3**', '## `Cycle 3`', '### Cycle\t3', '## Cycle 3rd'])(
    'begins at %s',
    (heading) => {
      expect(read(`\n${heading}\n`).cycles).toMatchObject([{ cycle: 3, line: 2, questions: [] }])
    },
  )

  it.each([
    '# Cycle 3',
    '##### Cycle 3',
    '## The Cycle 3',
    '## Cycle',
    '## Cycle three',
    '## Cycle3',
    '## Cycle 1234567',
    'Cycle 3\n---',
    '> ## Cycle 3',
  ])('does not begin at %j', (heading) => {
    expect(numbers(`\n${heading}\n`)).toEqual([])
  })

  it('goes on to the next heading of its or a higher level', () => {
    const text =
      '### Cycle 1\n1. One?\n#### More\n2. Two?\n### Cycle 2\n1. Three?\n## Notes\n1. Four?\n### Cycle 999999\n1. Five?'
    expect(
      read(text).cycles.map(({ cycle, questions }) => [cycle, ...questions.map((question) => question.text)]),
    ).toEqual([
      [1, 'One?', 'Two?'],
      [2, 'Three?'],
      [999_999, 'Five?'],
    ])
  })
})

describe('a question', () => {
  it.each([
    ['1. What?', 'What?'],
    ['   12. What?', 'What?'],
    ['1. **[High Priority]** What  is `it`?', 'What is it?'],
    ['1. [Low] What?', 'What?'],
    ['1. What [is] it?', 'What [is] it?'],
    [`1. [${'a'.repeat(40)}] What?`, 'What?'],
    [`1. [${'a'.repeat(41)}] What?`, `[${'a'.repeat(41)}] What?`],
  ])('%s asks %s', (line, text) => {
    expect(questionsIn(line)).toMatchObject([{ text, line: 2 }])
  })

  it.each(['    1. What?', '- What?', '1) What?', 'What?', '> 1. What?', '```\n1. What?\n```'])('is not %j', (line) => {
    expect(questionsIn(line)).toEqual([])
  })

  it('goes on in the next lines, and so do its values', () => {
    const [one, two] = questionsIn(
      '1. [High] Which words\n   are counted?\n   - **Answer**: All\n     of them\n2. When?',
    )
    expect([one?.text, one?.get('answer'), two?.text]).toEqual(['Which words are counted?', 'All of them', 'When?'])
  })

  it('has fields up to the next one', () => {
    const [one, two] = questionsIn(
      '1. One?\n    - **Status**: Answered\n    - Answer:\n        - This,\n        - and that.\n2. Two?\n    - **Priority:** High\n    - Hints: none',
    )
    expect(one?.values).toEqual([
      { name: 'status', text: 'Answered', line: 3 },
      { name: 'answer', text: 'This, and that.', line: 4 },
    ])
    expect(two?.values).toEqual([{ name: 'priority', text: 'High', line: 8 }])
    expect([one?.get('status'), one?.get('priority'), two?.get('priority')]).toEqual(['Answered', undefined, 'High'])
  })

  it('has the first of two fields of a name', () => {
    expect(questionsIn('1. One?\n    - Status: Answered\n    - Status: Unanswered')[0]?.get('status')).toBe('Answered')
  })

  it('has nothing of its template', () => {
    expect(
      questionsIn(
        '1. One?\n    - Status: Unanswered | Answered\n    - Category: [Category]\n    - Source:\n    - Impact: **`Much`**',
      )[0]?.values,
    ).toEqual([{ name: 'impact', text: 'Much', line: 6 }])
  })

  it('does not go on after its cycle', () => {
    expect(questionsIn('1. One?\n## Cycle 2\n    - Status: Answered')[0]?.values).toEqual([])
  })
})

describe('the session of an overview', () => {
  it('is what its Session ID says', () => {
    expect(read('## Overview of the questions\n- **Session ID**: `260131-144400`\n').session).toEqual({
      name: 'session id',
      text: '260131-144400',
      line: 2,
    })
    expect(read('## Overview\n- Session ID: [id]\n- Session ID: a\n').session).toMatchObject({ text: 'a', line: 3 })
    expect(read('## Overview\n- Session ID: a | b\n').session).toBeUndefined()
    expect(read('## An Overview\n- Session ID: a\n').session).toBeUndefined()
    expect(read('## Overview\n\n## More\n- Session ID: a\n').session).toBeUndefined()
  })
})
