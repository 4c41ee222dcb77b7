import { workerData } from 'node:worker_threads'
import { counting, total } from './counting.ts'
import type { Counted } from './steps.ts'

const { module, name, calls, steps } = workerData as Counted
const count = counting()
const loaded = (await import(module)) as Readonly<Record<string, (...words: readonly unknown[]) => unknown>>
const run = loaded[name]
if (!run) throw new Error(`${module} exports no ${name}`)
// What was imported does not count.
await count(() => undefined)
for (const [index, words] of calls.entries()) steps[index] = total(await count(() => run(...words)))
