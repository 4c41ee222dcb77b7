import type { CommandDiagnostic, CommandFacts, Request } from '../../core/command.ts'
import { msg } from '../../core/message.ts'
import { distance } from '../../core/suggestion.ts'
import { sharedOptions, kindsOf, type OptionKinds, takeOptions } from '../../kit/options.ts'
import type { RequestedCommand } from './planned.ts'
import { refusal } from './resolve.ts'
import type { Word } from './words.ts'
import { refuseUsage } from '../../kit/command.ts'
import { quoteTextHint } from '../../kit/words.ts'

/**
 * Dashes of any kind, a name and perhaps a value, with punctuation around them. Keyboards make one long dash of two
 * hyphens.
 */
const optionForm =
  /^[^\p{L}\p{N}\s\p{Pd}\u2212]*([\p{Pd}\u2212]+)([\p{L}\p{N}][\p{L}\p{N}_\p{Pd}\u2212]*)(?:[=:]\S*|[^\p{L}\p{N}\s]*)$/u
const exactForm = /^--([a-z][a-z-]*)(?:=.*)?$/isu
const shaForm = /^[^\p{L}\p{N}\s@]*@([0-9a-f]{4,})[^\p{L}\p{N}\s]*$/iu

/** A longer word is neither an option nor a commit. It also bounds the time of the expressions. */
const maxWordLength = 200

/** Full-width characters as plain ones, and no invisible ones. */
const toPlainText = (text: string) =>
  text.length > maxWordLength ? '' : text.normalize('NFKC').replace(/\p{Cf}/gu, '')

const squashName = (name: string) => name.toLowerCase().replace(/[_\p{Pd}\u2212]/gu, '')

/** Whether a word could be meant as an option or as a commit. */
export const mayBeOption = (text: string): boolean => [optionForm, shaForm].some((form) => form.test(toPlainText(text)))

/** The option that a word was probably meant as. One that is spelt right stands where the command takes it for text. */
function meantOption(text: string, options: readonly string[]): string | undefined {
  const exactName = exactForm.exec(text)?.[1]?.toLowerCase()
  if (exactName !== undefined && options.includes(exactName)) return undefined
  const [, dashes = '', name = ''] = optionForm.exec(toPlainText(text)) ?? []
  const squashedName = squashName(name)
  // What has a single hyphen is often the option of another program.
  const maxDistance = dashes === '-' ? 0 : Math.min(2, Math.floor(squashedName.length / 3))
  const isMeant = (option: string) =>
    Math.abs(option.length - squashedName.length) <= maxDistance + 1 &&
    distance(squashName(option), squashedName) <= maxDistance
  return squashedName === '' ? undefined : ['dry-run', ...options].find(isMeant)
}

const textHint = (isLocal: boolean) => (isLocal ? 'To write it as text, put `--` before the text.' : quoteTextHint)

/** Why a command is not run of which a text seems to go on in the next line, which is no part of it. */
export function unclosedQuoteRefusal({ words }: RequestedCommand): CommandDiagnostic | undefined {
  const unclosedWord = words.find(({ unclosed }) => unclosed)
  return (
    unclosedWord &&
    refusal(
      'COMMAND_USAGE',
      msg`The double quote of ${unclosedWord.text} is not closed in its line`,
      'A command and its text are one line: close the quote there. A text with double quotes of its own stands in single ones.',
    )
  )
}

/**
 * Why a command is not run though its words have the right form: one of them would prevent or limit what it does if it
 * were spelt right, and would be lost in a free text as it is. What was quoted is text.
 */
export function misspellingRefusal(
  { name, words }: RequestedCommand,
  facts: Pick<CommandFacts, 'ownOptions'> | undefined,
  isLocal: boolean,
): CommandDiagnostic | undefined {
  const options = [...(facts?.ownOptions ?? []), ...Object.keys(sharedOptions[name] ?? {})]
  const isOption = (word: Word | undefined) => {
    const option = word?.quoted === false ? exactForm.exec(word.text)?.[1] : undefined
    return option !== undefined && options.includes(option.toLowerCase())
  }
  for (const [at, { text, quoted }] of words.entries()) {
    if (quoted) continue
    const meantName = meantOption(text, options)
    if (meantName !== undefined) {
      const hint = `${msg`Did you mean ${`--${meantName}`}?`} ${textHint(isLocal)}`
      return refusal('COMMAND_USAGE', msg`Unexpected ${text}, a misspelt option`, hint)
    }
    const next = words[at + 1]
    const digits = next === undefined || isOption(next) ? shaForm.exec(toPlainText(text))?.[1] : undefined
    if (digits === undefined) continue
    const hint = `${msg`Did you mean ${'@SHA'}, 7 to 40 hexadecimal digits as the last word?`} ${textHint(isLocal)}`
    return refusal('COMMAND_USAGE', msg`Unexpected ${text} at the end of the command`, hint)
  }
  return undefined
}

/** The options of grants that a command was given with, by name. */
export type SharedOptions = NonNullable<Request['shared']>

/** For commands with a free text: the number of words before it, the name of the target included. */
const leadingWords: Readonly<Partial<Record<RequestedCommand['name'], number>>> = { answer: 1, handback: 2, review: 2 }

/**
 * The number of words before the text, for `--agent`; it may also be given with commands whose text is no message of an
 * agent.
 */
const leadingAgentWords: typeof leadingWords = { ...leadingWords, anchor: 3, stall: 2 }

/** Whether a command ends with a text in which any word may stand. */
export const hasFreeText = (name: RequestedCommand['name']): boolean => Object.hasOwn(leadingAgentWords, name)

/** Takes options out of words, and leaves those that it does not know. */
function extractOptions(
  words: readonly Word[],
  kinds: OptionKinds,
  parsing: { readonly leading?: number | undefined; readonly ending?: boolean },
) {
  const texts = words.map(({ text }) => text)
  const takenOptions = takeOptions(texts, kinds, {
    written: words.map(({ written }) => written),
    text: true,
    foreign: true,
    ...parsing,
  })
  if ('fault' in takenOptions) return takenOptions
  const rest = takenOptions.rest.map((text, at): Word => {
    const writtenWord = takenOptions.written[at] ?? text
    return { text, written: writtenWord, quoted: writtenWord !== text && !writtenWord.startsWith('--') }
  })
  return { options: takenOptions.options as SharedOptions, rest }
}

/** A command without the options of grants. */
export interface SplitCommand {
  readonly requested: RequestedCommand
  readonly shared: SharedOptions
  /** Why they are none: by `msg`. */
  readonly fault?: string | undefined
}

/**
 * Takes the options of grants off a command, before it is known which protocol's it is. With a free text they come
 * before or after it, else anywhere.
 */
export function takeSharedOptions(requested: RequestedCommand): SplitCommand {
  const { name, words } = requested
  const kinds = kindsOf(Object.entries(sharedOptions[name] ?? {}))
  const takenOptions = extractOptions(words, kinds, { leading: leadingAgentWords[name], ending: true })
  if ('fault' in takenOptions) return { requested, shared: {}, fault: takenOptions.fault }
  return { requested: { ...requested, words: takenOptions.rest }, shared: takenOptions.options }
}

const renamedOptionNotice = (value: string): CommandDiagnostic => ({
  ...refusal(
    'OPTION_RENAMED',
    msg`${'--commit'} of a handback is named ${'--done-by'} now: it is read as ${`--done-by ${value}`}`,
  ),
  severity: 'notice',
})

/**
 * `--done-by REV` belongs to the handback of a project alone: another command refuses it where it would take it for the
 * beginning of its text. In comments it may be called `--commit`; on a command line that is a flag of its own.
 */
export function readDoneBy(
  words: readonly Word[],
  facts: CommandFacts,
  hasOldName: boolean,
):
  | { readonly words: readonly Word[]; readonly notices: readonly CommandDiagnostic[] }
  | { readonly refused: readonly CommandDiagnostic[] } {
  const oldKinds: OptionKinds = hasOldName && facts.name === 'handback' ? { commit: 'once' } : {}
  if (facts.ownOptions?.includes('done-by') === true) {
    const takenOptions = extractOptions(words, hasOldName ? { ...oldKinds, 'done-by': 'once' } : {}, {})
    if ('fault' in takenOptions) return { refused: refuseUsage(facts, takenOptions.fault).diagnostics }
    const { commit, 'done-by': doneBy } = takenOptions.options
    if (typeof commit !== 'string') return { words, notices: [] }
    if (doneBy !== undefined)
      return { refused: refuseUsage(facts, msg`Unexpected second ${'--done-by'}, expected one`).diagnostics }
    const writtenOption = `--done-by=${commit}`
    return {
      words: [...takenOptions.rest, { text: writtenOption, written: writtenOption, quoted: false }],
      notices: [renamedOptionNotice(commit)],
    }
  }
  const takenOptions = extractOptions(
    words,
    { 'done-by': 'once', ...oldKinds },
    { leading: (leadingWords[facts.name] ?? 1) - 1 },
  )
  const optionName = 'fault' in takenOptions ? takenOptions.option : Object.keys(takenOptions.options)[0]
  if (optionName === undefined) return { words, notices: [] }
  return {
    refused: refuseUsage(facts, msg`Unexpected option ${`--${optionName}`}, which only the handback of a project has`)
      .diagnostics,
  }
}
