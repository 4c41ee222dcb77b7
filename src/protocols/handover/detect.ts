import type { Detection } from '../../core/protocol.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { discovery } from './discovery.ts'
import { kindsByName } from './files.ts'
import { isMarked } from './model.ts'
import { folderOf } from '../../core/view.ts'

const { projects: defaultGlobs } = discovery.defaults

/** Where unmarked files are projects too, written before there were marks. */
const oldPathPattern = /^\.claude\/projects\/\d{4}-\d\d-\d\d-[^/]+\/(?:brief|plan|review)\.md$/

/** Files with the mark of a handover, in folders of a project. */
export const detect: Detection = {
  glob: `**/????-??-??-*/{${[...kindsByName.keys()].join(',')}}`,
  reads: (view, path, limit) => oldPathPattern.test(path) || isMarked(view, path, limit),
  place: (path) => folderOf(folderOf(path)) || '.',
  section(paths) {
    const projects = [
      ...new Set(paths.map((path) => `${escapeGlob(folderOf(folderOf(path)))}/*`.replace(/^\//, ''))),
    ].toSorted()
    return projects.every((glob) => defaultGlobs.includes(glob)) ? {} : { projects }
  },
}
