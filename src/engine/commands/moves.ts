import type { CommandName } from '../../core/command-names.ts'
import { isSameGrant, withoutPlace } from '../../core/grant.ts'
import type { Reading } from '../../core/protocol.ts'
import type { Target } from '../../core/target.ts'
import type { View } from '../../core/view.ts'
import type { ChangeSet } from '../../core/command.ts'
import { digestOfParts } from '../../documents/digest.ts'
import type { Digests, Move } from './planned.ts'
import type { Readings } from './readings.ts'

type Name = CommandName | undefined

const stateDigest = (reading: Reading, target: string, command: Name) =>
  `sha256:${digestOfParts(reading.stateDigest(target, command).state)}`

export const digestsOf = (reading: Reading, target: string, command: Name): Digests => ({
  state: stateDigest(reading, target, command),
  contract: `sha256:${digestOfParts(reading.stateDigest(target, command).contract)}`,
})

/** All targets by their ids. */
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
