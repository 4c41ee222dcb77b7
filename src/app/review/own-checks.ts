import type { CheckReader } from '../../core/host/host.ts'
import type { StandingCheck } from '../../core/host/check-run.ts'
import { checkName } from '../../render/check-run.ts'

/** The check runs of ours that say how a commit was checked, the newest first. */
export const ownChecks = async (host: CheckReader, commit: string): Promise<readonly StandingCheck[]> =>
  (await host.checks(commit, checkName)).filter(({ ours }) => ours)
