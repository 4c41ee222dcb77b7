import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { mock } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { begin, doors, interruptedOnce, lead, lives as ways, prepareLife, type LedWay } from '../test/entry/lives.ts'
import type { Bench, Benchmark, Figure } from './measure.ts'

type DoorName = keyof typeof doors

/** Leads one life, and counts what it took: from the first `next` to the one that has nothing left. */
async function lived({ folder }: Bench, name: string, way: LedWay, doorName: DoorName): Promise<Figure> {
  const root = join(folder, name.replaceAll(/\W+/g, '-'), doorName)
  mkdirSync(root, { recursive: true })
  await prepareLife(realpathSync(root), way)
  const door = await doors[doorName](realpathSync(root))
  const setTime = (milliseconds: number) => mock.timers.setTime(milliseconds)
  const { steps, guesses } = await lead(realpathSync(root), way, door, { setTime, reasonFor: interruptedOnce() })
  await door.close()
  const sum = (textOf: (call: (typeof door.calls)[number]) => string) =>
    door.calls.reduce((total, call) => total + countTokens(textOf(call)), 0)
  const [written, read] = [sum((call) => call.written), sum((call) => call.read)]
  return {
    work: name,
    against: doorName,
    unit: 'tokens',
    measured: written + read,
    raw: {
      steps: steps.length,
      errors: door.calls.filter(({ written: line }) => /\berror\b/.test(line)).length,
      questions: door.calls.filter(({ written: line }) => /\bquestion\b/.test(line)).length,
      calls: door.calls.length,
      refusals: door.calls.filter(({ isRefused }) => isRefused).length,
      guesses: guesses.length,
      written,
      read,
    },
  }
}

/** What it takes to follow `next` alone through a whole life, by each door. */
export const lives: Benchmark = async (bench) => {
  mock.timers.enable({ apis: ['Date'], now: begin })
  try {
    const figures: Figure[] = []
    for (const [name, way] of Object.entries(ways))
      for (const doorName of Object.keys(doors) as DoorName[]) {
        mock.timers.setTime(begin)
        figures.push(await lived(bench, name, way, doorName))
      }
    return figures
  } finally {
    mock.timers.reset()
  }
}
