import type { OutputOptions, Plugin, PreRenderedChunk } from 'rolldown'
import { minifySync } from 'rolldown/utils'

/** The last package of a module's path: one that is in another's `node_modules` is its own. */
const packageName = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/

const libraryOf = (id: string): string | null =>
  packageName.exec(id)?.[1]?.replace(/^@/, '').replace(/[\\/]/, '-') ?? null

/** The libraries that every check needs. */
const librariesOfEveryCheck =
  /^(?:diff|entities|jsonc-parser|linkify-it|markdown-it|markdown-it-footnote|mdurl|punycode.js|re2js|uc.micro|yaml|zeptomatch|graphmatch|grammex|zod)$/

/** Modules that name the file which they are in. */
const naming = /[\\/](?:protocols[\\/]([a-z]+)[\\/]protocol|([a-z]+)[\\/]examples[\\/]index)\.ts$/

/**
 * The name of a file: that of a library without the entry points that need it, of a protocol, and of the examples of
 * its rules.
 */
const nameOf = ({ name, moduleIds }: PreRenderedChunk): string => {
  const [, protocol, owner] = moduleIds.map((id) => naming.exec(id)).find((found) => found !== null) ?? []
  if (protocol !== undefined) return protocol
  if (owner !== undefined) return `${owner}-examples`
  return name.split('~', 1)[0]?.replace(/^_baton_/, '') ?? name
}

/**
 * What every check needs, from `src/` on: in one file, since each file costs the start a millisecond, and a few lines
 * too many nothing.
 */
const ofEveryCheck = [
  'core/',
  'documents/',
  'kit/(?!published-schema)',
  'render/(?:index|text|transition-text|excerpt|json|brief|github|annotations|markdown|sarif)\\.ts',
  'engine/(?:check|checking|configuration(?!/descriptions)|audit/(?!codes)|grants|unmerged)\\b',
  'engine/commands/(?:answer|misspelt|resolve|words)\\.ts',
  'app/command/(?:past|questions)\\.ts',
  'app/validate/',
  'gateways/(?:disk|git/(?!claims)|listing|selection|snapshot|collector)\\b',
  'protocols/\\w+/discovery\\.ts',
  'gateways/(?:named-file|output-file)\\.ts',
  'entry/(?:lazy-protocols|calls/answer)\\.ts',
]

/** The same of the command line. */
const ofEveryCall = [
  'entry/cli/(?:(?!(?:main|help|topics|candidates|protocol-usage)\\.ts)[\\w-]+\\.ts|commands/validate\\.ts)',
  'entry/operations/',
  'entry/calls/(?:failure|named-text|sources|spelling|tree|usage|validate)\\.ts',
]
const below = (places: readonly string[]) => new RegExp(`/src/(?:${places.join('|')})`)

const isBelow = (places: RegExp) => (id: string) => !id.includes('?') && places.test(id.replaceAll('\\', '/'))

/**
 * One file for each library and set of entry points that need it, so that each loads nothing that only another one
 * needs, and a change of Baton's own code leaves the libraries' files as they are. Small ones go with what needs them:
 * each file costs the start a millisecond.
 */
export const splitting: OutputOptions = {
  chunkFileNames: (chunk) => `chunks/${nameOf(chunk)}.js`,
  codeSplitting: {
    groups: [
      {
        name: libraryOf,
        debugName: 'libraries',
        entriesAware: true,
        entriesAwareMergeThreshold: 20_000,
        minSize: 30_000,
        priority: 3,
      },
      { name: 'libraries', test: (id) => librariesOfEveryCheck.test(libraryOf(id) ?? ''), priority: 4 },
      { name: 'check', test: isBelow(below(ofEveryCheck)), priority: 2 },
      { name: 'call', test: isBelow(below(ofEveryCall)), priority: 1 },
    ],
  },
}

const isOurs = (id: string) => libraryOf(id) === null

/**
 * Minifies every file. Ours keep the names of functions, classes and what is at the top level, which a stack trace
 * shows.
 */
export const minify: Plugin = {
  name: 'minify',
  renderChunk(code, { fileName, moduleIds }) {
    const isLibrary = moduleIds.length > 0 && !moduleIds.some(isOurs)
    const mangle = isLibrary || { toplevel: false, keepNames: { function: true, class: true } }
    return minifySync(fileName, code, {
      module: true,
      compress: { target: 'node20' },
      mangle,
      codegen: { removeWhitespace: true },
    }).code
  },
}

const facadeForm = /^export\{([^{}]+)\}from"(\.\/[\w.-]+\.js)";?$/

/**
 * The chunks without those that only export parts of another one, one for each module of a group that is loaded when it
 * is needed: what would load such a chunk loads that other one.
 */
export function withoutFacades<
  Chunk extends { readonly fileName: string; readonly code: string; readonly isEntry: boolean },
>(chunks: readonly Chunk[]): Chunk[] {
  const calls = new Map<string, string>()
  for (const { fileName, code, isEntry } of chunks) {
    const [, names = '', of = ''] = facadeForm.exec(code.trim()) ?? []
    if (of === '' || isEntry) continue
    const parts = names.split(',').map((part) => part.trim().split(' as '))
    const taken = parts.map(([own = '', shown = own]) => (own === shown ? own : `${own}:${shown}`)).join(',')
    const given = parts.map(([own = '', shown = own]) => shown).join(',')
    calls.set(fileName.replace(/^.*\//, ''), `import(\`${of}\`).then(({${taken}})=>({${given}}))`)
  }
  return chunks
    .filter(({ fileName }) => !calls.has(fileName.replace(/^.*\//, '')))
    .map((chunk) => ({
      ...chunk,
      code: chunk.code.replaceAll(/\bimport\(`\.\/(?:chunks\/)?([\w.-]+\.js)`\)/g, (call, name: string) => {
        const instead = calls.get(name)
        // A file in the folder above names the other one with that folder.
        return instead === undefined
          ? call
          : chunk.fileName.includes('/')
            ? instead
            : instead.replace('(`./', '(`./chunks/')
      }),
    }))
}
