import type { Command } from '../../../core/command.ts'
import type { PluginModel } from '../model.ts'
import { accept } from './accept.ts'
import { answer } from './answer.ts'
import { checksums } from './checksums.ts'
import { handback } from './handback.ts'
import { install } from './install.ts'
import { migrate } from './migrate.ts'
import { regenerate } from './regenerate.ts'
import { restore } from './restore.ts'
import { sync } from './sync.ts'
import { verify } from './verify.ts'

/** Every command of the protocol, in the order of its page. */
export const commands: readonly Command<PluginModel>[] = [
  accept,
  handback,
  answer,
  checksums,
  sync,
  migrate,
  regenerate,
  restore,
  install,
  verify,
]
