import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handoffPath, inHandoff, inRegistry, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { dashboardMarker, dashboardTitle, switchedOff } from '../../../src/render/dashboard.ts'
import { auditScene, everything, type AuditScene } from './scene.ts'

const configured = { '.github/baton.yml': 'audit: { dashboard: true }\n' }
const drift = inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 5 |'])[registryPath] ?? ''
const mode = inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe'])[handoffPath] ?? ''
const [registry = '', handoff = ''] = [sample[registryPath], sample[handoffPath]]
const minutes = (count: number) => count / (24 * 60)
const hours = (count: number) => count / 24

let at: AuditScene
beforeEach(async () => {
  at = await auditScene({ ...sample, ...configured })
})
afterEach(() => at.github.close())

const dashboards = () => at.issues().filter(({ body }) => body.startsWith(dashboardMarker))
const shown = () =>
  dashboards().map(({ number, closedAt }) => `${number} ${closedAt === undefined ? 'open' : 'closed'}`)
const bodyOf = (number: number) => at.repository.conversation(number)?.body ?? ''

const writes = new Set(['createIssue', 'updateIssue', 'addComment'])
/** What an audit writes about issues. */
const written = () =>
  at
    .takeRequests()
    .flatMap((operation) => operation.split(' '))
    .filter((field) => writes.has(field))

describe('the dashboard issue', () => {
  it('is opened by the first audit with the board, and not written again while the board is the same', async () => {
    expect(await at.audit()).toMatchObject({ action: 'nothing', dashboard: 'open', notes: [] })
    expect(dashboards()).toMatchObject([
      { number: 1, title: dashboardTitle, body: expect.stringContaining('TinyGain') },
    ])
    expect(bodyOf(1)).toMatch(
      /^<!-- baton: dashboard -->\n## Baton: 1 with the orchestrator\n\n1 target: with the orchestrator 1\./,
    )
    expect(bodyOf(1)).toContain('- `/accept TinyGain`')
    expect(bodyOf(1)).toContain('≤ 2026-03-01')

    at.pass(hours(6))
    at.takeRequests()
    const checks = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
    expect(await at.audit()).toMatchObject({ remembered: { counts: { error: 0 } }, dashboard: 'nothing' })
    expect(at.takeRequests()).toEqual(['repository', checks, checks, 'repository'])

    // A whole audit that finds the same writes its heartbeat alone.
    at.pass(1)
    const whole = await at.audit()
    expect(whole).toMatchObject({ dashboard: 'nothing', notes: [] })
    expect(whole.checked).toBeDefined()
    expect(written()).toEqual([])
  })

  it('shows a conflict that was committed, and nothing that follows from it', async () => {
    const sides = registry.replace(
      /(\| TinyGain \| )🚧 Stage 2(.*\n)/,
      '<<<<<<< HEAD\n$1🚧 Stage 5$2=======\n$1🚧 Stage 2$2>>>>>>> topic\n',
    )
    const torn = await auditScene({ ...sample, ...configured, [registryPath]: sides })
    try {
      await torn.audit()
      const text = torn.issues().find(({ body }) => body.startsWith(dashboardMarker))?.body ?? ''
      expect(text).toContain('`MERGE_CONFLICT` Unexpected merge conflict in lines 5–9, expected what was decided')
      expect(text).not.toMatch(/`\/(?:sync|accept) |REGISTRY_STATUS_DRIFT/)
    } finally {
      await torn.github.close()
    }
  })

  it('costs three requests when it is opened, two where the board is another', async () => {
    const off = await auditScene({
      ...sample,
      [registryPath]: drift,
      '.github/baton.yml': 'audit: { dashboard: false }\n',
    })
    const asked = async (scene: AuditScene) => {
      scene.takeRequests()
      await scene.audit()
      return scene.takeRequests()
    }
    try {
      await at.push({ [registryPath]: drift })
      const [without, opened] = [await asked(off), await asked(at)]
      // The last commits of the targets, the issue, and whether there are two.
      expect(opened.length - without.length).toBe(3)
      for (const scene of [off, at]) {
        await scene.push({ [handoffPath]: mode })
        scene.pass(1)
      }
      const [later, rewritten] = [await asked(off), await asked(at)]
      // The last commits, and the new text.
      expect(rewritten.length - later.length).toBe(2)
      expect(dashboards()).toMatchObject([{ body: expect.stringContaining('1 warning') }])
    } finally {
      await off.github.close()
    }
  })

  it('is written again where the board is another, ten minutes after its last text at the earliest, and never comments', async () => {
    await at.audit()
    await at.push({ [registryPath]: drift })
    at.pass(minutes(5))
    at.takeRequests()
    expect(await at.audit()).toMatchObject({ action: 'open', dashboard: 'nothing' })
    expect(written()).toEqual(['createIssue'])
    expect(bodyOf(1)).not.toContain('1 error')
    // What was put off is done by the next, though the files are the same.
    at.pass(minutes(6))
    expect(await at.audit()).toMatchObject({ dashboard: 'write', notes: [] })
    expect(written()).toEqual(['updateIssue'])
    expect(bodyOf(1)).toContain('1 error')
    expect(bodyOf(1)).toContain('- `/sync TinyGain`')
    await at.push({ [registryPath]: registry })
    at.pass(1)
    expect(await at.audit()).toMatchObject({ action: 'close', dashboard: 'write' })
    expect(at.repository.commentsOn(1)).toEqual([])
  })

  it('is not written again because work is idle for longer', async () => {
    const idle =
      inHandoff(sample, ['stage: 2', 'stage: 3'], ['status: complete', 'status: in_progress'])[handoffPath] ?? ''
    await at.push({ [handoffPath]: idle })
    at.pass(30)
    await at.audit()
    expect(bodyOf(1)).toContain('PLUGIN_WORK_STALE')
    for (const recheck of [true, false]) {
      at.pass(1)
      expect(await at.audit({ recheck })).toMatchObject({ dashboard: 'nothing' })
    }
  })

  it('is not written again for a commit that changes nothing of it', async () => {
    await at.audit()
    await at.push({ 'README.md': '# Read me\n' })
    at.pass(1)
    at.takeRequests()
    expect(await at.audit()).toMatchObject({ dashboard: 'nothing', notes: [] })
    expect(written()).toEqual([])
  })

  it('follows where files go back to what the tracking issue remembers', async () => {
    await at.push({ [registryPath]: drift })
    await at.audit()
    await at.push({ 'plugins/Other/.continue-here.md': handoff.replaceAll('TinyGain', 'Other') })
    at.pass(1)
    expect(await at.audit()).toMatchObject({ dashboard: 'write' })
    expect(bodyOf(1)).toContain('Other')
    await at.push({ 'plugins/Other/.continue-here.md': null })
    at.pass(hours(1))
    expect(await at.audit()).toMatchObject({ dashboard: 'write' })
    expect(bodyOf(1)).not.toContain('Other')
  })

  it('that a person has edited is written again, and its new title stays', async () => {
    await at.audit()
    const text = bodyOf(1)
    at.repository.rewrite(1, at.octocat, { title: 'Who has it', body: `${text}\n/accept TinyGain` })
    at.pass(hours(1))
    expect(await at.audit()).toMatchObject({ dashboard: 'write' })
    expect(at.repository.conversation(1)).toMatchObject({ title: 'Who has it', body: text })
  })

  it('that a person has closed stays closed until a person opens it again, or it is switched off and on', async () => {
    await at.audit()
    await at.repository.close(1, at.octocat)
    await at.push({ [handoffPath]: mode })
    at.pass(1)
    expect(await at.audit()).toMatchObject({ dashboard: 'nothing' })
    expect(shown()).toEqual(['1 closed'])
    await at.repository.reopen(1, at.octocat)
    at.pass(hours(1))
    expect(await at.audit()).toMatchObject({ dashboard: 'write' })
    expect(bodyOf(1)).toContain('1 warning')

    await at.repository.close(1, at.octocat)
    await at.push({ '.github/baton.yml': null })
    at.pass(1)
    at.takeRequests()
    expect(await at.audit()).toMatchObject({ dashboard: 'settle' })
    expect(written()).toEqual(['updateIssue'])
    at.pass(1)
    expect(await at.audit()).toMatchObject({ dashboard: 'nothing' })
    await at.push(configured)
    at.pass(1)
    expect(await at.audit()).toMatchObject({ dashboard: 'reopen' })
    expect(shown()).toEqual(['1 open'])
    expect(bodyOf(1)).toContain('1 warning')
    expect(at.repository.commentsOn(1)).toEqual([])
  })

  it('that is switched off is closed with one line, by input as well, and opened again when it is on', async () => {
    await at.audit()
    at.pass(hours(1))
    expect(await at.audit({ dashboard: false })).toMatchObject({ dashboard: 'close' })
    expect(shown()).toEqual(['1 closed'])
    expect(bodyOf(1)).toBe(switchedOff())
    at.pass(hours(1))
    expect((await at.audit({ dashboard: false })).remembered).toBeDefined()
    expect(await at.audit({ recheck: true })).toMatchObject({ dashboard: 'reopen' })
    await at.push({ '.github/baton.yml': null })
    at.pass(1)
    expect(await at.audit()).toMatchObject({ dashboard: 'close' })
    at.pass(1)
    expect(await at.audit({ dashboard: true })).toMatchObject({ dashboard: 'reopen' })
    expect(shown()).toEqual(['1 open'])
  })

  it('that is switched off is closed where no other issue is kept either', async () => {
    expect(await at.audit({ issue: false, dashboard: true })).toMatchObject({ dashboard: 'open' })
    at.pass(hours(1))
    expect(await at.audit({ issue: false, dashboard: false })).toMatchObject({ dashboard: 'close', notes: [] })
    expect(bodyOf(1)).toBe(switchedOff())
    at.pass(hours(1))
    expect(await at.audit({ issue: false, dashboard: false })).toMatchObject({ dashboard: 'nothing' })
    expect(shown()).toEqual(['1 closed'])
    // A person's note below that line does not count.
    at.repository.rewrite(1, at.octocat, { body: `${switchedOff()}We do not need it.` })
    at.pass(hours(1))
    expect(await at.audit({ issue: false, dashboard: true, recheck: true })).toMatchObject({ dashboard: 'reopen' })
    expect(shown()).toEqual(['1 open'])
  })

  it('is one where two audits open one at the same moment: the older stays', async () => {
    at.github.before('createIssue', async () => void (await at.audit()))
    expect(await at.audit({}, at.as(everything))).toMatchObject({ dashboard: 'open', notes: [] })
    expect(shown()).toEqual(['1 open'])
    expect(at.issues()[1]).toMatchObject({ closedAt: expect.any(String), body: expect.stringContaining('#1 is kept') })
    await at.repository.openIssue({ title: 'Another', body: bodyOf(1), by: at.issues()[0]?.author ?? at.octocat })
    at.pass(hours(1))
    expect(await at.audit()).toMatchObject({ dashboard: 'nothing', notes: [] })
    expect(shown()).toEqual(['1 open'])
  })

  it('is found by author and marker, never by title or marker alone', async () => {
    const hubot = at.github.user('hubot')
    await at.repository.openIssue({ title: dashboardTitle, body: 'Mine', by: at.octocat })
    await at.repository.openIssue({ title: dashboardTitle, body: `${dashboardMarker}\nMine`, by: hubot })
    const { checked, dashboard } = await at.audit()
    expect(dashboard).toBe('open')
    expect(checked?.report.diagnostics).toMatchObject([{ code: 'MARKER_FORGED', conversation: 2 }])
    expect([bodyOf(1), bodyOf(2)]).toEqual(['Mine', `${dashboardMarker}\nMine`])
  })

  it('is left as it is under a configuration that cannot be read', async () => {
    await at.audit()
    const text = bodyOf(1)
    await at.push({ '.github/baton.yml': 'audit: { dashbord: true }\n' })
    at.pass(1)
    for (const dashboard of [undefined, true])
      expect(await at.audit({ dashboard })).toMatchObject({ dashboard: 'nothing' })
    expect(shown()).toEqual(['1 open'])
    expect(bodyOf(1)).toBe(text)
  })

  it('needs no tracking issue, and stands back beside another app', async () => {
    const workflow = () => at.as(everything, 'workflow')
    expect(await at.audit({ issue: false, defersToOtherApp: true }, workflow())).toMatchObject({
      dashboard: 'open',
      notes: [],
    })
    expect(await at.audit()).toMatchObject({ dashboard: 'open' })
    at.pass(hours(1))
    const { dashboard, notes } = await at.audit({ issue: false, defersToOtherApp: true, recheck: true }, workflow())
    expect(dashboard).toBe('nothing')
    expect(notes).toEqual([expect.stringContaining('Another app audits this repository')])
    expect(at.repository.conversation(1)).toMatchObject({
      closedAt: expect.any(String),
      body: expect.stringContaining('Another app audits'),
    })
    // The tracking issue of the app, about the marker of the workflow, is the second.
    expect(shown()).toEqual(['3 open'])
  })

  it('that cannot be kept is reported, and nothing else fails', async () => {
    const { issues: _issues, ...withoutIssues } = everything
    const firstAudit = await at.audit({ issue: false }, at.as(withoutIssues))
    expect(firstAudit.notes).toEqual([
      expect.stringMatching(/^No issue can be kept: .* Give the token, or the App, the permission `issues: write`\.$/),
    ])
    at.repository.issues(false)
    at.pass(1)
    const secondAudit = await at.audit()
    expect(secondAudit.checked?.report.notes).toEqual([expect.stringContaining('This repository has no issues')])
    at.pass(hours(1))
    expect((await at.audit()).remembered).toBeDefined()
    expect(at.issues()).toEqual([])
  })

  it('is no business of an audit where neither the options nor the configuration want it', async () => {
    await at.push({ '.github/baton.yml': null })
    const { issues: _issues, ...withoutIssues } = everything
    expect(await at.audit({ issue: false }, at.as(withoutIssues))).toMatchObject({
      dashboard: 'nothing',
      notes: [],
      board: undefined,
    })
    at.pass(1)
    expect(await at.audit()).toMatchObject({ dashboard: 'nothing', notes: [], board: undefined })
    expect(at.issues()).toEqual([])
  })
})
