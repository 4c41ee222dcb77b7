import type { BuiltInName } from '../../src/core/protocol.ts'
import type { Files } from '../../src/core/rule.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as declared from '../../src/protocols/declared/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'

/** What `examples.ts` of every protocol exports besides what the examples of its rules are made from. */
interface Fixtures {
  /** With it nothing is wrong. */
  readonly sample: Files
  /** A repository with every file of the protocol, with which nothing is wrong either. */
  readonly complete: Files
  /** The files of that, or of the next, which the page of the protocol shows: one of each kind. */
  readonly shown: readonly string[]
  /** Of a protocol with several layouts a repository of another one, with which nothing is wrong either. */
  readonly further?: Files
}

/** The sample repositories of each protocol. */
export const fixtures: Readonly<Record<BuiltInName, Fixtures>> = { plugin, handover, subagent, control, governance }

/** What the examples of a protocol's rules have in common. */
export const samples = Object.fromEntries(
  Object.entries(fixtures).map(([name, { sample }]) => [name, sample]),
) as Readonly<Record<BuiltInName, Files>>

/** The same with that of declared workflows, which only a configuration makes a protocol. */
export const documentedSamples: Readonly<Record<BuiltInName | 'declared', Files>> = {
  ...samples,
  declared: declared.sample,
}

/** Files of a protocol that are not in its sample. */
export function furtherFiles(name: BuiltInName | 'declared'): Files {
  if (name === 'declared') return {}
  const { sample, complete, further = {} } = fixtures[name]
  return Object.fromEntries(Object.entries({ ...further, ...complete }).filter(([path]) => sample[path] === undefined))
}

/**
 * One complete file of each kind of a protocol, by its path.
 *
 * @throws RangeError where its repository lacks one.
 */
export const completeFiles = (name: BuiltInName): Files =>
  Object.fromEntries(
    fixtures[name].shown.map((path) => {
      const text = fixtures[name].complete[path] ?? fixtures[name].further?.[path]
      if (text === undefined)
        throw new RangeError(`The repositories of ${name} lack ${path}, which its page is to show`)
      return [path, text]
    }),
  )
