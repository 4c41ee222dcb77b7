import { afterEach, describe, expect, it } from 'vitest'
import { lastCommitTimes } from '../../../src/app/audit/times.ts'
import type { Report } from '../../../src/core/report.ts'
import { memoryIn } from '../../../src/engine/audit/memory.ts'
import { workflowTexts } from '../../../src/engine/installation/workflows.ts'
import {
  handoffPath,
  inHandoff,
  inProgressSample,
  inRegistry,
  registryPath,
  sample,
} from '../../../src/protocols/plugin/examples.ts'
import { auditScene, everything, type AuditScene } from './scene.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function begin(...args: Parameters<typeof auditScene>): Promise<AuditScene> {
  const at = await auditScene(...args)
  ends.push(() => at.github.close())
  return at
}

const drift = inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 5 |'])
const wrong = inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe'])
const configured = (text: string) => ({ '.github/baton.yml': text })

const codesOf = (report: Report | undefined) =>
  report?.diagnostics.map(({ code, conversation = '' }) => `${code}${conversation}`)
const hours = (count: number) => count / 24

describe('an audit that has nothing new to look at', () => {
  it('asks for the tip, the heartbeat and the issue alone', async () => {
    const at = await begin(drift)
    const first = await at.audit()
    expect(codesOf(first.checked?.report)).toEqual(['REGISTRY_STATUS_DRIFT'])
    at.pass(hours(6))
    at.takeRequests()
    const again = await at.audit()
    expect(again).toMatchObject({
      action: 'nothing',
      issue: 1,
      remembered: { at: '2026-03-01T06:00:00.000Z', counts: { failed: true, error: 1 } },
    })
    expect(again.checked).toBeUndefined()
    const checks = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
    expect(at.takeRequests()).toEqual(['repository', checks, checks, 'repository'])
    at.pass(hours(18))
    expect((await at.audit()).checked).toBeDefined()
  })

  it('checks everything on request', async () => {
    const at = await begin(drift)
    await at.audit()
    expect((await at.audit({ recheck: true })).checked).toBeDefined()
  })

  it('compares the files where the commit is another, and leaves a heartbeat there', async () => {
    const at = await begin(drift)
    const { head: commit } = await at.audit()
    const newTip = await at.push({ 'README.md': '# Read me\n' })
    at.pass(hours(1))
    at.takeRequests()
    const again = await at.audit()
    expect(again).toMatchObject({ head: newTip, remembered: { commit, counts: { error: 1 } }, notes: [] })
    expect(at.takeRequests()).not.toContain('createIssue')
    expect(at.repository.checksOn(newTip)).toMatchObject([{ name: 'baton audit', conclusion: 'failure' }])
    at.pass(hours(1))
    // By the heartbeat now: it is that of the same audit.
    expect((await at.audit()).remembered).toMatchObject({ commit })
    await at.push({ [registryPath]: `${drift[registryPath]}\nA word.\n` })
    at.pass(hours(1))
    expect((await at.audit()).checked).toBeDefined()
  })

  it('checks everything once another account has edited the text of the issue', async () => {
    const at = await begin(drift)
    await at.audit()
    const body = at.issues()[0]?.body ?? ''
    at.repository.rewrite(1, at.octocat, { body: body.replace('What the codes mean', 'What they mean') })
    at.pass(hours(2))
    const again = await at.audit()
    expect(again.checked).toBeDefined()
    expect(again.action).toBe('note')
    expect(at.issues()[0]?.body).toContain('What the codes mean')
    // A title is ignored.
    at.repository.rewrite(1, at.octocat, { title: 'Another' })
    at.pass(hours(2))
    expect((await at.audit()).remembered).toBeDefined()
  })

  it('still finds what only time brings, as soon as it is there', async () => {
    const at = await begin(inProgressSample)
    const found: string[] = []
    for (let hour = 0; hour <= 60; hour += 6) {
      const { checked, remembered } = await at.audit()
      found.push(remembered ? 'rests' : checked?.report.diagnostics.map(({ code }) => code).join(' ') || 'nothing')
      at.pass(hours(6))
    }
    // It is stale after 48 hours: what is looked at at 24 holds for 23 more.
    const quiet = ['nothing', 'rests', 'rests', 'rests']
    expect(found).toEqual([...quiet, ...quiet, 'nothing', 'PLUGIN_WORK_STALE', 'rests'])
    expect(at.issues()).toHaveLength(1)
  })
})

describe('what imitates us', () => {
  it('is a check run with a name of ours by another app', async () => {
    const at = await begin()
    const tip = await at.tip()
    const token = at.github.token({ checks: 'write', contents: 'read' })
    for (const name of ['baton', 'baton audit', 'lint'])
      await fetch(`${at.github.url}/repos/octocat/plugins/check-runs`, {
        method: 'POST',
        headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, head_sha: tip, status: 'completed', conclusion: 'success' }),
      })
    const { checked } = await at.audit()
    expect(checked?.report.diagnostics).toMatchObject([
      { code: 'CHECK_FORGED', severity: 'warning', path: '.', message: expect.stringContaining('`github-actions`') },
    ])
    expect(checked?.report.diagnostics[0]?.message).not.toContain('lint')
    // It neither hides the heartbeat nor lets an audit rest.
    expect((await at.audit()).checked).toBeDefined()
  })

  it('is an issue or a comment of another account that begins as ours do', async () => {
    const at = await begin()
    const hubot = at.github.user('hubot')
    await at.repository.openIssue({ title: 'One', body: '<!-- baton: audit -->\nAll is well.', by: hubot })
    await at.repository.openIssue({ title: 'Another', body: 'About <!-- baton: audit -->', by: hubot })
    const comment = await at.repository.comment(2, hubot, '<!-- baton: state -->\n### Who holds the baton')
    const { checked } = await at.audit()
    expect(codesOf(checked?.report)).toEqual(['MARKER_FORGED2', 'MARKER_FORGED1'].toSorted())
    expect(at.issues()).toHaveLength(1)
    // Our own issue is none of them.
    expect(codesOf((await at.audit({ recheck: true })).checked?.report)).toEqual(['MARKER_FORGED1', 'MARKER_FORGED2'])
    await at.repository.deleteComment(comment, hubot)
    at.pass(hours(2))
    expect(codesOf((await at.audit({ recheck: true })).checked?.report)).toEqual(['MARKER_FORGED1'])
    at.pass(8)
    expect(codesOf((await at.audit()).checked?.report)).toEqual([])
    expect(at.repository.commentsOn(3).map(({ body }) => body)).toEqual([
      expect.stringContaining('No commit has touched the files since'),
    ])
  })
})

describe('an audit of items that share a file', () => {
  const states = '{ todo: {}, doing: { holder: agent, stale-after: 2d }, done: {} }'
  const workflow = `workflows:\n  - name: work\n    items: { keys: board.yml, at: [] }\n    states: ${states}\n    place: { data: [] }\n`

  it('counts how long each is in its state by the commits to its line, at one query for the file', async () => {
    const at = await begin({ ...configured(workflow), 'board.yml': 'a: doing\nb: doing\nc: doing\n' })
    at.pass(1)
    await at.push({ 'board.yml': 'a: doing\nb: todo\nc: doing\n' })
    at.pass(1)
    await at.push({ 'board.yml': 'a: doing\nb: doing\nc: doing\n' })
    at.pass(hours(1))
    at.takeRequests()
    const { checked } = await at.audit()
    const found = checked?.report.diagnostics.map(({ code, target }) => `${code} ${target}`)
    expect(found).toEqual(['ITEM_STALE work:a', 'ITEM_STALE work:c'])
    expect(at.github.log.filter(({ body }) => body.includes('blame('))).toHaveLength(1)
  })

  it('looks up the lines of twenty files at most', async () => {
    const asked: string[] = []
    const times = lastCommitTimes(
      () => Promise.resolve(new Map()),
      (path, lines) => {
        asked.push(`${path} ${lines.join()}`)
        return Promise.resolve(
          new Map(lines.map((line) => [line, { sha: 'a'.repeat(40), at: '2026-02-01T10:00:00Z' }])),
        )
      },
    )
    for (let index = 0; index < 30; index++) for (const line of [1, 2]) times.of(`${index}.md`, line)
    expect(await times.ask()).toBe(true)
    times.of('0.md', 3)
    times.of('29.md', 3)
    expect(await times.ask()).toBe(true)
    expect(await times.ask()).toBe(false)
    expect(asked).toEqual([...Array.from({ length: 20 }, (_, index) => `${index}.md 1,2`), '0.md 3'])
    expect([times.of('0.md', 3)?.at, times.of('29.md', 1)]).toEqual(['2026-02-01T10:00:00Z', undefined])
  })
})

describe('a workflow that runs Baton beside the app', () => {
  const workflow = { '.github/workflows/baton.yml': workflowTexts.check('v1') }

  /** Makes a check run as another account. */
  const checkRun = async (at: AuditScene, token: string, name: string) =>
    fetch(`${at.github.url}/repos/octocat/plugins/check-runs`, {
      method: 'POST',
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, head_sha: await at.tip(), status: 'completed', conclusion: 'success' }),
    })
  const byWorkflow = (at: AuditScene) => at.github.token({ checks: 'write', contents: 'read' })
  const byStranger = async (at: AuditScene) => {
    const app = at.github.app({
      slug: 'imitator',
      owner: 'octocat',
      permissions: { checks: 'write', metadata: 'read' },
      events: [],
    })
    return app.token(await app.install(at.repository))
  }
  const heartbeat = async (at: AuditScene) =>
    at.repository.checksOn(await at.tip()).findLast(({ suite }) => suite.app.slug === 'baton')

  it('is no forger: its check runs and texts are one notice, in the summary alone', async () => {
    const at = await begin({ ...sample, ...workflow })
    for (const name of ['baton', 'baton audit']) await checkRun(at, byWorkflow(at), name)
    const { number, node } = await at.repository.openIssue({ title: 'One', body: 'Hello', by: at.octocat })
    await at
      .as(everything, 'workflow')
      .host.perform([{ do: 'comment', in: node, text: '<!-- baton: state -->\n### Who holds the baton' }])
    const { checked, action } = await at.audit()
    expect(checked?.report).toMatchObject({
      verdict: 'passed',
      diagnostics: [{ code: 'DOORS_TWO', severity: 'notice', path: '.github/workflows/baton.yml', line: 10 }],
    })
    expect(checked?.report.diagnostics[0]?.hint).toContain('Require the check `baton` from the app')
    expect(action).toBe('nothing')
    expect(at.issues()).toEqual([])
    expect((await heartbeat(at))?.output?.summary).toContain('DOORS_TWO')
    expect(at.repository.commentsOn(number)).toHaveLength(1)
    // It does not keep an audit from resting.
    at.pass(hours(6))
    expect((await at.audit()).remembered).toBeDefined()
  })

  it('does not mention any other app, nor other people', async () => {
    const at = await begin({ ...sample, ...workflow })
    await checkRun(at, byWorkflow(at), 'baton')
    await checkRun(at, await byStranger(at), 'baton')
    await at.repository.openIssue({
      title: 'One',
      body: '<!-- baton: audit -->\nAll is well.',
      by: at.github.user('hubot'),
    })
    const { checked } = await at.audit()
    expect(codesOf(checked?.report)?.toSorted()).toEqual(['CHECK_FORGED', 'DOORS_TWO', 'MARKER_FORGED1'])
    const forged = checked?.report.diagnostics.find(({ code }) => code === 'CHECK_FORGED')
    expect(forged?.message).toContain('`imitator`')
    expect(forged?.message).not.toContain('github-actions')
    const [issue] = at.issues()
    expect(issue?.body).not.toContain('DOORS_TWO')
    expect(issue?.body).toContain('CHECK_FORGED')
    expect((await heartbeat(at))?.output?.summary).toContain('DOORS_TWO')
    expect((await at.audit()).checked).toBeDefined()
  })

  it('is one only where a workflow of the default branch uses Baton', async () => {
    const at = await begin({
      ...sample,
      '.github/workflows/baton.yml': workflowTexts.check('v1').replace(/uses: \S+/, 'uses: actions/checkout@v6'),
    })
    await checkRun(at, byWorkflow(at), 'baton')
    expect(codesOf((await at.audit()).checked?.report)).toEqual(['CHECK_FORGED'])
  })
})

describe('the heading of the issue', () => {
  const headingOf = (body = '') => body.match(/^## .*/gm)

  it('has a heading equal to its title, and never reports a pass, until it is renamed', async () => {
    const at = await begin(inProgressSample)
    at.pass(3)
    await at.audit()
    const [issue] = at.issues()
    expect(issue).toMatchObject({ title: '⚠️ 1 warning needs a look', body: expect.not.stringContaining('passed') })
    expect(headingOf(issue?.body)).toEqual(['## ⚠️ 1 warning needs a look'])

    at.pass(1)
    await at.push({ [registryPath]: inRegistry(inProgressSample, ['| 🚧 Stage', '| ✅ Stage'])[registryPath] ?? '' })
    expect(await at.audit()).toMatchObject({ action: 'note' })
    const [title, heading] = [at.issues()[0]?.title, headingOf(at.issues()[0]?.body)]
    expect(title).toMatch(/^❌ .* need a look$/)
    expect(heading).toEqual([`## ${title}`])

    at.repository.rewrite(1, at.octocat, { title: 'State drift' })
    at.pass(1)
    await at.push({ [registryPath]: inProgressSample[registryPath] ?? '' })
    expect(await at.audit()).toMatchObject({ action: 'note' })
    expect(at.issues()[0]?.title).toBe('State drift')
    expect(headingOf(at.issues()[0]?.body)?.[0]).toMatch(/ need(?:s)? a look$/)
  })
})

describe('what an audit may not do', () => {
  it('is left out where there are no issues: the heartbeat has it all', async () => {
    const at = await begin(drift)
    at.repository.issues(false)
    const { checked, issue } = await at.audit()
    expect(issue).toBeUndefined()
    expect(checked?.report.notes).toEqual([expect.stringContaining('This repository has no issues')])
    const [run] = at.repository.checksOn(await at.tip())
    expect(run?.output?.summary).toContain('REGISTRY_STATUS_DRIFT')
    expect(at.takeRequests()).not.toContain('createIssue')
  })

  it('reports a missing permission of its token, and does the rest', async () => {
    const at = await begin(drift)
    const { checks: _checks, ...withoutChecks } = everything
    const firstAudit = await at.audit({}, at.as(withoutChecks))
    expect(firstAudit).toMatchObject({ action: 'open', issue: 1 })
    expect(firstAudit.notes).toEqual([
      expect.stringContaining('The heartbeat, the check run `baton audit`, could not be written'),
    ])
    const { issues: _issues, ...withoutIssues } = everything
    const secondAudit = await at.audit({}, at.as(withoutIssues))
    expect(secondAudit).toMatchObject({ action: 'nothing' })
    expect(secondAudit.checked?.report.notes.join(' ')).toContain('No issue can be kept')
    expect(at.repository.checksOn(await at.tip())).toHaveLength(1)
    const reading = await at.audit({}, at.as({ contents: 'read', metadata: 'read' }))
    expect(codesOf(reading.checked?.report)).toEqual(['REGISTRY_STATUS_DRIFT'])
  })

  it('keeps no issue where the configuration forbids it, or another app audits', async () => {
    const at = await begin(drift)
    await at.audit({ issue: false })
    expect(at.issues()).toEqual([])
    // Another entry of that name starts no audit.
    await fetch(`${at.github.url}/repos/octocat/plugins/check-runs`, {
      method: 'POST',
      headers: {
        authorization: `token ${at.github.token({ checks: 'write', contents: 'read' })}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        name: 'baton audit',
        head_sha: await at.tip(),
        status: 'completed',
        conclusion: 'success',
      }),
    })
    await at.audit({ defersToOtherApp: true })
    expect(at.issues()).toHaveLength(1)
  })

  it('is no second issue beside that of an app, whatever commit this has audited last', async () => {
    const at = await begin(drift)
    const workflow = () => at.as(everything, 'workflow')
    const byWorkflow = () => at.repository.conversations.filter(({ author }) => author?.login === 'github-actions[bot]')
    // The workflow was there first, and has opened an issue.
    expect(await at.audit({ defersToOtherApp: true }, workflow())).toMatchObject({
      action: 'open',
      issue: 1,
      notes: [],
    })
    await at.audit()
    expect(at.issues()).toHaveLength(1)
    await at.push({ 'README.md': '# Read me\n' })
    at.pass(1)
    const { checked, issue } = await at.audit({ defersToOtherApp: true }, workflow())
    expect(checked?.report.notes.join(' ')).toContain('Another app audits this repository')
    expect(issue).toBeUndefined()
    expect(byWorkflow()).toMatchObject([
      { closedAt: expect.any(String), body: expect.stringContaining('Another app audits') },
    ])
    at.pass(1)
    expect(await at.audit({ defersToOtherApp: true, recheck: true }, workflow())).toMatchObject({
      action: 'nothing',
      notes: [],
    })
    expect(byWorkflow()).toHaveLength(1)
    // The app is gone for days.
    at.pass(3)
    expect(await at.audit({ defersToOtherApp: true, recheck: true }, workflow())).toMatchObject({
      action: 'open',
      notes: [],
    })
  })

  it('is one issue where two audits open one at the same moment, and where one of them ends there', async () => {
    const at = await begin(drift)
    at.github.before('createIssue', async () => void (await at.audit()))
    expect(await at.audit({}, at.as(everything))).toMatchObject({ action: 'open', issue: 1, notes: [] })
    const shown = () =>
      at.issues().map(({ number, closedAt }) => `${number} ${closedAt === undefined ? 'open' : 'closed'}`)
    expect(shown()).toEqual(['1 open', '2 closed'])
    expect(at.issues()[1]?.body).toContain('#1 is kept')
    // A double that was left open is closed by the next, and never taken for the one that is kept.
    await at.repository.openIssue({
      title: 'Another',
      body: at.issues()[0]?.body ?? '',
      by: at.issues()[0]?.author ?? at.octocat,
    })
    expect(await at.audit()).toMatchObject({ action: 'nothing', issue: 1, notes: [] })
    expect(shown()).toEqual(['1 open', '2 closed', '3 closed'])
    at.pass(hours(2))
    await at.push({ [registryPath]: sample[registryPath] ?? '' })
    await at.audit()
    await at.push({ [registryPath]: drift[registryPath] ?? '' })
    at.pass(hours(2))
    expect(await at.audit()).toMatchObject({ action: 'reopen', issue: 1 })
  })

  it('is no second issue where the host finds none by the login of an app', async () => {
    const at = await begin(drift)
    at.repository.findingApps(false)
    expect(await at.audit()).toMatchObject({ action: 'open', issue: 1 })
    at.pass(1)
    expect(await at.audit()).toMatchObject({ action: 'nothing', issue: 1 })
    expect(at.issues()).toHaveLength(1)
  })

  it('is done once, though the answer is lost', async () => {
    const at = await begin(drift)
    at.github.faults.plan({ kind: 'status', status: 502, after: true }, { operation: 'createIssue' })
    expect(await at.audit()).toMatchObject({ action: 'open', issue: 1, notes: [] })
    at.pass(hours(2))
    await at.push({ [registryPath]: sample[registryPath] ?? '' })
    at.github.faults.plan({ kind: 'reset', after: true }, { operation: 'updateIssue' })
    expect(await at.audit()).toMatchObject({ action: 'close', issue: undefined, notes: [] })
    expect(at.issues().map(({ closedAt }) => closedAt === undefined)).toEqual([false])
    expect(at.repository.commentsOn(1)).toHaveLength(1)
  })

  it('does not say it twice where it could not be closed before', async () => {
    const at = await begin(drift)
    await at.audit()
    at.pass(hours(2))
    await at.push({ [registryPath]: sample[registryPath] ?? '' })
    at.github.faults.plan(
      { kind: 'refuse', field: 'e1', type: 'FORBIDDEN', message: 'Not now' },
      { operation: 'updateIssue' },
    )
    const { notes, issue } = await at.audit()
    expect([notes, issue]).toEqual([[expect.stringContaining('The issue could not be kept')], 1])
    expect(at.issues().map(({ closedAt }) => closedAt === undefined)).toEqual([true])
    expect(await at.audit()).toMatchObject({ action: 'close', notes: [] })
    expect(at.repository.commentsOn(1)).toHaveLength(1)
  })
})

describe('a broken configuration', () => {
  it('is what an audit finds, and nothing else counts as fixed', async () => {
    const at = await begin(drift)
    await at.audit()
    at.pass(1)
    await at.push(configured('moode: soft\n'))
    const { checked, action } = await at.audit()
    expect(codesOf(checked?.report)).toEqual(['CONFIG_INVALID'])
    expect(action).toBe('note')
    expect(at.issues()[0]).toMatchObject({ closedAt: undefined, body: expect.stringContaining('CONFIG_INVALID') })
  })
})

describe('known findings', () => {
  it('open no issue up to their last day', async () => {
    const knownEntry =
      '{ code: REGISTRY_STATUS_DRIFT, target: plugin:TinyGain, owner: "@octocat", reason: later, until: 2026-03-02 }'
    const at = await begin({ ...drift, ...configured(`audit:\n  known:\n    - ${knownEntry}\n`) })
    expect(codesOf((await at.audit()).checked?.report)).toEqual([])
    at.pass(1)
    expect(codesOf((await at.audit()).checked?.report)).toEqual([])
    at.pass(1)
    const { checked, issue } = await at.audit()
    expect(checked?.report.diagnostics.map(({ code, path, line }) => `${code} ${path}:${line}`)).toEqual([
      'KNOWN_EXPIRED .github/baton.yml:3',
      'REGISTRY_STATUS_DRIFT PLUGINS.md:5',
    ])
    expect(issue).toBe(1)
  })
})

describe('open pull requests', () => {
  it('are checked on request, each with its number; findings that the default branch has too are reported there', async () => {
    const at = await begin({ ...drift, ...configured('audit: { pull-requests: true }\n') })
    await at.repository.push(
      'work',
      { [handoffPath]: wrong[handoffPath] ?? '' },
      { by: at.octocat, parent: await at.tip() },
    )
    const { number } = await at.repository.openPull({ title: 'Work', head: 'work', base: 'main', by: at.octocat })
    const { checked, issue } = await at.audit()
    expect(codesOf(checked?.report)).toEqual(['REGISTRY_STATUS_DRIFT', `PLUGIN_ORCHESTRATION_MODE${number}`])
    expect(issue).toBe(2)
    expect(at.issues()[0]?.body).toContain('in `#1`')
    // A pull request may change at any time.
    at.pass(hours(2))
    expect((await at.audit()).checked).toBeDefined()

    // What could not be checked is not fixed.
    at.github.faults.plan(
      { kind: 'status', status: 500 },
      { operation: 'GET /repos/{owner}/{repo}/compare/{basehead}', times: 20 },
    )
    await at.push({ [registryPath]: sample[registryPath] ?? '' })
    at.pass(1)
    const blind = await at.audit()
    expect(blind.action).toBe('nothing')
    expect(blind.checked?.report.notes.join(' ')).toContain('The pull request `1` could not be checked')
  })

  it('that cannot be listed are a note that names the permission, and all else is reported', async () => {
    const at = await begin({ ...drift, ...configured('audit: { pull-requests: true }\n') })
    at.github.faults.plan({ kind: 'status', status: 403 }, { operation: 'GET /repos/{owner}/{repo}/pulls', times: 20 })
    const { checked, issue } = await at.audit()
    expect(codesOf(checked?.report)).toEqual(['REGISTRY_STATUS_DRIFT'])
    expect(issue).toBe(1)
    expect(checked?.report.notes.join(' ')).toMatch(
      /The open pull requests could not be checked: .*the permission `pull-requests: read`\./,
    )
  })

  it('may be what a known finding is about', async () => {
    const knownEntry = (code: string) =>
      `{ code: ${code}, target: plugin:TinyGain, owner: "@octocat", reason: later, until: 2026-03-09 }`
    const entries = [knownEntry('PLUGIN_ORCHESTRATION_MODE'), knownEntry('CONTRACT_MISMATCH')]
      .map((entry) => `    - ${entry}\n`)
      .join('')
    const at = await begin({ ...sample, ...configured(`audit:\n  pull-requests: true\n  known:\n${entries}`) })
    const unmatched = (audited: Awaited<ReturnType<typeof at.audit>>) =>
      audited.checked?.report.diagnostics.map(({ line }) => line)
    expect(unmatched(await at.audit())).toEqual([4, 5])
    await at.repository.push(
      'work',
      { [handoffPath]: wrong[handoffPath] ?? '' },
      { by: at.octocat, parent: await at.tip() },
    )
    await at.repository.openPull({ title: 'Work', head: 'work', base: 'main', by: at.octocat })
    expect(unmatched(await at.audit())).toEqual([5])
    at.github.faults.plan(
      { kind: 'status', status: 500 },
      { operation: 'GET /repos/{owner}/{repo}/compare/{basehead}', times: 20 },
    )
    await at.push({ 'README.md': '# Read me\n' })
    expect(unmatched(await at.audit())).toEqual([])
  })

  it('are left alone otherwise', async () => {
    const at = await begin()
    await at.repository.push(
      'work',
      { [handoffPath]: wrong[handoffPath] ?? '' },
      { by: at.octocat, parent: await at.tip() },
    )
    await at.repository.openPull({ title: 'Work', head: 'work', base: 'main', by: at.octocat })
    expect(codesOf((await at.audit()).checked?.report)).toEqual([])
  })
})

describe('the rate limit', () => {
  it('is not used up: what can wait stops, and goes on next time where it stopped', async () => {
    const at = await begin(drift)
    const read: string[] = []
    const isRead = (operation: string) => operation.includes('/git/')
    // So many are left to those who wait for a command: 300, and some more than the audit takes to begin.
    at.github.limits.requestsPerHour = 306
    const ended: string[] = []
    while (ended.at(-1) !== '') {
      at.takeRequests()
      const why = await at.audit().then(
        ({ notes }) => notes.join(' '),
        (error: unknown) => String(error),
      )
      ended.push(why)
      const takeRequests = at.takeRequests()
      expect(takeRequests.length).toBeLessThanOrEqual(11)
      read.push(...takeRequests.filter(isRead))
      at.pass(hours(2))
    }
    expect(ended.length).toBeGreaterThan(1)
    for (const why of ended.slice(0, -1))
      expect(why).toContain("Of GitHub's rate limit for this token `300` requests are left")
    expect(read).toHaveLength(1)
    expect(at.issues()).toHaveLength(1)
  })
})

describe('the text of the issue', () => {
  it('remembers for us what was found, and where', async () => {
    const at = await begin(drift)
    await at.audit()
    expect(memoryIn(at.issues()[0]?.body ?? '')).toMatchObject({
      commit: await at.tip(),
      paths: [registryPath],
      ended: 'no',
      turns: [],
    })
  })
})

describe('when a file was last committed to', () => {
  it('is read where a target is in progress, and only once though it is checked with the date of the next day as well', async () => {
    const asksFor = async (at: AuditScene) => {
      at.github.log.length = 0
      await at.audit()
      return at.github.log.filter(({ body }) => body.includes('h0: history')).length
    }
    expect(await asksFor(await begin(sample))).toBe(0)
    expect(await asksFor(await begin(inProgressSample))).toBe(1)
  })
})
