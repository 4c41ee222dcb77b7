import { shellWord } from '../../core/message.ts'
import { mayBeOption } from '../../engine/commands/options.ts'
import { unquotedWords, type Word } from '../../engine/commands/words.ts'
import { writtenAsText } from '../../kit/options.ts'
import { UsageError } from '../calls/usage.ts'

/** What no target is called and no text begins with: a revision. */
const revision = /^(?:HEAD(?:[~^@].*)?|@.*|[0-9a-f]{7,64})$/is

/** The arguments before a lone `--`, after which there are no options. */
function optionArguments(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}

/**
 * The words of a command, without the lone `--` that commander leaves among them where an option of a protocol is in
 * front of it: what follows is text, whatever it looks like.
 */
export function wordsOf(texts: readonly string[], argv: readonly string[]): readonly Word[] {
  const end = argv.indexOf('--')
  const firstText = end === -1 ? texts.length : texts.length - (argv.length - end - 1)
  const [before, behind] = [texts.slice(0, firstText), texts.slice(firstText)]
  return [
    ...unquotedWords(before.at(-1) === '--' ? before.slice(0, -1) : before),
    ...unquotedWords(behind).map((word) =>
      word.text.startsWith('--') || mayBeOption(word.text)
        ? { ...word, quoted: true, written: writtenAsText(word.text) }
        : word,
    ),
  ]
}

/** The error that `--commit` is followed by a value. */
export const flagValueError = (value: string): UsageError =>
  new UsageError(
    `Unexpected ${value === '' ? 'value' : value} after --commit, which is a flag: it commits this change. ` +
      `The commit that did a step of a project is named by \`baton handback SLUG success --done-by ${value === '' ? 'REV' : shellWord(value)}\`.`,
  )

/** @throws UsageError if `--commit` is followed by a revision, or has anything attached to it. */
export function expectFlag(argv: readonly string[]): void {
  const optionWords = optionArguments(argv)
  for (const [index, argument] of optionWords.entries()) {
    const [, attached] = /^--commit=(.*)$/s.exec(argument) ?? []
    if (attached !== undefined) throw flagValueError(attached)
    const next = optionWords[index + 1]
    if (argument === '--commit' && next !== undefined && revision.test(next)) throw flagValueError(next)
  }
}

/**
 * The word after `--commit`, where it is the last of the words and the target precedes it: a text, or a name for a
 * commit.
 */
export function lastBehindCommit(argv: readonly string[], words: readonly string[]): string | undefined {
  const optionWords = optionArguments(argv)
  const last = words.at(-1)
  if (words.length < 2 || last === undefined || words.indexOf(last) < words.length - 1) return undefined
  return optionWords.some((argument, index) => argument === '--commit' && optionWords[index + 1] === last)
    ? last
    : undefined
}
