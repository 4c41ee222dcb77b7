import { foldersAbove, type View, baseName } from '../../core/view.ts'
import { type FileRecord, mappingIn, readRecord } from '../../kit/record.ts'
import { entryAt } from '../../kit/entry.ts'
import type { Context } from '../../core/context.ts'
import type { Holder } from '../../core/target.ts'
import { mapInSteps, type Steps } from '../../core/steps.ts'
import { nodeAt, type DataNode, type DataScalar } from '../../documents/data.ts'
import { readFiles } from '../../kit/file-reading.ts'
import { grantFrom } from '../../kit/grant.ts'
import { shapedFile, type ShapedFileOf } from '../../kit/shape-findings.ts'
import { unitLabels } from '../../kit/units.ts'
import type { ControlConfiguration } from './discovery.ts'
import { answerFile, answersFolder, legacyConfig, recordFile, stageFiles, stagesFolder } from './files.ts'
import { contractOf, type Contract } from './contract/contract.ts'
import { once } from '../../core/once.ts'
import { linksOf, linksOfRuns, namedPaths, type Link } from './reading/links.ts'
import { findRuns, type RunFolder } from './reading/runs.ts'
import { readWorkflows, type Workflow } from './reading/workflows.ts'
import type { Check } from './contract/checks.ts'
import { preflightChecks } from './contract/preflight.ts'
import { validationChecks } from './contract/validation.ts'
import { holderOf, stateOf, type StageRecords, type State } from './states.ts'
import { stageName } from './schema.ts'

export type AcceptFile = ShapedFileOf<typeof stageFiles.accept>
export type HandbackFile = ShapedFileOf<typeof stageFiles.handback>
export type AnswerFile = ShapedFileOf<typeof answerFile>
export type GrantFile = ReturnType<typeof readGrant>

/** stage-config.yaml. */
export interface Config {
  readonly file: FileRecord
  /** Why a file that is there is no contract. */
  readonly fault: FileRecord['fault']
  /** Absent where there is none that can be read. */
  readonly contract: Contract | undefined
}

/** A file in `answers/`. */
export interface NumberedAnswer {
  /** Absent where the name is none. */
  readonly number: bigint | undefined
  readonly answer: AnswerFile
}

/** What is at a path of a stage, and what is in it as far as that was read. */
export interface StageFile {
  readonly path: string
  readonly exists: boolean
  readonly link: string | undefined
  readonly size: number
  readonly bytes: Uint8Array | undefined
}

export interface Stage {
  readonly run: Run
  readonly name: string
  readonly path: string
  /** `stage:explore@run-2026-01-20-001` */
  readonly target: string
  /** In a form from before contracts: only who has control is checked. */
  readonly legacy: boolean
  /** Paths in it, sorted. */
  readonly paths: readonly string[]
  readonly accept: AcceptFile
  readonly handback: HandbackFile
  /** To whom control was given by name. */
  readonly grant: GrantFile
  readonly answers: readonly NumberedAnswer[]
  readonly config: Config
  /** output-params.json. */
  readonly params: FileRecord
  /** Whether that file is there. */
  readonly finalized: boolean
  readonly result: FileRecord
  /** The files whose content is shown where one of them is named. */
  readonly shown: readonly FileRecord[]
  readonly state: State
  readonly holder: Holder
  /** Links in it that matter to the protocol or to a contract of the run. */
  links(): readonly Link[]
  look(path: string): StageFile
  read(path: string): FileRecord
  /** Whether it is ready for its agent. */
  preflight(): readonly Check[]
  /** Whether it has given what it declares. */
  validation(): readonly Check[]
}

/** A run: a folder with stages. */
export interface Run {
  readonly path: string
  readonly name: string
  /** What its stages are called by: the name, or where another run has that too the path. */
  readonly label: string
  readonly record: FileRecord
  /** Sorted by name. */
  readonly stages: readonly Stage[]
  stage(name: string): Stage | undefined
  /** What wf-run.json lists for a stage: the last of several entries. */
  listed(name: string): DataNode | undefined
  /** The paths in a stage that contracts name, its own and those of the stages that build upon it. */
  named(stage: string): Iterable<string>
}

export interface ControlModel {
  readonly context: Context
  readonly configuration: ControlConfiguration
  /** Sorted by path. */
  readonly runs: readonly Run[]
  readonly workflows: readonly Workflow[]
  /** Links in place of something of a run or a workflow that belongs to no stage. */
  readonly links: readonly Link[]
  readonly stages: readonly Stage[]
  stage(run: string, name: string): Stage | undefined
  runOf(path: string): Run | undefined
}

function configOf(file: FileRecord): Config {
  const { root, fault } = mappingIn(file)
  return { file, fault, contract: root && file.data ? contractOf(root, file.data) : undefined }
}

/** grant.json, and what it says. Of one that is behind a link nothing is known. */
export function readGrant(file: FileRecord) {
  const { exists, link, path, fault, data } = file
  const noGrant = { file, grant: undefined, invalidGrant: undefined }
  if (!exists || (link !== undefined && link !== path)) return noGrant
  return { ...noGrant, ...(data ? grantFrom(data.value, file.keyPlace()) : { invalidGrant: fault }) }
}

/** The entries of wf-run.json by the stage that they list. */
function entriesByStage({ data }: FileRecord): ReadonlyMap<string, DataNode> {
  const stages = data && nodeAt(data.root, ['stages'])
  const entries = stages?.kind === 'sequence' ? stages.items : []
  return new Map(
    entries.flatMap((entry) => {
      const id = nodeAt(entry, ['id'])
      return id?.kind === 'scalar' && typeof id.value === 'string' ? [[id.value, entry] as const] : []
    }),
  )
}

/** The number of an answer by its name, three digits or more: of any length, since the next one must be another. */
function answerNumber(name: string): bigint | undefined {
  const [, digits] = /^(\d{3,})\.json$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}

interface Reader {
  readonly view: View
  readonly limit: number
}

function* readStage({ view, limit }: Reader, run: Run, name: string, paths: readonly string[]): Steps<Stage> {
  const path = `${run.path}/${stagesFolder}/${name}`
  const read = (innerPath: string) => readRecord(view, `${path}/${innerPath}`, 'json', limit)
  const { result, ...files } = yield* readFiles(view, path, stageFiles, limit)
  const accept = shapedFile(files.accept, stageFiles.accept)
  const handback = shapedFile(files.handback, stageFiles.handback)
  const config = configOf(files.config)
  const { params } = files
  const answers = yield* mapInSteps(
    paths.filter((answerPath) => answerPath.startsWith(`${path}/${answersFolder}/`)),
    (answerPath) => {
      const innerPath = answerPath.slice(path.length + 1)
      return {
        number: answerNumber(innerPath.slice(answersFolder.length + 1)),
        answer: shapedFile(read(innerPath), answerFile),
      }
    },
  )
  const records: StageRecords = {
    accept: !accept.exists ? 'absent' : accept.value ? 'valid' : 'invalid',
    handback: !handback.exists ? 'absent' : (handback.value?.reason ?? 'invalid'),
  }
  const stage: Stage = {
    run,
    name,
    path,
    target: `stage:${name}@${run.label}`,
    legacy: !stageName.test(name) || (entryAt(view, `${path}/${legacyConfig}`).exists && !config.file.exists),
    paths,
    accept,
    handback,
    grant: readGrant(files.grant),
    answers,
    config,
    params,
    shown: [...Object.values(files), ...answers.map(({ answer }) => answer.file)],
    finalized: params.exists && params.link === undefined,
    result,
    state: stateOf(records),
    holder: holderOf(records),
    links: once(() => linksOf(view, paths, path, () => run.named(name))),
    look(innerPath) {
      const fullPath = `${path}/${innerPath}`
      const { exists, link, folder } = entryAt(view, fullPath)
      return {
        path: fullPath,
        exists: exists && !folder,
        link,
        size: view.entry(fullPath)?.size ?? 0,
        bytes: link === undefined ? view.bytes(fullPath) : undefined,
      }
    },
    read,
    preflight: once(() => preflightChecks(stage)),
    validation: once(() => validationChecks(stage)),
  }
  return stage
}

function* readRun(reader: Reader, folder: RunFolder, label: string): Steps<Run> {
  const byName = new Map<string, Stage>()
  const stages: Stage[] = []
  const run: Run = {
    path: folder.path,
    name: baseName(folder.path),
    label,
    record: readRecord(reader.view, `${folder.path}/${recordFile.path}`, 'json', reader.limit),
    stages,
    stage: (name) => byName.get(name),
    listed: (name) => listedEntries().get(name),
    named: (stage) => pathsByStage().get(stage) ?? [],
  }
  const listedEntries = once(() => entriesByStage(run.record))
  const pathsByStage = once(() => namedPaths(stages.map(({ name, config }) => [name, config.contract])))
  for (const [name, paths] of folder.stages) {
    const stage = yield* readStage(reader, run, name, paths)
    stages.push(stage)
    byName.set(name, stage)
  }
  return run
}

/** Reads every run and every workflow of a view, file by file. */
export function* readModel(view: View, configuration: ControlConfiguration, context: Context): Steps<ControlModel> {
  const folders = findRuns(view, configuration.runs)
  const reader = { view, limit: context.limit }
  const labelOf = unitLabels(folders.map(({ path }) => path))
  const runs: Run[] = []
  for (const folder of folders) runs.push(yield* readRun(reader, folder, labelOf(folder.path)))
  const byPath = new Map(runs.map((run) => [run.path, run]))
  return {
    context,
    configuration,
    runs,
    workflows: readWorkflows(view, configuration.workflows, context.limit),
    links: linksOfRuns(view, configuration.runs),
    stages: runs.flatMap(({ stages }) => stages),
    stage: (run, name) => byPath.get(run)?.stage(name),
    // No run is in another.
    runOf: (path) => byPath.get(foldersAbove(path).find((folder) => byPath.has(folder)) ?? ''),
  }
}

/** The status that wf-run.json has for a stage. */
export function recordedStatus({ run, name }: Stage): DataScalar | undefined {
  const entry = run.listed(name)
  const status = entry && nodeAt(entry, ['status'])
  return status?.kind === 'scalar' ? status : undefined
}

/** How a command names a stage: always with its run. */
export const nameIn = ({ name, run }: Stage): string => `${name}@${run.label}`

/** Whether a command can name a stage. */
export const isNamed = ({ name, run }: Stage): boolean => stageName.test(name) && !/\s/.test(run.label)
