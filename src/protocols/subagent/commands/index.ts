import type { Command } from '../../../core/command.ts'
import type { SubagentModel } from '../model.ts'
import { accept, preflight } from './accept.ts'
import { answer } from './answer.ts'
import { handback } from './handback.ts'
import { review } from './review.ts'

/** The commands that change a task, or say what would come of it. */
export const commands: readonly Command<SubagentModel>[] = [accept, handback, answer, review, preflight]
