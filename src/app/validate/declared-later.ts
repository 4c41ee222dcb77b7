import { describeCounts, type Diagnostic } from '../../core/diagnostic.ts'
import { groupBy } from '../../core/grouped.ts'
import { msg } from '../../core/message.ts'
import { sign } from '../../engine/checking/sign.ts'
import { configurationRule } from '../../engine/configuration/rule.ts'
import { type Writer, writtenTwice } from '../../engine/configuration/written-twice.ts'
import { runInTurns } from '../../gateways/in-turns.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import type { CheckedViews } from './check-views.ts'
import type { Sources } from './check.ts'
import type { Policy } from './policy.ts'

/**
 * What a change does to the workflows that are declared, and what takes effect only after this check: sentences by
 * `msg`.
 */
interface DeclaredLater {
  readonly adds: boolean
  readonly notes: readonly string[]
  /** What would be wrong in the declarations themselves, by the files. */
  readonly wrong: readonly Diagnostic[]
}

export const nothingLater: DeclaredLater = { adds: false, notes: [], wrong: [] }

/** The words for what a change does to one workflow, and to several. */
const laterWords = {
  merged: {
    change: 'this change',
    added: ['takes effect after the merge. It', 'take effect after the merge. They'],
    altered: [
      'is checked as the base declares it until the merge. Then it',
      'are checked as the base declares them until the merge. Then they',
    ],
    removed: ['is checked until the merge.', 'are checked until the merge.'],
  },
  pushed: {
    change: 'this push',
    added: ['takes effect with the next check. It', 'take effect with the next check. They'],
    altered: [
      'is checked as it was declared before. With the next check it',
      'are checked as they were declared before. With the next check they',
    ],
    removed: ['is checked for the last time.', 'are checked for the last time.'],
  },
} as const

const maxCodes = 5

/** How much some findings are, with their codes and the first place of each. */
function countsIn(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return 'nothing wrong'
  const byCode = [...groupBy(diagnostics, ({ code }) => code)]
  const named = byCode.slice(0, maxCodes).map(([code, [{ path, line }, ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return msg`${code} at ${line === undefined ? path : `${path}:${line}`}` + more
  })
  return `${describeCounts(diagnostics)} (${named.join(', ')}${byCode.length > maxCodes ? ', …' : ''})`
}

/**
 * What the workflows that the change declares, or declares otherwise, would find in the next check that goes by them.
 * In this one they are not policy: what they find is counted, and judges nothing. Only what would be wrong in the
 * declarations themselves is an error: later it would fail every check.
 *
 * @param tryOut what a check by some declarations finds
 */
export async function declaredLater(
  { pushed }: Pick<Sources, 'pushed'>,
  { policy, path }: Pick<CheckedViews, 'policy' | 'path'>,
  changed: Policy | undefined,
  tryOut: (declared: Configuration['declared']) => Promise<readonly Diagnostic[]>,
): Promise<DeclaredLater> {
  if (!changed || 'problems' in changed) return nothingLater
  const words = laterWords[pushed === true ? 'pushed' : 'merged']
  const before = new Map(
    policy.configuration.declared.map(({ name, useByConfiguration }) => [name, useByConfiguration?.declaration]),
  )
  const after = changed.configuration.declared
  const removed = [...before.keys()].filter((name) => after.every((workflow) => workflow.name !== name))
  const added = after.filter(({ name }) => !before.has(name))
  const altered = after.filter(
    ({ name, useByConfiguration }) => before.has(name) && before.get(name) !== useByConfiguration?.declaration,
  )
  const found = added.length + altered.length === 0 ? [] : await tryOut(after)
  return {
    adds: added.length > 0,
    notes: [
      ...noteOf(added, 'adds to', words.added),
      ...noteOf(altered, 'alters in', words.altered),
      ...(removed.length === 0 ? [] : [sentence(removed, 'removes from', words.removed)]),
    ],
    wrong: found.filter(({ code }) => code === configurationRule.code),
  }

  function sentence(
    names: readonly string[],
    does: string,
    [singular, plural]: readonly [singular: string, plural: string],
  ): string {
    const named = names.length === 1 ? msg`The workflow ${names}` : msg`The workflows ${names}`
    return `${named}, which ${words.change} ${does} ${msg`${path}`}, ${names.length === 1 ? singular : plural}`
  }

  function noteOf(
    declared: Configuration['declared'],
    does: string,
    nouns: readonly [string, string],
  ): readonly string[] {
    if (declared.length === 0) return []
    const names = declared.map(({ name }) => name)
    const ownFindings = found.filter(({ protocol }) => protocol !== undefined && names.includes(protocol))
    return [`${sentence(names, does, nouns)} would find ${countsIn(ownFindings)}.`]
  }
}

/**
 * What the files show to be wrong in the declarations of a policy. A declaration that the change alters is skipped: it
 * is about to be replaced.
 */
export async function wrongDeclarations(
  { policy, protocols, head, base, context }: CheckedViews,
  changed: Policy | undefined,
): Promise<readonly Diagnostic[]> {
  const { declared } = policy.configuration
  const later = changed && 'configuration' in changed ? changed.configuration.declared : declared
  const laterTexts = new Set(later.map(({ useByConfiguration }) => useByConfiguration?.declaration))
  const inEffect = declared.filter(
    (workflow) => protocols.includes(workflow) && laterTexts.has(workflow.useByConfiguration?.declaration),
  )
  const wrongNames = inEffect.flatMap(({ useByConfiguration }) => [
    ...(useByConfiguration?.wrongIn?.({ head, base }, context.limit) ?? []),
  ])
  const writers: Writer[] = []
  for (const workflow of inEffect.length > 1 ? inEffect : []) {
    await runInTurns(workflow.readAhead({ head }, undefined, context))
    const { place: declaredAt = { path: '.' } } = workflow.useByConfiguration ?? {}
    writers.push({
      name: workflow.name,
      declared: declaredAt,
      writes: workflow.read({ head }, undefined, context).writes(),
    })
  }
  const findings = [
    ...wrongNames,
    ...Array.from(writtenTwice(writers), (finding) => ({ finding, severity: 'error' as const })),
  ]
  return findings.map(({ finding, severity }) =>
    sign(finding, { code: configurationRule.code, severity, touched: true }),
  )
}
