import { commentWithLines } from '../engine/commands/grammar.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { runCommands } from '../app/command/run.ts'
import { board as boardOfSources } from '../app/board.ts'
import { checkSources } from '../app/validate/check.ts'
import type { Board, BoardTarget } from '../core/board.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { Fault } from '../core/fault.ts'
import { parseIsoTime } from '../core/time.ts'
import type { ProtocolName } from '../core/protocol-name.ts'
import type { FailOn, Mode, Report } from '../core/report.ts'
import type { RuleFacts } from '../core/rule.ts'
import { memoryTree } from '../gateways/memory.ts'
import { type Format, formats } from '../render/index.ts'
import { type Files, filesOf } from './files.ts'
import { documentation } from './documentation.ts'
import { protocolRegistry } from './protocol-registry.ts'

export type { Board, BoardTarget, Diagnostic, FailOn, Files, Format, Mode, ProtocolName, Report, RuleFacts }

/** How files are to be checked. What is not set is as their configuration says, otherwise by default. */
export interface CheckOptions {
  /** The time of the check, ISO 8601: the library looks at no clock. */
  readonly at: string
  /** What `head` is compared with: then what differs is checked strictly, and the configuration is read here. */
  readonly base?: Files
  readonly mode?: Mode
  /** Default `error`. */
  readonly failOn?: FailOn
  readonly allowEmpty?: boolean
  /** Only these protocols; default: all of which files are found. */
  readonly protocols?: readonly ProtocolName[]
  /** Only what concerns these files and folders. */
  readonly paths?: readonly string[]
  /** Only what concerns these targets, `plugin:TinyGain`. */
  readonly targets?: readonly string[]
}

const treesOf = (head: Files, base: Files | undefined) => {
  const tree = memoryTree(filesOf(head, 'files'))
  const baseTree = base === undefined ? undefined : memoryTree(filesOf(base, 'base'))
  return { head: tree, base: baseTree, policy: baseTree ?? tree }
}

/** A time that does not exist, such as the 30th of February, would be read as another one. */
function requireExistingTime(at: string): string {
  if (parseIsoTime(at) === undefined)
    throw new RangeError(
      `Unexpected at ${at}, expected a time that exists, with its zone, such as 2026-02-04T10:00:00Z.`,
    )
  return at
}

/**
 * Checks files as `baton validate` does. What is wrong with them is in the report; nothing is thrown for it.
 * @throws TypeError for anything that is not a map of paths to texts or bytes; RangeError for an `at` that does not
 * exist.
 */
export async function check(head: Files, options: CheckOptions): Promise<Report> {
  const { base, failOn, mode, allowEmpty, protocols: protocolNames = [], paths = [], targets = [] } = options
  const at = requireExistingTime(options.at)
  const settings = {
    mode,
    failOn,
    failOnDefault: 'error',
    allowEmpty,
    protocols: protocolNames,
    paths,
    targets,
    at,
    notes: [],
  } as const
  return (await checkSources(treesOf(head, base), protocolRegistry, settings)).report
}

/**
 * Who holds what, as `baton board` shows it. Since when is known where the files say it: the library reads no history.
 * @throws TypeError for anything that is not a map of paths to texts or bytes; RangeError for an `at` that does not
 * exist.
 * @throws Error where the configuration among the files cannot be read.
 */
export async function board(files: Files, options: Pick<CheckOptions, 'at' | 'protocols'>): Promise<Board> {
  const settings = { at: requireExistingTime(options.at), protocols: options.protocols ?? [], allowEmpty: true }
  const boardResult = await boardOfSources(treesOf(files, undefined), protocolRegistry, settings, undefined)
  if (boardResult.misconfigured)
    throw new Fault(boardResult.report.diagnostics[0]?.message ?? 'The configuration cannot be read.')
  return boardResult.board
}

/** Who asks for a command, and when. */
export interface RunOptions {
  /** The time of the request, ISO 8601. */
  readonly at: string
  /** A login, without `@`. */
  readonly actor: string
  /** What the change under review parted from. */
  readonly base?: Files
}

export interface CommandResult {
  readonly command: string
  readonly outcome: 'changed' | 'unchanged' | 'refused'
  readonly target?: string
  /** Markdown for people. */
  readonly reply: string
  /** Why it was refused, and what else was found. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The results of the commands of a comment: all of them, or none. */
export interface RunResult {
  readonly outcome: 'changed' | 'unchanged' | 'refused' | 'nothing'
  readonly results: readonly CommandResult[]
  /** The files to write: path → the whole new content, or `null` to delete. */
  readonly changes: ReadonlyMap<string, string | Uint8Array | null>
}

const noPast = () => Promise.resolve(undefined)

/**
 * Runs the commands of a comment on files, as the bot would read it, and gives the files to write. Writes nothing
 * itself.
 * @throws TypeError for anything that is not a map of paths to texts or bytes; RangeError for an `at` that does not
 * exist.
 * @throws Error where the configuration among the files cannot be read: then nothing is ever run.
 */
export async function run(comment: string, files: Files, { actor, base, ...options }: RunOptions): Promise<RunResult> {
  const at = requireExistingTime(options.at)
  const ports = { sha: noPast, past: noPast, write: () => undefined }
  const result = await runCommands(
    { comment: commentWithLines(comment) },
    treesOf(files, base),
    protocolRegistry,
    { at, actor, dryRun: true },
    ports,
  )
  if ('problems' in result) throw new Fault(result.problems[0]?.message ?? 'The configuration cannot be read.')
  if (!('plan' in result)) return { outcome: 'nothing', results: [], changes: new Map() }
  const { outcome, results, changes } = result.plan
  return {
    outcome,
    changes,
    results: results.map((result) => ({
      command: result.command,
      outcome: result.outcome,
      ...(result.target !== undefined && { target: result.target }),
      reply: result.reply,
      diagnostics: result.diagnostics,
    })),
  }
}

/** Prints a report in one of the formats of `baton validate`. */
export const render = (report: Report, format: Format): string =>
  formats[format](report, { color: false, version: packageJson.version })

/** What is known of a protocol: its page in data. */
export interface ProtocolFacts {
  readonly name: ProtocolName
  readonly title: string
  readonly about: string
  /** What the ids of its targets begin with. */
  readonly kinds: readonly string[]
  readonly rules: readonly RuleFacts[]
  readonly commands: readonly string[]
}

/** Every protocol that Baton checks. */
export const protocols: readonly ProtocolFacts[] = protocolRegistry.protocols.map(
  ({ name, title, kinds, rules, commands }) => ({
    name,
    title,
    about: documentation[name].about,
    kinds,
    rules,
    commands: commands.map((command) => command.name),
  }),
)
