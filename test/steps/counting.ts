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

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
    }[]
  }[]
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, value) => all + value, 0)

/**
 * Counts how often blocks of code are entered, ours and that of libraries, not how long they take: the same on every
 * machine, however busy. To be called before what is counted is imported. Not counted is what the engine does at one
 * blow, such as looking for a text or matching a pattern, nor code of a path that is left out. A look at the counts
 * takes longer than most of what is counted, so there is one for each: what ran since the last one counts, too.
 */
export function counting(leftOut?: string): (run: () => unknown) => Promise<Steps> {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const take = (): Coverage => {
    let taken: Coverage = { result: [] }
    session.post('Profiler.takePreciseCoverage', (failed, coverage) => {
      if (failed) throw failed
      taken = coverage
    })
    return taken
  }
  take()
  return async (run) => {
    await run()
    const steps = new Map<string, { readonly calls: number; readonly steps: number }>()
    for (const { url, functions } of take().result) {
      if (!url.startsWith('file:') || url === import.meta.url || (leftOut !== undefined && url.includes(leftOut)))
        continue
      for (const { functionName, ranges } of functions) {
        const key = `${functionName || 'a function'} of ${url.slice(url.lastIndexOf('/') + 1)}, at ${ranges[0]?.startOffset}`
        const entry = steps.get(key) ?? { calls: 0, steps: 0 }
        steps.set(key, {
          calls: entry.calls + (ranges[0]?.count ?? 0),
          steps: entry.steps + sum(ranges.map(({ count }) => count)),
        })
      }
    }
    return steps
  }
}

export const total = (steps: Steps): number => sum([...steps.values()].map((entry) => entry.steps))

/** How often functions of a name were called. */
export const callsOf = (steps: Steps, name: string): number =>
  sum([...steps].map(([key, { calls }]) => (key.startsWith(`${name} of `) ? calls : 0)))

/** Twice the work for twice the size, and a little more where it is sorted; four times would be for each pair. */
const maxGrowth = 2.8

/**
 * The functions that ran more than so many times as often at twice the size, each time. The first sizes are small: what
 * runs seldom does not count.
 */
export const growing = ([first, second, third]: readonly [Steps, Steps, Steps], size: number): readonly string[] =>
  [...third].flatMap(([name, { steps }]) => {
    const [firstCount, secondCount] = [first.get(name)?.steps ?? 0, second.get(name)?.steps ?? 0]
    const isGrowing =
      firstCount > 0 && steps > 8 * size && secondCount > maxGrowth * firstCount && steps > maxGrowth * secondCount
    return isGrowing ? [`${name}: ${firstCount}, ${secondCount}, ${steps}`] : []
  })
