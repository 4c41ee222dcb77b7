import { describe, expect, it } from 'vitest'
import type { Files } from '../../src/core/rule.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { examplesOf } from '../examples-of.ts'
import { firstOfEach } from '../thorough.ts'
import { applied, checkExample, commandsIn, historyOf, identity, planned } from './offering.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'

/** How many repairs are made one after the other, and how many are tried for one example. */
const deepest = 4
const maxTries = 40

const written = (command: string) => command.replaceAll('"…"', '"Some text"')

/** What is found in a repository, and what a command makes of it. */
interface CheckedFiles {
  readonly found: readonly Diagnostic[]
  /** `undefined`: it changes nothing. */
  readonly after: (command: string) => Files | undefined
}

interface Step extends CheckedFiles {
  readonly files: Files
  /** The commands that led here. */
  readonly commands: readonly string[]
  /** All repositories on the way, this one too. */
  readonly seen: readonly string[]
  /** What was found on the way. */
  readonly known: ReadonlySet<string>
}

const textOf = (files: Files) => JSON.stringify(Object.entries(files).toSorted())

/**
 * The chains of repairs, each offered by what the one before brought about, that lead back to a repository or finding
 * that was there.
 */
async function cyclesFrom(files: Files, look: (files: Files) => Promise<CheckedFiles>): Promise<readonly string[]> {
  const cycles: string[] = []
  const steps: Step[] = [{ files, ...(await look(files)), commands: [], seen: [textOf(files)], known: new Set() }]
  let tried = 0
  for (let step = steps.shift(); step; step = steps.shift()) {
    const { found, after, commands, seen, known } = step
    const fresh = found.filter((finding) => !known.has(identity(finding)))
    const identities = new Set(found.map(identity))
    for (const command of new Set(fresh.flatMap(commandsIn))) {
      if (tried >= maxTries) return cycles
      tried++
      const fixed = after(command)
      if (!fixed) continue
      const way = [...commands, command]
      if (seen.includes(textOf(fixed))) {
        cycles.push(way.join(', then '))
        continue
      }
      const next = await look(fixed)
      const back = next.found.map(identity).filter((findingId) => known.has(findingId) && !identities.has(findingId))
      cycles.push(...back.map((findingId) => `${way.join(', then ')}: ${findingId}`))
      if (way.length < deepest)
        steps.push({
          files: fixed,
          ...next,
          commands: way,
          seen: [...seen, textOf(fixed)],
          known: new Set([...known, ...identities]),
        })
    }
  }
  return cycles
}

describe.each(protocols)('the repairs that findings of $name offer', (protocol) => {
  const examples = protocol.rules.flatMap((rule) =>
    examplesOf(rule).bad.map((example) => ({ code: rule.code, about: example.about, rule, example })),
  )

  it.each(firstOfEach(examples, ({ code }) => code))(
    'never lead back to what was repaired: $code, $about',
    async ({ rule, example }) => {
      const pasts = [...(example.base ? [example.base] : []), ...examplesOf(rule).good.map(({ head }) => head)]
      const history = historyOf(pasts)
      const look = async (files: Files): Promise<CheckedFiles> => {
        const checked = await checkExample(protocol, rule, example, files)
        return {
          found: checked.found,
          after(command) {
            const { outcome, changes } = planned(checked, history, written(command))
            return outcome === 'changed' ? applied(files, changes) : undefined
          },
        }
      }
      expect(await cyclesFrom(example.head, look)).toEqual([])
    },
  )
})

it('finds what two findings ask for in turn, and a finding that comes back', async () => {
  const finding = (message: string, fix: string) => ({ code: 'X', path: 'x', message, fix }) as unknown as Diagnostic
  const toggled = ({ x }: Files): Promise<CheckedFiles> =>
    Promise.resolve({
      found: [x === 'a' ? finding('Write b', '/sync b') : finding('Write a', '/sync a')],
      after: (command) => ({ x: command.slice(-1) }),
    })
  expect(await cyclesFrom({ x: 'a' }, toggled)).toEqual(['/sync b, then /sync a'])
  const counted = ({ x = '' }: Files): Promise<CheckedFiles> =>
    Promise.resolve({
      found: [x.length % 2 === 0 ? finding('Odd', '/sync b') : finding('Even', '/sync a')],
      after: () => ({ x: `${x}.` }),
    })
  expect(await cyclesFrom({ x: '' }, counted)).toEqual(['/sync b, then /sync a: X  x Odd'])
})
