import type { DataMapping, DataNode, DataScalar } from '../../../documents/data.ts'
import { memo } from '../../../core/once.ts'
import type { HandoverFile, Project } from '../model.ts'
import { progressStatuses, stepStatuses, type ProgressStatus, type StepStatus } from '../schema.ts'
import type { FileRecord } from '../../../kit/record.ts'

export interface StepRecord {
  readonly number: number
  readonly key: DataScalar
  readonly node: DataMapping
  readonly status: StepStatus | undefined
  readonly attempts: number | undefined
  readonly commit: string | undefined
  readonly note: string | undefined
  readonly error: string | undefined
  readonly audit: string | undefined
  readonly completedAt: string | undefined
  /** Since when it is granted to an agent by name. */
  readonly grantedSince: string | undefined
}

/** The content of a progress file, as far as it has the right shape. */
export interface Progress {
  readonly root: DataMapping
  readonly status: ProgressStatus | undefined
  readonly mode: string | undefined
  readonly total: number | undefined
  readonly current: number | undefined
  readonly plan: string | undefined
  readonly planVersion: string | undefined
  readonly planType: string | undefined
  readonly startedAt: string | undefined
  readonly updatedAt: string | undefined
  readonly sessionStart: string | undefined
  /** Sorted by number: those whose key is one. */
  readonly records: readonly StepRecord[]
  record(number: number): StepRecord | undefined
}

/** The number of a step's key, `"1"` to `"<total>"` without a leading zero. */
export function stepNumber(key: string, total: number | undefined): number | undefined {
  const number = /^[1-9]\d{0,8}$/.test(key) ? Number(key) : undefined
  return number !== undefined && total !== undefined && number > total ? undefined : number
}

const integer = (number: number | undefined) => (Number.isSafeInteger(number) ? number : undefined)

const knownWord = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find((candidate) => candidate === text)

function recordOf(json: FileRecord, key: DataScalar, node: DataNode, total: number | undefined): readonly StepRecord[] {
  const number = stepNumber(key.source, total)
  if (number === undefined || node.kind !== 'mapping') return []
  const text = (name: string) => json.text('steps', key.source, name)
  const attempts = integer(json.number('steps', key.source, 'attempts'))
  return [
    {
      number,
      key,
      node,
      status: knownWord(stepStatuses, text('status')),
      attempts,
      commit: text('commit'),
      note: text('note'),
      error: text('error'),
      audit: text('manifest_audit'),
      completedAt: text('completed_at'),
      grantedSince: json.text('steps', key.source, 'grant', 'since'),
    },
  ]
}

/** A closed step is never worked on again, unless a command names it. */
export const isClosed = (record: StepRecord | undefined): boolean =>
  record?.status === 'completed' || record?.status === 'skipped' || record?.status === 'deferred'

/** Reads a progress file of the version that is read on. */
export const progressOf = memo(({ json }: HandoverFile): Progress | undefined => {
  const root = json?.mapping()
  if (!json || !root || json.text('schema_version') !== '1') return undefined
  const steps = integer(json.number('total_steps'))
  const total = steps !== undefined && steps >= 1 ? steps : undefined
  const records = json.mapping('steps')?.entries.flatMap(({ key, value }) => recordOf(json, key, value, total)) ?? []
  const byNumber = new Map(records.map((record) => [record.number, record]))
  return {
    root,
    status: knownWord(progressStatuses, json.text('status')),
    mode: json.text('mode'),
    total,
    current: integer(json.number('current_step')),
    plan: json.text('plan'),
    planVersion: json.text('plan_version'),
    planType: json.text('plan_type'),
    startedAt: json.text('started_at'),
    updatedAt: json.text('updated_at'),
    sessionStart: json.text('session_start_sha'),
    records: records.toSorted((a, b) => a.number - b.number),
    record: (number) => byNumber.get(number),
  }
})

/** The progress of a project as far as it can be read. */
export const progressIn = ({ files: { progress } }: Project): Progress | undefined => progress && progressOf(progress)

const highestNumber = (records: readonly StepRecord[]) =>
  records.reduce((maxNumber, { number }) => Math.max(maxNumber, number), 0)

export const highestClosedStep = ({ records }: Progress): number => highestNumber(records.filter(isClosed))
export const highestCompletedStep = ({ records }: Progress): number =>
  highestNumber(records.filter(({ status }) => status === 'completed'))
export const stepsInProgress = ({ records }: Progress): readonly StepRecord[] =>
  records.filter(({ status }) => status === 'in_progress')

/** The lowest step that is not closed; `undefined` where all are. A missing record counts as pending. */
export function nextStep({ records, total = 0 }: Progress): number | undefined {
  let nextNumber = 1
  for (const record of records) {
    if (record.number !== nextNumber || !isClosed(record)) break
    nextNumber++
  }
  return nextNumber <= total ? nextNumber : undefined
}

/** What went wrong with the lowest step that failed, where none is in progress. */
export function errorIn(progress: Progress | undefined): string | undefined {
  if (!progress || stepsInProgress(progress).length > 0) return undefined
  return progress.records.find(({ status }) => status === 'failed')?.error
}

/** How a note goes on with another question, and with what became of a question. */
const questionLabel = ' | Question: '
const answerLabel = ' | Answer: '
const unansweredLabel = ' | Not answered'

/**
 * The question that an agent has asked, where it waits for an answer: a run on trial asks none. The note has earlier
 * ones before it.
 */
export function questionIn(
  progress: Progress | undefined,
): { readonly step: number; readonly text: string; readonly note: string } | undefined {
  const isWaiting =
    progress?.mode === 'execute' && progress.status === 'partial' && stepsInProgress(progress).length === 0
  const step = isWaiting ? nextStep(progress) : undefined
  const record = step === undefined ? undefined : progress?.record(step)
  if (step === undefined || record?.status !== 'pending' || record.note === undefined || record.note === '')
    return undefined
  const { note } = record
  const labelIndex = note.lastIndexOf(questionLabel)
  return { step, text: labelIndex < 0 ? note : note.slice(labelIndex + questionLabel.length), note }
}

export const withAnswer = (note: string, answer: string): string => `${note}${answerLabel}${answer}`

export const withoutAnswer = (note: string): string => `${note}${unansweredLabel}`

export const isAnsweredWith = (note: string | undefined, answer: string): boolean =>
  note?.endsWith(`${answerLabel}${answer}`) === true

/** The questions that a note keeps, each with its answer or without one. */
export const answersIn = ({ note }: Pick<StepRecord, 'note'>): string | undefined =>
  note !== undefined && [answerLabel, unansweredLabel].some((label) => note.includes(label)) ? note : undefined

/** A text behind the questions and answers that a note keeps, which nothing replaces. */
export function withText(record: StepRecord | undefined, text: string, kind: 'question' | 'text'): string {
  const earlierAnswers = record && answersIn(record)
  return earlierAnswers === undefined ? text : `${earlierAnswers}${kind === 'question' ? questionLabel : ' | '}${text}`
}

/** Whether a note has a text already, which it may have behind the questions and answers that it keeps. */
export const hasText = ({ note }: StepRecord, text: string, kind: 'question' | 'text'): boolean =>
  note === text || note?.endsWith(`${kind === 'question' ? questionLabel : ' | '}${text}`) === true
