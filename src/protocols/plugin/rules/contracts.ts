import type { Comparison } from '../../../core/context.ts'
import { each, type Rule } from '../../../core/rule.ts'
import type { PluginModel } from '../model.ts'
import { contracts, handoffs } from '../subjects.ts'
import { fileMissing } from './contracts/file-missing.ts'
import { keyMissing } from './contracts/key-missing.ts'
import { malformed } from './contracts/malformed.ts'
import { mismatch } from './contracts/mismatch.ts'
import { contractNull } from './contracts/null.ts'
import { unrecorded } from './contracts/unrecorded.ts'

/** The rules about contracts and their recorded checksums (plugin protocol, section 5, "Contracts"). */
export const contractRules: readonly Rule<Comparison<PluginModel>>[] = [
  ...each(contracts, [mismatch]),
  ...each(handoffs, [malformed]),
  ...each(contracts, [fileMissing]),
  ...each(handoffs, [keyMissing]),
  ...each(contracts, [unrecorded, contractNull]),
]
