import { msg } from '../../../core/message.ts'
import { plain, type DataEntry, type DataMapping, type DataNode } from '../../../documents/data.ts'
import type { RuleCode } from '../codes.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { fileAt, lookUp, isAbsolute } from '../reading/paths.ts'
import { problem, type Problem } from '../problem.ts'
import { isJsonNull } from '../reading/records.ts'
import { planOf, sourceFindings } from '../reading/plan.ts'
import { highestClosed, highestCompleted, isClosed, progressOf, questionIn, stepNumber, type Progress } from '../reading/progress.ts'
import { attemptsShape, formHint, progressShape, recordShape, instantOf, isVersion } from '../schema.ts'

/** The object whose keys are looked at: of the version that is read, or of none, so that every missing key is told at once. */
export function readOn({ json }: HandoverFile, version: string | number): DataMapping | undefined {
  const root = json && 'root' in json ? json.root : undefined
  const said = root?.get('schema_version')?.value
  return isJsonNull(said) || (said && plain(said) === version) ? root : undefined
}

/** Whether the file is read on: JSON, and of the version that is. */
export function* jsonProblems(file: HandoverFile, prefix: 'PROGRESS' | 'SESSION_STATE', version: string | number): Iterable<Problem> {
  const { json } = file
  if (!json) return
  if ('fault' in json) {
    yield problem(file, `${prefix}_PARSE_ERROR`, json.fault, json, { hint: 'Mend the JSON, or bring back an earlier version of the file.' })
    return
  }
  const entry = json.root.get('schema_version')
  if (!entry || isJsonNull(entry.value))
    yield problem(file, `${prefix}_MISSING_FIELD`, msg`Missing ${'schema_version'}`, entry?.key, {
      hint: `Write ${JSON.stringify(version)}.`,
    })
  else if (plain(entry.value) !== version)
    yield problem(
      file,
      `${prefix}_SCHEMA_MISMATCH`,
      `Unexpected ${msg`${JSON.stringify(plain(entry.value))}`}, expected ${msg`${JSON.stringify(version)}`}`,
      entry.value,
      {
        hint:
          String(plain(entry.value)) === String(version)
            ? `${msg`Write ${JSON.stringify(version)}`}, ${typeof version === 'string' ? 'in quotes' : 'without quotes'}.`
            : 'No other version is read: bring back an earlier version of the file, or write it anew.',
      },
    )
}

const ownCodes: Readonly<Record<string, RuleCode>> = {
  status: 'PROGRESS_INVALID_STATUS',
  started_at: 'PROGRESS_INVALID_TIMESTAMP',
  updated_at: 'PROGRESS_INVALID_TIMESTAMP',
  completed_at: 'PROGRESS_INVALID_TIMESTAMP',
}

function* fieldProblems(file: HandoverFile, root: DataMapping): Iterable<Problem> {
  for (const [key, shape] of Object.entries(progressShape)) {
    const entry = root.get(key)
    const optional = shape.safeParse(undefined).success
    if (!entry || (!optional && isJsonNull(entry.value))) {
      if (!optional) yield problem(file, 'PROGRESS_MISSING_FIELD', msg`Missing ${key}`, entry?.key, { hint: formHint(key, shape) })
      continue
    }
    const wrong = shape.safeParse(plain(entry.value)).error?.issues[0]?.message
    if (wrong !== undefined) yield problem(file, ownCodes[key] ?? 'PROGRESS_INVALID_FIELD', wrong, entry.value)
  }
}

function* recordProblems(file: HandoverFile, { key, value }: DataEntry, total: number | undefined): Iterable<Problem> {
  if (stepNumber(key.source, total) === undefined) {
    yield problem(
      file,
      'PROGRESS_BAD_STEP',
      msg`Unexpected step ${key.source}, expected a number from ${1} to ${total ?? 'total_steps'}`,
      key,
      { hint: 'Name each record by the number of its step, without zeros before it.' },
    )
    return
  }
  if (value.kind !== 'mapping') {
    yield problem(file, 'PROGRESS_BAD_STEP', msg`Unexpected record of step ${key.source}, expected keys and values`, key, {
      hint: 'Write at least its `status`.',
    })
    return
  }
  const status: DataNode | undefined = value.get('status')?.value
  const shapes = { ...recordShape, attempts: attemptsShape(status && plain(status)) }
  for (const [name, shape] of Object.entries(shapes)) {
    const entry = value.get(name)
    const wrong = shape.safeParse(entry && plain(entry.value)).error?.issues[0]?.message
    if (wrong === undefined) continue
    const message = entry ? `${msg`${name} of step ${key.source}`}: ${wrong}` : msg`Missing ${name} of step ${key.source}`
    yield problem(file, name === 'commit' ? 'PROGRESS_COMMIT_INVALID' : 'PROGRESS_BAD_STEP', message, entry?.value ?? key)
  }
}

/** What is wrong with the shape of a progress file (handover protocol, section 4.5). */
export function* shapeProblems(file: HandoverFile): Iterable<Problem> {
  yield* jsonProblems(file, 'PROGRESS', '1')
  const fields = readOn(file, '1')
  if (fields) yield* fieldProblems(file, fields)
  const progress = progressOf(file)
  if (!progress) return
  const { root, total, current } = progress
  const at = root.get('current_step')?.value
  if (at && current !== undefined && total !== undefined && total >= 1 && (current < 0 || current > total))
    yield problem(file, 'PROGRESS_STEP_RANGE', msg`Unexpected step ${current}, expected ${0} to ${total}`, at, {
      hint: msg`Write ${highestClosed(progress)}, the highest closed step.`,
    })
  const steps = root.get('steps')?.value
  for (const entry of steps?.kind === 'mapping' ? steps.entries : []) yield* recordProblems(file, entry, total)
}

/** Why the parts of a progress file contradict each other, each with the key that says so. */
function* contradictions(progress: Progress): Iterable<readonly [key: string, message: string, hint: string]> {
  const { status, records, root, total = 0 } = progress
  const done = !isJsonNull(root.get('completed_at')?.value)
  if (status === 'completed') {
    const open = records.find((record) => !isClosed(record))?.number ?? (records.length < total ? firstMissing(progress) : undefined)
    if (open !== undefined)
      yield [
        'status',
        msg`Unexpected ${'completed'} though step ${open} is not closed`,
        'Write the status that the run has, or close the step.',
      ]
    if (!done)
      yield ['status', msg`Unexpected ${'completed'} without ${'completed_at'}`, msg`Write when it was completed into ${'completed_at'}.`]
  } else if (done && status !== undefined) {
    const hint = msg`Write ${'null'}, or the status ${'completed'}.`
    yield ['completed_at', msg`Unexpected ${'completed_at'} with the status ${status}`, hint]
  }
  const begun = records.find((record) => record.status === 'completed' || record.status === 'in_progress' || record.status === 'failed')
  if (status === 'pending' && begun)
    yield ['status', msg`Unexpected ${'pending'} though step ${begun.number} was begun`, 'Write the status that the run has.']
  const [from, to] = [instantOf(progress.startedAt ?? ''), instantOf(progress.updatedAt ?? '')]
  if (from !== undefined && to !== undefined && to < from)
    yield [
      'updated_at',
      msg`Unexpected ${progress.updatedAt ?? ''}, expected no time before ${'started_at'}`,
      'Correct the time that is wrong.',
    ]
}

function firstMissing({ records }: Progress): number {
  let number = 1
  for (const record of records) {
    if (record.number !== number) break
    number++
  }
  return number
}

/** What is wrong with what a progress file says. */
export function* meaningProblems(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  const progress = progressOf(file)
  if (!progress) return
  const { root, records, total, current, status } = progress
  const steps = root.get('steps')
  if (steps?.value.kind === 'mapping' && total !== undefined && steps.value.entries.length !== total)
    yield problem(
      file,
      'PROGRESS_STEP_COUNT_MISMATCH',
      msg`Unexpected number of records: ${steps.value.entries.length}, expected ${total}`,
      steps.key,
      {
        hint:
          steps.value.entries.length < total
            ? 'A missing record counts as pending.'
            : msg`Take out the records of steps that are none, or write how many steps there are into ${'total_steps'}.`,
      },
    )
  for (const [key, message, hint] of contradictions(progress))
    yield problem(file, 'PROGRESS_STATE_INCOHERENT', message, root.get(key)?.value, { hint })
  const node = root.get('current_step')?.value
  const [closed, completed] = [highestClosed(progress), highestCompleted(progress)]
  // A writer may count the step at work as the current one; that it asks in the middle of it takes nothing back.
  const atWork =
    records.some((record) => record.number === current && (record.status === 'in_progress' || record.status === 'failed')) ||
    questionIn(progress)?.step === current
  if (
    node &&
    current !== undefined &&
    total !== undefined &&
    current >= 0 &&
    current <= total &&
    !atWork &&
    current !== closed &&
    current !== completed
  ) {
    yield problem(
      file,
      'PROGRESS_CURRENT_STEP_DRIFT',
      msg`Unexpected ${'current_step'} ${current}, expected ${closed}, the highest closed step`,
      node,
      {
        hint: closed > current ? msg`Write ${closed}.` : 'Record the steps that were done: it is never lowered.',
        ...(closed > current && {
          fix: '/fix PROGRESS_CURRENT_STEP_DRIFT',
          edit: { start: node.start, end: node.end, text: String(closed) },
        }),
      },
    )
  }
  if (status === 'completed' && model.context.asked?.paths.includes(file.path) === true)
    yield problem(file, 'PROGRESS_ALREADY_DONE', 'The run is completed: there is nothing to resume', root.get('status')?.value)
  yield* planPathProblems(file, progress, model)
}

function* planPathProblems(file: HandoverFile, progress: Progress, model: HandoverModel): Iterable<Problem> {
  const { root, plan: written, total, planType, planVersion, status } = progress
  const node = root.get('plan')?.value
  if (!node || written === undefined || written === '') return
  const found = lookUp(written, file.project, model)
  if (isAbsolute(written) || found.kind === 'outside')
    yield problem(file, 'PROGRESS_INVALID_PATH', msg`Unexpected path ${written}, expected one in the repository`, node, {
      hint: 'Write the path of the plan from the root of the repository.',
    })
  if (found.kind === 'absent')
    yield problem(file, 'PROGRESS_PLAN_NOT_FOUND', msg`${written} leads to no plan`, node, {
      concerns: [found.path],
      hint: 'Bring the plan back, or write its path from the root of the repository.',
    })
  const plan = fileAt(written, 'plan', file.project, model)
  const read = plan && planOf(plan)
  if (!plan || !read) return
  // A plan that answers a review follows the run that was reviewed, often in the same change.
  if (status === 'completed' && sourceFindings(plan).length > 0) return
  // A newer plan may follow a finished run.
  const more = status === 'completed' ? { levels: { soft: 'off' as const } } : { concerns: [plan.path] }
  if (planType !== 'session-spec' && total !== undefined && total !== read.steps.length)
    yield problem(
      file,
      'PROGRESS_PLAN_STEPS_MISMATCH',
      msg`Unexpected number of steps: ${total}, expected ${read.steps.length} as in the plan`,
      root.get('total_steps')?.value,
      { ...more, hint: msg`Bring the plan of this run back, or write ${read.steps.length} and let the records follow.` },
    )
  if (read.version !== undefined && planVersion !== undefined && planVersion !== read.version && !isVersion(planVersion, read.version))
    yield problem(
      file,
      'PROGRESS_PLAN_VERSION_MISMATCH',
      msg`Unexpected version ${planVersion}, expected ${read.version} as in the plan`,
      root.get('plan_version')?.value,
      { ...more, hint: msg`Write ${read.version}.` },
    )
}
