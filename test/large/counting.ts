import { Session } from 'node:inspector'

/** What ran of each function, by its name and file. */
export type Steps = ReadonlyMap<
  string,
  {
    /** How often it was called. */
    readonly calls: number
    /** How often its parts ran. */
    readonly steps: number
  }
>

/** Quadratic in differences, of which it is given no more than 200 to look for (`src/documents/line-diff.ts`). */
const bounded = '/node_modules/diff/'

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
    }[]
  }[]
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/**
 * Counts what runs, not how long it takes: the same on every machine, however busy. To be called before what is counted is imported.
 * What the engine does by itself, such as looking for a text in a text, is not counted.
 */
export function counting(): (run: () => void) => Steps {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const take = (): Coverage => {
    let taken: Coverage = { result: [] }
    session.post('Profiler.takePreciseCoverage', (_, coverage) => {
      taken = coverage
    })
    return taken
  }
  return (run) => {
    take()
    run()
    const pluralize = new Map<string, { readonly calls: number; readonly steps: number }>()
    for (const { url, functions } of take().result) {
      if (!url.startsWith('file:') || url.includes(bounded)) continue
      for (const { functionName, ranges } of functions) {
        const key = `${functionName || 'a function'} of ${url.slice(url.lastIndexOf('/') + 1)}, at ${ranges[0]?.startOffset}`
        const { calls, steps } = pluralize.get(key) ?? { calls: 0, steps: 0 }
        pluralize.set(key, { calls: calls + (ranges[0]?.count ?? 0), steps: steps + sum(ranges.map(({ count }) => count)) })
      }
    }
    return pluralize
  }
}

export const total = (pluralize: Steps): number => sum([...pluralize.values()].map(({ steps }) => steps))

/** How often functions of a name were called. */
export const callsOf = (pluralize: Steps, name: string): number =>
  sum([...pluralize].map(([key, { calls }]) => (key.startsWith(`${name} of `) ? calls : 0)))

/** Twice the work for twice the size, and a little more where it is sorted; four times would be for each pair. */
const mostGrowth = 2.8

/** The functions that ran more than so many times as often at twice the size, each time. The first sizes are small: what runs seldom does not count. */
export const growing = ([first, second, third]: readonly [Steps, Steps, Steps], size: number): readonly string[] =>
  [...third].flatMap(([name, { steps }]) => {
    const [few, some] = [first.get(name)?.steps ?? 0, second.get(name)?.steps ?? 0]
    const isGrowing = few > 0 && steps > 8 * size && some > mostGrowth * few && steps > mostGrowth * some
    return isGrowing ? [`${name}: ${few}, ${some}, ${steps}`] : []
  })
