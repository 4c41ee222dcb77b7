import type { Diagnostic } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'

const locationOf = ({ path, line }: Diagnostic) => (line === undefined ? path : `${path}:${line}`)

export const listItem = (diagnostic: Diagnostic): string => {
  const { severity, code, message, fix } = diagnostic
  return `${severity} ${msg`${code}`} at ${msg`${locationOf(diagnostic)}`}: ${message}${fix === undefined ? '' : msg` (${fix})`}`
}

export const textLine = (diagnostic: Diagnostic): string => {
  const { severity, code, message } = diagnostic
  return `${severity} ${code} ${locationOf(diagnostic)} ${message}`
}
