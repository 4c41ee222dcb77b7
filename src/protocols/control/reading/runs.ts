import { groupBy } from '../../../core/grouped.ts'
import { foldersAbove, type View } from '../../../core/view.ts'
import { folderMatcher } from '../../../documents/glob.ts'
import { pathsByUnit } from '../../../kit/units.ts'
import { legacyConfig, excludedFolders, recordFile, markerFiles, stagesFolder } from '../files.ts'

export interface RunFolder {
  readonly path: string
  /** Paths in it, sorted. */
  readonly paths: readonly string[]
  /** The paths in each direct folder of `stages`, by its name. */
  readonly stages: ReadonlyMap<string, readonly string[]>
}

/** Whether a folder is one of runs by its path. */
export const runPattern = (runs: readonly string[]): ((folder: string) => boolean) =>
  folderMatcher(runs, excludedFolders)

function stagesIn(run: string, paths: readonly string[]): RunFolder['stages'] {
  const prefix = `${run}/${stagesFolder}/`
  const stagePaths = paths.filter((path) => path.startsWith(prefix) && path.includes('/', prefix.length))
  return groupBy(stagePaths, (path) => path.slice(prefix.length, path.indexOf('/', prefix.length)))
}

const markerPaths = [legacyConfig, ...markerFiles.map(({ path }) => path)]

const isAtOrBelow = (place: string) => (path: string) => path === place || path.startsWith(`${place}/`)

function isRun({ path: run, paths, stages }: RunFolder): boolean {
  if (paths.some(isAtOrBelow(`${run}/${recordFile.path}`)) && paths.some(isAtOrBelow(`${run}/${stagesFolder}`)))
    return true
  return [...stages].some(([name, stagePaths]) =>
    markerPaths.some((mark) => stagePaths.some(isAtOrBelow(`${run}/${stagesFolder}/${name}/${mark}`))),
  )
}

/** Finds the folders of runs in a view (docs/control.md, "Files"), sorted. */
export function findRuns(view: View, runs: readonly string[]): readonly RunFolder[] {
  const runsByPath = new Map<string, RunFolder>()
  for (const [path, paths] of pathsByUnit(view, runPattern(runs))) {
    const folder = { path, paths, stages: stagesIn(path, paths) }
    if (!foldersAbove(path).some((parent) => runsByPath.has(parent)) && isRun(folder)) runsByPath.set(path, folder)
  }
  return [...runsByPath.values()]
}
