import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { board as boardOfSources, type BoardHistory } from '../../../app/board.ts'
import type { RepositoryHistory } from '../../../core/history.ts'
import type { Board, Lane } from '../../../core/board.ts'
import type { FileVersion } from '../../../core/command.ts'
import type { LastCommits } from '../../../core/repository.ts'
import type { Sources } from '../../../app/validate/check.ts'
import { targetsNamed, type Target } from '../../../core/target.ts'
import { selectLanes } from '../../../engine/board.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { boardBrief } from '../../../render/brief.ts'
import { boardMarkdown } from '../../../render/board-markdown.ts'
import { boardForComments } from '../../../render/spelling.ts'
import { boardText } from '../../../render/board-text.ts'
import { boardData } from '../../../render/board.ts'
import { stringify } from '../../../render/plain.ts'
import { git, isGitMissing } from '../../../gateways/git/program.ts'
import { gitDirectory } from '../../../gateways/git/publication.ts'
import { noState, noTargetsNamed, unknownWithoutState } from '../../calls/no-state.ts'
import { preparePast } from '../../calls/past.ts'
import { headOf, sourcesOfOptions, type Head } from '../../calls/sources.ts'
import { boardForCli } from '../../calls/spelling.ts'
import { timeFrom } from '../../calls/time.ts'
import { folder, readTree } from '../../calls/tree.ts'
import { UsageError } from '../../calls/usage.ts'
import { claimPort } from '../../calls/claims.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { repositoryNamed, type NamedRepository } from '../../calls/repository-name.ts'
import type { Answer } from '../../operations/operation.ts'
import type { BoardInput } from '../../operations/reading.ts'
import { renderOptions } from '../../calls/answer.ts'
import { show, writeOutput } from '../output.ts'

/** The lines of a terminal that does not say how wide it is. */
const defaultWidth = 100

/** The targets that some names mean, each with its parts. @throws NothingHere for a name that means none */
function selectTargets(names: readonly string[], targets: readonly Target[]): ReadonlySet<string> {
  const unknownNames = names.filter((name) => targetsNamed(targets, name).length === 0)
  if (unknownNames.length > 0 && targets.length > 0) throw noTargetsNamed(unknownNames, targets)
  const wantedIds = new Set(names.flatMap((name) => targetsNamed(targets, name)))
  return new Set(targets.flatMap(({ id, within = id }) => (wantedIds.has(id) || wantedIds.has(within) ? [id] : [])))
}

/** What was read of a commit: it is so still while the same commit is looked at. */
interface BoardCache {
  readonly head: Head
  readonly branch: string | undefined
  readonly place: NamedRepository
  /** The newest commits that changed some paths, by these paths. */
  readonly changes: Map<string, LastCommits>
  /** The versions of files, by their paths, as far as they were read, and whether there are no more. */
  readonly versions: Map<string, { readonly read: FileVersion[]; isWhole: boolean }>
  /** What shows that the configuration, under which the past was replayed, is another one. */
  readonly configured: string
  past?: RepositoryHistory | undefined
}

const configurationState = ({ root, config = join(root, configurationPath) }: BoardInput): string => {
  const { mtimeMs, size } = lstatSync(config, { throwIfNoEntry: false }) ?? {}
  return [mtimeMs, size].join(' ')
}

/** What is known of the commit, read again where it is another one than before. */
async function cacheOf(options: BoardInput, previousCache: BoardCache | undefined): Promise<BoardCache> {
  const { clone, sha } = previousCache?.head ?? {}
  const configured = configurationState(options)
  // Of a clone whose history is cut off, more may have been fetched.
  if (previousCache && clone && !clone.isShallow && sha !== undefined) {
    const [currentSha, branch] = await Promise.all([clone.resolve('HEAD'), clone.branch()])
    if (currentSha === sha)
      return configured === previousCache.configured
        ? { ...previousCache, branch }
        : { ...previousCache, branch, configured, past: undefined }
  }
  const head = await headOf(options.root, options.rev).catch((error: unknown): Head => {
    // Files are there without git, too.
    if (options.rev === undefined && isGitMissing(error)) return { clone: undefined, sha: undefined }
    throw error
  })
  const [branch, place] = await Promise.all([head.clone?.branch(options.rev), repositoryNamed(options, head)])
  return { head, branch, place, configured, changes: new Map(), versions: new Map() }
}

/** Sources whose past reads no version of a file twice. */
function withCache(sources: Sources, { versions: cachedVersions }: BoardCache): Sources {
  const { past } = sources
  if (!past) return sources
  return {
    ...sources,
    async past(selection) {
      const opened = await past(selection)
      if (!opened) return undefined
      return {
        ...opened,
        async *versions(path) {
          const cached = cachedVersions.get(path) ?? { read: [], isWhole: false }
          cachedVersions.set(path, cached)
          const { read } = cached
          const first = read.length
          yield* read.slice()
          if (cached.isWhole) return
          const allVersions = opened.versions(path)
          for (let index = 0; ; index++) {
            const { done, value } = await allVersions.next()
            if (done === true) {
              cached.isWhole = true
              return
            }
            if (index >= read.length) read.push(value)
            if (index >= first) yield value
          }
        },
      }
    },
  }
}

function historyOf(
  options: BoardInput,
  { head: { clone, sha }, branch, changes, past }: BoardCache,
): BoardHistory | undefined {
  if (!clone || sha === undefined) return undefined
  const { root, protocol: protocols = [] } = options
  const newestChanges = async (paths: readonly string[]) => {
    const key = paths.join('\0')
    const commits = changes.get(key) ?? (await clone.newestChanges(sha, paths))
    changes.set(key, commits)
    return commits
  }
  const prepare: BoardHistory['prepare'] = (targets, configuration) =>
    preparePast({ root, clone, tip: sha, configuration, protocols, targets })
  return {
    commit: sha,
    branch,
    isShallow: clone.isShallow,
    newestChanges,
    ...(options.rev === undefined && { uncommitted: (paths: readonly string[]) => clone.uncommitted(sha, paths) }),
    // What a partial clone lacks is not fetched for this.
    ...(options.history && !clone.isPartial && { prepare }),
    past,
  }
}

interface BoardSelection extends Pick<BoardInput, 'format' | 'output'> {
  readonly lane?: readonly Lane[] | undefined
  readonly mine?: true | undefined
}

/** The lanes to show; none: all. */
const lanesOf = ({ lane = [], mine }: Pick<BoardSelection, 'lane' | 'mine'>): readonly Lane[] => [
  ...(mine === true ? (['person'] as const) : []),
  ...lane,
]

async function renderBoard(
  board: Board,
  history: RepositoryHistory | undefined,
  { format, lane, mine, output }: BoardSelection,
  server: string,
): Promise<string> {
  const shownLanes = lanesOf({ lane, mine })
  const shownBoard = selectLanes(board, shownLanes)
  switch (format) {
    case 'html': {
      const { renderPage } = await import('baton:page')
      return renderPage({ board: boardForComments(shownBoard), history, server, view: 'board' })
    }
    case 'json':
      return stringify(boardData(shownBoard), output === undefined && !process.stdout.isTTY)
    case 'brief':
      return stringify(boardBrief(boardForCli(shownBoard)), true)
    case 'markdown':
      return boardMarkdown(shownBoard, { server, history })
    case 'text': {
      const isTerminal = output === undefined && process.stdout.isTTY
      const { color } = renderOptions()
      return boardText(boardForCli(shownBoard), {
        color: color && output === undefined,
        width: isTerminal ? process.stdout.columns || defaultWidth : undefined,
        inFull: shownLanes.length > 0,
      })
    }
  }
}

/** The board as it is now. `before`: what was read for the last one. */
async function readBoard(options: BoardInput, before?: BoardCache) {
  const { targets: names = [] } = options
  const boardCache = await cacheOf(options, before)
  const { repository, server } = boardCache.place
  const settings = {
    at: timeFrom(options.at),
    protocols: options.protocol ?? [],
    allowEmpty: options.allowEmpty,
    repository,
    // A commit is granted nowhere.
    claims: options.rev === undefined ? claimPort(options.root) : undefined,
    chosen: names.length === 0 ? undefined : (targets: readonly Target[]) => selectTargets(names, targets),
  }
  const { board, past, ...checked } = await readTree(options, 'board', async () => {
    const sources = withCache(await sourcesOfOptions(options, boardCache.head), boardCache)
    const result = await boardOfSources(sources, lazyProtocols, settings, historyOf(options, boardCache))
    if (names.length > 0 && !result.misconfigured && result.report.targets.length === 0)
      throw await unknownWithoutState(names, sources, options.protocol)
    // Files that yield no target may have findings all the same.
    if (!result.misconfigured && result.report.verdict === 'nothing' && result.report.diagnostics.length === 0)
      throw await noState(sources, options.protocol)
    return result
  })
  const { misconfigured, report } = checked
  if (misconfigured)
    throw new UsageError(
      'The configuration cannot be read, so there is no board. `baton validate` shows why.',
      report.diagnostics,
    )
  return { board, past, server, kept: { ...boardCache, past } }
}

async function answerOnce(options: BoardInput): Promise<Answer> {
  const { root, config, html, output = html, anyway } = options
  const { board, past, server } = await readBoard(options)
  const format = html === undefined ? options.format : 'html'
  const text = await renderBoard(board, past, { ...options, format, ...(output !== undefined && { output }) }, server)
  if (output === undefined) return { views: { [format]: () => text } }
  await writeOutput({ root, config, output, html, anyway, call: 'baton board' }, text)
  return {}
}

/** `board`: who holds what, lane by lane; with `--watch` and `--serve` it goes on until it is interrupted. */
export async function board(options: BoardInput): Promise<Answer> {
  folder(options.root, '--root')
  if (options.port !== undefined && options.serve !== true)
    throw new UsageError('Unexpected --port, expected it together with --serve.')
  if (options.serve !== true && options.watch !== true) return answerOnce(options)
  const continuousOption = options.serve === true ? '--serve' : '--watch'
  if (options.rev !== undefined)
    throw new UsageError(`Unexpected ${continuousOption} together with --rev, expected the working tree to look at.`)
  if ((options.output ?? options.html) !== undefined)
    throw new UsageError(`Unexpected ${continuousOption} together with --output: the file would itself be a change.`)
  if (options.serve !== true) {
    const { watch } = await import('./watch.ts')
    // A commit and a change of branch change what the board says, though no file of the working tree may change.
    return watch(options.root, async () => show(await answerOnce(options), options.format), {
      gitDirectory: await gitDirectory(git(options.root, process.env)).catch(() => ''),
    })
  }
  const { serve } = await import('./serve.ts')
  let boardCache: BoardCache | undefined
  return serve(options.root, options.port ?? 0, async () => {
    const result = await readBoard(options, boardCache)
    boardCache = result.kept
    return {
      board: boardForCli(selectLanes(result.board, lanesOf(options))),
      history: result.past,
      server: result.server,
      view: 'board',
    }
  })
}
