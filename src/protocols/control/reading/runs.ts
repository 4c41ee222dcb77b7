import { foldersAbove, type View } from '../../../core/view.ts'
import { folderMatcher } from '../../../documents/glob.ts'
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
  const stages = new Map<string, string[]>()
  for (const path of paths) {
    const end = path.startsWith(prefix) ? path.indexOf('/', prefix.length) : -1
    if (end === -1) continue
    const name = path.slice(prefix.length, end)
    const stagePaths = stages.get(name)
    if (stagePaths) stagePaths.push(path)
    else stages.set(name, [path])
  }
  return stages
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
  const matches = runPattern(runs)
  const pathsByFolder = new Map<string, string[] | undefined>()
  for (const path of view.paths) {
    for (const folder of foldersAbove(path)) {
      if (!pathsByFolder.has(folder)) pathsByFolder.set(folder, matches(folder) ? [] : undefined)
      pathsByFolder.get(folder)?.push(path)
    }
  }
  const runsByPath = new Map<string, RunFolder>()
  const candidates = [...pathsByFolder].flatMap(([path, paths]) =>
    paths ? [{ path, paths, stages: stagesIn(path, paths) }] : [],
  )
  for (const folder of candidates.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (![...foldersAbove(folder.path)].some((parent) => runsByPath.has(parent)) && isRun(folder))
      runsByPath.set(folder.path, folder)
  }
  return [...runsByPath.values()]
}
