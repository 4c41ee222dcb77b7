import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Files } from '../src/core/rule.ts'
import { entry, sample as brain, statePath } from '../src/protocols/governance/examples.ts'
import { registryPath, sample } from '../src/protocols/plugin/examples.ts'
import { baton, shortest, type Benchmark, type Program } from './measure.ts'

const nameOf = (index: number) => `Plugin${String(index).padStart(5, '0')}`
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const header = '| Plugin Name | Status | Version | Last Updated |\n|---|---|---|---|'
const registered = (text: string): Files => ({ ...sample, [registryPath]: `# Plugins\n\n${header}\n${text}\n` })

/** A file that is large, but not too large to be read: its parts, and what is done with it. */
interface Work {
  readonly about: string
  readonly count: number
  readonly files: (count: number) => Files
  readonly does: readonly string[]
}

const works: readonly Work[] = [
  {
    about: 'rows of a registry',
    count: 14_000,
    files: (count) => registered(lines(count, (index) => `| ${nameOf(index)} | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |`)),
    does: ['validate'],
  },
  {
    about: 'entries of a registry',
    count: 20_000,
    files: (count) => registered(lines(count, (index) => `\n### ${nameOf(index)}\n**Status:** 🚧 Stage 2`)),
    does: ['validate'],
  },
  {
    about: 'rulers in a registry',
    count: 200_000,
    files: (count) => registered(lines(count, () => '---')),
    does: ['validate'],
  },
  {
    about: 'entries of a history, cut by fix',
    count: 9_000,
    files(count) {
      const history = Array.from({ length: count }, (_, index) => entry(`task:${index}`, '08:10'))
      const state = JSON.parse(brain[statePath] ?? '') as object
      return { ...brain, [statePath]: `${JSON.stringify({ ...state, history })}\n` }
    },
    does: ['fix', '--dry-run'],
  },
]

function written(root: string, files: Files): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Whether a large file costs more than twice what one of half the size does. */
export const large: Benchmark = (bench) =>
  works.map(({ about, count, files, does }, index) => {
    const program = (size: number): Program =>
      baton(bench, ...does, '--root', written(join(bench.folder, `${index}-${size}`), files(size)))
    const { whole, half } = shortest(3, { whole: program(count), half: program(count / 2) })
    return {
      work: `baton ${does.join(' ')}, ${count} ${about}`,
      against: `${count / 2} of them`,
      unit: '×',
      aim: { bound: 'most', value: 2.2 },
      measured: whole / half,
      raw: { 'seconds of all': whole, 'seconds of half': half },
    }
  })
