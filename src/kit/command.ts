import {
  type Command,
  type CommandDiagnostic,
  type CommandFacts,
  type Outcome,
  refuse,
  type Refusal,
  type Request,
  type UnchangedOutcome,
  usageCode,
  type CommandContext,
} from '../core/command.ts'
import type { CommandName } from '../core/command-names.ts'
import type { Finding } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { once } from '../core/once.ts'
import { requestError } from './diagnostic.ts'
import type { Problem } from './rules.ts'
import {
  describeOptions,
  kindsOf,
  type KindsOf,
  type OptionDefinition,
  type OptionDefinitions,
  optionFault,
  sharedOptions,
  type ParsedOptions,
  takeOptions,
  usageOfOption,
} from './options.ts'
import {
  describeWords,
  isRefusal,
  type RemainingWords,
  remainingWords,
  takeWords,
  usageOfWord,
  type WordDefinition,
} from './words.ts'
import { type ReportDefinition, type ReportFile, readReport } from './report.ts'
import { type Evidence, anywayReason, recordSuccess } from './evidence.ts'

/** What a command is about: how it is written, and how it is found. */
export interface TargetKind<Model, Target> {
  /** `STAGE [--run RUN]` */
  readonly usage: string
  /** The target that a request names with the words that are left for the command, or why no command takes it. */
  find(
    model: Model,
    request: Request,
    usage: CommandForm,
  ): { readonly target: Target; readonly words: readonly string[] } | Refusal
  /** How arguments that a command does not take are refused, if the protocol has a code of its own for that. */
  misused?(model: Model, form: CommandForm, message: string): Refusal
}

/** What must hold, where rules decide it: what they find, under their codes. All of it refuses the command. */
export interface RulePrecondition<Call> {
  readonly codes: readonly string[]
  diagnostics(call: Call): Iterable<CommandDiagnostic>
}

/** What must hold for a command to be carried out. `violations`: in what way it does not; empty if it does. */
export type Precondition<Call> =
  | { readonly code: string; violations(call: Call): Iterable<Finding> }
  /** Each violation has a code of its own: those of files that cannot be read. */
  | { readonly code?: never; violations(call: Call): Iterable<Problem> }

export type NoOptions = Readonly<Record<string, never>>

/** A valid call of a command: its target exists, its arguments have the right form, its preconditions hold. */
export interface Call<
  Model,
  Target,
  Options extends OptionDefinitions = NoOptions,
  Report = undefined,
  Prepared = undefined,
> {
  readonly model: Model
  readonly target: Target
  readonly options: ParsedOptions<KindsOf<Options>>['options']
  /** The declared words, in lower case where they have values. */
  readonly words: readonly string[]
  /** What follows them. */
  readonly rest: RemainingWords
  /** The json block, where the command declares one. */
  readonly report: Report | undefined
  /** What `prepare` makes of the call. */
  readonly prepared: Prepared
  readonly request: Request
  /** The time of the request, ISO 8601 in UTC. */
  readonly at: string
  readonly commandContext: CommandContext
  readonly usage: CommandForm
}

/**
 * A command: its syntax, its preconditions, and its effect as a pure function. Usage lines and help are derived from
 * it.
 */
export interface CommandDefinition<
  Model,
  Target,
  Options extends OptionDefinitions,
  Report = undefined,
  Prepared = undefined,
  Name extends string = CommandName,
> extends Omit<CommandFacts<Name>, 'usage'> {
  /** A command of the program alone, which no comment can give: `baton NAME`, its options before the target. */
  readonly program?: true
  readonly target: TargetKind<Model, Target>
  readonly words?: readonly WordDefinition<Target>[]
  readonly options?: Options
  /**
   * The options come after the words, and are those `with` the first of them: whatever else looks like one is a part of
   * a value, and a value may be blank.
   */
  readonly fromWord?: true
  /** Read before `already`, once the other arguments are valid. */
  readonly report?: ReportDefinition<Model, Target, Report> | ReportFile<Model, Target, Report>
  /**
   * A free text after the words: then options come before it, among the words, and what looks like an unknown option is
   * a part of it.
   */
  readonly text?: 'TEXT' | '[TEXT]' | '[STATE|success|error|question] [TEXT]'
  /** Options may come after the text or among its words, too. */
  readonly trailing?: true
  /** A free text, but what looks like an unknown option is refused. */
  readonly mixed?: true
  /** Why the arguments, alone or together, are wrong usage. A message by `msg`. */
  fault?(call: Omit<Call<Model, Target, Options>, 'report' | 'prepared'>): string | undefined
  /**
   * What preconditions and effect have in common. Made once, when it is first needed: a precondition before that
   * refuses without it.
   */
  prepare?(call: Omit<Call<Model, Target, Options, Report>, 'prepared'>): Prepared
  /** The answer if there is nothing left to do: then no precondition has to hold. */
  already?(call: Call<Model, Target, Options, Report, Prepared>): UnchangedOutcome | undefined
  /** Checked in order; the first that does not hold refuses the command. */
  readonly preconditions?: readonly (
    | Precondition<Call<Model, Target, Options, Report, Prepared>>
    | RulePrecondition<Call<Model, Target, Options, Report, Prepared>>
  )[]
  /**
   * What the unit declares whose success the call records: what contradicts it refuses the call. `undefined`: it
   * records none.
   */
  evidence?(call: Call<Model, Target, Options, Report, Prepared>): Evidence | undefined
  run(call: Call<Model, Target, Options, Report, Prepared>): Outcome
}

export type CommandForm = Pick<CommandFacts<string>, 'name' | 'usage'> & { readonly program?: true | undefined }

/** A command as it is written, with what follows its name. */
export const synopsisOf = ({ name, usage, program }: CommandForm): string =>
  `${program ? 'baton ' : '/'}${name} ${usage}`

/**
 * The line that shows how a command is written. It is Baton's own text, and may be longer than a value in a message:
 * not made by `msg`.
 */
export const usageLine = (form: CommandForm): string => `Usage: \`${synopsisOf(form).trimEnd()}\``

/** The refusal of arguments that a command does not take, with its usage line. */
export const refuseUsage = (form: CommandForm, message: string): Refusal =>
  refuse(requestError(usageCode, message, usageLine(form)))

/** Why a command is refused: all violations of the first precondition that does not hold, each once. */
export function checkPreconditions<Subject>(
  preconditions: readonly (Precondition<Subject> | RulePrecondition<Subject>)[],
  call: Subject,
): Refusal | undefined {
  for (const precondition of preconditions) {
    const problems: readonly Problem[] =
      'diagnostics' in precondition
        ? [...precondition.diagnostics(call)]
        : precondition.code === undefined
          ? [...precondition.violations(call)]
          : Array.from(precondition.violations(call), (violation) => ({ ...violation, code: precondition.code }))
    const distinct = new Map(
      problems.map((problem): [string, CommandDiagnostic] => [
        JSON.stringify(problem),
        { ...problem, severity: 'error' },
      ]),
    )
    if (distinct.size > 0) return refuse(...distinct.values())
  }
  return undefined
}

/** Preconditions of a part of a call. Where the call has no such part, they hold. */
export function preconditionsOfPart<Subject, Part>(
  preconditions: readonly Precondition<Part>[],
  partOf: (call: Subject) => Part | undefined,
): readonly Precondition<Subject>[] {
  const violationsIn = <Violation>(
    violations: (part: Part) => Iterable<Violation>,
    call: Subject,
  ): Iterable<Violation> => {
    const part = partOf(call)
    return part === undefined ? [] : violations(part)
  }
  return preconditions.map((precondition) =>
    precondition.code === undefined
      ? { violations: (call) => violationsIn(precondition.violations, call) }
      : { code: precondition.code, violations: (call) => violationsIn(precondition.violations, call) },
  )
}

/** A command of a protocol from its definition. */
export function command<
  Model,
  Target,
  const Options extends OptionDefinitions = NoOptions,
  Report = undefined,
  Prepared = undefined,
  Name extends string = CommandName,
>(definition: CommandDefinition<Model, Target, Options, Report, Prepared, Name>): Command<Model, Name> {
  const {
    target: kind,
    words: declaredWords = [],
    options = {} as Options,
    text,
    trailing = false,
    mixed = false,
    fromWord = false,
    report: reportDefinition,
    program,
    ...otherFields
  } = definition
  const { fault, prepare, already, preconditions = [], evidence, run, ...facts } = otherFields
  const optionEntries = Object.entries(options)
  const sharedEntries = Object.entries(
    (sharedOptions as Readonly<Record<string, OptionDefinitions | undefined>>)[facts.name] ?? {},
  )
  const ownEntries = optionEntries.filter(([, option]) => option.with === undefined)
  const usageOfText = text ? [text] : []
  const usageWith = (behindWords: readonly (readonly [name: string, option: OptionDefinition])[]) => {
    const usageOfOptions = behindWords.map(([name, option]) => usageOfOption(name, option))
    const tail = trailing ? [...usageOfText, ...usageOfOptions] : [...usageOfOptions, ...usageOfText]
    if (program) return [...tail, kind.usage].join(' ')
    return [kind.usage, ...declaredWords.map((word) => usageOfWord(word, optionEntries)), ...tail].join(' ')
  }
  const usage = usageWith([...ownEntries, ...sharedEntries.filter(([name]) => !Object.hasOwn(options, name))])
  const isOwn = ([name]: (typeof optionEntries)[number]) => !sharedEntries.some(([sharedName]) => sharedName === name)
  const ownUsage = usageWith(ownEntries.filter(isOwn))
  const form: CommandForm = { name: facts.name, usage, program }
  const hasText = text !== undefined || declaredWords.some((word) => word.behind)

  /** The json block of a call as it is declared, or why it is invalid. */
  function reportOf(
    model: Model,
    target: Target,
    block: string | undefined,
    misuse: (message: string) => Refusal,
  ): { readonly report: Report | undefined } | { readonly refusal: Refusal } {
    if (!reportDefinition || block === undefined) return { report: undefined }
    if ('read' in reportDefinition) return { report: reportDefinition.read(model, target, block) }
    const { report, fault: reportFault } = readReport(reportDefinition, block)
    if (!reportFault) return { report }
    const message = reportDefinition.fault(reportFault)
    return { refusal: reportDefinition.refused?.(model, target, message) ?? misuse(message) }
  }

  return {
    ...facts,
    usage,
    ownUsage,
    ownOptions: Object.keys(options),
    optionFacts: describeOptions(optionEntries.filter(isOwn)),
    wordFacts: describeWords(declaredWords),
    run(model, request, commandContext) {
      const lookup = kind.find(model, request, form)
      if (isRefusal(lookup)) return lookup
      const { target } = lookup
      const misuse = (message: string) => kind.misused?.(model, form, message) ?? refuseUsage(form, message)
      const remaining = remainingWords(request, lookup.words)
      const wordContext = { target, text: hasText, allowsRest: hasText || fromWord, misuse }
      const firstWords = fromWord ? takeWords(declaredWords, remaining, wordContext) : undefined
      if (firstWords && isRefusal(firstWords)) return firstWords
      const possibleOptions = firstWords
        ? optionEntries.filter(([, option]) => option.with === firstWords.words[0])
        : optionEntries
      const { words: behindFirst, written } = firstWords?.rest ?? remaining
      const takenOptions = takeOptions(behindFirst, kindsOf<Options>(possibleOptions), {
        written,
        text: fromWord || (hasText && !mixed),
        leading: hasText && !trailing && !mixed ? declaredWords.length : undefined,
        blank: fromWord,
        taken: sharedEntries.map(([name]) => name),
      })
      if ('fault' in takenOptions) return misuse(takenOptions.fault)
      if (firstWords && takenOptions.rest[0] !== undefined)
        return misuse(msg`Unexpected ${takenOptions.rest[0]} after the command`)
      const hasReport = reportDefinition !== undefined && request.report !== undefined
      const fromEngine = Object.entries(request.shared ?? {}).filter(([name]) => Object.hasOwn(options, name))
      const givenOptions = {
        ...takenOptions.options,
        ...(Object.fromEntries(fromEngine) as typeof takenOptions.options),
      }
      const optionProblem = optionFault(possibleOptions, givenOptions, hasReport)
      if (optionProblem !== undefined) return misuse(optionProblem)
      const rest: RemainingWords = { words: takenOptions.rest, written: takenOptions.written }
      const noWords = { words: [], rest: { words: [], written: [] } }
      const takenWords =
        firstWords === undefined
          ? request.report !== undefined && takenOptions.rest.length === 0
            ? noWords
            : takeWords(declaredWords, rest, wordContext)
          : { words: firstWords.words, rest }
      if (isRefusal(takenWords)) return takenWords
      const callWithoutReport = {
        model,
        target,
        options: givenOptions,
        ...takenWords,
        request,
        at: commandContext.context.at,
        commandContext,
        usage: form,
      }
      const usageFault = fault?.(callWithoutReport)
      if (usageFault !== undefined) return misuse(usageFault)
      const reportResult = reportOf(model, target, request.report, misuse)
      if ('refusal' in reportResult) return reportResult.refusal
      const unpreparedCall = { ...callWithoutReport, report: reportResult.report }
      const prepared = once(() => prepare?.(unpreparedCall) as Prepared)
      const call: Call<Model, Target, Options, Report, Prepared> = {
        ...unpreparedCall,
        get prepared() {
          return prepared()
        },
      }
      const earlyOutcome = already?.(call) ?? checkPreconditions(preconditions, call)
      if (earlyOutcome) return earlyOutcome
      const shownEvidence = evidence?.(call)
      const outcome = recordSuccess(shownEvidence, call, () => run(call))
      if (outcome.outcome !== 'changed') return outcome
      const { anyway } = { ...request.shared, ...givenOptions } as { readonly anyway?: unknown }
      const { discards = [] } = outcome
      if (discards.length > 0) return { ...outcome, ...(anyway !== undefined && { anyway: true as const }) }
      const isIdle = evidence && !shownEvidence && anywayReason(request) !== undefined
      return isIdle ? misuse(msg`Unexpected option ${'--anyway'}, which belongs to a success`) : outcome
    },
  }
}
