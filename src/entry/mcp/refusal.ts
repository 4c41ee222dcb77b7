import { commandNames } from '../../core/command-names.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { once } from '../../core/once.ts'
import { parseWords } from '../../engine/commands/words.ts'
import { leadingCode } from '../../engine/next-action.ts'
import { plainText } from '../../render/plain.ts'
import { operations } from '../operations/index.ts'
import { inputName } from '../operations/tools.ts'
import { inputOf } from './schema.ts'

/** The schemas of the arguments of the tools, by name. */
const schemas = once(
  () =>
    new Map(
      Object.entries(operations).flatMap(([name, { input, tool }]) =>
        tool ? [[name, inputOf(tool(), input)] as const] : [],
      ),
    ),
)

const optionForm = /^--[a-z-]+(?:[ =]\S+)?$/
const optionWord = /^--([a-z-]+)(?:=([^]*))?$/

type Arguments = Record<string, unknown>

/** What the words that are no options are of each tool; `undefined`: of no tool. */
const operands: Readonly<Record<string, (plainWords: readonly string[]) => Arguments | undefined>> = {
  accept: ([target, ...rest]) => (rest.length === 0 ? { target } : undefined),
  answer: ([target, ...text]) => (text.length === 0 ? undefined : { target, text: text.join(' ') }),
  handback([target, reason, ...rest]) {
    const [, code, text = ''] = (reason === 'error' && leadingCode.exec(rest.join(' '))) || [
      undefined,
      undefined,
      rest.join(' '),
    ]
    return { target, reason, ...(code !== undefined && { code }), ...(text !== '' && { text }) }
  },
  explain: ([code, ...rest]) => (rest.length === 0 ? { code } : undefined),
  status: ([target, ...rest]) => (rest.length === 0 ? { target } : undefined),
  next: ([target, ...rest]) => (rest.length === 0 ? { target } : undefined),
  validate: (paths) => (paths.length === 0 ? {} : { what: paths }),
}

const toolNames = Object.keys(operands)
const commandForm = new RegExp(
  String.raw`^(?:/(?:baton )?|baton )(${[...new Set([...commandNames, ...toolNames])].join('|')})(?=\s|$)`,
)

/** The options that each tool takes as arguments, by their names there: whether they have a value. */
const optionsOfTools = once(
  () =>
    new Map(
      toolNames.map((name) => {
        const { input = {}, tool } = operations[name] ?? {}
        const options = Object.entries(tool?.().takes ?? {}).flatMap(([key, description]) => {
          const field = typeof description === 'string' ? input[inputName(key)] : undefined
          return field && field.isWord === undefined ? [[key, field.form !== undefined] as const] : []
        })
        return [name, new Map(options)] as const
      }),
    ),
)

/** Whether a tool takes the options of a protocol, each with its value. */
const takesOptions = (name: string): boolean => operations[name]?.tool?.().takes['options'] !== undefined

/**
 * The options in some words as arguments, and the other words; `undefined`: an option is no argument of these tools.
 * What one tool takes as an option of a protocol is one of its `options`.
 */
function optionsIn(
  commandText: string,
  tools: readonly string[],
): { readonly given: Arguments; readonly plainly: readonly string[] } | undefined {
  const plainWords: string[] = []
  const protocolOptions: string[] = []
  const namedArguments: Arguments = {}
  const allWords = parseWords(commandText)
  for (let index = 0; index < allWords.length; index++) {
    const { text, quoted } = allWords[index] as (typeof allWords)[number]
    const [, option, attached] = quoted ? [] : (optionWord.exec(text) ?? [])
    if (option === undefined) {
      if (!quoted && text.startsWith('--')) return undefined
      plainWords.push(text)
      continue
    }
    const name = option.replaceAll('-', '_')
    const hasValue = tools.map((tool) => optionsOfTools().get(tool)?.get(name)).find((value) => value !== undefined)
    if (hasValue === undefined && tools.length === 1 && tools.every(takesOptions)) {
      const value = attached === undefined ? allWords[index + 1] : undefined
      const isValue = value?.quoted === false && !value.text.startsWith('--')
      protocolOptions.push(isValue ? `${text} ${value.text}` : text)
      if (isValue) index++
      continue
    }
    if (hasValue === undefined || (!hasValue && attached !== undefined)) return undefined
    namedArguments[name] = hasValue ? (attached ?? allWords[++index]?.text) : true
  }
  const optionsArgument = protocolOptions.length > 0 ? { options: protocolOptions } : {}
  return { given: { ...namedArguments, ...optionsArgument }, plainly: plainWords }
}

function argumentsOf(name: string, commandText: string): Arguments | undefined {
  const parsedOptions = optionsIn(commandText, [name])
  const operandArguments = parsedOptions && operands[name]?.(parsedOptions.plainly)
  const toolArguments = operandArguments && { ...operandArguments, ...parsedOptions.given }
  return toolArguments && schemas().get(name)?.safeParse(toolArguments).success === true ? toolArguments : undefined
}

/** Whether a text only names a command: it has no word behind it, and neither its tool nor `run` takes it so. */
function isBareName(text: string): boolean {
  const [match, name = ''] = commandForm.exec(text) ?? []
  return match === text && name !== 'help' && argumentsOf(name, '') === undefined
}

/** A command of comments, `/answer explore "…"`, as a call of a tool; what no other tool takes is a call of `run`. */
export function asToolCall(command: string): string {
  const [match, name] = commandForm.exec(command) ?? []
  if (match === undefined || name === undefined) return command
  const toolArguments = argumentsOf(name, command.slice(match.length))
  return toolArguments
    ? `${name} ${JSON.stringify(toolArguments)}`
    : `run ${JSON.stringify({ commands: command.replace(/^baton /, '/') })}`
}

/** An option of a command as an argument of a tool, where a tool has that. */
function asArgument(option: string): string {
  const { given: namedArguments = {} } = optionsIn(option, toolNames) ?? {}
  return Object.values(namedArguments).some((value) => value !== undefined) ? JSON.stringify(namedArguments) : option
}

/** An option in the notation of a usage line: `[--complexity X]`. */
const notedOption = /--([a-z-]+)(?: (?!--)[^\s\]]+)?/g

/** The usage line of a command as the arguments of its tool; `undefined`: no tool gives it. */
function argumentsLine(usage: string): string | undefined {
  const [, name = ''] = commandForm.exec(usage) ?? []
  const names = Object.keys(operations[name]?.tool?.().takes ?? {})
  if (names.length === 0) return undefined
  const ownOptions = Array.from(usage.matchAll(notedOption)).flatMap(([option, optionName = '']) =>
    names.includes(optionName.replaceAll('-', '_')) ? [] : [`\`${option}\``],
  )
  const takenOptions =
    ownOptions.length > 0 && names.includes('options') ? `; \`options\` takes ${ownOptions.join(', ')}` : ''
  return `Arguments of \`${name}\`: ${names.map((argument) => `\`${argument}\``).join(', ')}${takenOptions}`
}

/** A sentence with the commands in it as calls of tools. A usage line and the bare name of a command stay notation. */
const adviceForTools = (sentence: string, hasArguments: boolean): string =>
  sentence.replace(/(Usage: )?`([^`]+)`/g, (match, usage: string | undefined, code: string) => {
    if (usage !== undefined) return (hasArguments ? argumentsLine(code) : undefined) ?? match
    if (isBareName(code)) return match
    return `\`${hasArguments && optionForm.test(code) ? asArgument(code) : asToolCall(code)}\``
  })

const sentence = (text: string) => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/** A message with the calls of the program in it as calls of tools; its other words in backticks are values. */
const messageForTools = (message: string): string =>
  message.replace(/`(baton [^`]+)`/g, (match, command: string) =>
    isBareName(command) ? match : `\`${asToolCall(command)}\``,
  )

/** How a refusal is written. */
interface Wording {
  /** Whether the call was made of arguments; otherwise of commands, whose options stay as they are. */
  readonly hasArguments?: boolean
}

/** Everything that a refusal says, a line for each diagnostic: a model sees nothing else of it. */
export const refusalText = (diagnostics: readonly Diagnostic[], { hasArguments = true }: Wording = {}): string =>
  diagnostics
    .map(({ code, message, hint, fix, path, line, retry }) => {
      const advice = hint === undefined ? [] : [sentence(adviceForTools(hint, hasArguments))]
      // A hint that names the repair is enough.
      const isNamed = fix !== undefined && advice.some((text) => text.includes(`\`${asToolCall(fix)}\``))
      return plainText(
        [
          `${code}: ${path === '.' ? '' : `${path}${line === undefined ? '' : `:${line}`}: `}${sentence(messageForTools(message))}`,
          ...advice,
          ...(fix === undefined || isNamed ? [] : [`Fix: ${asToolCall(fix)}`]),
          ...(retry === true ? ['The same call may succeed later.'] : []),
        ].join(' '),
      )
    })
    .join('\n')
