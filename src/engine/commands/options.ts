import type { CommandDiagnostic, CommandFacts, Request } from '../../core/command.ts'
import { msg } from '../../core/message.ts'
import { distance } from '../../core/suggestion.ts'
import { sharedOptions, kindsOf, type OptionKinds, takeOptions } from '../../kit/options.ts'
import type { RequestedCommand } from './planned.ts'
import { refusal } from './resolve.ts'
import type { Word } from './words.ts'
import { refuseUsage } from '../../kit/command.ts'

/** Dashes of any kind, a name and perhaps a value, with punctuation around them. Keyboards make one long dash of two hyphens. */
const optionForm = /^[^\p{L}\p{N}\s\p{Pd}\u2212]*([\p{Pd}\u2212]+)([\p{L}\p{N}][\p{L}\p{N}_\p{Pd}\u2212]*)(?:[=:]\S*|[^\p{L}\p{N}\s]*)$/u
const exactForm = /^--([a-z][a-z-]*)(?:=.*)?$/isu
const shaForm = /^[^\p{L}\p{N}\s@]*@([0-9a-f]{4,})[^\p{L}\p{N}\s]*$/iu

/** A longer word is neither an option nor a commit. It also bounds the time of the expressions. */
const longest = 200

/** Full-width characters as plain ones, and no invisible ones. */
const plainly = (text: string) => (text.length > longest ? '' : text.normalize('NFKC').replace(/\p{Cf}/gu, ''))

const squashed = (name: string) => name.toLowerCase().replace(/[_\p{Pd}\u2212]/gu, '')

/** Whether a word could be meant as an option or as a commit. */
export const maybeOption = (text: string): boolean => [optionForm, shaForm].some((form) => form.test(plainly(text)))

/** The option that a word was probably meant as. One that is spelt right stands where the command takes it for text. */
function meantOption(text: string, options: readonly string[]): string | undefined {
  const exact = exactForm.exec(text)?.[1]?.toLowerCase()
  if (exact !== undefined && options.includes(exact)) return undefined
  const [, dashes = '', name = ''] = optionForm.exec(plainly(text)) ?? []
  const written = squashed(name)
  // What has a single hyphen is often the option of another program.
  const maxDistance = dashes === '-' ? 0 : Math.min(2, Math.floor(written.length / 3))
  const isMeant = (option: string) =>
    Math.abs(option.length - written.length) <= maxDistance + 1 && distance(squashed(option), written) <= maxDistance
  return written === '' ? undefined : ['dry-run', ...options].find(isMeant)
}

const asText = (isLocal: boolean) =>
  isLocal ? 'To write it as text, put `--` before the text.' : 'To write it as text, put the whole text in double quotes.'

/**
 * Why a command is not run though its words have the right form: one of them would prevent or limit what it does if it were spelt right, and
 * would be lost in a free text as it is. What was quoted is text.
 */
export function misspelt(
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
    const meant = meantOption(text, options)
    if (meant !== undefined) {
      const hint = `${msg`Did you mean ${`--${meant}`}?`} ${asText(isLocal)}`
      return refusal('COMMAND_USAGE', msg`Unexpected ${text}, a misspelt option`, hint)
    }
    const next = words[at + 1]
    const digits = next === undefined || isOption(next) ? shaForm.exec(plainly(text))?.[1] : undefined
    if (digits === undefined) continue
    const hint = `${msg`Did you mean ${'@SHA'}, 7 to 40 hexadecimal digits as the last word?`} ${asText(isLocal)}`
    return refusal('COMMAND_USAGE', msg`Unexpected ${text} at the end of the command`, hint)
  }
  return undefined
}

/** The options of grants that a command was given with, by name. */
export type SharedOptions = NonNullable<Request['shared']>

/** For commands with a free text: the number of words before it, the name of the target included. */
const leading: Readonly<Partial<Record<RequestedCommand['name'], number>>> = { answer: 1, handback: 2, review: 2 }

/** The same for `--agent`, of commands whose text is not a message of an agent. */
const leadingAgent: typeof leading = { ...leading, anchor: 3, stall: 2 }

/** Takes options out of words, and leaves those that it does not know. */
function take(words: readonly Word[], kinds: OptionKinds, manner: { readonly leading?: number | undefined; readonly ending?: boolean }) {
  const texts = words.map(({ text }) => text)
  const taken = takeOptions(texts, kinds, { written: words.map(({ written }) => written), text: true, foreign: true, ...manner })
  if ('fault' in taken) return taken
  const rest = taken.rest.map((text, at): Word => {
    const written = taken.written[at] ?? text
    return { text, written, quoted: written !== text && !written.startsWith('--') }
  })
  return { options: taken.options as SharedOptions, rest }
}

/** A command without the options of grants. */
export interface SplitCommand {
  readonly requested: RequestedCommand
  readonly shared: SharedOptions
  /** Why they are none: by `msg`. */
  readonly fault?: string | undefined
}

/**
 * Takes the options of grants off a command, before it is known which protocol's it is. With a free text they come before or after it,
 * else anywhere.
 */
export function takeShared(requested: RequestedCommand): SplitCommand {
  const { name, words } = requested
  const kinds = kindsOf(Object.entries(sharedOptions[name] ?? {}))
  const taken = take(words, kinds, { leading: leadingAgent[name], ending: true })
  if ('fault' in taken) return { requested, shared: {}, fault: taken.fault }
  return { requested: { ...requested, words: taken.rest }, shared: taken.options }
}

/** That the option has another name now. */
const renamed = (value: string): CommandDiagnostic => ({
  ...refusal('OPTION_RENAMED', msg`${'--commit'} of a handback is named ${'--done-by'} now: it is read as ${`--done-by ${value}`}`),
  severity: 'notice',
})

/**
 * `--done-by REV` belongs to the handback of a project alone: another command refuses it where it would take it for the beginning of its
 * text. In comments it may be called `--commit`; on a command line that is a flag of its own.
 */
export function readDoneBy(
  words: readonly Word[],
  facts: CommandFacts,
  hasOldName: boolean,
):
  | { readonly words: readonly Word[]; readonly notices: readonly CommandDiagnostic[] }
  | { readonly refused: readonly CommandDiagnostic[] } {
  const old: OptionKinds = hasOldName && facts.name === 'handback' ? { commit: 'once' } : {}
  if (facts.ownOptions?.includes('done-by') === true) {
    const taken = take(words, hasOldName ? { ...old, 'done-by': 'once' } : {}, {})
    if ('fault' in taken) return { refused: refuseUsage(facts, taken.fault).diagnostics }
    const { commit, 'done-by': present } = taken.options
    if (typeof commit !== 'string') return { words, notices: [] }
    if (present !== undefined) return { refused: refuseUsage(facts, msg`Unexpected second ${'--done-by'}, expected one`).diagnostics }
    const now = `--done-by=${commit}`
    return { words: [...taken.rest, { text: now, written: now, quoted: false }], notices: [renamed(commit)] }
  }
  const taken = take(words, { 'done-by': 'once', ...old }, { leading: (leading[facts.name] ?? 1) - 1 })
  const found = 'fault' in taken ? taken.option : Object.keys(taken.options)[0]
  if (found === undefined) return { words, notices: [] }
  return { refused: refuseUsage(facts, msg`Unexpected option ${`--${found}`}, which only the handback of a project has`).diagnostics }
}
