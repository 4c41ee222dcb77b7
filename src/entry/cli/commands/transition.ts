import { usageCode } from '../../../core/command.ts'
import { knownCommands, type CommandName } from '../../../core/command-names.ts'
import { TreeRefusal } from '../../../core/fault.ts'
import { visible } from '../../../core/message.ts'
import { cleanup as cleanUp } from '../../../app/command/cleanup.ts'
import { loadFor, run, type Ran, type CommandInput, type RunPorts, type RunSettings } from '../../../app/command/run.ts'
import { configurationRule } from '../../../engine/configuration/rule.ts'
import { sign } from '../../../engine/checking/sign.ts'
import { onDisk, type Plan } from '../../../engine/commands/plan.ts'
import { slipMessage } from '../../../engine/commands/grammar.ts'
import { bare } from '../../../engine/commands/words.ts'
import { diskTree } from '../../../gateways/disk.ts'
import { claimsOf } from '../../../gateways/git/claims.ts'
import type { WritableTree } from '../../../gateways/tree/session.ts'
import { plain } from '../../../render/plain.ts'
import { briefTransition } from '../../../render/brief.ts'
import { transitionText } from '../../../render/transition-text.ts'
import { diffOf, transitionData, type Transition } from '../../../render/transition.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { lastBehindCommit, valued } from '../arguments.ts'
import { exits } from '../exit.ts'
import { timeFrom } from '../time.ts'
import { folderOrName } from './run-folder.ts'
import { textFrom } from '../named-text.ts'
import { type AnswerFormat, printAnswer } from '../output.ts'
import { inTransition } from '../spelling.ts'
import type { Sources } from '../../../app/validate/check.ts'
import { headOf, sourcesOf, type SourceOptions } from '../sources.ts'
import { treeDiagnostics } from '../report-error.ts'
import { folder, readTree, changeTree } from '../tree.ts'
import type { ProtocolName } from '../../../core/protocol.ts'
import { loadDiscovered } from '../../../app/validate/check.ts'
import { UsageError } from '../usage.ts'

/** The options of the commands that change state, as they were given. */
export interface TransitionOptions extends Omit<SourceOptions, 'rev'> {
  readonly format: AnswerFormat
  readonly at?: string
  readonly actor?: string
  readonly report?: string
  readonly batch?: string
  readonly dryRun?: true
  readonly commit?: true
  readonly run?: string
  readonly runDir?: string
  readonly refresh?: true
  readonly anyway?: true
  readonly doneBy?: string
  readonly agent?: string
  readonly lease?: string
  readonly takeover?: true
  readonly next?: true
  readonly protocol?: readonly ProtocolName[]
}

/** Whether an account may have this name, an app or a user of an enterprise included. */
const isLogin = (actor: string) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/.test(actor)

async function actorOf({ actor, root }: TransitionOptions): Promise<string> {
  if (actor !== undefined) return actor.replace(/^@/, '')
  const { userOf } = await import('../../../gateways/git/program.ts')
  return userOf(root)
}

/** A report with failed checks has them as errors. */
const hasFailed = ({ diagnostics }: Plan['results'][number]) => diagnostics.some(({ severity }) => severity === 'error')

/** Arguments for which the protocol has no code of its own. */
const isMisused = ({ diagnostics }: Plan['results'][number]) => diagnostics.some(({ code }) => code === usageCode)

function exitOf({ outcome, results }: Plan): number {
  if (results.some(isMisused)) return exits.usage
  return outcome === 'refused' || results.some(hasFailed) ? exits.findings : exits.fine
}

const show = (transition: Transition, format: AnswerFormat): void =>
  printAnswer(format, {
    text: () => transitionText(inTransition(transition)),
    json: () => transitionData(transition),
    brief: () => briefTransition(inTransition(transition)),
  })

/** Prints the result of a batch. Gives the exit code. */
export function printRan(ran: Ran, { format }: Pick<TransitionOptions, 'format'>, dryRun: boolean, commit?: string): number {
  if ('problems' in ran) {
    for (const { place, message } of ran.problems) process.stderr.write(`${place.path}:${place.line ?? 1}: ${message}\n`)
    throw new UsageError(
      'The configuration cannot be read, and so every command is refused. `baton validate` says more.',
      ran.problems.map((problem) => sign(problem, { code: configurationRule.code, severity: 'error', touched: true })),
    )
  }
  for (const slip of ran.slips) process.stderr.write(`${plain(slipMessage(slip))}\n`)
  if (!('plan' in ran))
    throw new UsageError('There is no command in this text. A command is a line that begins with / and its name, such as /accept TinyGain.')
  const { plan, head } = ran
  const shown: Transition = {
    ...plan,
    results: plan.results.map((result) => ({ ...result, ...(result.dryRun && { diff: diffOf(result.changes, result.on) }) })),
    ...(dryRun && { diff: diffOf(onDisk(plan), head) }),
    ...(commit !== undefined && { commit }),
  }
  show(shown, format)
  return exitOf(plan)
}

/** Prints why nothing could be written. Gives the exit code. */
function printRefusal(command: string, refusal: TreeRefusal, { format }: TransitionOptions): number {
  const diagnostics = treeDiagnostics(refusal)
  const reply = diagnostics.map(({ message, hint }) => (hint === undefined ? message : `${message}. ${hint}`)).join('\n')
  const changes = new Map<string, never>()
  const shown: Transition = { outcome: 'refused', changes, results: [{ command, outcome: 'refused', changes, reply, diagnostics }] }
  show(shown, format)
  return exits.findings
}

/** Runs a call that only reads: nothing has to wait for it, nor may it write. */
const onlyLooking = (options: TransitionOptions, command: string, work: (tree?: WritableTree) => Promise<Ran>): Promise<Ran> =>
  readTree(options, command, () => work())

/** Whether the input never writes. */
const isReading = (input: CommandInput) => 'command' in input && knownCommands[input.command.name].role === 'read'

/** The agent that gives commands, by the environment: its name, and an instance of it by the session that it works in. */
function namingFrom({ BATON_AGENT: agent = '', BATON_SESSION: session = '' }: NodeJS.ProcessEnv): RunSettings['naming'] {
  const instance = session.replace(/[^A-Za-z0-9]/g, '').slice(0, 8)
  return { ...(agent !== '' && { agent }), ...(instance !== '' && { instance }) }
}

/** What other worktrees of the clone have granted. */
function claimPort(root: string): RunPorts['claims'] {
  const claims = claimsOf(root)
  const session = process.env['BATON_SESSION']
  return claims && { ...claims, tree: (worktree) => diskTree(worktree), ...(session !== undefined && { session }) }
}

/** Something that changes the working tree. */
interface Work {
  /** The command, for other programs that wait for it. */
  readonly name: string
  /** As it was written, for an answer to all of it. */
  readonly written: string
  /** It never writes. */
  readonly isReading?: boolean
  /** Loads what it will need. */
  load?(sources: Sources): Promise<unknown>
  run(sources: Sources, settings: RunSettings, ports: RunPorts): Promise<Ran>
}

/** Does the work on the working tree, all or nothing, and prints the result. Gives the exit code. */
async function perform(task: Work, options: TransitionOptions): Promise<number> {
  const dryRun = options.dryRun === true
  const at = timeFrom(options.at)
  const isCommit = options.commit === true
  folder(options.root, '--root')
  // Everything that it takes is there before the tree is kept from others.
  const isLooking = dryRun || task.isReading === true
  const load = async () => (isLooking ? undefined : task.load?.(await sourcesOf(options)))
  const [actor, committing] = await Promise.all([
    actorOf(options),
    isCommit ? import('./commit.ts') : undefined,
    // The run reports what keeps it from being read.
    load().catch(() => undefined),
  ])
  // Git's user has a name, which need not be a login.
  const requester = { login: options.actor !== undefined && isLogin(actor) ? actor : undefined, name: actor }
  let commit: string | undefined
  const work = async (tree?: WritableTree): Promise<Ran> => {
    const sources = await sourcesOf(options)
    return task.run(
      sources,
      { at, actor, dryRun, naming: namingFrom(process.env) },
      {
        claims: claimPort(options.root),
        sha: async () => (await headOf(options.root)).sha,
        past: async (selection) => sources.past?.(selection),
        async write(plan, seen) {
          if (committing && plan.changes.size > 0 && tree)
            commit = await committing.writeAndCommit(options.root, plan, seen, requester, tree)
          else await tree?.write(onDisk(plan), seen)
        },
      },
    )
  }
  try {
    return printRan(await (isLooking ? onlyLooking : changeTree)(options, task.name, work), options, dryRun, commit)
  } catch (cause) {
    if (!(cause instanceof TreeRefusal)) throw cause
    return printRefusal(task.written, cause, options)
  }
}

/** Runs the input on the working tree. Gives the exit code. */
const transitions = (input: CommandInput, options: TransitionOptions): Promise<number> =>
  perform(
    {
      name: 'command' in input ? input.command.name : 'run',
      written: writtenInput(input),
      isReading: isReading(input),
      load: (sources) => loadFor(input, sources, lazyProtocols),
      run: (sources, settings, ports) => run(input, sources, lazyProtocols, settings, ports),
    },
    options,
  )

/** The input as it was written, for an answer to all of it. */
const writtenInput = (input: CommandInput): string =>
  'command' in input
    ? [`/${input.command.name}`, ...input.command.words.slice(0, 1).map(({ text }) => text)].join(' ')
    : visible(input.comment)

/** The words of a command as a comment has them: the options that may stand anywhere here right behind the target. */
function inOrder([target, ...rest]: readonly string[], { root, run, runDir, ...given }: TransitionOptions): readonly string[] {
  if (run !== undefined && runDir !== undefined) throw new UsageError('Unexpected --run-dir beside --run, expected one of them.')
  const named = run ?? runDir
  const options = [
    ...(named === undefined ? [] : ['--run', folderOrName(root, named)]),
    ...(given.refresh === true ? ['--refresh'] : []),
    ...(given.anyway === true ? ['--anyway'] : []),
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

/** @throws UsageError where the last word, right behind `--commit`, is a branch or a tag. */
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
  const last = words.at(-1)
  const sha = last !== undefined && shaForm.test(last) ? last.slice(1).toLowerCase() : undefined
  return transitions(
    { command: { name, words: bare(inOrder(sha === undefined ? words : words.slice(0, -1), options)), report, sha } },
    options,
  )
}

/** `baton run 'COMMENT TEXT'`: every command of a comment, as the bot would read it. Gives the exit code. */
export const runComment = async (comment: string, options: TransitionOptions): Promise<number> =>
  transitions({ comment: comment === '-' ? await textFrom('comment', '-') : comment }, options)

/** `baton cleanup`: removes the local session files of a finished project. Gives the exit code. */
export async function cleanup(project: string | undefined, options: TransitionOptions & { readonly confirm?: true }): Promise<number> {
  const dryRun = options.dryRun === true
  const named = project === undefined ? undefined : folderOrName(options.root, project)
  const settings = { project: named, confirmed: options.confirm === true, dryRun, at: timeFrom(options.at) }
  const work = async (tree?: WritableTree) =>
    cleanUp(await sourcesOf(options), lazyProtocols, settings, { write: (plan, seen) => tree?.write(onDisk(plan), seen) })
  try {
    return printRan(await (dryRun ? onlyLooking : changeTree)(options, 'cleanup', work), options, dryRun)
  } catch (cause) {
    if (!(cause instanceof TreeRefusal)) throw cause
    return printRefusal('cleanup', cause, options)
  }
}

/** `baton new PROTOCOL NAME`: the first files of a target. Gives the exit code. */
export async function makeFirst(protocol: ProtocolName, words: readonly string[], options: TransitionOptions): Promise<number> {
  const { makeNew } = await import('../../../app/command/new.ts')
  return perform(
    {
      name: 'new',
      written: ['new', protocol, ...words.slice(0, 1)].join(' '),
      load: () => lazyProtocols.load([protocol]),
      run: (sources, settings, ports) => makeNew(protocol, words, sources, lazyProtocols, settings, ports),
    },
    options,
  )
}

/** `baton accept --next`: grants what is the most urgent to be granted. Gives the exit code. */
export async function acceptNext(words: readonly string[], options: TransitionOptions): Promise<number> {
  if (words.length > 0) throw new UsageError(`Unexpected ${visible(words[0] ?? '')} beside --next, which chooses the target.`)
  const { acceptNext } = await import('../../../app/command/next.ts')
  const { protocol: protocols = [], agent = process.env['BATON_AGENT'] || undefined } = options
  return perform(
    {
      name: 'accept',
      written: '/accept --next',
      load: (sources) => loadDiscovered(sources, lazyProtocols),
      run: (sources, settings, ports) =>
        acceptNext(sources, lazyProtocols, { ...settings, protocols, agent, options: inOrder([], options) }, ports),
    },
    options,
  )
}
