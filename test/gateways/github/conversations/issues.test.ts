import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { place, type Place } from '../place.ts'

let fixture: Place
beforeEach(async () => {
  fixture = await place()
  await fixture.hosted.push('main', { a: '1' }, { by: fixture.octocat })
  fixture.takeRequests()
})
afterEach(() => fixture.github.close())

const marker = '<!-- baton: audit -->'
const longAgo = '2026-01-01T00:00:00Z'
const text = `${marker}\nWhat was found`

describe('issues of our own', () => {
  it('are found by marker and author, the newest first, as they stand', async () => {
    const { host, hosted, hubot, app, takeRequests } = fixture
    const first = await hosted.openIssue({ title: 'One', body: text, by: app.account })
    await hosted.openIssue({ title: 'Two', body: text, by: hubot })
    await hosted.openIssue({ title: 'Three', body: `Not ${marker}`, by: app.account })
    const last = await hosted.openIssue({ title: 'Four', body: text, by: app.account })
    await hosted.close(first.number, hubot)
    hosted.lock(last.number)
    takeRequests()
    expect(await host.ownIssues(marker)).toEqual([
      {
        node: last.node,
        number: 4,
        title: 'Four',
        text,
        open: true,
        locked: true,
        untouched: true,
        writtenAt: hosted.conversation(last.number)?.createdAt,
      },
      {
        node: first.node,
        number: 1,
        title: 'One',
        text,
        open: false,
        locked: false,
        untouched: true,
        writtenAt: hosted.conversation(first.number)?.createdAt,
      },
    ])
    expect(takeRequests()).toEqual(['repository'])
  })

  it('are untouched until another account edits the text, and again once we do; titles are ignored', async () => {
    const { host, hosted, octocat, app } = fixture
    const { number } = await hosted.openIssue({ title: 'One', body: text, by: app.account })
    const untouched = async () => (await host.ownIssues(marker))?.map((issue) => issue.untouched)
    hosted.rewrite(number, octocat, { title: 'Another' })
    expect(await untouched()).toEqual([true])
    hosted.rewrite(number, octocat, { body: `${text}!` })
    expect(await untouched()).toEqual([false])
    hosted.rewrite(number, app.account, { body: text })
    expect(await untouched()).toEqual([true])
  })

  it('are looked for page by page', async () => {
    const { host, hosted, app, takeRequests } = fixture
    await hosted.openIssue({ title: 'One', body: text, by: app.account })
    for (let index = 0; index < 50; index++) await hosted.openIssue({ title: 'Other', by: app.account })
    takeRequests()
    expect(await host.ownIssues(marker)).toMatchObject([{ number: 1 }])
    expect(takeRequests()).toEqual(['repository', 'repository'])
  })

  it('are found all the same where the host finds none by the login of an app', async () => {
    const { host, hosted, hubot, app, takeRequests } = fixture
    await hosted.openIssue({ title: 'One', body: text, by: app.account })
    await hosted.openIssue({ title: 'Two', body: text, by: hubot })
    await hosted.openIssue({ title: 'Three', body: text, by: app.account })
    hosted.findingApps(false)
    takeRequests()
    expect(await host.ownIssues(marker)).toMatchObject([{ number: 3 }, { number: 1 }])
    expect(takeRequests()).toEqual(['repository', 'repository', 'nodes'])
  })

  it('are none where the repository has none', async () => {
    fixture.hosted.issues(false)
    expect(await fixture.host.ownIssues(marker)).toBeUndefined()
  })

  it('are opened, rewritten, closed and opened again', async () => {
    const { host, hosted } = fixture
    const [opened] = await host.perform([{ do: 'open', title: 'One', text }])
    expect(opened?.end).toBe('done')
    const [issue] = (await host.ownIssues(marker)) ?? []
    expect(hosted.conversation(1)).toMatchObject({ title: 'One', body: text, closedAt: undefined })
    const rewrite = (words: string, open: boolean) =>
      host.perform([{ do: 'rewrite', issue: issue?.node ?? '', text: words, open }])
    expect(await rewrite(`${text} 2`, true)).toMatchObject([{ end: 'done' }])
    expect(hosted.conversation(1)).toMatchObject({ title: 'One', body: `${text} 2`, closedAt: undefined })
    await rewrite(`${text} 3`, false)
    expect(hosted.conversation(1)).toMatchObject({ body: `${text} 3`, closedAt: expect.any(String) })
    await host.perform([{ do: 'rewrite', issue: issue?.node ?? '', title: 'Two', text: `${text} 4`, open: false }])
    expect(hosted.conversation(1)).toMatchObject({ title: 'Two', body: `${text} 4` })
    await rewrite(text, true)
    expect(hosted.conversation(1)).toMatchObject({ title: 'Two', body: text, closedAt: undefined })
  })

  it('are cut to what GitHub takes, and a lost answer to an edit is no reason to give up', async () => {
    const { host, hosted, github } = fixture
    await host.perform([{ do: 'open', title: 'One', text: text + 'x'.repeat(70_000) }])
    expect(hosted.conversation(1).body.length).toBeLessThanOrEqual(65_536)
    const [issue] = (await host.ownIssues(marker)) ?? []
    github.faults.plan({ kind: 'reset', after: true }, { operation: 'updateIssue' })
    expect(await host.perform([{ do: 'rewrite', issue: issue?.node ?? '', text, open: false }])).toMatchObject([
      { end: 'done' },
    ])
    github.faults.plan({ kind: 'reset', after: true }, { operation: 'createIssue' })
    expect(await host.perform([{ do: 'open', title: 'Two', text }])).toEqual([{ end: 'unclear' }])
    expect(hosted.conversations).toHaveLength(2)
  })
})

describe('what begins as our texts do', () => {
  it('lists issues and comments of other accounts, changed since a moment', async () => {
    const { host, hosted, hubot, app, takeRequests } = fixture
    await hosted.openIssue({ title: 'One', body: text, by: hubot })
    await hosted.openIssue({ title: 'Two', body: text, by: app.account })
    await hosted.comment(2, hubot, '<!-- baton: state -->')
    await hosted.comment(2, app.account, '<!-- baton: state -->')
    await hosted.comment(2, hubot, '> <!-- baton: state -->')
    takeRequests()
    expect(await host.forged('<!-- baton: ', longAgo)).toEqual([
      { number: 1, author: 'hubot' },
      { number: 2, author: 'hubot' },
    ])
    expect(takeRequests()).toEqual(['repository', 'GET /repos/{owner}/{repo}/issues/comments'])
    expect(await host.forged('<!-- baton: ', '2090-01-01T00:00:00Z')).toEqual([])
  })
})
