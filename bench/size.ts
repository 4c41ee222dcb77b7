import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { readSyntax } from '../scripts/syntax.ts'
import type { Benchmark } from './measure.ts'

/** The files that a program loads sooner or later, itself first; those of Node are no files. */
function loaded(dist: string, program: string): ReadonlySet<string> {
  const files = new Set([program])
  for (const file of files) {
    for (const { specifier } of readSyntax(readFileSync(`${dist}/${file}`, 'utf8'), file).imports) {
      if (specifier?.startsWith('.')) files.add(posix.join(posix.dirname(file), specifier))
    }
  }
  return files
}

/** How much code is shipped for each program, libraries included. */
export const size: Benchmark = ({ dist }) =>
  ['action.js', 'cli.js'].map((program) => {
    const files = [...loaded(dist, program)]
    const bytes = files.reduce((sum, file) => sum + readFileSync(`${dist}/${file}`).length, 0)
    return {
      work: `dist/${program} and what it loads`,
      against: 'count',
      unit: 'MB',
      aim: { bound: 'most', value: 1.5 },
      measured: bytes / 1e6,
      raw: { bytes, files: files.length },
    }
  })
