import { minute } from '../../core/time.ts'
import { digestOfParts } from '../../documents/digest.ts'
import { isWithin } from './policy.ts'

/** The dashboard issue as it is. Its text is compared with what Baton writes, and never read. */
export interface DashboardIssue {
  readonly open: boolean
  /** The digest of its text. */
  readonly text: string
  /** Whether the text begins as that of a dashboard that is switched off. */
  readonly off: boolean
  /** When its text was written last, by any account; ISO 8601. */
  readonly writtenAt: string
}

/**
 * The step that an audit takes with the dashboard issue. `write`: it is open, and its text is written again; `reopen`:
 * it was switched off, and is on again; `close`: it is switched off; `settle`: it is switched off after a person has
 * closed it, so that switching it on opens it again.
 */
export type DashboardAction = 'nothing' | 'open' | 'write' | 'reopen' | 'close' | 'settle'

export const leavesOpen = { write: true, reopen: true, close: false, settle: false } as const satisfies Readonly<
  Record<Exclude<DashboardAction, 'nothing' | 'open'>, boolean>
>

/** A text is not written again sooner than that. */
const minTextInterval = 10 * minute

/** Long enough to tell the texts of one issue apart. */
const digestLength = 12

/** The digest of a text, the same whatever line endings the host gives it. */
export const textDigest = (text: string): string =>
  digestOfParts([text.replaceAll('\r\n', '\n').trimEnd()]).slice(0, digestLength)

export interface WantedDashboard {
  /** ISO 8601. */
  readonly at: string
  /** The digest of the expected text; `undefined`: the dashboard is switched off. */
  readonly text: string | undefined
}

/** What an audit does about the dashboard issue: at most one step, and none while its text is current. */
export function nextForDashboard(issue: DashboardIssue | undefined, { at, text }: WantedDashboard): DashboardAction {
  const isOn = text !== undefined
  if (!issue) return isOn ? 'open' : 'nothing'
  if (issue.open) {
    if (!isOn) return 'close'
    return issue.text === text || isWithin(issue.writtenAt, at, minTextInterval) ? 'nothing' : 'write'
  }
  if (!isOn) return issue.off ? 'nothing' : 'settle'
  // Else a person has closed it.
  return issue.off ? 'reopen' : 'nothing'
}
