import type { Command } from '../../../core/command.ts'
import { namingNextCommand } from '../../../kit/repeated-command.ts'
import type { ControlModel } from '../model.ts'
import { accept } from './accept.ts'
import { answer } from './answer.ts'
import { handback } from './handback.ts'
import { preflight } from './preflight.ts'
import { validate } from './validate.ts'

/** Every command of the protocol, in the order of its page. */
export const commands: readonly Command<ControlModel>[] = [accept, handback, answer, preflight, validate].map(
  namingNextCommand,
)
