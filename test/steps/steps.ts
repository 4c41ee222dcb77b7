import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A function of a module, the arguments of each call, and where its steps are written down. */
export interface CountedFunction {
  readonly module: string
  readonly name: string
  readonly calls: readonly (readonly unknown[])[]
  readonly steps: Float64Array
}

const root = join(import.meta.dirname, '..', '..')

/**
 * How many steps each call takes, counted in a thread of its own: that leaves the coverage of others alone.
 *
 * @param path of the module, from the root of the repository
 */
async function stepsOf(path: string, name: string, calls: CountedFunction['calls']): Promise<readonly number[]> {
  const steps = new Float64Array(new SharedArrayBuffer(calls.length * Float64Array.BYTES_PER_ELEMENT))
  const workerData: CountedFunction = { module: pathToFileURL(join(root, path)).href, name, calls, steps }
  await once(new Worker(new URL('worker.ts', import.meta.url), { workerData }), 'exit')
  return [...steps]
}

/** Of a text: its beginning, of so many characters. */
export const beginningOf = (text: string) => (length: number) => text.slice(0, length)

/** Steps for each character: no reader of ours takes more, and none has to be linear below the second. */
const [maxSteps, linearSteps] = [1000, 10]

/**
 * Texts whose steps grow faster than they do, or are too many for their length: each is made twice, the second time
 * twice as long.
 *
 * @param made what a text is made of, by its description; or a text with arguments of its own after it
 * @param more arguments after the text
 */
export async function superlinear(
  path: string,
  name: string,
  made: Readonly<Record<string, (length: number) => string | readonly unknown[]>>,
  { length = 8192, more = [] }: { readonly length?: number; readonly more?: readonly unknown[] } = {},
): Promise<readonly string[]> {
  const calls = Object.values(made).flatMap((make) =>
    [length, 2 * length].map((size) => [...[make(size)].flat(), ...more]),
  )
  const counts = await stepsOf(path, name, calls)
  return Object.keys(made).flatMap((about, index) => {
    const [steps = 0, stepsOfTwice = 0] = counts.slice(2 * index)
    if (stepsOfTwice === 0) return [`${about}: nothing was counted`]
    const isSlow = stepsOfTwice > 2.5 * steps + linearSteps * length || stepsOfTwice > maxSteps * 2 * length
    return isSlow ? [`${about}: ${steps} steps, and ${stepsOfTwice} for twice the length`] : []
  })
}
