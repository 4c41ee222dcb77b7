import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A source file that was imported, and what was called in it. */
export interface TraceResult {
  /** From the root of the project. */
  readonly path: string
  readonly lines: number
  /** How many of its functions were called at least once. */
  readonly functions: number
  readonly calls: number
}

/** What Node writes into the folder that `NODE_V8_COVERAGE` names: one such file for each process and each thread. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    /** The first is the module itself. */
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
    }[]
  }[]
}

/** The files of `src/` that a folder of counts names, by folder and name. */
export function traced(root: string, counts: string): readonly TraceResult[] {
  const sources = pathToFileURL(join(root, 'src/')).href
  const callsByUrl = new Map<string, Map<number, number>>()
  for (const file of readdirSync(counts)) {
    const { result } = JSON.parse(readFileSync(join(counts, file), 'utf8')) as Coverage
    for (const { url, functions } of result) {
      if (!url.startsWith(sources)) continue
      const calls = callsByUrl.get(url) ?? new Map<number, number>()
      callsByUrl.set(url, calls)
      for (const { ranges } of functions.slice(1)) {
        const [whole] = ranges
        if (whole && whole.count > 0) calls.set(whole.startOffset, (calls.get(whole.startOffset) ?? 0) + whole.count)
      }
    }
  }
  return [...callsByUrl]
    .map(([url, calls]): TraceResult => {
      const path = fileURLToPath(url)
      return {
        path: relative(root, path),
        lines: readFileSync(path, 'utf8').split('\n').length - 1,
        functions: calls.size,
        calls: sum([...calls.values()]),
      }
    })
    .sort((a, b) => compare(dirname(a.path), dirname(b.path)) || compare(a.path, b.path))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** A line for each file, and the totals of those that were imported and of those in which a function was called. */
export function table(files: readonly TraceResult[]): string {
  const row = (...[calls, functions, lines, path]: readonly (number | string)[]) =>
    `${String(calls).padStart(9)} ${String(functions).padStart(9)} ${String(lines).padStart(6)}  ${path}`
  const called = files.filter(({ calls }) => calls > 0)
  const linesOf = (some: readonly TraceResult[]) => sum(some.map(({ lines }) => lines))
  return [
    row('calls', 'functions', 'lines', 'file'),
    ...files.map(({ calls, functions, lines, path }) => row(calls, functions, lines, path)),
    '',
    `imported: ${files.length} files, ${linesOf(files)} lines`,
    `called:   ${called.length} files, ${linesOf(called)} lines; ${sum(called.map(({ functions }) => functions))} functions, ${sum(called.map(({ calls }) => calls))} calls`,
  ].join('\n')
}
