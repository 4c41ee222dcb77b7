import type { NextGrant } from '../../app/command/next.ts'
import { cleanup as cleanUp, type CleanupSettings } from '../../app/command/cleanup.ts'
import {
  loadFor,
  runCommands,
  type CommandInput,
  type RunResult,
  type RunPorts,
  type RunSettings,
} from '../../app/command/run.ts'
import { loadDiscovered } from '../../app/validate/discovery.ts'
import type { Sources } from '../../app/validate/check.ts'
import { knownCommands } from '../../core/command-names.ts'
import type { UnsavedFiles } from '../../app/command/unsaved.ts'
import { TreeRefusal } from '../../core/fault.ts'
import type { CommandDiagnostic } from '../../core/command.ts'
import { msg, visibleLine } from '../../core/message.ts'
import { signDiagnostic } from '../../engine/commands/answer.ts'
import { nearMissMessage } from '../../engine/commands/grammar.ts'
import { changesOnDisk } from '../../engine/commands/plan.ts'
import type { WritableTree } from '../../gateways/tree/session.ts'
import { briefTransition } from '../../render/brief.ts'
import { plainText } from '../../render/plain.ts'
import { transitionText } from '../../render/transition-text.ts'
import { diffOf, isMisused, transitionData, type Transition } from '../../render/transition.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import type { RunInput, TransitionInput } from '../operations/changing.ts'
import type { Answer, Caller } from '../operations/operation.ts'
import { exitCodes, renderOptions } from './answer.ts'
import { claimPort } from './claims.ts'
import { configurationError, treeDiagnostics } from './failure.ts'
import { headOf, sourcesOfOptions, type SourceOptions } from './sources.ts'
import { transitionForCli } from './spelling.ts'
import { timeFrom } from './time.ts'
import { changeTree, folder, readTree } from './tree.ts'
import { RefusedRequest, UsageError } from './usage.ts'
import { baseName } from '../../core/view.ts'

/** Where, by whom and how the working tree is to be changed. */
export interface ChangeOptions extends Omit<SourceOptions, 'rev'> {
  readonly at?: string
  readonly actor?: string
  readonly dryRun?: true
  readonly commit?: true
  /** The agent that gives the commands, where these name none themselves. */
  readonly naming?: RunSettings['naming']
  /** The session of the agent's host. */
  readonly session?: string | undefined
}

/** Something that changes the working tree. */
export interface Work {
  /** The command, for other programs that wait for it. */
  readonly name: string
  /** As it was written, for an answer to all of it. */
  readonly written: string
  /** It never writes. */
  readonly isReading?: boolean
  /** Loads what it will need. */
  load?(sources: Sources): Promise<unknown>
  run(sources: Sources, settings: RunSettings, ports: RunPorts): Promise<RunResult>
}

/** The outcome: the results of the commands, or why the tree could not be written. */
export type OperationResult =
  | {
      readonly ran: RunResult
      readonly dryRun: boolean
      readonly commit?: string | undefined
      /** Files of this machine alone that were written, and that git does not ignore. */
      readonly exposed?: readonly string[]
    }
  | { readonly written: string; readonly refusal: TreeRefusal; readonly dryRun: boolean }

/** The login of an account: of a person, an app or an enterprise user. Without `user.name` in git, the actor is `nobody`. */
const loginForm = /^(?!nobody$)[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/

/** Who gives a command: by default git's user, whose name need not be a login. */
async function requesterOf({ actor, root }: ChangeOptions) {
  const { userOf } = await import('../../gateways/git/program.ts')
  const name = actor?.replace(/^@/, '') ?? (await userOf(root))
  return { name, login: loginForm.test(name) ? name : undefined }
}

const cloneOf = async (root: string) => (await import('../../gateways/git/clone.ts')).openClone(root)

/** What git does not have of a folder. */
function unsavedOf(root: string): UnsavedFiles {
  return {
    find: async (paths) => (await cloneOf(root))?.unsaved(paths),
    keep: async (paths) => (await cloneOf(root))?.keep(paths),
  }
}

/** Does the work on the working tree, all or nothing. */
export async function perform(task: Work, options: ChangeOptions): Promise<OperationResult> {
  const dryRun = options.dryRun === true
  const at = timeFrom(options.at)
  const isCommit = options.commit === true
  folder(options.root, '--root')
  // Everything that it takes is there before the tree is kept from others.
  const isReadOnly = dryRun || task.isReading === true
  const load = async () => (isReadOnly ? undefined : task.load?.(await sourcesOfOptions(options)))
  const [requester, commitModule] = await Promise.all([
    requesterOf(options),
    isCommit ? import('./commit.ts') : undefined,
    // The run reports what keeps it from being read.
    load().catch(() => undefined),
  ])
  let commit: string | undefined
  let exposed: readonly string[] = []
  const work = async (tree?: WritableTree): Promise<RunResult> => {
    const sources = await sourcesOfOptions(options)
    return task.run(
      sources,
      { at, actor: requester.name, dryRun, naming: options.naming },
      {
        claims: claimPort(options.root, options.session),
        sha: async () => (await headOf(options.root)).sha,
        past: async (selection) => sources.past?.(selection),
        unsaved: unsavedOf(options.root),
        ignored: async (paths) => (await cloneOf(options.root))?.ignored(paths) ?? new Map(),
        draftCommit: async (plan, view) => commitModule?.draftCommit(options.root, plan, view),
        async write(plan, view) {
          if (commitModule && plan.changes.size > 0 && tree)
            commit = await commitModule.writeAndCommit(options.root, plan, view, requester, tree)
          else await tree?.write(changesOnDisk(plan), view)
          const local = [...(plan.local ?? [])].flatMap(([path, content]) => (content === null ? [] : [path]))
          if (local.length > 0)
            exposed = await (await import('../../gateways/git/exclude.ts')).excludePaths(options.root, local)
        },
      },
    )
  }
  return catchTreeRefusal(task.written, dryRun, async () => {
    // What only reads need not wait for anything, nor may it write.
    const runResult = isReadOnly
      ? await readTree(options, task.name, () => work())
      : await changeTree(options, task.name, work)
    return { ran: runResult, dryRun, commit, exposed }
  })
}

async function catchTreeRefusal(
  written: string,
  dryRun: boolean,
  work: () => Promise<OperationResult>,
): Promise<OperationResult> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof TreeRefusal)) throw cause
    return { written, refusal: cause, dryRun }
  }
}

const isReading = (input: CommandInput) => 'command' in input && knownCommands[input.command.name].role === 'read'

/** The input as it was written, for an answer to all of it. */
const writtenInput = (input: CommandInput): string =>
  'command' in input
    ? [`/${input.command.name}`, ...input.command.words.slice(0, 1).map(({ text }) => text)].join(' ')
    : visibleLine(input.comment.text)

/** Runs the input on the working tree. */
export const transitions = (input: CommandInput, options: ChangeOptions): Promise<OperationResult> =>
  perform(
    {
      name: 'command' in input ? input.command.name : 'run',
      written: writtenInput(input),
      isReading: isReading(input),
      load: (sources) => loadFor(input, sources, lazyProtocols),
      run: (sources, settings, ports) => runCommands(input, sources, lazyProtocols, settings, ports),
    },
    options,
  )

/**
 * Grants what is the most urgent to be granted. @throws RefusedRequest where the agent has no valid name. @throws
 * NothingHere where there is no state
 */
export async function grantNext(grant: NextGrant, options: ChangeOptions): Promise<OperationResult> {
  const [{ acceptNext }, { agentNamed }, { noState }] = await Promise.all([
    import('../../app/command/next.ts'),
    import('./next.ts'),
    import('./no-state.ts'),
  ])
  const agent = agentNamed(grant.agent ?? options.naming?.agent)
  return perform(
    {
      name: 'accept',
      written: '/accept --next',
      load: (sources) => loadDiscovered(sources, lazyProtocols),
      run: async (sources, settings, ports) => {
        const runResult = await acceptNext(sources, lazyProtocols, { ...settings, ...grant, agent }, ports)
        if (!runResult) throw await noState(sources, grant.protocols)
        return runResult
      },
    },
    options,
  )
}

/** Removes the local session files of a finished project. */
export function tidy(
  settings: Omit<CleanupSettings, 'at' | 'dryRun'>,
  options: ChangeOptions,
): Promise<OperationResult> {
  const dryRun = options.dryRun === true
  const allSettings = { ...settings, dryRun, at: timeFrom(options.at) }
  const work = async (tree?: WritableTree) =>
    cleanUp(await sourcesOfOptions(options), lazyProtocols, allSettings, {
      unsaved: unsavedOf(options.root),
      write: (plan, view) => tree?.write(changesOnDisk(plan), view),
    })
  return catchTreeRefusal('cleanup', dryRun, async () => ({
    ran: await (dryRun ? readTree(options, 'cleanup', () => work()) : changeTree(options, 'cleanup', work)),
    dryRun,
  }))
}

/** The warning that a file for this machine alone was written where git takes it into a commit. */
const notIgnoredWarning = (path: string): CommandDiagnostic => ({
  code: 'LOCAL_NOT_IGNORED',
  severity: 'warning',
  message: msg`git does not ignore ${path}, and its own folder cannot be written`,
  hint: msg`Write ${baseName(path)} into ${'.gitignore'}: the file belongs to this machine alone.`,
  place: { path },
})

/** Why the tree could not be written, as the result of what was to be done. */
function refusedTransition(command: string, refusal: TreeRefusal, dryRun: boolean): Transition {
  const diagnostics = treeDiagnostics(refusal)
  const reply = diagnostics
    .map(({ message, hint }) => (hint === undefined ? message : `${message}. ${hint}`))
    .join('\n')
  const changes = new Map<string, never>()
  const results = [{ command, outcome: 'refused' as const, changes, reply, diagnostics }]
  return { outcome: 'refused', changes, results, ...(dryRun && { diff: '' }) }
}

/**
 * The result as it is shown.
 *
 * @throws UsageError where the configuration cannot be read, or there is no command
 */
function transitionOf(result: OperationResult): Transition {
  if ('refusal' in result) return refusedTransition(result.written, result.refusal, result.dryRun)
  const { ran: runResult, dryRun, commit, exposed = [] } = result
  if ('problems' in runResult) throw configurationError(runResult.problems, 'every command is refused')
  if (!('plan' in runResult))
    throw new UsageError(
      'There is no command of Baton in this text. A command is a line that begins with / and its name, such as /accept TinyGain.',
    )
  const { plan, head } = runResult
  const warnings = exposed.map((path) => signDiagnostic(notIgnoredWarning(path)))
  return {
    ...plan,
    results: plan.results.map((result, index) => ({
      ...result,
      ...(warnings.length > 0 &&
        index === plan.results.length - 1 && { diagnostics: [...result.diagnostics, ...warnings] }),
      ...(result.dryRun && { diff: diffOf(result.changes, result.on) }),
    })),
    ...(dryRun && { diff: diffOf(changesOnDisk(plan), head) }),
    ...(commit !== undefined && { commit }),
  }
}

/** A report with failed checks has them as errors. */
const hasFailed = ({ diagnostics }: Transition['results'][number]) =>
  diagnostics.some(({ severity }) => severity === 'error')

function exitOf({ outcome, results }: Transition): number {
  if (results.some(isMisused)) return exitCodes.usage
  return outcome === 'refused' || results.some(hasFailed) ? exitCodes.findings : exitCodes.fine
}

/**
 * The answer to a call that changes state. @throws UsageError where the configuration cannot be read, or there is no
 * command
 */
export function answerOf(result: OperationResult, { note }: Pick<Caller, 'note'>): Answer {
  if ('ran' in result && !('problems' in result.ran))
    for (const nearMiss of result.ran.nearMisses) note(plainText(nearMissMessage(nearMiss)))
  const transition = transitionOf(result)
  const errors = transition.results.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ severity }) => severity === 'error'),
  )
  return {
    views: {
      text: () => transitionText(transitionForCli(transition), renderOptions()),
      json: () => transitionData(transition),
      brief: () => briefTransition(transitionForCli(transition)),
    },
    exit: exitOf(transition),
    ...(transition.outcome === 'refused' && { refusal: new RefusedRequest(errors) }),
  }
}

/** A line that calls what only the program has: `/cleanup`, `baton next`. */
const programForm = /^ {0,3}(?:\/(?:baton )?|baton )(([a-z-]+)(?:[^\S\n].*)?)$/m

/** Runs every command of a comment, as the bot would read it. @throws UsageError where there is none */
export async function runComment({ commands, ...options }: RunInput, caller: Caller): Promise<Answer> {
  const { commentWithLines, hasCommands } = await import('../../engine/commands/grammar.ts')
  const comment = commentWithLines(commands)
  const [, line = '', name = ''] = programForm.exec(commands) ?? []
  if (!hasCommands(comment.lines)) {
    const { operations } = await import('../operations/index.ts')
    const way = Object.hasOwn(operations, name) && (operations[name]?.tool ? 'Call' : 'Run in a shell')
    if (way)
      throw new UsageError(
        `There is no command in this text as a comment gives it, such as /accept TinyGain. ${way}: ${msg`${`baton ${line}`}`}.`,
      )
  }
  return answerOf(await transitions({ comment }, { ...options, ...caller }), caller)
}

const optionFields = ['refresh', 'anyway', 'agent', 'lease', 'takeover', 'doneBy', 'code'] as const

export const optionsOf = (input: Partial<TransitionInput>): readonly string[] =>
  optionFields.flatMap((field) => {
    const [name, value] = [field === 'doneBy' ? '--done-by' : `--${field}`, input[field]]
    if (value === true) return [name]
    return typeof value === 'string' ? [`${name}=${value}`] : []
  })
