import type { EdgeCases } from '../../examples-of.ts'
import { ownStep, workflow } from '../../../src/engine/examples/workflow.ts'

const checkout = (ref: string) =>
  `      - uses: actions/checkout@0123456789abcdef0123456789abcdef01234567\n        with: { ref: '${ref}' }\n`

const target = [['[pull_request, merge_group]', '[pull_request_target]']] as const

const noIssue = ['html-file: baton-board.html, dashboard-issue: true', 'audit-issue: false'] as const

const sha = '@0123456789abcdef0123456789abcdef01234567'
const before = (step: string) => workflow('check', [ownStep, `${step}${ownStep}`])

/** Cases at the edges of rules, in addition to their examples. */
export const examples: EdgeCases = {
  CHECK_UNPINNED: { good: { 'GitHub was not asked': {} } },
  WORKFLOW_HEAD_CHECKOUT: {
    bad: {
      'a head that a script fetches': workflow('commands', [
        ownStep,
        `      - run: git fetch origin pull/1/head && git checkout FETCH_HEAD\n${ownStep}`,
      ]),
      'a head that a variable passes on': workflow('check', ...target, [
        ownStep,
        `      - run: git fetch origin "$HEAD" && git checkout FETCH_HEAD\n        env: { HEAD: '\${{ github.event.pull_request.head.sha }}' }\n${ownStep}`,
      ]),
      'the head of whatever is commented on': workflow('commands', [
        ownStep,
        `      - run: gh pr checkout 1\n${ownStep}`,
      ]),
    },
    good: {
      'a head that is fetched and only compared': workflow('commands', [
        ownStep,
        `      - run: git fetch origin pull/1/head && git diff --stat FETCH_HEAD\n${ownStep}`,
      ]),
      'a head in a variable that is only printed': workflow('check', ...target, [
        ownStep,
        `      - run: echo "$HEAD"\n        env: { HEAD: '\${{ github.event.pull_request.head.sha }}' }\n${ownStep}`,
      ]),
      'a workflow without rights': workflow('check', [
        ownStep,
        checkout('${{ github.event.pull_request.head.sha }}') + ownStep,
      ]),
    },
  },
  WORKFLOW_CHECKOUT_UNUSABLE: {
    bad: {
      'a page without a checkout': workflow('check', [ownStep, `${ownStep}        with: { html-file: board.html }\n`]),
    },
    good: {
      'one of another repository': before(
        `      - uses: actions/checkout${sha}\n        with: { repository: octocat/tools }\n`,
      ),
    },
  },
  WORKFLOW_QUEUE_MISSING: {
    bad: {
      'the run that is in hand is ended': workflow('commands', ['queue: max', 'queue: max, cancel-in-progress: true']),
    },
  },
  WORKFLOW_COMMENT_UNFILTERED: {
    bad: { 'comments that are edited': workflow('commands', ['[created]', '[created, edited]']) },
  },
  TREE_LOCK_LEFT: { bad: { 'something else is there': { head: {}, lock: { kind: 'a folder' } } } },
  WORKFLOW_PERMISSION_MISSING: {
    bad: {
      'an input that needs more': workflow('check', [ownStep, `${ownStep}        with: { comment: true }\n`]),
      'the check run of an audit': workflow('audit', [', checks: write', '']),
      'a dashboard issue that cannot be written': workflow(
        'audit',
        [' issues: write,', ''],
        ['html-file: baton-board.html', 'audit-issue: false'],
      ),
    },
  },
  WORKFLOW_PERMISSION_EXCESS: {
    bad: {
      'more than the check needs': workflow('check', ['contents: read', 'contents: write']),
      'issues for an audit that keeps none': workflow('audit', noIssue),
    },
  },
  WORKFLOW_ACTION_UNPINNED: { bad: { 'a SHA that is cut': workflow('check', [sha, '@0123456']) } },
  WORKFLOW_CACHE_RESTORED: {
    bad: {
      'an installation that has one unless it is configured otherwise': before(
        `      - uses: actions/setup-go${sha}\n`,
      ),
      'one by another owner': before(`      - uses: octocat/rust-cache${sha}\n`),
    },
    good: {
      'an installation that is configured otherwise': before(
        `      - uses: actions/setup-go${sha}\n        with: { cache: false }\n`,
      ),
    },
  },
}
