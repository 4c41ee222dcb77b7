import { editJson, type JsonEdit } from '../../../documents/json-edit.ts'
import { newestOf, type GovernanceModel } from '../model.ts'
import { limits } from '../schema.ts'
import { timeOf } from '../times.ts'
import { cutTo, without } from './lists.ts'
import { newState, print } from './new-files.ts'

/** What happened, for the history. */
export interface Happened {
  readonly action: string
  readonly result: 'pass' | 'fail' | 'partial'
}

/** What becomes of the state file. */
export interface StatePatch {
  readonly happened?: readonly Happened[]
  /** A new anchor. */
  readonly anchor?: unknown
  /** Anchors that give way, by their places in the file. */
  readonly dropped?: readonly number[]
}

function appended({ state: { file } }: GovernanceModel, key: string, values: readonly unknown[]): readonly JsonEdit[] {
  if (values.length === 0) return []
  return file.has(key) ? values.map((value) => ({ append: [key], value })) : [{ set: [key], value: values }]
}

/** The text of the state file, patched; of a new one where there is none. */
export function stateText(model: GovernanceModel, at: string, { happened = [], anchor, dropped = [] }: StatePatch): string {
  const { file } = model.state
  // No entry comes before the one that stands there, whatever the clocks, which may count more finely than in milliseconds.
  const timestamp = timeOf(Math.ceil(Math.max(Date.parse(at), newestOf(model.state))))
  const entries = happened.map(({ action, result }) => ({ timestamp, action, agent: 'baton', result }))
  const anchors = anchor === undefined ? [] : [anchor]
  if (!file.data) return print({ ...newState(at), anchors, history: entries })
  return editJson(file.data.document.text, [
    ...without(['anchors'], dropped),
    ...appended(model, 'anchors', anchors),
    ...appended(model, 'history', entries),
    ...cutTo(['history'], limits.history, file.list('history').length + entries.length),
  ])
}
