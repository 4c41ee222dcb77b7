import { absentRecord, hasDifferentData } from '../../../kit/record.ts'
import { partsWithTarget, type Problem, type Rule, type RuleGroup } from '../../../kit/rules.ts'
import type { ShapedFile } from '../../../kit/shape-findings.ts'
import type { Finding, Place } from '../../../core/diagnostic.ts'
import { faultIn, type Check, type Failure, type Fault, type Faults } from '../contract/checks.ts'
import type { Comparison } from '../../../core/context.ts'
import { readGrant, type ControlModel, type Run, type Stage } from '../model.ts'
import type { Workflow } from '../reading/workflows.ts'

/** A stage, whatever is there of it. */
export interface StageSubject {
  readonly stage: Stage
  readonly model: ControlModel
}

/** A stage that was there before the change too, and the outcomes two files. */
export interface ChangeSubject extends StageSubject {
  readonly before: Stage
  /** accept.json is valid, and was absent, invalid or different. */
  readonly newGrant: boolean
  readonly acceptChanged: boolean
  readonly handbackChanged: boolean
}

type ControlComparison = Comparison<ControlModel>

const targetOfStage = ({ stage }: Pick<StageSubject, 'stage'>) => stage.target

export const stages = partsWithTarget(
  targetOfStage,
  function* ({ now: model }: ControlComparison): Iterable<StageSubject> {
    for (const stage of model.stages) yield { stage, model }
  },
)

/** Stages of the present form: of others only who has control is checked. */
export const currentStages = partsWithTarget(
  targetOfStage,
  function* (comparison: ControlComparison): Iterable<StageSubject> {
    for (const subject of stages(comparison)) if (!subject.stage.legacy) yield subject
  },
)

export const runs = ({ now }: ControlComparison): readonly Run[] => now.runs

/** Runs that were there before the change too. */
export function* keptRuns({ now, before }: ControlComparison): Iterable<{ readonly run: Run; readonly before: Run }> {
  const previousRuns = new Map(before?.runs.map((run) => [run.path, run]))
  for (const run of now.runs) {
    const previousRun = previousRuns.get(run.path)
    if (previousRun) yield { run, before: previousRun }
  }
}

export const workflows = partsWithTarget(
  ({ target }) => target,
  function* ({ now: model }: ControlComparison): Iterable<Workflow> {
    yield* model.workflows
  },
)

/** Stages in head, each with the same in base. One that the base does not have counts as not granted. */
export const changes = partsWithTarget(
  targetOfStage,
  function* ({ now: model, before: modelBefore }: ControlComparison): Iterable<ChangeSubject> {
    if (!modelBefore) return
    for (const stage of model.stages) {
      const before = modelBefore.stage(stage.run.path, stage.name) ?? ungrantedStage(stage)
      const acceptChanged = hasDifferentData(before.accept.file, stage.accept.file)
      const handbackChanged = hasDifferentData(before.handback.file, stage.handback.file)
      const newGrant = stage.accept.value !== undefined && (before.accept.value === undefined || acceptChanged)
      yield { stage, model, before, newGrant, acceptChanged, handbackChanged }
    }
  },
)

/** Stages that only the base has. */
export const removedStages = partsWithTarget(
  ({ target }) => target,
  ({ now, before }: ControlComparison): readonly Stage[] =>
    (before?.stages ?? []).filter(({ run, name }) => !now.stage(run.path, name)),
)

/** A stage as it is before anything was granted. */
function ungrantedStage(stage: Stage): Stage {
  const absentFile = <ControlFile extends ShapedFile<unknown, string>>(file: ControlFile): ControlFile => ({
    ...file,
    file: absentRecord(file.path),
    exists: false,
    value: undefined,
    problems: [],
  })
  return {
    ...stage,
    accept: absentFile(stage.accept),
    handback: absentFile(stage.handback),
    grant: readGrant(absentRecord(stage.grant.file.path)),
    answers: [],
    state: 'not granted',
    holder: 'orchestrator',
  }
}

export type ControlRules = RuleGroup<ControlModel>

/** What is wrong with a control file of a stage. Of a link only that it is one is reported, by another rule. */
export const problemsIn =
  (name: 'accept' | 'handback') =>
  ({ stage: { [name]: control } }: StageSubject): readonly Problem[] =>
    control.file.link === undefined ? control.problems : []

/** What people read in a handback. */
interface HandbackText {
  /** `error.message` */
  readonly key: string
  readonly text: string
  readonly place: Place
  readonly target: string
}

export const handbackTexts = partsWithTarget(
  ({ target }) => target,
  function* ({ now }: ControlComparison): Iterable<HandbackText> {
    for (const { handback, target } of now.stages) {
      for (const path of [['description'], ['error', 'message']]) {
        const text = handback.file.text(...path)
        if (text !== undefined && text !== '')
          yield { key: path.join('.'), text, place: handback.file.place(...path), target }
      }
    }
  },
)

/** The texts of a rule about checks that fail, in findings and in reports. */
export interface RuleText {
  readonly code: string
  readonly faults: Faults
}

/** A rule whose texts reports use too. */
export type RuleWithText<Part> = Rule<Part> & RuleText

/** A check that does not pass. */
type FailedCheck = Check & { readonly failure: Failure }

export const failedChecksIn = (checks: readonly Check[]): readonly FailedCheck[] =>
  checks.flatMap((check) => (check.failure ? [{ ...check, failure: check.failure }] : []))

/** A check of a stage that does not pass, and where that is to be seen. */
export interface FailureSubject {
  readonly stage: Stage
  readonly failure: Failure
  readonly location: Pick<Finding, 'place' | 'related'>
}

/** The checks that do not pass. `seenAt`: where that is to be seen. */
export const failures = (
  checksOf: (stage: Stage) => readonly Check[],
  seenAt: (stage: Stage, failedCheck: FailedCheck) => FailureSubject['location'],
) =>
  partsWithTarget(targetOfStage, function* (comparison: ControlComparison): Iterable<FailureSubject> {
    for (const { stage } of currentStages(comparison))
      for (const failedCheck of failedChecksIn(checksOf(stage)))
        yield { stage, failure: failedCheck.failure, location: seenAt(stage, failedCheck) }
  })

/** What a rule finds in checks that fail: those that it has a text for. */
export const withRuleText = (faults: Faults) => ({
  faults,
  *check({ failure, location }: FailureSubject): Iterable<Finding> {
    const fault = faultIn(faults, failure)
    if (fault) yield { message: fault.message, hint: fault.action, ...location }
  },
})

/** A failure with the text of the rule that reports it; `undefined`: none of these does. */
export function ruleTextOf(
  rules: readonly RuleText[],
  failure: Failure,
): (Fault & { readonly code: string }) | undefined {
  for (const { code, faults } of rules) {
    const fault = faultIn(faults, failure)
    if (fault) return { code, ...fault }
  }
  return undefined
}
