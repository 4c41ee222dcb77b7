import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../../src/core/protocol.ts'
import type { Files } from '../../../src/core/rule.ts'
import { unitsIn } from '../../../src/engine/replay/units.ts'
import { grantRules } from '../../../src/engine/grants.ts'
import { control } from '../../../src/protocols/control/protocol.ts'
import { recordPath, returned } from '../../../src/protocols/control/examples.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import { progressPath, sample as handoverSample } from '../../../src/protocols/handover/examples.ts'
import { inMessage, sample as subagentSample } from '../../../src/protocols/subagent/examples.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { drawnVersions, examplesIn, type Repository } from './steps.ts'
import { replayed } from './versions.ts'
import { runs } from '../../thorough.ts'

/**
 * The protocols whose repositories have parts, what the part of their examples is called, and a file of it that
 * changes.
 */
const cases = [
  {
    protocol: handover,
    name: '2026-01-20-login',
    called: (index: number) => `2026-01-2${index}-login`,
    sample: handoverSample,
    path: progressPath,
  },
  {
    protocol: subagent,
    name: '260131-144400',
    called: (index: number) => `260131-14440${index}`,
    sample: subagentSample,
    path: '.ralph-sessions/260131-144400/progress.md',
  },
  {
    protocol: control,
    name: 'run-2026-01-20-001',
    called: (index: number) => `run-2026-01-20-00${index + 1}`,
    sample: returned('question'),
    path: recordPath,
  },
] as const

type Case = (typeof cases)[number]

const count = 3

/** A repository in which the part has another name, in its paths and texts. */
const renamed = ({ name, called }: Pick<Case, 'name' | 'called'>, files: Files, index: number): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.replaceAll(name, called(index)),
      text.replaceAll(name, called(index)),
    ]),
  )

/** Some repositories in one, each with a name of its own for its part. */
const together = (of: Case, repositories: readonly Repository[]): Repository => ({
  head: Object.assign({}, ...repositories.map(({ head }, index) => renamed(of, head, index))) as Files,
  links: repositories.flatMap(({ links = [] }, index) =>
    links.map((path) => path.replaceAll(of.name, of.called(index))),
  ),
})

/** The same protocol, which is read as a whole at each commit. */
const uncut = (protocol: Protocol): Protocol => ({ ...protocol, units: () => undefined })

/** The same protocol, which notes which paths it reads at each commit. */
function noting(protocol: Protocol, readPaths: (readonly string[])[]): Protocol {
  return {
    ...protocol,
    read(...args) {
      readPaths.push(args[0].head.paths)
      return protocol.read(...args)
    },
  }
}

/** What is compared of two replays: which of two targets that come with one commit is first does not matter. */
function historyOf(protocol: Protocol, versions: Parameters<typeof replayed>[0], codes: ReadonlySet<string>) {
  const { episodes, targets, ...others } = replayed(versions, [protocol], { codes }).history
  const sorted = (all: readonly unknown[]) => all.map((item) => JSON.stringify(item)).toSorted()
  return { ...others, episodes: sorted(episodes), targets: sorted(targets) }
}

describe('units', () => {
  it('are the paths that share a name, directly or through others', () => {
    const names: Readonly<Record<string, readonly string[]>> = {
      a: ['one'],
      b: ['two'],
      c: ['three', 'two'],
      d: ['one', 'four'],
      e: ['four', 'three'],
    }
    const units = (paths: readonly string[]) => [...unitsIn(paths, (path) => names[path] ?? []).values()]
    expect(units(['a', 'b', 'c', 'x'])).toEqual([['a'], ['b', 'c'], ['x']])
    expect(units(['a', 'b', 'c', 'd', 'e', 'x'])).toEqual([['a', 'b', 'c', 'd', 'e'], ['x']])
    expect(units(['x', 'a', 'y'])).toEqual([['a'], ['x', 'y']])
  })
})

describe.each(cases)('the parts of a repository of $protocol.name', (of) => {
  const { protocol, name, sample, path } = of

  it('are read again only where something changed at which their reading looked', () => {
    const { head } = together(
      of,
      Array.from({ length: count }, () => ({ head: sample })),
    )
    const second = path.replaceAll(name, of.called(1))
    const later = { ...head, [second]: `${head[second] ?? ''}\n` }
    const read = (...steps: readonly Files[]) => {
      const readPaths: (readonly string[])[] = []
      replayed(
        steps.map((files) => ({ files })),
        [noting(protocol, readPaths)],
      )
      return readPaths
    }
    const first = read(head)
    const [again, ...extraReads] = read(head, later, { ...later, 'README.md': 'Read me.\n' }).slice(first.length)
    expect(first.length).toBeGreaterThanOrEqual(count)
    expect(again).toContain(second)
    expect(again?.filter((readPath) => !readPath.includes(of.called(1)))).toEqual([])
    expect(extraReads).toEqual([])
  })

  it('have the history that they have where all is read at each commit', () => {
    const examples = examplesIn(protocol)
    const rows = fc.array(fc.nat(examples.length - 1), { minLength: count, maxLength: count })
    const repositories = fc.array(rows, { minLength: 4, maxLength: 4 }).map((all) =>
      all.map((row) =>
        together(
          of,
          row.map((index) => examples[index] ?? { head: {} }),
        ),
      ),
    )
    const contradictions = new Set(protocol.rules.flatMap(({ code, contradiction }) => (contradiction ? [code] : [])))
    const every = new Set([...grantRules, ...protocol.rules].map(({ code }) => code))
    fc.assert(
      fc.property(
        repositories.chain((all) => drawnVersions(all, 8)),
        fc.boolean(),
        (versions, isAll) => {
          const codes = isAll ? every : contradictions
          expect(historyOf(protocol, versions, codes)).toEqual(historyOf(uncut(protocol), versions, codes))
        },
      ),
      { numRuns: runs(4) },
    )
  })
})

it('a message of one session may name the folder of another', () => {
  const otherSession = renamed({ name: '260131-144400', called: () => '260131-144401' }, subagentSample, 0)
  const message = inMessage('planner.INITIALIZE.1.output', ['"plan.md"', '".ralph-sessions/260131-144401"'])
  const together = { ...message, ...otherSession }
  const versions = [
    { files: message },
    { files: together },
    { files: message },
    { files: { ...together, 'README.md': 'Read me.\n' } },
  ]
  const codes = new Set(['MESSAGE_ARTIFACT_MISSING'])
  const history = historyOf(subagent, versions, codes)
  expect(history.episodes).toHaveLength(2)
  expect(history).toEqual(historyOf(uncut(subagent), versions, codes))
})
