import type { OutputOptions, Plugin } from 'rolldown'
import { minifySync } from 'rolldown/utils'

/** The last package of a module's path: one that stands in another's `node_modules` is its own. */
const packageName = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/

const libraryOf = (id: string): string | null => packageName.exec(id)?.[1]?.replace(/^@/, '').replace(/[\\/]/, '-') ?? null

/**
 * One file for each library and set of doors that need it, so that a door loads nothing that only another one needs, and a
 * change of ours leaves the libraries' files as they are.
 */
export const splitting: OutputOptions = {
  chunkFileNames: ({ name }) => `chunks/${name.replaceAll('~', '.')}.js`,
  codeSplitting: { groups: [{ name: libraryOf, debugName: 'libraries', entriesAware: true }] },
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
