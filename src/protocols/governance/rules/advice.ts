import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'

/**
 * The repair of a file that is missing: a command writes a new one. Not where the change took the file away: a new one
 * would drop what was counted or recorded.
 */
export const newFileAdvice = (fix: string, path: string, isTakenAway: boolean): Pick<Finding, 'hint' | 'fix'> =>
  isTakenAway
    ? { hint: msg`Bring ${path} back from the base: a new one would drop what it recorded.` }
    : { hint: msg`The command ${fix} writes a new one.`, fix }
