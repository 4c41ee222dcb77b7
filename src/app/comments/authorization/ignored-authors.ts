import { day, minute } from '../../../core/time.ts'
import type { Notes } from '../../../core/lanes.ts'
import type { IncomingComment } from '../comment.ts'

/** The authors of comments who get no answer, remembered so that their role is not read again. */
export interface IgnoredAuthors {
  /** Remembers that the author of a comment gets no answer. */
  note(comment: IncomingComment): Promise<void>
  /** The numbers of those comments whose authors are known to get no answer. */
  among(all: readonly IncomingComment[]): Promise<ReadonlySet<number>>
}

/** In seconds: as long as the sweep looks back. */
const rememberedFor = (3 * day) / 1000

/** Seconds after which an author who was given access gets answers. */
const accessDelay = minute / 1000

/**
 * Remembers in notes who gets no answer. A comment never gets one, even where its author is given access later; the
 * next comment of the same person in the same conversation is not for a minute.
 *
 * @param repository the beginning of the names of its lanes
 */
export function ignoredAuthors(notes: Notes, repository: string): IgnoredAuthors {
  /** A comment that the sweep found has no such key: it is older than a minute. */
  const authorKeys = ({ number, account, late }: IncomingComment) =>
    account === undefined || late ? [] : [`${repository}#${number}:${account}`]
  const keep = ({ id }: IncomingComment) => notes.put('ignored', String(id), '', rememberedFor)

  const notedKeys = async (kind: string, keys: readonly string[]): Promise<ReadonlySet<string>> => {
    if (keys.length === 0) return new Set()
    const values = await notes.get(kind, keys)
    return new Set(keys.filter((_, index) => values[index] !== undefined))
  }

  return {
    async note(comment) {
      await keep(comment)
      for (const person of authorKeys(comment)) await notes.put('nobody', person, '', accessDelay)
    },
    async among(candidates) {
      const comments = await notedKeys('ignored', [...new Set(candidates.map(({ id }) => String(id)))])
      const people = await notedKeys('nobody', [...new Set(candidates.flatMap(authorKeys))])
      const isIgnored = (comment: IncomingComment) =>
        comments.has(String(comment.id)) || authorKeys(comment).some((person) => people.has(person))
      const ignoredComments = candidates.filter(isIgnored)
      for (const comment of ignoredComments) if (!comments.has(String(comment.id))) await keep(comment)
      return new Set(ignoredComments.map(({ id }) => id))
    },
  }
}
