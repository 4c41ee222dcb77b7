import { commandsOf } from '../../core/advice.ts'
import type { BranchHistory } from '../../core/command.ts'
import type { Report } from '../../core/report.ts'
import { pluralize } from '../../core/diagnostic.ts'
import type { CheckRequest } from '../../engine/checking/request.ts'
import { withPast, type OpenPast, type Past } from '../command/past.ts'
import { withAnswers } from '../command/questions.ts'
import { runInTurns } from '../../gateways/in-turns.ts'

/** So many earlier versions of files are looked at to find out whether a repair can be made from one. */
const maxVersions = 200

/** A past in which no more than those are seen. */
function recentPast(past: Past | undefined): Past | undefined {
  if (!past) return undefined
  let remaining = maxVersions
  return {
    ...past,
    async *versions(path) {
      const allVersions = past.versions(path)
      while (remaining-- > 0) {
        const { done, value } = await allVersions.next()
        if (done === true) return
        yield value
      }
    },
  }
}

/** The report with only the repairs that would be carried out. */
export async function withOfferedOnly(
  report: Report,
  request: CheckRequest,
  past: OpenPast | undefined,
): Promise<Report> {
  if (report.diagnostics.every(({ advice }) => commandsOf(advice ?? {}).length === 0)) return report
  // The planner of commands is loaded only if there is one to try.
  const { offerChecker } = await import('../../engine/commands/offered.ts')
  const make = (history?: BranchHistory) => {
    const checkOffers = offerChecker({ ...request, actor: '', past: history })
    return () => runInTurns(checkOffers(report.diagnostics))
  }
  const { diagnostics, untried } = await (past
    ? withPast(async () => recentPast(await past()), make)
    : withAnswers(make()))
  const untriedNotes =
    untried === 0
      ? []
      : [`${pluralize(untried, 'further repair')} not tried and so not named: name a target, and those of it are.`]
  return { ...report, diagnostics, notes: [...report.notes, ...untriedNotes] }
}
