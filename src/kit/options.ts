import type { OptionFacts, Request } from '../core/command.ts'
import { type CommandName, transitionNames } from '../core/command-names.ts'
import { msg } from '../core/message.ts'
import { suggestion } from '../core/suggestion.ts'
import { day, hour, minute } from '../core/time.ts'

/**
 * How an option is given: `flag` without a value, once or more, `once` with one, `many` with one each time, `phrase`
 * with all words up to the next option.
 */
export type OptionKind = 'flag' | 'once' | 'many' | 'phrase'

/** The options of a command, by name without `--`. */
export type OptionKinds = Readonly<Record<string, OptionKind>>

interface ValueOf {
  readonly flag: true
  readonly once: string
  readonly many: readonly string[]
  readonly phrase: string
}

export interface ParsedOptions<Kinds extends OptionKinds> {
  readonly options: { readonly [Name in keyof Kinds]?: ValueOf[Kinds[Name]] }
  /** The words that are left, in order. */
  readonly rest: readonly string[]
  /** `rest` as it was written, with quotes. */
  readonly written: readonly string[]
}

/** An option, `--step N`. */
export interface OptionDefinition {
  readonly kind: OptionKind
  /** The name of its value in usage lines; a flag has none. */
  readonly value?: string
  /** What it means, one line of Markdown for help and docs. */
  readonly does?: string
  /** It may be left out only together with a json block. */
  readonly required?: true
  /** Why it is required, where the usual message is not enough. */
  readonly missing?: string
  /**
   * The value of the first word that it belongs to: its usage shows it there. With another it is refused by `fromWord`,
   * otherwise by `run`.
   */
  readonly with?: string
  /** Why a value is not accepted; a message by `msg`. */
  fault?(value: string): string | undefined
}

export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>
export type KindsOf<Options extends OptionDefinitions> = { readonly [Name in keyof Options]: Options[Name]['kind'] }

type OptionEntries = readonly (readonly [name: string, option: OptionDefinition])[]

/** How options are given, from their definitions. */
export const kindsOf = <Options extends OptionDefinitions>(options: OptionEntries): KindsOf<Options> =>
  Object.fromEntries(options.map(([name, { kind }]) => [name, kind])) as KindsOf<Options>

/**
 * What the options of a command mean, each as it is written. Those of grants, which every protocol has, are described
 * with the program.
 */
export const describeOptions = (options: OptionEntries): readonly OptionFacts[] =>
  options.map(([name, { kind, value, does = '' }]) => ({
    written: kind === 'flag' ? `--${name}` : `--${name} ${value ?? 'VALUE'}`,
    does,
  }))

export function usageOfOption(name: string, { kind, value, required }: OptionDefinition): string {
  const usage = kind === 'flag' ? `--${name}` : `--${name} ${value ?? 'VALUE'}`
  return `${required ? usage : `[${usage}]`}${kind === 'many' ? '…' : ''}`
}

/**
 * Why options do not fit their definitions: a required one is missing, or a value is not accepted. A message by `msg`.
 */
export function optionFault(
  options: OptionEntries,
  givenOptions: Readonly<Record<string, unknown>>,
  hasReport = false,
): string | undefined {
  const missing = options.find(([name, { required }]) => required && !hasReport && givenOptions[name] === undefined)
  if (missing) return missing[1].missing ?? msg`Missing option ${`--${missing[0]}`}`
  const faults = options.flatMap(([name, option]) =>
    [givenOptions[name]].flat().map((value) => typeof value === 'string' && option.fault?.(value)),
  )
  return faults.find((fault) => typeof fault === 'string')
}

const unitLengths: Readonly<Record<string, number>> = { m: minute, h: hour, d: day }

/** A duration as written in a command, `4h`, in milliseconds; `undefined` if it is not one. */
export function durationOf(text: string): number | undefined {
  const [, amount = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  return Number(amount) * (unitLengths[unit] ?? 0) || undefined
}

const agentOption: OptionDefinition = {
  kind: 'once',
  value: 'NAME',
  does: 'the agent, such as dsp-agent or dsp-agent/2 (default: BATON_AGENT)',
}
/** For how long control is given. */
export const leaseOption: OptionDefinition & { readonly kind: 'once' } = {
  kind: 'once',
  value: 'TIME',
  does: 'for how long control is given: 4h',
  fault: (value) =>
    durationOf(value) === undefined ? msg`Unexpected lease ${value}, expected a duration such as ${'4h'}` : undefined,
}
/** The option of commands that replace or delete a file with whatever it holds. */
export const discardOptions = {
  anyway: { kind: 'flag', does: 'discard what the file holds, though git does not have it' },
} as const

const successAnywayOption: OptionDefinition = {
  kind: 'once',
  value: 'WHY',
  does: 'record a success that its evidence contradicts, and why',
}

const codeForm = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/
export const isCode = (word: string): boolean => codeForm.test(word)

/** The code of an error, whatever it looks like. */
export const codeOption = {
  kind: 'once',
  value: 'CODE',
  does: 'the code of the error',
  with: 'error',
  fault: (value: string) => (isCode(value) ? undefined : msg`Unexpected code ${value}, expected one word`),
} as const satisfies OptionDefinition

/** The text of an error that keeps no code of its own: its code begins it. */
export const withCode = (text: string, { shared }: Pick<Request, 'shared'>): string => {
  const code = shared?.['code']
  return typeof code === 'string' ? [code, text].filter(Boolean).join(': ') : text
}

/** The options of commands that give control. */
const grantingOptions: OptionDefinitions = {
  anyway: { kind: 'flag', does: 'grant control although a question is open' },
  agent: agentOption,
  lease: { ...leaseOption, does: 'how long the grant lasts, such as 4h' },
  takeover: { kind: 'flag', does: 'take over the expired grant of another agent' },
  refresh: {
    kind: 'flag',
    does: 'renew a grant that the agent holds, so that it ends later; for a stage also the time in accept.json',
  },
}

/**
 * The options of grants (docs/agents/integrating.md, "Grants"), which a command has in every protocol: the engine takes
 * them off its words, and the command line declares its options from them. A command that declares one itself gets its
 * value among its own options.
 */
export const sharedOptions: Readonly<Partial<Record<CommandName, OptionDefinitions>>> = {
  ...Object.fromEntries(transitionNames.map((name) => [name, { agent: agentOption }])),
  accept: grantingOptions,
  answer: grantingOptions,
  handback: {
    agent: agentOption,
    anyway: successAnywayOption,
    code: { ...codeOption, does: 'the code of an error, such as BUILD_FAILED' },
  },
  review: { agent: agentOption, anyway: successAnywayOption },
}

/** How the arguments of a command are parsed. */
interface ParsingOptions {
  /** The words with their quotes, if they may have had some: a quoted word is never an option. */
  readonly written?: readonly string[] | undefined
  /** A free text is among the words: what looks like an unknown option is a part of it. */
  readonly text?: boolean
  /** How many other words may precede an option; after them begins a text. Without it, options may be anywhere. */
  readonly leading?: number | undefined
  /** Unknown options belong to another reader: they stay among the words, and `leading` does not count them. */
  readonly foreign?: boolean
  /** Options may follow the text, too: as many as end it. */
  readonly ending?: boolean
  /** A value may be blank, `--issues ""`. */
  readonly blank?: boolean
  /** The names of options that were taken before: what says which options there are names them too. */
  readonly taken?: readonly string[]
}

const optionForm = /^--([a-z][a-z-]*)(?:=(.*))?$/is

function unknownOptionMessage(name: string, knownNames: readonly string[]): string {
  const suggestedName = suggestion(name, knownNames)
  if (suggestedName !== undefined) return msg`Unexpected option ${`--${name}`}, expected ${`--${suggestedName}`}`
  const knownOptions = knownNames.map((knownName) => `--${knownName}`)
  return knownOptions.length === 0
    ? msg`Unexpected option ${`--${name}`}, expected none`
    : msg`Unexpected option ${`--${name}`}, expected one of ${knownOptions}`
}

/** Whether a word was quoted as a whole: then it is TEXT, whatever it looks like. */
export const isQuoted = (word: string, writtenWord: string | undefined) =>
  writtenWord !== undefined && writtenWord !== word && /^["']/.test(writtenWord)

/**
 * Marks a word as part of TEXT, even if it looks like an option: it starts with an opening quote that is never closed,
 * which no quoted word has.
 */
export const writtenAsText = (word: string): string => `"${word}`

/**
 * Takes the options out of the arguments of a command, `--name value` or `--name=value`. A fault is a message by `msg`,
 * with the name of the option.
 */
export function takeOptions<const Kinds extends OptionKinds>(
  words: readonly string[],
  kinds: Kinds,
  {
    written = words,
    text = false,
    leading = Infinity,
    foreign = false,
    ending = false,
    blank = false,
    taken = [],
  }: ParsingOptions = {},
): ParsedOptions<Kinds> | { readonly fault: string; readonly option: string } {
  const isText = (at: number) => isQuoted(words[at] ?? '', written[at])
  /** The option at a place, if there is one. */
  const optionAt = (at: number) => {
    const word = words[at]
    const [, writtenName, attached] = word === undefined || isText(at) ? [] : (optionForm.exec(word) ?? [])
    if (writtenName === undefined) return undefined
    const name = writtenName.toLowerCase()
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    return kind === undefined && (text || foreign) ? undefined : { name, attached, kind }
  }
  /** Where the options after a text begin. */
  function endOfText(): number {
    let end = words.length
    for (;;) {
      const [lastOption, previousOption] = [optionAt(end - 1), optionAt(end - 2)]
      if (lastOption?.kind !== undefined && (lastOption.kind === 'flag' || lastOption.attached !== undefined)) end -= 1
      else if (
        previousOption?.kind !== undefined &&
        previousOption.kind !== 'flag' &&
        previousOption.attached === undefined
      )
        end -= 2
      else return end
    }
  }
  const end = ending ? endOfText() : Infinity
  const options: Record<string, string | string[] | true> = {}
  const rest: number[] = []
  let otherWords = 0
  for (let at = 0; at < words.length; at++) {
    const option = otherWords > leading && at < end ? undefined : optionAt(at)
    if (!option) {
      if (!foreign || !optionForm.test(words[at] as string)) otherWords++
      rest.push(at)
      continue
    }
    const { name, attached, kind } = option
    const faulty = (fault: string) => ({ fault, option: name })
    if (kind === undefined) return faulty(unknownOptionMessage(name, [...new Set([...Object.keys(kinds), ...taken])]))
    const previous = options[name]
    if (previous !== undefined && kind !== 'many' && kind !== 'flag')
      return faulty(msg`Unexpected second ${`--${name}`}, expected one`)
    if (kind === 'flag') {
      if (attached !== undefined) return faulty(msg`Unexpected value of ${`--${name}`}, expected none`)
      options[name] = true
      continue
    }
    const values = attached === undefined ? [] : [attached]
    const isValue = (next: number) =>
      next < words.length &&
      (isText(next) || (text || foreign ? !optionAt(next) : !optionForm.test(words[next] as string)))
    if (attached === undefined && isValue(at + 1)) values.push(words[++at] as string)
    if (kind === 'phrase') while (isValue(at + 1)) values.push(words[++at] as string)
    const value = values.join(' ')
    if (values.length === 0 || (!blank && value.trim() === '')) return faulty(msg`Missing value of ${`--${name}`}`)
    if (kind !== 'many') options[name] = value
    else if (Array.isArray(previous)) previous.push(value)
    else options[name] = [value]
  }
  return {
    options: options as ParsedOptions<Kinds>['options'],
    rest: rest.map((at) => words[at] as string),
    written: rest.map((at) => written[at] ?? (words[at] as string)),
  }
}
