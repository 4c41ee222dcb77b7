import type { CommandName } from '../../core/command-names.ts'
import { isSameGrant, withoutPlace } from '../../core/grant.ts'
import type { Reading, Protocol } from '../../core/protocol.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import type { ChangeSet } from '../../core/command.ts'
import { digestOfParts } from '../../documents/digest.ts'
import type { Digests, Move, PlanRequest } from './planned.ts'
import type { Readings } from './resolve.ts'
import { memo } from '../../core/once.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { onceInSteps, type Steps } from '../../core/steps.ts'
import { checking } from '../check.ts'
import type { CheckRequest } from '../checking/request.ts'

type Name = CommandName | undefined

const stateDigest = (reading: Reading, target: string, command: Name) =>
  `sha256:${digestOfParts(reading.stateDigest(target, command).state)}`

export const digestsOf = (reading: Reading, target: string, command: Name): Digests => ({
  state: stateDigest(reading, target, command),
  contract: `sha256:${digestOfParts(reading.stateDigest(target, command).contract)}`,
})

const byId = (reading: Reading | undefined): ReadonlyMap<string, Target> => new Map(reading?.targets.map((target) => [target.id, target]))

/** The control of a target that an agent has now, and had not before by the same grant. */
function givenTo(was: Target | undefined, is: Target | undefined): Pick<Move, 'given'> {
  if (is?.holder !== 'agent') return {}
  const { grant } = is
  const isKept = was?.holder === 'agent' && (grant ? was.grant !== undefined && isSameGrant(was.grant, grant) : !was.grant)
  return isKept ? {} : { given: grant ? { grant: withoutPlace(grant) } : {} }
}

/** The targets of a move, and the command that moves them. */
interface Moved {
  readonly before: View
  readonly after: View
  readonly changes: ChangeSet
  /** The target that the command is about. */
  readonly about: string | undefined
  readonly command: Name
}

/** The targets whose state a change set changes. The command's own target comes first, even if its state stays. */
export function movesOf(readings: Readings, { before, after, changes, about, command }: Moved): readonly Move[] {
  if (changes.size === 0) return []
  const was = new Map(readings(before).map(({ protocol, reading }) => [protocol.name, reading]))
  return readings(after)
    .flatMap(({ protocol, reading }) => {
      const earlier = was.get(protocol.name)
      const owners = [...changes.keys()].flatMap((path) => [...reading.owners(path), ...(earlier?.owners(path) ?? [])])
      const [targets, earlierTargets] = [byId(reading), byId(earlier)]
      const own = about !== undefined && protocol.kinds.includes(about.slice(0, about.indexOf(':'))) ? [about] : []
      return [...new Set([...own, ...owners])].flatMap((target): readonly Move[] => {
        const digest = stateDigest(reading, target, command)
        if (target !== about && earlier && stateDigest(earlier, target, command) === digest) return []
        const [was, is] = [earlierTargets.get(target), targets.get(target)]
        const ended = was?.grant && !is?.grant ? { ended: withoutPlace(was.grant) } : {}
        return [{ target, ...(was && { from: was.state }), ...(is && { to: is.state }), digest, ...ended, ...givenTo(was, is) }]
      })
    })
    .toSorted((a, b) => Number(b.target === about) - Number(a.target === about))
}

export interface ViewChange {
  readonly before: View
  readonly after: View
  readonly changes: ChangeSet
}

/** What a check for errors needs. */
type CheckSettings = Pick<PlanRequest, 'context' | 'sections' | 'severity'>

/**
 * The errors that changes would add, about one target or about all of these protocols. An error counts as added if a strict check of the
 * result finds it, one of the state before does not, and it is an error in a check of the change as well (strict where the change touches,
 * soft elsewhere). Whether the move between the states is legal is not judged here: the command has decided it. An error of a moved file
 * moves with it.
 *
 * Make it once for many changes of the same files: these are checked once.
 */
export function addedErrors(
  { context, sections, severity }: CheckSettings,
  readings: Readings,
): (protocols: readonly Protocol[], target: string | undefined, change: ViewChange) => Steps<readonly Diagnostic[]> {
  type Views = Pick<CheckRequest, 'head' | 'base' | 'mode' | 'readings'>
  function* errors(views: Views, protocols: readonly Protocol[], target: string | undefined): Steps<readonly Diagnostic[]> {
    const { diagnostics } = yield* checking({
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
  const strictly = (view: View, protocols: readonly Protocol[], target?: string) =>
    errors({ head: view, base: undefined, mode: 'strict', readings }, protocols, target)

  const errorsBefore = memo((view: View) => memo((protocol: Protocol) => onceInSteps(() => strictly(view, [protocol]))))

  return function* (protocols, target, { before, after, changes }) {
    const found = yield* strictly(after, protocols, target)
    if (found.length === 0) return found
    const isGone = (path: string) => changes.get(path) === null
    const isNew = (path: string) => changes.has(path) && before.entry(path) === undefined
    const identity = ({ code, target: id, path }: Diagnostic, moved = false) => JSON.stringify([code, id, moved ? null : path])
    const old = new Set<string>()
    for (const protocol of protocols) {
      for (const error of yield* errorsBefore(before)(protocol)()) {
        old.add(identity(error))
        if (isGone(error.path)) old.add(identity(error, true))
      }
    }
    const added = found.filter((error) => !old.has(identity(error)) && !(isNew(error.path) && old.has(identity(error, true))))
    if (added.length === 0) return added
    const again = yield* errors({ head: after, base: before, mode: 'auto' }, protocols, target)
    const compared = new Set(again.map((error) => identity(error)))
    return added.filter((error) => compared.has(identity(error)))
  }
}
