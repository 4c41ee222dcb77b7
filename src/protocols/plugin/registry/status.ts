import { byUnit, isPhase, stageOf, type Stages, type Unit } from '../stages/stages.ts'

/** A status of the registry, read (specification, 1.2). */
export type Status =
  | { readonly kind: 'ideated'; readonly hasNote: boolean }
  | { readonly kind: 'stage'; readonly unit: Unit; readonly hasNote: boolean }
  | { readonly kind: 'working' | 'installed'; readonly hasNote: boolean }

const words = { ideated: '💡 Ideated', working: '✅ Working', installed: '📦 Installed' } as const

/** The note that is part of a valid status. */
const draftParameters = '💡 Ideated (Draft Params)'

/** The valid statuses, for messages. */
export const statusForms: readonly string[] = [words.ideated, draftParameters, '🚧 Stage N', '🚧 Stage N.M', words.working, words.installed]

/** What is never in a normalised status. */
const unnormalised = /\*\*|__|\ufe0f|[^\S ]|^ | $| {2}/u

/** A status without marks and variation selectors, its white space folded. Look-alikes stay different. */
export function normalised(status: string): string {
  if (!unnormalised.test(status)) return status
  return status.replaceAll('**', '').replaceAll('__', '').replaceAll('\ufe0f', '').replace(/\s+/gu, ' ').trim()
}

/** How the registry has a unit. */
export const stageStatus = (unit: Unit): string => `🚧 Stage ${unit}`

export const ideatedStatus: string = words.ideated
export const workingStatus: string = words.working
export const installedStatus: string = words.installed

function readWords(text: string, hasNote: boolean, stages: Stages): Status | undefined {
  if (text === words.ideated) return { kind: 'ideated', hasNote }
  if (text === words.working) return { kind: 'working', hasNote }
  if (text === words.installed) return { kind: 'installed', hasNote }
  const unit = text.startsWith('🚧 Stage ') ? text.slice('🚧 Stage '.length) : ''
  const stage = /^\d{1,9}$/.test(unit) || isPhase(unit) ? stages.get(stageOf(unit)) : undefined
  if (!stage || (isPhase(unit) ? stage.phases === undefined : unit !== String(stage.stage))) return undefined
  return { kind: 'stage', unit, hasNote }
}

/** Reads a normalised status; `undefined` when it is none. `noted`: it has a note in parentheses that is not part of its form. */
export function readStatus(status: string, stages: Stages): Status | undefined {
  if (status === draftParameters) return { kind: 'ideated', hasNote: false }
  const note = status.endsWith(')') ? status.indexOf(' (') : -1
  return note === -1 ? readWords(status, false, stages) : readWords(status.slice(0, note), true, stages)
}

/** The status without its note: what the handoff is compared with. */
export function withoutNote(status: string): string {
  const note = status.endsWith(')') ? status.indexOf(' (') : -1
  return note === -1 ? status : status.slice(0, note)
}

/** Whether a status has a note that is not part of its form. */
export const hasNote = (status: string): boolean =>
  normalised(status) !== draftParameters && normalised(status) !== withoutNote(normalised(status))

const ranks = ['unknown', 'ideated', 'stage', 'working', 'installed'] as const

/** Whether a status is further along than another; what is not a status is further than none. */
export function isFurther(status: string, other: string, stages: Stages): boolean {
  const [one, two] = [status, other].map((text) => ({ text: normalised(text), read: readStatus(normalised(text), stages) }))
  if (!one || !two) return false
  const rank = ({ read }: typeof one) => ranks.indexOf(read?.kind ?? 'unknown')
  if (rank(one) !== rank(two)) return rank(one) > rank(two)
  if (one.read?.kind === 'stage' && two.read?.kind === 'stage') return byUnit(one.read.unit, two.read.unit) > 0
  return one.text === draftParameters && two.text !== draftParameters && two.read !== undefined
}
