import { failuresOf } from './options.ts'
import type { OwnIssue } from '../../core/host/conversation.ts'
import type { Effect } from '../../core/host/effect.ts'
import { giveUp, type GivenUp } from '../../render/audit-issue.ts'
import { publish, type Publishing } from '../comments/feedback/publish.ts'

/** Closes issues of ours that are kept no more, and takes the marker out of them. Gives what could not be done. */
export async function close(ports: Publishing, issues: readonly OwnIssue[], why: GivenUp): Promise<readonly string[]> {
  if (issues.length === 0) return []
  const text = giveUp(why)
  return failuresOf(
    await publish(
      ports,
      0,
      issues.map(({ node }): Effect => ({ do: 'rewrite', issue: node, text, open: false })),
    ),
  )
}

/** The issue that is kept: the oldest that is open, so that audits which open one at the same moment agree; else the newest. */
export function keptOf(issues: readonly OwnIssue[]): { readonly kept: OwnIssue | undefined; readonly doubles: readonly OwnIssue[] } {
  const open = issues.filter((each) => each.open)
  return { kept: open.at(-1) ?? issues[0], doubles: open.slice(0, -1) }
}
