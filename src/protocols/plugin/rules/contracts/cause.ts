import { msg } from '../../../../core/message.ts'
import { draftOf } from '../../facts.ts'
import type { Contract } from '../../model.ts'
import type { ContractSubject } from '../../subjects.ts'

/** A contract, and what else its recorded checksum may be that of. */
type Candidates = Pick<ContractSubject, 'plugin' | 'contract'> & { readonly before?: Contract | undefined }

/** Of which other text than the contract's a checksum is, where that can be told. */
export function causeOf({ plugin, contract, before }: Candidates, sha256: string | undefined): string | undefined {
  if (sha256 === undefined) return undefined
  const draft = draftOf(plugin, sha256)
  if (draft !== undefined) return msg`that of ${draft}`
  if (before?.digest?.sha256 === sha256) return 'that of the file as it was before this change'
  if (contract.digest?.lf === sha256) return 'that of the file with LF line endings'
  return contract.crlf() === sha256 ? 'that of the file with CRLF line endings' : undefined
}
