import { commandNames } from '../../core/command-names.ts'
import type { OptionFacts } from '../../core/command.ts'
import { visible } from '../../core/message.ts'
import { suggestion } from '../../core/suggestion.ts'
import { UsageError } from '../calls/usage.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { commandLine } from './program.ts'
import { usagesOf } from './protocol-usage.ts'
import { topics } from './topics.ts'

const columns = 80
const indent = '    '
/** Behind an option of more cells its meaning is in a line of its own. */
const longestBeside = 20

/** What stays on one line: `[--audit pass|fail]`. */
const unbroken = /\[[^[\]]*\]\S*|\S+/g

/** A usage in lines of some width; all but the first are indented. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const [word] of text.matchAll(unbroken)) {
    if (line !== '' && `${line} ${word}`.length > columns) {
      lines.push(line)
      line = `${indent}${word}`
    } else line = line === '' ? `  ${word}` : `${line} ${word}`
  }
  return [...lines, line]
}

/** What options mean, one below the other. */
function described(options: readonly OptionFacts[]): readonly string[] {
  const width = Math.max(0, ...options.map(({ written }) => written.length).filter((length) => length <= longestBeside))
  return options.flatMap(({ written, does }) => {
    return written.length > width
      ? [`${indent}${written}`, `${indent}${' '.repeat(width)}  ${does}`]
      : [`${indent}${written.padEnd(width)}  ${does}`]
  })
}

/** The help of a call: a text instead of it, or its words with what is added to the help of its command. */
type Help = { readonly text: string } | { readonly words: readonly string[]; readonly more?: string }

/** The words of a call, `help COMMAND` as `COMMAND --help`; a text: that of a topic. @throws UsageError for what is neither */
function wordsOfHelp(words: readonly string[]): readonly string[] | string {
  const [first, topic, ...more] = words
  if (first !== 'help' || topic === undefined || topic.startsWith('-')) return words
  const text = Object.hasOwn(topics, topic) ? topics[topic] : undefined
  if (text !== undefined) {
    const [behind] = more
    if (behind === undefined) return `${text}\n`
    throw new UsageError(`Unexpected ${visible(behind)} after ${topic}: a topic is text, and takes no options.`)
  }
  const names = commandLine({ code: 0 }).commands.map((command) => command.name())
  if (names.includes(topic)) return [topic, '--help', ...more]
  const meant = suggestion(topic, [...Object.keys(topics), ...names])
  throw new UsageError(
    `Unexpected topic ${visible(topic)}, ${meant === undefined ? `expected a command, or one of ${Object.keys(topics).join(', ')}` : `did you mean ${meant}?`}`,
  )
}

/** Whether the words of a call ask for the help of a command that protocols have. */
function asksForHelp([name = '', ...words]: readonly string[]): boolean {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  const hasProtocols = name === 'new' || (commandNames as readonly string[]).includes(name)
  return hasProtocols && own.some((word) => word === '--help' || word === '-h')
}

/** What each protocol's command of a name takes; empty where none has it. */
async function helpByProtocol(name: string): Promise<string> {
  const protocols = await lazyProtocols.load(lazyProtocols.descriptors.map((each) => each.name))
  const lines = usagesOf(name, protocols).flatMap(({ whose, usage, options }) => [...wrapped(`${whose}: ${usage}`), ...described(options)])
  return lines.length === 0 ? '' : `\nWords and options by protocol:\n${lines.join('\n')}\n`
}

/** The help that the words of a call ask for, if they do. @throws UsageError where they name no topic */
export async function helpFor(given: readonly string[]): Promise<Help> {
  const words = wordsOfHelp(given)
  if (typeof words === 'string') return { text: words }
  return { words, ...(asksForHelp(words) && { more: await helpByProtocol(words[0] ?? '') }) }
}
