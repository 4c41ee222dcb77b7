import { severities, type Diagnostic } from '../core/diagnostic.ts'

/** Gravest first, and among equals those first that concern what the change touches; else in the report's order. */
export function worstFirst(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const rank = ({ severity, touched }: Diagnostic) => 2 * severities.indexOf(severity) + (touched ? 0 : 1)
  return diagnostics.toSorted((a, b) => rank(a) - rank(b))
}
