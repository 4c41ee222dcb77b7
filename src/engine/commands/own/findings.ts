import type { Diagnostic } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'

const spot = ({ path, line }: Diagnostic) => (line === undefined ? path : `${path}:${line}`)

/** A finding as an item of a list. */
export const item = (diagnostic: Diagnostic): string => {
  const { severity, code, message, fix } = diagnostic
  return `${severity} ${msg`${code}`} at ${msg`${spot(diagnostic)}`}: ${message}${fix === undefined ? '' : msg` (${fix})`}`
}

/** The same as a line of text. */
export const line = (diagnostic: Diagnostic): string => {
  const { severity, code, message } = diagnostic
  return `${severity} ${code} ${spot(diagnostic)} ${message}`
}
