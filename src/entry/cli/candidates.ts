import { homedir } from 'node:os'
import { loadDiscovered, targetsOf } from '../../app/validate/discovery.ts'
import type { Protocol } from '../../core/protocol.ts'
import type { Command, Option } from 'commander'
import type { WordFacts } from '../../core/command.ts'
import { protocolNames } from '../../core/protocol-name.ts'
import { groupBy } from '../../core/grouped.ts'
import { sourcesOfOptions, type SourceOptions } from '../calls/sources.ts'
import { readTree } from '../calls/tree.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { creations } from '../operations/changing.ts'
import { commandLine } from './program.ts'
import { usagesOf } from './protocol-usage.ts'
import { topics } from './topics.ts'
import { bareName } from '../../core/target.ts'

const protocolsIn = async (options: SourceOptions): Promise<readonly Protocol[]> =>
  loadDiscovered(await sourcesOfOptions(options), lazyProtocols)

async function targetsIn(options: SourceOptions): Promise<readonly string[]> {
  const targets = await readTree(options, 'completion', async () =>
    targetsOf(await sourcesOfOptions(options), lazyProtocols, new Date().toISOString()),
  )
  return targets.map(({ id }) => id)
}

/** A word that can be written, with its meaning in a few words where it has one. */
export interface Candidate {
  readonly word: string
  readonly does?: string
}

/** An option, `--stage`, and its value, where it takes one. */
interface KnownOption {
  readonly long: string
  readonly does: string
  readonly value?: WordFacts
}

/**
 * What is completed: the command with what precedes, the part of the word that is there, and the repository that is
 * meant.
 */
interface TypedWords {
  readonly command: string
  readonly before: readonly string[]
  readonly start: string
  readonly options: SourceOptions
}

/** A part of a line in a shell: white space, or a part of a word in one kind of quotes, escaped or plain. */
const linePart = /\s+|'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)|([^\s"'\\]+)/gsu

/** The words of a line without their quotes; the last one is empty behind white space. Nothing in them is evaluated. */
function shellWords(line: string): readonly string[] {
  const words = ['']
  for (const [, single, double, escaped, plain] of line.trimStart().matchAll(linePart)) {
    const text = single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain
    if (text === undefined) words.push('')
    else words.push(`${words.pop() ?? ''}${text}`)
  }
  return words
}

/** A name that no shell expands and that is wholly visible. */
const plainName = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_.][\p{L}\p{M}\p{N}_.@/-]*$/u

/** The names of the targets, of those that share one the ids; and the ids of all. */
async function listTargets({ options }: TypedWords) {
  const ids = (await targetsIn(options)).filter((id) => plainName.test(bareName(id)))
  const byName = groupBy(ids, bareName)
  return { names: ids.map((id) => (byName.get(bareName(id))?.length === 1 ? bareName(id) : id)), ids }
}

/** A target by its name, otherwise by its id. */
async function targetCandidates(typed: TypedWords): Promise<readonly string[]> {
  const { names, ids } = await listTargets(typed)
  return names.some((name) => name.startsWith(typed.start)) ? names : ids
}

/** The protocols of the repository; none where it cannot be read. */
const protocolsOf = (options: SourceOptions) => protocolsIn(options).catch(() => [])

/** The lists of what arguments and option values of some names can be; those of one command alone by `COMMAND NAME`. */
const lists: Readonly<Record<string, (typed: TypedWords) => Promise<readonly string[]>>> = {
  target: targetCandidates,
  project: targetCandidates,
  protocol: async ({ options }) => [
    ...new Set([...protocolNames, ...(await protocolsOf(options)).map(({ name }) => name)]),
  ],
  // A file may begin like a prefix: `plugins/`.
  'path|target': async (typed) => {
    const { names, ids } = await listTargets(typed)
    return typed.start.includes(':') ? ids : names
  },
  code: () => Promise.resolve(lazyProtocols.codes),
  'explain code': async () => (await import('../calls/explain.ts')).allExplanations().map(({ code }) => code),
  'fix code': async ({ options }) =>
    (await protocolsOf(options)).flatMap(({ rules }) =>
      rules.flatMap(({ code, safe }) => (safe === true ? [code] : [])),
    ),
  'new what': () => Promise.resolve(creations),
  'schema name': async () => [...(await import('../schemas.ts')).schemas.keys()],
}

async function valuesOf({ name, values }: WordFacts, typed: TypedWords): Promise<readonly string[]> {
  const key = name.toLowerCase()
  return values ?? (await (lists[`${typed.command} ${key}`] ?? lists[key])?.(typed)) ?? []
}

/**
 * How a command is continued by the protocols of the repository, or the named one of `new`; by all where none of those
 * has it.
 */
async function usagesFor({ command, before, options }: TypedWords) {
  const usages = command === 'new' ? [] : usagesOf(command, await protocolsOf(options))
  if (usages.length > 0) return usages
  const names = lazyProtocols.descriptors.map(({ name }) => name)
  const namedProtocols = names.filter((name) => command === 'new' && before.includes(name))
  return usagesOf(command, await lazyProtocols.load(namedProtocols.length > 0 ? namedProtocols : names))
}

function declaredOption(option: Option): readonly KnownOption[] {
  const { long, description: does, required, argChoices } = option
  return long ? [{ long, does, ...(required && { value: { name: option.name(), values: argChoices } }) }] : []
}

/** An option of a protocol, `--next-phase N.M|none`: the values that it names are in small letters. */
function protocolOption(usage: string, does: string): KnownOption {
  const [long = '', value] = usage.split(' ')
  return {
    long,
    does,
    ...(value !== undefined && {
      value: { name: value, values: value.split('|').filter((choice) => /^[a-z-]+$/.test(choice)) },
    }),
  }
}

const optionsOf = (command: Command) => command.createHelp().visibleOptions(command).flatMap(declaredOption)

/** Everything that can follow a command: its options, and what its words can be, in each form that it has. */
async function formsOf(command: Command, typed: TypedWords) {
  const declared = command.registeredArguments.map((argument): WordFacts => ({
    name: argument.name(),
    values: argument.argChoices,
    ...(argument.variadic && { many: true }),
  }))
  const isOfProtocols = declared.some(({ name }) => name === 'word')
  const usages = isOfProtocols ? await usagesFor(typed) : []
  const protocolOptions = usages.flatMap(({ options }) =>
    options.map(({ written, does }) => protocolOption(written, does)),
  )
  const options = new Map([...protocolOptions, ...optionsOf(command)].map((option) => [option.long, option]))
  return { options, forms: [declared, ...usages.map(({ words }) => words)] }
}

/**
 * What the words before the current one lead to: the value of an option, an argument by its number, and whether options
 * may follow.
 */
function placeOf(previousWords: readonly string[], options: ReadonlyMap<string, KnownOption>) {
  let place = 0
  let pendingOption: KnownOption | undefined
  let isOver = false
  for (const word of previousWords) {
    const option = isOver || pendingOption ? undefined : options.get(word)
    if (pendingOption) pendingOption = undefined
    else if (option?.value) pendingOption = option
    else if (word === '--') isOver = true
    else if (isOver || !word.startsWith('--')) place++
  }
  return { place, valued: pendingOption, isOver }
}

/** The value of an option that occurs among some words. */
function givenValue(words: readonly string[], long: string): string | undefined {
  const index = words.findLastIndex((word) => word === long || word.startsWith(`${long}=`))
  return words[index] === long ? words[index + 1] : words[index]?.slice(long.length + 1)
}

/** The repository that the words of a line mean. */
function sourcesFrom(words: readonly string[], { root, config }: SourceOptions): SourceOptions {
  const optionValue = (name: string) => givenValue(words, `--${name}`)?.replace(/^~(?=\/|$)/, homedir())
  const [rev, from = config] = [optionValue('rev'), optionValue('config')]
  // Who presses a key does not wait for long.
  return {
    root: optionValue('root') ?? root,
    wait: '1s',
    ...(from !== undefined && { config: from }),
    ...(rev !== undefined && { rev }),
  }
}

const optionCandidates = (options: Iterable<KnownOption>) =>
  Array.from(options, ({ long, does }): Candidate => ({ word: long, does }))

const wordCandidates = (words: readonly string[]) => words.map((word): Candidate => ({ word }))

/** What can be written in place of a word behind the name of a command. */
async function commandCandidates(command: Command, typed: TypedWords): Promise<readonly Candidate[]> {
  const { options, forms } = await formsOf(command, typed)
  const { place, valued, isOver } = placeOf(typed.before, options)
  if (valued?.value) return wordCandidates(await valuesOf(valued.value, typed))
  const [attached, long = ''] = isOver ? [] : (/^(--[a-z-]+)=/.exec(typed.start) ?? [])
  if (attached !== undefined) {
    const value = options.get(long)?.value
    const start = typed.start.slice(attached.length)
    return value
      ? wordCandidates(await valuesOf(value, { ...typed, start })).map(({ word }) => ({ word: `${attached}${word}` }))
      : []
  }
  if (!isOver && typed.start.startsWith('-')) return optionCandidates(options.values())
  const facts = new Set(forms.map((form) => form[place] ?? (form.at(-1)?.many ? form.at(-1) : undefined)))
  const words = await Promise.all(Array.from(facts, async (fact) => (fact ? valuesOf(fact, typed) : [])))
  return wordCandidates([...new Set(words.flat())])
}

/** What can be written in place of the name of a command. */
const commandsOf = (program: Command): readonly Candidate[] =>
  program.commands.map((command) => ({ word: command.name(), does: command.summary() }))

/** What can be written at the end of a line in place of its last word. */
async function candidatesFor(words: readonly string[], sources: SourceOptions): Promise<readonly Candidate[]> {
  const [, name, ...previousWords] = words.slice(0, -1)
  const start = words.at(-1) ?? ''
  const program = commandLine({ code: 0 }, name)
  if (name === undefined && start.startsWith('-')) return optionCandidates(optionsOf(program))
  if (name === undefined)
    return [...commandsOf(program), { word: 'help', does: 'the help of a command, or of a topic' }]
  if (name === 'help')
    return previousWords.length === 0 ? [...commandsOf(program), ...wordCandidates(Object.keys(topics))] : []
  const command = program.commands.find((candidate) => candidate.name() === name)
  return command
    ? commandCandidates(command, {
        command: name,
        before: previousWords,
        start,
        options: sourcesFrom(previousWords, sources),
      })
    : []
}

/**
 * The words that can be written where a line ends, `baton accept Ti`: none where it may be anything, as with a file.
 */
export async function candidates(line: string, sources: SourceOptions): Promise<readonly Candidate[]> {
  const words = shellWords(line)
  return (await candidatesFor(words, sources)).filter(({ word }) => word.startsWith(words.at(-1) ?? ''))
}
