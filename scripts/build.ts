import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle, type BundledFile } from './bundle/bundle.ts'

/**
 * `node scripts/build.ts` writes `dist/`. With `--check` it writes nothing and fails where `dist/` is not what would be
 * written. `--root DIR` bundles another checkout.
 */
const { check, root } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
}).values
const dist = join(root, 'dist')

const write = (files: readonly BundledFile[]): void => {
  rmSync(dist, { recursive: true, force: true })
  for (const { path, text, executable } of files) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), text)
    if (executable) chmodSync(join(dist, path), 0o755)
    console.log(`${String(Math.ceil(Buffer.byteLength(text) / 1024)).padStart(6)} kB  dist/${path}`)
  }
}

const differences = (files: readonly BundledFile[]): readonly string[] => {
  const expected = new Map(files.map((file) => [file.path, file]))
  const present = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  const stale = present.filter((path) => !expected.has(path)).map((path) => `dist/${path} is no longer built.`)
  const wrong = files.filter(
    ({ path, text }) => !present.includes(path) || readFileSync(join(dist, path), 'utf8') !== text,
  )
  const unable = files.filter(
    ({ path, executable }) => executable && present.includes(path) && (statSync(join(dist, path)).mode & 0o111) === 0,
  )
  return [
    ...stale,
    ...wrong.map(({ path }) => `dist/${path} is not what the sources give.`),
    ...unable.map(({ path }) => `dist/${path} is not executable.`),
  ]
}

const files = await bundle(root)
if (check) {
  const found = differences(files)
  for (const line of found) console.error(line)
  if (found.length > 0) console.error('`npm run build` rewrites it.')
  process.exitCode = found.length > 0 ? 1 : 0
} else write(files)
