import type { Offer } from './diagnostic.ts'
import { msg } from './message.ts'

/** The advice of a finding: commands that repair it, and what to do by hand. */
export interface Advice {
  readonly offers?: readonly Offer[] | undefined
  readonly hint?: string | undefined
  readonly fix?: string | undefined
  /** What to do by hand where no command is left. */
  readonly otherwise?: string | undefined
}

export const commandsOf = ({ offers = [], fix }: Advice): readonly string[] => [
  ...new Set([...offers.map(({ command }) => command), ...(fix === undefined ? [] : [fix])]),
]

/**
 * An advice as it is printed. `hint`: the commands with what each does, then what to do by hand. `fix`: the first
 * command.
 */
export function adviceOf({ offers = [], hint, fix, otherwise }: Advice): {
  readonly hint?: string
  readonly fix?: string
} {
  const byHand = hint ?? (offers.length === 0 && fix === undefined ? otherwise : undefined)
  const sentences = [
    ...offers.map(({ command, does }) => `${msg`${command}`} ${does}.`),
    ...(byHand === undefined ? [] : [byHand]),
  ]
  const first = offers[0]?.command ?? fix
  return { ...(sentences.length > 0 && { hint: sentences.join(' ') }), ...(first !== undefined && { fix: first }) }
}

/**
 * Advice without the commands that would not fix the finding, and without a hint that is about one of them.
 */
export function adviceFor({ offers = [], hint, fix, otherwise }: Advice, mends: (command: string) => boolean): Advice {
  const isAbout = hint !== undefined && fix !== undefined && !mends(fix) && hint.includes(fix)
  return {
    offers: offers.filter(({ command }) => mends(command)),
    ...(hint !== undefined && !isAbout && { hint }),
    ...(fix !== undefined && mends(fix) && { fix }),
    otherwise,
  }
}
