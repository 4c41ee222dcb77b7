import { offersIn } from '../../app/installation/offers.ts'
import { type CheckResult, type Sources } from '../../app/validate/check.ts'
import { policyIn } from '../../app/validate/policy-in.ts'
import { protocolNames, type ProtocolName } from '../../core/protocol-name.ts'
import { visibleLine } from '../../core/message.ts'
import type { Offers } from '../../core/report.ts'
import { nearestTarget, type NamedTarget } from '../../core/target.ts'
import { noStateText } from '../../render/no-state.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { NothingHere } from './usage.ts'

async function offersOf(sources: Sources): Promise<Offers | undefined> {
  const policy = await policyIn(sources, lazyProtocols)
  return 'problems' in policy
    ? undefined
    : offersIn(sources.head, lazyProtocols, policy.configuration, new Date().toISOString())
}

/** A check that found no state, with what could be declared. Every other one is left as it is, at no cost. */
export async function withOffers(checked: CheckResult, sources: Sources): Promise<CheckResult> {
  const { report, misconfigured } = checked
  if (misconfigured || report.verdict !== 'nothing' || report.looked.narrowly) return checked
  const offers = await offersOf(sources)
  return offers ? { ...checked, report: { ...report, offers } } : checked
}

async function textOf(sources: Sources, requestedNames: readonly ProtocolName[]): Promise<string> {
  if (requestedNames.length === 0) return noStateText(protocolNames, await offersOf(sources))
  return `${noStateText(requestedNames)} Without --protocol every protocol is looked at.`
}

/** There is no target, at all or of the protocols that were named. */
export const noState = async (sources: Sources, requestedNames: readonly ProtocolName[] = []): Promise<NothingHere> =>
  new NothingHere(await textOf(sources, requestedNames))

/** No target has any of the names that were given; each with the nearest. */
export function noSuchTargets(
  names: readonly string[],
  nearestTo: (name: string) => string | undefined,
  advice = '`baton status` lists them all.',
): NothingHere {
  const sentences = names.map((name) => {
    const nearest = nearestTo(name)
    return `No target is named ${visibleLine(name) || '(empty)'}${nearest === undefined ? '.' : `; did you mean ${visibleLine(nearest)}?`}`
  })
  return new NothingHere([...sentences, advice].join(' '), { code: 'TARGET_UNKNOWN' })
}

export const noTargetsNamed = (names: readonly string[], targets: readonly NamedTarget[]): NothingHere =>
  noSuchTargets(names, (name) => nearestTarget(targets, name)?.name)

/** The refusal of names where there is no target at all, with what every command answers then. */
export const unknownWithoutState = async (
  names: readonly string[],
  sources: Sources,
  requestedNames: readonly ProtocolName[] = [],
): Promise<NothingHere> => noSuchTargets(names, () => undefined, await textOf(sources, requestedNames))

/** The refusal of a name that no target has; where there is no target at all, what every command answers then. */
export const unknownTarget = async (
  name: string,
  targets: readonly NamedTarget[],
  sources: Sources,
  requestedNames: readonly ProtocolName[] = [],
): Promise<NothingHere> =>
  targets.length === 0 ? unknownWithoutState([name], sources, requestedNames) : noTargetsNamed([name], targets)
