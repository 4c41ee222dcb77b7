import type { Command } from '../../../core/command.ts'
import type { HandoverModel } from '../model.ts'
import { accept } from './accept.ts'
import { answer } from './answer.ts'
import { resume } from './continue.ts'
import { handback } from './handback.ts'
import { preflight } from './preflight.ts'
import { revise } from './revise.ts'

/** Every command of the protocol, in the order of its page. */
export const commands: readonly Command<HandoverModel>[] = [accept, preflight, handback, answer, resume, revise]
