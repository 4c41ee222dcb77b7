import type { OutputOptions, Plugin, PreRenderedChunk } from 'rolldown'
import { minifySync } from 'rolldown/utils'

/** The last package of a module's path: one that stands in another's `node_modules` is its own. */
const packageName = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/

const libraryOf = (id: string): string | null => packageName.exec(id)?.[1]?.replace(/^@/, '').replace(/[\\/]/, '-') ?? null

/** The name of a file: that of a library without the entry points that need it, and of a protocol. */
const nameOf = ({ name, moduleIds }: PreRenderedChunk): string => {
  const protocol = moduleIds.map((id) => /[\\/]protocols[\\/]([a-z]+)[\\/]protocol\.ts$/.exec(id)?.[1]).find((found) => found !== undefined)
  return protocol ?? name.split('~', 1)[0]?.replace(/^_baton_/, '') ?? name
}

/** What every check needs, from `src/` on: in one file, since each file costs the start a millisecond, and a few lines too many nothing. */
const ofEveryCheck = [
  'core/',
  'documents/',
  'render/(?:index|text|transition-text|excerpt|json|brief|github|annotations|markdown|sarif)\\.ts',
  'engine/(?:check|checking|configuration|audit)\\b',
  'app/validate/',
  'gateways/(?:disk|git|listing|selection|snapshot|collector)\\b',
  'protocols/\\w+/discovery\\.ts',
  'entry/lazy-protocols\\.ts',
]
const everyCheck = new RegExp(`/src/(?:${ofEveryCheck.join('|')})`)

const sharedBy = (id: string): string | null => (everyCheck.test(id.replaceAll('\\', '/')) && !id.includes('?') ? 'check' : null)

/**
 * One file for each library and set of entry points that need it, so that each loads nothing that only another one needs, and a
 * change of ours leaves the libraries' files as they are. Small ones go with what needs them: each file costs the start a millisecond.
 */
export const splitting: OutputOptions = {
  chunkFileNames: (chunk) => `chunks/${nameOf(chunk)}.js`,
  codeSplitting: {
    groups: [
      { name: libraryOf, debugName: 'libraries', entriesAware: true, entriesAwareMergeThreshold: 20_000, minSize: 30_000 },
      { name: sharedBy, debugName: 'check' },
    ],
  },
}

const isOurs = (id: string) => libraryOf(id) === null

/** Minifies every file; ours keep their names, which a stack trace shows. */
export const minify: Plugin = {
  name: 'minify',
  renderChunk(code, { fileName, moduleIds }) {
    const mangle = moduleIds.length > 0 && !moduleIds.some(isOurs)
    return minifySync(fileName, code, { module: true, compress: { target: 'node20' }, mangle, codegen: { removeWhitespace: true } }).code
  },
}
