import { changedTree } from './changed-tree.ts'
import { runInTurns } from '../../gateways/in-turns.ts'
import type { ChangeSet } from '../../core/command.ts'
import type { View } from '../../core/view.ts'
import { repair, type Repair } from '../../engine/repair.ts'
import { repairOutcome, type RepairOutcome } from '../../engine/repaired.ts'
import { checkSources, type CheckSettings, type Sources } from './check.ts'
import { policyIn } from './policy-in.ts'
import { openProtocols, type LazyProtocols } from './discovery.ts'
import { contextOf } from './policy.ts'

/** Where repairs are written: a change set, and the view that it was made from. All or nothing. */
export type WriteChanges = (changes: ChangeSet, view: View) => Promise<void>

/** The repairs, and the result for each finding. */
export type RepairedSources = Repair & RepairOutcome

/**
 * Applies the safe repairs of the findings of the head; a change that would fix nothing is not written, nor one that
 * would discard content that git does not have. Nothing is repaired under a configuration that cannot be read.
 *
 * @param unsaved those of some files whose content git does not have
 */
export async function repairSources(
  sources: Sources,
  protocols: LazyProtocols,
  settings: CheckSettings,
  write: WriteChanges,
  unsaved: (paths: readonly string[]) => Promise<Iterable<string>>,
): Promise<RepairedSources | undefined> {
  const policy = await policyIn(sources, protocols, settings)
  if ('problems' in policy) return undefined
  const { configuration } = policy
  const { report } = await checkSources(sources, protocols, { ...settings, forReading: true })
  const context = contextOf(configuration, settings.at, sources)
  const opened = await openProtocols(protocols, {
    trees: { head: sources.head },
    configuration,
    context,
    only: settings.protocols,
  })
  const { head } = opened
  const { protocols: sections, severity } = configuration
  const request = { head, context, protocols: opened.protocols, sections, severity, report }
  const firstRepair = await runInTurns(repair(request))
  const lostPaths = new Set(await unsaved(firstRepair.discards))
  const finalRepair = lostPaths.size === 0 ? firstRepair : await runInTurns(repair({ ...request, unsaved: lostPaths }))
  const sourcesAfter = { ...sources, head: changedTree(sources.head, finalRepair.changes) }
  const outcome = repairOutcome(
    report,
    finalRepair.changes.size === 0 ? report : (await checkSources(sourcesAfter, protocols, settings)).report,
  )
  if (outcome.repaired.length > 0) await write(finalRepair.changes, head)
  return { ...finalRepair, ...outcome }
}
