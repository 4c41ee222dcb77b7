import { readFileSync } from 'node:fs'
import { usageCode } from '../../../core/command.ts'
import type { CommandName } from '../../../core/command-names.ts'
import { cleanup as cleanUp } from '../../../app/command/cleanup.ts'
import { pastOf } from '../../../app/command/past-of.ts'
import { run, type Ran, type RunWorld, type Said } from '../../../app/command/run.ts'
import type { Sources } from '../../../app/validate/check.ts'
import { onDisk, type Plan } from '../../../engine/commands/plan.ts'
import { bare } from '../../../engine/commands/words.ts'
import { writeAll } from '../../../gateways/disk-write.ts'
import { plain } from '../../../render/plain.ts'
import { transitionText } from '../../../render/transition-text.ts'
import { diffOf, transitionJson, type Transition } from '../../../render/transition.ts'
import { knowledge } from '../../knowledge.ts'
import { lastBehindCommit, valued } from '../arguments.ts'
import { exits } from '../exit.ts'
import { momentOf } from '../moment.ts'
import { withoutRoot } from './run-folder.ts'
import { sourcesOf, type SourceOptions } from '../sources.ts'
import { UsageError } from '../usage.ts'

/** The options of the commands that change state, as they were given. */
export interface TransitionOptions extends Omit<SourceOptions, 'rev'> {
  readonly format: 'text' | 'json'
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
}

/** A file's text, `-`: standard input. */
function textFrom(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch {
    throw new UsageError(`Unexpected file ${file}, expected one that can be read.`)
  }
}

async function actorOf({ actor, root }: TransitionOptions): Promise<string> {
  if (actor !== undefined) return actor.replace(/^@/, '')
  const { userOf } = await import('../../../gateways/git/user.ts')
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

/** What is known of the clone that the root is in, where it is in one. */
function cloneOf({ root }: TransitionOptions, { change }: Sources): Pick<RunWorld, 'sha' | 'past'> {
  const open = async () => {
    const { openClone } = await import('../../../gateways/git/clone.ts')
    const clone = await openClone(root)
    return { clone, sha: await clone?.resolve('HEAD') }
  }
  return {
    sha: async () => (await open()).sha,
    async past(selection) {
      const { clone, sha } = await open()
      return clone && sha !== undefined ? pastOf(clone.descent(sha), selection, change) : undefined
    },
  }
}

/** Prints what a batch came to. Gives the exit code. */
function tellOf(ran: Ran, { format }: TransitionOptions, dryRun: boolean, commit?: string): number {
  if ('problems' in ran) {
    for (const { place, message } of ran.problems) process.stderr.write(`${place.path}:${place.line ?? 1}: ${message}\n`)
    throw new UsageError('The configuration cannot be read, and so every command is refused. `baton validate` says more.')
  }
  for (const { written, meant } of ran.slips) process.stderr.write(`Unknown command ${plain(written)}: perhaps /${meant} is meant.\n`)
  if (!('plan' in ran))
    throw new UsageError('There is no command in this text. A command is a line that begins with / and its name, such as /accept TinyGain.')
  const { plan, head } = ran
  const shown: Transition = {
    ...plan,
    results: plan.results.map((result) => ({ ...result, ...(result.dryRun && { diff: diffOf(result.changes, result.on) }) })),
    ...(dryRun && { diff: diffOf(onDisk(plan), head) }),
    ...(commit !== undefined && { commit }),
  }
  process.stdout.write(format === 'json' ? transitionJson(shown) : transitionText(shown))
  return exitOf(plan)
}

/** Runs what was said on the working tree, all or nothing, and prints what it came to. Gives the exit code. */
async function transitions(said: Said, options: TransitionOptions): Promise<number> {
  const [sources, actor] = await Promise.all([sourcesOf(options), actorOf(options)])
  const dryRun = options.dryRun === true
  let commit: string | undefined
  const ran = await run(
    said,
    sources,
    knowledge,
    { at: momentOf(options.at), actor, dryRun },
    {
      ...cloneOf(options, sources),
      async write(plan, seen) {
        if (options.commit === true && plan.changes.size > 0)
          commit = await (await import('./commit.ts')).writeAndCommit(options.root, plan, seen, actor)
        else writeAll(options.root, onDisk(plan), seen)
      },
    },
  )
  return tellOf(ran, options, dryRun, commit)
}

/** The words of a command as a comment has them: the options that may stand anywhere here right behind the target. */
function inOrder([target, ...rest]: readonly string[], { root, run, runDir, ...given }: TransitionOptions): readonly string[] {
  if (run !== undefined && runDir !== undefined) throw new UsageError('Unexpected --run-dir beside --run, expected one of them.')
  const named = run ?? runDir
  const options = [
    ...(named === undefined ? [] : ['--run', withoutRoot(root, named)]),
    ...(given.refresh === true ? ['--refresh'] : []),
    ...(given.anyway === true ? ['--anyway'] : []),
    ...(given.doneBy === undefined ? [] : [`--done-by=${given.doneBy}`]),
  ]
  const [name = '', ...container] = target?.split('@') ?? []
  const whole = [name, ...(container.length === 0 ? [] : [withoutRoot(root, container.join('@'))])].join('@')
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
  const report = file === undefined ? undefined : textFrom(file)
  const last = words.at(-1)
  const sha = last !== undefined && shaForm.test(last) ? last.slice(1).toLowerCase() : undefined
  return transitions(
    { command: { name, words: bare(inOrder(sha === undefined ? words : words.slice(0, -1), options)), report, sha } },
    options,
  )
}

/** `baton run 'COMMENT TEXT'`: every command of a comment, as the bot would read it. Gives the exit code. */
export const runComment = (comment: string, options: TransitionOptions): Promise<number> =>
  transitions({ comment: comment === '-' ? textFrom('-') : comment }, options)

/** `baton cleanup`: removes the local session files of a finished project. Gives the exit code. */
export async function cleanup(project: string | undefined, options: TransitionOptions & { readonly confirm?: true }): Promise<number> {
  const sources = await sourcesOf(options)
  const dryRun = options.dryRun === true
  const settings = { project, confirmed: options.confirm === true, dryRun, at: momentOf(options.at) }
  const ran = await cleanUp(sources, knowledge, settings, { write: (plan, seen) => writeAll(options.root, onDisk(plan), seen) })
  return tellOf(ran, options, dryRun)
}
