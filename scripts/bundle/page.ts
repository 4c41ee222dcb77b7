import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import type { PageAssets } from '../../src/page/model.ts'
import { replace } from './replacements.ts'

/** What `src/page` is without its virtual module: the script of the page and its style. */
interface BuiltPage {
  readonly assets: PageAssets
  /** The modules that the script is made of. */
  readonly modules: readonly string[]
}

const hashed = (text: string) => ({ text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` })

/** No comments, no space or quote that is not needed, one letter for each custom property. */
function smaller(css: string): string {
  const names = new Map<string, string>()
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/(?<=[;{:,]) +|;(?=\})| (?=[{>+/])|(?<=[>+/]) |(?<= )0(?=\.)/g, '')
    .replaceAll(/(?<==)'([a-z-]+)'(?=\])/g, '$1')
    .replaceAll(/(?<=[;{(])--[a-z]+/g, (name) => {
      const letter = names.get(name) ?? `--${(names.size + 10).toString(36)}`
      names.set(name, letter)
      return letter
    })
}

/** Builds them. @throws Error if a text would end the element that it is in */
async function buildPage(root: string): Promise<BuiltPage> {
  const build = await rolldown({
    cwd: root,
    input: './src/page/browser.tsx',
    platform: 'browser',
    tsconfig: join(root, 'src/page/tsconfig.json'),
    transform: {
      target: 'es2022',
      // Its calls are shorter by a tenth than those of the automatic runtime, which the text of the file is made with.
      jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
      inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
    },
    // Else all of d3-time stays, since it reads properties where it begins.
    treeshake: {
      propertyReadSideEffects: false,
      manualPureFunctions: ['timeInterval', 'timeWeekday', 'utcWeekday'],
    },
    plugins: [replace()],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await build.generate({ format: 'iife', comments: false, minify: true })
  await build.close()
  const [{ code, modules }] = output
  const style = smaller(readFileSync(join(root, 'src/page/style.css'), 'utf8'))
  const script = code.trim()
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style))
    throw new Error('The script or the style of the page would end too early.')
  return { assets: { script: hashed(script), style: hashed(style) }, modules: Object.keys(modules) }
}

const name = 'baton:page'
const module = `\0${name}`

/**
 * Answers for `baton:page`: the renderer with the script and the style of the page, which are built when first needed.
 */
export function page(root: string): Plugin & { readonly module: string; built(): Promise<BuiltPage> } {
  let once: Promise<BuiltPage> | undefined
  const built = () => (once ??= buildPage(root))
  return {
    name: 'page',
    module,
    built,
    resolveId: (id) => (id === name ? module : null),
    async load(id) {
      if (id !== module) return null
      const { assets } = await built()
      const renderer = JSON.stringify(join(root, 'src/page/page.tsx'))
      return `import { renderersOf } from ${renderer}
export const { renderPage, renderLive } = renderersOf(${JSON.stringify(assets)})`
    },
  }
}
