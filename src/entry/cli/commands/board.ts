import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { board as boardOfSources, type BoardHistory } from '../../../app/board.ts'
import type { Board, Lane } from '../../../core/board.ts'
import { visible } from '../../../core/message.ts'
import type { ProtocolName } from '../../../core/protocol.ts'
import { targetsNamed, type Target } from '../../../core/target.ts'
import { onlyLanes } from '../../../engine/board.ts'
import { writeBelow } from '../../../gateways/output-file.ts'
import { boardMarkdown } from '../../../render/board-markdown.ts'
import { boardText } from '../../../render/board-text.ts'
import { boardData } from '../../../render/board.ts'
import { plain, stringify } from '../../../render/plain.ts'
import { branchOf, noState, unknownTarget } from '../../calls/next.ts'
import { headOf, sourcesOf, type SourceOptions } from '../../calls/sources.ts'
import { timeFrom } from '../../calls/time.ts'
import { readTree } from '../../calls/tree.ts'
import { UsageError } from '../../calls/usage.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { repositoryNamed } from '../../calls/repository-name.ts'
import type { boardFormats } from '../declared/options.ts'
import { exits } from '../exit.ts'
import { renderOptions } from '../output.ts'

/** The options of `baton board`, as they were given. */
export interface BoardOptions extends Pick<SourceOptions, 'root' | 'wait' | 'config' | 'rev'> {
  readonly format: (typeof boardFormats)[number]
  readonly at?: string
  readonly protocol?: readonly ProtocolName[]
  readonly allowEmpty?: true
  readonly lane?: readonly Lane[]
  readonly mine?: true
  readonly output?: string
  readonly repo?: string
  readonly server?: string
  readonly watch?: true
}

/** The lines of a terminal that does not say how wide it is. */
const usualWidth = 100

/** The targets that some names mean, each with its parts. @throws NothingHere for a name that means none */
function chosenBy(names: readonly string[], targets: readonly Target[]): ReadonlySet<string> {
  const meant = names.flatMap((name) => {
    const found = targetsNamed(targets, name)
    if (found.length === 0) throw unknownTarget(name, targets)
    return found
  })
  const wanted = new Set(meant)
  return new Set(targets.flatMap(({ id, within = id }) => (wanted.has(id) || wanted.has(within) ? [id] : [])))
}

async function historyOf(options: BoardOptions): Promise<BoardHistory | undefined> {
  const { clone, sha } = await headOf(options.root, options.rev)
  if (!clone || sha === undefined) return undefined
  return {
    commit: sha,
    branch: await branchOf(options),
    newestChanges: (paths) => clone.newestChanges(sha, paths),
    ...(options.rev === undefined && { uncommitted: (paths: readonly string[]) => clone.uncommitted(sha, paths) }),
  }
}

function printed(board: Board, { format, lane = [], mine, output }: BoardOptions, server: string | undefined): string {
  const chosen = [...(mine === true ? (['person'] as const) : []), ...lane]
  const shown = onlyLanes(board, chosen)
  if (format === 'json') return stringify(boardData(shown), output === undefined && !process.stdout.isTTY)
  if (format === 'markdown') return boardMarkdown(shown, { server })
  const isTerminal = output === undefined && process.stdout.isTTY
  const { color } = renderOptions()
  return boardText(shown, {
    color: color && output === undefined,
    width: isTerminal ? process.stdout.columns || usualWidth : undefined,
    inFull: chosen.length > 0,
  })
}

/** Writes a file whole: below the root through no link at all, elsewhere onto none; never into git's own folder. */
function write(root: string, file: string, text: string): void {
  const location = resolve(file)
  if (location.split(sep).some((name) => name.toLowerCase() === '.git'))
    throw new UsageError(`Unexpected --output ${visible(file)}, expected a file outside of .git.`)
  const path = relative(resolve(root), location)
  const isBelow = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  const written = isBelow ? writeBelow(root, path, text) : writeBelow(dirname(location), basename(location), text)
  process.stderr.write(`Wrote ${plain(relative('', written) || written)}: ${Buffer.byteLength(text)} bytes.\n`)
}

async function once(names: readonly string[], options: BoardOptions): Promise<number> {
  const { root, output } = options
  const { repository, server } = await repositoryNamed(options)
  const settings = {
    at: timeFrom(options.at),
    protocols: options.protocol ?? [],
    allowEmpty: options.allowEmpty,
    repository,
    chosen: names.length === 0 ? undefined : (targets: readonly Target[]) => chosenBy(names, targets),
  }
  const { board, ...checked } = await readTree(options, 'board', async () =>
    boardOfSources(await sourcesOf(options), lazyProtocols, settings, await historyOf(options)),
  )
  const { misconfigured, report } = checked
  if (misconfigured)
    throw new UsageError('The configuration cannot be read, and so there is no board. `baton validate` says more.', report.diagnostics)
  if (report.verdict === 'nothing') throw noState()
  const text = printed(board, options, server)
  if (output === undefined) process.stdout.write(text)
  else write(root, output, text)
  return exits.fine
}

/** `baton board`: who holds what, lane by lane. Gives the exit code; with `--watch` it goes on until it is interrupted. */
export async function board(names: readonly string[], options: BoardOptions): Promise<number> {
  if (options.watch !== true) return once(names, options)
  if (options.rev !== undefined) throw new UsageError('Unexpected --watch beside --rev, expected the working tree to look at.')
  if (options.output !== undefined) throw new UsageError('Unexpected --watch beside --output: the file would itself be a change.')
  const { watch } = await import('./watch.ts')
  return watch(options.root, () => once(names, options))
}
