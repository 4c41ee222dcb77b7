import processes from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { start } from './launch.ts'

const started: unique symbol = Symbol.for('baton: git is started from a small process')
const { spawn } = processes

/** What `src/` starts of git, with pipes alone. What `spawn` refuses at once, it refuses itself. */
function launched(program: string, words: readonly string[] = [], options: processes.SpawnOptions = {}) {
  const { cwd = process.cwd(), env = process.env, stdio, ...more } = options
  const isPlain =
    program === 'git' && stdio === undefined && typeof cwd === 'string' && Object.keys(more).join() === 'windowsHide'
  return isPlain && !words.some((word) => word.includes('\0'))
    ? start(program, words, { cwd, env })
    : spawn(program, words, options)
}

// This file runs before each file of tests; they share a process.
if (!Object.hasOwn(spawn, started)) {
  processes.spawn = Object.assign(launched, { [started]: true }) as unknown as typeof spawn
  syncBuiltinESMExports()
}
