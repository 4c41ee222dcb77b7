import { describe, expect, it } from 'vitest'
import { checkResult, faultIn, query, type Faults } from '../../../../src/protocols/control/contract/checks.ts'

describe('what a dotted path finds', () => {
  const value = {
    a: { b: [{ c: 1 }, { c: null }], 'd.e': 2 },
    list: ['x', 'y'],
    length: 7,
    zero: 0,
    no: false,
    empty: '',
  }

  it.each([
    ['a.b[0].c', 1],
    ['.a.b[0].c', 1],
    ['a.b.0.c', 1],
    ['a.b[1].c', undefined],
    ['a.b[2].c', undefined],
    ['a.b[-1].c', undefined],
    ['a.b.length', 2],
    ['list.length', 2],
    ['length', 7],
    ['list[1]', 'y'],
    ['list.y', undefined],
    ['list.map', undefined],
    ['zero', 0],
    ['no', false],
    ['empty', ''],
    ['empty.length', undefined],
    ['a.d.e', undefined],
    ['none.b', undefined],
    ['', undefined],
  ])('%s: %j', (path, found) => {
    expect(query(value, path)).toBe(found)
  })

  it.each(['constructor', '__proto__', 'toString.name', 'a.hasOwnProperty'])(
    'is nothing that every object has: %s',
    (path) => {
      expect(query(value, path)).toBeUndefined()
    },
  )
})

describe('a check', () => {
  const subject = { path: 'explore/a', place: { path: 'a' } }

  it('passes where nothing is wrong, and else keeps what is', () => {
    expect(checkResult('source_finalized', subject, undefined)).toEqual({
      check: 'source_finalized',
      ...subject,
      status: 'PASS',
    })
    const failure = { kind: 'source not finalized', source: 'explore', hasTool: false } as const
    expect(checkResult('source_finalized', subject, failure)).toEqual({
      check: 'source_finalized',
      ...subject,
      status: 'FAIL',
      failure,
    })
  })

  it('has the words of the rule that has some for it', () => {
    const faults: Faults = { 'no input': ({ path }) => ({ message: `No ${path}`, action: 'Write it.' }) }
    expect(faultIn(faults, { kind: 'no input', path: 'a' })).toEqual({ message: 'No a', action: 'Write it.' })
    expect(faultIn(faults, { kind: 'empty input', path: 'a' })).toBeUndefined()
  })
})
