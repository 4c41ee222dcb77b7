import type { CommandName } from '../../../core/command-names.ts'
import { visibleLine } from '../../../core/message.ts'
import { protocolNames } from '../../../core/protocol-name.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { textFrom } from '../../calls/named-text.ts'
import {
  answerOf,
  grantNext,
  optionsOf,
  perform,
  runComment,
  tidy,
  transitions,
  type ChangeOptions,
  type Work,
} from '../../calls/perform.ts'
import { unquotedWords, type Word } from '../../../engine/commands/words.ts'
import { UsageError } from '../../calls/usage.ts'
import { configurationFor } from '../../calls/configuration.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import {
  creations,
  type CleanupInput,
  type MakeInput,
  type RunInput,
  type TransitionInput,
} from '../../operations/changing.ts'
import type { Answer, Caller } from '../../operations/operation.ts'
import { lastBehindCommit, flagValueError, wordsOf } from '../arguments.ts'
import { existsSync } from 'node:fs'
import { isAbsolute, normalize, relative, resolve, sep } from 'node:path'

/**
 * How a folder of the tree was written, without the root in front of it. It is text that is compared, and never opened.
 */
export function withoutRoot(root: string, text: string): string {
  const path = normalize(text)
  for (const front of [resolve(root), normalize(root)]) {
    const folder = front.endsWith(sep) ? front : `${front}${sep}`
    if (path.startsWith(folder)) return path.slice(folder.length)
  }
  return text
}

/**
 * A folder or a name, as it was written: a path is as seen from the working directory where something is there,
 * otherwise from the root.
 */
export function folderOrName(root: string, text: string): string {
  const isPath = /[/\\]/.test(text) && !text.includes('\0')
  const path = isPath && existsSync(text) ? relative(resolve(root), resolve(text)) : ''
  const isBelow = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  return isBelow ? path.split(sep).join('/') : withoutRoot(root, text)
}

/** The options that may be anywhere here, as words of a comment. */
function optionWords(input: TransitionInput): readonly string[] {
  const { root, run, runDir } = input
  if (run !== undefined && runDir !== undefined)
    throw new UsageError('Unexpected --run-dir together with --run, expected one of them.')
  const runName = run ?? runDir
  return [...(runName === undefined ? [] : ['--run', folderOrName(root, runName)]), ...optionsOf(input)]
}

/** A target whose container may be the path of a folder, as a comment names it. */
function fullTarget(root: string, target: string): string {
  const [name = '', ...container] = target.split('@')
  return [name, ...(container.length === 0 ? [] : [folderOrName(root, container.join('@'))])].join('@')
}

/** The words of a command as a comment has them: options come right after the target. */
function orderedWords(words: readonly string[], input: TransitionInput): readonly Word[] {
  const [target, ...rest] = wordsOf(words, process.argv)
  return [...unquotedWords([...(target ? [fullTarget(input.root, target.text)] : []), ...optionWords(input)]), ...rest]
}

const shaForm = /^@[0-9a-f]{7,40}$/i

/** @throws UsageError where the last word, right after `--commit`, is a branch or a tag. */
async function expectText(words: readonly string[], { root, commit }: ChangeOptions): Promise<void> {
  const last = commit === true ? lastBehindCommit(process.argv, words) : undefined
  if (last === undefined) return
  const { openClone } = await import('../../../gateways/git/clone.ts')
  if ((await (await openClone(root))?.hasRef(last)) === true) throw flagValueError(last)
}

/** @throws UsageError where nothing is there: an empty block of a comment is not meant either. */
async function reportFrom(file: string, { report }: TransitionInput): Promise<string> {
  const option = report === undefined ? '--batch' : '--report'
  const text = await textFrom(option, file)
  if (text.trim() !== '') return text
  const place = file === '-' ? 'on standard input' : `in ${visibleLine(file)}`
  throw new UsageError(`Missing data for ${option} ${place}, expected JSON.`)
}

/** `accept TARGET` and its like: one command. */
export async function transition(name: CommandName, input: TransitionInput, caller: Caller): Promise<Answer> {
  const { words = [], batch, report: reportName = batch } = input
  if (input.next === true) return acceptNext(input, caller)
  await expectText(words, input)
  const report = reportName === undefined ? undefined : await reportFrom(reportName, input)
  const allWords = orderedWords(words, input)
  const last = allWords.at(-1)
  const sha = last?.quoted === false && shaForm.test(last.text) ? last.text.slice(1).toLowerCase() : undefined
  const command = { name, words: sha === undefined ? allWords : allWords.slice(0, -1), report, sha }
  return answerOf(await transitions({ command }, { ...input, ...caller }), caller)
}

/** `accept --next`: grants what is the most urgent to be granted. */
async function acceptNext({ words = [], ...input }: TransitionInput, caller: Caller): Promise<Answer> {
  if (words.length > 0)
    throw new UsageError(`Unexpected ${visibleLine(words[0] ?? '')} together with --next, which chooses the target.`)
  const { protocol: protocols = [], agent } = input
  return answerOf(await grantNext({ agent, protocols, options: optionWords(input) }, { ...input, ...caller }), caller)
}

/** `run 'COMMENT TEXT'`: every command of a comment, as the bot would read it. */
export async function run({ commands, ...options }: RunInput, caller: Caller): Promise<Answer> {
  return runComment({ ...options, commands: commands === '-' ? await textFrom('comment', '-') : commands }, caller)
}

/** `cleanup`: removes the local session files of a finished project. */
export async function cleanup({ project, confirm, ...options }: CleanupInput, caller: Caller): Promise<Answer> {
  const projectName = project === undefined ? undefined : folderOrName(options.root, project)
  return answerOf(await tidy({ project: projectName, confirmed: confirm === true }, options), caller)
}

/** What `new` creates, each with what it is, as the way to it. */
async function creationList(options: ChangeOptions): Promise<Answer> {
  const creationEntries = [
    { run: 'baton new workflow', creates: 'a workflow of your own, declared in .github/baton.yml, with a first item' },
    ...(await lazyProtocols.load(protocolNames)).map(({ name, title, creation: { usage } }) => ({
      run: `baton new ${name} ${usage}`,
      creates: title,
    })),
    ...(await declaredNames(options)).map((name) => ({
      run: `baton new ${name} ID`,
      creates: `how an item of your workflow ${name} is begun`,
    })),
  ]
  const data = { version: 1, creations: creationEntries }
  return {
    views: {
      text: () => creationEntries.map(({ run: command, creates }) => `${command}\n    ${creates}\n`).join(''),
      json: () => data,
      brief: () => data,
    },
  }
}

/** The workflows that the configuration of a working tree declares, of which `new` says how an item is begun. */
async function declaredNames(options: ChangeOptions): Promise<readonly string[]> {
  const { declared } = await configurationFor(options, 'what it declares is not known')
  return declared.map(({ name }) => name)
}

/** @throws UsageError where `new` knows nothing of this name */
async function creationNamed(creationName: string, options: ChangeOptions): Promise<string> {
  if ((creations as readonly string[]).includes(creationName)) return creationName
  const knownNames = [...creations, ...(await declaredNames(options))]
  if (knownNames.includes(creationName)) return creationName
  const suggested =
    creationName.length < 3
      ? undefined
      : (knownNames.find((candidate) => candidate.startsWith(creationName)) ?? suggestion(creationName, knownNames))
  throw new UsageError(
    `Unexpected ${visibleLine(creationName)}, ${suggested === undefined ? `expected one of ${knownNames.join(', ')}.` : `did you mean \`baton new ${suggested}\`?`}`,
  )
}

/** `new WHAT NAME`: a workflow, or the first files of a target. */
export async function makeFirst(
  { what: creationName, words = [], ...options }: MakeInput,
  caller: Caller,
): Promise<Answer> {
  if (creationName === undefined) return creationList(options)
  const creation = await creationNamed(creationName, options)
  if (creation === 'workflow' && options.config !== undefined)
    throw new UsageError('Unexpected --config: a workflow is declared in .github/baton.yml of the working tree.')
  const load = async (): Promise<Pick<Work, 'load' | 'run'>> => {
    if (creation === 'workflow') {
      const { makeWorkflow } = await import('../../../app/command/new-workflow.ts')
      return { run: (sources, settings, ports) => makeWorkflow(words, sources, lazyProtocols, settings, ports) }
    }
    const { makeNew } = await import('../../../app/command/new.ts')
    return {
      load: () => lazyProtocols.load([creation]),
      run: (sources, settings, ports) => makeNew(creation, words, sources, lazyProtocols, settings, ports),
    }
  }
  const task = { name: 'new', written: ['new', creation, ...words.slice(0, 1)].join(' '), ...(await load()) }
  return answerOf(await perform(task, { ...options, ...caller }), caller)
}
