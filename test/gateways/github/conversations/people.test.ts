import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../../github/state/accounts.ts'
import { place, type Place } from '../place.ts'

let fixture: Place
let first: string
beforeEach(async () => {
  fixture = await place()
  first = await fixture.hosted.push('main', { a: '1' }, { by: fixture.octocat })
  fixture.takeRequests()
})
afterEach(() => fixture.github.close())

const permission = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'

describe('a role on GitHub', () => {
  const roles: readonly (readonly [Role, object])[] = [
    ['read', { name: 'read', role: 'read' }],
    ['triage', { name: 'triage', role: 'triage' }],
    ['write', { name: 'write', role: 'write' }],
    ['maintain', { name: 'maintain', role: 'maintain' }],
    ['admin', { name: 'admin', role: 'admin' }],
    [
      { name: 'release-manager', base: 'write' },
      { name: 'release-manager', role: undefined },
    ],
  ]
  it.each(roles)('is the true role: %j', async (role, grantedRole) => {
    const { host, hosted, hubot, takeRequests } = fixture
    hosted.collaborator(hubot, role)
    expect(await host.role('hubot')).toEqual(grantedRole)
    expect(takeRequests()).toEqual([permission])
  })

  it('is none for others', async () => {
    expect(await fixture.host.role('hubot')).toBeUndefined()
    expect(await fixture.host.role('nobody-of-this-name')).toBeUndefined()
  })

  it('is not taken for none where GitHub does not show it of an account that exists', async () => {
    fixture.github.faults.plan({ kind: 'status', status: 404 }, { operation: permission })
    await expect(fixture.host.role('octocat')).rejects.toMatchObject({
      message: 'GitHub does not show the role of `octocat`: `404`, `Not Found`.',
      hint: 'Give the token, or the App, the permission `metadata: read`.',
      cause: { status: 404 },
    })
  })

  it('is requested again every time', async () => {
    const { host, hosted, hubot } = fixture
    hosted.collaborator(hubot, 'write')
    expect(await host.role('hubot')).toMatchObject({ role: 'write' })
    hosted.collaborator(hubot, 'read')
    expect(await host.role('hubot')).toMatchObject({ role: 'read' })
  })

  it('is not guessed where GitHub does not answer', async () => {
    fixture.github.faults.plan({ kind: 'status', status: 502 }, { times: 9 })
    await expect(fixture.host.role('octocat')).rejects.toMatchObject({ name: 'Fault', hint: 'Run it again later.' })
  })
})

describe('a team on GitHub', () => {
  it('has members, or not', async () => {
    const { host, github, octocat, app, hubot, takeRequests } = fixture
    github.organization('example-org')
    github.team('example-org/maintainers', octocat)
    const inOrg = await github.repository('example-org', 'plugins')
    await app.install(inOrg)
    takeRequests()
    expect(await host.isMember('example-org/maintainers', 'octocat')).toBe(true)
    expect(takeRequests()).toEqual(['GET /orgs/{org}/teams/{team_slug}/memberships/{username}'])
    expect(await host.isMember('example-org/maintainers', hubot.login)).toBe(false)
    expect(takeRequests()).toHaveLength(2)
    await expect(host.isMember('example-org/absent', 'octocat')).rejects.toMatchObject({
      name: 'Fault',
      hint: expect.stringContaining('members: read'),
    })
    const blind = fixture.open({ token: github.token({ contents: 'read' }) })
    await expect(blind.isMember('example-org/maintainers', 'octocat')).rejects.toMatchObject({ name: 'Fault' })
  })
})

describe('pushes on GitHub', () => {
  const activity = 'GET /repos/{owner}/{repo}/activity'

  it('are listed with the accounts that made them, back to a commit', async () => {
    const { host, hosted, octocat, hubot, app, takeRequests } = fixture
    const hubotSha = await hosted.push('topic', { b: '1' }, { by: hubot, parent: first })
    const two = await hosted.push('topic', { b: '2' }, { by: octocat })
    const made = await host.commit({ branch: 'topic', expected: two, message: 'Ours', changes: new Map([['b', '3']]) })
    await hosted.push('other', { b: '4' }, { by: hubot, parent: first })
    takeRequests()
    const appSha = made.end === 'made' ? made.sha : ''
    const times = async (until: string) => (await host.pushes('topic', until)).map(({ actor, after }) => [actor, after])
    expect(await times(first)).toEqual([
      [app.account.login, appSha],
      ['octocat', two],
      ['hubot', hubotSha],
    ])
    expect(takeRequests()).toEqual([activity])
    expect(await times(two)).toEqual([[app.account.login, appSha]])
    expect(await times(appSha)).toEqual([])
  })

  it('are listed over many pages', async () => {
    const { host, hosted, hubot, takeRequests } = fixture
    const start = await hosted.push('topic', { b: '0' }, { by: hubot, parent: first })
    for (let index = 1; index <= 250; index++) {
      hosted.activity.push({
        id: index,
        type: 'push',
        branch: 'topic',
        before: start,
        after: first,
        at: '2026-02-01T10:00:00Z',
        actor: hubot,
      })
    }
    takeRequests()
    expect(await host.pushes('topic', '1'.repeat(40))).toHaveLength(251)
    expect(takeRequests()).toEqual([activity, activity, activity])
  })
})

describe('approval of the last push on GitHub', () => {
  it('is demanded by a ruleset, or by a protection where that may be known', async () => {
    const { host, hosted, open, github, takeRequests } = fixture
    expect(await host.demandsApprovalOfLastPush('main')).toBe(false)
    expect(await host.demandsApprovalOfLastPush('absent')).toBe(false)
    takeRequests()
    hosted.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true } })
    expect(await host.demandsApprovalOfLastPush('main')).toBe(true)
    hosted.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: false } })
    expect(await host.demandsApprovalOfLastPush('main')).toBe(false)
    hosted.protect('main', { by: 'protection', pullRequest: { lastPushApproval: true } })
    expect(await host.demandsApprovalOfLastPush('main')).toBe(false)
    expect(takeRequests()).toEqual(['repository', 'repository', 'repository'])
    const admin = open({ token: github.token({ contents: 'read', administration: 'read' }) })
    expect(await admin.demandsApprovalOfLastPush('main')).toBe(true)
  })
})
