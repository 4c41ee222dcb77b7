import { describe, expect, it } from 'vitest'
import type { CommandFacts } from '../../../src/core/command.ts'
import { readDoneBy, takeSharedOptions } from '../../../src/engine/commands/options.ts'
import { parseWords } from '../../../src/engine/commands/words.ts'
import { protocols } from '../../../src/entry/protocols.ts'
import { sharedOptions } from '../../../src/kit/options.ts'
import { commandOf } from './scene.ts'

const facts = (name: CommandFacts['name'], ...ownOptions: readonly string[]): CommandFacts => ({
  name,
  usage: 'NAME',
  summary: '',
  examples: [],
  ownOptions,
})

/** The words after a target as the command gets them, with the codes of notices; or the codes of refusals. */
function read(line: string, of: CommandFacts, hasOldName = true) {
  const found = readDoneBy(parseWords(line), of, hasOldName)
  if ('refused' in found) return found.refused.map(({ code }) => code)
  return [found.words.map(({ written }) => written).join(' '), ...found.notices.map(({ code }) => code)]
}

describe('--done-by', () => {
  const ofProject = facts('handback', 'done-by')

  it.each<readonly [line: string, ...read: readonly string[]]>([
    ['success --done-by 4f2a9c1', 'success --done-by 4f2a9c1'],
    ['success --commit 4f2a9c1', 'success --done-by=4f2a9c1', 'OPTION_RENAMED'],
    ['--COMMIT=4f2a9c1 success "It is done"', 'success "It is done" --done-by=4f2a9c1', 'OPTION_RENAMED'],
    ['success "--commit 4f2a9c1"', 'success "--commit 4f2a9c1"'],
    ['success "--commit" 4f2a9c1', 'success "--commit" 4f2a9c1'],
    ['success --commit', 'COMMAND_USAGE'],
  ])('%s', (line, ...expected) => {
    expect(read(line, ofProject)).toEqual(expected)
  })

  it('is not called --commit on the command line, where that is a flag', () => {
    expect(read('success --commit 4f2a9c1', ofProject, false)).toEqual(['success --commit 4f2a9c1'])
  })

  it('is wrong usage of every other command, where that would take it for its text', () => {
    for (const name of ['accept', 'handback', 'answer', 'review', 'install'] as const) {
      expect([name, read('--done-by HEAD', facts(name))]).toEqual([name, ['COMMAND_USAGE']])
      expect([name, read('--done-by', facts(name))]).toEqual([name, ['COMMAND_USAGE']])
      expect([name, read('--done-by=HEAD success', facts(name))]).toEqual([name, ['COMMAND_USAGE']])
    }
    expect(read('success --done-by HEAD', facts('handback'))).toEqual(['COMMAND_USAGE'])
    expect(read('success --commit HEAD', facts('handback'))).toEqual(['COMMAND_USAGE'])
    expect(read('success --commit HEAD', facts('handback'), false)).toEqual(['success --commit HEAD'])
    expect(read('--commit HEAD', facts('answer'))).toEqual(['--commit HEAD'])
  })

  it('may be spoken of in a text', () => {
    for (const line of ['error The option --done-by is gone', 'error "--done-by" is gone'])
      expect(read(line, facts('handback'))).toEqual([line])
  })
})

describe('the options of grants', () => {
  it.each<readonly [line: string, left: string, shared: object]>([
    ['accept TinyGain --anyway', 'accept TinyGain', { anyway: true }],
    ['accept --anyway TinyGain --stage 3', 'accept TinyGain --stage 3', { anyway: true }],
    ['accept TinyGain --ANYWAY --stage 3', 'accept TinyGain --stage 3', { anyway: true }],
    ['accept TinyGain --stage 3 --agent dsp --lease=4h', 'accept TinyGain --stage 3', { agent: 'dsp', lease: '4h' }],
    ['accept plan-init "--anyway"', 'accept plan-init "--anyway"', {}],
    ['accept TinyGain --agent "dsp/2"', 'accept TinyGain', { agent: 'dsp/2' }],
    ['accept TinyGain', 'accept TinyGain', {}],
    ['handback TinyGain --agent dsp success It works', 'handback TinyGain success It works', { agent: 'dsp' }],
    ['handback TinyGain success --agent dsp It works', 'handback TinyGain success It works', { agent: 'dsp' }],
    ['handback TinyGain success It works --agent dsp', 'handback TinyGain success It works', { agent: 'dsp' }],
    ['handback TinyGain success Its --agent is gone', 'handback TinyGain success Its --agent is gone', {}],
    ['handback TinyGain success It works --lease 4h', 'handback TinyGain success It works --lease 4h', {}],
    ['handback explore question Do it --anyway', 'handback explore question Do it --anyway', {}],
    [
      'answer TinyGain --takeover The dark one --lease 4h --agent=dsp',
      'answer TinyGain The dark one',
      { takeover: true, lease: '4h', agent: 'dsp' },
    ],
    ['answer TinyGain success --agent dsp is it', 'answer TinyGain success --agent dsp is it', {}],
    [
      'answer TinyGain --anyway --refresh The dark one',
      'answer TinyGain The dark one',
      { anyway: true, refresh: true },
    ],
    ['install TinyGain --agent dsp', 'install TinyGain', { agent: 'dsp' }],
    ['checksums --agent=dsp TinyGain plan', 'checksums TinyGain plan', { agent: 'dsp' }],
    ['sync TinyGain --agent dsp --lease 4h', 'sync TinyGain --lease 4h', { agent: 'dsp' }],
    ['fix CONTRACT_MISMATCH --agent dsp', 'fix CONTRACT_MISMATCH', { agent: 'dsp' }],
    ['undo --agent dsp', 'undo', { agent: 'dsp' }],
    ['anchor ses_7 context high --agent dsp It is so', 'anchor ses_7 context high It is so', { agent: 'dsp' }],
    ['anchor ses_7 context high Its --agent is gone', 'anchor ses_7 context high Its --agent is gone', {}],
    ['stall ses_7 validator --error Its --agent is gone', 'stall ses_7 validator --error Its --agent is gone', {}],
    ['stall ses_7 --agent dsp validator --error It fails', 'stall ses_7 validator --error It fails', { agent: 'dsp' }],
    ['status TinyGain --agent dsp', 'status TinyGain --agent dsp', {}],
  ])('%s', (line, remainingLine, shared) => {
    const { requested, ...taken } = takeSharedOptions(commandOf(line))
    expect([requested.words, taken]).toEqual([commandOf(remainingLine).words, { shared }])
  })

  it.each([
    ['accept TinyGain --agent', 'Missing value of `--agent`'],
    ['accept TinyGain --agent --takeover', 'Missing value of `--agent`'],
    ['accept TinyGain --agent a --agent=b', 'Unexpected second `--agent`, expected one'],
    ['accept TinyGain --takeover=now', 'Unexpected value of `--takeover`, expected none'],
  ])('%s: %s', (line, fault) => {
    expect(takeSharedOptions(commandOf(line))).toEqual({ requested: commandOf(line), shared: {}, fault })
  })
})

describe('a free text', () => {
  const withText = protocols.flatMap(({ name: protocol, commands }) =>
    commands
      .filter(
        ({ name, usage }) =>
          usage.includes('TEXT') && sharedOptions[name]?.['agent'] !== undefined && name !== 'accept',
      )
      .map(({ name, usage }) => [`${protocol}: /${name} ${usage}`, name, usage] as const),
  )

  it.each(withText)('keeps what looks like an option in it, %s', (_, name, usage) => {
    const before = usage.slice(0, usage.indexOf('TEXT')).replaceAll(/\[?--[a-z-]+(?: \S+?)?\]/g, '')
    const leading = Array.from(before.matchAll(/[A-Za-z:][\w:|]*/g), ([word]) => word.split('|', 1)[0])
    const line = [...leading, 'Use --agent executor/2 here?'].join(' ')
    const { requested, shared } = takeSharedOptions({ name, words: parseWords(line), report: undefined })
    expect([requested.words.map(({ written }) => written).join(' '), shared]).toEqual([line, {}])
  })
})
