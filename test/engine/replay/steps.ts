import fc from 'fast-check'
import type { Protocol } from '../../../src/core/protocol.ts'
import type { Example, Files } from '../../../src/core/rule.ts'
import { examplesOf } from '../../examples-of.ts'
import type { Version } from './versions.ts'

/** A repository of some example. */
export type Repository = Pick<Example, 'head' | 'links'>

/** The repositories of all examples of a protocol's rules that need no configuration. */
export const examplesIn = ({ rules }: Protocol): readonly Repository[] =>
  rules.flatMap((rule) => {
    const { bad, good } = examplesOf(rule)
    return [...bad, ...good].filter(({ configuration, limit }) => configuration === undefined && limit === undefined)
  })

type Step = (version: Version, examples: readonly Repository[]) => Version

const pathsOf = ({ files }: Version) => Object.keys(files)
const at = <Element>(elements: readonly Element[], index: number): Element | undefined =>
  elements[index % Math.max(1, elements.length)]

/** What a commit may do to a repository. */
const steps: readonly ((firstPick: number, secondPick: number) => Step)[] = [
  // Another example as a whole.
  (firstPick) => (version, examples) => {
    const example = at(examples, firstPick)
    return example ? { files: example.head, links: example.links ?? [] } : version
  },
  // One file of another example.
  (firstPick, secondPick) => (version, examples) => {
    const files: Files = at(examples, firstPick)?.head ?? {}
    const path = at(Object.keys(files), secondPick)
    return path === undefined ? version : { ...version, files: { ...version.files, [path]: files[path] ?? '' } }
  },
  (firstPick) => (version) => {
    const path = at(pathsOf(version), firstPick)
    const { [path ?? '']: _, ...files } = version.files
    return { ...version, files }
  },
  // Renamed, into another folder too.
  (firstPick, secondPick) => (version) => {
    const from = at(pathsOf(version), firstPick)
    if (from === undefined) return version
    const { [from]: text = '', ...files } = version.files
    const to = secondPick % 2 === 0 ? `${from}.old` : `moved/${from}`
    return { ...version, files: { ...files, [to]: text } }
  },
  // No text.
  (firstPick) => (version) => {
    const path = at(pathsOf(version), firstPick)
    return path === undefined ? version : { ...version, files: { ...version.files, [path]: 'a\0b' } }
  },
  (firstPick) => (version) => {
    const path = at(pathsOf(version), firstPick)
    return path === undefined
      ? version
      : { files: { ...version.files, [path]: 'elsewhere' }, links: [...(version.links ?? []), path] }
  },
  // A line more.
  (firstPick, secondPick) => (version) => {
    const path = at(pathsOf(version), firstPick)
    if (path === undefined) return version
    const lines = (version.files[path] ?? '').split('\n')
    return { ...version, files: { ...version.files, [path]: lines.toSpliced(secondPick % lines.length, 1).join('\n') } }
  },
  // A file that is no state: its folder may be new.
  (firstPick) => (version) => ({
    ...version,
    files: { ...version.files, [`plugins/New${firstPick % 3}/Source/Main.cpp`]: '' },
  }),
]

/** Repositories that come one after another: each is some example, or what a commit made of the one before. */
export function drawnVersions(examples: readonly Repository[], maxSteps: number): fc.Arbitrary<readonly Version[]> {
  const drawn = fc.record({
    kind: fc.nat(steps.length - 1),
    one: fc.nat(10_000),
    other: fc.nat(10_000),
    merge: fc.boolean(),
  })
  return fc.tuple(fc.nat(10_000), fc.array(drawn, { minLength: 1, maxLength: maxSteps })).map(([first, moves]) => {
    const start = at(examples, first)
    const versions: Version[] = [{ files: start?.head ?? {}, links: start?.links ?? [] }]
    for (const { kind, one, other, merge } of moves) {
      const last = versions.at(-1) as Version
      versions.push({ ...(steps[kind]?.(one, other)(last, examples) ?? last), parents: merge ? 2 : 1 })
    }
    return versions
  })
}
