import type { Stage } from './model.ts'
import { stageName } from './words.ts'

/** How a command names a stage: always with its run. */
export const nameIn = ({ name, run }: Stage): string => `${name}@${run.label}`

/** The command that mends a finding, with the stage in place of STAGE; none for a stage that no command can name. */
export function commandFor(command: string, stage: Stage): { readonly fix?: string } {
  return stageName.test(stage.name) && !/\s/.test(stage.run.label) ? { fix: command.replace('STAGE', nameIn(stage)) } : {}
}
