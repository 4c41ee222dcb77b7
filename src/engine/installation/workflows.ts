import { repository } from '../../core/links.ts'

/** The action, as a workflow names it without a version: `example-org/baton`. */
export const action = new URL(repository).pathname.slice(1)

/** The workflows that a team needs, as they are written for it; `version` is a tag or the SHA of a commit. */
export const workflowTexts = {
  check: (version: string) => `name: baton
on: [pull_request, merge_group]
permissions: { contents: read }
jobs:
  baton:
    runs-on: ubuntu-latest
    steps:
      - uses: ${action}@${version}
`,
  commands: (version: string) => `name: baton commands
on:
  issue_comment:
    types: [created]
permissions: { contents: write, pull-requests: write, issues: write, checks: write }
# One after the other, and none is dropped.
concurrency: { group: 'baton-\${{ github.event.issue.number }}', queue: max }
jobs:
  baton:
    if: contains(github.event.comment.body, '/')
    runs-on: ubuntu-latest
    steps:
      - uses: ${action}@${version}
`,
  audit: (version: string) => `name: baton audit
on:
  schedule:
    - cron: '17 5 * * *'
  workflow_dispatch:
permissions: { contents: read, issues: write, checks: write }
jobs:
  baton:
    runs-on: ubuntu-latest
    steps:
      - uses: ${action}@${version}
`,
} as const
