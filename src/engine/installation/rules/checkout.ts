import { msg } from '../../../core/message.ts'
import { stepsWithHeads, type StepWithNames } from '../heads.ts'
import type { InstallationRule } from '../subject.ts'
import { batonJobs, type Job, type Step } from '../workflow.ts'

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

const isCheckout = ({ uses }: Step) => /^actions\/checkout@/i.test(uses)

function takesHead({ step, mentions }: StepWithNames): boolean {
  const { uses, word } = step
  if (uses === '') return scriptTakesHead(word('run'), mentions)
  return isCheckout(step) && (mentions(word('with', 'ref')) || mentions(word('with', 'repository')))
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

/** Why Baton cannot read commits from a checkout of the repository; empty: it can. */
function checkoutFault({ word }: Step): string {
  const [path, depth] = [word('with', 'path'), word('with', 'fetch-depth')]
  if (path !== '')
    return msg`Unexpected ${'path'} of the checkout, expected the root of the workspace, where Baton looks for it`
  if (depth === '0' || depth.includes('${{')) return ''
  return msg`Missing ${'fetch-depth: 0'} of the checkout, so that Baton cannot read commits from it`
}

/** The checkouts of the repository itself that a job makes before a step. */
const checkoutsBefore = ({ steps }: Job, step: Step): readonly Step[] =>
  steps
    .slice(0, steps.indexOf(step))
    .filter((earlier) => isCheckout(earlier) && earlier.word('with', 'repository') === '')

export const checkoutUnusable: InstallationRule = {
  code: 'WORKFLOW_CHECKOUT_UNUSABLE',
  strict: 'notice',
  soft: 'notice',
  summary: 'Baton cannot read commits from the checkout of its job, or writes a page there that needs one.',
  why: 'Without a checkout of the whole history Baton asks GitHub for each commit that it needs, and the page that `html-file` names has no timeline.',
  repair:
    'Write `fetch-depth: 0` below `with` of the checkout, and leave out `path`. It is fine to leave it so where only other steps need the checkout.',
  installation: true,
  *check({ workflows }) {
    for (const job of batonJobs(workflows))
      for (const step of job.baton) {
        const checkouts = checkoutsBefore(job, step)
        if (checkouts.some((checkout) => checkoutFault(checkout) === '')) continue
        const page = step.word('with', 'html-file') === '' ? undefined : step.at('with', 'html-file')
        const hint = 'Write `fetch-depth: 0` below `with` of the checkout, and leave out `path`.'
        for (const checkout of checkouts) yield { message: checkoutFault(checkout), hint, place: checkout.place }
        if (page)
          yield {
            message: 'Missing history for `html-file`: the page will have no timeline',
            hint: 'Check the repository out before this step, by `actions/checkout` with `fetch-depth: 0`.',
            place: job.workflow.placeOf(page),
          }
      }
  },
}
