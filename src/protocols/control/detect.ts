import type { Detection } from '../../core/protocol.ts'
import { escapeGlob, matcher } from '../../documents/glob.ts'
import { detectBySigns } from '../../kit/file-reading.ts'
import { kindsBelow } from '../../kit/files.ts'
import { discovery } from './discovery.ts'
import { definitionFile, neverEntered, recordFile, shownBy, stagesFolder } from './files.ts'
import { folderOf } from '../../core/view.ts'

const { runs: usual } = discovery.defaults
const isUsual = matcher(usual, neverEntered)

const { glob, reads, folderOf: runOf } = detectBySigns([...kindsBelow(`${stagesFolder}/*`, shownBy), recordFile, definitionFile])
const isDefinition = (path: string) => `/${path}`.endsWith(`/${definitionFile.path}`)

/** Files of runs and definitions of workflows, by their keys. Definitions are found wherever they are. */
export const detect: Detection = {
  glob,
  reads,
  place: (path) => folderOf(runOf(path)) || '.',
  section(paths, samples) {
    const runs = [...new Set(paths.filter((path) => !isDefinition(path)).map(runOf))].filter((run) => run !== '')
    const others = runs.filter((run) => !isUsual(run)).map((run) => `${escapeGlob(folderOf(run))}/*`.replace(/^\//, ''))
    const left = samples.map((folder) => `!${escapeGlob(folder)}`)
    const all = [...(others.length > 0 && others.length === runs.length ? [] : usual), ...new Set(others.toSorted()), ...left]
    return all.every((glob) => usual.includes(glob)) ? {} : { runs: all }
  },
}
