import type { Command } from '../../../core/command.ts'
import { namingNextCommand } from '../../../kit/repeated-command.ts'
import type { SubagentModel } from '../model.ts'
import { accept } from './accept.ts'
import { answer } from './answer.ts'
import { handback } from './handback.ts'
import { preflight } from './preflight.ts'
import { review } from './review.ts'

/** The commands of the protocol, in the order of its page. */
export const commands: readonly Command<SubagentModel>[] = [accept, handback, answer, review, preflight].map(
  namingNextCommand,
)
