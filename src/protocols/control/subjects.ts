import type { Comparison } from '../../core/context.ts'
import type { ControlModel, Run, Stage } from './model.ts'
import { differ } from './reading/data-file.ts'
import type { Workflow } from './reading/workflow.ts'

/** A stage, whatever is there of it. */
export interface StageSubject {
  readonly stage: Stage
  readonly model: ControlModel
}

export interface RunSubject {
  readonly run: Run
  readonly model: ControlModel
}

/** A stage that was there before the change too, and what became of its two files. */
export interface ChangeSubject extends StageSubject {
  readonly before: Stage
  /** accept.json is valid, and was absent, invalid or different. */
  readonly newGrant: boolean
  readonly acceptChanged: boolean
  readonly handbackChanged: boolean
}

/** A stage that is gone. */
export interface GoneSubject {
  readonly before: Stage
}

type Compared = Comparison<ControlModel>

export function* stages({ now: model }: Compared): Iterable<StageSubject> {
  for (const stage of model.stages) yield { stage, model }
}

/** Stages of the present form: of others no more is asked than who has control. */
export function* current(comparison: Compared): Iterable<StageSubject> {
  for (const subject of stages(comparison)) if (!subject.stage.legacy) yield subject
}

export function* runs({ now: model }: Compared): Iterable<RunSubject> {
  for (const run of model.runs) yield { run, model }
}

export function* workflows({ now: model }: Compared): Iterable<Workflow> {
  yield* model.workflows
}

/** Stages in head, each with the same in base. One that the base does not have counts as not granted. */
export function* changes({ now: model, before: modelBefore }: Compared): Iterable<ChangeSubject> {
  if (!modelBefore) return
  for (const stage of model.stages) {
    const before = modelBefore.stage(stage.run.path, stage.name) ?? unbegun(stage)
    const acceptChanged = differ(before.accept.file, stage.accept.file)
    const handbackChanged = differ(before.handback.file, stage.handback.file)
    const newGrant = stage.accept.value !== undefined && (before.accept.value === undefined || acceptChanged)
    yield { stage, model, before, newGrant, acceptChanged, handbackChanged }
  }
}

/** Stages that only the base has. */
export function* gone({ now, before }: Compared): Iterable<GoneSubject> {
  for (const stage of before?.stages ?? []) if (!now.stage(stage.run.path, stage.name)) yield { before: stage }
}

/** A stage as it is before anything was granted. */
function unbegun(stage: Stage): Stage {
  const absent = (file: Stage['accept']['file']) => ({
    path: file.path,
    there: false,
    linked: false,
    data: undefined,
    fault: undefined,
    digest: undefined,
  })
  return {
    ...stage,
    accept: { ...stage.accept, file: absent(stage.accept.file), there: false, value: undefined, problems: [] },
    handback: { ...stage.handback, file: absent(stage.handback.file), there: false, value: undefined, problems: [] },
    answers: [],
    state: 'not granted',
    holder: 'orchestrator',
  }
}
