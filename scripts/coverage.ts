import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `node scripts/coverage.ts` runs the tests of what is pure and writes to `bench/coverage.json` how much of each folder
 * they come by.
 */
const folders = ['core', 'documents', 'protocols', 'engine', 'render'] as const

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'coverage-'))

interface CoverageCount {
  readonly total: number
  readonly covered: number
}

type Summary = Readonly<Record<string, { readonly lines: CoverageCount; readonly branches: CoverageCount }>>

const percent = (counts: readonly CoverageCount[]) => {
  const sum = (key: keyof CoverageCount) => counts.reduce((all, each) => all + each[key], 0)
  return Math.round((sum('covered') / sum('total')) * 1000) / 10
}

try {
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project=fast',
      '--project=slow',
      ...folders.map((each) => `test/${each}/`),
      '--coverage',
      ...folders.map((each) => `--coverage.include=src/${each}/**/*.ts`),
      '--coverage.exclude=**/examples.ts',
      '--coverage.reporter=json-summary',
      `--coverage.reportsDirectory=${reports}`,
      '--testTimeout=120000',
      '--reporter=dot',
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) throw new Error('A test failed.')
  const summary = JSON.parse(readFileSync(join(reports, 'coverage-summary.json'), 'utf8')) as Summary
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const figures = folders.map((folder) => {
    const files = Object.entries(summary).flatMap(([path, counts]) =>
      path.includes(`/src/${folder}/`) ? [counts] : [],
    )
    return {
      folder: `src/${folder}`,
      commit,
      command: 'npm run coverage',
      files: files.length,
      lines: percent(files.map(({ lines }) => lines)),
      branches: percent(files.map(({ branches }) => branches)),
    }
  })
  for (const { folder, lines, branches } of figures)
    console.log(`${folder.padEnd(16)} lines ${lines} %  branches ${branches} %`)
  writeFileSync(join(root, 'bench/coverage.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
} finally {
  rmSync(reports, { recursive: true, force: true })
}
