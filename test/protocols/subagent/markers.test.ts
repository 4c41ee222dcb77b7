import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { readProgress } from '../../../src/protocols/subagent/reading/progress.ts'

const read = (line: string) => {
  const { markers, nearMisses } = readProgress(textDocument('progress.md', `${line}\n`), 'contract-1.0.0')
  return { ids: markers.map(({ id }) => id), missed: nearMisses.length > 0 }
}

describe('a marker line', () => {
  it.each([
    ['- [ ] task-1', 'task-1'],
    ['* [ ] task-2.1: Count', 'task-2.1'],
    ['+ [ ] task-critique-1-1, first', 'task-critique-1-1'],
    ['1. [ ] **plan-init**', 'plan-init'],
    ['      - [ ] `qa-check`', 'qa-check'],
    ['-  [ ]  __task-1__ more', 'task-1'],
    ['- [ ] task-1.', 'task-1'],
    ['- [ ] task-1.a', 'task-1.a'],
    ['- [ ] task-1. Count', 'task-1'],
    ['- [ ] task-1, and more', 'task-1'],
    ['- [ ] task-1;', 'task-1'],
    ['- [ ] task-1(x)', 'task-1'],
    ['- [ ] task-1\u2013x', 'task-1'],
    ['- [ ] task-1\u2014x', 'task-1'],
    ['- [12345678] task-1', 'task-1'],
    [`- [ ] task-${'a'.repeat(59)}`, `task-${'a'.repeat(59)}`],
  ])('is %s', (line, id) => {
    expect(read(line)).toEqual({ ids: [id], missed: false })
  })

  it.each([
    '- [ ] task-1/x',
    '- [ ] task-1-',
    '- [ ] task-1é',
    '- [ ] [task-1](x)',
    '- [ ] see task-1',
    '- [123456789] task-1',
    '1) [ ] task-1',
    'task-1 [ ]',
    `- [ ] task-${'a'.repeat(60)}`,
    '- [ ] plan the work',
    '- [ ] tasks 1',
    '- [x] task force met',
    '- [xxxx] Task-1',
  ])('is not %s, nor was it meant to be one', (line) => {
    expect(read(line)).toEqual({ ids: [], missed: false })
  })

  it.each([
    '- [ ] Task-1',
    '- [x] TASK 2',
    '- [ ] task_3',
    '- [ ] ｔａｓｋ-4',
    '- [ ] task--5',
    '- [ ] task\u20116',
    '- [ ] **Task 7**: a',
    '- [ ]task-8',
    '- [ ] qa 9',
  ])('was meant by %s', (line) => {
    expect(read(line)).toEqual({ ids: [], missed: true })
  })
})
