import { type FileRecord } from '../../../kit/record.ts'
import { type Refusal, refused, type CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { duplicates } from '../../../documents/data.ts'
import type { GovernanceModel } from '../model.ts'
import {
  metricsViolations,
  sessionViolations,
  stallViolations,
  stateViolations,
  type Violation,
  type ShapeCode,
} from '../reading/shapes.ts'
import type { Session } from '../sessions/session.ts'
import { about } from '../rules/subjects.ts'
import { remark } from './diagnostics.ts'

/** A refusal for all these reasons, each told once; nothing where there are none. */
export function hindered(...reasons: readonly CommandDiagnostic[]): Refusal | undefined {
  const once = new Map(reasons.map((reason) => [JSON.stringify(reason), reason]))
  return once.size === 0 ? undefined : refused(...once.values())
}

const linkRemark = (path: string, target: string | undefined) =>
  remark('GOV_FILE_LINK', msg`Unexpected link ${path}, expected a file or folder`, {
    path,
    target,
    hint: 'Commit the file itself in place of the link.',
  })

/** Why a file that a command needs cannot be read. */
export function unreadable({ link, fault, path }: FileRecord, target?: string): readonly CommandDiagnostic[] {
  if (link !== undefined) return [linkRemark(link, target)]
  return fault
    ? [{ ...remark('GOV_FILE_UNREADABLE', fault.message, { path, target, hint: 'Bring back the last good version.' }), place: fault.place }]
    : []
}

/** Why a file must not be written: a link stands on its way. */
export function unwritable({ links }: GovernanceModel, paths: readonly string[], target?: string): readonly CommandDiagnostic[] {
  const leading = links.filter((link) => paths.some((path) => path === link || path.startsWith(`${link}/`)))
  return leading.map((link) => linkRemark(link, target))
}

const blocking: ReadonlySet<ShapeCode> = new Set(['GOV_FIELD_MISSING', 'GOV_FIELD_TYPE', 'GOV_FIELD_VALUE', 'GOV_STATE_UNKNOWN'])

/**
 * Why a file must not be changed: a key stands twice somewhere, or one that is read or written is not of its shape. Entries that
 * somebody else wrote into a list hinder nobody who appends to it.
 */
function unfit(
  file: FileRecord,
  violations: readonly Violation[],
  keys: readonly string[],
  target: string | undefined,
): readonly CommandDiagnostic[] {
  const { data } = file
  if (!data) return []
  const twice = duplicates(data.root).map(({ key }): CommandDiagnostic => ({
    ...remark('GOV_DUPLICATE_KEY', msg`Unexpected second key ${key.source}, expected each once`, {
      target,
      hint: 'Remove one of the two.',
    }),
    place: data.document.span(key.start, key.end),
  }))
  const isElement = (path: Violation['path']) => path.some((step) => typeof step === 'number') && path[0] !== 'stateHistory'
  const wrong = violations
    .filter(({ code, path }) => blocking.has(code) && keys.includes(String(path[0])) && !isElement(path))
    .map(({ code, message, hint, place }): CommandDiagnostic => ({
      code,
      severity: 'error',
      message,
      ...(hint !== undefined && { hint }),
      place,
      ...about(target),
    }))
  return [...twice, ...wrong]
}

const always = ['lastUpdated', 'sessionState', 'previousState', 'stateHistory']

/** Why a session file must not be changed. Of one that does not say its state, that is no reason. */
export function unfitSession({ file, kind, target }: Session, ...keys: readonly string[]): readonly CommandDiagnostic[] {
  const violations = sessionViolations(file).filter(({ code }) => kind === 'current' || code === 'GOV_FIELD_TYPE')
  return unfit(file, violations, [...always, ...keys], target)
}

/** Why the state file must not be changed; none where there is none. */
export const unfitState = ({ state: { file }, brain }: GovernanceModel, ...keys: readonly string[]): readonly CommandDiagnostic[] => [
  ...unreadable(file, brain),
  ...unfit(file, stateViolations(file), keys, brain),
]

export const unfitMetrics = ({ metrics, metricsTarget }: GovernanceModel, ...keys: readonly string[]): readonly CommandDiagnostic[] => [
  ...unreadable(metrics, metricsTarget),
  ...unfit(metrics, metricsViolations(metrics), keys, metricsTarget),
]

export const unfitStall = (file: FileRecord, target: string | undefined, ...keys: readonly string[]): readonly CommandDiagnostic[] => [
  ...unreadable(file, target),
  ...unfit(file, stallViolations(file), keys, target),
]
