import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditHeading, auditIssue, auditMarker, isAuditHeading, resolvedComment } from '../../src/render/audit-issue.ts'
import { auditRun, unchangedRun, unchangedSummary } from '../../src/render/audit-run.ts'
import { hostileDiagnostic } from './hostile.ts'
import { expectInert } from './inert.ts'
import { clean, diagnostic, failed, reportOf } from './sample.ts'

const commit = 'a'.repeat(40)
const at = '2026-02-04T10:00:00.000Z'
const hidden = `<!-- baton: memory ${'A'.repeat(22_000)} -->`
const counts = { error: 2, warning: 1, notice: 0 }
const text = { commit, at, counts, hidden, ended: 'no' } as const

/** Without what is ours alone: the hidden lines, and the rule before the last paragraph. */
const readable = (page: string) =>
  page
    .replace(/^(<!-- baton: [^>]*-->\n)+/, '')
    .replace('\n---\n', '\n')
    .replaceAll(commit, '')
    .replaceAll(at, '')

describe('the text of the tracking issue', () => {
  it('begins with what it is found by and what it remembers, and has every finding', () => {
    const page = auditIssue(failed, { ...text, hidden: '<!-- baton: memory eA== -->' })
    expect(page.split('\n').slice(0, 2)).toEqual([auditMarker, '<!-- baton: memory eA== -->'])
    for (const { code, message } of failed.diagnostics) {
      expect(page).toContain(code)
      expect(page).toContain(message.split('`')[0])
    }
  })

  it.each([
    ['no', 'found the following'],
    ['ours', 'None of the findings is left.'],
    ['held', 'the issue stays open for now'],
  ] as const)('reports the state: %s', (ended, message) => {
    expect(auditIssue(clean, { ...text, ended })).toContain(message)
  })

  it.each([
    [{ error: 0, warning: 1, notice: 4 }, '⚠️ 1 warning needs a look'],
    [{ error: 0, warning: 2, notice: 0 }, '⚠️ 2 warnings need a look'],
    [{ error: 1, warning: 0, notice: 0 }, '❌ 1 error needs a look'],
    [{ error: 12, warning: 1, notice: 0 }, '❌ 12 errors, 1 warning need a look'],
    [{ error: 0, warning: 0, notice: 1 }, '✅ Nothing is left that needs a look'],
  ])('has one heading, which is the title too: %j', (severityCounts, heading) => {
    expect(auditHeading(severityCounts)).toBe(heading)
    expect(isAuditHeading(heading)).toBe(true)
    const page = auditIssue(clean, { ...text, counts: severityCounts })
    expect(page.match(/^#+ .*/gm)).toEqual([`## ${heading}`])
    expect(page).not.toContain('passed')
  })

  it.each(['State drift', '⚠️ Two warnings need a look', '❌ 1 error needs a look, octocat', ''])(
    'leaves a title of people\u2019s: %s',
    (title) => {
      expect(isAuditHeading(title)).toBe(false)
    },
  )

  it('is never longer than GitHub takes, and keeps its beginning and its end', () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      diagnostic({ path: `plugins/日本${index}.md`, line: index + 1 }),
    )
    const page = auditIssue(reportOf(many), text)
    expect(page.length).toBeLessThanOrEqual(65_536)
    expect(page).toContain('more findings')
    expect(page).toContain(hidden)
    expect(page).toContain('An issue that you close by hand stays closed')
  })

  it('makes nothing live of what files, names and pull requests say', () => {
    fc.assert(
      fc.property(
        fc.array(hostileDiagnostic, { maxLength: 6 }),
        fc.option(fc.nat(), { nil: undefined }),
        (found, conversation) => {
          const report = reportOf(
            found.map((finding) => ({ ...finding, ...(conversation !== undefined && { conversation }) })),
          )
          expectInert(
            readable(auditIssue(report, text)),
            [...found, ...report.rules].map(({ url }) => url),
          )
        },
      ),
      { numRuns: 150, seed: 11 },
    )
  })
})

describe('the comment on a closed issue', () => {
  it.each([
    [[], 'No commit has touched the files since'],
    [[commit], `Last changes since then to the files with findings, and to the configuration:\n\n- ${commit}\n`],
    [
      ['b'.repeat(40), commit],
      `Last changes since then to the files with findings, and to the configuration:\n\n- ${'b'.repeat(40)}\n- ${commit}\n`,
    ],
  ])('%j', (commits, message) => {
    const { marker, text: words } = resolvedComment(at, commit, commits)
    expect(words.startsWith(`${marker}\n`)).toBe(true)
    expect(words).toContain(message)
  })

  it('names no more than anybody reads', () => {
    const commits = Array.from({ length: 9 }, (_, index) => String(index).repeat(40))
    expect(resolvedComment(at, commit, commits).text.match(/^- /gm)).toHaveLength(5)
  })
})

describe('the heartbeat', () => {
  const all = { failed: true, error: 2, warning: 1, notice: 0, targets: 12 }
  const beating = { sha: commit, key: 'key', beat: { at, counts: all } }

  it('says when, and how many', () => {
    const run = auditRun(failed, beating, false)
    expect(run).toMatchObject({
      name: 'baton audit',
      sha: commit,
      key: 'key',
      conclusion: 'failure',
      annotations: [],
      buttons: [],
    })
    expect(run.title).toBe(`${at}: 2 errors, 1 warning, 0 notices in 12 targets`)
    expect(auditRun(clean, beating, false).conclusion).toBe('success')
    expect(auditRun(clean, beating, true).conclusion).toBe('neutral')
  })

  it('reports that nothing was checked', () => {
    expect(unchangedRun(beating, 'b'.repeat(40))).toMatchObject({
      conclusion: 'failure',
      summary: expect.stringContaining('b'.repeat(40)),
    })
    expect(unchangedRun({ ...beating, beat: { at, counts: { ...all, failed: false } } }, commit).conclusion).toBe(
      'success',
    )
    expect(unchangedRun(beating, commit, 7).summary).toMatch(/2 errors, .* in 12 targets\. The issue #7 lists them\.$/)
    expect(unchangedSummary(at, all)).toMatch(/2 errors, .*The check run `baton audit` of this commit lists them\.$/)
    expect(unchangedSummary(at, all, { commit })).toMatch(
      new RegExp(`The check run \`baton audit\` of ${commit} lists them\\.$`),
    )
    expect(unchangedSummary(at, all, { issue: 'Issue #7', commit })).toMatch(/ in 12 targets\. Issue #7 lists them\.$/)
    const none = { ...all, failed: false, error: 0, warning: 0, notice: 0 }
    expect(unchangedSummary(at, none, { issue: 'Issue #7' })).toMatch(/ in 12 targets\.$/)
  })
})
