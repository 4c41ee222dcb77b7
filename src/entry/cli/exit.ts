import type { Checked } from '../../app/validate/check.ts'
import type { Verdict } from '../../core/report.ts'

/** Exit codes (docs/cli.md, "Exit codes"). */
export const exits = { fine: 0, findings: 1, usage: 2, nothing: 3, fault: 70 } as const

const byVerdict: Readonly<Record<Verdict, number>> = { passed: exits.fine, failed: exits.findings, nothing: exits.nothing }

/** The exit code of what was checked. */
export const exitOf = ({ report, misconfigured }: Checked): number => (misconfigured ? exits.usage : byVerdict[report.verdict])
