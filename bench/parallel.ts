import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { baton, run, type Bench, type Benchmark, type Program } from './measure.ts'
import { writeRepository } from './repository.ts'

const count = 50
const names = Array.from({ length: count }, (_, index) => `Plugin${String(index).padStart(5, '0')}`)

/** Starts a program. Gives how it ends. */
const started = ({ command, args, cwd, env }: Program) =>
  new Promise<number | null>((resolve, reject) => {
    spawn(command, args, { cwd, env: { ...process.env, BATON_WAIT: '60m', ...env }, stdio: 'ignore' })
      .on('error', reject)
      .on('close', resolve)
  })

function accepts(bench: Bench, name: string) {
  const root = `${bench.folder}/${name}`
  writeRepository(root, count)
  const before = readFileSync(`${root}/PLUGINS.md`, 'utf8')
  const isWhole = () =>
    names.every((plugin) => !before.includes(rowOf(plugin, readFileSync(`${root}/PLUGINS.md`, 'utf8'))))
  return { programs: names.map((plugin) => baton(bench, 'accept', plugin, '--root', root)), isWhole }
}

/** The row of a plugin in a registry. */
const rowOf = (plugin: string, text: string) => text.split('\n').find((line) => line.startsWith(`| ${plugin} `)) ?? ''

/** How many agents may work on one tree at once, and what the one lock for all of them costs. */
export const parallel: Benchmark = async (bench) => {
  const [sequential, all] = [accepts(bench, 'one-after-the-other'), accepts(bench, 'at-once')]
  const begin = performance.now()
  for (const program of sequential.programs) run(program)
  const between = performance.now()
  const codes = await Promise.all(all.programs.map(started))
  const end = performance.now()
  const succeeded = codes.filter((code) => code === 0).length
  if (succeeded < count || !sequential.isWhole() || !all.isWhole())
    throw new Error(`${succeeded} of ${count} succeeded, or a row was lost`)
  const seconds = { atOnce: (end - between) / 1000, oneAfterTheOther: (between - begin) / 1000 }
  return [
    {
      work: `${count} baton accepts of ${count} plugins at once`,
      against: 'the same one after the other',
      unit: '×',
      aim: { bound: 'most', value: 1.3 },
      measured: seconds.atOnce / seconds.oneAfterTheOther,
      raw: { ...seconds, succeeded },
    },
  ]
}
