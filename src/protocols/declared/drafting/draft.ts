import { isReservedPath } from '../../../core/configured-paths.ts'
import { groupBy } from '../../../core/grouped.ts'
import { visibleLine } from '../../../core/message.ts'
import { baseName, type View } from '../../../core/view.ts'
import { filesOf, isRead } from '../reading/files.ts'
import { foldId, foldWord, withoutInvisible } from '../reading/words.ts'
import { type Candidate, isBoxes, type Omission, quote, scalar } from './candidate.ts'
import { joinCopies } from './copies.ts'
import { itemsInData } from './data.ts'
import { isNameable, isNoState, orderInLists, slipsIn, synonymsIn, isWorking, orderStates, rankOf } from './evidence.ts'
import { itemsInFiles, itemsInFolders } from './files.ts'
import { itemsInBoxes, itemsInTables } from './markdown.ts'

/** A declaration to begin with. */
export interface Draft {
  readonly name: string
  readonly items: number
  /** How many items have each word. */
  readonly words: Readonly<Record<string, number>>
  /** Why it is as it is, and what is guessed. */
  readonly why: readonly string[]
  /** An entry of `workflows` in YAML. */
  readonly lines: readonly string[]
}

/** States in order, and what of that is known. */
interface FoundStates {
  readonly states: readonly string[]
  readonly hasNewEnd: boolean
  /** The order is that of the items in their lists. */
  readonly isByLists: boolean
  /** The only state in which someone is named, where that may be the agent's. */
  readonly working: string | undefined
  /** Words that are taken for slips. */
  readonly slips: readonly string[]
  /** Words with invisible characters, which the names of the states leave out. */
  readonly halfSeen: readonly string[]
  /** What no state can be named. */
  readonly unnameable: readonly string[]
  /** The words that such a slip may be another word for, by the slip, folded. */
  readonly synonyms: ReadonlyMap<string, string>
}

/** The states that boxes tell apart, where the words of copies do not name them. */
const boxNames = (copied: readonly string[]): readonly string[] => [
  ...(copied.some((word) => rankOf(word) !== 'end') ? [] : ['open']),
  ...(copied.some((word) => rankOf(word) === 'end') ? [] : ['done']),
]

/**
 * The states that words are: of each the spelling that most items have, in the order of a life; and one to end in,
 * where all of them are on the way.
 */
function statesOf(foundItems: Candidate): FoundStates {
  const { lists = [], holder } = foundItems
  const writtenWords = [...foundItems.words, ...(foundItems.copied ?? [])]
  const namesIn = (words: readonly string[] = []) => words.map(withoutInvisible).filter(isNameable)
  const copied = namesIn(foundItems.copied)
  const ownNames = isBoxes(foundItems) ? boxNames(copied) : namesIn(foundItems.words)
  const allNames = [...ownNames, ...copied]
  const synonyms = synonymsIn(allNames)
  const copiedNames = new Set(copied.map(foldWord))
  // A copy that says the same confirms an unusual word.
  const slips = new Set([
    ...[...slipsIn(ownNames)].filter((word) => !copiedNames.has(word)),
    ...slipsIn(allNames),
    ...synonyms.keys(),
  ])
  const isState = (word: string) => !isNoState(word) && !slips.has(foldWord(word))
  const words = ownNames.filter(isState)
  const spellings = [...groupBy(words, foldWord).values()].map((sameWords) => {
    const byCount = [...groupBy(sameWords, (word) => word)].toSorted((a, b) => b[1].length - a[1].length)
    return byCount[0]?.[0] ?? ''
  })
  const knownWords = new Set(spellings.map(foldWord))
  for (const word of copied.filter(isState)) {
    if (knownWords.has(foldWord(word))) continue
    knownWords.add(foldWord(word))
    spellings.push(word)
  }
  // Usual words have an order of their own.
  const ordered = spellings.every(rankOf) ? undefined : orderInLists(spellings, lists)
  const states = ordered ?? orderStates(spellings)
  const working = states
    .slice(1, -1)
    .find((state) => foldWord(state) === holder?.state && (isWorking(state) || !rankOf(state)))
  const hasNewEnd = isWorking(states.at(-1) ?? '')
  return {
    states: hasNewEnd ? [...states, 'done'] : states,
    hasNewEnd,
    isByLists: ordered !== undefined,
    working,
    synonyms,
    slips: [...new Set(allNames)].filter((word) => slips.has(foldWord(word))),
    halfSeen: [...new Set(writtenWords)].filter((word) => withoutInvisible(word) !== word),
    unnameable: [...new Set(writtenWords)].filter((word) => !isNameable(withoutInvisible(word))),
  }
}

/** Whether an agent works in a state: by its word, or else by who is named in it. */
const isAgents = (state: string, { states, working }: FoundStates): boolean =>
  isWorking(state) || (state === working && !states.some(isWorking))

/** What a declaration says of states: their names alone where their order says the rest. */
function statesText(found: FoundStates): string {
  const { states } = found
  const hasRank = (rank: 'begin' | 'end') => states.some((state) => rankOf(state) === rank)
  const [hasBegin, hasEnd] = [hasRank('begin'), hasRank('end')]
  const facts = states.map((state, index) => ({
    state,
    begin: hasBegin ? rankOf(state) === 'begin' : index === 0,
    end: hasEnd ? rankOf(state) === 'end' : index > 0 && index === states.length - 1,
    agent: isAgents(state, found),
  }))
  const last = states.length - 1
  const isUsual =
    last > 0 &&
    facts.every(
      ({ begin, end, agent }, index) =>
        begin === (index === 0) && end === (index === last) && agent === (index === 1 && index < last),
    )
  if (isUsual) return `[${states.map(scalar).join(', ')}]`
  const texts = facts.map(({ state, begin, end, agent }) =>
    [
      `${scalar(state)}: { `,
      begin ? 'begin: true, ' : '',
      end ? 'end: true, ' : '',
      `holder: ${agent ? 'agent' : 'orchestrator'} }`,
    ].join(''),
  )
  return `{ ${texts.join(', ')} }`
}

function nameFor({ from, items }: Candidate, takenNames: Set<string>): string {
  const [, path = from] = /'([^']+)'/.exec(items) ?? []
  const part =
    path
      .replace(/\/?\{.*$/, '')
      .replace(/\.[a-z]+$/i, '')
      .split('/')
      .findLast((segment) => segment !== '' && !rankOf(segment)) ?? 'work'
  const base =
    part
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+/, '')
      .replace(/-$/, '')
      .slice(0, 40) || 'work'
  let name = base
  for (let number = 2; takenNames.has(name); number++) name = `${base}-${number}`
  takenNames.add(name)
  return name
}

/** So many items show that a state has a place. */
const minRequired = 3

/** The state from which on a place must be there, and one before it in which a single item has none, and others have. */
interface Required {
  readonly state: string
  readonly butFor: string | undefined
}

/** The states from which on all items have a copy, by the names of places: none where too few are that far. */
function requiredStates(
  { places, coverage = new Map() }: Candidate,
  states: readonly string[],
): ReadonlyMap<string, Required> {
  const indexOf = (word: string) => states.findIndex((state) => foldWord(state) === foldWord(word))
  // Of a list of places each would have to require it.
  const isList = (name: string) => places.some(([key, place]) => key === name && place.startsWith('['))
  return new Map(
    [...coverage].flatMap(([name, { present, absent }]) => {
      if (isList(name)) return []
      const first = Math.max(-1, ...absent.map(indexOf)) + 1
      const state = states[first]
      const [onlyAbsent, ...moreAbsent] = absent
      const isAlone =
        moreAbsent.length === 0 && onlyAbsent !== undefined && present.map(indexOf).includes(indexOf(onlyAbsent))
      const butFor = isAlone ? states[indexOf(onlyAbsent)] : undefined
      const count = present.filter((word) => indexOf(word) >= first).length
      return state === undefined || count < minRequired ? [] : [[name, { state, butFor }] as const]
    }),
  )
}

/** So many words are shown for a reason, and so much of each. */
const maxShown = { words: 10, length: 40 } as const

/** Why a declaration is as it is: what is guessed in it, and what a person has to add. */
function reasons(
  { places, ids, said, holder, dependency, notes, guess, stateName }: Candidate,
  { states, hasNewEnd, isByLists, working, slips, halfSeen, unnameable, synonyms }: FoundStates,
  required: ReadonlyMap<string, Required>,
): readonly string[] {
  const unrankedStates = states.filter((state) => !rankOf(state))
  const hasRank = (rank: 'begin' | 'end') => states.some((state) => rankOf(state) === rank)
  const wordsWithIds = (words: readonly string[]) => {
    const texts = words.slice(0, maxShown.words).map((word) => {
      const id = ids[said.indexOf(word)]
      return `${quote(visibleLine(word, maxShown.length))}${id === undefined ? '' : ` (of ${quote(visibleLine(id))})`}`
    })
    return [...texts, ...(words.length > texts.length ? [`and ${words.length - texts.length} more`] : [])].join(', ')
  }
  return [
    ...(guess === undefined
      ? []
      : [`guessed: ${quote(stateName ?? '')} has the state, since it alone has few values that repeat`]),
    ...notes,
    ...(slips.length > 0
      ? [
          `left out of the states, since one item alone has ${slips.length === 1 ? 'it' : 'each of them'}: ${wordsWithIds(slips)}; add what is no slip`,
        ]
      : []),
    ...(halfSeen.length > 0
      ? [`has invisible characters, and is no word of a state until they are removed: ${wordsWithIds(halfSeen)}`]
      : []),
    ...(unnameable.length > 0
      ? [`left out of the states, since it is too long for one or has braces: ${wordsWithIds(unnameable)}`]
      : []),
    ...slips.flatMap((word) => {
      const usual = synonyms.get(foldWord(word))
      return usual === undefined
        ? []
        : [
            `is ${quote(word)} another word for ${quote(usual)}? Then say so: ${scalar(usual)}: { words: [${scalar(word)}] }`,
          ]
    }),
    ...(unrankedStates.length > 0
      ? [
          `guessed: where ${unrankedStates.map(quote).join(', ')} ${unrankedStates.length === 1 ? 'stands' : 'stand'} in the order${isByLists ? ', from the order of the items' : ''}`,
        ]
      : []),
    ...(hasRank('begin') ? [] : ['guessed: the first state begins, since no usual word for that is there']),
    ...(hasRank('end') || states.length === 1
      ? []
      : ['guessed: the last state ends, since no usual word for that is there']),
    ...(isBoxes({ places }) && states.filter((state) => rankOf(state) !== 'end').length > 1
      ? ['an open box says every state before the end: an item that has no place but its box is in none of them']
      : []),
    ...(hasNewEnd ? [`guessed: ${quote('done')}, in which no item is yet`] : []),
    ...(states.some(isWorking) || working !== undefined
      ? []
      : ['add `holder: agent` to the state in which an agent works, if there is one']),
    ...(working === undefined || holder?.isNamed === true
      ? []
      : [
          `guessed: who works on an item stands in ${quote(holder?.name ?? '')}, which is filled in ${quote(working)} alone`,
        ]),
    ...(holder?.isOfAll === true
      ? [
          `${quote(holder.name)} is also filled in for items that have not begun, so it may name an owner. Remove the # before fields if the name of an agent may replace it`,
        ]
      : []),
    ...Array.from(
      required,
      ([name, { state, butFor }]) =>
        `guessed: from ${quote(state)} on, every item has the place ${quote(name)}${butFor === undefined ? '' : `; in ${quote(butFor)} one alone has none: is it missing there? Then ${quote(butFor)} belongs there`}`,
    ),
    ...(dependency
      ? [`${quote(dependency.name)} names other items: take the # before depends away if these have to end first`]
      : []),
    ...(places.length > 1 ? ['add `truth: PLACE` where one of the places is right'] : []),
  ]
}

/** The entry for items that were found. */
function draftFrom(foundItems: Candidate, takenNames: Set<string>): Draft {
  const name = nameFor(foundItems, takenNames)
  const orderedStates = statesOf(foundItems)
  const { states } = orderedStates
  const { holder, dependency } = foundItems
  const working = states.find((state) => isAgents(state, orderedStates))
  const once = working === undefined ? [] : [`once: ${scalar(working)}`]
  const hasHolder = holder !== undefined && (holder.isNamed || orderedStates.working !== undefined)
  const wordCounts = Object.fromEntries(
    [...groupBy(foundItems.words, (word) => word)].map(([word, occurrences]) => [word, occurrences.length]),
  )
  const countTexts = Object.entries(wordCounts).map(
    ([word, count]) => `${word === '' ? 'none' : visibleLine(word, maxShown.length)} ${count}`,
  )
  const required = requiredStates(foundItems, states)
  const knownStates = new Set(states.map(foldWord))
  const places = foundItems.places.map(([key, place, says = []]) => {
    const entries = says.flatMap(([written, meaning]) =>
      knownStates.has(foldWord(meaning)) ? [`${scalar(written)}: ${scalar(meaning)}`] : [],
    )
    const state = required.get(key)?.state
    // Of a list of places each has its own words.
    const withSays =
      entries.length === 0 ? place : place.replaceAll(/ \}(?=\]?$|, \{ in: )/g, `, says: { ${entries.join(', ')} } }`)
    return `${key}: ${state === undefined ? withSays : withSays.replace(/ \}$/, `, required-from: ${scalar(state)} }`)}`
  })
  const why = reasons(foundItems, orderedStates, required)
  return {
    name,
    items: foundItems.words.length,
    words: wordCounts,
    why,
    lines: [
      `  # ${foundItems.from}: ${countTexts.join(', ')}`,
      ...why.map((reason) => `  # ${reason}`),
      `  - name: ${name}`,
      `    items: ${foundItems.items}`,
      `    states: ${statesText(orderedStates)}`,
      ...(places.length === 1
        ? [`    places: { ${places.join('')} }`]
        : ['    places:', ...places.map((place) => `      ${place}`)]),
      ...(hasHolder ? [`    ${holder.isOfAll ? '# ' : ''}fields: { holder: ${holder.place} }`] : []),
      ...(dependency ? [`    # depends: { ${[dependency.keys, ...once].join(', ')} }`] : []),
    ],
  }
}

/** Whether a file may hold items, and its path may stand in a declaration as it is. */
export const isDraftable = (path: string): boolean =>
  /\.(?:md|ya?ml|json|jsonl)$/i.test(path) && /^[\w.@+ /-]+$/.test(path) && !isReservedPath(path)

/** The most declarations of a draft: those with usual words first, then those with the most items. */
const maxDrafts = 10

/** What looks like the states of items in some files, and what is left out of it. */
function* candidatesIn(view: View, limit: number): Iterable<Candidate | Omission> {
  const read = filesOf(view)(limit)
  const files = view.paths.flatMap((path) => {
    const file = read(path)
    return isRead(file) ? [file] : []
  })
  const markdown = files.filter(({ path }) => path.endsWith('.md'))
  const fileNames = new Set(markdown.map(({ path }) => foldId(baseName(path).slice(0, -'.md'.length))))
  const isId = (word: string) => /\d/.test(word) || fileNames.has(foldId(word))
  yield* itemsInFiles(files.filter(({ path }) => !path.endsWith('.jsonl')))
  yield* itemsInFolders(markdown.map(({ path }) => path))
  for (const file of markdown) {
    yield* itemsInTables(file, isId)
    yield* itemsInBoxes(file, isId)
  }
  for (const { path, roots } of files) {
    const [root] = roots
    if (root && !path.endsWith('.jsonl')) yield* itemsInData(path, root.node)
  }
}

/** So many files and folders are named of those that have something to draft. */
const maxPaths = 3

/** The first files and folders of a view of which a draft would have something. */
export function draftablePaths(view: View, limit: number): readonly string[] {
  const paths = new Set<string>()
  for (const candidate of candidatesIn(view, limit)) {
    if (!('left' in candidate) && candidate.guess !== 'weak') paths.add(candidate.path === '' ? '*.md' : candidate.path)
    if (paths.size === maxPaths) break
  }
  return [...paths]
}

/** Declarations for what some files seem to hold, and what is left out of them. */
export function draftOf(
  view: View,
  limit: number,
  reservedNames: readonly string[],
): { readonly drafts: readonly Draft[]; readonly omissions: readonly Omission[] } {
  const candidates = [...candidatesIn(view, limit)]
  const bySize = (a: Candidate, b: Candidate) => b.words.length - a.words.length
  const foundItems = joinCopies(candidates.flatMap((candidate) => ('left' in candidate ? [] : [candidate])))
    .filter(({ guess }) => guess !== 'weak')
    .toSorted((a, b) => Number(a.guess !== undefined) - Number(b.guess !== undefined) || bySize(a, b))
  const takenNames = new Set(reservedNames)
  return {
    drafts: foundItems
      .slice(0, maxDrafts)
      .toSorted(bySize)
      .map((candidate) => draftFrom(candidate, takenNames)),
    omissions: [
      ...candidates.filter((candidate) => 'left' in candidate),
      ...foundItems
        .slice(maxDrafts)
        .map(({ from }) => ({ from, left: `${maxDrafts} others have more items, or usual words` })),
    ],
  }
}
