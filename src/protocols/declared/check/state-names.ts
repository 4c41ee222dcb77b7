import type { Finding, Place } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { memo } from '../../../core/once.ts'
import type { WrongName } from '../../../core/protocol.ts'
import { suggestion, suggestionHint } from '../../../core/suggestion.ts'
import type { View } from '../../../core/view.ts'
import { type DataNode, type DataScalar, nodeAt } from '../../../documents/data.ts'
import type { AwaitedName, Kind, Workflow } from '../language/workflow.ts'
import { filesOf, isRead } from '../reading/files.ts'
import { scalarsIn, stateReader, statesFileOf } from '../states/states.ts'
import { foldWord } from '../reading/words.ts'

const maxListed = 20

/** What a kind knows of the states that a file lists. */
interface Listed {
  readonly names: readonly string[]
  /** Those of the default too, which count where there is no file. */
  readonly known: ReadonlySet<string>
  /** The data of the file; `undefined`: it is not there. */
  readonly root: DataNode | undefined
  readonly path: string | undefined
  /** In that file. */
  readonly placeOf?: (value: DataScalar) => Place
}

/** @returns `undefined` where the names cannot be checked */
function listedIn(kind: Kind, view: View, limit: number): Listed | undefined {
  const files = filesOf(view)(limit)
  const states = stateReader(files)(kind)
  if (!states) return undefined
  const names = states.list.map(({ name }) => name)
  if ('list' in kind.states) return { names, known: new Set(names.map(foldWord)), root: undefined, path: undefined }
  const file = statesFileOf(kind.states, files)
  return {
    names,
    known: new Set([...names, ...kind.states.standard].map(foldWord)),
    root: isRead(file) ? file.roots[0]?.node : undefined,
    path: file?.path,
    ...(isRead(file) && { placeOf: ({ start, end }) => file.document.span(start, end) }),
  }
}

/**
 * Why a key on the way to a list is a misspelling of another. The key may also be one that the file does not have yet:
 * then the default counts.
 */
function keyFault({ name, behind = [] }: AwaitedName, { root, path = '' }: Listed) {
  const node = root && nodeAt(root, behind)
  if (node?.kind !== 'mapping' || node.get(name)) return undefined
  const lists = node.entries.flatMap(({ key, value }) => (value.kind === 'scalar' ? [] : [key.source]))
  const closestKey = suggestion(name, lists)
  return closestKey === undefined
    ? undefined
    : { message: msg`Unexpected key ${name}, expected one that ${path} has`, hint: msg`Did you mean ${closestKey}?` }
}

/** Why a name is wrong by what is listed; `undefined`: it is right, or nothing shows whether it is. */
function faultOf(awaitedName: AwaitedName, listed: readonly Listed[]): Omit<Finding, 'place'> | undefined {
  const { name, as, of } = awaitedName
  if (as === 'key') return listed.map((list) => keyFault(awaitedName, list))[0]
  const names = listed.flatMap((list) => list.names)
  const path = listed.find((list) => list.path !== undefined)?.path
  if (as === 'word') {
    const otherName = names.find((listedName) => foldWord(listedName) === foldWord(name))
    return otherName === undefined || foldWord(otherName) === foldWord(of ?? '')
      ? undefined
      : { message: msg`Unexpected word ${name} of ${of ?? ''}: it is the name of ${otherName}` }
  }
  if (listed.some(({ known }) => known.has(foldWord(name)))) return undefined
  const isKey = ({ root }: Listed) => root?.kind !== 'mapping' || root.get(name) !== undefined
  if ((as === 'state or key' || as === 'optional key') && listed.some(isKey)) return undefined
  const keys = listed.flatMap(({ root }) => (root?.kind === 'mapping' ? root.entries.map(({ key }) => key.source) : []))
  if (as === 'optional key' && suggestion(name, [...names, ...keys]) === undefined) return undefined
  const source = path === undefined ? '' : `, as ${msg`${path}`} lists them`
  return {
    message: `${msg`Unexpected state ${name}, expected one of ${names.slice(0, maxListed)}`}${source}`,
    ...suggestionHint(suggestion(name, names)),
  }
}

function* faultsIn({ kinds, awaited }: Workflow, view: View, limit: number): Iterable<Finding> {
  const listedFor = memo((kind: Kind) => listedIn(kind, view, limit))
  // Without the list, what it would show of other names is not known.
  const withoutList = new Set<Kind>()
  const isKey = ({ as }: AwaitedName) => as === 'key'
  for (const awaitedName of [...awaited.filter(isKey), ...awaited.filter((each) => !isKey(each))]) {
    if (withoutList.has(awaitedName.kind)) continue
    const isOfParts = awaitedName.as === 'state of parts'
    const listed = (isOfParts ? kinds.filter(({ within }) => within !== undefined) : [awaitedName.kind]).map(listedFor)
    const readable = listed.filter((list) => list !== undefined)
    const fault = readable.length < listed.length ? undefined : faultOf(awaitedName, readable)
    if (fault && isKey(awaitedName)) withoutList.add(awaitedName.kind)
    if (fault) yield { ...fault, place: awaitedName.place }
  }
}

/** What the file says at the keys by which states begin or end, and is none of them. */
function* strangeWords({ states }: Kind, { names, root, placeOf }: Listed): Iterable<Finding> {
  if ('list' in states || !root || !placeOf || !nodeAt(root, states.at as readonly string[])) return
  const known = new Set([...names, 'last'].map(foldWord))
  const keys = [...states.begin, ...states.end].filter((key) => !known.has(foldWord(key)))
  for (const key of new Set(keys))
    for (const value of scalarsIn(nodeAt(root, [key])))
      if (!known.has(foldWord(value.source)))
        yield {
          message: msg`Unexpected ${value.source} at ${key}, expected one of ${names.slice(0, maxListed)}`,
          ...suggestionHint(suggestion(value.source, names)),
          place: placeOf(value),
        }
}

const keyOf = ({ place, message }: Finding) => `${place.line}:${place.column} ${message.split(',')[0]}`

/**
 * What a declaration, or that file itself, names that is no state of those that a file of the repository lists. What was right before a
 * change, which takes the state out of the file, is a warning: until the merge the declaration cannot follow.
 */
export function* wrongNames(
  workflow: Workflow,
  { head, base }: { readonly head: View; readonly base?: View | undefined },
  limit: number,
): Iterable<WrongName> {
  for (const kind of workflow.kinds) {
    const listed = 'in' in kind.states ? listedIn(kind, head, limit) : undefined
    if (listed) for (const finding of strangeWords(kind, listed)) yield { finding, severity: 'warning' }
  }
  if (workflow.awaited.length === 0) return
  const before = base && new Set(Array.from(faultsIn(workflow, base, limit), keyOf))
  for (const fault of faultsIn(workflow, head, limit))
    yield { finding: fault, severity: before && !before.has(keyOf(fault)) ? 'warning' : 'error' }
}
