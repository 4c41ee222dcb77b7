import{bu as repository}from"./check.js";const placeholderName=`example-org/baton`,action=repository===void 0?placeholderName:new URL(repository).pathname.slice(1),namesPlaceholder=e=>e.split(`@`,1)[0]?.toLowerCase()===placeholderName,actionStep=(e,t)=>`${namesPlaceholder(t)?`# Replace ${t} by the owner and name of your copy of the action.\n      `:``}- uses: ${t}@${e}`,workflowTexts={check:(e,t=action)=>`name: baton
on: [pull_request, merge_group]
permissions: { contents: read }
jobs:
  baton:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      ${actionStep(e,t)}
`,commands:(e,t=action)=>`name: baton commands
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
      ${actionStep(e,t)}
`,audit:(e,t=action)=>`name: baton audit
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
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with: { fetch-depth: 0, persist-credentials: false }
      # With a page of the board, and an issue that shows it.
      ${actionStep(e,t)}
        with: { html-file: baton-board.html, dashboard-issue: true }
      # One file that is kept as it is: GitHub opens it in the browser.
      - uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        id: page
        if: always()
        with: { path: baton-board.html, archive: false, overwrite: true }
      - run: echo "[The board as a page]($URL)" >> "$GITHUB_STEP_SUMMARY"
        if: always() && steps.page.outputs.artifact-url
        env: { URL: '\${{ steps.page.outputs.artifact-url }}' }
`};export{workflowTexts as i,namesPlaceholder as n,placeholderName as r,action as t};