import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { bundle } from '../scripts/bundle/bundle.ts'
import { auditing } from './audit.ts'
import { fleet } from './fleet.ts'
import { growth } from './growth.ts'
import { history, wideHistory } from './history.ts'
import { large } from './large.ts'
import { lives } from './lives.ts'
import { declared } from './declared.ts'
import type { Benchmark, Figure } from './measure.ts'
import { burst } from './burst.ts'
import { calls } from './calls.ts'
import { blockTokens, mcpStart, mcpTokens, toolTokens } from './mcp.ts'
import { memory } from './memory.ts'
import { nextTokens } from './next.ts'
import { page } from './page.ts'
import { parallel } from './parallel.ts'
import { peers } from './peers.ts'
import { plan } from './plan.ts'
import { requests } from './requests.ts'
import { updated, type Machine, type Result } from './results.ts'
import { scale } from './scale.ts'
import { serve } from './serve.ts'
import { sessions } from './session.ts'
import { size } from './size.ts'
import { start } from './start.ts'
import { briefTokens, tokens } from './tokens.ts'

const benchmarks: Readonly<Record<string, Benchmark>> = {
  scale,
  growth,
  large,
  declared,
  history,
  'wide-history': wideHistory,
  page,
  serve,
  sessions,
  peers,
  plan,
  start,
  requests,
  burst,
  fleet,
  tokens,
  'tokens-brief': briefTokens,
  next: nextTokens,
  'tokens-tools': toolTokens,
  'tokens-agents': blockTokens,
  'tokens-mcp': mcpTokens,
  'mcp-start': mcpStart,
  parallel,
  calls,
  lives,
  audit: auditing,
  memory,
  size,
}

const root = join(import.meta.dirname, '..')

/** What is measured is made of the sources as they are. */
async function build(dist: string): Promise<void> {
  for (const { path, text, executable } of await bundle(root)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    writeFileSync(join(dist, path), text)
    if (executable) chmodSync(join(dist, path), 0o755)
  }
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }')
}

const amount = (value: number, unit: Figure['unit']) =>
  `${Number.isInteger(value) ? value : value.toFixed(value < 100 ? 2 : 0)} ${unit}`

/** Whether an aim is met, and by how much. */
function judged({ aim, measured, unit }: Figure): string {
  if (measured === undefined) return 'not measured'
  if (!aim) return 'no aim'
  const margin = aim.bound === 'most' ? aim.value - measured : measured - aim.value
  return `${margin >= 0 ? 'met' : 'MISSED'} by ${amount(Math.abs(margin), unit)}`
}

const titles = ['name', 'work', 'against', 'aim', 'measured', ''] as const

function cellsOf(name: string, figure: Figure): readonly string[] {
  const { work, against, aim, measured, unit, note } = figure
  return [
    name,
    work,
    against,
    aim ? `${aim.bound === 'most' ? '≤' : '≥'} ${aim.value} ${unit}` : '',
    measured === undefined ? '' : amount(measured, unit),
    judged(figure) + (note === undefined ? '' : ` (${note})`),
  ]
}

const widths = [8, 46, 38, 14, 14]
const print = (cells: readonly string[]) =>
  console.log(
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join(' ')
      .trimEnd(),
  )

function commit(): string {
  try {
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' and changes')
  } catch {
    return 'none'
  }
}

const machine: Machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  system: `${process.platform} ${process.arch}`,
  node: process.version,
}

const file = join(import.meta.dirname, 'results.json')
const measured = commit()
const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name))
if (unknown !== undefined) {
  console.error(`Unexpected benchmark ${unknown}, expected some of ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'baton-bench-'))
const remove = () => rmSync(folder, { recursive: true, force: true })
process.once('SIGINT', () => {
  remove()
  process.exit(130)
})

try {
  const dist = join(folder, 'dist')
  await build(dist)
  const run: Result[] = []
  print(titles)
  for (const [name, benchmark] of Object.entries(benchmarks)) {
    if (names.length > 0 && !names.includes(name)) continue
    const benchFolder = join(folder, name)
    mkdirSync(benchFolder)
    const figures = await benchmark({ folder: benchFolder, dist })
    for (const figure of figures) print(cellsOf(name, figure))
    run.push({ name, commit: measured, machine, figures })
    rmSync(benchFolder, { recursive: true })
  }
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Result[]) : []
  writeFileSync(file, `${JSON.stringify(updated(before, run, Object.keys(benchmarks)), undefined, 2)}\n`)
} finally {
  remove()
}
