import { type Command, type Refusal, refuse, type Request } from '../core/command.ts'
import { commandWord, msg, visibleLine } from '../core/message.ts'
import type { RemainingWords } from './words.ts'

/** How long a command may be that is shown whole in a message. */
const maxCommandLength = 120

const isShown = (text: string): boolean => !/["`\\]/.test(text) && visibleLine(text, maxCommandLength) === text

export interface GivenCommand {
  readonly request: Request
  readonly options: Readonly<Record<string, unknown>>
  readonly rest: Pick<RemainingWords, 'words'>
}

const optionWords = (name: string, value: string): string =>
  `--${name} ${isShown(value) && value !== '' ? commandWord(value) : '"…"'}`

/**
 * The command of a call with options that it lacks, as a refusal offers it: with the options and the text that were
 * given. A text that a message would not show as it is given is left to be filled in.
 *
 * @param beginning what comes before the options, `/handback NAME success`
 */
export function repeatedCommand(
  beginning: string,
  { options, rest, request }: GivenCommand,
  added: Readonly<Record<string, string>>,
): string {
  const givenOptions = Object.entries({ ...request.shared, ...options }).filter(([name]) => !Object.hasOwn(added, name))
  const command = [
    beginning,
    ...[...Object.entries(added), ...givenOptions].flatMap(([name, value]) =>
      [value].flat().map((single) => (typeof single === 'string' ? optionWords(name, single) : `--${name}`)),
    ),
  ].join(' ')
  const text = rest.words.join(' ')
  if (text === '') return command
  const fullCommand = `${command} "${text}"`
  return isShown(text) && visibleLine(fullCommand, maxCommandLength) === fullCommand ? fullCommand : `${command} "…"`
}

/** Whether a hint names a command, or the word of the command that was meant. */
const namesCommand = (hint = ''): boolean => /`(?:\/|baton )[a-z]|^Did you mean /.test(hint)

/** A refusal that names a command: where it only says what to mend by hand, the one that was given, again. */
function withNextCommand(refusal: Refusal, given: string): Refusal {
  const { diagnostics } = refusal
  const isNamed = diagnostics.some(
    ({ hint, fix, unknown }) => fix !== undefined || unknown !== undefined || namesCommand(hint),
  )
  if (isNamed) return refusal
  const again = msg`Then give ${given} again.`
  return refuse(
    ...diagnostics.map((diagnostic, index) =>
      index === diagnostics.length - 1
        ? { ...diagnostic, hint: `${diagnostic.hint ?? 'Mend that first.'} ${again}` }
        : diagnostic,
    ),
  )
}

/** A command whose refusals all name the command that helps next. */
export const namingNextCommand = <Model, Name extends string>(command: Command<Model, Name>): Command<Model, Name> => ({
  ...command,
  run(model, request, commandContext) {
    const outcome = command.run(model, request, commandContext)
    if (outcome.outcome !== 'refused') return outcome
    const { name = '', words, report } = request
    const word = command.wordFacts?.[0]?.values?.find((value) => value === words[0]?.toLowerCase())
    const isTextRequired = report === undefined && (word === 'error' || word === 'question')
    const given = [`/${command.name}`, name, ...(word === undefined ? [] : [word]), ...(isTextRequired ? ['"…"'] : [])]
    return withNextCommand(outcome, given.join(' '))
  },
})
