import { refuse, type CommandContext, type CommandDiagnostic, type Outcome, type Request } from '../core/command.ts'
import type { Place } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { type GivenCommand, repeatedCommand } from './repeated-command.ts'

/** What a unit of work declares to show that it is done, compared with what is there. */
export interface Evidence {
  /** The unit, by `msg`: "step 2 of `login`". */
  readonly unit: string
  readonly target: string
  readonly place: Place
  /** The command that records the success: `/handback login success`. */
  readonly command: string
  /** What would be a way on besides: `/handback login error "…"`. */
  readonly instead: string
  /** How much of what is declared was compared. */
  readonly compared: number
  /** Declared files that are not there. */
  readonly missing: readonly string[]
  /** Whatever else contradicts the success: by `msg`. */
  readonly against?: readonly string[]
  /** What was judged besides, before the success was taken: by `msg`. */
  readonly judged?: readonly string[]
  /** What is declared and could not be compared, each with the reason: by `msg`. */
  readonly unchecked?: readonly string[]
}

/**
 * Whether the files that a command sees are those of a repository: any other folder may hold the state without the
 * work.
 */
export const isInRepository = ({ context: { log }, history }: CommandContext): boolean =>
  log?.head() !== undefined || history?.named('HEAD') !== undefined

/** How many files, and how many other parts of the evidence, are named. */
const maxListed = 10

/** A list of values, cut. */
const listValues = (values: readonly string[]): string =>
  values.length > maxListed
    ? `${msg`${values.slice(0, maxListed)}`} and ${values.length - maxListed} more`
    : msg`${values}`

const joinParts = (parts: readonly string[]): string =>
  [...parts.slice(0, maxListed), ...(parts.length > maxListed ? [`${parts.length - maxListed} more`] : [])].join('; ')

/** Why a success is recorded though the evidence contradicts it: the value of `--anyway`. */
export const anywayReason = ({ shared }: Request): string | undefined => {
  const why = shared?.['anyway']
  return typeof why === 'string' ? why : undefined
}

/** The words that are recorded for a success: those of the agent, and why it was taken anyway. */
export function successText(text: string, why: string | undefined): string {
  if (why === undefined) return text
  return text === '' ? `Taken anyway: ${why}` : `${text} (taken anyway: ${why})`
}

const contradictionsIn = ({ missing, against = [] }: Evidence): readonly string[] => [
  ...(missing.length === 0 ? [] : [`missing ${listValues(missing)}`]),
  ...against,
]

/** What was not compared, after what was, where something was; empty: everything that is declared was compared. */
interface UncheckedNotes {
  readonly lines: readonly string[]
  /** The same for a program, which acts only on what was not compared where something might have been. */
  readonly brief: string
}

function uncheckedNotes({ compared, missing, against = [], judged = [], unchecked = [] }: Evidence): UncheckedNotes {
  const isSilent = compared + missing.length + against.length === 0 && unchecked.length === 0
  if (!isSilent && unchecked.length === 0) return { lines: [], brief: '' }
  const reason = 'whether the work is done, since nothing declares files that would show it'
  return {
    lines: [
      ...(judged.length > 0 ? [`Checked: ${joinParts(judged)}.`] : []),
      `Not checked: ${isSilent ? reason : joinParts(unchecked)}.`,
    ],
    brief:
      isSilent && judged.length > 0
        ? ''
        : `Not checked: ${isSilent ? 'the work, which no declared file shows' : joinParts(unchecked)}`,
  }
}

/** Adds to an outcome what was not compared, and that it was recorded anyway. */
function withNotes(
  outcome: Extract<Outcome, { readonly outcome: 'changed' }>,
  { lines, brief: briefNote }: UncheckedNotes,
  warnings: readonly CommandDiagnostic[],
): Outcome {
  const { reply, brief = '', diagnostics } = outcome
  const withWarnings = { ...outcome, diagnostics: [...diagnostics, ...warnings] }
  if (lines.length === 0) return withWarnings
  const parts = [brief.replace(/\.$/, ''), briefNote].filter((part) => part !== '')
  return { ...withWarnings, reply: [reply, ...lines].join('\n'), brief: parts.join('. ') }
}

/** The command that was given, to be given once more with the reason why the success is recorded anyway. */
function commandAnyway({ command }: Evidence, { request, options, words, rest }: GivenSuccess): string {
  const [firstWord = '', ...furtherWords] = words
  const textWords = command.endsWith(` ${firstWord}`) ? furtherWords : words
  return repeatedCommand(command, { request, options, rest: { words: [...textWords, ...rest.words] } }, { anyway: '' })
}

/** A command that records a success, with its words behind the target. */
interface GivenSuccess extends GivenCommand {
  readonly words: readonly string[]
}

/**
 * Records a success that its evidence does not contradict, or that is to be recorded anyway, and says what could not be
 * compared.
 *
 * @param evidence `undefined`: the command records no success
 */
export function recordSuccess(evidence: Evidence | undefined, given: GivenSuccess, record: () => Outcome): Outcome {
  if (!evidence) return record()
  const { unit, target, place, instead } = evidence
  const contradictions = contradictionsIn(evidence)
  const why = anywayReason(given.request)
  if (contradictions.length > 0 && why === undefined) {
    const hint = msg`Finish the work, or end it with ${instead}; ${commandAnyway(evidence, given)} records the success all the same, and why.`
    const message = `Unexpected success of ${unit}: ${joinParts(contradictions)}`
    return refuse({ code: 'EVIDENCE_MISSING', severity: 'error', message, hint, target, place })
  }
  const outcome = record()
  if (outcome.outcome !== 'changed') return outcome
  const message = `The success of ${unit} is recorded anyway (${msg`${why ?? ''}`}): ${joinParts(contradictions)}`
  const warning: CommandDiagnostic = { code: 'EVIDENCE_MISSING', severity: 'warning', message, target, place }
  return withNotes(outcome, uncheckedNotes(evidence), contradictions.length > 0 ? [warning] : [])
}
