import { Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import type { Counted } from './steps.ts'

const { module, name, calls, steps } = workerData as Counted
const session = new Session()
session.connect()

/** How often blocks of code were entered since this was asked last. Only code in files counts, not Node's own. */
function taken(): number {
  let count = 0
  session.post('Profiler.takePreciseCoverage', (failed, { result }) => {
    if (failed) throw failed
    for (const { url, functions } of result)
      if (url.startsWith('file:')) for (const { ranges } of functions) for (const range of ranges) count += range.count
  })
  return count
}

const loaded = (await import(module)) as Readonly<Record<string, (...words: readonly unknown[]) => unknown>>
const run = loaded[name]
if (!run) throw new Error(`${module} exports no ${name}`)
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
for (const [index, words] of calls.entries()) {
  taken()
  await run(...words)
  steps[index] = taken()
}
