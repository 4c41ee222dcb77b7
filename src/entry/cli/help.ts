import { commandNames, type CommandName } from '../../core/command-names.ts'
import type { OptionFacts } from '../../core/command.ts'
import { visibleLine } from '../../core/message.ts'
import { suggestion } from '../../core/suggestion.ts'
import { UsageError } from '../calls/usage.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { commandLine } from './program.ts'
import { usagesOf } from './protocol-usage.ts'
import { topics } from './topics.ts'

/**
 * What stands in a usage line for a word of the caller's, and what that word is: by its name, or by the values that it
 * may have.
 */
const meanings: Readonly<Record<string, string>> = {
  NAME: 'the name of the plugin',
  SLUG: 'the project: its folder (2026-01-20-login), or without the date (login)',
  TASK: 'the id of the task; in one of several sessions, TASK@SESSION',
  STAGE: 'the name of the stage; in one of several runs, STAGE@RUN',
  ID: 'the id of the session',
  'session:ID': 'the session; with the prefix, a new session may be started',
  GOAL: 'what the session is to achieve',
  ARTIFACT: 'the file: brief.md, plan.md or review.md',
  CODE: 'only the findings with this code',
  TARGET: 'the target, with or without its prefix',
  success: 'the work is done',
  error: 'the work could not be done',
  question: 'the agent needs an answer before it can go on',
  qualified: 'the work is accepted',
  failed: 'the work has to be done again',
  contracts: 'the contracts that differ from the recorded ones',
  state: 'the handoff',
  planner: 'a cycle of planner and checker',
  validator: 'an error of the validator',
  'creative_brief|parameter_spec|architecture|plan': 'the contracts to record (default: all)',
  'decision|context|checkpoint|completion': 'what kind of note it is',
  'critical|high|normal': 'how important it is',
}

const meaningsByCommand: Readonly<Partial<Record<CommandName | 'new', Readonly<Record<string, string>>>>> = {
  accept: { TEXT: 'the request, for a planning task' },
  preflight: { TEXT: 'the request, for a planning task' },
  handback: {
    TEXT: 'what was done, what went wrong, or the question',
    CODE: 'a code for the error, such as BUILD_FAILED',
  },
  answer: { TEXT: 'the answer' },
  undo: { TARGET: 'only the last commit for this target' },
  explain: { CODE: 'the code, such as REGISTRY_STATUS_DRIFT' },
  review: { TEXT: 'the reason for the verdict' },
  anchor: { TEXT: 'what to remember' },
  new: {
    STAGE: 'the name of a stage, in the order of the run',
    ID: 'an id for the session',
    SLUG: 'a short name for the project',
  },
}

/** An option with its value: `[--stage N]`. */
const option = /\[?--[a-z][a-z-]*(?: [A-Za-z.|-]+)?\]?…?/g
const placeholder = /session:ID|[A-Za-z_]+(?:\|[A-Za-z_]+)*/g

/** The words that a usage line has besides its options, each with what it means, where that is known. */
export function wordsIn(
  name: CommandName | 'new',
  usage: string,
  additions: Readonly<Record<string, string>> = {},
): readonly { readonly written: string; readonly does: string | undefined }[] {
  const placeholders = Array.from(usage.replaceAll(option, ' ').matchAll(placeholder), ([word]) => word)
  const allMeanings = { ...meanings, ...meaningsByCommand[name], ...additions }
  const singleWords = placeholders.flatMap((word) => (Object.hasOwn(allMeanings, word) ? [word] : word.split('|')))
  return Array.from(new Set(singleWords), (word) => ({
    written: word,
    does: Object.hasOwn(allMeanings, word) ? allMeanings[word] : undefined,
  }))
}

/** What words are in the commands of declared workflows, which have one form for all. */
const ofWorkflows: Readonly<Record<string, string>> = {
  ID: 'the id of the item, with or without the name of its workflow',
  STATE: 'the state that the item is to be in',
}

const columns = 80
const indent = '    '
/** Behind an option of more cells its meaning is in a line of its own. */
const maxTermWidth = 20

/** What stays on one line: `[--audit pass|fail]`. */
const unbrokenPart = /\[[^[\]]*\]\S*|\S+/g

/** A usage in lines of some width; all but the first are indented. */
function wrapUsage(text: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const [word] of text.matchAll(unbrokenPart)) {
    if (line !== '' && `${line} ${word}`.length > columns) {
      lines.push(line)
      line = `${indent}${word}`
    } else line = line === '' ? `  ${word}` : `${line} ${word}`
  }
  return [...lines, line]
}

/** Whose the form of a command is that all declared workflows have. */
const workflow = 'workflow'

/** What words and options mean that a usage has. */
const factsOf = (
  name: CommandName | 'new',
  { protocol, usage, options }: ReturnType<typeof usagesOf>[number],
): readonly OptionFacts[] => [
  ...wordsIn(name, usage, protocol === workflow ? ofWorkflows : {}).flatMap(({ written, does }) =>
    does === undefined ? [] : [{ written, does }],
  ),
  ...options,
]

/** A text in lines of some width. */
function fillLines(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || `${line} ${word}`.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

/** What words and options mean, one below the other. */
function describeFacts(facts: readonly OptionFacts[]): readonly string[] {
  const width = Math.max(0, ...facts.map(({ written }) => written.length).filter((length) => length <= maxTermWidth))
  const margin = `${indent}${' '.repeat(width)}  `
  return facts.flatMap(({ written, does }) => {
    const [first = '', ...moreLines] = fillLines(does, columns - margin.length)
    const continuation = moreLines.map((line) => `${margin}${line}`)
    return written.length > width
      ? [`${indent}${written}`, `${margin}${first}`, ...continuation]
      : [`${indent}${written.padEnd(width)}  ${first}`, ...continuation]
  })
}

/** The help of a call: a text instead of it, or its words with what is added to the help of its command. */
type Help = { readonly text: string } | { readonly words: readonly string[]; readonly addition?: string }

/**
 * The words of a call, `help COMMAND` as `COMMAND --help`; a text: that of a topic. @throws UsageError for what is
 * neither
 */
function wordsOfHelp(words: readonly string[]): readonly string[] | string {
  const [first, topic, ...rest] = words
  if (first !== 'help' || topic === undefined || topic.startsWith('-')) return words
  const topicEntry = Object.hasOwn(topics, topic) ? topics[topic] : undefined
  const text = typeof topicEntry === 'function' ? topicEntry() : topicEntry
  if (text !== undefined) {
    const [surplus] = rest
    if (surplus === undefined) return `${text}\n`
    throw new UsageError(`Unexpected ${visibleLine(surplus)} after ${topic}: a topic is text, and takes no options.`)
  }
  const names = commandLine({ code: 0 }).commands.map((command) => command.name())
  if (names.includes(topic)) return [topic, '--help', ...rest]
  const suggested = suggestion(topic, [...Object.keys(topics), ...names])
  throw new UsageError(
    `Unexpected topic ${visibleLine(topic)}, ${suggested === undefined ? `expected a command, or one of ${Object.keys(topics).join(', ')}` : `did you mean ${suggested}?`}`,
  )
}

/** The command that protocols have, where the words of a call ask for its help. */
function commandToDescribe([first, ...words]: readonly string[]): CommandName | 'new' | undefined {
  const end = words.indexOf('--')
  const ownWords = end < 0 ? words : words.slice(0, end)
  const name = first === 'new' ? first : commandNames.find((candidate) => candidate === first)
  return ownWords.some((word) => word === '--help' || word === '-h') ? name : undefined
}

/** What each protocol's command of a name takes; empty where none has it. */
async function helpByProtocol(name: CommandName | 'new'): Promise<string> {
  const protocols = await lazyProtocols.load(lazyProtocols.descriptors.map((descriptor) => descriptor.name))
  const { commandsOf } = await import('../../protocols/declared/commands/index.ts')
  const ofDeclared = name === 'new' ? [] : usagesOf(name, [{ name: workflow, commands: commandsOf(true) }])
  const usages = [...usagesOf(name, protocols), ...ofDeclared.filter(({ protocol }) => protocol === workflow)]
  const lines = usages.flatMap((protocolUsage) => [
    ...wrapUsage(`${protocolUsage.protocol}: ${protocolUsage.usage}`),
    ...describeFacts(factsOf(name, protocolUsage)),
  ])
  const workflowLines =
    name === 'new'
      ? [
          ...wrapUsage(`${workflow}: [NAME]`),
          ...describeFacts([{ written: 'NAME', does: 'a name for the workflow (default: work)' }]),
        ]
      : []
  const moves = protocols.some((protocol) => protocol.moves.some(({ by }) => by.split(' ', 1)[0] === `/${name}`))
  const legal = moves ? [`\nFrom which states it is legal, in your repository: baton run '/help ${name}'`] : []
  return lines.length === 0
    ? ''
    : ['', 'Words and options by protocol:', ...workflowLines, ...lines, ...legal].join('\n')
}

/** The help that the words of a call ask for, if they do. @throws UsageError where they name no topic */
export async function helpFor(callWords: readonly string[]): Promise<Help> {
  const words = wordsOfHelp(callWords)
  if (typeof words === 'string') return { text: words }
  const name = commandToDescribe(words)
  return { words, ...(name !== undefined && { addition: await helpByProtocol(name) }) }
}
