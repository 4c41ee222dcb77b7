import type { Board } from '../core/board.ts'
import { cutOffNote, type RepositoryHistory } from '../core/history.ts'
import type { LastCommits } from '../core/repository.ts'
import type { Target } from '../core/target.ts'
import { boardOf, sinceIn, type BoardFacts } from '../engine/board.ts'
import type { PreparedHistory } from './history.ts'
import { checkSources, type CheckResult, type CheckSettings, type Sources } from './validate/check.ts'
import type { LazyProtocols } from './validate/discovery.ts'
import type { ConfigurationPlace } from './validate/policy.ts'
import { policyOf } from './validate/policy-in.ts'

/** The history of the files of a board, if they are in a repository. */
export interface BoardHistory {
  readonly commit: string
  readonly branch?: string | undefined
  /** Whether the history of the clone is cut off. */
  readonly isShallow?: boolean
  /** The newest commit that changed each of some paths. */
  newestChanges(paths: readonly string[]): Promise<LastCommits>
  /** Those of some paths that are not as they were committed; absent where a commit is looked at. */
  uncommitted?(paths: readonly string[]): Promise<ReadonlySet<string>>
  /** The way to the commit, with these targets alone, under a configuration; absent where it is not to be replayed. */
  prepare?(targets: readonly string[], configuration: ConfigurationPlace): Promise<PreparedHistory | undefined>
  /** The way to the commit, where it was replayed already. */
  readonly past?: RepositoryHistory | undefined
}

export interface BoardSettings
  extends Pick<CheckSettings, 'allowEmpty' | 'protocols' | 'at' | 'claims'>, Pick<BoardFacts, 'repository'> {
  /** The ids of the targets that are shown; absent: all. */
  readonly chosen?: ((targets: readonly Target[]) => ReadonlySet<string>) | undefined
}

/** So much is replayed for a board: counts, not a clock, so that the same repository gives the same answer. */
const limits = { stateCommits: 1_000, ofTargets: 200_000 }

/** The replay of a prepared history, or a note that it is too long for this number of targets. */
export async function replayWithin(
  prepared: PreparedHistory | undefined,
  targets: number,
): Promise<{ readonly past?: RepositoryHistory; readonly notes: readonly string[] }> {
  if (!prepared) return { notes: [] }
  const { stateCommits } = prepared
  if (stateCommits <= limits.stateCommits && stateCommits * targets <= limits.ofTargets)
    return { past: await prepared.replay(), notes: [] }
  return {
    notes: [
      `The ${stateCommits} commits that change state were not replayed, since they are many: \`baton history\` does.`,
    ],
  }
}

/** The past of some targets, as far as it is known or short enough. */
async function pastOf(
  history: BoardHistory | undefined,
  targets: readonly Target[],
  chosen: ReadonlySet<string> | undefined,
  configuration: ConfigurationPlace,
) {
  if (history?.past) return { past: history.past, notes: [] }
  return replayWithin(
    targets.length === 0 ? undefined : await history?.prepare?.(chosen ? [...chosen] : [], configuration),
    targets.length,
  )
}

/** The board of some sources, its past as far as that was replayed, and the soft check that it was made of. */
export async function board(
  sources: Sources,
  protocols: LazyProtocols,
  { repository, chosen, ...settings }: BoardSettings,
  history: BoardHistory | undefined,
): Promise<CheckResult & { readonly board: Board; readonly past?: RepositoryHistory | undefined }> {
  const checked = await checkSources(sources, protocols, {
    ...settings,
    mode: 'soft',
    failOn: 'never',
    failOnDefault: 'never',
    paths: [],
    targets: [],
    notes: [],
    withTurns: true,
  })
  const { targets: allTargets, diagnostics: allDiagnostics } = checked.report
  const ids = chosen?.(allTargets)
  const targets = ids ? allTargets.filter(({ id }) => ids.has(id)) : allTargets
  const diagnostics = ids
    ? allDiagnostics.filter(({ target }) => target !== undefined && ids.has(target))
    : allDiagnostics
  const paths = [...new Set(targets.map(({ path }) => path))]
  const [lastChanges, uncommitted, { past, notes }] = await Promise.all([
    history?.newestChanges(paths),
    history?.uncommitted?.(paths),
    pastOf(history, targets, ids, policyOf(sources, {})),
  ])
  const facts = {
    at: settings.at,
    repository,
    commit: history?.commit,
    branch: history?.branch,
    replayed: past && sinceIn(past),
    touched: lastChanges && ((path: string) => lastChanges.get(path)),
    uncommitted,
    notes: history
      ? [...notes, ...((past?.shallow ?? history.isShallow) ? [cutOffNote] : [])]
      : ['Since when a target is as it is, is only known where its files say it: there is no git history here.'],
  }
  return { ...checked, board: boardOf({ ...checked.report, targets, diagnostics }, facts), past }
}
