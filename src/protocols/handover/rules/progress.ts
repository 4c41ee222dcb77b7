import { msg } from '../../../core/message.ts'
import { toPlainData, type DataEntry } from '../../../documents/data.ts'
import { type Data, dataAs, dataWithin } from '../../../kit/record.ts'
import { type Problem, overParts, overProblems, problemsOf } from '../../../kit/rules.ts'
import { formHint } from '../../../kit/shape-findings.ts'
import type { HandoverFile } from '../model.ts'
import { highestClosedStep, progressOf, stepNumber, type Progress } from '../reading/progress.ts'
import { contradictions } from './run.ts'
import { openStatuses, progressForm, stepForms, type VersionedForm } from '../schema.ts'
import {
  files,
  finding,
  problem,
  shapeProblemsIn,
  type FileRule,
  type FileSubject,
  type HandoverRules,
} from './subjects.ts'

/** What to do about another version than the one that is read. */
const versionHint = (foundVersion: unknown, version: string | number): string =>
  String(foundVersion) === String(version)
    ? `${msg`Write ${JSON.stringify(version)}`}, ${typeof version === 'string' ? 'in quotes' : 'without quotes'}.`
    : 'No other version is read: restore an earlier version of the file, or rewrite it.'

/** Data in which keys without a value count as absent. */
const withoutNulls = ({ document, root, value }: Data, keys: readonly string[]): Data =>
  dataAs(
    document,
    root,
    Object.fromEntries(
      Object.entries(value as object).filter(([key, memberValue]) => memberValue !== null || !keys.includes(key)),
    ),
  )

/** What is wrong with a JSON file and its keys; of one of another version only that. */
export function* jsonProblems(
  file: HandoverFile,
  { version, unreadable, mismatch, nulls, ...codedShape }: VersionedForm,
): Iterable<Problem> {
  const { fault, data } = file.json ?? {}
  if (fault) {
    const hint = 'Fix the JSON, or restore an earlier version of the file.'
    yield problem(file, unreadable, fault.message, fault.place, { hint })
  }
  if (!data) return
  const problems = [
    ...shapeProblemsIn(file, withoutNulls(data, nulls()), codedShape, (violation) => {
      const isVersion = violation.kind !== 'missing' && violation.path[0] === 'schema_version'
      return { hint: isVersion ? versionHint(toPlainData(violation.node), version) : formHint(violation) }
    }),
  ]
  const mismatchProblem = problems.find(({ code }) => code === mismatch)
  yield* mismatchProblem ? [mismatchProblem] : problems
}

function* problemsOfRecord(
  file: HandoverFile,
  data: Data,
  { key, value }: DataEntry,
  total: number | undefined,
): Iterable<Problem> {
  if (stepNumber(key.source, total) === undefined) {
    yield problem(
      file,
      stepForms.open.codes.value,
      msg`Unexpected step ${key.source}, expected a number from ${1} to ${total ?? 'total_steps'}`,
      key,
      { hint: 'Name each record by the number of its step, without zeros before it.' },
    )
    return
  }
  const status = value.kind === 'mapping' ? value.get('status')?.value : undefined
  const form = openStatuses.has(status && toPlainData(status)) ? stepForms.open : stepForms.begun
  const place = data.place(key)
  yield* shapeProblemsIn(file, dataWithin(data, value), form, (violation) => {
    const { kind, path, message } = violation
    const [name] = path
    const hint = formHint(violation)
    if (name === undefined)
      return { message: `${msg`Step ${key.source}`}: ${message}`, place, hint: 'Write at least its `status`.' }
    if (kind === 'missing') return { message: message + msg` of step ${key.source}`, place, hint }
    return { message: `${msg`${String(name)} of step ${key.source}`}: ${message}`, hint }
  })
}

/** What is wrong with the records of steps. */
function* recordProblems(file: HandoverFile): Iterable<Problem> {
  const [progress, data] = [progressOf(file), file.json?.data]
  const steps = progress?.root.get('steps')?.value
  if (data && steps?.kind === 'mapping')
    for (const entry of steps.entries) yield* problemsOfRecord(file, data, entry, progress?.total)
}

const keyProblems = (file: HandoverFile): Iterable<Problem> => jsonProblems(file, progressForm)

/** `current_step` where there is no such step. */
const stepOutOfRange = ({ total, current }: Progress): number | undefined =>
  current === undefined || total === undefined || total < 1 || (current >= 0 && current <= total) ? undefined : current

/** The keys of a run that its own rules find wrong: to mend them is no step back. */
export const wrongKeys = (run: Progress): ReadonlySet<string> =>
  new Set([
    ...Array.from(contradictions(run), ([key]) => key),
    ...(stepOutOfRange(run) === undefined ? [] : ['current_step']),
  ])

const rangeRules: readonly FileRule[] = [
  {
    code: 'PROGRESS_STEP_RANGE',
    strict: 'error',
    soft: 'error',
    summary: '`current_step` is below 0 or above `total_steps`.',
    why: 'There is no such step.',
    repair: 'Write the number of steps that are done.',
    *check({ file }) {
      const progress = progressOf(file)
      if (!progress) return
      const step = stepOutOfRange(progress)
      if (step === undefined) return
      const { root, total = 0 } = progress
      yield finding(file, msg`Unexpected step ${step}, expected ${0} to ${total}`, root.get('current_step')?.value, {
        hint: msg`Write ${highestClosedStep(progress)}, the highest closed step.`,
      })
    },
  },
]

/** What is wrong with the form of a progress file. One that has another cannot be changed by commands. */
export const progressProblems = (subject: FileSubject): readonly Problem[] => [
  ...keyProblems(subject.file),
  ...problemsOf(rangeRules, subject),
  ...recordProblems(subject.file),
]

export const progressRules: HandoverRules = {
  name: 'progress',
  title: 'The keys of `progress.json`',
  rules: [
    overProblems(files('progress'), ({ file }) => keyProblems(file), [
      {
        code: 'PROGRESS_PARSE_ERROR',
        strict: 'error',
        soft: 'error',
        summary: 'A progress file is not JSON, has a key twice, or is not an object.',
        why: 'No agent can resume from it.',
        repair: 'Fix the JSON, or restore an earlier version.',
      },
      {
        code: 'PROGRESS_SCHEMA_MISMATCH',
        strict: 'error',
        soft: 'error',
        summary: '`schema_version` is not the string "1".',
        why: 'Other versions are not read.',
        repair: 'Write "1".',
      },
      {
        code: 'PROGRESS_MISSING_FIELD',
        strict: 'error',
        soft: 'error',
        summary: 'A required key is absent or null.',
        why: 'The agent that resumes needs all of them.',
        repair: 'Write it.',
      },
      {
        code: 'PROGRESS_INVALID_STATUS',
        strict: 'error',
        soft: 'error',
        summary: '`status` of a run is not one of `pending`, `in_progress`, `completed`, `failed`, `partial`.',
        why: 'The agent that resumes relies on this word.',
        repair: 'Write one of the five.',
      },
      {
        code: 'PROGRESS_INVALID_TIMESTAMP',
        strict: 'error',
        soft: 'error',
        summary: 'A time of the run is not a timestamp.',
        why: 'Runs are distinguished, and ordered, by their times.',
        repair: 'Write a timestamp such as `2026-01-20T12:00:00Z`.',
      },
      {
        code: 'PROGRESS_INVALID_FIELD',
        strict: 'error',
        soft: 'error',
        summary: 'Another key of a run has a value of the wrong type or form.',
        why: 'The agent that resumes relies on it.',
        repair: 'Write the allowed form.',
      },
    ]),
    overParts(files('progress'), rangeRules),
    overProblems(files('progress'), ({ file }) => recordProblems(file), [
      {
        code: 'PROGRESS_BAD_STEP',
        strict: 'error',
        soft: 'error',
        summary: 'A key of `steps` is not the number of a step, or its record has a wrong value.',
        why: 'The next session relies on the record of a step.',
        repair: 'Fix the record.',
      },
      {
        code: 'PROGRESS_COMMIT_INVALID',
        strict: 'error',
        soft: 'error',
        summary: '`commit` of a step is neither a SHA nor null.',
        why: 'The commit is the proof of the step.',
        repair: 'Write 7 to 64 hex digits.',
      },
    ]),
  ],
}
