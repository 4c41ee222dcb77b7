import { msg, shellWord } from '../../../core/message.ts'
import type { FileRecord } from '../../../kit/record.ts'
import type { Problem } from '../../../kit/rules.ts'
import { type ShapeViolation } from '../../../kit/shape.ts'
import { problemOf } from '../../../kit/shape-findings.ts'
import type { GovernanceModel } from '../model.ts'
import { isOfOtherType, violationsIn, type ShapedKind } from '../reading/records.ts'
import { linkFinding, duplicateKeyFindings } from '../rules/files.ts'
import { formCodes, formSpelling } from '../schema.ts'
import type { Session } from '../sessions/session.ts'
import { diagnostic } from './diagnostics.ts'

const linkProblem = (path: string, target: string | undefined): Problem => ({
  code: 'GOV_FILE_LINK',
  ...linkFinding(path),
  target,
})

/** Why a file that a command needs cannot be read. */
export function readProblems({ path, link, fault }: FileRecord, target?: string): readonly Problem[] {
  if (link !== undefined) return [linkProblem(link, target)]
  if (!fault) return []
  const hint = msg`Restore the last valid version: ${`git log -p -- ${shellWord(path)}`} shows those before.`
  return [diagnostic({ target }, 'GOV_FILE_UNREADABLE', fault.message, { hint, place: fault.place })]
}

/** Why files must not be written: links are on their path. */
export function writeProblems(
  { links }: GovernanceModel,
  paths: readonly string[],
  target?: string,
): readonly Problem[] {
  const blockingLinks = links.filter((link) => paths.some((path) => path === link || path.startsWith(`${link}/`)))
  return blockingLinks.map((link) => linkProblem(link, target))
}

/** Why no session with this id can be started. */
export function startProblems(model: GovernanceModel, id: string): readonly Problem[] {
  const { state, config, paths } = model
  return [
    ...readProblems(state.file),
    ...readProblems(config),
    ...writeProblems(model, [paths.session(id), paths.metrics, paths.stall(id)]),
  ]
}

const allowedForm = ({ path, expected = 'another value' }: ShapeViolation): string =>
  `${msg`Write ${path.join('.')}`}: ${expected}.`

const blockingCodes: ReadonlySet<string> = new Set([
  'GOV_FIELD_MISSING',
  'GOV_FIELD_TYPE',
  'GOV_FIELD_VALUE',
  'GOV_STATE_UNKNOWN',
])

/**
 * Why a file must not be changed: a key occurs twice somewhere, or one that is read or written is not of its shape.
 * Entries of a list that others wrote are no reason not to append to it.
 */
function changeProblems(
  file: FileRecord,
  violations: readonly ShapeViolation[],
  keys: readonly string[],
  target?: string,
): readonly Problem[] {
  if (!file.data) return []
  const duplicateKeys = duplicateKeyFindings(file).map((finding): Problem => ({
    code: 'GOV_DUPLICATE_KEY',
    ...finding,
    target,
  }))
  const isElement = (path: ShapeViolation['path']) =>
    path.some((step) => typeof step === 'number') && path[0] !== 'stateHistory'
  const formProblems = violations
    .filter(({ path }) => keys.includes(String(path[0])) && !isElement(path))
    .map((violation): Problem => ({
      hint: allowedForm(violation),
      ...problemOf(violation, formCodes, formSpelling),
      target,
    }))
    .filter(({ code }) => blockingCodes.has(code))
  return [...duplicateKeys, ...formProblems]
}

const alwaysChangedKeys = ['lastUpdated', 'sessionState', 'previousState', 'stateHistory']

/** Why a session file must not be changed. That its state is not written is no reason. */
export function sessionFileProblems({ file, kind, target }: Session, ...keys: readonly string[]): readonly Problem[] {
  const violations = violationsIn(file, 'session').filter((violation) => kind === 'current' || isOfOtherType(violation))
  return changeProblems(file, violations, [...alwaysChangedKeys, ...keys], target)
}

/** Why a file of a kind must not be changed; none if it is absent. */
export const fileProblems = (
  kind: Exclude<ShapedKind, 'session'>,
  file: FileRecord,
  target: string | undefined,
  ...keys: readonly string[]
): readonly Problem[] => [
  ...readProblems(file, target),
  ...changeProblems(file, violationsIn(file, kind), keys, target),
]

export const stateFileProblems = ({ state, brain }: GovernanceModel, ...keys: readonly string[]): readonly Problem[] =>
  fileProblems('state', state.file, brain, ...keys)

export const metricsFileProblems = (
  { metrics, metricsTarget }: GovernanceModel,
  ...keys: readonly string[]
): readonly Problem[] => fileProblems('metrics', metrics, metricsTarget, ...keys)
