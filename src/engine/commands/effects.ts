import type { CommandName } from '../../core/command-names.ts'
import { isSameGrant, withoutPlace } from '../../core/grant.ts'
import type { Reading, Protocol } from '../../core/protocol.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import type { ChangeSet } from '../../core/command.ts'
import { digestOfParts } from '../../documents/digest.ts'
import type { Digests, Move, PlanRequest } from './planned.ts'
import { foundProtocolFor, targetIn, type Readings } from './resolve.ts'
import { memo } from '../../core/once.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { onceInSteps, type Steps } from '../../core/steps.ts'
import { diagnosticsInSteps } from '../checking/findings.ts'
import type { CheckRequest } from '../checking/request.ts'

type OptionalCommandName = CommandName | undefined

const stateDigest = (reading: Reading, target: string, command: OptionalCommandName) =>
  `sha256:${digestOfParts(reading.stateDigest(target, command).state)}`

/** Whether the state of a target is the same in two readings. Of a file with many targets most are, to the letter. */
function isSameState(left: Reading, right: Reading, target: string, command: OptionalCommandName): boolean {
  const [parts, otherParts] = [left, right].map((reading) => reading.stateDigest(target, command).state)
  return (
    (parts?.length === otherParts?.length && parts?.every((part, index) => part === otherParts?.[index])) ||
    stateDigest(left, target, command) === stateDigest(right, target, command)
  )
}

export const digestsOf = (reading: Reading, target: string, command: OptionalCommandName): Digests => ({
  state: stateDigest(reading, target, command),
  contract: `sha256:${digestOfParts(reading.stateDigest(target, command).contract)}`,
})

const targetsById = (reading: Reading | undefined): ReadonlyMap<string, Target> =>
  new Map(reading?.targets.map((target) => [target.id, target]))

/** The control of a target that an agent has now, and had not before by the same grant. */
function grantedControl(targetBefore: Target | undefined, targetAfter: Target | undefined): Pick<Move, 'given'> {
  if (targetAfter?.holder !== 'agent') return {}
  const { grant } = targetAfter
  const isKept =
    targetBefore?.holder === 'agent' &&
    (grant ? targetBefore.grant !== undefined && isSameGrant(targetBefore.grant, grant) : !targetBefore.grant)
  return isKept ? {} : { given: grant ? { grant: withoutPlace(grant) } : {} }
}

/** The targets of a move, and the command that moves them. */
interface StateChange {
  readonly before: View
  readonly after: View
  readonly changes: ChangeSet
  readonly about: string | undefined
  readonly command: OptionalCommandName
}

/** The targets whose state a change set changes. The command's own target comes first, even if its state stays. */
export function movesOf(readings: Readings, { before, after, changes, about, command }: StateChange): readonly Move[] {
  if (changes.size === 0) return []
  const readingsBefore = new Map(readings(before).map(({ protocol, reading }) => [protocol.name, reading]))
  return readings(after)
    .flatMap(({ protocol, reading }) => {
      const readingBefore = readingsBefore.get(protocol.name)
      const owners = [...changes.keys()].flatMap((path) => [
        ...reading.owners(path),
        ...(readingBefore?.owners(path) ?? []),
      ])
      const [targets, earlierTargets] = [targetsById(reading), targetsById(readingBefore)]
      const ownTargets =
        about !== undefined && protocol.kinds.includes(about.slice(0, about.indexOf(':'))) ? [about] : []
      return [...new Set([...ownTargets, ...owners])].flatMap((target): readonly Move[] => {
        if (target !== about && readingBefore && isSameState(reading, readingBefore, target, command)) return []
        const digest = stateDigest(reading, target, command)
        const [targetBefore, targetAfter] = [earlierTargets.get(target), targets.get(target)]
        const endedGrant = targetBefore?.grant && !targetAfter?.grant ? { ended: withoutPlace(targetBefore.grant) } : {}
        return [
          {
            target,
            ...(targetBefore && { from: targetBefore.state }),
            ...(targetAfter && { to: targetAfter.state }),
            digest,
            ...endedGrant,
            ...grantedControl(targetBefore, targetAfter),
          },
        ]
      })
    })
    .toSorted((a, b) => Number(b.target === about) - Number(a.target === about))
}

/** Whether a target is in another state, or with another holder, in one view than in another. */
export function isInOtherState(readings: Readings, left: View, right: View, id: string): boolean {
  const [a, b] = [left, right].map((view) => {
    const reading = foundProtocolFor(readings, view, id)?.reading
    const { state, holder, grant, question, agentName } = (reading && targetIn(reading, id)) ?? {}
    return JSON.stringify([state, holder, grant && withoutPlace(grant), question, agentName])
  })
  return a !== b
}

export interface ViewChange {
  readonly before: View
  readonly after: View
  readonly changes: ChangeSet
}

type CheckSettings = Pick<PlanRequest, 'context' | 'sections' | 'severity'>

/**
 * The errors that changes would add, about one target or about all of these protocols. An error counts as added if a
 * strict check of the result finds it, one of the state before does not, and it is an error in a check of the change as
 * well (strict where the change touches, soft elsewhere). Whether the move between the states is legal is not judged
 * here: the command has decided it. An error of a moved file moves with it.
 *
 * Make it once for many changes of the same files: these are checked once.
 */
export function addedErrors(
  { context, sections, severity }: CheckSettings,
  readings: Readings,
): (protocols: readonly Protocol[], target: string | undefined, change: ViewChange) => Steps<readonly Diagnostic[]> {
  type Views = Pick<CheckRequest, 'head' | 'base' | 'mode' | 'readings'>
  function* errors(
    views: Views,
    protocols: readonly Protocol[],
    target: string | undefined,
  ): Steps<readonly Diagnostic[]> {
    const diagnostics = yield* diagnosticsInSteps({
      ...views,
      context,
      sections,
      severity,
      protocols,
      failOn: 'error',
      allowEmpty: true,
      paths: [],
      targets: target === undefined ? [] : [target],
      given: [],
      notes: [],
    })
    return diagnostics.filter(({ severity }) => severity === 'error')
  }
  const strictErrors = (view: View, protocols: readonly Protocol[], target?: string) =>
    errors({ head: view, base: undefined, mode: 'strict', readings }, protocols, target)

  const errorsBefore = memo((view: View) =>
    memo((protocol: Protocol) => onceInSteps(() => strictErrors(view, [protocol]))),
  )

  return function* (protocols, target, { before, after, changes }) {
    const errorsAfter = yield* strictErrors(after, protocols, target)
    if (errorsAfter.length === 0) return errorsAfter
    const isGone = (path: string) => changes.get(path) === null
    const isNew = (path: string) => changes.has(path) && before.entry(path) === undefined
    const identity = ({ code, target: id, path }: Diagnostic, moved = false) =>
      JSON.stringify([code, id, moved ? null : path])
    const oldIdentities = new Set<string>()
    for (const protocol of protocols) {
      for (const error of yield* errorsBefore(before)(protocol)()) {
        oldIdentities.add(identity(error))
        if (isGone(error.path)) oldIdentities.add(identity(error, true))
      }
    }
    const newErrors = errorsAfter.filter(
      (error) =>
        !oldIdentities.has(identity(error)) && !(isNew(error.path) && oldIdentities.has(identity(error, true))),
    )
    if (newErrors.length === 0) return newErrors
    const changeErrors = yield* errors({ head: after, base: before, mode: 'auto' }, protocols, target)
    const changeIdentities = new Set(changeErrors.map((error) => identity(error)))
    return newErrors.filter((error) => changeIdentities.has(identity(error)))
  }
}
