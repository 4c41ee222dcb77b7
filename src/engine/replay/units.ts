import type { Context } from '../../core/context.ts'
import { foldersAbove, changesSince, type EntryKind, type View } from '../../core/view.ts'
import { memoBy } from '../../core/once.ts'
import { hasPathBelow } from '../../kit/record.ts'

/** One unit of a view, for a reading: the same object for as long as reading it would give the same result. */
export interface UnitView {
  readonly view: View
  readonly context: Context
}

/** The unit of the paths that have no name. */
const rest = ''

/** Groups paths by the names that they share, directly or through others: in the order of their first paths, those without a name last. */
export function unitsIn(paths: readonly string[], namesOf: (path: string) => readonly string[]): ReadonlyMap<string, readonly string[]> {
  const nearer = new Map<string, string>()
  const first = (name: string): string => {
    let at = name
    for (let next = nearer.get(at); next !== undefined; next = nearer.get(at)) {
      // Each walk halves the way of the next one.
      nearer.set(at, nearer.get(next) ?? next)
      at = next
    }
    return at
  }
  const named = paths.map((path) => {
    const [name = rest, ...others] = namesOf(path)
    for (const other of others) {
      const [one, two] = [first(name), first(other)]
      if (one !== two) nearer.set(one < two ? two : one, one < two ? one : two)
    }
    return name
  })
  const units = new Map<string, string[]>()
  for (const [index, path] of paths.entries()) {
    const name = first(named[index] as string)
    const unit = units.get(name)
    if (unit) unit.push(path)
    else units.set(name, [path])
  }
  const last = units.get(rest)
  if (last) {
    units.delete(rest)
    units.set(rest, last)
  }
  return units
}

/** Everything that a reader can tell about a path: if none of it differs, neither does the reading. */
interface PathNote {
  readonly kind: EntryKind | undefined
  readonly identity: string | undefined
  readonly isLoaded: boolean
}

const notedAt = (view: View, path: string): PathNote => ({
  kind: view.entry(path)?.kind,
  identity: view.identity?.(path),
  isLoaded: view.bytes(path) !== undefined,
})

/** Whether a view shows all of these paths and folders as they were noted. */
function shows(view: View, noted: ReadonlyMap<string, PathNote>, held: ReadonlyMap<string, boolean>): boolean {
  for (const [folder, isHeld] of held) if (hasPathBelow(view, folder) !== isHeld) return false
  for (const [path, { kind, identity, isLoaded }] of noted) {
    if (view.identity?.(path) !== identity || view.entry(path)?.kind !== kind) return false
    if ((view.bytes(path) !== undefined) !== isLoaded) return false
  }
  return true
}

const areEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((each, index) => each === other[index]))

interface RecordingView extends UnitView {
  /** Shows another view from now on, if that has the same paths in the unit and the same at every path that was read. @returns whether it has. */
  moveTo(view: View, paths: readonly string[]): boolean
}

/** A view that lists the paths of a unit, and notes which paths, of the unit or not, are read. */
function recordingView(given: View, paths: readonly string[], context: Context): RecordingView {
  let whole = given
  let folders: View['folders'] | undefined
  let isOfCommit = false
  const noted = new Map<string, PathNote>()
  const held = new Map<string, boolean>()
  /** Whether another view shows all of these paths and folders as they were noted: of a series those alone are looked at that changed. */
  const isShownBy = (view: View): boolean => {
    const changed = changesSince(whole, view)
    const isFar = (path: string) => !noted.has(path) && !foldersAbove(path).some((folder) => held.has(folder))
    return (changed?.every(isFar) ?? false) || shows(view, noted, held)
  }
  const note = (path: string): string => {
    if (!noted.has(path)) noted.set(path, notedAt(whole, path))
    return path
  }
  const { log } = context
  /** The log differs at each commit, so that a reading that used it is never kept. */
  const ofCommit = <Made>(make: () => Made): Made => {
    isOfCommit = true
    return make()
  }
  return {
    view: {
      isOneOfMany: true,
      paths,
      get folders() {
        return (folders = whole.folders)
      },
      holds(folder) {
        const isHeld = held.get(folder) ?? hasPathBelow(whole, folder)
        held.set(folder, isHeld)
        return isHeld
      },
      entry: (path) => whole.entry(note(path)),
      identity: (path) => whole.identity?.(note(path)),
      bytes: (path) => whole.bytes(note(path)),
      content: (path) => whole.content(note(path)),
      digest: (path) => whole.digest(note(path)),
    },
    context: {
      ...context,
      ...(log && { log: { whole: () => log.whole(), head: () => ofCommit(log.head), commits: () => ofCommit(log.commits) } }),
    },
    moveTo(view, others) {
      const isSame = !isOfCommit && areEqual(paths, others) && (folders === undefined || folders === view.folders) && isShownBy(view)
      if (isSame) whole = view
      return isSame
    },
  }
}

/** Divides views, one after another, into their units. */
export type UnitViews = (view: View, context: Context) => readonly UnitView[]

/**
 * Divides each view into its units, and returns the same object as before for a unit in which nothing changed that its reading has read.
 *
 * @param namesOf undefined: all is one unit, and never the same object as before
 */
export function unitViewsOf(namesOf: ((path: string) => readonly string[]) | undefined): UnitViews {
  if (!namesOf) return (view, context) => [{ view, context }]
  const namesOnce = memoBy(namesOf)
  let known: { readonly paths: readonly string[]; readonly units: ReadonlyMap<string, readonly string[]> } | undefined
  let kept: ReadonlyMap<string, RecordingView> = new Map()
  return (view, context) => {
    if (known?.paths !== view.paths) known = { paths: view.paths, units: unitsIn(view.paths, namesOnce) }
    const units = new Map<string, RecordingView>()
    for (const [name, paths] of known.units) {
      const before = kept.get(name)
      units.set(name, before?.moveTo(view, paths) ? before : recordingView(view, paths, context))
    }
    kept = units
    return [...units.values()]
  }
}
