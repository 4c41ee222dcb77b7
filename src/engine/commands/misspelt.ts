import type { CommandDiagnostic, CommandFacts } from '../../core/command.ts'
import { msg } from '../../core/message.ts'
import { distance } from '../../core/suggestion.ts'
import { sharedOptions } from '../../kit/options.ts'
import type { RequestedCommand } from './planned.ts'
import { refusal } from './resolve.ts'
import type { Word } from './words.ts'

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
