import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** What changes something on the disk, or makes sure that it is there. Reading is no step of a write. */
const operations = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'fsyncSync',
  'fchmodSync',
  'mkdirSync',
  'rmdirSync',
  'renameSync',
  'copyFileSync',
  'rmSync',
  'utimesSync',
] as const

type Operation = (typeof operations)[number]
type Words = readonly unknown[]

/** Called before each step; what it throws is thrown in its place. */
type Interrupt = (step: { readonly number: number; readonly operation: Operation; readonly words: Words }) => void

const { O_WRONLY, O_RDWR } = fs.constants

/** Opening a file to read it is no step. */
const isStep = (operation: Operation, [, flags]: Words) =>
  operation !== 'openSync' || (typeof flags === 'number' && (flags & (O_WRONLY | O_RDWR)) !== 0)

/** Has every step of writing in this process interrupted from now on. Gives what ends that. */
export function interrupt(by: Interrupt): () => void {
  const before = Object.fromEntries(operations.map((operation) => [operation, fs[operation]]))
  let number = 0
  for (const operation of operations) {
    const real = before[operation] as (...words: Words) => unknown
    Object.assign(fs, {
      [operation]: (...words: Words) => {
        if (isStep(operation, words)) by({ number: ++number, operation, words })
        // No power fails here.
        return operation === 'fsyncSync' ? undefined : real.apply(fs, [...words])
      },
    })
  }
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, before)
    syncBuiltinESMExports()
  }
}

async function interrupted(by: Interrupt, run: () => Promise<unknown>): Promise<void> {
  const end = interrupt(by)
  try {
    await run()
  } finally {
    end()
  }
}

/** What happens to the steps of a program that was killed: none of them. */
class KilledError extends Error {
  override readonly name = 'KilledError'
}

/** The first part of what a step writes, as it may be on the disk when a program is killed in the midst of it. */
const halfDone: Partial<Record<Operation, (words: Words, real: typeof fs) => void>> = {
  writeSync: ([file, data], { writeSync }) =>
    void writeSync(file as number, Buffer.from(data as string).subarray(0, 9)),
  writeFileSync: ([file, data], { writeSync }) =>
    void writeSync(file as number, Buffer.from(data as string).subarray(0, 2)),
  copyFileSync: ([from, to], { readFileSync, openSync, writeSync, closeSync }) => {
    const file = openSync(to as string, 'wx')
    writeSync(file, readFileSync(from as string).subarray(0, 2))
    closeSync(file)
  },
}

/**
 * Runs something as a program that is killed before its step of this number, or in the midst of it: from then on
 * nothing that it does has any effect, its tidying up included. Gives whether it came to that.
 */
export async function killedAt(
  number: number,
  moment: 'before' | 'within',
  run: () => Promise<unknown>,
): Promise<boolean> {
  const real = { ...fs }
  let isDead = false
  const kill: Interrupt = (step) => {
    if (!isDead && step.number === number && moment === 'within') halfDone[step.operation]?.(step.words, real)
    isDead ||= step.number >= number
    if (isDead) throw new KilledError(`at step ${step.number}`)
  }
  await interrupted(kill, run).catch((cause: unknown) => {
    if (!isDead) throw cause
  })
  return isDead
}

/** Runs something on a disk that refuses the step of this number, and no other. Gives whether there was such a step. */
export async function refusedAt(number: number, code: string, run: () => Promise<unknown>): Promise<boolean> {
  let came = false
  await interrupted((step) => {
    if (step.number !== number) return
    came = true
    throw Object.assign(new Error(`${code}: refused, ${step.operation}`), { code })
  }, run)
  return came
}
