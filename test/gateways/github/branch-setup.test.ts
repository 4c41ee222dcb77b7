import { getOctokit } from '@actions/github'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptySet } from '../../../src/engine/audit/result.ts'
import { keyOf } from '../../../src/engine/audit/memory.ts'
import { branchSetup } from '../../../src/gateways/github/branch-setup.ts'
import { place, type Place } from './place.ts'

let fixture: Place
let tip: string
beforeEach(async () => {
  fixture = await place()
  tip = await fixture.hosted.push('main', { a: '1' }, { by: fixture.octocat })
})
afterEach(() => fixture.github.close())

const setup = ({ github, retry, token }: Place, authToken = token, configuration?: string) =>
  branchSetup(
    getOctokit(authToken, { baseUrl: github.url }).request,
    { owner: 'octocat', repo: 'plugins' },
    retry,
    configuration,
  )

describe('the setup of the default branch on GitHub', () => {
  it('is read by one request; settings that cannot be read are absent', async () => {
    fixture.takeRequests()
    expect(await setup(fixture)).toEqual({
      name: 'main',
      required: undefined,
      lastPushApproval: false,
      audited: undefined,
    })
    expect(fixture.takeRequests()).toEqual(['repository'])
  })

  it('has the checks of rulesets, each with its source', async () => {
    const checks = [{ name: 'baton', app: 7 }, { name: 'build' }]
    fixture.hosted.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true }, checks })
    const { required, lastPushApproval } = (await setup(fixture)) ?? {}
    expect([required, lastPushApproval]).toEqual([[checks[0], { name: 'build', app: undefined }], true])
  })

  it('has those of a protection where the token may know them', async () => {
    fixture.hosted.protect('main', {
      by: 'protection',
      pullRequest: { lastPushApproval: true },
      checks: [{ name: 'baton' }],
    })
    expect(await setup(fixture)).toMatchObject({ required: undefined, lastPushApproval: false })
    const admin = fixture.github.token({ contents: 'read', checks: 'read', administration: 'read' })
    expect(await setup(fixture, admin)).toMatchObject({
      required: [{ name: 'baton', app: undefined }],
      lastPushApproval: true,
    })
  })

  it('knows when the last audit was finished, on whichever of the newest commits', async () => {
    const counts = { failed: false, error: 0, warning: 0, notice: 0, targets: 0 }
    const key = keyOf({ version: 1, at: '2026-02-04T05:17:00Z', holds: '2026-02-04T05:17:00Z', set: emptySet, counts })
    const run = { sha: tip, conclusion: 'success', title: '', summary: '', annotations: [], buttons: [] } as const
    const workflow = fixture.open({
      token: fixture.github.token({ checks: 'write', contents: 'read' }),
      ownLogin: 'github-actions[bot]',
    })
    await workflow.perform([{ do: 'check', run: { ...run, key, name: 'baton' } }])
    // A job of that name, and one by another app.
    await workflow.perform([{ do: 'check', run: { ...run, key: 'a job', name: 'baton audit' } }])
    await fixture.host.perform([{ do: 'check', run: { ...run, key, name: 'baton audit' } }])
    expect((await setup(fixture))?.audited).toBeUndefined()
    await workflow.perform([{ do: 'check', run: { ...run, key, name: 'baton audit' } }])
    await fixture.hosted.push('main', { a: '2' }, { by: fixture.octocat })
    expect((await setup(fixture))?.audited).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    // Each configuration has audits of its own.
    const auditedBy = async (path: string) => (await setup(fixture, undefined, path))?.audited
    expect(await auditedBy('b.yml')).toBeUndefined()
    await workflow.perform([{ do: 'check', run: { ...run, key, name: 'baton audit (b.yml)' } }])
    expect([await auditedBy('b.yml'), await auditedBy('c.yml')]).toEqual([expect.any(String), undefined])
  })
})
