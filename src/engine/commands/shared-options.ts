import type { CommandFacts, CommandDiagnostic } from '../../core/command.ts'
import { msg } from '../../core/message.ts'
import { misused } from '../../kit/command.ts'
import type { RequestedCommand } from './planned.ts'
import { refusal } from './resolve.ts'
import type { Word } from './words.ts'

const isOption = ({ text, quoted }: Word, name: string): boolean => !quoted && text.toLowerCase() === `--${name}`

/** Takes `--anyway` off an `/accept`, which has it in every protocol. */
export function takeAnyway(requested: RequestedCommand): RequestedCommand {
  const words = requested.name === 'accept' ? requested.words.filter((word) => !isOption(word, 'anyway')) : requested.words
  return words.length === requested.words.length ? requested : { ...requested, words, anyway: true }
}

/** The words of a command without `--done-by`. */
export interface WithoutDoneBy {
  readonly words: readonly Word[]
  readonly doneBy: string | undefined
  readonly notices: readonly CommandDiagnostic[]
}

const form = /^--(done-by|commit)(?:=(.*))?$/is
const anyOption = /^--[a-z]/i

const calledIn = ({ text, quoted }: Word) => (quoted ? undefined : (form.exec(text) ?? undefined))

const reasons = new Set(['success', 'error', 'question'])

/** An option that a command without it would take for its text: right behind the target, or behind the reason. */
function misplaced(words: readonly Word[], facts: CommandFacts, hasOldName: boolean): readonly CommandDiagnostic[] {
  const [first, second] = words
  const places = first && reasons.has(first.text.toLowerCase()) ? [first, second] : [first]
  const found = places.flatMap((word) => (word && calledIn(word)?.[1]?.toLowerCase()) ?? [])
  const name = found.find((each) => each === 'done-by' || (hasOldName && facts.name === 'handback'))
  if (name === undefined) return []
  return misused(facts, msg`Unexpected option ${`--${name}`}, which only the handback of a project has`).diagnostics
}

/** That the option has another name now. */
const renamed = (value: string): CommandDiagnostic => ({
  ...refusal('OPTION_RENAMED', msg`${'--commit'} of a handback is called ${'--done-by'} now: it is read as ${`--done-by ${value}`}`),
  severity: 'notice',
})

/**
 * Takes `--done-by REV` off the words behind a target, or says why it cannot be.
 *
 * @param hasOldName it may be called `--commit`, as in comments: on a command line that is a flag of its own.
 */
export function takeDoneBy(
  words: readonly Word[],
  facts: CommandFacts,
  hasOldName: boolean,
): WithoutDoneBy | { readonly refused: readonly CommandDiagnostic[] } {
  if (facts.takesDoneBy !== true) {
    const refused = misplaced(words, facts, hasOldName)
    return refused.length > 0 ? { refused } : { words, doneBy: undefined, notices: [] }
  }
  const rest: Word[] = []
  const notices: CommandDiagnostic[] = []
  let doneBy: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const [, called = '', attached] = calledIn(word) ?? []
    const name = called.toLowerCase()
    if (name === '' || (name === 'commit' && !hasOldName)) {
      rest.push(word)
      continue
    }
    const next = attached === undefined ? words[++at] : undefined
    const value = attached ?? (next && (next.quoted || !anyOption.test(next.text)) ? next.text : '')
    if (value.trim() === '') return { refused: misused(facts, msg`Missing value of ${`--${name}`}`).diagnostics }
    if (doneBy !== undefined) return { refused: misused(facts, msg`Unexpected second ${`--${name}`}, expected one`).diagnostics }
    doneBy = value
    if (name === 'commit') notices.push(renamed(value))
  }
  return { words: rest, doneBy, notices }
}
