import type { DataMapping, DataNode, DataSequence } from '../../../documents/data.ts'
import { scalarsIn } from '../states/states.ts'
import { areMost, repetitionOf, isInert, looksLikeStates, stateNames } from './evidence.ts'
import {
  areRare,
  type Candidate,
  candidateOf,
  duplicatesIn,
  holderAmong,
  isIdLike,
  type Omission,
  quote,
  scalar,
  repeatedNote,
  dependencyAmong,
} from './candidate.ts'

/** So many steps into data, and keys of elements, are looked at. */
const maxDepth = 6
const maxKeys = 50

/** A text of a scalar; empty where there is none. */
const textAt = (element: DataMapping, key: string): string => {
  const value = element.get(key)?.value
  return value?.kind === 'scalar' && value.value !== null ? value.source : ''
}

/** Lists that are reached in one way, each with its elements. */
interface Lists {
  readonly path: string
  readonly way: readonly string[]
  readonly lists: readonly (readonly DataMapping[])[]
}

const isCapture = (name: string) => /^[A-Za-z][\w-]*$/.test(name)

/** The first keys of elements that have a scalar at them, in their order. */
const scalarKeys = (elements: readonly DataMapping[]): readonly string[] =>
  [
    ...new Set(
      elements.flatMap(({ entries }) =>
        entries.flatMap(({ key, value }) => (value.kind === 'scalar' && isCapture(key.source) ? [key.source] : [])),
      ),
    ),
  ].slice(0, maxKeys)

/** The key by which elements are known: `id`, or else the first that is another word for each element of a list. */
function idKeyOf(
  lists: Lists['lists'],
  stateKey: string | undefined,
): { readonly key: string; readonly repeatedIds: readonly string[] } | undefined {
  const candidates = scalarKeys(lists.flat().slice(0, 1)).filter(
    (key) => key !== stateKey && key !== 'path' && key !== 'folder',
  )
  for (const key of candidates.toSorted((a, b) => Number(b === 'id') - Number(a === 'id'))) {
    const idsByList = lists.map((list) => list.map((element) => textAt(element, key)))
    const ids = idsByList.flat()
    const repeatedIds = idsByList.flatMap(duplicatesIn)
    const isGood = key === 'id' ? areRare(repeatedIds, ids) : repeatedIds.length === 0
    if (isGood && ids.every((id) => isIdLike(id) && !/^\d{4}-\d\d-\d\d/.test(id))) return { key, repeatedIds }
  }
  return undefined
}

/** The key of elements that has the states: one of a usual name, or else the only one whose few values repeat. */
function stateKeyOf(lists: Lists['lists']): { readonly key: string; readonly guess?: 'clear' } | undefined {
  const elements = lists.flat()
  const wordsOf = (key: string) =>
    elements.flatMap((element) => {
      const value = element.get(key)?.value
      return value?.kind === 'scalar' && typeof value.value === 'string' && value.source !== '' ? [value.source] : []
    })
  const usual = stateNames.find((name) => {
    const words = wordsOf(name)
    return areMost(words, elements) && looksLikeStates(name, words)
  })
  if (usual !== undefined) return { key: usual }
  const guesses = scalarKeys(elements.slice(0, 1)).filter((key) => {
    const words = wordsOf(key)
    return words.length === elements.length && repetitionOf(key, words) === 'clear'
  })
  const [guess, otherGuess] = guesses
  return guess === undefined || otherGuess !== undefined ? undefined : { key: guess, guess: 'clear' }
}

const wayText = (way: readonly string[]) => `at: [${way.map(scalar).join(', ')}]`

/** What the elements of lists are, if they have states; `undefined`: they have none. */
function itemsInElements({ path, way, lists }: Lists): Candidate | Omission | undefined {
  const state = stateKeyOf(lists)
  const elements = lists.flat()
  if (!state || elements.length < 2) return undefined
  const listName = way.findLast((step) => !step.startsWith('{'))
  const from = listName === undefined ? path : `${listName} in ${path}`
  const id = idKeyOf(lists, state.key)
  if (!id)
    return state.guess
      ? undefined
      : {
          from,
          left: `the elements have ${quote(state.key)}, but no key whose value is there and another for each of them, so that it could be their id`,
        }
  const idText = id.key === 'id' ? '' : `, id: '{${id.key}}'`
  const said = elements.map((element) => textAt(element, state.key) || undefined)
  const ids = elements.map((element) => textAt(element, id.key))
  const otherKeys = scalarKeys(elements).filter((key) => key !== state.key && key !== id.key)
  const isNested = way.some((step) => step.startsWith('{'))
  const step = id.key === 'id' ? '{id}' : `{id=${id.key}}`
  return candidateOf({
    from,
    path,
    items: `{ elements: ${quote(path)}, ${wayText(way)}${idText} }`,
    places: [['data', `{ data: ${scalar(state.key)} }`]],
    ids,
    said,
    guess: state.guess,
    stateName: state.key,
    notes: repeatedNote(id.repeatedIds),
    lists: lists.map((list) => list.map((element) => textAt(element, state.key))),
    holder: holderAmong(
      otherKeys.map((name) => ({ name, values: elements.map((element) => textAt(element, name)) })),
      (name) => `{ data: ${scalar(name)} }`,
      said,
      ids,
    ),
    dependency: dependencyAmong(
      [...new Set(elements.flatMap(({ entries }) => entries.map(({ key }) => key.source)))].filter(isCapture),
      'data',
      (name) => elements.flatMap((element) => scalarsIn(element.get(name)?.value).map(({ source }) => source)),
      ids,
    ),
    ...(!isNested && {
      copy: `{ in: ${quote(path)}, data: [${[...way, step, state.key].map(scalar).join(', ')}] }`,
    }),
  })
}

/** The keys in data at any depth. Parts that aliases repeat are looked at once. */
function keysWithin(nodes: readonly DataNode[]): ReadonlySet<string> {
  const keys = new Set<string>()
  const reached = new Set(nodes)
  for (const node of reached) {
    if (node.kind === 'sequence') for (const item of node.items) reached.add(item)
    if (node.kind === 'mapping')
      for (const { key, value } of node.entries) {
        keys.add(key.source)
        reached.add(value)
      }
  }
  return keys
}

/**
 * A step through the elements of lists, by a name that neither a step before nor a key of what is in them has: one of
 * these may be the id of the items.
 */
function stepThrough(way: readonly string[], key: string, parts: readonly DataMapping[]): string {
  const listName = way.findLast((step) => !step.startsWith('{')) ?? 'part'
  const name = listName.replace(/s$/, '')
  const takenSteps = way.flatMap((step) => /^\{([^=}]+)/.exec(step)?.[1] ?? [])
  const taken = new Set(['id', 'path', 'folder', 'date', 'number', ...takenSteps, ...keysWithin(parts)])
  const isFree = (candidate: string) => isCapture(candidate) && !taken.has(candidate)
  let capture = [name, `${name}-name`, 'part', 'part-name'].find(isFree)
  for (let number = 2; capture === undefined; number++) if (isFree(`part-${number}`)) capture = `part-${number}`
  return key === 'id' ? `{${capture}}` : `{${capture}=${key}}`
}

/** Elements of lists, and of the lists in these. */
function* itemsInLists(found: Lists): Iterable<Candidate | Omission> {
  const items = itemsInElements(found)
  if (items) yield items
  const { path, way, lists } = found
  const elements = lists.flat()
  const id =
    way.length < maxDepth ? idKeyOf(lists, items && 'ids' in items ? stateKeyOf(lists)?.key : undefined) : undefined
  if (!id || id.repeatedIds.length > 0) return
  yield* itemsInParts(path, elements, (parts) => [...way, stepThrough(way, id.key, parts)])
}

/** Elements of the lists that some mappings have, by the way to these. */
function* itemsInParts(
  path: string,
  owners: readonly DataMapping[],
  wayOf: (parts: readonly DataMapping[]) => readonly string[],
): Iterable<Candidate | Omission> {
  const listKeys = new Set(
    owners.flatMap(({ entries }) =>
      entries.flatMap(({ key, value }) => (value.kind === 'sequence' ? [key.source] : [])),
    ),
  )
  for (const key of [...listKeys].slice(0, maxKeys)) {
    const lists = owners.flatMap((owner) => {
      const value = owner.get(key)?.value
      return value?.kind === 'sequence' ? [mappingsIn(value)] : []
    })
    const parts = lists.flatMap((list) => (list ? [list] : []))
    if (key !== '' && isInert(key) && parts.length === lists.length)
      yield* itemsInLists({ path, way: [...wayOf(parts.flat()), key], lists: parts })
  }
}

/** The elements of a list; `undefined`: one of them is no mapping. */
function mappingsIn({ items }: DataSequence): readonly DataMapping[] | undefined {
  const mappings = items.flatMap((item) => (item.kind === 'mapping' ? [item] : []))
  return mappings.length === items.length ? mappings : undefined
}

/** The keys of a mapping with what each says: itself, or at a key of its own. */
const itemsInKeys = (
  path: string,
  way: readonly string[],
  { entries }: DataMapping,
  said: readonly string[],
  state?: ReturnType<typeof stateKeyOf>,
): Candidate => {
  const stateKeys = state ? [state.key] : []
  return candidateOf({
    from: path,
    path,
    items: `{ keys: ${quote(path)}, ${wayText(way)} }`,
    places: [['data', `{ data: ${state ? scalar(state.key) : '[]'} }`]],
    ids: entries.map(({ key }) => key.source),
    said: said.map((word) => word || undefined),
    lists: [said],
    guess: state?.guess,
    stateName: state?.key,
    copy: `{ in: ${quote(path)}, data: [${[...way, '{id}', ...stateKeys].map(scalar).join(', ')}] }`,
  })
}

/** Lists of elements with an id, and maps of states, in data. */
export function* itemsInData(
  path: string,
  node: DataNode,
  way: readonly string[] = [],
): Iterable<Candidate | Omission> {
  if (node.kind === 'sequence') {
    const elements = mappingsIn(node)
    if (elements && elements.length > 0) yield* itemsInLists({ path, way, lists: [elements] })
    return
  }
  if (node.kind === 'scalar' || way.length > 3) return
  const values = node.entries.map(({ value }) => value)
  const words = values.flatMap((value) =>
    value.kind === 'scalar' && typeof value.value === 'string' ? [value.source] : [],
  )
  const texts = values.flatMap((value) =>
    value.kind === 'scalar' && (value.value === null || typeof value.value === 'string')
      ? [value.value === null ? '' : value.source]
      : [],
  )
  const parts = values.flatMap((value) => (value.kind === 'mapping' ? [value] : []))
  const isMapOfMaps = parts.length === values.length && parts.length > 1
  if (texts.length === values.length && areMost(words, values) && looksLikeStates('', words)) {
    yield itemsInKeys(path, way, node, texts)
    return
  }
  const state = isMapOfMaps ? stateKeyOf([parts]) : undefined
  if (state && node.entries.every(({ key }) => isIdLike(key.source))) {
    const said = parts.map((part) => textAt(part, state.key))
    yield itemsInKeys(path, way, node, said, state)
    return
  }
  const inAll = isMapOfMaps
    ? [...itemsInParts(path, parts, (elements) => [...way, stepThrough(way, 'id', elements)])]
    : []
  if (inAll.length > 0) {
    yield* inAll
    return
  }
  for (const { key, value } of node.entries)
    if (isInert(key.source)) yield* itemsInData(path, value, [...way, key.source])
}
