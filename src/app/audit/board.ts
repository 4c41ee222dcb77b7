import type { Board } from '../../core/board.ts'
import type { HostIdentity } from '../../core/host/host.ts'
import type { Report } from '../../core/report.ts'
import { boardOf } from '../../engine/board.ts'
import type { Times } from './times.ts'

/** How many targets have their last commit looked up at most: each takes a history of its own on GitHub. */
const maxTimes = 200

/** The board of a check with turns, and since when its targets are as they are. Finished targets are not looked up. */
export async function boardAt(
  report: Report,
  times: Times,
  facts: { readonly at: string; readonly commit: string } & Pick<HostIdentity, 'name'>,
): Promise<Board> {
  const openTargets = report.targets.filter(({ turn }) => !turn?.ended && !turn?.container && turn?.since === undefined)
  const paths = new Set([...new Set(openTargets.map(({ path }) => path))].slice(0, maxTimes))
  for (const path of paths) times.of(path)
  await times.ask()
  const lastCommitOf = (path: string) => (paths.has(path) ? times.of(path) : undefined)
  return boardOf(report, {
    at: facts.at,
    commit: facts.commit,
    repository: facts.name,
    touched: lastCommitOf,
    notes: [],
  })
}
