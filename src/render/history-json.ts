import type { RepositoryHistory } from '../core/history.ts'
import type { JsonHistory } from './history.schema.ts'
import { stringify } from './plain.ts'

/** A history as `baton history --format json` answers it, version 1. */
export function historyJson(
  history: RepositoryHistory,
  { onOneLine = false }: { readonly onOneLine?: boolean } = {},
): string {
  // Plain data already, whose keys are in the order in which they are printed.
  const answer: { readonly [Key in keyof JsonHistory]: unknown } = { version: 1, ...history }
  return stringify(answer, onOneLine)
}
