import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bundle, type BundledFile } from '../scripts/bundle/bundle.ts'
import { evaluations, outsiders } from '../scripts/bundle/evaluation.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'build-')))
afterAll(() => rmSync(scratch, { recursive: true }))

const text = (path: string) => readFileSync(join(root, path), 'utf8')
const built = (existsSync(dist) ? readdirSync(dist, { recursive: true, withFileTypes: true }) : [])
  .filter((entry) => !entry.isDirectory())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(dist.length + 1)
      .replaceAll('\\', '/'),
  )
  .sort()
const programs = built.filter((path) => path.endsWith('.js'))

type Files = Readonly<Record<string, string | undefined>>

/** A checkout of these files, with this checkout's libraries unless it brings its own. */
const checkout = (name: string, files: Files): string => {
  const folder = join(scratch, name)
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return folder
}

const run = (folder: string, files: readonly BundledFile[]) => {
  for (const { path, text: content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'cli.js')], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('dist', () => {
  it('is what the sources give, and nothing else', async () => {
    const expected = await bundle(root)
    expect(built).toEqual(expected.map(({ path }) => path))
    expect(expected.filter((file) => text(`dist/${file.path}`) !== file.text).map(({ path }) => path)).toEqual([])
  })

  it('is where package.json and action.yml look', () => {
    const { bin } = JSON.parse(text('package.json')) as { readonly bin: { readonly baton: string } }
    const main = /^ +main: *['"]?([^'"\s]+)/m.exec(text('action.yml'))?.[1]
    expect(built).toEqual(expect.arrayContaining([bin.baton.slice('dist/'.length), main?.slice('dist/'.length)]))
    expect(text(bin.baton).startsWith('#!/usr/bin/env node\n')).toBe(true)
    expect(statSync(join(root, bin.baton)).mode & 0o111).toBe(0o111)
  })

  it.each(programs)('%s cannot run text as code, and needs nothing that is not there', (path) => {
    const code = text(`dist/${path}`)
    expect(evaluations(code, path)).toEqual([])
    expect(outsiders(code, path)).toEqual([])
    expect(code).not.toMatch(/new Function\b|js-yaml/)
  })

  it('names the licence of every library that our code imports', () => {
    const { devDependencies } = JSON.parse(text('package.json')) as {
      readonly devDependencies: Readonly<Record<string, string>>
    }
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(?<!\.d)\.ts$/.test(path),
    )
    const imports = sources.flatMap((path) =>
      [
        ...text(`src/${path}`).matchAll(
          /^(?:import (?!type )[^'\n]*|} from |.*\bimport\()'((?:@[^/']+\/)?[^./'][^/':]*)(?:\/[^']*)?'/gm,
        ),
      ].map(([, name = '']) => name),
    )
    const libraries = [...new Set(imports)].filter((name) => name !== 'node')
    expect(libraries).toEqual(
      expect.arrayContaining(['zod', 'yaml', 'probot', '@actions/core', '@actions/github', 'commander']),
    )
    const licences = text('dist/THIRD-PARTY-LICENSES.txt')
    const missing = libraries.filter((name) => !licences.includes(`\n${name} ${devDependencies[name]} (`))
    expect(missing).toEqual([])
  })
})

describe('the build', () => {
  it('takes the code that evaluates out of the libraries, and they still work', async () => {
    const folder = checkout('libraries', {
      'src/entry/cli.ts': `
        import matter from 'gray-matter'
        import * as z from 'zod'
        const attempt = (language: string) => {
          try {
            return matter(\`---\${language}\\nglobalThis.ran = true\\n---\\n\`, {}).data
          } catch (error) {
            return String(error)
          }
        }
        const languages = ['js', 'javascript', 'JS', 'json', 'yaml', ''].map(attempt)
        const shape = z.object({ a: z.object({ b: z.number() }) })
        const own = matter('---\\na: 1\\n---\\nbody', { engines: { yaml: (yaml: string) => ({ yaml }) } })
        const shapes = [{ a: { b: 1 } }, { a: { b: '1' } }].map((value) => shape.safeParse(value).success)
        console.log(JSON.stringify({ languages, own: [own.data, own.content], shapes, ran: 'ran' in globalThis }))`,
    })
    const files = await bundle(folder)
    const { status, stdout, stderr } = run(join(scratch, 'libraries-dist'), files)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const refused = (name: string) => `Error: gray-matter engine "${name}" is not registered`
    expect(JSON.parse(stdout)).toEqual({
      languages: ['js', 'javascript', 'JS', 'json', 'yaml', 'yaml'].map(refused),
      own: [{ yaml: '\na: 1' }, 'body'],
      shapes: [true, false],
      ran: false,
    })

    const licences = files.find(({ path }) => path === 'THIRD-PARTY-LICENSES.txt')?.text ?? ''
    const named = [...licences.matchAll(/^-{80}\n(\S+) \S+ \(.+\)$/gm)].map(([, name]) => name)
    expect(named).toEqual([
      'extend-shallow',
      'gray-matter',
      'is-extendable',
      'kind-of',
      'section-matter',
      'strip-bom-string',
      'zod',
    ])
  })

  it('gives the same bytes again', async () => {
    const folder = checkout('again', { 'src/entry/cli.ts': `import { parse } from 'yaml'\nconsole.log(parse('a: 1'))` })
    expect(await bundle(folder)).toEqual(await bundle(folder))
  })

  const manifest = (extraFields: object) =>
    JSON.stringify({ name: 'library', version: '1.0.0', type: 'module', exports: './index.js', ...extraFields })
  const library = (files: Files): Files => ({
    'src/entry/cli.ts': `import { a } from 'library'\nconsole.log(a)`,
    'node_modules/library/package.json': manifest({ license: 'MIT' }),
    'node_modules/library/LICENSE': 'MIT',
    'node_modules/library/index.js': 'export const a = Math.hypot(3, 4)',
    ...files,
  })
  const refused: readonly (readonly [why: string, files: Files, message: RegExp])[] = [
    ['eval', library({ 'node_modules/library/index.js': `export const a = eval('1')` }), /eval/],
    [
      'hidden eval',
      library({ 'node_modules/library/index.js': `const run = globalThis.eval\nexport const a = run('1')` }),
      /globalThis\.eval could run/,
    ],
    [
      'Function',
      library({ 'node_modules/library/index.js': `const F = Function\nexport const a = new F('1')` }),
      /Function could run/,
    ],
    [
      'vm',
      library({
        'node_modules/library/index.js': `import vm from 'node:vm'\nexport const a = vm.runInThisContext('1')`,
      }),
      /node:vm could run/,
    ],
    ['a missing library', { ...library({}), 'node_modules/library/index.js': `export { a } from 'absent'` }, /absent/],
    [
      'a library that says no licence',
      library({ 'node_modules/library/package.json': manifest({}) }),
      /library 1\.0\.0 ships no licence/,
    ],
    [
      'a library without its licence',
      { ...library({}), 'node_modules/library/LICENSE': undefined },
      /library 1\.0\.0 ships no licence/,
    ],
    ['nothing', { 'src/entry/other.ts': '' }, /src\/entry/],
    [
      'types of a library',
      {
        'tsconfig.json': text('tsconfig.json'),
        'src/entry/index.ts': `import type { ZodType } from 'zod'\nexport declare const shape: ZodType\n`,
      },
      /types\/entry\/index\.d\.ts would need zod to be installed/,
    ],
    [
      'types of Node',
      {
        'tsconfig.json': text('tsconfig.json'),
        'src/entry/index.ts': `import type { Stats } from 'node:fs'\nexport declare const stats: Stats\n`,
      },
      /types\/entry\/index\.d\.ts would need node:fs to be installed/,
    ],
    [
      'a library that has changed where we replace',
      {
        'src/entry/cli.ts': `import { allowsEval } from 'zod/v4/core/util.js'\nconsole.log(allowsEval)`,
        'node_modules/zod/package.json': '{ "name": "zod", "version": "99.0.0", "license": "MIT", "type": "module" }',
        'node_modules/zod/v4/core/util.js': 'export const allowsEval = 1',
      },
      /zod\/v4\/core\/util\.js has changed/,
    ],
  ]
  it.each(refused)('refuses %s', async (why, files, message) => {
    await expect(bundle(checkout(`refused ${why}`, files))).rejects.toThrow(message)
  })
})

describe('what evaluates', () => {
  it.each([
    `eval('1')`,
    `(0, eval)('1')`,
    `const { eval: e } = globalThis; globalThis['eval']('1')`,
    `new Function('1')`,
    `Function('1')`,
    `const F = Function; new F('1')`,
    `Function.call(null, '1')`,
    `window.Function('1')`,
    `import { Script } from 'vm'`,
    `const { Script } = require('node:vm')`,
    `await import('node:inspector')`,
  ])('%s', (code) => {
    expect(evaluations(code, 'a.js')).not.toEqual([])
  })

  it.each([
    `tree.eval(position)`,
    `class Tree { eval(position) { return position } }`,
    `const names = { eval: 1, Function: 2 }`,
    `value instanceof Function`,
    `Function.prototype.toString.call(value)`,
    `const bind = Function.bind`,
    `// eval('1')`,
    `const text = "new Function('1')"`,
  ])('not %s', (code) => {
    expect(evaluations(code, 'a.js')).toEqual([])
  })
})
