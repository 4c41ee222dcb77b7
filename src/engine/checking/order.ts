import type { Diagnostic } from '../../core/diagnostic.ts'

/** By code units, the same on every machine. */
export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of every list of diagnostics: path, line, column, code. */
export function inOrder(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  )
}
