import type { Change } from '../../../core/change.ts'
import type { CommandFacts } from '../../../core/command.ts'
import type { Diagnostic } from '../../../core/diagnostic.ts'
import type { Steps } from '../../../core/steps.ts'
import type { View } from '../../../core/view.ts'
import { refuseUsage } from '../../../kit/command.ts'
import { describeWords, isRefusal, takeWords, usageOfWord, type WordDefinition } from '../../../kit/words.ts'
import type { Report } from '../../../core/report.ts'
import { checking } from '../../check.ts'
import { refusedAnswer, type Answer } from '../answer.ts'
import type { PlanRequest } from '../planned.ts'
import type { Readings, FoundProtocol } from '../resolve.ts'

/** The input of one of the engine's own commands. */
export interface OwnCommandCall {
  readonly request: PlanRequest
  readonly readings: Readings
  /** Findings that offer only commands that would succeed. */
  readonly offered: (found: readonly Diagnostic[]) => readonly Diagnostic[]
  /** The files: those of the head with what the batch has changed so far. */
  readonly view: View
  /** The target that is meant; absent: all. */
  readonly meant: (FoundProtocol & { readonly target: string }) | undefined
  /** The declared words. */
  readonly words: readonly string[]
  /** Nothing of it will be written. */
  readonly isDry: boolean
  /** All of the engine's own commands. */
  readonly own: readonly CommandFacts[]
}

/** A command that every protocol's targets take, or that is about none. */
export interface OwnCommand extends CommandFacts {
  /** `target`: it may name a target, and a protocol's own command of the same name comes first. */
  readonly takes: 'target' | 'words'
  run(call: OwnCommandCall): Steps<Answer>
}

/** Refuses arguments that the command does not have; a message by `msg`. */
export type Misuse = (message: string) => Answer

/** Its form and what it does. Its usage is made from this. */
interface OwnCommandDefinition extends Omit<OwnCommand, 'usage' | 'run'> {
  readonly words?: readonly WordDefinition[]
  run(call: OwnCommandCall, misuse: Misuse): Answer | Steps<Answer>
}

/** One of the engine's own commands from its definition. */
export function ownCommand({ words: declared = [], run, ...facts }: OwnCommandDefinition): OwnCommand {
  const usage = facts.takes === 'target' ? '[TARGET]' : declared.map((word) => usageOfWord(word)).join(' ')
  const misuse = (message: string) => refuseUsage({ name: facts.name, usage }, message)
  return {
    ...facts,
    usage,
    wordFacts: describeWords(declared),
    *run(call) {
      const taken = takeWords(declared, { words: call.words, written: call.words }, { target: undefined, misuse })
      if (isRefusal(taken)) return refusedAnswer(taken.diagnostics)
      const made = run({ ...call, words: taken.words }, (message) => refusedAnswer(misuse(message).diagnostics))
      return 'next' in made ? yield* made : made
    },
  }
}

/** The commits of the change under review, where a protocol looks at them. */
function commitsOf({ base, protocols, sections, history, context }: PlanRequest, head: View): Change | undefined {
  const needsCommits = base && protocols.some((protocol) => protocol.asksForCommits({ head, base }, sections[protocol.name], context))
  return needsCommits ? history?.change() : undefined
}

/** A check of the files as they are now; one that names targets looks at them strictly where there is no base. */
export const checkNow = ({ request, view }: Pick<OwnCommandCall, 'request' | 'view'>, targets: readonly string[] = []): Steps<Report> =>
  checking({
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
