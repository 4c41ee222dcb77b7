import type { Diagnostic } from '../../core/diagnostic.ts'

/** By code units, the same on every machine. */
export const compareCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of every list of diagnostics: path, line, column, code. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareCodeUnits(a.path, b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareCodeUnits(a.code, b.code) ||
    compareCodeUnits(a.message, b.message)
  )
}
