import { realpathSync } from 'node:fs'

/** The file of the program that runs, its links resolved. */
export const programPath = (): string => realpathSync(process.argv[1] ?? process.execPath)
