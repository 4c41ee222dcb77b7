import type { CommandDiagnostic } from '../../core/command.ts'
import type { Reading } from '../../core/protocol.ts'
import type { FoundProtocol } from '../commands/resolve.ts'
import { type JudgedDiagnostic, covers } from './judge.ts'
import type { CheckRequest } from './request.ts'

/** The part of a protocol that is selected: everything, or what concerns the named files and targets. */
export interface Scope {
  /** The ids of the targets that are named. */
  readonly ids: ReadonlySet<string>
  readonly refused: readonly CommandDiagnostic[]
  /** Whether a finding is selected. */
  reports(judgedDiagnostic: JudgedDiagnostic): boolean
  lists(id: string): boolean
}

/** A protocol that was found, with the part of it that is selected. */
export interface ScopedProtocol extends FoundProtocol {
  readonly scope: Scope
}

/** The paths of head and base together, and those of them that differ. */
export interface Paths {
  readonly all: readonly string[]
  readonly changed: readonly string[]
}

/** Whether a path is one of those that are named, or below one. */
const pathMatcher =
  (names: readonly string[]) =>
  (path: string): boolean =>
    names.some((name) => covers(name, path))

function meantTargets(
  { protocol, reading }: FoundProtocol,
  names: readonly string[],
  changedPaths: readonly string[],
): Pick<Scope, 'ids' | 'refused'> {
  const ids = new Set(names)
  const refusals: CommandDiagnostic[] = []
  for (const name of names) {
    const colon = name.indexOf(':')
    if (!protocol.kinds.includes(name.slice(0, colon)) || reading.targets.some(({ id }) => id === name)) continue
    const answer = reading.resolve({ name: name.slice(colon + 1), words: [], touched: changedPaths })
    if ('refused' in answer) refusals.push(...answer.refused)
    else for (const id of answer.ids) ids.add(id)
  }
  return { ids, refused: refusals }
}

/** The ids of the targets that hold state in any of these paths. */
const ownersOf = (reading: Reading, paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => reading.owners(path)))

/**
 * The ids of the targets whose own state the files are: findings about these targets concern the files, wherever they
 * are.
 */
const soleOwnersOf = (reading: Reading, paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.map((path) => reading.owners(path)).flatMap((owners) => (owners.length === 1 ? owners : [])))

/** Whether a path is selected: it is named or below what is, or a target that is named has state in it. */
export function selectedPathTester(
  { paths, targets }: Pick<CheckRequest, 'paths' | 'targets'>,
  scopedProtocols: readonly ScopedProtocol[],
): (path: string) => boolean {
  if (paths.length + targets.length === 0) return () => true
  const isNamed = pathMatcher(paths)
  const ids = new Set(scopedProtocols.flatMap(({ scope }) => [...scope.ids]))
  return (path) =>
    isNamed(path) || scopedProtocols.some(({ reading }) => reading.owners(path).some((id) => ids.has(id)))
}

/** What a check needs of a protocol that was found. */
export function scopeOf(
  foundProtocol: FoundProtocol,
  { paths, targets: names }: Pick<CheckRequest, 'paths' | 'targets'>,
  { all: allPaths, changed: changedPaths }: Paths,
): Scope {
  const { protocol, reading } = foundProtocol
  const selectedTargets = meantTargets(foundProtocol, names, changedPaths)
  if (paths.length + names.length === 0) return { ...selectedTargets, reports: () => true, lists: () => true }

  const isNamed = pathMatcher(paths)
  const namedPaths = allPaths.filter(isNamed)
  // Files that are checked as one of a kind do not bring in findings about their target elsewhere.
  const areApart = protocol.namedKinds !== undefined
  const owners = ownersOf(reading, namedPaths)
  const concernedTargets = new Set([...selectedTargets.ids, ...(areApart ? [] : soleOwnersOf(reading, namedPaths))])
  return {
    ...selectedTargets,
    reports({ diagnostic: { path, target }, about }) {
      const concerns = areApart ? isNamed(path) : about.some(isNamed)
      return concerns || (target !== undefined && concernedTargets.has(target))
    },
    lists: (id) => selectedTargets.ids.has(id) || owners.has(id),
  }
}
