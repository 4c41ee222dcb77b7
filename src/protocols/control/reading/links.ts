import type { View } from '../../../core/view.ts'
import { matcher } from '../../../documents/glob.ts'
import { runFiles, stageFiles, stageFolders } from '../files.ts'
import { inside } from '../paths.ts'
import { declarations, type Contract } from './contract.ts'
import { runPattern } from './tree.ts'

/** A symbolic link in a place that matters. */
export interface Link {
  readonly path: string
  /** Of one in the place of a stage: the folder of the run, and the name. */
  readonly stage?: { readonly run: string; readonly name: string }
}

const isLink = (view: View, path: string) => view.entry(path)?.kind === 'symlink'

/** Whether a link stands at a path or at a folder above it. */
export const leadsTo = (link: string, path: string): boolean => path === link || path.startsWith(`${link}/`)

const known = Object.values(stageFiles).filter((path) => path !== stageFiles.legacyConfig)
const isKnown = matcher([...stageFolders, stageFiles.answers].flatMap((folder) => [folder, `${folder}/**`]))

/** The links of a stage that stand at, or above, a file that the protocol or the contract knows. */
export function linksOf(view: View, paths: readonly string[], stage: string, contract: Contract | undefined): readonly Link[] {
  const links = paths.filter((path) => isLink(view, path))
  if (links.length === 0) return []
  const named = contract
    ? declarations(contract).flatMap(({ path, schema }) => [path, schema].flatMap((written) => (written && inside(written.text)) ?? []))
    : []
  const matters = (inner: string) => isKnown(inner) || [...known, ...named].some((path) => leadsTo(inner, path))
  return links.filter((path) => matters(path.slice(stage.length + 1))).map((path) => ({ path }))
}

/** The links in the place of a run, of its record, its `stages` or one of these. */
export function linksOfRuns(view: View, runs: readonly string[]): readonly Link[] {
  const isRun = runPattern(runs)
  const links = view.paths.filter((path) => isLink(view, path))
  return links.flatMap((path): readonly Link[] => {
    const names = path.split('/')
    const last = names.at(-1) ?? ''
    const folder = (up: number) => names.slice(0, -up).join('/')
    if (isRun(path) || ((last === runFiles.stages || last === runFiles.record) && isRun(folder(1)))) return [{ path }]
    return names.at(-2) === runFiles.stages && isRun(folder(2)) ? [{ path, stage: { run: folder(2), name: last } }] : []
  })
}
