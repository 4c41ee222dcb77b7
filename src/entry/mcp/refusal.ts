import { commandNames } from '../../core/command-names.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { once } from '../../core/once.ts'
import { words } from '../../engine/commands/words.ts'
import { leadingCode } from '../../engine/next.ts'
import { plain } from '../../render/plain.ts'
import { operations } from '../operations/index.ts'
import { inputName } from '../operations/tools.ts'
import { inputOf } from './schema.ts'

/** The schemas of the arguments of the tools, by name. */
const schemas = once(
  () => new Map(Object.entries(operations).flatMap(([name, { input, tool }]) => (tool ? [[name, inputOf(tool(), input)] as const] : []))),
)

const optionForm = /^--[a-z-]+(?:[ =]\S+)?$/
const optionWord = /^--([a-z-]+)(?:=([^]*))?$/

type Arguments = Record<string, unknown>

/** What the words that are no options are of each tool; `undefined`: of no tool. */
const operands: Readonly<Record<string, (plainly: readonly string[]) => Arguments | undefined>> = {
  accept: ([target, ...rest]) => (rest.length === 0 ? { target } : undefined),
  answer: ([target, ...text]) => (text.length === 0 ? undefined : { target, text: text.join(' ') }),
  handback([target, reason, ...rest]) {
    const [, code, text = ''] = (reason === 'error' && leadingCode.exec(rest.join(' '))) || [undefined, undefined, rest.join(' ')]
    return { target, reason, ...(code !== undefined && { code }), ...(text !== '' && { text }) }
  },
  explain: ([code, ...rest]) => (rest.length === 0 ? { code } : undefined),
  status: ([target, ...rest]) => (rest.length === 0 ? { target } : undefined),
  next: ([target, ...rest]) => (rest.length === 0 ? { target } : undefined),
  validate: (what) => (what.length === 0 ? {} : { what }),
}

const toolNames = Object.keys(operands)
const commandForm = new RegExp(String.raw`^(?:/(?:baton )?|baton )(${[...new Set([...commandNames, ...toolNames])].join('|')})(?=\s|$)`)

/** The options that each tool takes as arguments, by their names there: whether they have a value. */
const optionsOfTools = once(
  () =>
    new Map(
      toolNames.map((name) => {
        const { input = {}, tool } = operations[name] ?? {}
        const options = Object.entries(tool?.().takes ?? {}).flatMap(([key, meant]) => {
          const field = typeof meant === 'string' ? input[inputName(key)] : undefined
          return field && field.isWord === undefined ? [[key, field.form !== undefined] as const] : []
        })
        return [name, new Map(options)] as const
      }),
    ),
)

/** The options in some words as arguments, and the other words; `undefined`: an option is no argument of these tools. */
function optionsIn(
  written: string,
  tools: readonly string[],
): { readonly given: Arguments; readonly plainly: readonly string[] } | undefined {
  const plainly: string[] = []
  const given: Arguments = {}
  const all = words(written)
  for (let at = 0; at < all.length; at++) {
    const { text, quoted } = all[at] as (typeof all)[number]
    const [, option, attached] = quoted ? [] : (optionWord.exec(text) ?? [])
    if (option === undefined) {
      if (!quoted && text.startsWith('--')) return undefined
      plainly.push(text)
      continue
    }
    const name = option.replaceAll('-', '_')
    const hasValue = tools.map((tool) => optionsOfTools().get(tool)?.get(name)).find((found) => found !== undefined)
    if (hasValue === undefined || (!hasValue && attached !== undefined)) return undefined
    given[name] = hasValue ? (attached ?? all[++at]?.text) : true
  }
  return { given, plainly }
}

function argumentsOf(name: string, written: string): Arguments | undefined {
  const found = optionsIn(written, [name])
  const own = found && operands[name]?.(found.plainly)
  const given = own && { ...own, ...found.given }
  return given && schemas().get(name)?.safeParse(given).success === true ? given : undefined
}

/** A command of comments, `/answer explore "…"`, as a call of a tool; what no other tool takes is a call of `run`. */
export function asToolCall(command: string): string {
  const [found, name] = commandForm.exec(command) ?? []
  if (found === undefined || name === undefined) return command
  const given = argumentsOf(name, command.slice(found.length))
  return given ? `${name} ${JSON.stringify(given)}` : `run ${JSON.stringify({ commands: command.replace(/^baton /, '/') })}`
}

/** An option of a command as an argument of a tool, where a tool has that. */
function asArgument(option: string): string {
  const { given = {} } = optionsIn(option, toolNames) ?? {}
  return Object.values(given).some((value) => value !== undefined) ? JSON.stringify(given) : option
}

/** A sentence with the commands in it as calls of tools. What follows `Usage:` is notation. */
const inAdvice = (sentence: string, hasArguments: boolean): string =>
  sentence.replace(/(Usage: )?`([^`]+)`/g, (whole, usage: string | undefined, code: string) => {
    if (usage !== undefined) return whole
    return `\`${hasArguments && optionForm.test(code) ? asArgument(code) : asToolCall(code)}\``
  })

const sentence = (text: string) => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/** A message with the calls of the program in it as calls of tools; its other words in backticks are values. */
const inMessage = (message: string): string => message.replace(/`(baton [^`]+)`/g, (_, command: string) => `\`${asToolCall(command)}\``)

/** How a refusal is written. */
interface Wording {
  /** Whether the call was made of arguments; otherwise of commands, whose options stay as they are. */
  readonly hasArguments?: boolean
}

/** Everything that a refusal says, a line for each diagnostic: a model sees nothing else of it. */
export const refusalText = (diagnostics: readonly Diagnostic[], { hasArguments = true }: Wording = {}): string =>
  diagnostics
    .map(({ code, message, hint, fix, path, line, retry }) => {
      const advice = hint === undefined ? [] : [sentence(inAdvice(hint, hasArguments))]
      // A hint that names the repair is enough.
      const isNamed = fix !== undefined && advice.some((each) => each.includes(`\`${asToolCall(fix)}\``))
      return plain(
        [
          `${code}: ${path === '.' ? '' : `${path}${line === undefined ? '' : `:${line}`}: `}${sentence(inMessage(message))}`,
          ...advice,
          ...(fix === undefined || isNamed ? [] : [`Fix: ${asToolCall(fix)}`]),
          ...(retry === true ? ['The same call may succeed later.'] : []),
        ].join(' '),
      )
    })
    .join('\n')
