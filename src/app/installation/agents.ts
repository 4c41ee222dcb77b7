import type { ChangeSet } from '../../core/command.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Tree, View } from '../../core/view.ts'
import { signDiagnostic } from '../../engine/commands/answer.ts'
import {
  agentsSelection,
  planAgents,
  programFor,
  type AgentsPlan,
  type AgentsRequest,
} from '../../engine/installation/agents/plan.ts'

/** The files that are set up for agents. */
export interface AgentsSetup extends Omit<AgentsPlan, 'diagnostics'> {
  readonly outcome: 'changed' | 'unchanged' | 'refused'
  readonly diagnostics: readonly Diagnostic[]
  /** The view in which the files were read. */
  readonly view: View
}

/**
 * Writes the instructions for agents into the files that their hosts read, or takes them out again: all files or none.
 *
 * @returns `undefined` where the command that was given is none.
 */
export async function setUpAgents(
  tree: Tree,
  request: Omit<AgentsRequest, 'view'>,
  write: (changes: ChangeSet, readView: View) => Promise<void>,
): Promise<AgentsSetup | undefined> {
  const view = await tree.open(agentsSelection)
  const program = programFor({ view, command: request.command, running: request.running })
  if (!program) return undefined
  const plan = planAgents({ ...request, view }, program)
  const isRefused = plan.diagnostics.some(({ severity }) => severity === 'error')
  if (plan.changes.size > 0) await write(plan.changes, view)
  const outcome = isRefused ? 'refused' : plan.changes.size > 0 ? 'changed' : 'unchanged'
  return { ...plan, diagnostics: plan.diagnostics.map((diagnostic) => signDiagnostic(diagnostic)), outcome, view }
}
