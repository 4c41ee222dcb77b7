import { afterEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../src/core/fault.ts'
import type { ListedComment } from '../../../src/core/host/overview.ts'
import type { Host } from '../../../src/core/host/host.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { QueueUnavailable } from '../../../src/core/lanes.ts'
import { sweep } from '../../../src/app/deliveries/sweep.ts'
import { begunCheck } from '../../../src/render/check-run.ts'
import { scene, type Scene } from '../comments/scene.ts'
import { sweepOnce } from './sweep-once.ts'

let at: Scene | undefined
afterEach(() => at?.github.close())

const soon = () => new Date(Date.now() + 60_000).toISOString()
const longAgo = () => new Date(Date.now() - 3_600_000).toISOString()
const comments = 'GET /repos/{owner}/{repo}/issues/comments'

/** Something is lost for each of the six questions, and the audit has never been. */
async function lostEverything() {
  const testScene = (at = await scene())
  const { repository, octocat, number } = testScene
  const main = await testScene.tip('main')
  await testScene.host.perform([{ do: 'check', run: begunCheck(main) }])
  for (const run of repository.checksOn(main)) Object.assign(run, { startedAt: longAgo() })
  await repository.comment(number, octocat, '/accept TinyGain')
  const group = await repository.push(
    'gh-readonly-queue/main/pr-1',
    { 'README.md': '# Both\n' },
    { by: octocat, parent: main },
  )
  repository.enqueue('main', { head: group, base: main })
  await repository.push('other', { 'PLUGINS.md': 'theirs\n' }, { by: octocat, parent: main })
  await repository.push('release', { 'PLUGINS.md': 'ours\n' }, { by: octocat, parent: main })
  const otherPull = await repository.openPull({ title: 'Other', head: 'other', base: 'release', by: octocat })
  // GitHub computes it at the first request.
  await testScene.host.mergeability(otherPull.number)
  // That is a question of its own.
  const host: Host = { ...testScene.host, presentSince: () => Promise.resolve(longAgo()) }
  return {
    here: testScene,
    ports: { ...testScene.ports, now: soon, host },
    main,
    group,
    number,
    other: otherPull.number,
  }
}

describe('a sweep', () => {
  it.each([undefined, 'comments', 'heads', 'conflicts', 'tip', 'heartbeat', 'groups'] as const)(
    'that gets no answer to the question for its %s answers the others',
    async (question) => {
      const { here, ports, main, group, number, other } = await lostEverything()
      if (question === 'comments')
        here.github.faults.plan({ kind: 'secondary-limit', status: 403, retryAfter: 600 }, { operation: comments })
      else if (question)
        here.github.faults.plan(
          { kind: 'refuse', field: question, type: 'FORBIDDEN' },
          { operation: 'repository', times: 2 },
        )
      const found = await sweepOnce(ports)
      const unless = <Found>(name: typeof question, all: readonly Found[]) => (question === name ? [] : all)
      expect(found.failed).toEqual(question ? [question] : [])
      expect(found.comments.map((comment) => comment.number)).toEqual(unless('comments', [number]))
      expect(found.heads.map((head) => Number(head.split(' ')[0]))).toEqual(unless('heads', [number, other]))
      expect(found.conflicts.map((conflict) => conflict.number)).toEqual(unless('conflicts', [other]))
      expect(found.commits.toSorted()).toEqual([...unless('tip', [main]), ...unless('groups', [group])].toSorted())
      expect(found.beat).toBe(question === 'heartbeat' ? 'unknown' : undefined)
    },
  )

  it('asks for each by itself where all together are too much', async () => {
    const { here, ports, main, group } = await lostEverything()
    here.github.faults.plan({ kind: 'status', status: 502 }, { operation: 'repository', times: 4 })
    const found = await sweepOnce(ports)
    expect(found).toMatchObject({ failed: [], commits: [main, group] })
  })

  it('says of all but the comments that they could not be seen where GitHub has no more time', async () => {
    const { here, ports } = await lostEverything()
    const before = here.github.log.length
    here.github.faults.plan(
      { kind: 'secondary-limit', status: 403, retryAfter: 600 },
      { operation: 'repository', times: 100 },
    )
    const found = await sweepOnce(ports)
    expect(found.failed).toEqual(['heads', 'conflicts', 'tip', 'heartbeat', 'groups'])
    expect(found.comments.length).toBe(1)
    // And it does not go on asking.
    expect(here.github.log.slice(before).filter(({ fields }) => fields.includes('repository')).length).toBe(1)
  })

  it('hands over what it has found before it goes on', async () => {
    const { here, ports, number } = await lostEverything()
    const host: Host = {
      ...ports.host,
      async *commentsSince(moment) {
        yield* here.host.commentsSince(moment)
        throw new Fault('The second page does not come.')
      },
    }
    const found = await sweepOnce({ ...ports, host })
    expect(found.failed).toEqual(['comments'])
    expect(found.comments.map((comment) => comment.number)).toEqual([number])
  })

  it('ends where nothing can be handed over any more', async () => {
    const { ports } = await lostEverything()
    const hand = () => Promise.reject(new QueueUnavailable())
    const options = { since: 0, notes: memoryNotes(Date.now), bases: [], thorough: false, hand }
    await expect(sweep(ports, options)).rejects.toThrow(QueueUnavailable)
  })

  it('finds the queue of a branch that pull requests go to, by itself the next time', async () => {
    const { here, ports } = await lostEverything()
    const base = await here.tip('release')
    const head = await here.repository.push(
      'gh-readonly-queue/release/pr-2',
      { a: '1' },
      { by: here.octocat, parent: base },
    )
    here.repository.enqueue('release', { head, base })
    here.takeRequests()
    const first = await sweepOnce(ports)
    expect(first.commits).toContain(head)
    expect(first.bases).toEqual(['release'])
    const cost = here.takeRequests().length
    const second = await sweepOnce(ports, { bases: first.bases })
    expect(second.commits).toContain(head)
    expect(here.takeRequests().length).toBe(cost - 1)
  })
})

describe('comments', () => {
  it('are read once, as long as they do not change', async () => {
    const testScene = (at = await scene())
    const { repository, octocat, number } = testScene
    const baton = testScene.github.user('baton[bot]')
    const comments = [
      await repository.comment(number, octocat, 'Thanks'),
      await repository.comment(number, octocat, '/accept TinyGain'),
      await repository.comment(number, octocat, '/status'),
      await repository.comment(number, baton, '/status'),
    ]
    const [thanks, accepted] = comments
    if (!thanks || !accepted) throw new TypeError('There are no comments')
    repository.react(accepted, baton, 'rocket')
    let read = 0
    const watched = (comment: ListedComment): ListedComment => ({
      ...comment,
      get text() {
        read += 1
        return comment.text
      },
    })
    const host = {
      ...testScene.host,
      async *commentsSince(moment: string) {
        for await (const page of testScene.host.commentsSince(moment)) yield page.map(watched)
      },
    }
    const notes = memoryNotes(Date.now)
    const sweepOnceMore = async () => {
      read = 0
      testScene.takeRequests()
      const found = await sweepOnce({ ...testScene.ports, host, now: soon }, { notes })
      return {
        found: found.comments.map(({ text }) => text),
        read,
        requests: testScene.takeRequests().filter((operation) => operation === 'nodes').length,
      }
    }
    expect(await sweepOnceMore()).toEqual({ found: ['/status'], read: 4, requests: 1 })
    expect(await sweepOnceMore()).toEqual({ found: ['/status'], read: 1, requests: 1 })
    repository.react(comments[2] ?? thanks, baton, 'rocket')
    expect(await sweepOnceMore()).toEqual({ found: [], read: 1, requests: 1 })
    expect(await sweepOnceMore()).toEqual({ found: [], read: 0, requests: 0 })
    await repository.edit(thanks, octocat, '/accept TinyGain')
    Object.assign(thanks, { updatedAt: soon() })
    expect(await sweepOnceMore()).toEqual({ found: ['/accept TinyGain'], read: 1, requests: 1 })
  })
})
