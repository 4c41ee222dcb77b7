import { workerData } from 'node:worker_threads'
import { counting, total } from './counting.ts'
import type { CountedFunction } from './steps.ts'

const { module, name, calls, steps } = workerData as CountedFunction
const count = counting()
const loaded = (await import(module)) as Readonly<Record<string, (...words: readonly unknown[]) => unknown>>
const run = loaded[name]
if (!run) throw new Error(`${module} exports no ${name}`)
// What was imported does not count.
await count(() => undefined)
for (const [index, words] of calls.entries()) steps[index] = total(await count(() => run(...words)))
