import type { Context } from '../../core/context.ts'
import { foldersAbove, changesSince, type EntryKind, type View } from '../../core/view.ts'
import { memoBy } from '../../core/once.ts'
import { hasPathBelow } from '../../kit/entry.ts'

/** One unit of a view, for a reading: the same object for as long as reading it would give the same result. */
export interface UnitView {
  readonly view: View
  readonly context: Context
}

/** The unit of the paths that have no name. */
const unnamedUnit = ''

/**
 * Groups paths by the names that they share, directly or through others: in the order of their first paths, those
 * without a name last.
 */
export function unitsIn(
  paths: readonly string[],
  namesOf: (path: string) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string>()
  const rootOf = (name: string): string => {
    let at = name
    for (let next = parents.get(at); next !== undefined; next = parents.get(at)) {
      // Each walk halves the way of the next one.
      parents.set(at, parents.get(next) ?? next)
      at = next
    }
    return at
  }
  const firstNames = paths.map((path) => {
    const [name = unnamedUnit, ...otherNames] = namesOf(path)
    for (const otherName of otherNames) {
      const [root, otherRoot] = [rootOf(name), rootOf(otherName)]
      if (root !== otherRoot) parents.set(root < otherRoot ? otherRoot : root, root < otherRoot ? root : otherRoot)
    }
    return name
  })
  const units = new Map<string, string[]>()
  for (const [index, path] of paths.entries()) {
    const name = rootOf(firstNames[index] as string)
    const unit = units.get(name)
    if (unit) unit.push(path)
    else units.set(name, [path])
  }
  const unnamedPaths = units.get(unnamedUnit)
  if (unnamedPaths) {
    units.delete(unnamedUnit)
    units.set(unnamedUnit, unnamedPaths)
  }
  return units
}

/** Everything that a reader can tell about a path: if none of it differs, neither does the reading. */
interface PathNote {
  readonly kind: EntryKind | undefined
  readonly identity: string | undefined
  readonly isLoaded: boolean
}

const noteOf = (view: View, path: string): PathNote => ({
  kind: view.entry(path)?.kind,
  identity: view.identity?.(path),
  isLoaded: view.bytes(path) !== undefined,
})

/** Whether a view shows all of these paths and folders as they were noted. */
function matchesNotes(
  view: View,
  notes: ReadonlyMap<string, PathNote>,
  heldFolders: ReadonlyMap<string, boolean>,
): boolean {
  for (const [folder, isHeld] of heldFolders) if (hasPathBelow(view, folder) !== isHeld) return false
  for (const [path, { kind, identity, isLoaded }] of notes) {
    if (view.identity?.(path) !== identity || view.entry(path)?.kind !== kind) return false
    if ((view.bytes(path) !== undefined) !== isLoaded) return false
  }
  return true
}

const areEqual = (list: readonly string[], otherList: readonly string[]): boolean =>
  list === otherList ||
  (list.length === otherList.length && list.every((element, index) => element === otherList[index]))

interface RecordingView extends UnitView {
  /**
   * Shows another view from now on, if that has the same paths in the unit and the same at every path that was read.
   * @returns whether it has.
   */
  moveTo(view: View, paths: readonly string[]): boolean
}

/** A view that lists the paths of a unit, and notes which paths, of the unit or not, are read. */
function recordingView(initialView: View, paths: readonly string[], context: Context): RecordingView {
  let currentView = initialView
  let folders: View['folders'] | undefined
  let isOfCommit = false
  const notes = new Map<string, PathNote>()
  const heldFolders = new Map<string, boolean>()
  /**
   * Whether another view shows all of these paths and folders as they were noted: of a series those alone are looked at
   * that changed.
   */
  const isShownBy = (view: View): boolean => {
    const changedPaths = changesSince(currentView, view)
    const isFar = (path: string) => !notes.has(path) && !foldersAbove(path).some((folder) => heldFolders.has(folder))
    return (changedPaths?.every(isFar) ?? false) || matchesNotes(view, notes, heldFolders)
  }
  const recordPath = (path: string): string => {
    if (!notes.has(path)) notes.set(path, noteOf(currentView, path))
    return path
  }
  const { log } = context
  /** The log differs at each commit, so that a reading that used it is never kept. */
  const ofCommit = <Result>(make: () => Result): Result => {
    isOfCommit = true
    return make()
  }
  return {
    view: {
      isOneOfMany: true,
      paths,
      get folders() {
        return (folders = currentView.folders)
      },
      holds(folder) {
        const isHeld = heldFolders.get(folder) ?? hasPathBelow(currentView, folder)
        heldFolders.set(folder, isHeld)
        return isHeld
      },
      entry: (path) => currentView.entry(recordPath(path)),
      identity: (path) => currentView.identity?.(recordPath(path)),
      bytes: (path) => currentView.bytes(recordPath(path)),
      content: (path) => currentView.content(recordPath(path)),
      digest: (path) => currentView.digest(recordPath(path)),
    },
    context: {
      ...context,
      ...(log && {
        log: { whole: () => log.whole(), head: () => ofCommit(log.head), commits: () => ofCommit(log.commits) },
      }),
    },
    moveTo(view, otherPaths) {
      const isSame =
        !isOfCommit &&
        areEqual(paths, otherPaths) &&
        (folders === undefined || folders === view.folders) &&
        isShownBy(view)
      if (isSame) currentView = view
      return isSame
    },
  }
}

/** Divides views, one after another, into their units. */
export type UnitViews = (view: View, context: Context) => readonly UnitView[]

/**
 * Divides each view into its units, and returns the same object as before for a unit in which nothing changed that its
 * reading has read.
 *
 * @param namesOf undefined: all is one unit, and never the same object as before
 */
export function unitViewsOf(namesOf: ((path: string) => readonly string[]) | undefined): UnitViews {
  if (!namesOf) return (view, context) => [{ view, context }]
  const namesOnce = memoBy(namesOf)
  let knownUnits:
    | { readonly paths: readonly string[]; readonly units: ReadonlyMap<string, readonly string[]> }
    | undefined
  let previousViews: ReadonlyMap<string, RecordingView> = new Map()
  return (view, context) => {
    if (knownUnits?.paths !== view.paths) knownUnits = { paths: view.paths, units: unitsIn(view.paths, namesOnce) }
    const units = new Map<string, RecordingView>()
    for (const [name, paths] of knownUnits.units) {
      const previous = previousViews.get(name)
      units.set(name, previous?.moveTo(view, paths) ? previous : recordingView(view, paths, context))
    }
    previousViews = units
    return [...units.values()]
  }
}
