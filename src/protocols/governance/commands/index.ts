import type { Command } from '../../../core/command.ts'
import type { GovernanceModel } from '../model.ts'
import { accept } from './accept.ts'
import { anchor } from './anchor.ts'
import { compact } from './compact.ts'
import { fix } from './fix.ts'
import { handback } from './handback.ts'
import { stall } from './stall.ts'
import { turn } from './turn.ts'

/** Every command of the protocol, in the order of its page. */
export const commands: readonly Command<GovernanceModel>[] = [accept, handback, compact, turn, anchor, stall, fix]
