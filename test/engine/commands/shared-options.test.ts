import { describe, expect, it } from 'vitest'
import type { CommandFacts } from '../../../src/core/command.ts'
import { takeAnyway, takeDoneBy } from '../../../src/engine/commands/shared-options.ts'
import { words } from '../../../src/engine/commands/words.ts'
import { commandOf } from './scene.ts'

const facts = (name: CommandFacts['name'], takesDoneBy?: true): CommandFacts => ({
  name,
  usage: 'NAME',
  summary: '',
  examples: [],
  ...(takesDoneBy && { takesDoneBy }),
})

/** What is left of words behind a target, and what is taken; or the codes of refusals. */
function taken(line: string, of: CommandFacts, hasOldName = true) {
  const found = takeDoneBy(words(line), of, hasOldName)
  if ('refused' in found) return found.refused.map(({ code }) => code)
  return [found.words.map(({ written }) => written).join(' '), found.doneBy, ...found.notices.map(({ code }) => code)]
}

describe('--done-by', () => {
  it.each<readonly [line: string, found: readonly (string | undefined)[]]>([
    ['success --done-by 4f2a9c1', ['success', '4f2a9c1']],
    ['success --done-by=4f2a9c1 Fine', ['success Fine', '4f2a9c1']],
    ['success --DONE-BY "4f2a9c1"', ['success', '4f2a9c1']],
    ['success --commit 4f2a9c1', ['success', '4f2a9c1', 'OPTION_RENAMED']],
    ['success "--done-by 4f2a9c1"', ['success "--done-by 4f2a9c1"', undefined]],
    ['success "--done-by" 4f2a9c1', ['success "--done-by" 4f2a9c1', undefined]],
    ['success --done-byx 4f2a9c1', ['success --done-byx 4f2a9c1', undefined]],
  ])('%s', (line, found) => {
    expect(taken(line, facts('handback', true))).toEqual(found)
  })

  it('is not called --commit on the command line, where that is a flag', () => {
    expect(taken('success --commit 4f2a9c1', facts('handback', true), false)).toEqual(['success --commit 4f2a9c1', undefined])
  })

  it('is wrong usage of every other command, where that would take it for its text', () => {
    for (const name of ['accept', 'handback', 'answer', 'review', 'install'] as const) {
      expect([name, taken('--done-by HEAD', facts(name))]).toEqual([name, ['COMMAND_USAGE']])
      expect([name, taken('--done-by=HEAD success', facts(name))]).toEqual([name, ['COMMAND_USAGE']])
    }
    expect(taken('success --done-by HEAD', facts('handback'))).toEqual(['COMMAND_USAGE'])
    expect(taken('success --commit HEAD', facts('handback'))).toEqual(['COMMAND_USAGE'])
    expect(taken('success --commit HEAD', facts('handback'), false)).toEqual(['success --commit HEAD', undefined])
    expect(taken('--commit HEAD', facts('answer'))).toEqual(['--commit HEAD', undefined])
  })

  it('may be spoken of in a text', () => {
    for (const line of ['error The option --done-by is gone', 'error "--done-by" is gone'])
      expect(taken(line, facts('handback'))).toEqual([line, undefined])
  })
})

describe('--anyway', () => {
  it('is taken off an accept, wherever it stands', () => {
    for (const line of ['accept TinyGain --anyway', 'accept TinyGain --ANYWAY --stage 3'])
      expect(takeAnyway(commandOf(line))).toMatchObject({ anyway: true, words: commandOf(line.replace(/ --anyway/i, '')).words })
    expect(takeAnyway(commandOf('accept TinyGain'))).toEqual(commandOf('accept TinyGain'))
  })

  it('is a word of every other command, and where it is quoted', () => {
    for (const line of ['handback explore question Do it --anyway', 'accept plan-init "--anyway"'])
      expect(takeAnyway(commandOf(line))).toEqual(commandOf(line))
  })
})
