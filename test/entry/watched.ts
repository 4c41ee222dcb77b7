import { registerHooks } from 'node:module'

/**
 * To be imported before a program (`--import`): prints, as the last line of its errors, which files it loaded and which
 * exported constants of `src/` built shapes of zod, as `file name`.
 */
export interface WatchedRun {
  readonly loaded: readonly string[]
  readonly built: readonly string[]
}

Error.stackTraceLimit = Infinity
const loaded: string[] = []
const texts = new Map<string, readonly string[]>()
const built = new Set<string>()

/** The exported constant or function of a file that holds a line; of a table of files with its row. */
function nameAt(url: string, line: number): string | undefined {
  const linesAbove = texts.get(url)?.slice(0, line).toReversed() ?? []
  const first = (form: RegExp, lines = linesAbove) =>
    lines.map((lineText) => form.exec(lineText)).find((match) => match !== null)
  const [, exported, name] = first(/^(export )?(?:const|function) (\w+)/) ?? []
  if (exported === undefined) return undefined
  const within = linesAbove.slice(
    0,
    linesAbove.findIndex((lineText) => lineText.startsWith('export ')),
  )
  const [, row] = url.endsWith('/files.ts') ? (first(/^ {2}(\w+): \{$/, within) ?? []) : []
  return row === undefined ? name : `${name}.${row}`
}

/** Zod calls it, as it is loaded here, for each part of a shape. */
Object.assign(globalThis, {
  shapeBuilt(): void {
    for (const [, url = '', line = ''] of (new Error().stack ?? '').matchAll(/(file:\S+?\/src\/[^:]+):(\d+)/g)) {
      const name = nameAt(url, Number(line))
      if (name !== undefined) built.add(`${url.replace(/^.*\/src\//, '')} ${name}`)
    }
  },
})

const constructor = 'function init(inst, def) {'

registerHooks({
  load(url, context, next) {
    const result = next(url, context)
    if (url.startsWith('file:')) loaded.push(url)
    const text =
      typeof result.source === 'string' ? result.source : new TextDecoder().decode(result.source ?? new Uint8Array())
    if (url.includes('/src/')) texts.set(url, text.split('\n'))
    if (!url.endsWith('/zod/v4/core/core.js')) return result
    if (!text.includes(constructor)) throw new Error('zod builds its shapes in another way: watch that.')
    return { ...result, source: text.replace(constructor, `${constructor} globalThis.shapeBuilt();`) }
  },
})

process.on('exit', () => {
  const watched: WatchedRun = { loaded, built: [...built].sort() }
  process.stderr.write(`\n${JSON.stringify(watched)}\n`)
})
