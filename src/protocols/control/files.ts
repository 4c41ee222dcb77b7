import type { LoadLevel, Selector } from '../../core/view.ts'
import { placesFor, splitNegated } from '../../documents/glob.ts'
import type { ControlConfiguration } from './discovery.ts'

/** Where the files of a stage are in its folder. */
export const stageFiles = {
  config: 'stage-config.yaml',
  legacyConfig: 'stage-config.json',
  accept: 'run/output-data/accept.json',
  handback: 'run/output-data/handback.json',
  grant: 'run/output-data/grant.json',
  answers: 'run/output-data/answers',
  params: 'run/output-data/output-params.json',
  result: 'run/output-data/wf-result.json',
} as const

/** Where the files of a run are in its folder. */
export const runFiles = { record: 'wf-run.json', stages: 'stages' } as const

/** Folders of a stage in which everything that the contract names is. */
export const stageFolders = ['inputs', 'prompt', 'schemas', 'run/output-files'] as const

/** What distinguishes a workflow's definition from any other file of its name, in its folder. */
export const workflowMarks = { stages: 'stages', schema: 'schemas/wf.schema.json' } as const

/** Folders that are never looked into. */
export const neverEntered: readonly string[] = ['node_modules']

const inRun: Readonly<Record<string, LoadLevel>> = {
  [runFiles.record]: 'text',
  'stages/**': 'name',
  'stages/**/*.json': 'text',
  [`stages/*/${stageFiles.config}`]: 'text',
  'stages/*/schemas/**': 'text',
  'stages/*/run/output-data/**': 'text',
}

const besideWorkflow: Readonly<Record<string, LoadLevel>> = { 'stages/**': 'name', 'schemas/**': 'name', 'templates/**': 'name' }

const below = (folder: string, path: string) => (folder === '' ? path : `${folder}/${path}`)

/** The folder that a pattern of files stands for; braces may hold its last `/`. */
const folderGlob = (glob: string): string => {
  let depth = 0
  for (let at = glob.length - 1; at >= 0; at--) {
    if (glob[at] === '}') depth++
    else if (glob[at] === '{') depth--
    else if (glob[at] === '/' && depth === 0) return glob.slice(0, at)
  }
  return glob.includes('/') ? '**' : ''
}

/** Places of state that git must not ignore; one stage stands for all. */
export const keptPaths = ({ runs }: ControlConfiguration): readonly string[] =>
  placesFor(splitNegated(runs).included, 'run-NAME').flatMap((run) =>
    [stageFiles.config, stageFiles.accept, stageFiles.handback].map((file) => `${run}/${runFiles.stages}/NAME/${file}`),
  )

/** Everything that is read of runs and of the definitions of workflows. */
export function selectorsOf({ runs, workflows }: ControlConfiguration): readonly Selector[] {
  const select = (folder: string, wanted: Readonly<Record<string, LoadLevel>>) =>
    Object.entries(wanted).map(([path, level]): Selector => ({ glob: below(folder, path), level, except: neverEntered }))
  return [
    ...splitNegated(runs).included.flatMap((run) => select(run, inRun)),
    ...workflows.map((glob): Selector => ({ glob, level: 'text', except: neverEntered })),
    ...workflows.flatMap((glob) => select(folderGlob(glob), besideWorkflow)).map((each): Selector => ({ ...each, beside: true })),
  ]
}
