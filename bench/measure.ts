import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'

/** What a figure is to be. */
export interface Aim {
  readonly bound: 'most' | 'least'
  readonly value: number
}

/** One thing that was measured in one run. */
export interface Figure {
  readonly work: string
  /** What it is held against: something public that did its work in the same run, or a count. */
  readonly against: string
  readonly unit: '×' | 'MB' | 'kB' | 's' | 'ms' | 'requests' | 'commits' | 'commands' | 'tokens'
  /** Absent where the figure is there to be read only. */
  readonly aim?: Aim
  /** Absent where it could not be measured: the note says why. */
  readonly measured?: number
  /** What the figure was made of: seconds, bytes, versions. */
  readonly raw: Readonly<Record<string, number | string>>
  readonly note?: string
}

/** What the benchmarks are given. */
export interface Bench {
  /** A fresh folder of the benchmark's own, removed after it. */
  readonly folder: string
  /** The bundle, made from the sources as they are. */
  readonly dist: string
}

/** A row of the table: every figure of it. */
export type Benchmark = (bench: Bench) => Promise<readonly Figure[]> | readonly Figure[]

/** A program to be run. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** How it is to end; default 0. */
  readonly code?: number
}

/** How one run of a program went. */
export interface Run {
  readonly seconds: number
  readonly output: string
}

const mostOutput = 256 * 1024 * 1024

/** Runs a program to its end. @throws when it ends otherwise than it should: a figure of a failure is meaningless. */
export function run({ command, args, cwd, input, env, code = 0 }: Program): Run {
  const begin = performance.now()
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    input,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: mostOutput,
  })
  const seconds = (performance.now() - begin) / 1000
  if (error) throw error
  if (status !== code)
    throw new Error(
      `${command} ${args.join(' ').slice(0, 200)} ended with ${status}, expected ${code}:\n${(stderr + stdout).slice(-2000)}`,
    )
  return { seconds, output: stdout }
}

/**
 * The shortest time of each program, in seconds. They are run in turns, so that what else the machine does falls on all
 * alike; the first turn, in which files come into the cache, does not count.
 */
export function shortest<Name extends string>(
  turns: number,
  programs: Readonly<Record<Name, Program>>,
): Readonly<Record<Name, number>> {
  const names = Object.keys(programs) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<Name, number>
  for (const name of names) run(programs[name])
  for (let turn = 0; turn < turns; turn++)
    for (const name of names) times[name] = Math.min(times[name], run(programs[name]).seconds)
  return times
}

/** `baton` with these arguments. The compiled code is kept below the benchmark's own folder. */
export const baton = ({ folder, dist }: Bench, ...args: readonly string[]): Program => ({
  command: process.execPath,
  args: [`${dist}/cli.js`, ...args],
  cwd: folder,
  env: { XDG_CACHE_HOME: `${folder}/cache` },
})

/**
 * Prints the most memory that the process has held. `maxRSS` of a process begins with what its parent held when it was
 * started, which may be more than it ever needs itself: Linux also tells that of the process alone.
 */
const printing = String.raw`
import { existsSync, readFileSync, writeSync } from 'node:fs'
process.on('exit', () => {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  writeSync(1, '\npeak ' + (/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS))
})
`
const reporter = `data:text/javascript,${encodeURIComponent(printing)}`

/**
 * Prints the time that the process has kept processors busy, in microseconds: what else the machine does counts less
 * than by the clock.
 */
const printingTime = String.raw`
import { writeSync } from 'node:fs'
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(1, '\ncpu ' + (user + system))
})
`
const timer = `data:text/javascript,${encodeURIComponent(printingTime)}`

/**
 * The least time that a program of Node keeps processors busy in some runs, in seconds, without the programs that it
 * starts.
 */
export function busy(program: Program, runs = 2): number {
  const once = () =>
    Number(/\ncpu (\d+)$/.exec(run({ ...program, args: ['--import', timer, ...program.args] }).output)?.[1]) / 1e6
  return Math.min(...Array.from({ length: runs }, once))
}

/** The most memory that a run of Node holds at once, in bytes, worker threads included. */
export function peak(program: Program): number {
  const { output } = run({ ...program, args: ['--import', reporter, ...program.args] })
  return Number(/\npeak (\d+)$/.exec(output)?.[1]) * 1024
}
