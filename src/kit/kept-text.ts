import type { CommandDiagnostic, Outcome } from '../core/command.ts'
import { pluralize } from '../core/diagnostic.ts'
import { msg, visibleLine } from '../core/message.ts'
import { diagnosticAbout } from './diagnostic.ts'

/** A text as a file keeps it: cut with `…` where it has more characters than the limit. */
export function cutText(text: string, limit: number): string {
  const characters = Array.from(text.slice(0, 2 * limit + 2))
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : text
}

/** How much of a text is shown where its end was left out. */
const maxShownLength = 40

interface CutTexts {
  readonly path: string
  readonly target: string
  /** How many characters a text has at most that is kept whole. */
  readonly limit: number
  /** How many are kept of a longer one; by default one less, for the `…`. */
  readonly kept?: number
}

function cutNotice(text: string, { path, target, limit, kept = limit - 1 }: CutTexts): readonly CommandDiagnostic[] {
  const { length } = Array.from(text)
  if (length <= limit) return []
  const shownText = msg`${visibleLine(text, maxShownLength)}`
  const message = `Left out ${pluralize(length - kept, 'character')} at the end of ${shownText}, which has ${length}`
  const hint = 'Write what is longer into a file of the repository, and name that file in the text.'
  return [diagnosticAbout({ path, target }, 'TEXT_CUT', message, { severity: 'notice', hint })]
}

/** An outcome that also says of which of the given texts a file keeps only the beginning. */
export const withCutNotices = (outcome: Outcome, cutTexts: CutTexts & { readonly texts: readonly string[] }): Outcome =>
  outcome.outcome === 'changed'
    ? {
        ...outcome,
        diagnostics: [...outcome.diagnostics, ...cutTexts.texts.flatMap((text) => cutNotice(text, cutTexts))],
      }
    : outcome
