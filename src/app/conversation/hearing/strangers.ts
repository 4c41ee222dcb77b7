import type { Notes } from '../../deliveries/lanes.ts'
import type { Heard } from '../world.ts'

/** Comments of people who are not heard, so that nobody is asked about them again. */
export interface Strangers {
  /** Remembers that the author of a comment is not heard. */
  note(heard: Heard): Promise<void>
  /** The numbers of those comments whose authors are known not to be heard. */
  among(all: readonly Heard[]): Promise<ReadonlySet<number>>
}

/** As long as the sweep looks back, in seconds. */
const threeDays = 3 * 24 * 60 * 60

/** Whoever is let in is heard soon, in seconds. */
const aMinute = 60

/**
 * Who is not heard, by notes. A comment never is, even where its author is let in later; what the same person says next in the same
 * conversation is not for a minute.
 *
 * @param repository what its lanes begin with
 */
export function strangers(notes: Notes, repository: string): Strangers {
  /** What was found by the sweep has no such key: it has been there for longer than a minute. */
  const personIn = ({ number, account, late }: Heard) => (account === undefined || late ? [] : [`${repository}#${number}:${account}`])
  const keep = ({ comment }: Heard) => notes.put('unheard', String(comment), '', threeDays)

  const known = async (kind: string, keys: readonly string[]): Promise<ReadonlySet<string>> => {
    if (keys.length === 0) return new Set()
    const found = await notes.get(kind, keys)
    return new Set(keys.filter((_, index) => found[index] !== undefined))
  }

  return {
    async note(heard) {
      await keep(heard)
      for (const person of personIn(heard)) await notes.put('nobody', person, '', aMinute)
    },
    async among(all) {
      const comments = await known('unheard', [...new Set(all.map(({ comment }) => String(comment)))])
      const people = await known('nobody', [...new Set(all.flatMap(personIn))])
      const isUnheard = (heard: Heard) => comments.has(String(heard.comment)) || personIn(heard).some((person) => people.has(person))
      const found = all.filter(isUnheard)
      for (const heard of found) if (!comments.has(String(heard.comment))) await keep(heard)
      return new Set(found.map(({ comment }) => comment))
    },
  }
}
