import { say } from '../../../../core/say.ts'
import type { ContractSubject } from '../../subjects.ts'

/** Which other text a recorded checksum is that of, where that can be told. */
export function causeOf({ plugin, contract: { digest }, recorded: { sha256 }, before }: ContractSubject): string | undefined {
  if (sha256 === undefined) return undefined
  const draft = [...plugin.drafts].find(([, { sha256: hash }]) => hash === sha256)
  if (draft) return say`that of ${draft[0]}`
  if (before?.digest?.sha256 === sha256) return 'that of the file as it was before this change'
  return digest?.lf === sha256 ? 'that of the file with LF line endings' : undefined
}
