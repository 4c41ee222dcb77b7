import type { Finding, Place } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'

/** A declaration, with the places in files that its commands write. */
export interface Writer {
  readonly name: string
  /** Where it is declared. */
  readonly declared: Place
  readonly writes: Iterable<Place>
}

/** Places that two declarations write, each pair of declarations once, at the later one. */
export function* writtenTwice(writers: readonly Writer[]): Iterable<Finding> {
  if (writers.length < 2) return
  const firstWriters = new Map<string, string>()
  for (const { name, declared, writes } of writers) {
    const others = new Set<string>()
    for (const { path, line = 1, column = 1 } of writes) {
      const key = `${path}:${line}:${column}`
      const other = firstWriters.get(key) ?? name
      firstWriters.set(key, other)
      if (other === name || others.has(other)) continue
      others.add(other)
      yield {
        message: msg`Unexpected workflow ${name}, expected no place that the workflow ${other} writes too: both write line ${line} of ${path}`,
        hint: 'A place belongs to one workflow: declare it there.',
        place: declared,
      }
    }
  }
}
