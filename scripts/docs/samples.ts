import type { ProtocolName } from '../../src/core/protocol.ts'
import type { Files } from '../../src/core/rule.ts'
import { fixtures } from '../../src/entry/rule-examples.ts'

/** What the examples of a protocol's rules have in common. */
export const samples = Object.fromEntries(Object.entries(fixtures).map(([name, { sample }]) => [name, sample])) as Readonly<
  Record<ProtocolName, Files>
>

/** Files of a protocol that are not in its sample. */
export function furtherFiles(name: ProtocolName): Files {
  const { sample, complete, further = {} } = fixtures[name]
  return Object.fromEntries(Object.entries({ ...further, ...complete }).filter(([path]) => sample[path] === undefined))
}

/**
 * One complete file of each kind of a protocol, by its path.
 *
 * @throws RangeError where its repository lacks one.
 */
export const completeFiles = (name: ProtocolName): Files =>
  Object.fromEntries(
    fixtures[name].shown.map((path) => {
      const text = fixtures[name].complete[path] ?? fixtures[name].further?.[path]
      if (text === undefined) throw new RangeError(`The repositories of ${name} lack ${path}, which its page is to show`)
      return [path, text]
    }),
  )
