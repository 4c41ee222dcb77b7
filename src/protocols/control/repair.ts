import type { Stage } from './model.ts'
import { stageName } from './words.ts'

/** How a command names a stage: always with its run. */
export const nameIn = ({ name, run }: Stage): string => `${name}@${run.label}`

/** Whether a command can name a stage. */
export const isNamed = ({ name, run }: Stage): boolean => stageName.test(name) && !/\s/.test(run.label)

/** What mends a finding: in words and, where one command does, that command. */
export interface Mend {
  readonly hint: string
  readonly fix?: string
}
