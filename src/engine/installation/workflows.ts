import { repository } from '../../core/links.ts'

/** The name under which nothing is published: it stands for the owner and name of a copy. */
export const placeholderName = 'example-org/baton'

/** The action, as a workflow names it without a version: where this program is published, otherwise the placeholder. */
export const action = repository === undefined ? placeholderName : new URL(repository).pathname.slice(1)

/** Whether a step names the placeholder where it should name a copy of the action: GitHub does not find it. */
export const namesPlaceholder = (uses: string): boolean => uses.split('@', 1)[0]?.toLowerCase() === placeholderName

/** Actions of others, each by a commit. `docs/examples` names the same ones. */
const checkoutAction = 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0'
const uploadAction = 'actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0'

/** The step that is the action; where nothing is published under its name, a comment above says so. */
const actionStep = (version: string, name: string) =>
  `${namesPlaceholder(name) ? `# Replace ${name} by the owner and name of your copy of the action.\n      ` : ''}- uses: ${name}@${version}`

/**
 * The workflows that a team needs, as they are written for it; `version` is a tag or the SHA of a commit, `name` that of
 * its copy of the action, where it is known.
 */
export const workflowTexts = {
  check: (version: string, name = action) => `name: baton
on: [pull_request, merge_group]
permissions: { contents: read }
jobs:
  baton:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      ${actionStep(version, name)}
`,
  commands: (version: string, name = action) => `name: baton commands
on:
  issue_comment:
    types: [created]
permissions: { contents: write, pull-requests: write, issues: write, checks: write }
# One after the other, and none is dropped.
concurrency: { group: 'baton-\${{ github.event.issue.number }}', queue: max }
jobs:
  baton-commands:
    if: contains(github.event.comment.body, '/')
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      ${actionStep(version, name)}
`,
  audit: (version: string, name = action) => `name: baton audit
on:
  schedule:
    - cron: '17 5 * * *'
  workflow_dispatch:
permissions: { contents: read, issues: write, checks: write }
jobs:
  baton-audit:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      # The timeline of the page needs the whole history.
      - uses: ${checkoutAction}
        with: { fetch-depth: 0, persist-credentials: false }
      # With a page of the board, and an issue that shows it.
      ${actionStep(version, name)}
        with: { html-file: baton-board.html, dashboard-issue: true }
      # One file that is kept as it is: GitHub opens it in the browser.
      - uses: ${uploadAction}
        id: page
        if: always()
        with: { path: baton-board.html, archive: false, overwrite: true }
      - run: echo "[The board as a page]($URL)" >> "$GITHUB_STEP_SUMMARY"
        if: always() && steps.page.outputs.artifact-url
        env: { URL: '\${{ steps.page.outputs.artifact-url }}' }
`,
} as const
