import { type Outcome, type Refusal, refused, type CommandDiagnostic, type CommandContext } from '../../../core/command.ts'
import { questionOpen } from '../../../kit/question.ts'
import { msg } from '../../../core/message.ts'
import { problemsOf } from '../checks/index.ts'
import { tracingProblems } from '../checks/plan.ts'
import { levelsOf, type RuleCode } from '../codes.ts'
import { fileAt } from '../reading/paths.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { planOf } from '../reading/plan.ts'
import { inProgress, isClosed, nextStep, progressOf, questionIn, type Progress } from '../reading/progress.ts'
import { changedProgress, grant, newProgress } from '../writing/progress.ts'
import { errorsOf, problemRemark, remark } from './answers.ts'

/** What is wrong with a progress file that cannot be changed (handover protocol, section 7.2). */
const misshapen: ReadonlySet<RuleCode> = new Set([
  'PROGRESS_READ_ERROR',
  'PROGRESS_PARSE_ERROR',
  'PROGRESS_SCHEMA_MISMATCH',
  'PROGRESS_MISSING_FIELD',
  'PROGRESS_INVALID_STATUS',
  'PROGRESS_INVALID_TIMESTAMP',
  'PROGRESS_INVALID_FIELD',
  'PROGRESS_STEP_RANGE',
  'PROGRESS_BAD_STEP',
  'PROGRESS_COMMIT_INVALID',
])

export const misshapenRemarks = (file: HandoverFile | undefined, model: HandoverModel): readonly CommandDiagnostic[] =>
  errorsOf(file, model, (code) => misshapen.has(code))

/** What is asked for. */
export interface Wish {
  readonly step: number | undefined
  readonly newRun: boolean
  /** Though a question is open. */
  readonly anyway: boolean
  /** Further members of the record, behind those of the grant. */
  readonly note?: string
}

/** The errors of a plan, strictly: of what annotates it nothing is asked. */
function planErrors(plan: HandoverFile, model: HandoverModel): readonly CommandDiagnostic[] {
  const tracing = [...tracingProblems(plan, undefined)].filter(({ code, levels }) => (levels?.strict ?? levelsOf(code).strict) === 'error')
  return [...errorsOf(plan, model, (code) => !code.startsWith('ANNOTATION_')), ...tracing.map((problem) => problemRemark(problem))]
}

/** What begins a new run, or what has to come before it. */
function newRunHint(project: Project, model: HandoverModel): string {
  const { progress } = project.files
  if (isOpen(progress && progressOf(progress)))
    return msg`Write the status ${'completed'}, and when it was into ${'completed_at'}; then ${`/accept ${project.name} --new-run`} begins a new run.`
  const hindered = hindrance(project, model, { step: undefined, newRun: true, anyway: false })
  return hindered
    ? 'A new run begins with a plan without errors: /trekplan writes it.'
    : msg`${`/accept ${project.name} --new-run`} begins a new run.`
}

/** How a run goes on that is open. */
function openRunHint(project: Project, progress: Progress, model: HandoverModel): string {
  if (nextStep(progress) === undefined) return newRunHint(project, model)
  return hindrance(project, model, { step: undefined, newRun: false, anyway: false })
    ? 'It goes on once its plan and its progress have no errors.'
    : msg`${`/accept ${project.name}`} goes on with it.`
}

/** What lets an agent take up a step where none is at work: the command that would, or what it waits for. */
export function grantHint(project: Project, model: HandoverModel): string {
  const { progress: file } = project.files
  const progress = file && progressOf(file)
  const question = questionIn(progress)
  if (question) return msg`A question is open: ${`/answer ${project.name} "…"`} answers it, and grants control of step ${question.step}.`
  const hindered = hindrance(project, model, { step: undefined, newRun: false, anyway: false })
  if (hindered) return hindered.remarks[0]?.hint ?? 'A step is granted once the plan and the progress have no errors.'
  if (progress && nextStep(progress) === undefined) return newRunHint(project, model)
  return msg`${`/accept ${project.name}`} grants control of the next step.`
}

/** Whether a run goes on, though nobody works on a step of it. */
const isOpen = (progress: Progress | undefined): boolean =>
  progress?.mode === 'execute' && (progress.status === 'pending' || progress.status === 'in_progress') && inProgress(progress).length === 0

/** Why no run may go on or begin, in the order of the page; nothing where one may. */
function hindrance(project: Project, model: HandoverModel, { newRun }: Wish): Refusal | undefined {
  const { progress: file, plan: own } = project.files
  const shape = misshapenRemarks(file, model)
  if (shape.length > 0) return refused(...shape)
  const progress = file && progressOf(file)
  const at = { path: file?.path ?? project.folder }
  if (progress && !newRun) {
    if (progress.mode !== 'execute')
      return refused(
        remark(project, 'PROGRESS_NOT_EXECUTE', msg`Unexpected mode ${progress.mode ?? ''}, expected ${'execute'}`, {
          hint: newRunHint(project, model),
          ...at,
        }),
      )
    if (progress.status === 'completed')
      return refused(remark(project, 'PROGRESS_ALREADY_DONE', 'The run is completed', { hint: newRunHint(project, model), ...at }))
  }
  if (progress && newRun && isOpen(progress))
    return refused(
      remark(project, 'PROGRESS_RUN_OPEN', 'A run is open: a new one would lose it', {
        hint: openRunHint(project, progress, model),
        ...at,
      }),
    )
  const fresh = !progress || newRun
  if (fresh && !own)
    return refused(
      remark(project, 'PLAN_NOT_FOUND', msg`There is no ${`${project.folder}/plan.md`}`, {
        hint: '/trekplan writes it.',
        path: `${project.folder}/plan.md`,
      }),
    )
  const plan = fresh ? own : (fileAt(progress.plan, 'plan', project, model) ?? own)
  const errors = plan ? planErrors(plan, model) : []
  if (errors.length > 0) return refused(...errors)
  const others = newRun ? [] : errorsOf(file, model)
  return others.length > 0 ? refused(...others) : undefined
}

/** Why a step may not be granted; nothing where it may. */
function stepHindrance(
  project: Project,
  progress: Progress | undefined,
  total: number,
  step: number | undefined,
  { step: asked, newRun }: Wish,
  model: HandoverModel,
): Refusal | undefined {
  if (asked !== undefined && (asked < 1 || asked > total))
    return refused(remark(project, 'PROGRESS_STEP_RANGE', msg`Unexpected step ${asked}, expected ${1} to ${total}`))
  if (asked !== undefined && progress?.record(asked)?.status === 'completed')
    return refused(remark(project, 'PROGRESS_STEP_DONE', msg`Step ${asked} is completed already`))
  const busy = progress && inProgress(progress).find(({ number }) => number !== asked)
  if (busy)
    return refused(
      remark(project, 'PROGRESS_STEP_BUSY', msg`An agent works on step ${busy.number}`, {
        hint: msg`${`/handback ${project.name}`} tells more: with ${'success'}, ${'error'} or ${'question'} it ends that step.`,
      }),
    )
  if (step === undefined)
    return refused(
      remark(project, 'PROGRESS_ALREADY_DONE', 'All steps are closed', {
        hint: newRunHint(project, model),
      }),
    )
  const open = progress ? openBelow(progress, step) : step > 1 ? 1 : undefined
  return open === undefined
    ? undefined
    : refused(
        remark(project, 'PROGRESS_STEP_ORDER', msg`Step ${open} before step ${step} is not closed`, {
          hint: msg`${`/accept ${project.name}${newRun ? ' --new-run' : ''}`} begins with that one.`,
        }),
      )
}

function openBelow(progress: Progress, step: number): number | undefined {
  const next = nextStep(progress)
  return next !== undefined && next < step ? next : undefined
}

/** Why a step is not granted while a question is open. */
const questionHindrance = (project: Project, path: string, text: string): Refusal =>
  refused(questionOpen({ text, called: project.name, target: project.target, place: { path }, fix: `/answer ${project.name} "…"` }))

/** That the plan lies elsewhere, as a warning. */
const elsewhere = (file: HandoverFile, model: HandoverModel): readonly CommandDiagnostic[] =>
  [...problemsOf(file, model)].filter(({ code }) => code === 'PROGRESS_INVALID_PATH').map((problem) => problemRemark(problem, 'warning'))

/** Grants the agent control of a step, or says why not (handover protocol, section 7.1). */
export function granting(project: Project, model: HandoverModel, wish: Wish, { context }: Pick<CommandContext, 'context'>): Outcome {
  const { progress: file, plan: planFile } = project.files
  const hindered = hindrance(project, model, wish)
  if (hindered) return hindered
  const recorded = file && progressOf(file)
  const atWork = recorded ? inProgress(recorded) : []
  const again = (number: number): Outcome => ({
    outcome: 'unchanged',
    reply: msg`The agent works on step ${number} of ${project.name} already.`,
    remarks: [],
  })
  const [first] = atWork
  // A new run is what follows a dry run, and one that says that it is completed.
  const goesOn = recorded?.mode === 'execute' && recorded.status !== 'completed'
  if (first && (wish.newRun ? goesOn : wish.step === undefined)) return again(first.number)
  const same = wish.newRun ? undefined : atWork.find(({ number }) => number === wish.step)
  if (same) return again(same.number)

  const plan = planFile && planOf(planFile)
  const progress = wish.newRun ? undefined : recorded
  const total = progress?.total ?? plan?.steps.length ?? 0
  const step = wish.step ?? (progress ? nextStep(progress) : 1)
  const stopped = stepHindrance(project, progress, total, step, wish, model)
  if (stopped || step === undefined) return stopped ?? refused()
  const path = `${project.folder}/progress.json`
  const question = questionIn(recorded)
  if (question && !wish.anyway) return questionHindrance(project, path, question.text)
  const title = plan?.steps.find(({ number }) => number === step)?.title
  const reply =
    title === undefined ? msg`Granted: step ${step} of ${project.name}.` : msg`Granted: step ${step} of ${project.name}, ${title}.`
  if (progress && file?.document) {
    const note = wish.note ?? (question?.step === step ? `${question.text} | Not answered` : undefined)
    const change = { step, record: { ...grant(progress, step), note }, top: { status: 'in_progress' } }
    const text = changedProgress(file.document, progress, change, context.at)
    return { outcome: 'changed', changes: new Map([[path, text]]), reply, remarks: elsewhere(file, model) }
  }
  if (!plan) return refused()
  return { outcome: 'changed', changes: new Map([[path, newProgress(project, plan, context.at, context.log?.head())]]), reply, remarks: [] }
}

/** Whether every step is closed once one more is, and whether any of them was put off. */
export function closing(progress: Progress, step: number): 'open' | 'completed' | 'deferred' {
  const total = progress.total ?? 0
  const closed = progress.records.filter((record) => record.number === step || isClosed(record))
  const all = new Set([...closed.map(({ number }) => number), step]).size === total
  if (!all) return 'open'
  return closed.some(({ number, status }) => number !== step && status === 'deferred') ? 'deferred' : 'completed'
}
