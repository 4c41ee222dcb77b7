import { posix } from 'node:path'
import { readSyntax, type Reference } from '../../scripts/syntax.ts'

/** A folder of `src/`: in which layer it is and what it may know. */
interface Layer {
  /** Imports go to lower layers, and to the folder itself. */
  readonly order: number
  /** Packages and Node's modules it may name, be it only for a type. `*` stands for any ending. */
  readonly modules: readonly string[]
  /** Side effects that it may have. */
  readonly touches: readonly SideEffect[]
  /** `types`: may describe what is asynchronous, and do nothing that is. */
  readonly asynchronous: 'never' | 'types' | 'freely'
}

type SideEffect = 'clock' | 'timers' | 'process' | 'network' | 'chance' | 'output'

const everything: readonly SideEffect[] = ['clock', 'timers', 'process', 'network', 'chance', 'output']

export const house: Readonly<Record<string, Layer>> = {
  core: { order: 0, modules: ['zod', 'leven'], touches: [], asynchronous: 'types' },
  documents: {
    order: 1,
    modules: [
      'zod',
      'gray-matter',
      'yaml',
      'markdown-it',
      'markdown-it-footnote',
      'jsonc-parser',
      'brace-expansion',
      're2js',
      'zeptomatch',
      'diff',
      'node:crypto',
      'node:buffer',
    ],
    touches: [],
    asynchronous: 'never',
  },
  kit: { order: 2, modules: ['zod'], touches: [], asynchronous: 'never' },
  protocols: { order: 3, modules: ['zod'], touches: [], asynchronous: 'never' },
  engine: { order: 3, modules: ['zod', 'unhomoglyph'], touches: [], asynchronous: 'never' },
  render: {
    order: 3,
    modules: ['zod', 'picocolors', 'sarif', 'diff', 'string-width'],
    touches: [],
    asynchronous: 'never',
  },
  // What runs in a browser may look at its clock and ask the server that it came from.
  page: {
    order: 4,
    modules: ['preact', 'preact/hooks', 'preact-render-to-string', 'd3-time'],
    touches: ['clock', 'timers', 'network'],
    asynchronous: 'freely',
  },
  gateways: {
    order: 4,
    modules: ['zod', '@actions/github', '@octokit/*', 'lru-cache', 'bullmq', 'ioredis', 'node:*'],
    touches: everything,
    asynchronous: 'freely',
  },
  app: { order: 5, modules: ['zod', 'lru-cache'], touches: ['timers'], asynchronous: 'freely' },
  entry: {
    order: 6,
    modules: [
      'zod',
      'commander',
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/server/stdio',
      '@actions/core',
      '@actions/github',
      '@octokit/core',
      'probot',
      'pino',
      'prom-client',
      'baton:page',
      'node:*',
    ],
    touches: everything,
    asynchronous: 'freely',
  },
}

const sideEffects: Readonly<Record<SideEffect, (reference: Reference) => boolean>> = {
  clock: ({ name, use, given }) =>
    /^(Date\.now|performance|Temporal\.Now)\b/.test(name) ||
    (name === 'Date' && (use === 'call' || use === 'value' || (use === 'new' && given === 0))),
  timers: ({ name }) => /^(set(Timeout|Interval|Immediate)|queueMicrotask|AbortSignal\.timeout)$/.test(name),
  process: ({ name }) => /^(process|globalThis|global|require)\b/.test(name),
  network: ({ name }) => /^(fetch|WebSocket|EventSource|XMLHttpRequest)$/.test(name),
  chance: ({ name }) => /^(Math\.random|crypto)\b/.test(name),
  output: ({ name }) => /^console\b/.test(name),
}

const isPromise = ({ name }: Reference) => /^(Promise|AsyncIterable|AsyncIterator|AsyncGenerator)\b/.test(name)

/** Every source that is loaded with one of the checkout, itself among them. */
export function loadedWith(path: string, read: (path: string) => string): ReadonlySet<string> {
  const loaded = new Set([path])
  for (const sourcePath of loaded) {
    if (!sourcePath.endsWith('.ts')) continue
    for (const { specifier, loaded: isLoaded } of readSyntax(read(sourcePath), sourcePath).imports)
      if (isLoaded && specifier?.startsWith('.') === true) loaded.add(posix.join(posix.dirname(sourcePath), specifier))
  }
  return loaded
}

/** Every place where a source, at its path in the checkout, breaks the house's rules. */
export function violations(path: string, source: string): readonly string[] {
  const layer = house[folderOf(path)]
  if (!layer) return [`${path} is in no folder of the house.`]
  const { imports, references, asynchronous } = readSyntax(source, path)

  const wrong: { line: number; what: string }[] = []
  for (const { specifier, line } of imports) {
    const violation = specifier === undefined ? 'imports a computed name' : forbidden(path, layer, specifier)
    if (violation !== undefined) wrong.push({ line, what: violation })
  }
  for (const kind of everything.filter((effect) => !layer.touches.includes(effect))) {
    for (const { name, line } of references.filter(sideEffects[kind]))
      wrong.push({ line, what: `has a side effect (${kind}) by ${name}` })
  }
  if (layer.asynchronous !== 'freely') {
    const promises = references.filter(
      (reference) => isPromise(reference) && !(layer.asynchronous === 'types' && reference.use === 'type'),
    )
    for (const line of [...asynchronous, ...promises.map((reference) => reference.line)])
      wrong.push({ line, what: 'is asynchronous' })
  }
  return wrong.map(({ line, what }) => `${path}:${line} ${what}.`)
}

const forbidden = (path: string, layer: Layer, specifier: string): string | undefined => {
  if (!specifier.startsWith('.')) {
    const isKnown = layer.modules.some((name) =>
      name.endsWith('*') ? specifier.startsWith(name.slice(0, -1)) : specifier === name,
    )
    return isKnown ? undefined : `may not know ${specifier}`
  }
  const target = posix.join(posix.dirname(path), specifier)
  const order = house[folderOf(target)]?.order
  if (order === undefined)
    return folderOf(path) === 'entry' || (path === 'src/core/links.ts' && target === 'package.json')
      ? undefined
      : `imports ${target}, which is outside the house`
  return order < layer.order || target.startsWith(`${homeOf(path)}/`)
    ? undefined
    : `imports ${target}, which is no lower layer`
}

/** `engine` in `src/engine/check.ts`. */
const folderOf = (path: string): string => {
  const [top, folder, ...rest] = path.split('/')
  return top === 'src' && folder !== undefined && rest.length > 0 ? folder : ''
}

/** The folder whose files may import each other. Every protocol has its own, the list of protocols above them all. */
const homeOf = (path: string): string => {
  const [, , name, ...rest] = path.split('/')
  return folderOf(path) === 'protocols' && name !== undefined && rest.length > 0
    ? `src/protocols/${name}`
    : `src/${folderOf(path)}`
}
