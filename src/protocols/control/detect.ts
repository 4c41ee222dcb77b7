import type { Detection } from '../../core/protocol.ts'
import { escapeGlob, matcher } from '../../documents/glob.ts'
import { detectBySigns } from '../../kit/file-reading.ts'
import { kindsBelow } from '../../kit/files.ts'
import { discovery } from './discovery.ts'
import { definitionFile, excludedFolders, recordFile, markerFiles, stagesFolder } from './files.ts'
import { folderOf } from '../../core/view.ts'

const { runs: defaultGlobs } = discovery.defaults
const isDefaultRun = matcher(defaultGlobs, excludedFolders)

const {
  glob,
  reads,
  folderOf: runOf,
} = detectBySigns([...kindsBelow(`${stagesFolder}/*`, markerFiles), recordFile, definitionFile])
const isDefinition = (path: string) => `/${path}`.endsWith(`/${definitionFile.path}`)

/** Files of runs and definitions of workflows, by their keys. Definitions are found wherever they are. */
export const detect: Detection = {
  glob,
  reads,
  place: (path) => folderOf(runOf(path)) || '.',
  section(paths, samples) {
    const runs = [...new Set(paths.filter((path) => !isDefinition(path)).map(runOf))].filter((run) => run !== '')
    const otherGlobs = runs
      .filter((run) => !isDefaultRun(run))
      .map((run) => `${escapeGlob(folderOf(run))}/*`.replace(/^\//, ''))
    const excludedGlobs = samples.map((folder) => `!${escapeGlob(folder)}`)
    const globs = [
      ...(otherGlobs.length > 0 && otherGlobs.length === runs.length ? [] : defaultGlobs),
      ...new Set(otherGlobs.toSorted()),
      ...excludedGlobs,
    ]
    return globs.every((glob) => defaultGlobs.includes(glob)) ? {} : { runs: globs }
  },
}
