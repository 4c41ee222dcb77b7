import { parseRecord } from '../../kit/record.ts'
import type { Detection } from '../../core/protocol.ts'
import { nodeAt } from '../../documents/data.ts'
import { escapeGlob, matcher } from '../../documents/glob.ts'
import { readText } from '../../documents/text.ts'
import { discovery } from './discovery.ts'
import { neverEntered, runFiles, stageFiles } from './files.ts'

const { runs: usual } = discovery.defaults
const isUsual = matcher(usual, neverEntered)

const definition = 'wf.yaml'

/** Files of a stage by their path in a run, of a run and a workflow by their names: how many of which keys distinguish them from others. */
const marks: Readonly<Record<string, readonly [least: number, keys: readonly string[]]>> = {
  [`${runFiles.stages}/*/${stageFiles.accept}`]: [1, ['state']],
  [`${runFiles.stages}/*/${stageFiles.handback}`]: [1, ['reason']],
  [`${runFiles.stages}/*/${stageFiles.config}`]: [1, ['inputs', 'outputs', 'prompt']],
  [runFiles.record]: [2, ['run_id', 'workflow', 'stages', 'created_at']],
  [definition]: [2, ['version', 'metadata', 'stages', 'shared_templates']],
}

const kinds = Object.entries(marks).map(([glob, [least, keys]]) => ({
  isIt: matcher([`**/${glob}`]),
  depth: glob.split('/').length,
  least,
  keys,
}))
const kindOf = (path: string) => kinds.find(({ isIt }) => isIt(path))
const isDefinition = (path: string) => `/${path}`.endsWith(`/${definition}`)

/** The folder of the run that a file belongs to. */
const runOf = (path: string) =>
  path
    .split('/')
    .slice(0, -(kindOf(path)?.depth ?? 1))
    .join('/')
const above = (folder: string) => folder.split('/').slice(0, -1).join('/')

/** Files of runs and definitions of workflows, by their keys. Definitions are found wherever they are. */
export const detect: Detection = {
  glob: `**/{${Object.keys(marks).join(',')}}`,
  reads(view, path, limit) {
    const document = readText(view, path, limit)
    if (typeof document === 'string') return false
    const { data } = parseRecord(document, path.endsWith('.json') ? 'json' : 'yaml-1.1')
    const kind = kindOf(path)
    return (
      data !== undefined && kind !== undefined && kind.keys.filter((key) => nodeAt(data.root, [key]) !== undefined).length >= kind.least
    )
  },
  place: (path) => above(runOf(path)) || '.',
  section(paths, samples) {
    const runs = [...new Set(paths.filter((path) => !isDefinition(path)).map(runOf))].filter((run) => run !== '')
    const others = runs.filter((run) => !isUsual(run)).map((run) => `${escapeGlob(above(run))}/*`.replace(/^\//, ''))
    const left = samples.map((folder) => `!${escapeGlob(folder)}`)
    const all = [...(others.length > 0 && others.length === runs.length ? [] : usual), ...new Set(others.toSorted()), ...left]
    return all.every((glob) => usual.includes(glob)) ? {} : { runs: all }
  },
}
