import { afterAll, describe, expect, it } from 'vitest'
import { emptySet } from '../../src/engine/audit/result.ts'
import { keyOf } from '../../src/engine/audit/memory.ts'
import { inHandoff, inProgressSample, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'
import { failure } from './workflow-run.ts'
import { audit, auditScenes, drifted, fine, permissions } from './audit-scene.ts'

const places = scratch()
afterAll(places.remove)
const start = auditScenes()

const configured = (files: Files, text: string): Files => ({ ...files, '.github/baton.yml': text })

describe('baton audit', () => {
  it('finds what is wrong, and exits with 1; what touches nothing is judged softly', async () => {
    expect(await audit(places.folder(sample), '--at', '2026-02-04T10:00:00Z')).toMatchObject(fine)
    expect(await audit(places.folder(drifted))).toMatchObject({
      code: 1,
      valid: false,
      errors: ['REGISTRY_STATUS_DRIFT'],
      warnings: [],
    })
    const incomplete = places.folder(inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe']))
    expect(await audit(incomplete)).toMatchObject({ code: 0, valid: true, warnings: ['PLUGIN_ORCHESTRATION_MODE'] })
    expect(await audit(incomplete, '--fail-on', 'warning')).toMatchObject({ code: 1, valid: true })
  })

  it.each(['text', 'github', 'markdown', 'sarif', 'json'])('prints it as %s', async (format) => {
    const { code, stdout } = await runHere(['audit', '--root', places.folder(drifted), '--format', format])
    expect(code).toBe(1)
    expect(stdout).toContain('REGISTRY_STATUS_DRIFT')
  })

  it('finds work that is stale, by the moment and the age that are given, else as configured', async () => {
    const working = places.folder(inProgressSample)
    const at = (moment: string, ...extraArgs: readonly string[]) => audit(working, '--at', moment, ...extraArgs)
    // The handoff names 2 February, whose day is over at midnight.
    expect(await at('2026-02-05T00:00:00Z')).toMatchObject(fine)
    expect(await at('2026-02-05T00:00:01Z')).toMatchObject({ code: 0, warnings: ['PLUGIN_WORK_STALE'] })
    expect(await at('2026-02-05T00:00:01Z', '--stale-after', '3d')).toMatchObject(fine)
    expect(await at('2026-02-03T02:00:01+01:00', '--stale-after', '60m')).toMatchObject({
      warnings: ['PLUGIN_WORK_STALE'],
    })
    const patient = places.folder(configured(inProgressSample, 'stale-after: 5d\n'))
    expect(await audit(patient, '--at', '2026-02-07T00:00:00Z')).toMatchObject(fine)
    expect(await audit(patient, '--at', '2026-02-07T00:00:00Z', '--stale-after', '48h')).toMatchObject({
      warnings: ['PLUGIN_WORK_STALE'],
    })
  })

  it('leaves out what is known up to its last day, and reports useless entries at their lines', async () => {
    const knownEntry = (until: string, target: string) =>
      `    - { code: REGISTRY_STATUS_DRIFT, target: "plugin:${target}", owner: "@octocat", reason: later, until: ${until} }\n`
    const folder = places.folder(
      configured(
        drifted,
        `time-zone: Pacific/Auckland\naudit:\n  known:\n${knownEntry('2026-02-04', 'TinyGain')}${knownEntry('2026-12-31', 'Amber')}`,
      ),
    )
    const day = await audit(folder, '--at', '2026-02-04T10:59:59Z')
    expect(day).toMatchObject({ code: 0, errors: [], warnings: ['KNOWN_UNMATCHED'] })
    expect(day.whole).toMatchObject([{ path: '.github/baton.yml', line: 5 }])
    // There the next day has begun.
    const next = await audit(folder, '--at', '2026-02-04T11:00:00Z')
    expect(next).toMatchObject({
      code: 1,
      errors: ['REGISTRY_STATUS_DRIFT'],
      warnings: ['KNOWN_EXPIRED', 'KNOWN_UNMATCHED'],
    })
    expect((await audit(folder, '--protocol', 'control', '--allow-empty')).warnings).not.toContain('KNOWN_UNMATCHED')
    const { stdout } = await runHere(['validate', '--root', folder])
    expect(stdout).not.toContain('KNOWN_')
  })

  it.each([
    [['--at', 'yesterday'], '--at yesterday'],
    [['--stale-after', '2 days'], '--stale-after 2 days'],
    [['--since', 'HEAD'], '--since'],
    [['--format', 'html'], 'html'],
    [['--fail-on', 'maybe'], 'maybe'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await runHere(['audit', '--root', places.folder(sample), ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('--base')
  })

  it('exits with 3 where there is nothing, and with 2 under a configuration that cannot be read', async () => {
    expect((await audit(places.folder())).code).toBe(3)
    expect((await audit(places.folder(), '--allow-empty')).code).toBe(0)
    expect(await audit(places.folder(configured(sample, 'moode: soft\n')))).toMatchObject({
      code: 2,
      errors: ['CONFIG_INVALID'],
    })
  })
})

describe('the task audit', () => {
  it.each(['schedule', 'workflow_dispatch'])(
    'is what the event %s asks for: an issue, a heartbeat, outputs',
    async (event) => {
      const { job, issues, hosted, first } = await start()
      const result = await job(event)
      expect(result.code).toBe(1)
      expect(failure(result)).toContain('failed: 1 error')
      expect(result.outputs).toMatchObject({
        valid: 'false',
        errors: '1',
        warnings: '0',
        notices: '0',
        targets: '1',
        issue: '1',
      })
      expect(result.summary).toContain('REGISTRY_STATUS_DRIFT')
      expect(result.summary).toMatch(
        /^A tracking issue was opened\. \[Issue #1\]\(https?:\S+\/octocat\/plugins\/issues\/1\)\.$/m,
      )
      expect(issues()).toMatchObject([{ number: 1, closedAt: undefined }])
      expect(hosted.checksOn(first)).toMatchObject([{ name: 'baton audit', conclusion: 'failure' }])
    },
  )

  it('looks at the default branch, whatever the workflow runs for', async () => {
    const { job, hosted, octocat, first } = await start(sample)
    const tip = await hosted.push(
      'main',
      { [registryPath]: drifted[registryPath] ?? '' },
      { by: octocat, parent: first },
    )
    expect((await job('workflow_dispatch')).outputs['errors']).toBe('1')
    expect(hosted.checksOn(tip)).toHaveLength(1)
  })

  it('writes nothing twice: the second finds the same, and rests where it is not asked by hand', async () => {
    const { job, issues, hosted, first, github } = await start()
    await job('schedule')
    const [issue] = issues()
    const body = issue?.body
    const again = await job('schedule')
    expect(again.code).toBe(1)
    expect(again.summary).toContain('Nothing has changed since everything was audited at')
    expect(again.summary).toMatch(/1 error, .*\. \[Issue #1\]\(\S+\/issues\/1\) lists them\./)
    expect(failure(again)).toMatch(/Nothing has changed.* 1 error, .*\. Issue #1 lists them\./)
    expect(again.outputs).toMatchObject({ valid: 'false', errors: '1', targets: '1', issue: '1' })
    const byHand = await job('workflow_dispatch')
    expect(byHand.summary).toContain('REGISTRY_STATUS_DRIFT')
    expect(issues().map((openIssue) => openIssue.body)).toEqual([body])
    expect(hosted.checksOn(first)).toHaveLength(1)
    expect(github.log.filter(({ fields }) => fields.includes('createIssue'))).toHaveLength(1)
  })

  it('shows the verdict, then the board above the findings in its summary', async () => {
    const { job } = await start()
    const { summary } = await job('workflow_dispatch')
    expect(summary).toMatch(
      /^## ❌ Baton: failed: 1 error\n[^]*^## Board: 1 with the orchestrator, 1 error$[^]*^### Findings$/m,
    )
    expect(summary.slice(0, summary.indexOf('### Findings'))).toContain('`baton sync TinyGain`')
    // What is about no target, and what could not be checked, is listed once.
    expect(summary.match(/^### (?:Other findings|Notes)/gm)).toBeNull()
  })

  it('keeps the dashboard issue by input, before the configuration, and closes it again', async () => {
    const { job, issues, hosted } = await start(configured(sample, 'audit: { dashboard: false }\n'))
    const result = await job('schedule', { 'dashboard-issue': 'true' })
    expect(result).toMatchObject({ code: 0, summary: expect.stringContaining('the dashboard, was opened') })
    expect(result.outputs).not.toHaveProperty('issue')
    expect(issues()).toMatchObject([
      { number: 1, closedAt: undefined, body: expect.stringContaining('`/accept TinyGain`') },
    ])
    expect((await job('schedule', { 'dashboard-issue': 'true' })).summary).toContain('Nothing has changed since')
    const closed = await job('workflow_dispatch')
    expect(closed).toMatchObject({ code: 0, summary: expect.stringContaining('it is switched off') })
    expect(hosted.conversation(1)).toMatchObject({ closedAt: expect.any(String) })
  })

  it('closes the issue with the commit that fixed it', async () => {
    const { job, issues, hosted, octocat, first } = await start()
    await job('schedule')
    const mended = await hosted.push(
      'main',
      { [registryPath]: sample[registryPath] ?? '' },
      { by: octocat, parent: first },
    )
    const result = await job('schedule')
    expect(result.code).toBe(0)
    expect(result.outputs).toMatchObject({ valid: 'true', errors: '0' })
    expect(issues()).toMatchObject([{ closedAt: expect.any(String) }])
    expect(hosted.commentsOn(1).map(({ body }) => body)).toEqual([
      expect.stringContaining(
        `Last changes since then to the files with findings, and to the configuration:\n\n- ${mended}`,
      ),
    ])
  })

  it('keeps no issue where the configuration forbids it', async () => {
    const { job, issues } = await start()
    expect((await job('schedule', { 'audit-issue': 'false' })).outputs).not.toHaveProperty('issue')
    expect(issues()).toEqual([])
  })

  it('reports what its token may not, and finds the same', async () => {
    const { job, issues, hosted, first } = await start()
    const result = await job('schedule', {}, { contents: 'read' })
    expect(result.code).toBe(1)
    expect(result.outputs).toMatchObject({ errors: '1' })
    expect(result.summary).toContain('No issue can be kept')
    expect(result.log).toContain('::warning::The heartbeat, the check run `baton audit`, could not be written')
    expect(result.log).toContain('::warning::No issue can be kept: ')
    expect([issues(), hosted.checksOn(first)]).toEqual([[], []])
  })

  it('says which issue it has opened, though its heartbeat could not be written', async () => {
    const { job } = await start()
    const result = await job('schedule', {}, { contents: 'read', issues: 'write' })
    expect(result.summary).toContain('A tracking issue was opened. [Issue #1](')
    expect(result.log).toContain('::warning::The heartbeat')
    expect(result.log).not.toContain('::warning::No issue')
  })

  it('has an age of its own', async () => {
    const { job } = await start(inProgressSample)
    // The commit is of now.
    expect((await job('schedule')).outputs['warnings']).toBe('0')
    expect((await job('workflow_dispatch', { 'stale-after': '0m' })).outputs['warnings']).toBe('1')
    const wrong = await job('schedule', { 'stale-after': 'soon' })
    expect(failure(wrong)).toBe('Unexpected input stale-after: "soon", expected an integer and m, h or d, such as 48h.')
  })

  it('stands back where another app audits', async () => {
    const { job, issues, github, hosted, first } = await start()
    const app = github.app({ slug: 'baton', owner: 'octocat', permissions, events: [] })
    const token = app.token(await app.install(hosted))
    const [at, counts] = [new Date().toISOString(), { failed: false, error: 0, warning: 0, notice: 0, targets: 1 }]
    const key = keyOf({ version: 1, at, holds: at, set: emptySet, counts })
    await fetch(`${github.url}/repos/octocat/plugins/check-runs`, {
      method: 'POST',
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'baton audit',
        head_sha: first,
        status: 'completed',
        conclusion: 'success',
        external_id: key,
      }),
    })
    const result = await job('schedule')
    expect(result.summary).toContain('Another app audits this repository')
    expect(result.summary).toContain('CHECK_FORGED')
    expect(issues()).toEqual([])
  })
})
