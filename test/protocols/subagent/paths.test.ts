import { describe, expect, it } from 'vitest'
import { isAbsoluteSessionPath, isUnsafe, isSessionPath, resolvePath } from '../../../src/protocols/subagent/files.ts'

const session = { path: '.ralph-sessions/260131-144400', id: '260131-144400' }
const atRoot = { path: '260131-144400', id: '260131-144400' }

describe('a path of a message', () => {
  it.each([
    '/etc/passwd',
    '\\share\\a',
    'C:\\a',
    'c:a',
    '~',
    '~octocat/a',
    '../a',
    'a/../b',
    'a\\..\\b',
    'a/..',
    'a\u0000b',
    'a\nb',
  ])('is not safe: %j', (path) => {
    expect(isUnsafe(path)).toBe(true)
  })

  it.each(['plan.md', './plan.md', 'a/b', 'a\\b', 'a/...', '..a/b', 'a~b', 'ab:c', ''])('is safe: %j', (path) => {
    expect(isUnsafe(path)).toBe(false)
  })

  it.each([
    ['plan.md', '.ralph-sessions/260131-144400/plan.md'],
    ['././plan.md', '.ralph-sessions/260131-144400/plan.md'],
    ['tests\\a.md', '.ralph-sessions/260131-144400/tests/a.md'],
    ['.ralph-sessions/260131-144400/plan.md', '.ralph-sessions/260131-144400/plan.md'],
    ['./.ralph-sessions/260131-144400//', '.ralph-sessions/260131-144400'],
    ['.ralph-sessions', '.ralph-sessions'],
    ['.ralph-sessions/other/plan.md', '.ralph-sessions/other/plan.md'],
    ['.ralph-sessionsx/plan.md', '.ralph-sessions/260131-144400/.ralph-sessionsx/plan.md'],
    ['', '.ralph-sessions/260131-144400'],
    ['./', '.ralph-sessions/260131-144400'],
    ['.a', '.ralph-sessions/260131-144400/.a'],
  ])('%j means %s', (path, expected) => {
    expect(resolvePath(path, session)).toBe(expected)
  })

  it('means the same where sessions lie in the root', () => {
    expect(
      ['plan.md', '260131-144400', '260131-144400/plan.md', '260131-144400x/plan.md', ''].map((path) =>
        resolvePath(path, atRoot),
      ),
    ).toEqual([
      '260131-144400/plan.md',
      '260131-144400',
      '260131-144400/plan.md',
      '260131-144400/260131-144400x/plan.md',
      '260131-144400',
    ])
  })
})

describe('SESSION_PATH', () => {
  it.each([
    '.ralph-sessions/260131-144400',
    '.ralph-sessions/260131-144400/',
    './.ralph-sessions/260131-144400',
    './.ralph-sessions/260131-144400//',
    '260131-144400',
    '.ralph-sessions\\260131-144400',
  ])('means the session: %s', (path) => {
    expect(isSessionPath(path, session)).toBe(true)
  })

  it.each([
    '',
    '.ralph-sessions',
    '60131-144400',
    'a/260131-144400',
    '.ralph-sessions/260131-144401',
    'x/.ralph-sessions/260131-144400',
  ])('means another one, or none: %j', (path) => {
    expect(isSessionPath(path, session)).toBe(false)
  })

  it('may name it from the root of a disk, where that ends in it', () => {
    expect(
      ['/home/a/.ralph-sessions/260131-144400/', 'C:\\a\\.ralph-sessions\\260131-144400'].map((path) =>
        isAbsoluteSessionPath(path, session),
      ),
    ).toEqual([true, true])
    expect(
      [
        'a/.ralph-sessions/260131-144400',
        '/a/../.ralph-sessions/260131-144400',
        '/a/x.ralph-sessions/260131-144400',
        '/260131-144400',
        '/a',
        '~/.ralph-sessions/260131-144400',
        '/a\u0007/.ralph-sessions/260131-144400',
      ].filter((path) => isAbsoluteSessionPath(path, session)),
    ).toEqual([])
  })
})
