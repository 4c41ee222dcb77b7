import { foldersAbove, type View } from '../../../core/view.ts'
import { folderMatcher } from '../../../documents/glob.ts'
import { legacyConfig, neverEntered, recordFile, shownBy, stagesFolder } from '../files.ts'

export interface RunFolder {
  readonly path: string
  /** Paths in it, sorted. */
  readonly paths: readonly string[]
  /** The paths in each direct folder of `stages`, by its name. */
  readonly stages: ReadonlyMap<string, readonly string[]>
}

/** Whether a folder is one of runs by its path. */
export const runPattern = (runs: readonly string[]): ((folder: string) => boolean) => folderMatcher(runs, neverEntered)

function stagesIn(run: string, paths: readonly string[]): RunFolder['stages'] {
  const prefix = `${run}/${stagesFolder}/`
  const stages = new Map<string, string[]>()
  for (const path of paths) {
    const end = path.startsWith(prefix) ? path.indexOf('/', prefix.length) : -1
    if (end === -1) continue
    const name = path.slice(prefix.length, end)
    const before = stages.get(name)
    if (before) before.push(path)
    else stages.set(name, [path])
  }
  return stages
}

const marks = [legacyConfig, ...shownBy.map(({ path }) => path)]

const isAt = (place: string) => (path: string) => path === place || path.startsWith(`${place}/`)

function isRun({ path: run, paths, stages }: RunFolder): boolean {
  if (paths.some(isAt(`${run}/${recordFile.path}`)) && paths.some(isAt(`${run}/${stagesFolder}`))) return true
  return [...stages].some(([name, inside]) => marks.some((mark) => inside.some(isAt(`${run}/${stagesFolder}/${name}/${mark}`))))
}

/** Finds the folders of runs in a view (docs/control.md, "Files"), sorted. */
export function findRuns(view: View, runs: readonly string[]): readonly RunFolder[] {
  const matches = runPattern(runs)
  const known = new Map<string, string[] | undefined>()
  for (const path of view.paths) {
    for (const folder of foldersAbove(path)) {
      if (!known.has(folder)) known.set(folder, matches(folder) ? [] : undefined)
      known.get(folder)?.push(path)
    }
  }
  const found = new Map<string, RunFolder>()
  const all = [...known].flatMap(([path, paths]) => (paths ? [{ path, paths, stages: stagesIn(path, paths) }] : []))
  for (const folder of all.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (![...foldersAbove(folder.path)].some((above) => found.has(above)) && isRun(folder)) found.set(folder.path, folder)
  }
  return [...found.values()]
}
