import type { Board } from '../core/board.ts'
import type { LastCommits } from '../core/repository.ts'
import type { Target } from '../core/target.ts'
import { boardOf, type BoardFacts } from '../engine/board.ts'
import { checkSources, type Checked, type CheckSettings, type Sources } from './validate/check.ts'
import type { LazyProtocols } from './validate/discovery.ts'

/** The past of what is looked at, where it is in a repository. */
export interface BoardHistory {
  readonly commit: string
  readonly branch?: string | undefined
  /** The newest commit that changed each of some paths. */
  newestChanges(paths: readonly string[]): Promise<LastCommits>
  /** Those of some paths that are not as they were committed; absent where a commit is looked at. */
  uncommitted?(paths: readonly string[]): Promise<ReadonlySet<string>>
}

export interface BoardSettings extends Pick<CheckSettings, 'allowEmpty' | 'protocols' | 'at'>, Pick<BoardFacts, 'repository' | 'replayed'> {
  /** The ids of the targets that are shown; absent: all. */
  readonly chosen?: ((targets: readonly Target[]) => ReadonlySet<string>) | undefined
}

/** The board of some sources, and the soft check that it was made of. */
export async function board(
  sources: Sources,
  protocols: LazyProtocols,
  { repository, replayed, chosen, ...settings }: BoardSettings,
  history: BoardHistory | undefined,
): Promise<Checked & { readonly board: Board }> {
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
  const { targets: all, diagnostics: found } = checked.report
  const ids = chosen?.(all)
  const targets = ids ? all.filter(({ id }) => ids.has(id)) : all
  const diagnostics = ids ? found.filter(({ target }) => target !== undefined && ids.has(target)) : found
  const paths = [...new Set(targets.map(({ path }) => path))]
  const [touched, uncommitted] = await Promise.all([history?.newestChanges(paths), history?.uncommitted?.(paths)])
  const facts = {
    at: settings.at,
    repository,
    commit: history?.commit,
    branch: history?.branch,
    replayed,
    touched: touched && ((path: string) => touched.get(path)),
    uncommitted,
    notes: history ? [] : ['Since when a target is as it is, is only known where its files say it: there is no git history here.'],
  }
  return { ...checked, board: boardOf({ ...checked.report, targets, diagnostics }, facts) }
}
