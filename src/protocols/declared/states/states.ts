import { memo } from '../../../core/once.ts'
import { nodeAt, type DataNode, type DataScalar } from '../../../documents/data.ts'
import type { Kind, Location, State, StatesFile } from '../language/workflow.ts'
import { foldWord } from '../reading/words.ts'
import { type FileLookup, isRead, type UnreadableFile } from '../reading/files.ts'

/** The states of a kind in a repository. */
export interface States {
  readonly list: readonly State[]
  readonly byName: ReadonlyMap<string, State>
  /** The states that a word means, by its folded form. */
  readonly byWord: ReadonlyMap<string, State>
  /** The names that a word of a declaration stands for: a state, or `begin`, `middle`, `end`. */
  named(names: readonly string[]): readonly State[]
}

function statesOf(list: readonly State[]): States {
  const byName = new Map(list.map((state) => [state.name, state]))
  const byWord = new Map<string, State>()
  for (const state of list)
    for (const word of [state.name, ...state.words]) if (!byWord.has(foldWord(word))) byWord.set(foldWord(word), state)
  const groupTests: Readonly<Record<string, (state: State) => boolean>> = {
    begin: ({ begin }) => begin,
    middle: ({ begin, end }) => !begin && !end,
    end: ({ end }) => end,
  }
  return {
    list,
    byName,
    byWord,
    named: (names) =>
      names.flatMap((name) => {
        const ownState = byName.get(name) ?? byWord.get(foldWord(name))
        if (ownState) return [ownState]
        const test = groupTests[name]
        return test ? list.filter(test) : []
      }),
  }
}

/** The values of a list, or the one that is there in its place. */
export const scalarsIn = (node: DataNode | undefined): readonly DataScalar[] =>
  (node?.kind === 'sequence' ? node.items : node ? [node] : []).filter(
    (value) => value.kind === 'scalar' && (value !== node || value.value !== null),
  ) as readonly DataScalar[]

const textsIn = (node: DataNode | undefined): readonly string[] => scalarsIn(node).map(({ source }) => source)

const isName = (node: DataNode) => node.kind === 'scalar' && node.value !== null && node.source.trim() !== ''

/** The file that lists states: the first that is there. */
export const statesFileOf = ({ in: templates }: StatesFile, files: FileLookup) =>
  templates.map((template) => template.format({})).flatMap((path) => (path === undefined ? [] : (files(path) ?? [])))[0]

/** The names of the states: those that the file lists, or those of the default where it lists none. */
function namesIn(statesFile: StatesFile, root: DataNode | undefined): readonly string[] {
  const writtenNames = root ? textsIn(nodeAt(root, statesFile.at as readonly string[])) : []
  return writtenNames.length > 0 ? writtenNames : statesFile.standard
}

/** Why the states that a file of the repository lists cannot be read; `undefined`: they can be, or it lists none. */
export function statesFault(statesFile: StatesFile, files: FileLookup): UnreadableFile | undefined {
  const file = statesFileOf(statesFile, files)
  if (!isRead(file)) return file
  const [conflict] = file.faults
  if (conflict) return conflict
  const root = file.roots[0]?.node
  const listed = root && nodeAt(root, statesFile.at as readonly string[])
  const names = namesIn(statesFile, root)
  const keys = [...statesFile.begin, ...statesFile.end].flatMap((key) =>
    names.some((name) => foldWord(name) === foldWord(key)) ? [] : ((root && nodeAt(root, [key])) ?? []),
  )
  const isList = (node: DataNode) => node.kind === 'sequence' && node.items.every(isName)
  const isNull = (node: DataNode) => node.kind === 'scalar' && node.value === null
  const wrong =
    listed && !isName(listed) && !isNull(listed) && !isList(listed)
      ? listed
      : keys.find((node) => node.kind === 'mapping' || (node.kind === 'sequence' && !isList(node)))
  if (!wrong) return undefined
  const { path, document } = file
  return {
    path,
    message: 'Unexpected value, expected a list of names of states',
    place: document.span(wrong.start, wrong.end),
  }
}

/** The states that a file of the repository lists; `undefined`: the file is there and cannot be read. */
function readStatesFile(statesFile: StatesFile, files: FileLookup): States | undefined {
  if (statesFault(statesFile, files)) return undefined
  const file = statesFileOf(statesFile, files)
  const root = isRead(file) ? file.roots[0]?.node : undefined
  const names = namesIn(statesFile, root)
  const nameOf = (word: string) => names.find((name) => foldWord(name) === foldWord(word))
  const namesMeant = (words: readonly string[]): ReadonlySet<string> =>
    new Set(
      words.flatMap((word) => {
        if (word === 'last') return names.slice(-1)
        return nameOf(word) ?? textsIn(root && nodeAt(root, [word])).flatMap((text) => nameOf(text) ?? [])
      }),
    )
  const [begin, end] = [namesMeant(statesFile.begin), namesMeant(statesFile.end)]
  const defaultBegin = begin.size === 0 ? names.slice(0, 1) : []
  const wordsOf = (name: string) =>
    [...statesFile.added.map(({ state }) => [state.name, state.words] as const), ...statesFile.words].flatMap(
      ([stateName, words]) => (foldWord(stateName) === foldWord(name) ? words : []),
    )
  const list = names.map((name): State => {
    const isBegin = begin.has(name) || defaultBegin.includes(name)
    return {
      name,
      words: wordsOf(name),
      begin: isBegin,
      end: end.has(name),
      holder: isBegin || end.has(name) ? 'orchestrator' : 'agent',
      needs: [],
      staleAfter: undefined,
    }
  })
  for (const { state, after } of statesFile.added) {
    if (list.some(({ name }) => foldWord(name) === foldWord(state.name))) continue
    const afterIndex = list.findIndex(({ name }) => after !== undefined && foldWord(name) === foldWord(after))
    list.splice(afterIndex === -1 ? list.length : afterIndex + 1, 0, { ...state, words: wordsOf(state.name) })
  }
  return statesOf(list)
}

/** The states of the kinds of a workflow in a view; `undefined`: the file that lists them cannot be read. */
export const stateReader = (files: FileLookup): ((kind: Kind) => States | undefined) =>
  memo(({ states }: Kind) => ('list' in states ? statesOf(states.list) : readStatesFile(states, files)))

/** The states that a word at a location may mean, of a box `ticked` or `open`; empty: it is no state. */
export function meaningOf(location: Location, states: States, word: string): readonly State[] {
  const ownWord = location.says?.get(foldWord(word))
  if (ownWord) return states.named(ownWord.states)
  if (location.spot.form === 'box') return states.list.filter(({ end }) => end === (word === 'ticked'))
  const state = location.says ? undefined : states.byWord.get(foldWord(word))
  return state ? [state] : []
}

/** The words of a location, as they are written there. */
export function wordsAt({ spot, says }: Location, { list }: States): readonly string[] {
  if (spot.form === 'box') return ['ticked', 'open']
  return says ? Array.from(says.values(), ({ word }) => word) : list.map(({ name }) => name)
}

/**
 * The word that says a state at a location: the first whose list has it first, otherwise the first that has it;
 * `undefined`: none says it.
 */
export function wordFor(location: Location, states: States, state: State): string | undefined {
  const candidates = wordsAt(location, states).map((word) => ({ word, states: meaningOf(location, states, word) }))
  return (
    candidates.find(({ states: [firstState] }) => firstState === state) ??
    candidates.find(({ states: meanings }) => meanings.includes(state))
  )?.word
}
