import { Argument, Command, Help, InvalidArgumentError, Option } from 'commander'
import { visibleLine } from '../../core/message.ts'
import { once } from '../../core/once.ts'
import { suggestion } from '../../core/suggestion.ts'
import { plainText } from '../../render/plain.ts'
import { version } from '../calls/answer.ts'
import { UsageError } from '../calls/usage.ts'
import { changeFields } from '../operations/fields.ts'
import { operations } from '../operations/index.ts'
import type { Caller, Field, Operation } from '../operations/operation.ts'
import { groups } from './groups.ts'
import { show } from './output.ts'
import { ReadyCommand } from './ready.ts'

/** Makes the exit code of a command known to the caller of the program. */
interface ExitStatus {
  code: number
}

/** Whether a command can commit what it changes. */
export const hasFlagCommit = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(operations, name) && operations[name]?.input?.['commit'] !== undefined

/** `failOn` as it is written, `fail-on`. */
const kebabCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The integer that an option is given. @throws UsageError */
const wholeNumber = (option: string, max: number) => (text: string) => {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max)
    throw new UsageError(`Unexpected ${option} ${visibleLine(text)}, expected an integer from 1 to ${max}.`)
  return number
}

/** One of some choices. @throws InvalidArgumentError, with the choice that was meant, where one is near */
const choiceFrom = (choices: readonly string[]) => (text: string) => {
  if (choices.includes(text)) return text
  const suggested = suggestion(text, choices)
  throw new InvalidArgumentError(
    suggested === undefined ? `Allowed choices are ${choices.join(', ')}.` : `Did you mean ${suggested}?`,
  )
}

function optionOf(
  key: string,
  { form, does, choices, max, isNegated, conflicts = [], standard, ...field }: Field,
): Option {
  const name = `--${isNegated ? 'no-' : ''}${kebabCase(key)}`
  const option = new Option(form === undefined ? name : `${name} ${form}`, does)
  if (choices) option.choices(choices).argParser(choiceFrom(choices))
  const parse = field.read ?? (max === undefined ? option.parseArg : wholeNumber(name, max)) ?? String
  if (field.isRepeatable)
    option.argParser((text, values: readonly unknown[] | undefined) => [...(values ?? []), parse(text, undefined)])
  else if (form !== undefined) option.argParser(parse)
  if (standard) option.default(...standard())
  return option
    .makeOptionMandatory(field.isRequired === true)
    .conflicts([...conflicts])
    .hideHelp(field.isHidden === true)
}

function argumentOf({ form = '', does, choices }: Field): Argument {
  const argument = new Argument(form, does)
  return choices ? argument.choices(choices).argParser(choiceFrom(choices)) : argument
}

const examplesOf = (lines: readonly string[]) => `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`

/**
 * The agent that gives commands, by the environment: its name, and an instance of it by the session that it works in.
 */
function callerFrom({ BATON_AGENT: agent = '', BATON_SESSION: session }: NodeJS.ProcessEnv): Caller {
  const instance = (session ?? '').replace(/[^A-Za-z0-9]/g, '').slice(0, 8)
  return {
    naming: { ...(agent !== '' && { agent }), ...(instance !== '' && { instance }) },
    session,
    note: (line) => void process.stderr.write(`${line}\n`),
  }
}

/**
 * The options of every command that changes something, which its help names in one line. How each prints is its own.
 */
export const commonOptions = once(() =>
  Object.entries(changeFields).flatMap(([key, field]) => (key === 'format' ? [] : [optionOf(key, field)])),
)

const commonLine = () =>
  `\nAnd these, which baton help options explains:\n  ${commonOptions()
    .map(({ long }) => long)
    .join(' ')}`

/** The words of a command come before its options, described by protocol, and what all commands have last. */
const helpOfChange = {
  formatHelp: (command: Command, helper: Help): string => {
    const isCommon = (option: Option) => commonOptions().some(({ long }) => long === option.long)
    const shortHelper = {
      visibleOptions: () => helper.visibleOptions(command).filter((option) => !isCommon(option)),
      visibleArguments: () => helper.visibleArguments(command).filter((argument) => argument.name() !== 'word'),
    }
    return new Help().formatHelp(command, Object.assign(Object.create(helper) as Help, shortHelper))
  },
}

const commandOrder = [...Object.values(groups).flat(), 'help']
const headings = new Map(
  Object.entries(groups).flatMap(([title, names]) => names.map((name) => [name, `${title}:`] as const)),
)

/** Makes the command of an operation, which runs it and prints its answer. */
function declare(program: ReadyCommand, name: string, operation: Operation, exitStatus: ExitStatus): void {
  const { summary, description, usage, input = {}, isOpen = false, examples = [] } = operation
  const command = program.createCommand(name)
  program.addCommand(command)
  command
    .copyInheritedSettings(program)
    .summary(summary)
    .description(description)
    .helpGroup(headings.get(name) ?? '')
  const words = Object.entries(input).filter(([, { isWord }]) => isWord)
  for (const [key, field] of Object.entries(input)) {
    if (field.isWord) command.addArgument(argumentOf(field))
    else command.addOption(optionOf(key, field))
  }
  if (operation.input)
    command.addOption(new Option('--debug', 'show where a fault of Baton itself comes from').hideHelp())
  if (usage !== undefined) command.usage(usage)
  if (input['commit'] !== undefined) {
    const form = words.map(([, field]) => field.form).join(' ')
    command
      .usage(usage ?? `${form} [options]`)
      .configureHelp(helpOfChange)
      .addHelpText('after', commonLine)
  }
  if (isOpen) command.allowUnknownOption().allowExcessArguments()
  command.examples = examples
  if (examples.length > 0) command.addHelpText('after', examplesOf(examples))
  command.action(async () => {
    const values: Record<string, unknown> = command.opts()
    for (const [index, [key]] of words.entries())
      if (command.processedArgs[index] !== undefined) values[key] = command.processedArgs[index]
    exitStatus.code = await show(
      await operation.run(values, callerFrom(process.env)),
      values['format'] as string | undefined,
    )
  })
}

/**
 * The command line: what there is to say. Where the first word is the name of a command, that one alone is made: there
 * are dozens, and making them all takes as long as a small check.
 */
export function commandLine(exitStatus: ExitStatus, firstWord?: string): Command {
  const program = new ReadyCommand('baton')
    .description('Keeps the written state of agent workflows honest.')
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: (complaint, write) => write(`${plainText(complaint)}\n`) })
    .showSuggestionAfterError()
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      groupItems: (_, visible, groupOf) => new Help().groupItems(visible, visible, groupOf),
      visibleCommands: (command) =>
        new Help()
          .visibleCommands(command)
          .toSorted((a, b) => commandOrder.indexOf(a.name()) - commandOrder.indexOf(b.name())),
    })
    .addHelpCommand(
      new Command('help').argument('[topic]').summary('describe a command, or a topic named below').helpGroup('Help:'),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 if all is fine, 1 for findings or a refusal, 2 for wrong usage or configuration, 3 for nothing to check, 70 for a fault of Baton.\n\nTopics: baton help agents|environment|exit-codes|formats|options|targets',
    )

  for (const [name, operation] of Object.entries(operations)) {
    if (firstWord === undefined || firstWord === name || !Object.hasOwn(operations, firstWord))
      declare(program, name, operation, exitStatus)
  }
  return program
}
