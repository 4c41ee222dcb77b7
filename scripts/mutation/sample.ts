import { seeded } from '../seeded.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from '@stryker-mutator/api/core'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { prose } from './ignored.ts'

/** Where a mutant is, as Stryker's option `mutate` says it. */
export const rangeOf = ({ fileName, location: { start, end } }: Mutant): string =>
  `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`

/** What distinguishes a mutant from every other one, whatever number a run gives it. */
export const keyOf = (mutant: Mutant): string => `${rangeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement}`

const silent = () => undefined
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

/** Sources whose text is worth mutating: the examples are what the tests run. */
export const sourcesOf = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !/\/examples(?:\.ts$|\/)/.test(path))
    .sort()

/** Every mutant of a folder of the checkout. */
export async function mutantsOf(root: string, folder: string): Promise<readonly Mutant[]> {
  const files = sourcesOf(root, folder).map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(root, name), 'utf8'),
  }))
  const { mutants } = await new Instrumenter(logger).instrument(files, {
    plugins: null,
    ignorers: [prose],
    excludedMutations: [],
  })
  return mutants.filter(({ status }) => status !== 'Ignored')
}

/** So many of a list, each as likely as any other; the same for the same seed. */
export function sampled<Each>(all: readonly Each[], count: number, seed: number): readonly Each[] {
  const left = [...all]
  const random = seeded(seed)
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}
