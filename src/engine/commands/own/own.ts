import type { Change } from '../../../core/change.ts'
import type { CommandFacts } from '../../../core/command.ts'
import type { Diagnostic } from '../../../core/diagnostic.ts'
import type { Steps } from '../../../core/steps.ts'
import type { View } from '../../../core/view.ts'
import { refuseUsage } from '../../../kit/command.ts'
import {
  describeOptions,
  kindsOf,
  type OptionDefinition,
  type OptionKinds,
  type ParsedOptions,
  takeOptions,
  usageOfOption,
} from '../../../kit/options.ts'
import { describeWords, isRefusal, takeWords, usageOfWord, type WordDefinition } from '../../../kit/words.ts'
import type { Report } from '../../../core/report.ts'
import { checkInSteps } from '../../check.ts'
import { refusedAnswer, type Answer } from '../answer.ts'
import type { PlanRequest } from '../planned.ts'
import type { Readings, FoundProtocol } from '../resolve.ts'

/** The input of one of the engine's own commands. */
export interface OwnCommandCall {
  readonly request: PlanRequest
  readonly readings: Readings
  /** Findings that offer only commands that would succeed. */
  readonly offered: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[]
  /** The files: those of the head with what the batch has changed so far. */
  readonly view: View
  /** The target that is meant; absent: all. */
  readonly chosenTarget: (FoundProtocol & { readonly target: string }) | undefined
  readonly words: readonly string[]
  /** Nothing of it will be written. */
  readonly isDry: boolean
  /** All of the engine's own commands. */
  readonly ownCommands: readonly CommandFacts[]
}

/** A command that every protocol's targets take, or that is about none. */
export interface OwnCommand extends CommandFacts {
  /** `target`: it may name a target, and a protocol's own command of the same name comes first. */
  readonly takes: 'target' | 'words'
  run(call: OwnCommandCall): Steps<Answer>
}

/** Refuses arguments that the command does not have; a message by `msg`. */
export type Misuse = (message: string) => Answer

/** The form of a command and what it does; its usage is derived from this. */
interface OwnCommandDefinition extends Omit<OwnCommand, 'usage' | 'run'> {
  readonly words?: readonly WordDefinition[]
  readonly options?: Readonly<Record<string, OptionDefinition & { readonly kind: 'flag' }>>
  run(call: OwnCommandCall & Pick<ParsedOptions<OptionKinds>, 'options'>, misuse: Misuse): Answer | Steps<Answer>
}

/** One of the engine's own commands from its definition. */
export function ownCommand({
  words: declaredWords = [],
  options: declaredOptions = {},
  run,
  ...facts
}: OwnCommandDefinition): OwnCommand {
  const optionEntries = Object.entries(declaredOptions)
  const words = facts.takes === 'target' ? ['[TARGET]'] : declaredWords.map((word) => usageOfWord(word))
  const usage = [...words, ...optionEntries.map(([name, option]) => usageOfOption(name, option))].join(' ')
  const misuse = (message: string) => refuseUsage({ name: facts.name, usage }, message)
  return {
    ...facts,
    usage,
    wordFacts: describeWords(declaredWords),
    ...(optionEntries.length > 0 && { optionFacts: describeOptions(optionEntries) }),
    *run(call) {
      const { words: givenWords } = call
      const parsed =
        optionEntries.length === 0 ? { options: {}, rest: givenWords } : takeOptions(givenWords, kindsOf(optionEntries))
      if ('fault' in parsed) return refusedAnswer(misuse(parsed.fault).diagnostics)
      const { options, rest } = parsed
      const takenWords = takeWords(declaredWords, { words: rest, written: rest }, { target: undefined, misuse })
      if (isRefusal(takenWords)) return refusedAnswer(takenWords.diagnostics)
      const result = run({ ...call, words: takenWords.words, options }, (message) =>
        refusedAnswer(misuse(message).diagnostics),
      )
      return 'next' in result ? yield* result : result
    },
  }
}

/** The commits of the change under review, where a protocol looks at them. */
function commitsOf({ base, protocols, sections, history, context }: PlanRequest, head: View): Change | undefined {
  const needsCommits =
    base && protocols.some((protocol) => protocol.asksForCommits({ head, base }, sections[protocol.name], context))
  return needsCommits ? history?.change() : undefined
}

/** A check of the files as they are now; one that names targets looks at them strictly where there is no base. */
export const checkNow = (
  { request, view }: Pick<OwnCommandCall, 'request' | 'view'>,
  targets: readonly string[] = [],
): Steps<Report> =>
  checkInSteps({
    ...request,
    head: view,
    change: commitsOf(request, view),
    mode: request.mode ?? 'auto',
    failOn: 'error',
    allowEmpty: false,
    paths: [],
    targets,
    given: [],
    notes: [],
  })

/** What to say where there is no state. */
export const noStateOf = ({
  request,
  readings,
  view,
}: Pick<OwnCommandCall, 'request' | 'readings' | 'view'>): string | undefined =>
  readings(view).length === 0 ? request.noState : undefined
