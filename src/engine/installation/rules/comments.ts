import { msg } from '../../../core/message.ts'
import { nodeAt } from '../../../documents/data.ts'
import { usesOwnToken } from '../permissions.ts'
import type { InstallationRule } from '../subject.ts'
import { batonJobs, type Job, wordAt, type Workflow } from '../workflow.ts'

const commentJobs = (workflows: readonly Workflow[]) =>
  batonJobs(workflows).filter(({ events }) => events.includes('issue_comment'))

const concurrencyOf = ({ node, workflow: { node: workflowNode } }: Job) =>
  nodeAt(node, ['concurrency']) ?? nodeAt(workflowNode, ['concurrency'])

export const queueMissing: InstallationRule = {
  code: 'WORKFLOW_QUEUE_MISSING',
  strict: 'warning',
  soft: 'warning',
  summary: 'A workflow that runs commands does not say `queue: max`.',
  why: 'If several runs wait, GitHub keeps only the newest by default: commands get lost. Without a group they all start at once and interfere with each other.',
  repair: 'Write the line that the hint gives.',
  installation: true,
  *check({ workflows }) {
    for (const job of commentJobs(workflows)) {
      const concurrency = concurrencyOf(job)
      const word = (key: string) => (concurrency ? wordAt(concurrency, key) : '')
      if (word('group') !== '' && word('queue') === 'max' && word('cancel-in-progress') !== 'true') continue
      yield {
        message: msg`Missing ${'queue: max'}: commands that wait get lost`,
        hint: msg`Write ${"concurrency: { group: 'baton-${{ github.event.issue.number }}', queue: max }"}.`,
        place: concurrency ? job.workflow.placeOf(concurrency) : job.place,
      }
    }
  },
}

export const commentUnfiltered: InstallationRule = {
  code: 'WORKFLOW_COMMENT_UNFILTERED',
  strict: 'notice',
  soft: 'notice',
  summary:
    'A workflow that runs commands starts a job for comments without a command: its `if` does not look at the comment, or it runs when comments are edited or deleted too.',
  why: 'Every comment on every issue occupies a runner for half a minute, and edited comments never run a command.',
  repair: 'Write `types: [created]` below `issue_comment`, and the `if` that the hint gives.',
  installation: true,
  *check({ workflows }) {
    for (const job of commentJobs(workflows)) {
      const condition = wordAt(job.node, 'if')
      const types = nodeAt(job.workflow.node, ['on', 'issue_comment', 'types'])
      const created =
        types !== undefined && (types.kind === 'sequence' ? types.items.map((type) => wordAt(type)) : [wordAt(types)])
      if (!created || created.join() !== 'created')
        yield {
          message: msg`Unexpected run for comments that are edited or deleted, expected ${'types: [created]'}`,
          hint: msg`Write ${'on: { issue_comment: { types: [created] } }'}.`,
          place: types ? job.workflow.placeOf(types) : job.place,
        }
      if (!condition.includes('github.event.comment.body'))
        yield {
          message: msg`Missing ${'if'} that looks at the comment: every comment starts the job ${job.name}`,
          hint: msg`Write ${"if: contains(github.event.comment.body, '/')"}.`,
          place: job.place,
        }
    }
  },
}

export const tokenOnly: InstallationRule = {
  code: 'WORKFLOW_TOKEN_ONLY',
  strict: 'notice',
  soft: 'notice',
  summary: 'Commands are run by the token of a workflow, and by no app.',
  why: 'Such commits start no workflows: other required checks never report on them. Teams cannot be looked up. And all workflows of the repository share the identity by which Baton knows its own commits.',
  repair:
    'Install the bot, or give the input `token` that of an app of your own (`actions/create-github-app-token`). It is fine to leave it so where no other check is required.',
  installation: true,
  *check({ workflows }) {
    for (const { baton } of commentJobs(workflows))
      for (const { place } of baton.filter(usesOwnToken))
        yield {
          message: msg`Commands are run by the token of the workflow: their commits start no checks`,
          hint: msg`Install the bot, or name the token of an app by ${'with: { token: … }'}.`,
          place,
        }
  },
}
