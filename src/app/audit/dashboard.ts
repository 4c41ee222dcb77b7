import type { OwnIssue } from '../../core/host/conversation.ts'
import { leavesOpen, nextForDashboard, textDigest, type DashboardAction, type DashboardIssue } from '../../engine/audit/dashboard.ts'
import { dashboardMarker, dashboardTitle, switchedOff } from '../../render/dashboard.ts'
import type { EffectPorts } from '../comments/feedback/publish.ts'
import { carryOut, openIssue, rewriteIssue, type ChosenIssue } from './issues.ts'

/** The dashboard issue as it is. */
const dashboardIssueOf = ({ open, text, writtenAt }: OwnIssue): DashboardIssue => ({
  open,
  text: textDigest(text),
  off: text.replaceAll('\r\n', '\n').startsWith(switchedOff.trimEnd()),
  writtenAt,
})

/** The step for the dashboard issue, if it is to have a text of this digest; `undefined`: it is switched off. */
export const dashboardAction = (issue: OwnIssue | undefined, text: string | undefined, at: string): DashboardAction =>
  nextForDashboard(issue && dashboardIssueOf(issue), { at, text })

/** Keeps the dashboard issue: by at most one step, and by none if it is as it should be. `text`: absent where it is switched off. */
export async function keepDashboard(
  ports: EffectPorts,
  issue: OwnIssue | undefined,
  text: string | undefined,
  at: string,
): Promise<ChosenIssue<DashboardAction>> {
  const action = dashboardAction(issue, text === undefined ? undefined : textDigest(text), at)
  if (action === 'nothing') return { action, number: issue?.open === true ? issue.number : undefined, notes: [] }
  const words = text ?? switchedOff
  return carryOut(action, issue, async () => {
    if (action === 'open' || !issue) return openIssue(ports, dashboardMarker, { title: dashboardTitle, text: words })
    return rewriteIssue(ports, issue, { text: words, open: leavesOpen[action] })
  })
}
