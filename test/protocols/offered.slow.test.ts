import { examplesOf } from '../examples-of.ts'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Example } from '../../src/core/rule.ts'
import { protocols } from '../../src/entry/protocols.ts'
import {
  acceptPath,
  change as controlled,
  handbackPath,
  returned,
  returnedSample,
} from '../../src/protocols/control/examples.ts'
import {
  change as governed,
  emptySample,
  metricsPath,
  sample,
  session,
  sessionPath,
} from '../../src/protocols/governance/examples.ts'
import { sample as declaredSample } from '../../src/protocols/declared/examples.ts'
import { firstOfEach, part } from '../thorough.ts'
import { workflowOf } from './declared/scene.ts'
import { give, look, open, placeOf, type Place, type Tree } from './scene.ts'

/** A command that a finding offers. */
interface Offer {
  readonly line: string
  /** Those that are to be given first: `/accept x`, then `/handback x success`. */
  readonly before: readonly string[]
  /** Whether it is only the way to the next one. */
  readonly isStep: boolean
}

const text = (line: string) => line.replaceAll('"…"', '"Some text"')

/** What the hint names as commands; those that need another command first are left out. */
function offersOf({ hint = '', fix }: Diagnostic): readonly Offer[] {
  const offers: Offer[] = fix === undefined ? [] : [{ line: fix, before: [], isStep: false }]
  const named = Array.from(hint.matchAll(/(\b[Tt]hen (?:give )?)?`(\/[a-z][^`]*)`/g), ([, then, line = '']) => ({
    line,
    follows: then !== undefined,
  }))
  let before: readonly string[] = []
  for (const [index, { line, follows }] of named.entries()) {
    before = follows ? before : []
    const isByHand = follows && index === 0
    if (!isByHand && line !== fix) offers.push({ line, before, isStep: named[index + 1]?.follows === true })
    before = [...before, line]
  }
  return offers
}

/** Commands that only report the state. */
const isReport = (line: string) => /^\/(?:status|validate|(?:handback|turn)(?: \S+)?)$/.test(line)

const isSameDiagnostic = (left: Diagnostic, right: Diagnostic) =>
  left.code === right.code && left.target === right.target && left.message === right.message
const kindOf = ({ code, target, path, severity }: Diagnostic) => `${severity} ${code} ${target ?? ''} ${path}`

type Mode = 'auto' | 'soft' | 'strict'

const exampleDiagnostics = async (tree: Tree, place: Place, example: Example, mode: Mode) =>
  (await look(tree, place, mode, example.base, example.change)).diagnostics

/** Why an offer does not keep what it promises; `undefined` when it does. */
async function broken(
  example: Example,
  place: Place,
  mode: Mode,
  knownKinds: ReadonlySet<string>,
  found: Diagnostic,
  offer: Offer,
) {
  const { staleness: _, ...quiet } = place.context ?? {}
  const base = example.base && (await open(example.base, place))
  let tree: Tree = example.head
  const tried: string[] = []
  const reported: string[] = []
  for (const line of [...offer.before, offer.line]) {
    const result = await give(tree, text(line), { ...place, context: quiet }, { base })
    const { outcome } = result.result
    reported.push(...result.codes.map((code) => code.replace(/ .*/, '')))
    tried.push(`${line}: ${outcome} ${result.codes.join(', ')}`.trim())
    if (outcome !== 'changed' && !(outcome === 'unchanged' && isReport(line))) return tried.join('; ')
    tree = result.tree
  }
  if (offer.isStep || isReport(offer.line)) return undefined
  const after = await exampleDiagnostics(tree, place, example, mode)
  const fresh = after
    .filter(({ code, severity }) => severity !== 'notice' && !reported.includes(code))
    .filter((diagnostic) => !knownKinds.has(kindOf(diagnostic)) && !found.hint?.includes(`\`${diagnostic.code}\``))
    .map(kindOf)
  const isThere = after.some((diagnostic) => isSameDiagnostic(diagnostic, found))
  return isThere || fresh.length > 0
    ? [...tried, ...(isThere ? ['it is still found'] : []), ...fresh].join('; ')
    : undefined
}

/** Everything that a bad example's findings offer, and that is refused, does not help, or harms. */
async function brokenOffers(place: Place, example: Example, mode: Mode) {
  const diagnostics = await exampleDiagnostics(example.head, place, example, mode)
  const knownKinds = new Set(diagnostics.map(kindOf))
  const offered = diagnostics.flatMap((found) => offersOf(found).map((offer) => ({ found, offer })))
  const all = await Promise.all(
    offered.map(
      async ({ found, offer }) => [await broken(example, place, mode, knownKinds, found, offer), found.hint] as const,
    ),
  )
  return all.filter(([fault]) => fault !== undefined)
}

/**
 * The files of the example with which nothing is wrong that differ in the fewest lines, where these are of one file
 * alone.
 */
function nearest({ head, configuration }: Example, right: readonly Example[]): Example['head'] | undefined {
  const sameSetting = right.filter((example) => JSON.stringify(example.configuration) === JSON.stringify(configuration))
  const near = sameSetting.flatMap(({ head: base }) => {
    const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].filter((path) => base[path] !== head[path])
    const [path] = paths
    if (path === undefined || paths.length > 1) return []
    const [before = [], after = []] = [base, head].map((files) => (files[path] ?? '').split('\n'))
    const lost = before.filter((line) => !after.includes(line)).length
    return [{ base, differing: lost + after.filter((line) => !before.includes(line)).length }]
  })
  return near.toSorted((first, second) => first.differing - second.differing)[0]?.base
}

/** Everything that a refusal where an example is found offers, and that is refused too. */
async function refusedOffers({ commands }: Place['protocol'], place: Place, example: Example) {
  const base = example.base && (await open(example.base, place))
  const all = await Promise.all(
    commands
      .flatMap(({ examples }) => examples)
      .map(async (command) => {
        const { result } = await give(example.head, command, place, { base })
        const offers =
          result.outcome === 'refused'
            ? result.diagnostics.flatMap(offersOf).filter(({ before }) => before.length === 0)
            : []
        const offerResults = await Promise.all(
          offers.map(async ({ line }) => ({ line, given: await give(example.head, text(line), place, { base }) })),
        )
        return offerResults.flatMap(({ line, given: { outcome, codes } }) =>
          outcome === 'changed' ||
          (outcome === 'unchanged' && isReport(line)) ||
          // The work is still to be done.
          codes.join('') === 'EVIDENCE_MISSING error'
            ? []
            : [`${command}: ${line}: ${outcome} ${codes.join(', ')}`],
        )
      }),
  )
  return all.flat()
}

const subjects = [
  ...protocols
    .filter(({ name }) => name !== 'plugin')
    .map((protocol) => ({ name: protocol.name as string, protocolOf: () => protocol })),
  { name: 'declared workflows', protocolOf: workflowOf },
]

describe.each(subjects)('what findings of $name offer', ({ protocolOf }) => {
  const protocol = protocolOf({ head: declaredSample })
  const examples = protocol.rules.flatMap((rule) =>
    examplesOf(rule).bad.map((example) => ({ code: rule.code, about: example.about, example })),
  )
  // In each run of every other rule.
  const first = part(
    firstOfEach(examples, ({ code }) => code),
    2,
  )

  it.each(first)('is taken, and helps: $code, $about', async ({ example }) => {
    const place = placeOf(protocolOf(example), example)
    expect(await brokenOffers(place, example, example.base ? 'auto' : 'strict')).toEqual([])
    expect(await brokenOffers(place, example, 'soft')).toEqual([])
  })
  const right = protocol.rules.flatMap((rule) => examplesOf(rule).good.filter(({ base }) => base === undefined))
  const compared = examples.flatMap(({ example, ...each }) => {
    const base = example.base === undefined ? nearest(example, right) : undefined
    return base ? [{ ...each, example: { ...example, base } }] : []
  })
  // In each run of every rule, once.
  it.each(firstOfEach(compared, ({ code }) => code))(
    'is taken, and helps, against a base that was right: $code, $about',
    async ({ example }) => {
      expect(await brokenOffers(placeOf(protocolOf(example), example), example, 'auto')).toEqual([])
    },
  )
  // Every command is refused in many of them.
  it.each(part(first, 4))('is not refused where a refusal offers it: $code, $about', async ({ example }) => {
    expect(await refusedOffers(protocol, placeOf(protocolOf(example), example), example)).toEqual([])
  })
})

/** Protocols by name. */
const placeIn = (name: string): Place => {
  const protocol = protocols.find((candidate) => candidate.name === name)
  if (!protocol) throw new RangeError(`There is no protocol ${name}`)
  return { protocol }
}

describe('what comes after something that is done by hand', () => {
  it.each([
    { answer: returned('question'), line: '/answer explore@run-2026-01-20-001 "…"' },
    { answer: returnedSample, line: '/accept explore@run-2026-01-20-001' },
  ])('is taken once the answer of a stage is back: $line', async ({ answer, line }) => {
    const place = placeIn('control')
    const withoutHandback = controlled(answer, { [handbackPath]: null })
    const found = (await look(withoutHandback, place, 'auto', answer)).diagnostics.find(
      ({ code }) => code === 'HANDBACK_DELETED',
    )
    expect(found?.hint).toContain(`then \`${line}\``)
    expect((await give(answer, text(line), place)).result.outcome).toBe('changed')
  })

  it('starts a session once a file that no command wrote is gone', async () => {
    const place = placeIn('governance')
    const bad = governed(sample, { [sessionPath()]: session([['between_turn', '08:00']]) })
    const diagnosticsOf = async (tree: Tree) => (await look(tree, place, 'auto', emptySample)).diagnostics
    expect((await diagnosticsOf(bad)).map(({ hint }) => hint)).toContain(
      'Let it begin with `beginning`, or delete its file and its metrics; then `/accept session:ses_1` starts it.',
    )
    const { result, tree } = await give(
      governed(bad, { [sessionPath()]: null, [metricsPath]: null }),
      '/accept session:ses_1',
      place,
    )
    expect(result.outcome).toBe('changed')
    expect((await diagnosticsOf(tree)).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('is not a command where it would take an answer away', async () => {
    const place = placeIn('control')
    const odd = controlled(returnedSample, { [acceptPath]: '{}\n' })
    const found = (await look(odd, place)).diagnostics.find(({ code }) => code === 'ACCEPT_SCHEMA')
    expect(found?.fix).toBeUndefined()
    expect(found?.hint).toContain('would begin the next cycle, and take `handback.json` away')
  })
})
