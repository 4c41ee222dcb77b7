import { describe, expect, it } from 'vitest'
import { expectFlag, lastBehindCommit } from '../../src/entry/cli/arguments.ts'
import { commandsWithRun } from '../../src/entry/operations/changing.ts'
import { UsageError } from '../../src/entry/calls/usage.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { shellWord } from '../../src/core/message.ts'

describe('--commit on the command line', () => {
  it.each<readonly [about: string, given: readonly string[]]>([
    ['alone', ['accept', 'TinyGain', '--commit']],
    ['before a name', ['accept', '--commit', 'TinyGain']],
    ['before a name that begins as the head does', ['accept', '--commit', 'HEADroom']],
    ['before a reason', ['handback', 'login', '--commit', 'success']],
    ['before another option', ['handback', 'login', '--commit', '--audit', 'pass']],
    ['before the commit that did the step', ['handback', 'login', 'success', '--commit', '--done-by', 'HEAD']],
    ['before more digits than a commit has', ['accept', '--commit', 'a'.repeat(65)]],
    ['before fewer', ['accept', '--commit', 'abcdef']],
    ['as a text', ['handback', 'login', 'question', '--', '--commit', 'HEAD']],
    ['where a word only begins so', ['accept', '--commits=x']],
  ])('%s: is a flag', (_, args) => {
    expect(() => expectFlag(args)).not.toThrow()
  })

  it.each(['HEAD', 'HEAD~1', 'HEAD^', 'HEAD@{1}', '@', '@~1', '@{upstream}', '4f2a9c1', '4F2A9C1', 'a'.repeat(64)])(
    '%s after it: is refused, with what names a commit',
    (value) => {
      for (const argv of [
        ['handback', 'login', 'success', '--commit', value],
        ['accept', '--commit', value, 'login'],
        ['accept', 'login', `--commit=${value}`],
      ]) {
        expect(() => expectFlag(argv)).toThrow(UsageError)
        expect(() => expectFlag(argv)).toThrow(`--done-by ${shellWord(value)}`)
      }
    },
  )

  it('takes no value of any form', () => {
    expect(() => expectFlag(['accept', 'TinyGain', '--commit=yes'])).toThrow('--done-by')
    expect(() => expectFlag(['accept', 'TinyGain', '--commit='])).toThrow('--done-by')
  })
})

describe('the last word, right after --commit', () => {
  const argv = (...words: readonly string[]) => ['node', 'baton', 'handback', ...words, '--root', '.']

  it.each<readonly [about: string, given: readonly string[], words: readonly string[], found: string | undefined]>([
    ['is found', ['login', 'success', '--commit', 'main'], ['login', 'success', 'main'], 'main'],
    ['is none where the target follows', ['--commit', 'main'], ['main'], undefined],
    [
      'is none where it is elsewhere',
      ['login', '--commit', 'success', 'main'],
      ['login', 'success', 'main'],
      undefined,
    ],
    [
      'is none where more follows',
      ['login', 'question', '--commit', 'main', 'or', 'next'],
      ['login', 'question', 'main', 'or', 'next'],
      undefined,
    ],
    [
      'is none where it only comes again',
      ['login', '--commit', 'main', 'or', 'main'],
      ['login', 'main', 'or', 'main'],
      undefined,
    ],
    [
      'is none as a text',
      ['login', 'question', '--', '--commit', 'main'],
      ['login', 'question', '--commit', 'main'],
      undefined,
    ],
  ])('%s', (_, args, words, found) => {
    expect(lastBehindCommit(argv(...args), words)).toBe(found)
  })
})

describe('--run on the command line', () => {
  it('is known to the commands that take a run, and to no other', () => {
    const taking = protocols.flatMap(({ commands }) =>
      commands.filter(({ usage }) => usage.includes('--run RUN')).map(({ name }) => name),
    )
    expect([...commandsWithRun].toSorted()).toEqual(
      [...new Set(taking)].filter((name) => name !== 'validate').toSorted(),
    )
  })
})
