import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { table, traced } from '../../scripts/trace/traced.ts'
import { handoffPath, sample } from '../../src/protocols/plugin/examples.ts'
import { project, run, scratch } from '../entry/programs.ts'

const { folder, remove } = scratch()
afterAll(remove)

const trace = (...args: readonly string[]) => run(join(project, 'scripts/trace.ts'), args)

/** The rows of a table that was printed, by path. */
const rowsOf = (stdout: string) =>
  new Map(
    [...stdout.matchAll(/^ *(\d+) +(\d+) +(\d+) {2}(src\/\S+)$/gm)].map(([, calls, functions, lines, path]) => [
      path,
      { calls: Number(calls), functions: Number(functions), lines: Number(lines) },
    ]),
  )
const linesOf = (path: string) => readFileSync(join(project, path), 'utf8').split('\n').length - 1

describe('a trace', () => {
  it('of the command line lists what was imported, and how often functions were called', async () => {
    const root = folder(sample)
    const { code, stdout } = await trace('validate', '--root', root, join(root, handoffPath))
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✔ passed: .*1 file and 1 target checked/)
    const rows = rowsOf(stdout)
    expect(rows.get('src/entry/cli.ts')).toEqual({ calls: 1, functions: 1, lines: linesOf('src/entry/cli.ts') })
    expect(rows.get('src/protocols/plugin/protocol.ts')?.calls).toBeGreaterThan(0)
    expect(rows.has('src/protocols/governance/protocol.ts')).toBe(false)
    expect(stdout).toContain(`\nimported: ${rows.size} files, `)
  })

  it('runs the program once', async () => {
    const root = folder(sample)
    const { stdout } = await trace('accept', 'TinyGain', '--root', root)
    expect(stdout.match(/\/accept TinyGain/g)).toHaveLength(1)
    expect(stdout).toMatch(/^✔ \/accept TinyGain/)
  })

  it('ends as the program does', async () => {
    const { code, stdout } = await trace('validate', '--root', folder())
    expect(code).toBe(3)
    expect(rowsOf(stdout).has('src/entry/cli.ts')).toBe(true)
  })

  it('of a comment follows the Action up to its commit', async () => {
    const root = folder(sample)
    const { code, stdout } = await trace('--comment', '/accept TinyGain', '--root', root)
    expect(stdout).toMatch(/^outcome: changed, commit [0-9a-f]{40}$/m)
    expect(code).toBe(0)
    const rows = rowsOf(stdout)
    expect(rows.get('src/protocols/plugin/commands/accept.ts')?.calls).toBeGreaterThan(0)
    expect(rows.has('src/entry/action.ts')).toBe(true)
    expect(rows.has('src/entry/cli.ts')).toBe(false)
  })
})

describe('what Node has counted', () => {
  const counted = (path: string, ...counts: readonly number[]) => ({
    url: pathToFileURL(join(project, path)).href,
    functions: [1, ...counts].map((count, index) => ({ ranges: [{ startOffset: index, count }] })),
  })

  it('is added up over processes and threads, in the order of folders', () => {
    const counts = folder({
      'coverage-1.json': JSON.stringify({
        result: [
          counted('src/entry/cli/main.ts', 0),
          counted('src/entry/index.ts', 2, 0, 3),
          counted('src/entry/cli.ts', 1),
          counted('test/hang.ts', 5),
        ],
      }),
      'coverage-2.json': JSON.stringify({ result: [counted('src/entry/index.ts', 1, 7, 0)] }),
    })
    const [cli, index, main] = ['src/entry/cli.ts', 'src/entry/index.ts', 'src/entry/cli/main.ts'].map(linesOf) as [
      number,
      number,
      number,
    ]
    const files = traced(project, counts)
    expect(files).toEqual([
      { path: 'src/entry/cli.ts', lines: cli, functions: 1, calls: 1 },
      { path: 'src/entry/index.ts', lines: index, functions: 3, calls: 13 },
      { path: 'src/entry/cli/main.ts', lines: main, functions: 0, calls: 0 },
    ])
    expect(table(files).split('\n').slice(-2)).toEqual([
      `imported: 3 files, ${cli + index + main} lines`,
      `called:   2 files, ${cli + index} lines; 4 functions, 14 calls`,
    ])
  })
})
