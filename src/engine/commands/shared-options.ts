import type { CommandDiagnostic, CommandFacts, Request } from '../../core/command.ts'
import { msg } from '../../core/message.ts'
import { refuseUsage } from '../../kit/command.ts'
import { kindsOf, type OptionKinds, sharedOptions, takeOptions } from '../../kit/options.ts'
import type { RequestedCommand } from './planned.ts'
import { refusal } from './resolve.ts'
import type { Word } from './words.ts'

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
