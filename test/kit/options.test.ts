import { describe, expect, it } from 'vitest'
import { takeOptions } from '../../src/kit/options.ts'

const kinds = { stage: 'once', 'next-phase': 'once', artifact: 'many' } as const

describe('options', () => {
  it.each<[string[], object, string[]]>([
    [[], {}, []],
    [['words', 'only'], {}, ['words', 'only']],
    [['--stage', '2', 'text'], { stage: '2' }, ['text']],
    [['text', '--stage=2', 'more'], { stage: '2' }, ['text', 'more']],
    [['--STAGE', '2'], { stage: '2' }, []],
    [['--next-phase=3.1', '--stage', '3'], { stage: '3', 'next-phase': '3.1' }, []],
    [['--artifact', 'a b', '--artifact=c'], { artifact: ['a b', 'c'] }, []],
    [['--stage==', 'a'], { stage: '=' }, ['a']],
    [['--artifact=--x'], { artifact: ['--x'] }, []],
    [['-', '--', '---', '-s', 'a--stage', '–stage'], {}, ['-', '--', '---', '-s', 'a--stage', '–stage']],
  ])('of %j are %j, and %j is left', (words, options, rest) => {
    expect(takeOptions(words, kinds)).toMatchObject({ options, rest })
  })

  it.each([
    [['--stge', '2'], 'Unexpected option `--stge`, expected `--stage`'],
    [['--frobnicate'], 'Unexpected option `--frobnicate`, expected one of `--stage`, `--next-phase`, `--artifact`'],
    [
      ['--constructor', 'x'],
      'Unexpected option `--constructor`, expected one of `--stage`, `--next-phase`, `--artifact`',
    ],
    [['--stage'], 'Missing value of `--stage`'],
    [['--stage='], 'Missing value of `--stage`'],
    [['--stage', '--next-phase', '3.1'], 'Missing value of `--stage`'],
    [['--stage', ' '], 'Missing value of `--stage`'],
    [['--stage', '2', '--stage=3'], 'Unexpected second `--stage`, expected one'],
  ])('%j have a fault: %s', (words, fault) => {
    expect(takeOptions(words, kinds)).toMatchObject({ fault })
  })

  it.each<[string[], string[], object, string[]]>([
    [['--stage', '2'], ['"--stage"', '2'], {}, ['--stage', '2']],
    [['--stage', '2'], ["'--stage'", '2'], {}, ['--stage', '2']],
    [['--stage', '--next-phase'], ['--stage', '"--next-phase"'], { stage: '--next-phase' }, []],
    [['--stage', '2'], ['--stage', '"2"'], { stage: '2' }, []],
    [['--stage', '2'], ['--stage'], { stage: '2' }, []],
    [['--stage=a b', 'x'], ['--stage="a b"', 'x'], { stage: 'a b' }, ['x']],
  ])(
    'of %j, written as %j, are %j, and %j is left: what was quoted as a whole is not an option',
    (words, written, options, rest) => {
      expect(takeOptions(words, kinds, { written })).toMatchObject({ options, rest })
    },
  )

  it('are none where a command has none', () => {
    expect(takeOptions(['--x', '1'], {})).toMatchObject({ fault: 'Unexpected option `--x`, expected none' })
  })
})

describe('a blank value', () => {
  const words = ['--issues', '']

  it('is none, unless it may be one', () => {
    expect(takeOptions(words, { issues: 'phrase' })).toEqual({ fault: 'Missing value of `--issues`', option: 'issues' })
    expect(takeOptions(words, { issues: 'phrase' }, { blank: true })).toEqual({
      options: { issues: '' },
      rest: [],
      written: [],
    })
    expect(takeOptions(['--issues'], { issues: 'phrase' }, { blank: true })).toEqual({
      fault: 'Missing value of `--issues`',
      option: 'issues',
    })
  })

  it.each([
    ['--run x rest', { run: ['x'] }, ['rest']],
    ['--fresh --RUN=x --run y rest --run z', { run: ['x', 'y'] }, ['--fresh', 'rest', '--run', 'z']],
    ['rest --run x', {}, ['rest', '--run', 'x']],
    ['--run --fresh', { run: ['--fresh'] }, []],
    ['--run=', { run: [''] }, []],
  ])('leaves those of another: %s', (line, options, rest) => {
    expect(takeOptions(line.split(' '), { run: 'many' }, { leading: 0, foreign: true, blank: true })).toEqual({
      options,
      rest,
      written: rest,
    })
  })
})
