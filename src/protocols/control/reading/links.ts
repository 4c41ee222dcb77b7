import { type View, foldersAbove } from '../../../core/view.ts'
import { matcher } from '../../../documents/glob.ts'
import { answersFolder, recordFile, stageFiles, stageFolders, stagesFolder } from '../files.ts'
import { innerPathOf, declarations, type Contract, type ContractText } from '../contract/contract.ts'
import { runPattern } from './runs.ts'

/** A symbolic link or a submodule in a place that matters. */
export interface Link {
  readonly path: string
  /**
   * For a link that a stage would be behind: the folder of the run, and the name of the stage; without a name, each
   * stage of the run.
   */
  readonly hides?: { readonly run: string; readonly stage?: string }
}

const isLink = (view: View, path: string) => (view.entry(path)?.kind ?? 'file') !== 'file'

/** Whether a link is at a path or at a folder above it. */
export const leadsTo = (link: string, path: string): boolean => path === link || path.startsWith(`${link}/`)

const protocolPaths = Object.values(stageFiles).map(({ path }) => path)
const isProtocolPath = matcher([...stageFolders, answersFolder].flatMap((folder) => [folder, `${folder}/**`]))

/** The paths that contracts of a run name, by the stage in whose folder they are. */
export function namedPaths(
  contracts: Iterable<readonly [stage: string, contract: Contract | undefined]>,
): ReadonlyMap<string, Set<string>> {
  const pathsByStage = new Map<string, Set<string>>()
  const add = (stage: string, { text }: ContractText) => {
    const paths = pathsByStage.get(stage) ?? new Set()
    const path = innerPathOf(text)
    if (path !== undefined) pathsByStage.set(stage, paths.add(path))
  }
  for (const [stage, contract] of contracts) {
    for (const { path, schema, source, fromStage } of contract ? declarations(contract) : []) {
      for (const text of [path, schema]) if (text) add(stage, text)
      if (source) add(fromStage?.text ?? stage, source)
    }
  }
  return pathsByStage
}

/** The links of a stage that are at, or above, a file of the protocol or one that a contract names. */
export function linksOf(
  view: View,
  paths: readonly string[],
  stage: string,
  contractPaths: () => Iterable<string>,
): readonly Link[] {
  const links = paths.filter((path) => isLink(view, path))
  if (links.length === 0) return []
  const leadingPaths = new Set([...protocolPaths, ...contractPaths()].flatMap((path) => [...foldersAbove(path), path]))
  const isRelevant = (innerPath: string) => isProtocolPath(innerPath) || leadingPaths.has(innerPath)
  return links.filter((path) => isRelevant(path.slice(stage.length + 1))).map((path) => ({ path }))
}

/** The links in the place of a run, of its record, its `stages` or one of these. */
export function linksOfRuns(view: View, runs: readonly string[]): readonly Link[] {
  const isRun = runPattern(runs)
  const links = view.paths.filter((path) => isLink(view, path))
  return links.flatMap((path): readonly Link[] => {
    const names = path.split('/')
    const lastName = names.at(-1) ?? ''
    const folder = (levels: number) => names.slice(0, -levels).join('/')
    if (isRun(path)) return [{ path, hides: { run: path } }]
    if (lastName === recordFile.path && isRun(folder(1))) return [{ path }]
    if (lastName === stagesFolder && isRun(folder(1))) return [{ path, hides: { run: folder(1) } }]
    return names.at(-2) === stagesFolder && isRun(folder(2))
      ? [{ path, hides: { run: folder(2), stage: lastName } }]
      : []
  })
}
