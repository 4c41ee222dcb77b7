import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Line } from './here.ts'
import { installedHere, type InstalledHere } from './installed.ts'

let at: InstalledHere | undefined
afterEach(() => at?.end())

const role = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
const roles = (requests: readonly string[]) => requests.filter((operation) => operation === role).length
const isHandled = ({ task, commands }: Line) => task === 'handle' && commands !== undefined

/** Requests by operation, for a message that says more than a number. */
const countsOf = (requests: readonly string[]) => {
  const found: Record<string, number> = {}
  for (const request of requests) found[request] = (found[request] ?? 0) + 1
  return found
}

describe('an account without permissions', () => {
  it.each([
    ['in one conversation', 1],
    ['in thirty', 30],
  ])('costs one role, for thirty comments %s in three sweeps', async (_, places) => {
    at = await installedHere({ isPrivate: false })
    const { github, repository, octocat, here } = at
    const stranger = github.user('stranger')
    const numbers: number[] = []
    for (let index = 0; index < places; index++)
      numbers.push((await repository.openIssue({ title: `${index}`, by: octocat })).number)
    github.webhooks.plan('lost', { times: 90, event: 'issue_comment' })
    for (let index = 0; index < 30; index++)
      await repository.comment(numbers[index % places] ?? 0, stranger, '/accept TinyGain')
    await github.webhooks.settled()
    at.takeRequests()
    await at.swept()
    expect(countsOf(at.takeRequests())).toMatchObject({ [role]: 1 })
    for (let sweep = 0; sweep < 2; sweep++) {
      await at.swept()
      expect(roles(at.takeRequests())).toBe(0)
    }
    expect(numbers.flatMap((number) => repository.commentsOn(number)).flatMap(({ reactions }) => reactions)).toEqual([])
    expect(here.lines.filter(isHandled)).toEqual([])
  })

  it('costs nothing the second time in a conversation, and is heard a minute after being let in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      at = await installedHere({ isPrivate: false })
      const { github, repository, octocat, here } = at
      const stranger = github.user('stranger')
      const number = await at.pull('work')
      const issueNumber = (await repository.openIssue({ title: 'Other', by: octocat })).number
      await here.until(({ task }) => task === 'resolve')
      const ignored = async (count: number) =>
        here.until(({ task, outcome }) => task === 'handle' && outcome === 'ignored', count)
      at.takeRequests()
      const first = await repository.comment(number, stranger, '/status')
      await ignored(1)
      expect(roles(at.takeRequests())).toBe(1)
      const second = await repository.comment(number, stranger, '/status')
      await ignored(2)
      await repository.edit(second, stranger, '/status TinyGain')
      await here.until(({ task, outcome }) => task === 'report-edit' && outcome === 'ignored')
      expect(at.takeRequests()).toEqual([])
      // Elsewhere it may be a person's own pull request.
      await repository.comment(issueNumber, stranger, '/status')
      await ignored(3)
      expect(roles(at.takeRequests())).toBe(1)

      repository.collaborator(stranger, 'write')
      vi.setSystemTime(Date.now() + 61_000)
      const third = await repository.comment(number, stranger, '/accept TinyGain')
      await here.until(isHandled)
      // Earlier comments are never run, however often they are delivered or searched for.
      await at.swept()
      expect([first, second, third].map(({ reactions }) => reactions.map(({ content }) => content))).toEqual([
        [],
        [],
        ['eyes', 'rocket'],
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is looked up again when the role could not be found out', async () => {
    at = await installedHere()
    const { github, repository, octocat, here } = at
    const number = await at.pull('work')
    github.webhooks.plan('lost', { times: 3, event: 'issue_comment' })
    const comment = await repository.comment(number, octocat, '/accept TinyGain')
    await here.until(({ task }) => task === 'resolve')
    // The sweep reads it once, and the handling of the comment twice more, four times each.
    for (let time = 0; time < 12; time++) github.faults.plan({ kind: 'status', status: 502 }, { operation: role })
    await at.swept()
    expect(comment.reactions).toEqual([])
    await at.swept()
    expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes', 'rocket'])
  })
})

describe('an idle sweep', () => {
  it.each([
    [1, 5],
    [100, 5],
    [101, 6],
    [250, 7],
  ])('of a repository with %i open pull requests', async (count, maxRequests) => {
    at = await installedHere()
    const { github, repository, octocat, here } = at
    const number = await at.pull('work')
    await here.until(({ task }) => task === 'resolve')
    await repository.comment(number, octocat, '/accept TinyGain')
    await here.until(isHandled)
    const head = (await repository.tip('work')) ?? ''
    github.webhooks.plan('lost', { times: count, event: 'pull_request' })
    for (let index = 1; index < count; index++) {
      repository.git.move(`refs/heads/work-${index}`, head)
      await repository.openPull({ title: `${index}`, head: `work-${index}`, base: 'main', by: octocat })
    }
    await github.webhooks.settled()
    // A failed job is not repeated: that is another matter.
    at.app.app.deliveries.splice(0)
    await at.swept()
    const found: (readonly string[])[] = []
    for (let sweep = 0; sweep < 2; sweep++) {
      at.takeRequests()
      expect(await at.swept()).toMatchObject({ comments: 0, heads: 0, groups: 0 })
      found.push(at.takeRequests())
    }
    expect(found.map((requests) => requests.slice(maxRequests))).toEqual([[], []])
  })
})

describe('a sweep that gets no answer to one question', () => {
  it('names it, and has its other findings done', async () => {
    at = await installedHere()
    const { github, repository, octocat, here } = at
    const number = await at.pull('work')
    await here.until(({ task }) => task === 'resolve')
    github.webhooks.plan('lost', { times: 2, event: 'issue_comment' })
    const comment = await repository.comment(number, octocat, '/accept TinyGain')
    github.faults.plan({ kind: 'refuse', field: 'groups', type: 'FORBIDDEN' }, { operation: 'repository', times: 20 })
    expect(await at.swept()).toMatchObject({ outcome: 'swept', comments: 1, failed: ['groups'] })
    expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes', 'rocket'])
    expect(here.lines.filter(({ level }) => level === 'error')).toMatchObject([{ task: 'sweep', fault: true }])
  })
})
