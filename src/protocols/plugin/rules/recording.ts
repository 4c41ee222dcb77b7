import type { Finding, Offer } from '../../../core/diagnostic.ts'
import { contractKeys, type ContractKey } from '../files.ts'
import { forPerson, offer } from './offers.ts'
import type { PluginSubject } from './subjects.ts'

/** Whether the change took away the checksum of a contract that does not match it. */
function isLost({ plugin, earlier }: PluginSubject, key: ContractKey): boolean {
  const sha256 = earlier?.handoff?.checksums.recorded[key].sha256
  const isRecorded = plugin.handoff?.checksums.recorded[key].sha256 !== undefined
  return sha256 !== undefined && !isRecorded && sha256 !== plugin.contracts[key].digest?.sha256
}

/**
 * The repair of a handoff that does not record contracts properly, by a command that records them as they are. Where
 * the change removed a checksum that its contract does not match, this command would approve an unreviewed edit: then a
 * person has to choose.
 *
 * @param approvingOffers the same commands, saying that they approve the present contracts.
 */
export function recordingAdvice(
  subject: PluginSubject,
  offers: readonly Offer[],
  approvingOffers: readonly Offer[],
  keys: readonly ContractKey[] = contractKeys,
): Pick<Finding, 'hint' | 'offers'> {
  if (!keys.some((key) => isLost(subject, key))) return { offers }
  return forPerson([...offer('restore state', subject, 'brings the recorded checksums back'), ...approvingOffers])
}

/** What such a command does. */
export const approvalDescription = 'approves the present contracts, which only a person should do'
