import { msg } from '../../../core/message.ts'
import { stepsWithHeads, type StepWithNames } from '../heads.ts'
import type { InstallationRule } from '../subject.ts'

/** Events whose workflows run with the rights of the default branch, whichever account caused them. */
const privilegedEvents: ReadonlySet<string> = new Set(['pull_request_target', 'issue_comment', 'workflow_run'])

/** Git that puts files of a commit into the work tree; to fetch and to compare runs nothing of it. */
const gitCheckoutForm = /\bgit (?:checkout|switch|pull|merge|reset|restore|worktree|clone)\b/

/**
 * Whether a script does it: by `gh`, or by git with a SHA or branch of the pull request, or a ref that GitHub makes of
 * it.
 */
const scriptTakesHead = (script: string, mentions: StepWithNames['mentions']) =>
  script.includes('gh pr checkout') ||
  (gitCheckoutForm.test(script) && (mentions(script) || /(?:^|\s)pull\//.test(script)))

function takesHead({ step: { uses, word }, mentions }: StepWithNames): boolean {
  if (uses === '') return scriptTakesHead(word('run'), mentions)
  return /^actions\/checkout@/i.test(uses) && (mentions(word('with', 'ref')) || mentions(word('with', 'repository')))
}

export const headCheckout: InstallationRule = {
  code: 'WORKFLOW_HEAD_CHECKOUT',
  strict: 'error',
  soft: 'error',
  summary: 'A workflow that runs with the rights of the default branch checks out the content of a pull request.',
  why: 'A later step that runs any part of it (an installation, a test, a hook) gives these rights to the author of the pull request. All workflows of a repository share one identity, so that the commits such a step makes count as Baton’s own.',
  repair:
    'Remove the checkout step: Baton reads head and base by their SHA. What must run the code of a change belongs in a workflow on `pull_request`.',
  installation: true,
  *check({ workflows }) {
    for (const workflow of workflows) {
      if (!workflow.events.some((event) => privilegedEvents.has(event))) continue
      for (const [job, steps] of stepsWithHeads(workflow)) {
        const event = job.events.find((jobEvent) => privilegedEvents.has(jobEvent))
        if (event === undefined) continue
        for (const { step } of steps.filter(takesHead))
          yield {
            message: msg`Unexpected checkout of the head on ${event}, expected none in a job with the rights of the default branch`,
            hint: 'Remove this step; Baton needs no checkout.',
            place: step.place,
          }
      }
    }
  },
}
