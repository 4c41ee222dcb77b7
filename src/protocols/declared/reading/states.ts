import { nodeAt, type DataNode } from '../../../documents/data.ts'
import type { Kind, Location, State, StatesFrom } from '../language/workflow.ts'
import type { Captures } from '../../../documents/template.ts'
import { folded } from '../words.ts'
import { type Files, isRead } from './files.ts'

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
  for (const state of list) for (const word of [state.name, ...state.words]) if (!byWord.has(folded(word))) byWord.set(folded(word), state)
  const group: Readonly<Record<string, (state: State) => boolean>> = {
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
        const own = byName.get(name) ?? byWord.get(folded(name))
        if (own) return [own]
        const test = group[name]
        return test ? list.filter(test) : []
      }),
  }
}

const textsIn = (node: DataNode | undefined): readonly string[] =>
  node?.kind === 'sequence'
    ? node.items.flatMap((item) => (item.kind === 'scalar' ? [item.source] : []))
    : node?.kind === 'scalar' && node.value !== null
      ? [node.source]
      : []

/** The states that a file of the repository lists; `unreadable`: the file is there and cannot be read. */
function read(from: StatesFrom, files: Files, captures: Captures): States | 'unreadable' {
  let names = from.standard
  let root: DataNode | undefined
  for (const file of from.in) {
    const path = file.format(captures)
    const found = path === undefined ? undefined : files(path)
    if (found === undefined) continue
    if (!isRead(found)) return 'unreadable'
    root = found.roots()[0]?.node
    const written = root && textsIn(nodeAt(root, from.at as readonly string[]))
    if (written && written.length > 0) names = written
    break
  }
  const meant = (words: readonly string[]): ReadonlySet<string> =>
    new Set(
      words.flatMap((word) => {
        if (word === 'last') return names.slice(-1)
        const own = names.find((name) => folded(name) === folded(word))
        return own !== undefined
          ? [own]
          : textsIn(root && nodeAt(root, [word])).flatMap((each) => names.find((name) => folded(name) === folded(each)) ?? [])
      }),
    )
  const [begin, end] = [meant(from.begin), meant(from.end)]
  const first = begin.size === 0 ? names.slice(0, 1) : []
  const list = names.map((name): State => {
    const isBegin = begin.has(name) || first.includes(name)
    const words = from.added.flatMap(({ state, isNew }) => (!isNew && folded(state.name) === folded(name) ? state.words : []))
    return {
      name,
      words,
      begin: isBegin,
      end: end.has(name),
      holder: isBegin || end.has(name) ? 'orchestrator' : 'agent',
      needs: [],
      staleAfter: undefined,
    }
  })
  for (const { state, after } of from.added) {
    if (list.some(({ name }) => folded(name) === folded(state.name))) continue
    const behind = list.findIndex(({ name }) => after !== undefined && folded(name) === folded(after))
    list.splice(behind === -1 ? list.length : behind + 1, 0, state)
  }
  return statesOf(list)
}

/** The states of the kinds of a workflow in a view. */
export function stateReader(files: Files): (kind: Kind) => States | 'unreadable' {
  const known = new Map<Kind, States | 'unreadable'>()
  return (kind) => {
    const before = known.get(kind)
    if (before) return before
    const made = 'list' in kind.states ? statesOf(kind.states.list) : read(kind.states, files, {})
    known.set(kind, made)
    return made
  }
}

/** The states that a word at a location may mean, of a box `ticked` or `open`; empty: it is no state. */
export function meaningOf(at: Location, states: States, word: string): readonly State[] {
  const own = at.says?.get(folded(word))
  if (own) return states.named(own.states)
  if (at.spot.form === 'box') return states.list.filter(({ end }) => end === (word === 'ticked'))
  const state = at.says ? undefined : states.byWord.get(folded(word))
  return state ? [state] : []
}

/** The words of a location, as they are written there. */
export function wordsAt({ spot, says }: Location, { list }: States): readonly string[] {
  if (spot.form === 'box') return ['ticked', 'open']
  return says ? Array.from(says.values(), ({ word }) => word) : list.map(({ name }) => name)
}

/** The word that says a state at a location: the first whose list has it first, otherwise the first that has it; `undefined`: none says it. */
export function wordFor(at: Location, states: States, state: State): string | undefined {
  const all = wordsAt(at, states).map((word) => ({ word, states: meaningOf(at, states, word) }))
  return (all.find(({ states: [first] }) => first === state) ?? all.find(({ states: those }) => those.includes(state)))?.word
}
