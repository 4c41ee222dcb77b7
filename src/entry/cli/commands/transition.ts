import type { CommandName } from '../../../core/command-names.ts'
import { visible } from '../../../core/message.ts'
import type { ProtocolName } from '../../../core/protocol.ts'
import type { RunSettings } from '../../../app/command/run.ts'
import { nearMissMessage } from '../../../engine/commands/grammar.ts'
import { plain } from '../../../render/plain.ts'
import { briefTransition } from '../../../render/brief.ts'
import { transitionText } from '../../../render/transition-text.ts'
import { isMisused, transitionData, type Transition } from '../../../render/transition.ts'
import { textFrom } from '../../calls/named-text.ts'
import { grantNext, perform, tidy, transitionOf, transitions, type ChangeOptions, type Performed, type Work } from '../../calls/perform.ts'
import { inTransition } from '../../calls/spelling.ts'
import { UsageError } from '../../calls/usage.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { lastBehindCommit, valued, wordsOf } from '../arguments.ts'
import { exits } from '../exit.ts'
import { type AnswerFormat, printAnswer } from '../output.ts'
import { folderOrName } from './run-folder.ts'

/** The options of the commands that change state, as they were given. */
export interface TransitionOptions extends Omit<ChangeOptions, 'naming' | 'session'> {
  readonly format: AnswerFormat
  readonly report?: string
  readonly batch?: string
  readonly run?: string
  readonly runDir?: string
  readonly refresh?: true
  /** Of a success, why. */
  readonly anyway?: true | string
  readonly doneBy?: string
  readonly agent?: string
  readonly lease?: string
  readonly takeover?: true
  readonly next?: true
  readonly protocol?: readonly ProtocolName[]
}

/** A report with failed checks has them as errors. */
const hasFailed = ({ diagnostics }: Transition['results'][number]) => diagnostics.some(({ severity }) => severity === 'error')

function exitOf({ outcome, results }: Transition): number {
  if (results.some(isMisused)) return exits.usage
  return outcome === 'refused' || results.some(hasFailed) ? exits.findings : exits.fine
}

/** Prints what became of a call. Gives the exit code. */
export function printPerformed(performed: Performed, { format }: Pick<TransitionOptions, 'format'>): number {
  if ('ran' in performed) {
    const { ran } = performed
    const lines =
      'problems' in ran
        ? ran.problems.map(({ place, message }) => `${place.path}:${place.line ?? 1}: ${message}`)
        : ran.nearMisses.map((nearMiss) => plain(nearMissMessage(nearMiss)))
    for (const line of lines) process.stderr.write(`${line}\n`)
  }
  const transition = transitionOf(performed)
  printAnswer(format, {
    text: () => transitionText(inTransition(transition)),
    json: () => transitionData(transition),
    brief: () => briefTransition(inTransition(transition)),
  })
  return exitOf(transition)
}

/** The agent that gives commands, by the environment: its name, and an instance of it by the session that it works in. */
function namingFrom({ BATON_AGENT: agent = '', BATON_SESSION: session = '' }: NodeJS.ProcessEnv): RunSettings['naming'] {
  const instance = session.replace(/[^A-Za-z0-9]/g, '').slice(0, 8)
  return { ...(agent !== '' && { agent }), ...(instance !== '' && { instance }) }
}

/** The options with what the environment says of the caller. */
const fromEnvironment = (options: TransitionOptions): ChangeOptions => ({
  ...options,
  naming: namingFrom(process.env),
  session: process.env['BATON_SESSION'],
})

/** The words of a command as a comment has them: the options that may be anywhere here come right after the target. */
function inOrder([target, ...rest]: readonly string[], { root, run, runDir, ...given }: TransitionOptions): readonly string[] {
  if (run !== undefined && runDir !== undefined) throw new UsageError('Unexpected --run-dir together with --run, expected one of them.')
  const named = run ?? runDir
  const options = [
    ...(named === undefined ? [] : ['--run', folderOrName(root, named)]),
    ...(given.refresh === true ? ['--refresh'] : []),
    ...(given.anyway === true ? ['--anyway'] : given.anyway === undefined ? [] : [`--anyway=${given.anyway}`]),
    ...(given.agent === undefined ? [] : [`--agent=${given.agent}`]),
    ...(given.lease === undefined ? [] : [`--lease=${given.lease}`]),
    ...(given.takeover === true ? ['--takeover'] : []),
    ...(given.doneBy === undefined ? [] : [`--done-by=${given.doneBy}`]),
  ]
  const [name = '', ...container] = target?.split('@') ?? []
  const whole = [name, ...(container.length === 0 ? [] : [folderOrName(root, container.join('@'))])].join('@')
  return [...(target === undefined ? [] : [whole]), ...options, ...rest]
}

const shaForm = /^@[0-9a-f]{7,40}$/i

/** @throws UsageError where the last word, right after `--commit`, is a branch or a tag. */
async function expectText(words: readonly string[], { root, commit }: TransitionOptions): Promise<void> {
  const last = commit === true ? lastBehindCommit(process.argv, words) : undefined
  if (last === undefined) return
  const { openClone } = await import('../../../gateways/git/clone.ts')
  if ((await (await openClone(root))?.hasRef(last)) === true) throw valued(last)
}

/** `baton accept TARGET` and its like: one command. Gives the exit code. */
export async function transition(name: CommandName, words: readonly string[], options: TransitionOptions): Promise<number> {
  await expectText(words, options)
  const file = options.report ?? options.batch
  const report = file === undefined ? undefined : await textFrom(options.report === undefined ? '--batch' : '--report', file)
  const all = wordsOf(inOrder(words, options), process.argv)
  const last = all.at(-1)
  const sha = last?.quoted === false && shaForm.test(last.text) ? last.text.slice(1).toLowerCase() : undefined
  const command = { name, words: sha === undefined ? all : all.slice(0, -1), report, sha }
  return printPerformed(await transitions({ command }, fromEnvironment(options)), options)
}

/** `baton run 'COMMENT TEXT'`: every command of a comment, as the bot would read it. Gives the exit code. */
export async function runComment(written: string, options: TransitionOptions): Promise<number> {
  const text = written === '-' ? await textFrom('comment', '-') : written
  const { givenComment } = await import('../../../engine/commands/grammar.ts')
  return printPerformed(await transitions({ comment: givenComment(text) }, fromEnvironment(options)), options)
}

/** `baton cleanup`: removes the local session files of a finished project. Gives the exit code. */
export async function cleanup(project: string | undefined, options: TransitionOptions & { readonly confirm?: true }): Promise<number> {
  const named = project === undefined ? undefined : folderOrName(options.root, project)
  return printPerformed(await tidy({ project: named, confirmed: options.confirm === true }, options), options)
}

/** `baton new PROTOCOL NAME`: the first files of a target. Gives the exit code. */
export async function makeFirst(protocol: ProtocolName, words: readonly string[], options: TransitionOptions): Promise<number> {
  const { makeNew } = await import('../../../app/command/new.ts')
  const task = {
    name: 'new',
    written: ['new', protocol, ...words.slice(0, 1)].join(' '),
    load: () => lazyProtocols.load([protocol]),
    run: (...[sources, settings, ports]: Parameters<Work['run']>) => makeNew(protocol, words, sources, lazyProtocols, settings, ports),
  }
  return printPerformed(await perform(task, fromEnvironment(options)), options)
}

/** `baton accept --next`: grants what is the most urgent to be granted. Gives the exit code. */
export async function acceptNext(words: readonly string[], options: TransitionOptions): Promise<number> {
  if (words.length > 0) throw new UsageError(`Unexpected ${visible(words[0] ?? '')} together with --next, which chooses the target.`)
  const { protocol: protocols = [], agent } = options
  const grant = { agent, protocols, options: inOrder([], options) }
  return printPerformed(await grantNext(grant, fromEnvironment(options)), options)
}
