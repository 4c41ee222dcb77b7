import type { ChangeSet } from '../../core/command.ts'
import type { Context } from '../../core/context.ts'
import { TreeRefusal } from '../../core/fault.ts'
import type { Selection, Tree, View } from '../../core/view.ts'
import { missingEdits, uncommittedStateWarning } from '../../engine/commands/committed.ts'
import type { Plan } from '../../engine/commands/plan.ts'
import type { Configuration } from '../../engine/configuration/schema.ts'
import { overlay } from '../../engine/overlay.ts'
import { touchedPaths } from '../../engine/checking/judge.ts'
import { runInTurns } from '../../gateways/in-turns.ts'
import {
  discoverProtocols,
  enabledProtocols,
  openProtocols,
  withDeclared,
  type LazyProtocols,
} from '../validate/discovery.ts'

/** A commit that is to be made: the one that it is made on, and what it changes there. */
export interface DraftedCommit {
  readonly tree: Tree
  readonly changes: ChangeSet
}

/** What a plan was made with. */
export interface PlanSettings {
  readonly protocols: LazyProtocols
  readonly configuration: Configuration
  readonly context: Context
  readonly selection: Selection
}

/**
 * Requires that a commit of a plan has no error that the files on disk do not have: what the plan was judged on may
 * have edits that are not committed. @throws TreeRefusal `COMMIT_UNCOMMITTED`
 *
 * @returns the plan, with a warning where a command left a target as it is, which no commit has so
 */
export async function judgeCommit(
  plan: Plan,
  head: View,
  { tree, changes }: DraftedCommit,
  { protocols, configuration, context, selection }: PlanSettings,
): Promise<Plan> {
  const { after } = plan
  // Where nothing else is uncommitted, the plan was judged on what the commit will hold.
  if (touchedPaths(head, await tree.open(selection)).length === 0) return plan
  const descriptors = enabledProtocols(withDeclared(protocols, configuration).descriptors, configuration)
  const opened = await openProtocols(protocols, {
    trees: { head: tree },
    configuration,
    context,
    also: discoverProtocols(descriptors, { head: after }, configuration),
    besides: selection.selectors,
  })
  const change = {
    tree: { before: head, after },
    commit: { before: opened.head, after: overlay(opened.head, changes) },
  }
  const { protocols: sections, severity } = configuration
  const checkSettings = { context, protocols: opened.protocols, sections, severity }
  const [first, ...others] = changes.size === 0 ? [] : await runInTurns(missingEdits(change, checkSettings))
  if (first) throw new TreeRefusal('COMMIT_UNCOMMITTED', [first, ...others])
  const results = plan.results.map((result) => {
    const warning = uncommittedStateWarning(result, change, checkSettings)
    return warning ? { ...result, diagnostics: [...result.diagnostics, warning] } : result
  })
  return { ...plan, results }
}
