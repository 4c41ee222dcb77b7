import type { CommandName } from '../../../core/command-names.ts'
import { explain } from './explain.ts'
import { fix } from './fix.ts'
import { help } from './help.ts'
import type { OwnCommand } from './own.ts'
import { status } from './status.ts'
import { undo } from './undo.ts'
import { validate } from './validate.ts'

/** The engine's own commands, which every protocol has. */
export const ownCommands: readonly OwnCommand[] = [status, validate, explain, help, fix, undo]

export const ownCommand = (name: CommandName): OwnCommand | undefined =>
  ownCommands.find((command) => command.name === name)
