import type { RuleFacts } from '../../core/rule.ts'
import { groups } from './rules/index.ts'

/** What documents, `explain` and the library alone say of declared workflows. */

export const about =
  'Workflows that a team declares in `.github/baton.yml`: which files hold its items, where their state stands, which states and moves are legal, and which copies must agree.'

export const refusalCodes: Readonly<Record<string, string>> = {}

/** They are explained without a declared workflow, too. */
export const rules: readonly RuleFacts[] = groups.flatMap((group) => group.rules.flat())

export const configuration: Readonly<Record<string, string>> = {}
