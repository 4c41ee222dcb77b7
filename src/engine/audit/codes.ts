/** The codes that only an audit reports, each with its meaning. */
export const auditCodes = {
  KNOWN_EXPIRED: 'A known finding of the configuration is no longer suppressed: its last day is over.',
  KNOWN_UNMATCHED: 'A known finding of the configuration is no longer found: the entry can be removed.',
  CHECK_FORGED: 'The audited commit has a check run of another app under the name of Baton.',
  MARKER_FORGED: 'An issue or comment by another account begins with the hidden marker of Baton. It has no effect.',
  DOORS_TWO:
    'A workflow of the default branch uses Baton as well: its check runs and texts appear next to those of the app. Require the check from the app, since every workflow can make one of that name.',
} as const satisfies Readonly<Record<string, string>>

export type AuditCode = keyof typeof auditCodes
