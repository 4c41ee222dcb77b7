import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { minify, splitting, withoutFacades } from './chunks.ts'
import { declarations } from './declarations.ts'
import { evaluations, outsiders } from './evaluation.ts'
import { libraries, licenceText } from './licences.ts'
import { page } from './page.ts'
import { isReplaced, replace } from './replacements.ts'

/** A file of `dist/`. */
export interface BundledFile {
  /** Relative to `dist/`, with `/`. */
  readonly path: string
  readonly text: string
  readonly executable: boolean
}

/**
 * The entry points: `src/entry/<name>.ts` becomes `dist/<name>.js`. `index`, the library, and `probot`, the Probot app,
 * are imported and have declarations.
 */
const entryPoints = [
  { name: 'action', executable: false },
  { name: 'cli', executable: true },
  { name: 'bot', executable: true },
  { name: 'probot', executable: false },
  { name: 'index', executable: false },
]

/**
 * Libraries in which nothing happens when they are loaded, which they do not say: what of them is not used is left out.
 */
const idle =
  /[\\/]node_modules[\\/](?:@actions[\\/](?:core|http-client)|bullmq|undici|tunnel|entities|markdown-it|linkify-it|mdurl)[\\/]/

const hashbang = '#!/usr/bin/env node\n'

/**
 * Bundles the entry points of the checkout at `root`, libraries included, for Node 20 and later. The same sources give
 * the same bytes, wherever the checkout is. Throws where the result could run text as code, or needs what it does not
 * carry.
 */
export async function bundle(root: string): Promise<readonly BundledFile[]> {
  const present = entryPoints.filter(({ name }) => existsSync(join(root, 'src/entry', `${name}.ts`)))
  if (present.length === 0)
    throw new Error(
      `Nothing to bundle: ${root} has no src/entry with ${entryPoints.map(({ name }) => `${name}.ts`).join(' or ')}.`,
    )
  const pages = page(root)
  const build = await rolldown({
    cwd: root,
    // Ours, whatever is built: it says how JSX is read.
    tsconfig: join(import.meta.dirname, '../../src/page/tsconfig.json'),
    input: Object.fromEntries(present.map(({ name }) => [name, `./src/entry/${name}.ts`])),
    platform: 'node',
    resolve: {
      alias: {
        // Its other build finds its parts by names that no bundler sees.
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        // Of its other build nothing can be left out.
        bullmq: join(root, 'node_modules', 'bullmq', 'dist', 'esm', 'index.js'),
        // Its build for Node looks for a native library.
        msgpackr: join(root, 'node_modules', 'msgpackr', 'index.js'),
        // Its build for Node reads the environment at every token, which costs a third of the time.
        yaml: join(root, 'node_modules', 'yaml', 'browser', 'index.js'),
      },
    },
    transform: { target: 'node20' },
    treeshake: { moduleSideEffects: (id) => !idle.test(id) },
    plugins: [replace(), pages, minify],
    // A slow machine is no reason to fail.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await build.generate({ format: 'esm', comments: false, minify: false, ...splitting })
  await build.close()

  const chunks = withoutFacades(output.filter((each) => each.type === 'chunk'))
  // The script for the browser is a string in a chunk.
  const inside = chunks.some(({ moduleIds }) => moduleIds.includes(pages.module)) ? await pages.built() : undefined
  const scripts = inside ? [{ code: inside.assets.script.text, fileName: 'the script of the page' }] : []
  const problems = [...chunks, ...scripts].flatMap(({ code, fileName }) => [
    ...evaluations(code, fileName).map((place) => `${place} could run text as code.`),
    ...outsiders(code, fileName).map((place) => `${place} would have to be installed.`),
  ])
  if (problems.length > 0) throw new Error(problems.join('\n'))

  const programs = chunks.map(({ code, fileName }) => {
    const executable = present.some((entryPoint) => entryPoint.executable && `${entryPoint.name}.js` === fileName)
    return { path: fileName, text: executable && !code.startsWith('#!') ? hashbang + code : code, executable }
  })
  const modules = [...chunks.flatMap(({ modules }) => Object.keys(modules)), ...(inside?.modules ?? [])]
  const licences = licenceText(libraries(modules.filter((id) => id.startsWith('/') && !isReplaced(id))))
  const types = declarations(
    root,
    present.filter(({ name }) => name === 'index' || name === 'probot').map(({ name }) => name),
  )
  const declared = [...types].map(([path, text]) => ({ path: `types/${path}`, text, executable: false }))
  return [...programs, ...declared, { path: 'THIRD-PARTY-LICENSES.txt', text: licences, executable: false }].sort(
    (a, b) => (a.path < b.path ? -1 : 1),
  )
}
