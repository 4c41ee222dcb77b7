import { commandNames, type CommandName } from '../../core/command-names.ts'
import { visibleLine } from '../../core/message.ts'
import { unquotedWords, parseWords, type Word } from '../../engine/commands/words.ts'
import { sharedOptions } from '../../kit/options.ts'
import { agentOf } from '../calls/next.ts'
import { answerOf, grantNext, optionsOf, runComment, transitions } from '../calls/perform.ts'
import { UsageError } from '../calls/usage.ts'
import type { RunInput, TransitionInput } from '../operations/changing.ts'
import type { Answer, Caller } from '../operations/operation.ts'

/** The words of a command by name, as a tool is given them. */
export interface NamedWords {
  readonly target?: string
  readonly reason?: string
  readonly text?: string
  readonly options?: readonly string[]
}

/** A text, which is never an option. */
const quotedWord = (text: string): Word => ({ text, quoted: true, written: JSON.stringify(text) })

function optionWords(
  command: CommandName,
  target: string | undefined,
  options: readonly string[] = [],
): readonly Word[] {
  const commandOptions = sharedOptions[command] ?? {}
  // What else takes no value is the protocol's to know.
  const isFlag = (option: string) => option === 'dry-run' || commandOptions[option]?.kind === 'flag'
  const allWords = options.flatMap(parseWords)
  const [first] = allWords
  if (first && !first.text.startsWith('--')) {
    const line = [`/${command}`, target ?? 'TARGET', ...allWords.map(({ written }) => written)].join(' ')
    throw new UsageError(
      `Unexpected \`options\`, expected arguments that begin with an option. Other words are for \`run ${visibleLine(JSON.stringify({ commands: line }))}\`.`,
    )
  }
  const takesValue = (word: Word | undefined) =>
    word?.quoted === false && /^--[^=]+$/.test(word.text) && !isFlag(word.text.slice(2))
  const strayWord = allWords.find(
    (word, index) => index > 0 && (word.quoted || !word.text.startsWith('--')) && !takesValue(allWords[index - 1]),
  )
  if (strayWord)
    throw new UsageError(
      `Unexpected ${visibleLine(strayWord.text)} in \`options\`, where an option has at most one value: write \`text\` apart.`,
    )
  return allWords
}

/** Runs a command whose words have names; `accept` without a target grants the most urgent one. */
export async function command(
  name: CommandName,
  {
    target,
    reason,
    text,
    options,
    report,
    ...input
  }: NamedWords & Omit<TransitionInput, 'report'> & { readonly report?: object },
  caller: Caller,
): Promise<Answer> {
  const furtherWords = [...unquotedWords(optionsOf(input)), ...optionWords(name, target, options)]
  const change = { ...input, ...caller }
  if (target === undefined) {
    const grant = { agent: agentOf(caller), protocols: [], options: furtherWords.map((word) => word.text) }
    return answerOf(await grantNext(grant, change), caller)
  }
  const allWords = [
    ...unquotedWords([target]),
    ...furtherWords,
    ...unquotedWords(reason === undefined ? [] : [reason]),
    ...(text === undefined ? [] : [quotedWord(text)]),
  ]
  return answerOf(
    await transitions({ command: { name, words: allWords, report: report && JSON.stringify(report) } }, change),
    caller,
  )
}

const calledLine = new RegExp(
  String.raw`^( {0,3})(?:baton |/(?:baton )?)(?=(?:${commandNames.join('|')})(?:\s|$))`,
  'gm',
)

const fence = /^ {0,3}(?:```|~~~)/

/** The first line that is neither a command nor part of a fenced report: the rest of a text with line breaks, which would be lost. */
function strayLine(commands: string): string | undefined {
  let isFenced = false
  return commands.split(/\r\n?|\n/).find((line) => {
    if (fence.test(line)) {
      isFenced = !isFenced
      return false
    }
    return !isFenced && line.trim() !== '' && !/^\s*(?:\/|baton\s)/.test(line)
  })
}

/** Runs commands, each as a comment or as a command line has it, under whatever prefix comments need. */
export async function run({ commands, ...input }: RunInput, caller: Caller): Promise<Answer> {
  const stray = commands.search(calledLine) === -1 ? undefined : strayLine(commands)
  if (stray !== undefined)
    throw new UsageError(
      `Unexpected line ${visibleLine(JSON.stringify(stray))} in \`commands\`, which has a command in each line. A text is whole in the line of its command: write a space in place of a line break.`,
    )
  return runComment({ ...input, commands: commands.replace(calledLine, '$1/baton ') }, caller)
}
