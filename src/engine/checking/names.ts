import type { Report } from '../../core/report.ts'
import { bareName, nearestTarget } from '../../core/target.ts'
import type { CheckRequest } from './request.ts'
import type { ScopedProtocol } from './scope.ts'

/** The targets that a name without a prefix means, as where a command is given for it. */
const targetsMeantBy = (
  name: string,
  scopedProtocols: readonly ScopedProtocol[],
  touched: readonly string[],
): readonly string[] =>
  scopedProtocols.flatMap(({ reading }) => {
    const answer = reading.resolve({ name, words: [], touched })
    const ids = 'ids' in answer ? answer.ids : []
    return ids.filter((id) => reading.targets.some((target) => target.id === id))
  })

/** Whether neither head nor base has a target of this name, with its prefix, and its protocol does not say so itself. */
function isUnknownTarget(
  name: string,
  scopedProtocols: readonly ScopedProtocol[],
  touched: readonly string[],
): boolean {
  const kind = name.slice(0, name.indexOf(':'))
  return !scopedProtocols.some(({ protocol, reading }) => {
    if (!protocol.kinds.includes(kind)) return false
    const knownIds = new Set([...reading.targets, ...reading.targetsBefore].map(({ id }) => id))
    const answer = knownIds.has(name) ? { ids: [name] } : reading.resolve({ name: bareName(name), words: [], touched })
    return 'refused' in answer || answer.ids.some((id) => knownIds.has(id))
  })
}

/** What a report says of the names that were asked for: the targets that they mean, or the nearest name. */
export function namesOf(
  { names, targets }: CheckRequest,
  scopedProtocols: readonly ScopedProtocol[],
  touched: readonly string[],
): Pick<Report, 'named' | 'unknownTargets' | 'nearest'> {
  const named = names && new Map(names.map((name) => [name, targetsMeantBy(name, scopedProtocols, touched)]))
  const unknownTargets = targets.filter((name) => isUnknownTarget(name, scopedProtocols, touched))
  const unknownNames = [...unknownTargets, ...(names ?? []).filter((name) => named?.get(name)?.length === 0)]
  const known = unknownNames.length > 0 ? scopedProtocols.flatMap(({ reading }) => reading.targets) : []
  const nearest = unknownNames.flatMap((name) => {
    const target = nearestTarget(known, name)
    return target ? [[name, target.name] as const] : []
  })
  return {
    ...(named && { named }),
    ...(unknownTargets.length > 0 && { unknownTargets }),
    ...(nearest.length > 0 && { nearest: new Map(nearest) }),
  }
}
