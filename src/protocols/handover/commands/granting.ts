import { type CommandDiagnostic, type Outcome, refuse } from '../../../core/command.ts'
import { msg, shellWord } from '../../../core/message.ts'
import { type Call, preconditionsOfPart, type Precondition, checkPreconditions } from '../../../kit/command.ts'
import { leadsFrom } from '../../../kit/states.ts'
import { openQuestionDiagnostic } from '../../../kit/question.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { fileAt } from '../reading/paths.ts'
import { planFor } from '../reading/expected.ts'
import { planOf } from '../reading/plan.ts'
import {
  answersIn,
  stepsInProgress,
  nextStep,
  progressIn,
  questionIn,
  type Progress,
  withoutAnswer,
} from '../reading/progress.ts'
import { fieldProblems } from '../rules/fields.ts'
import { fileProblems } from '../rules/files.ts'
import { frontMatterProblems } from '../rules/front-matter.ts'
import { manifestProblems } from '../rules/manifests.ts'
import { planProblems } from '../rules/plan.ts'
import { meaningProblems } from '../rules/run.ts'
import { tracingProblems } from '../rules/tracing.ts'
import { sectionProblems } from '../rules/versions.ts'
import { machine, stateOf } from '../states.ts'
import { changedProgress, grantMembers, newProgress } from '../writing/progress.ts'
import { sessionAtWork } from './session-state.ts'
import { problemDiagnostic } from '../../../kit/diagnostic.ts'
import { absenceProblems, errorDiagnostics, shapeErrors, violation } from './diagnostics.ts'

export interface GrantInput {
  /** The step that is named. */
  readonly named: number | undefined
  readonly newRun: boolean
  /** Though a question is open. */
  readonly anyway: boolean
  /** The note of the step's record. */
  readonly note?: string
}

/** A run that is to go on, or to begin. */
interface RunSubject {
  readonly project: Project
  readonly model: HandoverModel
  readonly newRun: boolean
}

/** A grant with what was read for it. */
export interface PreparedGrant extends RunSubject, GrantInput {
  /** The step that is meant. */
  readonly step: number | undefined
  readonly total: number
  readonly progress: Progress | undefined
  /** The step that an agent works on already, where the grant is about no other. */
  readonly working: number | undefined
}

/** The errors of a plan where it is judged strictly; those of its annotations do not count. */
const planErrors = (file: HandoverFile, model: HandoverModel): readonly CommandDiagnostic[] =>
  errorDiagnostics([
    ...fileProblems({ file, model }),
    ...frontMatterProblems({ file, model }),
    ...fieldProblems(file),
    ...[sectionProblems, planProblems, manifestProblems, tracingProblems].flatMap((check) => check({ file, model })),
  ])

/** Whether a run goes on, though no agent works on a step of it. */
const isRunOpen = (progress: Progress | undefined): boolean =>
  progress?.mode === 'execute' &&
  (progress.status === 'pending' || progress.status === 'in_progress') &&
  stepsInProgress(progress).length === 0

/** What must hold before a run goes on or begins. */
const runPreconditions: readonly Precondition<RunSubject>[] = [
  { violations: ({ project, model }) => shapeErrors(project.files.progress, model) },
  {
    code: 'PROGRESS_NOT_EXECUTE',
    *violations({ project, model, newRun }) {
      const progress = progressIn(project)
      if (!progress || newRun || progress.mode === 'execute') return
      const message = msg`Unexpected mode ${progress.mode ?? ''}, expected ${'execute'}`
      yield progressViolation(project, message, newRunHint(project, model))
    },
  },
  {
    code: 'PROGRESS_ALREADY_DONE',
    *violations({ project, model, newRun }) {
      if (newRun || progressIn(project)?.status !== 'completed') return
      yield progressViolation(project, 'The run is completed', newRunHint(project, model))
    },
  },
  {
    code: 'PROGRESS_RUN_OPEN',
    *violations({ project, model, newRun }) {
      const progress = progressIn(project)
      if (!progress || !newRun || !isRunOpen(progress)) return
      yield progressViolation(project, 'A run is open: a new one would lose it', openRunHint(project, progress, model))
    },
  },
  {
    violations: ({ project, model, newRun }) =>
      (!newRun && progressIn(project)) || project.files.plan ? [] : absenceProblems(project, 'plan', model),
  },
  {
    violations({ project, model, newRun }) {
      const projectPlan = project.files.plan
      const progress = newRun ? undefined : progressIn(project)
      // A session spec is no plan, and has a form of its own.
      if (progress?.planType === 'session-spec') return []
      const plan = progress ? (fileAt(progress.plan, 'plan', project, model) ?? projectPlan) : projectPlan
      return plan ? planErrors(plan, model) : []
    },
  },
  {
    violations({ project: { files }, model, newRun }) {
      return newRun || !files.progress ? [] : errorDiagnostics(meaningProblems({ file: files.progress, model }))
    },
  },
]

/** What must hold before a step is granted that no agent works on. */
const stepPreconditions: readonly Precondition<PreparedGrant>[] = [
  {
    code: 'PROGRESS_STEP_RANGE',
    *violations({ project, model, named: namedStep, total, newRun }) {
      if (namedStep === undefined || (namedStep >= 1 && namedStep <= total)) return
      yield violation(project, msg`Unexpected step ${namedStep}, expected ${1} to ${total}`, {
        hint: newRun ? newRunHint(project, model) : grantHint(project, model),
      })
    },
  },
  {
    code: 'PROGRESS_STEP_DONE',
    *violations({ project, model, progress, named: namedStep }) {
      if (namedStep !== undefined && progress?.record(namedStep)?.status === 'completed')
        yield violation(project, msg`Step ${namedStep} is completed already`, { hint: grantHint(project, model) })
    },
  },
  {
    code: 'PROGRESS_STEP_BUSY',
    *violations({ project, progress, named: namedStep }) {
      const busyRecord = progress && stepsInProgress(progress).find(({ number }) => number !== namedStep)
      if (busyRecord)
        yield violation(project, msg`An agent works on step ${busyRecord.number}`, {
          hint: msg`${`/handback ${project.name}`} shows more: with ${'success'}, ${'error'} or ${'question'} it ends that step.`,
        })
    },
  },
  {
    code: 'PROGRESS_ALREADY_DONE',
    *violations({ project, model, step }) {
      if (step === undefined) yield violation(project, 'All steps are closed', { hint: newRunHint(project, model) })
    },
  },
  {
    code: 'PROGRESS_STEP_ORDER',
    *violations({ project, progress, step = 1, newRun }) {
      const openStep = progress ? nextStep(progress) : 1
      if (openStep === undefined || openStep >= step) return
      yield violation(project, msg`Step ${openStep}, which comes before step ${step}, is not closed`, {
        hint: msg`${`/accept ${project.name}${newRun ? ' --new-run' : ''}`} begins with that one.`,
      })
    },
  },
  {
    *violations({ project, anyway }) {
      const question = questionIn(progressIn(project))
      if (!question || leadsFrom(machine, stateOf(project), anyway ? '/accept --anyway' : '/accept')) return
      const { name: called, target, folder } = project
      yield openQuestionDiagnostic({
        text: question.text,
        called,
        target,
        place: { path: `${folder}/progress.json` },
        fix: `/answer ${called} "…"`,
      })
    },
  },
]

const progressViolation = (project: Project, message: string, hint: string) =>
  violation(project, message, { hint, place: { path: project.files.progress?.path ?? project.folder } })

/** What begins a new run, or what has to come before it. */
function newRunHint(project: Project, model: HandoverModel): string {
  if (isRunOpen(progressIn(project)))
    return msg`Write the status ${'completed'}, and when it was into ${'completed_at'}; then ${`/accept ${project.name} --new-run`} begins a new run.`
  return checkPreconditions(runPreconditions, { project, model, newRun: true })
    ? 'A new run begins with a plan without errors: /trekplan writes it.'
    : msg`${`/accept ${project.name} --new-run`} begins a new run.`
}

function openRunHint(project: Project, progress: Progress, model: HandoverModel): string {
  if (nextStep(progress) === undefined) return newRunHint(project, model)
  return checkPreconditions(runPreconditions, { project, model, newRun: false })
    ? 'It goes on once its plan and its progress have no errors.'
    : msg`${`/accept ${project.name}`} goes on with it.`
}

/** What lets an agent take up a step where none is at work: the command that would, or what it waits for. */
export function grantHint(project: Project, model: HandoverModel): string {
  const progress = progressIn(project)
  const question = questionIn(progress)
  if (question)
    return msg`A question is open: ${`/answer ${project.name} "…"`} answers it, and grants control of step ${question.step}.`
  const refusal = checkPreconditions(runPreconditions, { project, model, newRun: false })
  if (refusal) return refusal.diagnostics[0]?.hint ?? 'A step is granted once the plan and the progress have no errors.'
  const nextNumber = progress && nextStep(progress)
  if (progress && nextNumber === undefined) return newRunHint(project, model)
  return `${msg`${`/accept ${project.name}`} grants control of`} ${nextNumber === undefined ? 'the next step' : msg`step ${nextNumber}`}.`
}

function stepAtWork(progress: Progress | undefined, { named: namedStep, newRun }: GrantInput): number | undefined {
  if (!progress) return undefined
  const stepNumbers = stepsInProgress(progress).map(({ number }) => number)
  // A new run is what follows a dry run, and one whose status is completed.
  if (newRun) return progress.mode === 'execute' && progress.status !== 'completed' ? stepNumbers[0] : undefined
  return namedStep === undefined ? stepNumbers[0] : stepNumbers.find((number) => number === namedStep)
}

export function grantOf(project: Project, model: HandoverModel, input: GrantInput): PreparedGrant {
  const recordedProgress = progressIn(project)
  const { plan } = project.files
  const progress = input.newRun ? undefined : recordedProgress
  return {
    ...input,
    project,
    model,
    step: input.named ?? (progress ? nextStep(progress) : 1),
    total: progress?.total ?? (plan && planOf(plan)?.steps.length) ?? 0,
    progress,
    working: stepAtWork(recordedProgress, input),
  }
}

/** What must hold of a command that grants a step, where it does. */
export const grantPreconditions = <
  Call extends { readonly prepared: PreparedGrant | undefined },
>(): readonly Precondition<Call>[] => [
  ...preconditionsOfPart(runPreconditions, ({ prepared }: Call) => prepared),
  ...preconditionsOfPart(stepPreconditions, ({ prepared }: Call) =>
    prepared?.working === undefined ? prepared : undefined,
  ),
]

const planPathWarnings = (file: HandoverFile, model: HandoverModel): readonly CommandDiagnostic[] =>
  meaningProblems({ file, model })
    .filter(({ code }) => code === 'PROGRESS_INVALID_PATH')
    .map((problem) => problemDiagnostic(problem, 'warning'))

/** Grants control of a step (docs/handover.md, "Commands"). */
export function grantOutcome(
  { project, model, note: newNote, step, progress, working: workingStep }: PreparedGrant,
  { at, request, commandContext }: Pick<Call<HandoverModel, Project>, 'at' | 'request' | 'commandContext'>,
): Outcome {
  if (workingStep !== undefined)
    return {
      outcome: 'unchanged',
      reply: msg`The agent works on step ${workingStep} of ${project.name} already.`,
      diagnostics: [],
    }
  const { progress: file, plan: planFile } = project.files
  const plan = planFile && planOf(planFile)
  if (step === undefined) return refuse()
  const path = `${project.folder}/progress.json`
  const question = questionIn(progressIn(project))
  const { steps } = progress ? planFor(project, model) : (plan ?? { steps: [] })
  const title = steps.find(({ number }) => number === step)?.title
  const reply =
    title === undefined
      ? msg`Granted: step ${step} of ${project.name}.`
      : msg`Granted: step ${step} of ${project.name}, ${title}.`
  const session = request.local === true ? sessionAtWork(project, model, step, at) : { diagnostics: [] }
  if (progress && file?.document) {
    const note = newNote ?? (question?.step === step ? withoutAnswer(question.note) : undefined)
    const change = { step, record: { ...grantMembers(progress, step), note }, top: { status: 'in_progress' } }
    const text = changedProgress(file.document, progress, change, at)
    const record = progress.record(step)
    const earlierAnswers = newNote === undefined && record ? answersIn(record) : undefined
    return {
      outcome: 'changed',
      changes: new Map([[path, text]]),
      reply: earlierAnswers === undefined ? reply : `${reply}\n${msg`Asked before: ${earlierAnswers}`}`,
      ...session,
      diagnostics: [...planPathWarnings(file, model), ...session.diagnostics],
    }
  }
  if (!plan) return refuse()
  const head = commandContext.context.log?.head()
  const changes = new Map([[path, newProgress(project, plan, at, head)]])
  return {
    outcome: 'changed',
    changes,
    reply: [reply, ...previousAnswerLines(project, path)].join('\n'),
    ...session,
    discards: [path],
  }
}

/** The questions and answers of the run before, which a new one does not have: git does. */
function previousAnswerLines(project: Project, path: string): readonly string[] {
  const answers = (progressIn(project)?.records ?? []).flatMap((record) => {
    const text = answersIn(record)
    return text === undefined ? [] : [msg`- Step ${record.number}: ${text}`]
  })
  return answers.length === 0
    ? []
    : [msg`Asked in the run before (${`git log -p -- ${shellWord(path)}`} shows it):`, ...answers]
}
