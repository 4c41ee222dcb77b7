import {
  type Command,
  type CommandDiagnostic,
  type CommandFacts,
  type Outcome,
  refuse,
  type Refusal,
  type Request,
  type Unchanged,
  usageCode,
  type CommandContext,
} from '../core/command.ts'
import type { CommandName } from '../core/command-names.ts'
import type { Finding } from '../core/diagnostic.ts'
import { msg } from '../core/message.ts'
import { once } from '../core/once.ts'
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
import { describeWords, isRefusal, type RemainingWords, remainingWords, takeWords, usageOfWord, type WordDefinition } from './words.ts'
import { type ReportDefinition, type ReportFile, readReport } from './report.ts'
import { type Evidence, anywayReason, recordSuccess } from './evidence.ts'

/** What a command is about: how it is written, and how it is found. */
export interface TargetKind<Model, Target> {
  /** `STAGE [--run RUN]` */
  readonly usage: string
  /** The target that a request names with the words that are left for the command, or why no command takes it. */
  find(model: Model, request: Request, usage: CommandForm): { readonly target: Target; readonly words: readonly string[] } | Refusal
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

/** Of a command without options of its own. */
export type NoOptions = Readonly<Record<string, never>>

/** A valid call of a command: its target exists, its arguments have the right form, its preconditions hold. */
export interface Call<Model, Target, Options extends OptionDefinitions = NoOptions, Report = undefined, Prepared = undefined> {
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

/** A command: its syntax, its preconditions, and its effect as a pure function. Usage lines and help are derived from it. */
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
   * The options come after the words, and are those `with` the first of them: whatever else looks like one is a part of a value, and a
   * value may be blank.
   */
  readonly fromWord?: true
  /** Read before `already`, once the other arguments are valid. */
  readonly report?: ReportDefinition<Model, Target, Report> | ReportFile<Model, Target, Report>
  /** A free text after the words: then options come before it, among the words, and what looks like an unknown option is a part of it. */
  readonly text?: 'TEXT' | '[TEXT]' | '[STATE|success|error|question] [TEXT]'
  /** Options may come after the text or among its words, too. */
  readonly trailing?: true
  /** A free text, but what looks like an unknown option is refused. */
  readonly mixed?: true
  /** Why the arguments, alone or together, are wrong usage. A message by `msg`. */
  fault?(call: Omit<Call<Model, Target, Options>, 'report' | 'prepared'>): string | undefined
  /** What preconditions and effect have in common. Made once, when it is first needed: a precondition before that refuses without it. */
  prepare?(call: Omit<Call<Model, Target, Options, Report>, 'prepared'>): Prepared
  /** The answer if there is nothing left to do: then no precondition has to hold. */
  already?(call: Call<Model, Target, Options, Report, Prepared>): Unchanged | undefined
  /** Checked in order; the first that does not hold refuses the command. */
  readonly preconditions?: readonly (
    | Precondition<Call<Model, Target, Options, Report, Prepared>>
    | RulePrecondition<Call<Model, Target, Options, Report, Prepared>>
  )[]
  /** What the unit declares whose success the call records: what contradicts it refuses the call. `undefined`: it records none. */
  evidence?(call: Call<Model, Target, Options, Report, Prepared>): Evidence | undefined
  run(call: Call<Model, Target, Options, Report, Prepared>): Outcome
}

/** How a command is written. */
export type CommandForm = Pick<CommandFacts<string>, 'name' | 'usage'> & { readonly program?: true | undefined }

/** A command as it is written, with what follows its name. */
export const synopsisOf = ({ name, usage, program }: CommandForm): string => `${program ? 'baton ' : '/'}${name} ${usage}`

/** The line that shows how a command is written. It is Baton's own text, and may be longer than a value in a message: not made by `msg`. */
export const usageLine = (form: CommandForm): string => `Usage: \`${synopsisOf(form).trimEnd()}\``

/** The refusal of arguments that a command does not take, with its usage line. */
export const refuseUsage = (form: CommandForm, message: string): Refusal =>
  refuse({ code: usageCode, severity: 'error', message, hint: usageLine(form), place: { path: '.' } })

/** Lines as a fenced code block that they cannot end: its fence is longer than any run of backticks in them. */
export function fencedBlock(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => Array.from(line.matchAll(/`+/g), ([run]) => run.length)))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}text`, ...lines, fence].join('\n')
}

/** Why a command is refused: all violations of the first precondition that does not hold, each once. */
export function checkPreconditions<Given>(
  preconditions: readonly (Precondition<Given> | RulePrecondition<Given>)[],
  call: Given,
): Refusal | undefined {
  for (const each of preconditions) {
    const found: readonly Problem[] =
      'diagnostics' in each
        ? [...each.diagnostics(call)]
        : each.code === undefined
          ? [...each.violations(call)]
          : Array.from(each.violations(call), (violation) => ({ ...violation, code: each.code }))
    const distinct = new Map(
      found.map((problem): [string, CommandDiagnostic] => [JSON.stringify(problem), { ...problem, severity: 'error' }]),
    )
    if (distinct.size > 0) return refuse(...distinct.values())
  }
  return undefined
}

/** Preconditions of a part of a call. Where the call has no such part, they hold. */
export function preconditionsOfPart<Given, Part>(
  preconditions: readonly Precondition<Part>[],
  partOf: (call: Given) => Part | undefined,
): readonly Precondition<Given>[] {
  const found = <Found>(violations: (part: Part) => Iterable<Found>, call: Given): Iterable<Found> => {
    const part = partOf(call)
    return part === undefined ? [] : violations(part)
  }
  return preconditions.map((each) =>
    each.code === undefined
      ? { violations: (call) => found(each.violations, call) }
      : { code: each.code, violations: (call) => found(each.violations, call) },
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
    words: declared = [],
    options = {} as Options,
    text,
    trailing = false,
    mixed = false,
    fromWord = false,
    report: reportDefinition,
    program,
    ...more
  } = definition
  const { fault, prepare, already, preconditions = [], evidence, run, ...facts } = more
  const all = Object.entries(options)
  const shared = Object.entries((sharedOptions as Readonly<Record<string, OptionDefinitions | undefined>>)[facts.name] ?? {})
  const own = all.filter(([, option]) => option.with === undefined)
  const usageOfText = text ? [text] : []
  const usageWith = (behindWords: readonly (readonly [name: string, option: OptionDefinition])[]) => {
    const usageOfOptions = behindWords.map(([name, option]) => usageOfOption(name, option))
    const tail = trailing ? [...usageOfText, ...usageOfOptions] : [...usageOfOptions, ...usageOfText]
    if (program) return [...tail, kind.usage].join(' ')
    return [kind.usage, ...declared.map((word) => usageOfWord(word, all)), ...tail].join(' ')
  }
  const usage = usageWith([...own, ...shared.filter(([name]) => !Object.hasOwn(options, name))])
  const isOwn = ([name]: (typeof all)[number]) => !shared.some(([each]) => each === name)
  const ownUsage = usageWith(own.filter(isOwn))
  const form: CommandForm = { name: facts.name, usage, program }
  const hasText = text !== undefined || declared.some((word) => word.behind)

  /** The json block of a call as it is declared, or why it is invalid. */
  function reportOf(
    model: Model,
    target: Target,
    block: string | undefined,
    misuse: (message: string) => Refusal,
  ): { readonly report: Report | undefined } | { readonly refusal: Refusal } {
    if (!reportDefinition || block === undefined) return { report: undefined }
    if ('read' in reportDefinition) return { report: reportDefinition.read(model, target, block) }
    const { report, fault: violated } = readReport(reportDefinition, block)
    if (!violated) return { report }
    const message = reportDefinition.fault(violated)
    return { refusal: reportDefinition.refused?.(model, target, message) ?? misuse(message) }
  }

  return {
    ...facts,
    usage,
    ownUsage,
    ownOptions: Object.keys(options),
    optionFacts: describeOptions(all.filter(isOwn)),
    wordFacts: describeWords(declared),
    run(model, request, commandContext) {
      const found = kind.find(model, request, form)
      if (isRefusal(found)) return found
      const { target } = found
      const misuse = (message: string) => kind.misused?.(model, form, message) ?? refuseUsage(form, message)
      const left = remainingWords(request, found.words)
      const asDeclared = { target, text: hasText, more: hasText || fromWord, misuse }
      const first = fromWord ? takeWords(declared, left, asDeclared) : undefined
      if (first && isRefusal(first)) return first
      const possible = first ? all.filter(([, option]) => option.with === first.words[0]) : all
      const { words: behindFirst, written } = first?.rest ?? left
      const taken = takeOptions(behindFirst, kindsOf<Options>(possible), {
        written,
        text: fromWord || (hasText && !mixed),
        leading: hasText && !trailing && !mixed ? declared.length : undefined,
        blank: fromWord,
      })
      if ('fault' in taken) return misuse(taken.fault)
      if (first && taken.rest[0] !== undefined) return misuse(msg`Unexpected ${taken.rest[0]} after the command`)
      const hasReport = reportDefinition !== undefined && request.report !== undefined
      const fromEngine = Object.entries(request.shared ?? {}).filter(([name]) => Object.hasOwn(options, name))
      const given = { ...taken.options, ...(Object.fromEntries(fromEngine) as typeof taken.options) }
      const unsuitable = optionFault(possible, given, hasReport)
      if (unsuitable !== undefined) return misuse(unsuitable)
      const rest: RemainingWords = { words: taken.rest, written: taken.written }
      const none = { words: [], rest: { words: [], written: [] } }
      const named =
        first === undefined
          ? request.report !== undefined && taken.rest.length === 0
            ? none
            : takeWords(declared, rest, asDeclared)
          : { words: first.words, rest }
      if (isRefusal(named)) return named
      const withoutReport = {
        model,
        target,
        options: given,
        ...named,
        request,
        at: commandContext.context.at,
        commandContext,
        usage: form,
      }
      const wrong = fault?.(withoutReport)
      if (wrong !== undefined) return misuse(wrong)
      const read = reportOf(model, target, request.report, misuse)
      if ('refusal' in read) return read.refusal
      const unprepared = { ...withoutReport, report: read.report }
      const prepared = once(() => prepare?.(unprepared) as Prepared)
      const call: Call<Model, Target, Options, Report, Prepared> = {
        ...unprepared,
        get prepared() {
          return prepared()
        },
      }
      const hindered = already?.(call) ?? checkPreconditions(preconditions, call)
      if (hindered) return hindered
      const shown = evidence?.(call)
      const outcome = recordSuccess(shown, request, () => run(call))
      if (outcome.outcome !== 'changed') return outcome
      const { anyway } = { ...request.shared, ...given } as { readonly anyway?: unknown }
      const { discards = [] } = outcome
      if (discards.length > 0) return { ...outcome, ...(anyway !== undefined && { anyway: true as const }) }
      const isIdle = evidence && !shown && anywayReason(request) !== undefined
      return isIdle ? misuse(msg`Unexpected option ${'--anyway'}, which belongs to a success`) : outcome
    },
  }
}
