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

/** No target has the name that was given; with the nearest. */
export function noSuchTarget(
  name: string,
  near: string | undefined,
  advice = '`baton status` lists them all.',
): NothingHere {
  const suggestion = near === undefined ? '.' : `; did you mean ${visibleLine(near)}?`
  return new NothingHere(`No target is named ${visibleLine(name)}${suggestion} ${advice}`, { code: 'TARGET_UNKNOWN' })
}

export const noTargetNamed = (name: string, targets: readonly NamedTarget[], advice?: string): NothingHere =>
  noSuchTarget(name, nearestTarget(targets, name)?.name, advice)

/** The refusal of a name that no target has; where there is no target at all, what every command answers then. */
export const unknownTarget = async (
  name: string,
  targets: readonly NamedTarget[],
  sources: Sources,
  requestedNames: readonly ProtocolName[] = [],
): Promise<NothingHere> =>
  noTargetNamed(name, targets, targets.length === 0 ? await textOf(sources, requestedNames) : undefined)
