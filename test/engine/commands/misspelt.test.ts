import { describe, expect, it } from 'vitest'
import { mayBeOption, misspellingRefusal, unclosedQuoteRefusal } from '../../../src/engine/commands/options.ts'
import { unquotedWords } from '../../../src/engine/commands/words.ts'
import { commandOf } from './scene.ts'

const definition = { ownOptions: ['stage', 'next-phase'] }
function messageOf(line: string) {
  const { message, hint } = misspellingRefusal(commandOf(line), definition, false) ?? {}
  return message && `${message}. ${hint}`
}

describe('a word that looks like an option', () => {
  it.each([
    '—dry-run',
    '–dry-run',
    '−dry-run',
    '－－dry-run',
    '-dry-run',
    '--dry_run',
    '—dry—run',
    '--dryrun',
    '--DRY-RUN',
    '--Dry-Run',
    '--dry-run.',
    '--dry-run,',
    '(--dry-run)',
    '**--dry-run**',
    '`--dry-run`',
    '“--dry-run”',
    '--dry-run"',
    '---dry-run',
    '--dry\u200b-run',
    '--dry-run=true',
    '--dry-run:',
    '--dry-rnu',
    '--dry-runs',
  ])('%s is refused as a misspelt --dry-run', (word) => {
    for (const line of [`handback TinyGain success Gain is smooth ${word}`, `answer TinyGain ${word} Use the dark one`])
      expect([line, messageOf(line)]).toEqual([line, expect.stringContaining('Did you mean `--dry-run`?')])
  })

  it.each([
    ['—stage', 'stage'],
    ['--next_phase', 'next-phase'],
    ['—next-phase=3.1', 'next-phase'],
    ['-agent', 'agent'],
    ['--agents', 'agent'],
  ])('%s is refused as --%s, which the command has', (word, option) => {
    expect(messageOf(`handback TinyGain success It works ${word} 3`)).toContain(`Did you mean \`--${option}\`?`)
  })

  it.each([
    'handback TinyGain success Use -O2 and --fast - or not -- as you like',
    'handback TinyGain success dry-run, dry_run and a--dry-run',
    'handback TinyGain success "Use —dry-run" and \'--dry_run\'',
    'handback TinyGain success Its --agent is gone',
    'handback TinyGain success The --lease. is an option of another command',
    'handback TinyGain success --stage=—dry-run It works',
    'answer TinyGain −5 dB, -5 dB or 3-4 dB?',
    `handback TinyGain success ${'-'.repeat(400)}dry-run`,
  ])('%s: stays as it is', (line) => {
    expect(messageOf(line)).toBeUndefined()
  })

  it('can be written as text in the way that the refusal names', () => {
    const hint = (isLocal: boolean) => misspellingRefusal(commandOf('answer TinyGain —dry-run'), {}, isLocal)?.hint
    expect(hint(false)).toBe('Did you mean `--dry-run`? To write it as text, put the whole text in double quotes.')
    expect(hint(true)).toBe('Did you mean `--dry-run`? To write it as text, put `--` before the text.')
  })
})

describe('a word that looks like a commit', () => {
  it.each([
    '@1a2b',
    '@1a2b3c',
    `@${'a'.repeat(41)}`,
    '@1a2b3c4.',
    '(@1a2b3c4)',
    '＠1a2b3c4',
    '@1A2B3C',
    '@1a2b3c4 --agent dsp',
  ])('%s is refused at the end', (word) => {
    for (const line of [`handback TinyGain success Gain is smooth ${word}`, `answer TinyGain ${word}`])
      expect([line, messageOf(line)]).toEqual([line, expect.stringContaining('at the end of the command')])
  })

  it.each([
    'answer TinyGain @1a2b3c is the one',
    'answer TinyGain As @octocat',
    'answer TinyGain @abc',
    'answer TinyGain "Since @1a2b3c"',
    'answer TinyGain explore@1a2b3c',
  ])('%s: stays as it is', (line) => {
    expect(messageOf(line)).toBeUndefined()
  })
})

describe('the words after a lone -- of a command line', () => {
  it.each([
    ['—dry-run', true],
    ['--no-such-option', true],
    ['@1a2b3c', true],
    ['@1a2b3c4', true],
    ['smooth', false],
    ['—dry-run is odd', false],
  ])('%s: could be meant otherwise: %s', (word, expected) => {
    expect(mayBeOption(word)).toBe(expected)
  })

  it('are one argument each, which is text where it has white space', () => {
    const command = {
      name: 'answer',
      words: unquotedWords(['TinyGain', 'Use —dry-run', 'or @1a2b3c later']),
      report: undefined,
    } as const
    expect(misspellingRefusal(command, {}, true)).toBeUndefined()
  })
})

describe('a double quote that is not closed in its line', () => {
  it.each([
    ['handback TinyGain error "the build', '"the'],
    ['answer TinyGain The one called "Warm', '"Warm'],
    ['accept "TinyGain', '"TinyGain'],
    ['handback TinyGain error --code="NO CC the build fails', '--code="NO'],
  ])('is refused, since the text may go on in the next one: %s', (line, word) => {
    expect(unclosedQuoteRefusal(commandOf(line))).toMatchObject({
      code: 'COMMAND_USAGE',
      message: `The double quote of \`${word}\` is not closed in its line`,
    })
  })

  it.each([
    'handback TinyGain error "the build" fails',
    `handback TinyGain error it's the '90s "look" of a 5" knob`,
    `handback TinyGain error 'the "build fails'`,
  ])('is none here: %s', (line) => {
    expect(unclosedQuoteRefusal(commandOf(line))).toBeUndefined()
  })
})
