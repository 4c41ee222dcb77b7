import { editJson, type JsonEdit } from '../../../documents/json-edit.ts'
import type { JsonFile } from '../reading/json-file.ts'
import { limits } from '../schema.ts'
import { agrees, nextCount, plannerStalls, validatorRepeats, type Stall } from '../stalls.ts'
import { cutTo } from './lists.ts'
import { newStall, print } from './new-files.ts'

const more = (file: JsonFile, by: number, ...path: readonly string[]): JsonEdit => ({ set: path, value: (file.number(...path) ?? 0) + by })

/** Appends to a list that keeps its last entries. */
function pushed(file: JsonFile, path: readonly string[], value: unknown, most: number): readonly JsonEdit[] {
  return [{ append: path, value }, ...cutTo(path, most, file.list(...path).length + 1)]
}

const textOf = ({ data }: JsonFile): string => data?.document.text ?? ''

/** Counts agents that were started. */
export function withSpawns(metrics: JsonFile, agents: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const agent of agents) counts.set(agent, (counts.get(agent) ?? 0) + 1)
  return editJson(textOf(metrics), [
    more(metrics, agents.length, 'agentSpawns', 'total'),
    ...Array.from(counts, ([agent, count]) => more(metrics, count, 'agentSpawns', 'byAgent', agent)),
  ])
}

const iteration = (metrics: JsonFile, kind: 'plannerChecker' | 'validatorFix'): readonly JsonEdit[] => [
  more(metrics, 1, 'iterationCounts', kind),
  more(metrics, 1, 'iterationCounts', 'total'),
]

/** Counts a cycle of planner and checker. */
export const withCycle = (metrics: JsonFile): string => editJson(textOf(metrics), iteration(metrics, 'plannerChecker'))

/** How much of an error is kept. */
const errorLength = 100

/** Counts an error, and keeps its beginning. */
export function withError(metrics: JsonFile, error: string, at: string): string {
  const kept = `[${at}] validator_fix: ${Array.from(error).slice(0, errorLength).join('')}`
  return editJson(textOf(metrics), [
    ...iteration(metrics, 'validatorFix'),
    more(metrics, 1, 'errors', 'total'),
    more(metrics, 1, 'errors', 'byType', 'validator_fix'),
    ...pushed(metrics, ['errors', 'recent'], kept, limits.recent),
  ])
}

/** A list with one more, of which the last are kept. */
const window = (list: readonly unknown[], next: unknown) => [...list, next].slice(-limits.window)

/** Records a cycle in a stall file. */
export function stallWithCycle({ file, planner }: Stall, hash: string, score: number): string {
  const [hashes, scores] = [window(planner.hashes, hash), window(planner.scores, score)]
  const path = (key: string) => ['plannerChecker', key]
  return editJson(file.data ? textOf(file) : print(newStall()), [
    ...pushed(file, path('issuesHashHistory'), hash, limits.window),
    { set: path('stallCount'), value: nextCount(planner.stored ?? 0, plannerStalls({ hashes, scores })) },
    { set: path('lastScore'), value: score },
    ...pushed(file, path('scoreHistory'), score, limits.window),
  ])
}

/** Records an error in a stall file. */
export function stallWithError({ file, validator }: Stall, hash: string): string {
  const path = (key: string) => ['validatorFix', key]
  return editJson(file.data ? textOf(file) : print(newStall()), [
    ...pushed(file, path('errorHashHistory'), hash, limits.window),
    { set: path('repeatCount'), value: nextCount(validator.stored ?? 0, validatorRepeats(window(validator.hashes, hash))) },
  ])
}

/** The text of a stall file whose counts are what its histories give. */
export function recounted(stall: Stall): string {
  const { file, planner, validator } = stall
  const last = planner.scores.at(-1) ?? null
  const wanted = [
    { set: ['plannerChecker', 'stallCount'], value: planner.pluralize, fits: agrees(planner.stored ?? -1, planner.pluralize) },
    { set: ['plannerChecker', 'lastScore'], value: last, fits: [null, last].includes(file.value('plannerChecker', 'lastScore') as null) },
    { set: ['validatorFix', 'repeatCount'], value: validator.pluralize, fits: agrees(validator.stored ?? -1, validator.pluralize) },
  ]
  return editJson(
    textOf(file),
    wanted.filter(({ fits }) => !fits),
  )
}
