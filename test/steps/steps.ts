import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** A function of a module, the arguments of each call, and where its steps are written down. */
export interface Counted {
  readonly module: string
  readonly name: string
  readonly calls: readonly (readonly unknown[])[]
  readonly steps: Float64Array
}

const root = join(import.meta.dirname, '..', '..')

/**
 * How many steps each call takes: how often a block of code is entered, ours and that of libraries. It is the same on every machine,
 * however busy. Not seen is what the engine does at one blow, such as looking for a string or matching a pattern.
 *
 * @param path of the module, from the root of the repository
 */
export async function stepsOf(path: string, name: string, calls: Counted['calls']): Promise<readonly number[]> {
  const steps = new Float64Array(new SharedArrayBuffer(calls.length * Float64Array.BYTES_PER_ELEMENT))
  const workerData: Counted = { module: pathToFileURL(join(root, path)).href, name, calls, steps }
  // A thread of its own: what is counted there disturbs nobody's coverage.
  await once(new Worker(new URL('worker.ts', import.meta.url), { workerData }), 'exit')
  return [...steps]
}
