import { groupBy } from '../../../core/grouped.ts'
import { folded } from '../words.ts'
import { type Found, quoted } from './copies.ts'
import { inOrder, isWorking, rankOf } from './words.ts'

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

/** The states that words are: of each the spelling that most items have, in the order of a life; and one to end in, where all of them are on the way. */
function statesOf(found: Found): { readonly states: readonly string[]; readonly hasNewEnd: boolean } {
  const spelled = [...groupBy(found.words, folded).values()].map((same) => {
    const counted = [...groupBy(same, (word) => word)].toSorted((a, b) => b[1].length - a[1].length)
    return counted[0]?.[0] ?? ''
  })
  const known = new Set(spelled.map(folded))
  const more = [...(found.copied ?? []), ...(found.places[0]?.[0] === 'box' ? ['open', 'done'] : [])]
  for (const word of more) {
    if (known.has(folded(word))) continue
    known.add(folded(word))
    spelled.push(word)
  }
  const states = inOrder(spelled)
  const hasNewEnd = isWorking(states.at(-1) ?? '')
  return { states: hasNewEnd ? [...states, 'done'] : states, hasNewEnd }
}

function stateLine(state: string, states: readonly string[]): string {
  const rank = rankOf(state)
  const [hasBegin, hasEnd] = [states.some((each) => rankOf(each) === 'begin'), states.some((each) => rankOf(each) === 'end')]
  const begin = hasBegin ? rank === 'begin' : state === states[0]
  const end = hasEnd ? rank === 'end' : state === states.at(-1) && states.length > 1
  const facts = [
    ...(begin ? ['begin: true'] : []),
    ...(end ? ['end: true'] : []),
    ...(isWorking(state) ? ['holder: agent'] : ['holder: orchestrator']),
  ]
  return `${quoted(state)}: { ${facts.join(', ')} }`
}

function nameFor({ from, items }: Found, taken: Set<string>): string {
  const [, path = from] = /'([^']+)'/.exec(items) ?? []
  const part =
    path
      .replace(/\/?\{.*$/, '')
      .replace(/\.[a-z]+$/i, '')
      .split('/')
      .findLast((each) => each !== '' && !rankOf(each)) ?? 'work'
  const base =
    part
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+/, '')
      .replace(/-$/, '')
      .slice(0, 40) || 'work'
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}`
  taken.add(name)
  return name
}

/** Why a declaration is as it is: what is guessed in it, and what a person has to add. */
function reasons({ items, places }: Found, { states, hasNewEnd }: ReturnType<typeof statesOf>): readonly string[] {
  const odd = states.filter((state) => !rankOf(state))
  const of = (rank: 'begin' | 'end') => states.some((state) => rankOf(state) === rank)
  return [
    ...(odd.length > 0 ? [`guessed: where ${odd.map(quoted).join(', ')} stand in the order`] : []),
    ...(of('begin') ? [] : ['guessed: the first state begins, since no usual word for that is there']),
    ...(of('end') || states.length === 1 ? [] : ['guessed: the last state ends, since no usual word for that is there']),
    ...(hasNewEnd ? [`guessed: ${quoted('done')}, in which no item is yet`] : []),
    ...(states.some(isWorking) ? [] : ['add `holder: agent` to the state in which an agent works, if there is one']),
    ...(items.includes('id: {') ? ['id: the copies name the items by this key, not by their files'] : []),
    ...(places.length > 1 ? ['add `truth: PLACE` where one of the places is right'] : []),
  ]
}

/** The entry for items that were found. */
export function drafted(found: Found, taken: Set<string>): Draft {
  const name = nameFor(found, taken)
  const ordered = statesOf(found)
  const { states } = ordered
  const counted = Object.fromEntries([...groupBy(found.words, (word) => word)].map(([word, same]) => [word, same.length]))
  const shown = Object.entries(counted).map(([word, count]) => `${word} ${count}`)
  const places = found.places.map(([key, place]) => `${key}: ${place}`)
  const why = reasons(found, ordered)
  return {
    name,
    items: found.words.length,
    words: counted,
    why,
    lines: [
      `  # ${found.from}: ${shown.join(', ')}`,
      ...why.map((each) => `  # ${each}`),
      `  - name: ${name}`,
      `    items: ${found.items}`,
      `    states: { ${states.map((state) => stateLine(state, states)).join(', ')} }`,
      `    places: { ${places.join(', ')} }`,
    ],
  }
}
