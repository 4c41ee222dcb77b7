import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../../src/documents/text.ts'
import { readReport } from '../../../../src/protocols/subagent/reading/report.ts'

const read = (text: string) => readReport(textDocument('tasks.task-1-report.md', text), { task: 'task-1', attempt: 1 })
const part1 = '# Task Report: task-1\n\n## PART 1: WORK\nDone.\n'
const part2 = (text: string) => `${part1}\n---\n## PART 2: REVIEW\n${text}\n`
const reviewed = (text: string) => read(part2(text))
const verdictOf = (line: string) => {
  const { verdict, unknown } = reviewed(line)
  return verdict?.value ?? (unknown.length > 0 ? 'unknown' : 'none')
}

describe('a part', () => {
  it.each(['# PART 1', '## part 1: work', '### **PART  1**', '## `PART 1`', '## PART\t1 (executor)', '## PART 1a'])(
    'begins at %s',
    (heading) => {
      expect(read(`${heading}\nDone.\n`).part1).toBe(1)
    },
  )

  it.each([
    '#### PART 1',
    'PART 1\n------',
    '## PART 12',
    '## PART 3',
    '## PART1',
    '## PARTS 1',
    '## The PART 1',
    '> ## PART 1',
    '```\n## PART 1\n```',
    '<!--\n## PART 1\n-->',
  ])('does not begin at %j', (heading) => {
    const { part1: one, part2: two } = read(`${heading}\nDone.\n`)
    expect([one, two]).toEqual([undefined, undefined])
  })

  it('is known by its line, the second one by the first of it', () => {
    expect(read(`${part2('')}\n## PART 2: AGAIN\n`)).toMatchObject({ part1: 3, part2: 7 })
    expect(read('## PART 2\n')).toMatchObject({ part1: undefined, part2: 1 })
  })
})

describe('the title of a report', () => {
  it.each([
    ['# Task Report: task-2', 'task-2'],
    ['## task report: **task-2** [Rework #2]', 'task-2'],
    ['# **Task Report:** `task-2.1`', 'task-2.1'],
    ['# Task Report:task-2', 'task-2'],
  ])('%s names %s', (heading, id) => {
    expect(read(`Before.\n\n${heading}\n`).title).toEqual({ value: id, line: 3 })
  })

  it.each([
    '# Task Report: help',
    '# Report: task-2',
    '# A Task Report: task-2',
    '## Work\n\n# Task Report: task-2',
    'Task Report: task-2',
    '',
  ])('%j names none', (text) => {
    expect(read(text).title).toBeUndefined()
  })
})

describe('what the executor wrote', () => {
  it.each([
    ['after it a review', `${part1}\n---\n## PART 2: REVIEW\nFine.\n`],
    ['after it blank lines', `${part1}\n\n\n## PART 2: REVIEW\n`],
    ['after it a longer line', `${part1}\n  -----  \n\n## PART 2: REVIEW\n`],
    ['without a review', part1],
    ['other line ends', `${part1}\n---\n## PART 2: REVIEW\n`.replaceAll('\n', '\r\n')],
    ['a byte-order mark', `\ufeff${part1}`],
  ])('is the same: %s', (_, text) => {
    expect(read(text).frozen).toBe('# Task Report: task-1\n\n## PART 1: WORK\nDone.')
  })

  it('is another where more is between', () => {
    expect(read(`${part1}---\n---\n## PART 2: REVIEW\n`).frozen).toBe(`${part1}---`)
    expect(read(`${part1}--\n## PART 2: REVIEW\n`).frozen).toBe(`${part1}--`)
    expect(read(`${part1}x ---\n## PART 2: REVIEW\n`).frozen).toBe(`${part1}x ---`)
    expect(read(`${part1}\n--- x\n## PART 2: REVIEW\n`).frozen).toBe(`${part1}\n--- x`)
  })

  it('may be nothing', () => {
    expect(read('## PART 2: REVIEW\n').frozen).toBe('')
    expect(read('\n---\n\n## PART 2: REVIEW\n').frozen).toBe('')
    expect(read('').frozen).toBe('')
  })
})

describe('what the reviewer wrote', () => {
  it('is everything from the first PART 2 on, without what is blank at the end', () => {
    expect(read(`${part1}\n## PART 2: REVIEW\r\nFine.\r\n\r\n## PART 2: AGAIN\n\n`).review).toBe(
      '## PART 2: REVIEW\nFine.\n\n## PART 2: AGAIN',
    )
    expect(read(part1).review).toBe('')
  })
})

describe('PART 1', () => {
  const filled = (text: string) => read(`# Task Report: task-1\n\n## PART 1: WORK\n${text}\n`).filled

  it.each([
    'Done.',
    '- done',
    '1. done',
    '- **Files**: src/a.ts',
    '- Files: a',
    '*(Recorded)* and more',
    'and *(Recorded)*',
    '-- -',
    '[a] b',
    '- [ ] tested',
    '```\nnpm test\n```',
    '> quoted',
  ])('has content: %j', (text) => {
    expect(filled(text)).toBe(true)
  })

  it.each([
    '',
    '### Summary',
    '---',
    '-----',
    '*(To be filled)*',
    '[To be filled]',
    '_Not stated._',
    '- [None]',
    '- _Not stated._',
    '- **Files**: [list]',
    '- **Files**:',
    '- Tests:',
    '<!-- What was done? -->',
    '<!--\nWhat was done?\n-->',
  ])('has no content: %j', (text) => {
    expect(filled(text)).toBe(false)
  })

  it('ends at PART 2, and begins at its heading', () => {
    expect(read('Before.\n## PART 1: WORK\n\n## PART 2: REVIEW\nFine.\n').filled).toBe(false)
    expect(read('## PART 2: REVIEW\nFine.\n## PART 1: WORK\nDone.\n').filled).toBe(true)
    expect(read('Done.\n## PART 2: REVIEW\nFine.\n').filled).toBe(false)
    expect(read('Done.\n').filled).toBe(false)
    expect(read('## PART 1: WORK\nDone.').filled).toBe(true)
  })
})

describe('a verdict', () => {
  it.each([
    ['Status: Qualified', 'Qualified'],
    ['**STATUS**: failed', 'Failed'],
    ['Status: ✅ Qualified', 'Qualified'],
    ['Status: Failed ❌', 'Failed'],
    ['Status: Qualified, with remarks', 'Qualified'],
    ['Status: *Failed*: see below', 'Failed'],
    ['1. Status: Qualified', 'Qualified'],
    ['**Status: Qualified**', 'Qualified'],
    ['- *Status*: `Qualified`', 'Qualified'],
    ['* __STATUS:__ ✅ **qualified**, with a remark', 'Qualified'],
    ['    - **Status** : _Qualified_', 'Qualified'],
    ['Status: Qualifiedly', 'unknown'],
    ['Status: Not Qualified', 'unknown'],
    ['Status: Approved', 'unknown'],
    ['Status: Qualified / Failed', 'none'],
    ['Status: [Failed]', 'none'],
    ['Status:', 'none'],
    ['Status: ✅', 'none'],
    ['The Status: Qualified', 'none'],
    ['Status Qualified', 'none'],
    ['Statuses: Qualified', 'none'],
    ['Status: Qualified | Failed', 'none'],
    ['> Status: Qualified', 'none'],
    ['```\nStatus: Qualified\n```', 'none'],
    ['<!-- Status: Qualified -->', 'none'],
  ])('%s: %s', (line, verdict) => {
    expect(verdictOf(line)).toBe(verdict)
  })

  it.each([
    ['**Status**:\nQualified', 'Qualified'],
    ['- **Status:**\n  Failed, as the last line is lost', 'Failed'],
    ['Status: Qualified\nwhat Failed before holds now', 'Qualified'],
    ['**Status**:\n**Reviewer**: Qualified', 'none'],
    ['**Status**:\n\nQualified', 'none'],
    ['**Status**:', 'none'],
  ])('may begin in the next line of its paragraph: %j', (text, verdict) => {
    expect(verdictOf(text)).toBe(verdict)
  })

  it('is in PART 2 alone', () => {
    expect(read(`${part1}Status: Qualified\n`).verdict).toBeUndefined()
    expect(read(`Status: Qualified\n${part1}`).verdict).toBeUndefined()
    expect(read(`${part1}\n## PART 2: REVIEW\n## PART 1: AGAIN\nStatus: Qualified\n`).verdict).toBeUndefined()
  })

  it('is in the section Recommendation where there is one', () => {
    const criteria = '### Criteria\n- Status: Met\n'
    expect(verdictOf(`${criteria}### **Recommendation** of the reviewer\nStatus: Failed`)).toBe('Failed')
    expect(verdictOf(`Status: Qualified\n### Recommendation\nNone.`)).toBe('none')
    expect(verdictOf(`### Recommendation\nNone.\n### Notes\nStatus: Qualified`)).toBe('none')
    expect(verdictOf(`### Recommendation\n#### More\nStatus: Qualified`)).toBe('Qualified')
    expect(verdictOf(criteria)).toBe('unknown')
    expect(verdictOf('### My recommendation\nStatus: Qualified')).toBe('Qualified')
  })

  it('of a part is not looked for in the next one', () => {
    const { verdicts } = reviewed('# Recommendation\n\n## PART 2: AGAIN\nStatus: Failed')
    expect(verdicts).toEqual([{ value: 'Failed', line: 11 }])
    expect(reviewed('### Recommendation\n# PART 2: AGAIN\n### Recommendation\nStatus: Failed').verdicts).toHaveLength(1)
  })

  it('is the last of several, each with its line', () => {
    const { verdict, verdicts, unknown } = reviewed(
      'Status: Qualified\nStatus: Approved\n\n## PART 2: AGAIN\nStatus: Failed',
    )
    expect([verdict, verdicts, unknown]).toEqual([
      { value: 'Failed', line: 12 },
      [
        { value: 'Qualified', line: 8 },
        { value: 'Failed', line: 12 },
      ],
      [{ value: ' Approved', line: 9 }],
    ])
  })
})

describe('feedback', () => {
  const has = (text: string) => reviewed(text).hasFeedback

  it.each([
    'Status: Failed\n### Feedback for Next Iteration\nKeep it.',
    '### **Feedback**\n- keep it\nStatus: Failed',
    'Status: Failed\n### Feedback\n#### First\nKeep it.',
    'Status: Failed\n### Feedback\n\n---\n[…]\nKeep it.',
  ])('is there: %j', (text) => {
    expect(has(text)).toBe(true)
  })

  it.each([
    'Status: Failed',
    'Status: Failed\n### Feedback',
    'Status: Failed\n### Feedback\n\n[…]\n---\n_Not stated._\n#### More\n<!-- Keep it. -->',
    'Status: Failed\n### Feedback\n\n### Notes\nKeep it.',
    'Status: Failed\n### My feedback\nKeep it.',
    'Status: Failed\n### Feedback\n\n## PART 2: AGAIN\nKeep it.',
    '### Feedback\nKeep it.\n\n## PART 2: AGAIN\nStatus: Failed',
    '### Feedback\nKeep it.',
  ])('is not there: %j', (text) => {
    expect(has(text)).toBe(false)
  })

  it('is in the part of the verdict', () => {
    expect(has('Status: Failed\n\n## PART 2: AGAIN\n### Feedback\nKeep it.')).toBe(false)
    expect(has('Status: Failed\n# Feedback\nKeep it.\n\n## PART 2: AGAIN\n')).toBe(true)
    expect(read(`### Feedback\nKeep it.\n${part2('Status: Failed')}`).hasFeedback).toBe(false)
  })
})

describe('a report from before there were parts', () => {
  const old = (text: string) => read(`# Task Report: task-1\n\n${text}\n`)

  it.each([
    ['## Status\nQualified', 'Qualified'],
    ['## **Status**\n\n- **Result**: Failed', 'Failed'],
    ['#### status\n`Qualified`, all of it', 'Qualified'],
    ['## Status\n> Failed\n\nQualified', 'Qualified'],
    ['## Status\nDone.\nQualified', undefined],
    ['## Status\nQualified or Failed', undefined],
    ['## Status\n\n## Work\nQualified', undefined],
  ])('%j has the verdict %s', (text, verdict) => {
    const { legacy, verdict: found, verdicts } = old(text)
    expect([legacy, found?.value, verdicts.length]).toEqual([3, verdict, verdict === undefined ? 0 : 1])
  })

  it('has its line, and content', () => {
    expect(old('## Status\n\nQualified')).toMatchObject({
      verdict: { value: 'Qualified', line: 5 },
      filled: true,
      part1: undefined,
      hasFeedback: false,
    })
    expect(read('## Status\n')).toMatchObject({ legacy: 1, filled: false })
    expect(read('Done.\n## Status\n')).toMatchObject({ legacy: 2, filled: true })
  })

  it('is none where there is a part, or no section of that name', () => {
    for (const text of [
      '## Status of it\nQualified',
      '## PART 1\n### Status\nQualified',
      '## PART 2\n### Status\nQualified',
      'Status\n------\nQualified',
    ])
      expect([text, old(text).legacy, old(text).verdict]).toEqual([text, undefined, undefined])
  })
})
