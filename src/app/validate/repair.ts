import { changedTree } from './changed-tree.ts'
import { inTurns } from '../../gateways/in-turns.ts'
import type { ChangeSet } from '../../core/command.ts'
import type { View } from '../../core/view.ts'
import { repair, type Repair } from '../../engine/repair.ts'
import { repairOutcome, type RepairOutcome } from '../../engine/repaired.ts'
import { checkSources, policyOf, type CheckSettings, type Sources } from './check.ts'
import { openProtocols, type LazyProtocols } from './discovery.ts'
import { configurationOf, contextOf } from './policy.ts'

/** Where repairs are written: a change set, and the view that it was made from. All or nothing. */
export type WriteChanges = (changes: ChangeSet, seen: View) => Promise<void>

/** The repairs, and the result for each finding. */
export type RepairedSources = Repair & RepairOutcome

/**
 * Applies the safe repairs of the findings of the head; a change that would fix nothing is not written, nor one that would discard content
 * that git does not have. Nothing is repaired under a configuration that cannot be read.
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
  const policy = await configurationOf(policyOf(sources, settings), protocols)
  if ('problems' in policy) return undefined
  const { configuration } = policy
  const { report } = await checkSources(sources, protocols, { ...settings, forReading: true })
  const context = contextOf(configuration, settings.at, sources)
  const opened = await openProtocols(protocols, { trees: { head: sources.head }, configuration, context, only: settings.protocols })
  const { head } = opened
  const { protocols: sections, severity } = configuration
  const request = { head, context, protocols: opened.protocols, sections, severity, report }
  const first = await inTurns(repair(request))
  const lost = new Set(await unsaved(first.discards))
  const planned = lost.size === 0 ? first : await inTurns(repair({ ...request, unsaved: lost }))
  const after = { ...sources, head: changedTree(sources.head, planned.changes) }
  const become = repairOutcome(report, planned.changes.size === 0 ? report : (await checkSources(after, protocols, settings)).report)
  if (become.over.length > 0) await write(planned.changes, head)
  return { ...planned, ...become }
}
