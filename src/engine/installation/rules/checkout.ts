import { say } from '../../../core/say.ts'
import { ownStep, workflow } from '../examples.ts'
import type { InstallationRule } from '../subject.ts'
import type { Step } from '../workflow.ts'

/** Events whose workflows run with the rights of the default branch, whoever caused them. */
const privileged: ReadonlySet<string> = new Set(['pull_request_target', 'issue_comment', 'workflow_run'])

const heads = [
  'github.event.pull_request.head',
  'github.head_ref',
  'github.event.workflow_run.head',
  'refs/pull/',
  'github.event.issue.number',
]

function takesHead({ uses, word }: Step): boolean {
  if (uses === '') return word('run').includes('gh pr checkout')
  if (!/^actions\/checkout@/i.test(uses)) return false
  return heads.some((head) => word('with', 'ref').includes(head) || word('with', 'repository').includes(head))
}

const checkout = (ref: string) =>
  `      - uses: actions/checkout@0123456789abcdef0123456789abcdef01234567\n        with: { ref: '${ref}' }\n`

export const headCheckout: InstallationRule = {
  code: 'WORKFLOW_HEAD_CHECKOUT',
  strict: 'error',
  soft: 'error',
  summary: 'A workflow that runs with the rights of the default branch checks out what a pull request brings.',
  why: 'One later step that runs anything of it (an installation, a test, a hook) hands these rights to whoever opened the pull request. All workflows of a repository share one identity, so that the commits such a step makes count as Baton’s own.',
  repair:
    'Take the checkout out: Baton reads head and base by their SHA. What must run the code of a change belongs into a workflow on `pull_request`.',
  installation: true,
  get examples() {
    const target = [['[pull_request, merge_group]', '[pull_request_target]']] as const
    return {
      bad: [
        {
          about: 'the head of a pull request',
          head: workflow('check', ...target, [ownStep, checkout('${{ github.event.pull_request.head.sha }}') + ownStep]),
        },
        {
          about: 'the head of whatever is commented on',
          head: workflow('commands', [ownStep, `      - run: gh pr checkout 1\n${ownStep}`]),
        },
      ],
      good: [
        { about: 'no checkout', head: workflow('check', ...target) },
        { about: 'the base', head: workflow('check', ...target, [ownStep, checkout('${{ github.base_ref }}') + ownStep]) },
        {
          about: 'a workflow without rights',
          head: workflow('check', [ownStep, checkout('${{ github.event.pull_request.head.sha }}') + ownStep]),
        },
      ],
    }
  },
  *check({ workflows }) {
    for (const { jobs } of workflows) {
      for (const job of jobs) {
        const event = job.events.find((each) => privileged.has(each))
        if (event === undefined) continue
        for (const step of job.steps.filter(takesHead))
          yield {
            message: say`Unexpected checkout of the head on ${event}, expected none in a job with the rights of the default branch`,
            hint: 'Take this step out; Baton needs no checkout.',
            place: step.place,
          }
      }
    }
  },
}
