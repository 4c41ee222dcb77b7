import type { Offer } from './diagnostic.ts'
import { say } from './say.ts'

/** What a finding says of how it is mended. */
interface Advised {
  readonly offers?: readonly Offer[] | undefined
  readonly hint?: string | undefined
  readonly fix?: string | undefined
}

/** How a finding is mended, as it is printed: the commands with what each does, then what is to be done by hand; and the first command. */
export function adviceOf({ offers = [], hint, fix }: Advised): { readonly hint?: string; readonly fix?: string } {
  const sentences = [...offers.map(({ command, does }) => `${say`${command}`} ${does}.`), ...(hint === undefined ? [] : [hint])]
  const first = offers[0]?.command ?? fix
  return { ...(sentences.length > 0 && { hint: sentences.join(' ') }), ...(first !== undefined && { fix: first }) }
}
