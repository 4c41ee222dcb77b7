import { defineProtocol } from '../../core/define-protocol.ts'
import type { Selector } from '../../core/view.ts'
import { escapeGlob, matcher } from '../../documents/glob.ts'
import { cleanup } from './commands/cleanup.ts'
import { commands } from './commands/index.ts'
import { placeComparisons } from './compared.ts'
import { newProject } from './commands/new.ts'
import { sessionOfRun } from './commands/session-state.ts'
import { commandMoves } from '../../kit/states.ts'
import { discovery, type HandoverConfiguration } from './discovery.ts'
import { committedPaths, localPaths, looseKind } from './files.ts'
import { folderUnits } from '../../kit/units.ts'
import { machine } from './states.ts'
import { detect } from './detect.ts'
import { grantChanges, parsedFile, targetOf, stateDigest } from './targets.ts'
import { next } from './next.ts'
import { readModel } from './model.ts'
import { comparedProjects, pathsToFind } from './reading/expected.ts'
import { referencedPathsOf } from './reading/paths.ts'
import { groups, rules } from './rules/index.ts'
import { resolveProject } from './commands/project.ts'

/** A loose file is of the project that its name names. */
const units = folderUnits(
  ({ projects }: HandoverConfiguration) => matcher(projects),
  (path) => {
    const looseFile = looseKind(path)
    return looseFile ? [looseFile.rest] : []
  },
)

/** Projects of one task each, from the brief to the review. */
export const handover = defineProtocol({
  ...discovery,
  title: 'Handovers',
  further({ now: model, before: modelBefore, context }) {
    const referencedPaths = [model, ...(modelBefore ? [modelBefore] : [])].flatMap(referencedPathsOf)
    const expectedPaths = pathsToFind(comparedProjects(model, modelBefore, context))
    const selectorsFor = (paths: Iterable<string>, ...levels: readonly Selector['level'][]) =>
      [...new Set(paths)].flatMap((path) => levels.map((level) => ({ glob: escapeGlob(path), level })))
    return [...selectorsFor(referencedPaths, 'text'), ...selectorsFor(expectedPaths, 'name', 'folder')]
  },
  detect,
  found(_, __, model) {
    const { projects, files } = model()
    return projects.length + files.length > 0
  },
  read: readModel,
  next,
  targets: (model) => model.projects.map((project) => targetOf(project, model)),
  owners(model, path) {
    const project = model.projectOf(path)
    return project ? [project.target] : []
  },
  parsed(model, path) {
    const file = model.file(path)
    return file && file.unreadable !== 'absent' ? parsedFile(file) : undefined
  },
  rules,
  groups,
  resolve: resolveProject,
  commands,
  moves: commandMoves(machine),
  writeGrant: (model, { id }, grant) => grantChanges(model, id, grant),
  creation: newProject,
  stateDigest,
  capabilities: {
    ...discovery.capabilities,
    agreement: { compared: placeComparisons },
    committedState: { paths: committedPaths, local: localPaths },
    units,
    cleanup,
    refreshLocal: sessionOfRun,
  },
})
