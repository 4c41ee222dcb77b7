import { readFileSync } from 'node:fs'
import type { CommandName } from '../../core/command-names.ts'
import { run } from '../../app/command/run.ts'
import type { Plan, Wanted } from '../../engine/commands/plan.ts'
import { writeAll } from '../../gateways/disk-write.ts'
import { diffOf, transitionJson, transitionText, type Transition } from '../../render/transition.ts'
import { knowledge } from '../knowledge.ts'
import { exits } from './exit.ts'
import { sourcesOf, type SourceOptions } from './sources.ts'
import { UsageError } from './usage.ts'

/** The options of the commands that change state, as they were given. */
export interface TransitionOptions extends Omit<SourceOptions, 'rev'> {
  readonly format: 'text' | 'json'
  readonly at?: string
  readonly actor?: string
  readonly report?: string
  readonly dryRun?: true
}

/** A file's text, `-`: standard input. */
function textFrom(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch {
    throw new UsageError(`Unexpected file ${file}, expected one that can be read.`)
  }
}

function momentOf({ at }: TransitionOptions): string {
  if (at === undefined) return new Date().toISOString()
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(at) ? new Date(at) : new Date(Number.NaN)
  if (Number.isNaN(moment.getTime())) throw new UsageError(`Unexpected --at ${at}, expected a moment such as 2026-02-04T10:00:00Z.`)
  return moment.toISOString()
}

async function actorOf({ actor, root }: TransitionOptions): Promise<string> {
  if (actor !== undefined) return actor.replace(/^@/, '')
  const { userOf } = await import('../../gateways/git/user.ts')
  return userOf(root)
}

/** A report with failed checks has them as errors. */
const hasFailed = ({ diagnostics }: Plan['results'][number]) => diagnostics.some(({ severity }) => severity === 'error')

const exitOf = ({ outcome, results }: Plan): number => (outcome === 'refused' || results.some(hasFailed) ? exits.findings : exits.fine)

/** Runs a batch on the working tree, all or nothing, and prints what it came to. Gives the exit code. */
async function transitions(batch: readonly Wanted[], options: TransitionOptions, dryRun = options.dryRun === true): Promise<number> {
  const [sources, actor] = await Promise.all([sourcesOf(options), actorOf(options)])
  const settings = { at: momentOf(options), actor, dryRun }
  const ran = await run(batch, sources, knowledge, settings, { write: (changes, seen) => writeAll(options.root, changes, seen) })
  if ('problems' in ran) {
    for (const { place, message } of ran.problems) process.stderr.write(`${place.path}:${place.line ?? 1}: ${message}\n`)
    throw new UsageError('The configuration cannot be read, and so every command is refused. `baton validate` says more.')
  }
  const shown: Transition = { ...ran.plan, ...(dryRun && { diff: diffOf(ran.plan.changes, ran.head) }) }
  process.stdout.write(options.format === 'json' ? transitionJson(shown) : transitionText(shown))
  return exitOf(ran.plan)
}

/** `baton accept TARGET` and its like: one command. Gives the exit code. */
export function transition(name: CommandName, words: readonly string[], options: TransitionOptions): Promise<number> {
  const report = options.report === undefined ? undefined : textFrom(options.report)
  return transitions([{ name, words, report }], options)
}

/** `baton run 'COMMENT TEXT'`: every command of a comment, as the bot would read it. Gives the exit code. */
export async function runComment(comment: string, options: TransitionOptions): Promise<number> {
  const { readComment } = await import('../../engine/commands/grammar.ts')
  const { commands, slips } = readComment(comment === '-' ? textFrom('-') : comment, { prefix: 'optional', notOurs: [] })
  for (const { written, meant } of slips) process.stderr.write(`Unknown command ${written}: perhaps /${meant} is meant.\n`)
  if (commands.length === 0)
    throw new UsageError('There is no command in this text. A command is a line that begins with / and its name, such as /accept TinyGain.')
  const dryRun = options.dryRun === true || commands.every((command) => command.dryRun)
  return transitions(
    commands.map(({ name, words, report }) => ({ name, words: words.map(({ text }) => text), report })),
    options,
    dryRun,
  )
}
