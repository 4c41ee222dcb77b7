import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createTwoFilesPatch } from 'diff'

const root = join(import.meta.dirname, '..')
const check = process.argv.includes('--check')

// In a process of its own, since a module that has read the old list keeps it.
if (!check) execFileSync(process.execPath, [join(import.meta.dirname, 'docs/codes.ts')])

const { generated } = await import('./docs/parts.ts')

const now = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const stale = [...generated(root)].filter(([path, text]) => text !== now(join(root, path)))

for (const [path, text] of stale) {
  if (check) console.log(createTwoFilesPatch(path, `${path} as generated`, now(join(root, path)), text))
  else {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

if (stale.length === 0) console.log('docs: everything is as generated')
else if (!check) console.log(`docs: wrote ${stale.map(([path]) => path).join(', ')}`)
else {
  console.log(`docs: ${stale.length} not as generated; \`npm run docs\` writes them`)
  process.exitCode = 1
}
