import { join, relative } from 'node:path'
import { isDay, parseIsoTime } from '../../../core/time.ts'
import { shellWord, visibleLine } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { bareName, nearestTarget } from '../../../core/target.ts'
import type { RepositoryHistory } from '../../../core/history.ts'
import { board as boardOfSources } from '../../../app/board.ts'
import { historyOf } from '../../../app/history.ts'
import { checkSources } from '../../../app/validate/check.ts'
import type { ConfigurationPlace } from '../../../app/validate/policy.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { openClone, type Clone } from '../../../gateways/git/clone.ts'
import { gitFactsOf } from '../../../gateways/git/log.ts'
import { isGitMissing } from '../../../gateways/git/program.ts'
import { historyBrief } from '../../../render/brief.ts'
import { historyJson } from '../../../render/json.ts'
import { historyMarkdown } from '../../../render/history-markdown.ts'
import { historyText } from '../../../render/history-text.ts'
import { stringify } from '../../../render/plain.ts'
import { boardForComments } from '../../../render/spelling.ts'
import { configurationError } from '../../calls/failure.ts'
import { noState } from '../../calls/no-state.ts'
import { repositoryNamed } from '../../calls/repository-name.ts'
import { namedConfiguration, sourcesOfOptions } from '../../calls/sources.ts'
import { timeFrom } from '../../calls/time.ts'
import { folder } from '../../calls/tree.ts'
import { NothingHere, UsageError } from '../../calls/usage.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { exitCodes, renderOptions } from '../../calls/answer.ts'
import type { Answer } from '../../operations/operation.ts'
import type { HistoryInput } from '../../operations/reading.ts'
import { writeOutput } from '../output.ts'

/** The newest so many commits that change state are looked at. */
const maxStateCommits = 20_000

const unknownRevision = (revision: string) =>
  new UsageError(`Unexpected revision ${visibleLine(revision)}, expected one that this clone has.`)

async function commitOf(clone: Clone, revision: string): Promise<string> {
  const sha = await clone.resolve(revision)
  if (sha === undefined) throw unknownRevision(revision)
  return sha
}

/** The two ends of what was asked about, `A..B` or the whole way to a revision, and how the last one was named. */
async function endsOf(
  clone: Clone,
  operand: string,
  isTarget: (name: string) => Promise<boolean>,
): Promise<{ readonly tip: string; readonly end: string; readonly base?: string }> {
  const at = operand.indexOf('..')
  if (at === -1) {
    const tip = await clone.resolve(operand)
    if (tip !== undefined) return { tip, end: operand }
    if (!(await isTarget(operand))) throw unknownRevision(operand)
    throw new UsageError(
      `Unexpected revision ${visibleLine(operand)}: it is a target. Its history: \`baton history --target ${shellWord(operand)}\`.`,
    )
  }
  const end = operand.slice(at + 2) || 'HEAD'
  const [base, tip] = await Promise.all(
    [operand.slice(0, at) || 'HEAD', end].map((revision) => commitOf(clone, revision)),
  )
  return { tip: tip ?? '', end, base: base ?? '' }
}

/** What `--since` names: a time, or a commit. */
async function sinceOf(
  clone: Clone,
  since: string | undefined,
): Promise<{ readonly time?: string; readonly commit?: string }> {
  if (since === undefined) return {}
  const time = isDay(since) ? `${since}T00:00:00.000Z` : parseIsoTime(since)
  if (time !== undefined) return { time }
  const commit = await clone.resolve(since)
  if (commit === undefined)
    throw new UsageError(
      `Unexpected --since ${visibleLine(since)}, expected a date, a time, or a commit that this clone has.`,
    )
  return { commit }
}

const nothingCommittedNote = 'Nothing is committed here yet.'

/** The history of a repository without a commit, which `--allow-empty` takes for one. */
const emptyHistory = (at: string): RepositoryHistory => ({
  tip: '',
  from: '',
  at,
  commits: 0,
  stateCommits: 0,
  shallow: false,
  codes: [],
  episodes: [],
  targets: [],
  sums: { episodes: 0, open: 0, stateCommitsWith: 0, byCode: {} },
  notes: [nothingCommittedNote],
})

function codesOf({ code = [], all }: HistoryInput): readonly string[] | 'all' {
  if (all && code.length > 0) throw new UsageError('Unexpected --code together with --all, expected one of them.')
  const unknownCode = code.find((candidate) => !lazyProtocols.codes.includes(candidate))
  if (unknownCode !== undefined) {
    const meant = suggestion(unknownCode, lazyProtocols.codes)
    const expected = meant === undefined ? 'expected the code of a rule.' : `did you mean ${meant}?`
    throw new UsageError(`Unexpected --code ${visibleLine(unknownCode)}, ${expected}`)
  }
  return all ? 'all' : code
}

async function render(history: RepositoryHistory, branch: string | undefined, options: HistoryInput): Promise<string> {
  const { format, transitions: inStates, output } = options
  const transitions = inStates === true
  const { color, onOneLine } = renderOptions()
  switch (format) {
    case 'json':
      return historyJson(history, { onOneLine: onOneLine || output !== undefined })
    case 'brief':
      return stringify(historyBrief(history, { transitions }), true)
    case 'markdown':
      return historyMarkdown(history, { transitions })
    case 'html':
      return pageOf(history, branch, options)
    case 'text':
      return historyText(history, { color: color && output === undefined, transitions })
  }
}

/**
 * The page of the tip and its past, which opens with the past. What is open is counted until now, or the time that is
 * given.
 */
async function pageOf(past: RepositoryHistory, branch: string | undefined, options: HistoryInput): Promise<string> {
  const { root, config, protocol = [] } = options
  const { tip } = past
  const at = timeFrom(options.at)
  const { repository, server } = await repositoryNamed(options)
  const sources = await sourcesOfOptions({
    root,
    ...(tip !== '' && { rev: tip }),
    ...(config !== undefined && { config }),
  })
  const ids = new Set(past.targets.map(({ id }) => id))
  const isNarrowed = options.target !== undefined
  const { board } = await boardOfSources(
    sources,
    lazyProtocols,
    {
      at,
      protocols: protocol,
      repository,
      ...(isNarrowed && { chosen: () => ids }),
      ...(tip === '' && { allowEmpty: true }),
    },
    tip === '' ? undefined : { commit: tip, branch, newestChanges: () => Promise.resolve(new Map()), past },
  )
  const { renderPage } = await import('baton:page')
  return renderPage({ board: boardForComments(board), history: past, server, view: 'timeline' })
}

/** Answers with a history, or writes it into the file that the options name. */
async function historyAnswer(
  result: RepositoryHistory,
  branch: string | undefined,
  options: HistoryInput,
): Promise<Answer> {
  const { root, config, failOn, html, output = html, anyway } = options
  const text = await render(result, branch, {
    ...options,
    ...(output !== undefined && { output }),
    ...(html !== undefined && { format: 'html' }),
  })
  if (output !== undefined) await writeOutput({ root, config, output, html, anyway, call: 'baton history' }, text)
  return {
    ...(output === undefined && { views: { [options.format]: () => text } }),
    exit: failOn === 'open' && result.sums.open > 0 ? exitCodes.findings : exitCodes.fine,
  }
}

const sourcesHere = ({ root, config }: HistoryInput) =>
  sourcesOfOptions({ root, ...(config !== undefined && { config }) })

async function targetsNow(options: HistoryInput, openedSources?: Awaited<ReturnType<typeof sourcesHere>>) {
  const sources = openedSources ?? (await sourcesHere(options))
  const everything = {
    mode: 'soft',
    failOnDefault: 'never',
    allowEmpty: true,
    paths: [],
    targets: [],
    notes: [],
  } as const
  const { protocol = [] } = options
  const { report } = await checkSources(sources, lazyProtocols, {
    ...everything,
    protocols: protocol,
    at: new Date().toISOString(),
  })
  return report.targets
}

/** That the working tree has another configuration than the commit whose configuration is used for its whole past. */
async function configurationNoteOf({ root, config, range = 'HEAD' }: HistoryInput, clone: Clone, tip: string) {
  if (config !== undefined || range !== 'HEAD') return undefined
  if (!(await clone.uncommitted(tip, [configurationPath])).has(configurationPath)) return undefined
  const file = relative(process.cwd(), join(root, configurationPath))
  return `\`${configurationPath}\` is not committed as it is, and what is committed counts here: \`baton history --config ${shellWord(file)}\` uses the one of the working tree.`
}

/** No commit has any state: that of the working tree may not be committed yet. */
async function neverCommittedError(
  options: HistoryInput,
  explanation: string,
  configurationNote?: string,
): Promise<NothingHere> {
  const sources = await sourcesHere(options)
  const [firstTarget, ...moreTargets] = await targetsNow(options, sources)
  if (!firstTarget) return new NothingHere(`${explanation} ${(await noState(sources, options.protocol ?? [])).message}`)
  if (configurationNote !== undefined) return new NothingHere(`No commit has state. ${configurationNote}`)
  const othersText = moreTargets.length === 0 ? '' : ` and ${moreTargets.length} more`
  return new NothingHere(
    `No state is committed yet: ${visibleLine(firstTarget.id)}${othersText} of the working tree will have a history from the first commit on. \`baton board\` shows what is there now.`,
  )
}

/** `history`: how the state came to be, and when it contradicted itself. */
export async function history(options: HistoryInput): Promise<Answer> {
  const {
    range: operand,
    root,
    config,
    at,
    target = [],
    open = false,
    sort = 'standing',
    allCommits,
    allowEmpty,
  } = options
  const codes = codesOf(options)
  const until = at === undefined ? undefined : timeFrom(at)
  folder(root, '--root')
  const clone = await openClone(root).catch((error: unknown) => {
    if (!isGitMissing(error)) throw error
    throw new UsageError('history needs git, which cannot be run. Install git, or put it on the PATH.')
  })
  if (!clone) throw new UsageError(`Unexpected --root ${root}: history needs git, and this is not a repository.`)
  if ((operand ?? 'HEAD') === 'HEAD' && (await clone.resolve('HEAD')) === undefined) {
    if (!allowEmpty) throw await neverCommittedError(options, nothingCommittedNote)
    return historyAnswer(emptyHistory(timeFrom(at)), undefined, options)
  }
  const { tip, end, base } = await endsOf(clone, operand ?? 'HEAD', async (name) => {
    const targets = await targetsNow(options)
    return targets.some(({ id }) => [id, bareName(id), bareName(id).split('@', 1)[0]].includes(name))
  })
  const since = await sinceOf(clone, options.since)
  if (base !== undefined && since.commit !== undefined)
    throw new UsageError('Unexpected --since with a commit together with A..B, expected one of them.')
  const configuration: ConfigurationPlace =
    config === undefined ? { tree: clone.commitTree(tip), path: configurationPath } : namedConfiguration(root, config)
  const result = await historyOf({ ...clone, log: gitFactsOf(root, tip)?.log }, lazyProtocols, {
    tip,
    base: base ?? since.commit,
    configuration,
    protocols: options.protocol ?? [],
    codes,
    at: until,
    maxCommits: allCommits ? Number.POSITIVE_INFINITY : maxStateCommits,
    targets: target,
    openOnly: open,
    since: since.time,
    sort,
  })
  if ('problems' in result) throw configurationError(result.problems, 'no commit can be checked')
  const configurationNote = await configurationNoteOf(options, clone, tip)
  if (result.targets.length === 0 && !allowEmpty) {
    if (target.length === 0 && (operand ?? 'HEAD') !== 'HEAD')
      throw new NothingHere(
        `No commit up to ${visibleLine(operand ?? 'HEAD')} has state. \`baton history\` looks back from \`HEAD\`.`,
      )
    if (target.length === 0)
      throw await neverCommittedError(options, 'There has never been any state here.', configurationNote)
    const sources = await sourcesHere(options)
    const targets = await targetsNow(options, sources)
    const [name = ''] = target
    const meant = target.length === 1 ? nearestTarget(targets, name)?.name : undefined
    const unknown = `No target up to ${visibleLine(operand ?? 'HEAD')} is named ${visibleLine(target.join(', '))}${meant === undefined ? '.' : `; did you mean ${visibleLine(meant)}?`}`
    throw targets.length === 0
      ? new NothingHere(`${unknown} ${(await noState(sources, options.protocol ?? [])).message}`)
      : new NothingHere(unknown)
  }
  const notes = [...result.notes, ...(configurationNote === undefined ? [] : [configurationNote])]
  return historyAnswer({ ...result, notes }, await clone.branch(end), options)
}
