import { describe, expect, it } from 'vitest'
import { explicit } from '../../src/entry/cli/arguments.ts'

describe('--commit on the command line', () => {
  it.each<readonly [about: string, given: readonly string[], read: readonly string[]]>([
    ['alone', ['accept', 'TinyGain', '--commit'], ['accept', 'TinyGain', '--commit=']],
    ['before a name', ['accept', '--commit', 'TinyGain'], ['accept', '--commit=', 'TinyGain']],
    ['before another option', ['handback', 'login', '--commit', '--audit', 'pass'], ['handback', 'login', '--commit=', '--audit', 'pass']],
    ['with a commit', ['handback', 'login', 'success', '--commit', '4F2a9c1'], ['handback', 'login', 'success', '--commit', '4F2a9c1']],
    ['with a commit of SHA-256', ['--commit', 'a'.repeat(64)], ['--commit', 'a'.repeat(64)]],
    ['with more digits than a commit has', ['--commit', 'a'.repeat(65)], ['--commit=', 'a'.repeat(65)]],
    ['with fewer', ['--commit', 'abcdef'], ['--commit=', 'abcdef']],
    ['both ways', ['--commit', '4f2a9c1', '--commit'], ['--commit', '4f2a9c1', '--commit=']],
    ['with a value of its own', ['--commit=HEAD'], ['--commit=HEAD']],
    ['where a word only begins so', ['--commits', 'x'], ['--commits', 'x']],
  ])('%s', (_, given, read) => {
    expect(explicit(given)).toEqual(read)
  })
})
