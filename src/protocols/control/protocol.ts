import { defineProtocol } from '../../core/define-protocol.ts'
import { commands } from './commands/index.ts'
import { placeComparisons } from './compared.ts'
import { newRun } from './commands/new.ts'
import { detect } from './detect.ts'
import { parsedFile, stageTarget, workflowTarget, stateDigest } from './targets.ts'
import { committedPaths, recordFile, stagesFolder, workflowMarks } from './files.ts'
import { next } from './next.ts'
import { readModel } from './model.ts'
import { linksOfRuns } from './reading/links.ts'
import { findRuns, runPattern } from './reading/runs.ts'
import { findWorkflows } from './reading/workflows.ts'
import { rulesOf } from '../../kit/rules.ts'
import { recordChanges } from './writing/writing.ts'
import { groups } from './rules/index.ts'
import { commandMoves } from '../../kit/states.ts'
import { discovery, type ControlConfiguration } from './discovery.ts'
import { folderUnits } from '../../kit/units.ts'
import { machine } from './states.ts'
import { resolveTarget } from './commands/stage.ts'

/** A workflow is of no run: those below a folder of its stages are read with it. */
const units = folderUnits(
  ({ runs }: ControlConfiguration) => runPattern(runs),
  (_, [run = '']) => (`/${run}/`.includes(`/${workflowMarks.stages}/`) ? [''] : []),
)

/** Runs of workflows: who may work on which of their stages. */
export const control = defineProtocol({
  ...discovery,
  title: 'Runs',
  found: (view, section) =>
    findRuns(view, section.runs).length > 0 ||
    findWorkflows(view, section.workflows).length > 0 ||
    linksOfRuns(view, section.runs).length > 0,
  detect,
  read: readModel,
  next,
  targets: ({ stages, workflows }) => [...stages.map(stageTarget), ...workflows.map(workflowTarget)],

  owners({ runOf, workflows }, path) {
    const workflow = workflows.find((candidate) => candidate.path === path)
    if (workflow) return [workflow.target]
    const run = runOf(path)
    if (!run) return []
    const [topName, name = ''] = path.slice(run.path.length + 1).split('/')
    if (topName === recordFile.path) return run.stages.map(({ target }) => target)
    const stage = topName === stagesFolder ? run.stage(name) : undefined
    return stage ? [stage.target] : []
  },

  parsed: parsedFile,
  resolve: resolveTarget,
  rules: rulesOf(groups),
  groups,
  commands,
  moves: commandMoves(machine),
  writeGrant(model, { id }, grant) {
    const stage = model.stages.find(({ target }) => target === id)
    return stage ? recordChanges(stage, grant) : new Map()
  },
  creation: newRun,
  stateDigest,
  capabilities: { agreement: { compared: placeComparisons }, committedState: { paths: committedPaths }, units },
})
