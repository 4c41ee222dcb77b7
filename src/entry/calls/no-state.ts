import { offersIn } from '../../app/installation/offers.ts'
import { policyOf, type CheckResult, type Sources } from '../../app/validate/check.ts'
import { configurationOf } from '../../app/validate/policy.ts'
import { protocolNames, type ProtocolName } from '../../core/protocol-name.ts'
import type { Offers } from '../../core/report.ts'
import { noStateText } from '../../render/no-state.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { NothingHere } from './usage.ts'

async function offersOf(sources: Sources): Promise<Offers | undefined> {
  const policy = await configurationOf(policyOf(sources, {}), lazyProtocols)
  return 'problems' in policy ? undefined : offersIn(sources.head, lazyProtocols, policy.configuration, new Date().toISOString())
}

/** A check that found no state, with what could be declared. Every other one is left as it is, at no cost. */
export async function withOffers(checked: CheckResult, sources: Sources): Promise<CheckResult> {
  const { report, misconfigured } = checked
  if (misconfigured || report.verdict !== 'nothing' || report.looked.narrowly) return checked
  const offers = await offersOf(sources)
  return offers ? { ...checked, report: { ...report, offers } } : checked
}

/** There is no target, at all or of the protocols that were named. */
export async function noState(sources: Sources, named: readonly ProtocolName[] = []): Promise<NothingHere> {
  const text = noStateText(named.length === 0 ? protocolNames : named, named.length === 0 ? await offersOf(sources) : undefined)
  return new NothingHere(named.length === 0 ? text : `${text} Without --protocol every protocol is looked at.`)
}
