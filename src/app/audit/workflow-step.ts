import type { Place } from '../../core/diagnostic.ts'
import type { StandingCheck } from '../../core/host/check-run.ts'
import type { Marked } from '../../core/host/conversation.ts'
import type { Tree } from '../../core/view.ts'
import { configurationLimit } from '../../engine/configuration/read.ts'
import { batonJobs, readWorkflows, workflowSelection } from '../../engine/installation/workflow.ts'

/** What all workflows of a repository act as: their app, and its account. */
const workflows = { app: 'github-actions', login: 'github-actions[bot]' } as const

/** Whether a check run, an issue or a comment is by a workflow. */
export const isByWorkflow = (found: StandingCheck | Marked): boolean =>
  'app' in found ? found.app === workflows.app : found.author === workflows.login

/** The step that is Baton in the workflows of a tree: the first of them. */
async function stepIn(tree: Tree): Promise<Place | undefined> {
  const view = await tree.open(workflowSelection(configurationLimit))
  const [job] = batonJobs(readWorkflows(view, configurationLimit).workflows)
  return job?.baton[0]?.place
}

/** Looks for the step of a workflow that is Baton: once, when it is first asked for. */
export type WorkflowStep = () => Promise<Place | undefined>

export function workflowStep(tree: Tree): WorkflowStep {
  let found: Promise<Place | undefined> | undefined
  return () => (found ??= stepIn(tree))
}
