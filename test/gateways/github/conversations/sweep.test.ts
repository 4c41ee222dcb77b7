import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedComment } from '../../../../src/core/host/overview.ts'
import type { Host } from '../../../../src/core/host/host.ts'
import { cache } from '../../../../src/gateways/github/requests/cache.ts'
import { place, type Place } from '../place.ts'

let fixture: Place
beforeEach(async () => {
  fixture = await place()
  await fixture.hosted.push('main', { a: '1' }, { by: fixture.octocat })
  fixture.takeRequests()
})
afterEach(() => fixture.github.close())

const comments = 'GET /repos/{owner}/{repo}/issues/comments'
const pulls = 'GET /repos/{owner}/{repo}/pulls'
const longAgo = '2026-01-01T00:00:00Z'

async function pagesSince(host: Host, moment: string): Promise<readonly (readonly ListedComment[])[]> {
  const pages: (readonly ListedComment[])[] = []
  for await (const page of host.commentsSince(moment)) pages.push(page)
  return pages
}

const statuses = () => fixture.github.log.splice(0).map(({ status, operation }) => `${operation} ${status}`)

describe('comments since a moment', () => {
  it('are listed of all conversations, page by page', async () => {
    const { host, hosted, octocat, hubot, app, takeRequests } = fixture
    const issue = await hosted.openIssue({ title: 'One', by: octocat })
    const two = await hosted.openIssue({ title: 'Two', by: octocat })
    const first = await hosted.comment(two.number, hubot, '/accept TinyGain')
    const second = await hosted.comment(issue.number, app.account, 'Done')
    const deletedComment = await hosted.comment(issue.number, octocat, '/help')
    await hosted.deleteComment(deletedComment, octocat)
    takeRequests()
    expect(await pagesSince(host, longAgo)).toEqual([
      [
        {
          id: first.id,
          node: first.node,
          number: two.number,
          author: 'hubot',
          bot: false,
          text: '/accept TinyGain',
          at: first.createdAt,
          changed: first.updatedAt,
        },
        {
          id: second.id,
          node: second.node,
          number: issue.number,
          author: 'baton[bot]',
          bot: true,
          text: 'Done',
          at: second.createdAt,
          changed: second.updatedAt,
        },
      ],
    ])
    expect(takeRequests()).toEqual([comments])
    expect(await pagesSince(host, '2090-01-01T00:00:00Z')).toEqual([[]])
  })

  it('are only sent again where they are not the same, also to another host of the process', async () => {
    const { open, hosted, octocat, takeRequests } = fixture
    const sharedCache = cache(1 << 20)
    const { number } = await hosted.openIssue({ title: 'One', by: octocat })
    for (let index = 0; index < 101; index++) await hosted.comment(number, octocat, `${index}`)
    takeRequests()
    expect(
      (await pagesSince(open({ cache: sharedCache }), '2026-01-01T10:01:00Z')).map(({ length }) => length),
    ).toEqual([100, 1])
    expect(statuses()).toEqual([`${comments} 200`, `${comments} 200`])
    await hosted.comment(number, octocat, 'more')
    takeRequests()
    // A moment later in the same hour, it is the same question.
    expect(
      (await pagesSince(open({ cache: sharedCache }), '2026-01-01T10:59:00Z')).map(({ length }) => length),
    ).toEqual([100, 2])
    expect(statuses()).toEqual([`${comments} 304`, `${comments} 200`])
  })
})

describe('comments as they are there now', () => {
  it('say how they were edited and reacted to; what is deleted meanwhile is left out', async () => {
    const { host, hosted, octocat, hubot, app, takeRequests } = fixture
    const { number } = await hosted.openIssue({ title: 'One', by: octocat })
    const first = await hosted.comment(number, hubot, '/accept TinyGain')
    const second = await hosted.comment(number, octocat, '/status')
    const deletedComment = await hosted.comment(number, octocat, '/help')
    hosted.react(first, app.account, '-1')
    await hosted.edit(second, hubot, '/status TinyGain')
    await hosted.deleteComment(deletedComment, octocat)
    takeRequests()
    expect(await host.comments([first, second, deletedComment].map(({ node }) => node))).toMatchObject([
      { id: first.id, author: 'hubot', edited: false, reactions: ['-1'], text: '/accept TinyGain' },
      { id: second.id, edited: true, editor: 'hubot', reactions: [], text: '/status TinyGain' },
    ])
    expect(takeRequests()).toEqual(['nodes'])
  })
})

describe('open pull requests', () => {
  it('are listed with their heads, and only sent again where they changed', async () => {
    const { host, hosted, octocat, hubot, takeRequests } = fixture
    const tip = await host.tip('main')
    const head = await hosted.push('topic', { b: '1' }, { by: hubot, parent: tip ?? '' })
    const { number } = await hosted.openPull({ title: 'A topic', head: 'topic', base: 'main', by: hubot })
    await hosted.push('other', { b: '2' }, { by: hubot, parent: tip ?? '' })
    const closedPull = await hosted.openPull({ title: 'Another', head: 'other', base: 'main', by: hubot })
    await hosted.close(closedPull.number, octocat)
    takeRequests()
    const expected = [
      { number, head, branch: 'topic', base: 'main', fork: false, updatedAt: expect.stringMatching(/^\d{4}-/) },
    ]
    expect(await host.pulls()).toEqual(expected)
    expect(await host.pulls()).toEqual(expected)
    expect(statuses()).toEqual([`${pulls} 200`, `${pulls} 304`])
  })
})

describe('the budget of requests', () => {
  it('is left for commands by what can wait, and for the end of a command by the next', async () => {
    const { host, hosted, octocat, github, waits } = fixture
    const { number } = await hosted.openIssue({ title: 'One', by: octocat })
    // Nothing is known before the first answer.
    github.limits.requestsPerHour = 200
    expect(await host.role('octocat')).toBeDefined()
    await expect(host.pulls()).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('requests are left'),
      hint: 'Run it again then.',
    })
    expect(await host.conversation(number, [])).toBeDefined()
    github.limits.requestsPerHour = 12
    expect(await host.role('octocat')).toBeDefined()
    expect(await host.tip('main')).toBeDefined()
    const before = github.log.length
    await expect(pagesSince(host, longAgo)).rejects.toMatchObject({ name: 'Fault' })
    expect(github.log).toHaveLength(before)
    expect(waits).toEqual([])
  })
})

describe('merge groups', () => {
  it('are none where the queue is not shown to us', async () => {
    const { host, hosted, octocat, github } = await place()
    const head = await hosted.push('main', { a: '1' }, { by: octocat })
    hosted.enqueue('main', { head, base: head })
    expect(await host.mergeGroups('main')).toEqual([])
    await github.close()
  })
})
