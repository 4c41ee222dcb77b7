import type { CommittedCommand, CommandDiagnostic } from '../../../core/command.ts'
import type { CommandName } from '../../../core/command-names.ts'
import { msg } from '../../../core/message.ts'
import type { Plan, Result } from '../../../engine/commands/plan.ts'
import { denial, may, type Gate } from '../../../engine/commands/permission.ts'
import { changing, type AuthorizedComment } from './authorize.ts'

/** The name of a command; where a commit does not tell it, every one that it may be. */
const named = ({ name }: CommittedCommand): readonly CommandName[] => (name === undefined ? changing : [name])

/** The commands that a result takes back, each with its target. */
export const takenBack = ({ takesBack = [] }: Pick<Result, 'takesBack'>) =>
  takesBack.flatMap((command) => named(command).map((name) => ({ name, target: command.target })))

/** How a command is called that is given by taking it back. */
export const writtenBack = (name: CommandName): string => msg`${'/undo'} of ${`/${name}`}`

/** The refusals of somebody who would take back what they may not do themselves. */
export function takingBackRefusals({ speaker }: AuthorizedComment, { results }: Plan, gate: Gate): readonly CommandDiagnostic[] {
  const names = new Set(results.flatMap(takenBack).map(({ name }) => name))
  return [...names].filter((name) => !may(name, speaker, gate)).map((name) => denial(name, speaker, gate, writtenBack(name)))
}
