import type { IssueReader } from '../../core/host/host.ts'
import type { OwnIssue } from '../../core/host/conversation.ts'
import { Fault, reasonOf, resultOf } from '../../core/fault.ts'
import { supersededText, ownBeginning, type SupersededReason } from '../../render/audit-issue.ts'
import { publish, type CommentEffect, type CommentEffectPorts, type EffectPorts } from '../comments/feedback/publish.ts'
import type { WithHost } from '../ports.ts'
import { failuresOf } from './options.ts'

/** All issues of our own, the newest first; or why none can be kept. By one request, as a rule. */
export async function ownIssues({
  host,
}: WithHost<IssueReader>): Promise<readonly OwnIssue[] | { readonly why: string; readonly isFault?: true }> {
  const issues = await resultOf(host.ownIssues(ownBeginning))
  if (issues instanceof Fault) return { why: `No issue can be kept: ${reasonOf(issues)}`, isFault: true }
  if (issues) return issues
  return {
    why: 'This repository has no issues, so that none is kept: the summary and the check run `baton audit` show the findings.',
  }
}

export interface SupersededIssue {
  readonly issue: OwnIssue
  readonly why: SupersededReason
}

/**
 * Chooses the issue to keep of those with one marker: the oldest that is open, so that audits which open one at the
 * same time agree; else the newest. Others that are open are superseded.
 */
export function chooseIssue(issues: readonly OwnIssue[]): {
  readonly current: OwnIssue | undefined
  readonly superseded: readonly SupersededIssue[]
} {
  const openIssues = issues.filter((issue) => issue.open)
  const current = openIssues.at(-1) ?? issues[0]
  return {
    current,
    superseded: current ? openIssues.slice(0, -1).map((issue) => ({ issue, why: { kept: current.number } })) : [],
  }
}

/** Closes issues of Baton that are superseded, and removes their marker. @returns the failures */
export async function closeSuperseded(
  ports: CommentEffectPorts,
  superseded: readonly SupersededIssue[],
): Promise<readonly string[]> {
  if (superseded.length === 0) return []
  const effects = superseded.map(({ issue, why }): CommentEffect => ({
    do: 'rewrite',
    issue: issue.node,
    text: supersededText(why),
    open: false,
  }))
  return failuresOf(await publish(ports, 0, effects))
}

/**
 * Opens an issue whose text begins with a marker, and looks at once whether another audit has done so at the same time.
 */
export async function openIssue(
  ports: EffectPorts,
  marker: string,
  words: { readonly title: string; readonly text: string },
): Promise<{ readonly number?: number | undefined; readonly notes: readonly string[] }> {
  const notes = failuresOf(await publish(ports, 0, [{ do: 'open', ...words }]))
  if (notes.length > 0) return { notes }
  const { current, superseded } = chooseIssue((await ports.host.ownIssues(marker)) ?? [])
  return { number: current?.number, notes: await closeSuperseded(ports, superseded) }
}

/** Rewrites an issue, opens or closes it, and does what comes before. */
export async function rewriteIssue(
  ports: EffectPorts,
  issue: OwnIssue,
  newContent: { readonly title?: string; readonly text: string; readonly open: boolean },
  effectsBefore: readonly CommentEffect[] = [],
): Promise<{ readonly number: number | undefined; readonly notes: readonly string[] }> {
  const notes = failuresOf(
    await publish(ports, issue.number, [...effectsBefore, { do: 'rewrite', issue: issue.node, ...newContent }]),
  )
  const isOpen = notes.length > 0 ? issue.open : newContent.open
  return { number: isOpen ? issue.number : undefined, notes }
}

/** The result for one of Baton's issues. */
export interface ChosenIssue<Action extends string> {
  readonly action: Action
  /** Absent where it is not open. */
  readonly number?: number | undefined
  readonly notes: readonly string[]
}

/** Carries out a decision about an issue; failures are reported. */
export async function carryOut<Action extends string>(
  action: Action,
  issue: OwnIssue | undefined,
  act: () => Promise<Omit<ChosenIssue<Action>, 'action'>>,
): Promise<ChosenIssue<Action>> {
  const result = await resultOf(act())
  return result instanceof Fault
    ? {
        action,
        number: issue?.open === true ? issue.number : undefined,
        notes: [`The issue could not be kept: ${reasonOf(result)}`],
      }
    : { action, ...result }
}
