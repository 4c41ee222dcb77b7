import { describe, expect, it } from 'vitest'
import {
  idsIn,
  instantOf,
  isImplementation,
  isPlaceholder,
  isSessionId,
  isTaskId,
  leadingId,
  timestampOf,
} from '../../../src/protocols/subagent/schema.ts'

describe('a session id', () => {
  it('is six digits, a hyphen and six digits', () => {
    expect(isSessionId('260131-144400')).toBe(true)
    for (const name of [
      '260131-14440',
      '26013-144400',
      '2601311-144400',
      '260131-1444000',
      '260131_144400',
      'x260131-144400',
      '260131-144400x',
    ])
      expect([name, isSessionId(name)]).toEqual([name, false])
  })
})

describe('a task id', () => {
  it.each([
    'task-1',
    'plan-init',
    'qa-check',
    'task-2.1',
    'task-critique-1-1',
    'task-a_b',
    'task-A9',
    `task-${'a'.repeat(59)}`,
  ])('is %s', (id) => {
    expect([isTaskId(id), leadingId(`${id}: Count`), idsIn(`after ${id}, and more`)]).toEqual([true, id, [id]])
  })

  it.each([
    'task-',
    'task',
    'Task-1',
    'tasks-1',
    'task-1-',
    'task-1.',
    'task-1..2',
    'task--1',
    'job-1',
    ' task-1',
    `task-${'a'.repeat(60)}`,
  ])('is not %s', (text) => {
    expect(isTaskId(text)).toBe(false)
  })

  it('leads a text where nothing of an id follows it', () => {
    expect(['task-1', 'task-1.', 'task-1_', 'task-1/x', 'task-1 x', 'task-2.1.'].map(leadingId)).toEqual([
      'task-1',
      'task-1',
      'task-1',
      'task-1',
      'task-1',
      'task-2.1',
    ])
    expect(['task-1-', 'task-', 'see task-1', ` task-1`, `task-${'a'.repeat(60)}`].map(leadingId)).toEqual(
      Array.from({ length: 5 }),
    )
  })

  it('is in a text as a whole word', () => {
    expect(idsIn('task-1, (task-2.1) `plan-init`: qa-1; task-1.')).toEqual([
      'task-1',
      'task-2.1',
      'plan-init',
      'qa-1',
      'task-1',
    ])
    expect(idsIn(`subtask-1, my-task-1, 1task-1, Task-1, task 1, task-${'a'.repeat(60)}`)).toEqual([])
  })

  it('says by its prefix alone what kind the task is of', () => {
    expect(['task-plan', 'plan-task-1', 'qa-1'].map(isImplementation)).toEqual([true, false, false])
  })
})

describe('a placeholder', () => {
  it.each(['', ' \t', '[…]', ' [To be filled] ', '[]', '_Not stated._', ' _Not stated._ '])('is %j', (text) => {
    expect(isPlaceholder(text)).toBe(true)
  })

  it.each(['None', '[', ']', '[a] b', 'b [a]', '[a][b]', 'Not stated.', '_Not stated._ Yet', '- [ ]'])(
    'is not %j',
    (text) => {
      expect(isPlaceholder(text)).toBe(false)
    },
  )
})

describe('a moment', () => {
  const noon = Date.UTC(2026, 0, 31, 12, 34, 56)

  it.each([
    ['2026-01-31T12:34:56Z', noon],
    ['2026-01-31t12:34:56z', noon],
    ['2026-01-31T12:34:56.5Z', noon],
    ['2026-01-31T12:34:56.123456789Z', noon],
    ['2026-01-31T19:34:56+07:00', noon],
    ['2026-01-31T19:34:56+0700', noon],
    ['2026-01-31T09:04:56-03:30', noon],
    ['2026-01-31T09:04:56.25-0330', noon],
    ['2026-01-31T00:00:00Z', Date.UTC(2026, 0, 31)],
    ['2026-01-31T23:59:60Z', Date.UTC(2026, 1, 1)],
    ['2028-02-29T23:59:59Z', Date.UTC(2028, 1, 29, 23, 59, 59)],
    ['2026-01-31T23:59:00+23:59', Date.UTC(2026, 0, 31)],
  ])('is read from %s', (text, moment) => {
    expect(instantOf(text)).toBe(moment)
  })

  it.each([
    '',
    '2026-01-31',
    '2026-01-31T12:34:56',
    '2026-01-31 12:34:56Z',
    '2026-01-31T12:34Z',
    '2026-13-01T12:34:56Z',
    '2026-02-29T12:34:56Z',
    '2026-02-32T12:34:56Z',
    '2026-01-00T12:34:56Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:34:61Z',
    '2026-01-31T12:34:56+24:00',
    '2026-01-31T12:34:56+07:60',
    '2026-01-31T12:34:56+7:00',
    '2026-01-31T12:34:56.Z',
    '2026-01-31T12:34:56.1234567890Z',
    ' 2026-01-31T12:34:56Z',
    '2026-01-31T12:34:56Z ',
    '12026-01-31T12:34:56Z',
  ])('is not read from %j', (text) => {
    expect(instantOf(text)).toBeUndefined()
  })

  it('is written in UTC, to the second', () => {
    expect(timestampOf('2026-01-31T19:34:56.789+07:00')).toBe('2026-01-31T12:34:56Z')
  })
})
