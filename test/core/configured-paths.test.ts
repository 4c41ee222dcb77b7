import { describe, expect, it } from 'vitest'
import { glob, relativePath, stateGlob, stateGlobOrNot, statePath } from '../../src/core/configured-paths.ts'

const longest = 'a'.repeat(500)

describe('a path', () => {
  it.each(['plugins', 'a/b/c', '.claude/projects', 'a..b/c', 'with blanks/ü', '.gitignore', longest])('%s', (path) => {
    expect(statePath().safeParse(path).success).toBe(true)
  })

  it.each([
    '',
    '/a',
    '~/a',
    'c:a',
    '..',
    'a/..',
    './a',
    'a/',
    'a//b',
    'a\\b',
    'a\0b',
    'a\nb',
    'a\u200bb',
    '\ud800',
    '*',
    'a?',
    '{a}',
    '!a',
    `${longest}a`,
    1,
    null,
  ])('not %j', (path) => {
    expect(statePath().safeParse(path).success).toBe(false)
  })

  it.each([
    '.git',
    '.GIT/x',
    'a/.git/b',
    '.github',
    '.GitHub/x',
    '.git.',
    '.github ',
    '.git . .',
    '.git::$INDEX_ALLOCATION',
    'GIT~1',
    'github~12/x',
  ])('of state is never %s, other paths may be', (path) => {
    expect(statePath().safeParse(path).success).toBe(false)
    expect(stateGlob().safeParse(path).success).toBe(false)
    expect(relativePath().safeParse(path).success).toBe(true)
    expect(glob().safeParse(path).success).toBe(true)
  })

  it('takes no time however many dots a name has', () => {
    expect(statePath().safeParse(`${'. '.repeat(240)}x`).success).toBe(true)
  })
})

describe('a glob', () => {
  it.each(['**', '**/run-*', 'a/{b,c{d,e}}/?', '.*/x', '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'])('%s', (pattern) => {
    expect(stateGlob().safeParse(pattern).success).toBe(true)
  })

  it.each(['', '/a', '!a', '[a]', 'a]', '{a', 'a}', '}{', '{1..9}', '../*', 'a/**/', '{a,b}'.repeat(9)])(
    'not %j',
    (pattern) => {
      expect(glob().safeParse(pattern).success).toBe(false)
    },
  )

  it.each(['.git*/x', '{.github,b}/x', 'a/{x,.git}', '.github?/x'])('of state is never %s', (pattern) => {
    expect(stateGlob().safeParse(pattern).success).toBe(false)
    expect(glob().safeParse(pattern).success).toBe(true)
  })

  it('may take places out where that is a use', () => {
    expect(stateGlobOrNot().safeParse('!**/.github/**').success).toBe(true)
    expect(stateGlobOrNot().safeParse('.github/**').success).toBe(false)
    expect(stateGlobOrNot().safeParse('!/a').success).toBe(false)
    expect(stateGlobOrNot().safeParse('!!a').success).toBe(false)
  })
})
