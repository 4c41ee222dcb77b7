import { describe, expect, it } from 'vitest'
import { commandNames } from '../../src/core/command-names.ts'
import type { Board } from '../../src/core/board.ts'
import type { Report } from '../../src/core/report.ts'
import { auditIssue } from '../../src/render/audit-issue.ts'
import { auditRun } from '../../src/render/audit-run.ts'
import { boardMarkdown } from '../../src/render/board-markdown.ts'
import { checkRun } from '../../src/render/check-run.ts'
import { dashboardText } from '../../src/render/dashboard.ts'
import { formats } from '../../src/render/index.ts'
import { markdown, verdictComment } from '../../src/render/markdown.ts'
import { board, target } from './boards.ts'
import { diagnostic, reportOf } from './sample.ts'

const sha = 'a'.repeat(40)
const counts = { error: 1, warning: 0, notice: 0 }

const report = reportOf(
  commandNames.map((name) =>
    diagnostic({
      message: `Unexpected \`/${name} A\``,
      hint: `Give \`/${name} A\` or \`/${name} B\`.`,
      fix: `/${name} A`,
    }),
  ),
)
const finding = { code: 'REGISTRY_STATUS_DRIFT', severity: 'error', path: '.' } as const
const commandBoard: Board = {
  ...board,
  targets: commandNames.map((name) =>
    target(`plugin:${name}`, { lane: 'ready', next: `/${name} A`, waits: `It waits for \`/${name} A\`.` }),
  ),
  others: commandNames.map((name) => ({ ...finding, message: `Unexpected \`/${name} A\``, fix: `/${name} A` })),
}

const ofReport: Readonly<Record<string, (shown: Report) => string>> = {
  'a check run': (shown) => JSON.stringify(checkRun(shown, sha)),
  'the check run of an audit': (shown) =>
    JSON.stringify(
      auditRun(
        shown,
        {
          sha,
          beat: { at: '2026-02-04T10:00:00Z', counts: { ...counts, failed: true, targets: 1 } },
          key: '',
        },
        false,
      ),
    ),
  'the audit issue': (shown) =>
    auditIssue(shown, { commit: sha, at: '2026-02-04T10:00:00Z', counts, hidden: '', ended: 'no' }),
  'the comment of a check': (shown) => verdictComment(shown, sha),
  'the summary': (shown) => markdown(shown),
  annotations: (shown) => formats.github(shown),
  SARIF: (shown) => formats.sarif(shown, { version: '1.0.0' }),
}
const ofBoard: Readonly<Record<string, (shown: Board) => string>> = {
  'the board': (shown) => boardMarkdown(shown),
  'the dashboard': (shown) => dashboardText(shown, { server: 'https://github.com' }),
}
const texts = (prefixRequired: { readonly prefixRequired?: true }) => [
  ...Object.entries(ofReport).map(([what, text]) => [what, text({ ...report, ...prefixRequired })] as const),
  ...Object.entries(ofBoard).map(([what, text]) => [what, text({ ...commandBoard, ...prefixRequired })] as const),
]

/** Commands without the prefix; a path or an address has something before its slash. */
const bare = new RegExp(`(?<![\\w.:/])/(?:${commandNames.join('|')})(?![\\w-])`, 'g')

describe('where only `/baton NAME` is a command', () => {
  it.each(texts({ prefixRequired: true }))('%s names no other', (_, text) => {
    expect(text).toContain('/baton accept A')
    expect(text.match(bare) ?? []).toEqual([])
  })

  it.each(texts({}))('%s names others elsewhere', (_, text) => {
    expect(text).toContain('/accept A')
    expect(text).not.toContain('/baton ')
  })

  it('leaves the JSON report, which is for programs, as it is', () => {
    expect(formats.json({ ...report, prefixRequired: true })).toBe(formats.json(report))
  })
})
