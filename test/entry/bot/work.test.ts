import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ports } from '../../../src/app/ports.ts'
import { heldHost } from '../../../src/app/deliveries/hosts.ts'
import { ignoredAuthors } from '../../../src/app/comments/authorization/ignored-authors.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { Fault } from '../../../src/core/fault.ts'
import { LaneTaken, RetryLater, QueueUnavailable, type Notes, type WaitAside } from '../../../src/core/lanes.ts'
import type { WebhookTask } from '../../../src/app/deliveries/events.ts'
import { laneOf, type InstalledRepository, type Job } from '../../../src/entry/bot/jobs.ts'
import { makeLog, type Fields } from '../../../src/entry/bot/log.ts'
import { outages } from '../../../src/entry/bot/outages.ts'
import { rechecks } from '../../../src/entry/bot/rechecks.ts'
import { worker } from '../../../src/entry/bot/work.ts'
import { Failure } from '../../../src/gateways/github/requests/failure.ts'
import { pullSubject } from '../../../src/app/validate/event.ts'
import { delivered, scene, type Scene } from '../../app/comments/scene.ts'
import type { Comment } from '../../github/state/conversations.ts'

const at: InstalledRepository = { installation: 1, id: 7, owner: 'octocat', repo: 'plugins' }

let testScene: Scene
beforeAll(async () => {
  testScene = await scene()
})
afterAll(() => testScene.github.close())

let lines: Readonly<Record<string, unknown>>[] = []
let added: Job[] = []
beforeEach(() => {
  lines = []
  added = []
})

const job = (task: WebhookTask, delivery = 'd'): Job => ({ at, task, delivery, came: Date.now() })

const handle = (comment: Comment, number = testScene.number): Job =>
  job({ do: 'handle', comment: delivered(comment, number) }, String(comment.id))

/** Does a batch; what it works with may be changed. */
const run = (
  jobs: readonly Job[],
  {
    notes = memoryNotes(Date.now),
    hold = () => Promise.resolve(),
    ports = {},
    sweep = () => Promise.resolve({}),
    add = (newJobs: readonly Job[]) => Promise.resolve(void added.push(...newJobs)),
    aside = (waiting) => waiting,
  }: {
    readonly notes?: Notes
    readonly hold?: () => Promise<void>
    readonly ports?: Partial<Ports>
    readonly sweep?: () => Promise<Fields>
    readonly add?: (jobs: readonly Job[]) => Promise<void>
    readonly aside?: WaitAside
  } = {},
) => {
  const { log } = makeLog({
    level: 'info',
    secrets: [],
    to: { write: (line) => void lines.push(JSON.parse(line) as never) },
  })
  const all = worker({
    log,
    logActor: true,
    open: (_, { hold: jobHold }) =>
      Promise.resolve({
        ports: { ...testScene.ports, host: heldHost(testScene.host, jobHold), ...ports },
        requests: () => 0,
        end: () => Promise.resolve(),
      }),
    ignoredAuthors: () => ignoredAuthors(memoryNotes(Date.now), 'r7'),
    audits: { run: () => Promise.resolve(undefined) },
    conflicts: { forget: () => Promise.resolve() },
    tips: { forget: () => Promise.resolve() },
    rechecks: rechecks(notes),
    outages: outages(notes, Date.now, [10_000]),
    sweep,
    add,
  })
  return all('lane', jobs, hold, aside)
}

const check = async (): Promise<Job> => {
  const head = await testScene.tip()
  return job({
    do: 'check',
    recheck: false,
    of: testScene.number,
    subject: pullSubject({ head, base: 'main', branch: 'work', fork: false }),
  })
}

const writes = () => testScene.github.log.filter(({ writes: isWrite }) => isWrite).length

describe('a batch', () => {
  it('leaves out comments that were deleted, in whatever order that came', async () => {
    const comment = await testScene.repository.comment(testScene.number, testScene.octocat, '/accept TinyGain')
    const forget = job({ do: 'forget', number: testScene.number, comment: comment.id }, 'gone')
    for (const jobs of [
      [handle(comment), forget],
      [forget, handle(comment)],
    ]) {
      lines = []
      await run(jobs)
      expect(lines).toMatchObject([{ task: 'handle', outcome: 'forgotten', delivery: String(comment.id) }])
    }
    expect(comment.reactions).toEqual([])
  })

  it('changes nothing, and does nothing more, once its lane is another process\u2019s', async () => {
    const comment = await testScene.repository.comment(testScene.number, testScene.octocat, '/accept TinyGain')
    const before = writes()
    await expect(
      run([handle(comment), await check()], { hold: () => Promise.reject(new LaneTaken()) }),
    ).rejects.toThrow(LaneTaken)
    expect(writes()).toBe(before)
    expect(lines).toEqual([])
    expect(testScene.repository.checksOn(await testScene.tip())).toEqual([])
  })

  it('goes on later with the check alone, where another process is at it', async () => {
    const comment = await testScene.repository.comment(testScene.number, testScene.octocat, '/status TinyGain')
    const jobs = [handle(comment), await check()]
    const later = await run(jobs, { ports: { claim: () => Promise.resolve(undefined) } }).catch(
      (error: unknown) => error,
    )
    expect(later).toBeInstanceOf(RetryLater)
    expect((later as RetryLater).remaining).toEqual([jobs[1]])
    expect((later as RetryLater).until).toBe(Date.parse(testScene.ports.now()) + 2000)
    expect(lines).toMatchObject([{ task: 'handle', outcome: 'unchanged', batch: 2 }])
  })

  it('does the others where one fails', async () => {
    const comment = await testScene.repository.comment(testScene.number, testScene.octocat, '/status TinyGain')
    await run([job({ do: 'recheck', head: 'f'.repeat(40) }, 'lost'), handle(comment)], {
      ports: { claim: () => Promise.reject(new TypeError('It broke')) },
    })
    expect(lines.map(({ task, outcome, msg }) => [task, outcome, msg])).toEqual([
      ['handle', 'unchanged', undefined],
      [undefined, undefined, 'A fault of Baton itself: TypeError.'],
      ['recheck', 'failed', undefined],
    ])
    expect(lines[1]).toMatchObject({ deliveries: ['lost'], installation: 1, repository: 'octocat/plugins' })
  })

  it('warns where GitHub refuses a part of the answer', async () => {
    const comment = await testScene.repository.comment(testScene.number, testScene.octocat, '/status TinyGain')
    testScene.github.faults.plan(
      { kind: 'refuse', field: 'addComment', type: 'FORBIDDEN' },
      { operation: 'addComment' },
    )
    await run([handle(comment)])
    expect(lines.map(({ level, task, outcome, msg }) => [level, task, outcome, msg])).toEqual([
      [
        'warn',
        undefined,
        undefined,
        expect.stringMatching(/^Not all of the answer can be seen on GitHub\. GitHub refuses/),
      ],
      ['info', 'handle', 'unchanged', undefined],
    ])
  })

  it('has a commit that is to be checked again wait in line with its pull request', async () => {
    await run([job({ do: 'recheck', head: await testScene.tip() })])
    expect(added).toMatchObject([{ task: { do: 'check', recheck: true, of: testScene.number } }])
    expect(lines).toEqual([])
    expect(added.map(({ task }) => laneOf(at, task))).toEqual([`r7#${testScene.number}`])
  })

  it('checks a commit again once for each delivery, however often that comes, and though a process ended', async () => {
    const { repository, ports, host } = testScene
    const head = await repository.push('again', { 'README.md': '# Again\n' }, { by: testScene.octocat })
    const again = (delivery: string) => job({ do: 'recheck', head }, delivery)
    const notes = memoryNotes(Date.now)
    const countAfter = async (jobs: readonly Job[], changed: Partial<Ports> = {}) => {
      await run(jobs, { notes, ports: changed }).catch(() => undefined)
      return repository.checksOn(head).map(({ status }) => status)
    }
    const [done, open] = ['completed', 'in_progress']
    expect(await countAfter([again('first'), again('first')])).toEqual([done])
    expect(await countAfter([again('first')])).toEqual([done])
    const perform: typeof host.perform = (effects) =>
      effects[0]?.do === 'conclude' ? Promise.reject(new LaneTaken()) : host.perform(effects)
    expect((await countAfter([again('second')], { host: { ...host, perform } })).toSorted()).toEqual([done, open])
    expect(await countAfter([again('second')])).toEqual([done, done])
    expect(await countAfter([again('second')], ports)).toEqual([done, done])
  })

  it('logs of an edit whether its author got a reply', async () => {
    const comment = await testScene.repository.comment(testScene.number, testScene.octocat, 'Hello')
    const edit = (text: string) =>
      job({
        do: 'report-edit',
        edit: { comment: delivered(comment, testScene.number, { text }), by: 'octocat', before: [] },
      })
    for (const text of ['Hello you', '/accept TinyGain', '/accept TinyGain please']) await run([edit(text)])
    const line = { outcome: 'reported', comment: comment.id, actor: 'octocat', code: 'COMMENT_EDITED' }
    expect(lines).toMatchObject([{ task: 'report-edit', outcome: 'ignored' }, line, { outcome: 'ignored' }])
    expect(lines[0]).not.toHaveProperty('actor')
  })

  it('is left, and not a fault, where the queue accepts nothing more', async () => {
    const recheck = job({ do: 'recheck', head: await testScene.tip() })
    const end = await run([recheck], { add: () => Promise.reject(new QueueUnavailable()) }).catch(
      (error: unknown) => error,
    )
    expect(lines).toMatchObject([{ level: 'info', task: 'recheck', outcome: 'unavailable' }])
    // Where what waits outlives the process, it is not done.
    expect(end).toBeInstanceOf(RetryLater)
    expect(end).toMatchObject({ remaining: [recheck] })
  })

  it('is put off whole, and once, where GitHub does not answer; then the sweep is left to find it', async () => {
    const comment = await testScene.repository.comment(testScene.number, testScene.octocat, '/accept TinyGain')
    const jobs = [handle(comment), await check()]
    const notes = memoryNotes(Date.now)
    const away = () => Promise.reject(new Fault('x', { cause: new Failure(502, 'x') }))
    const ports = { claim: away, host: { ...testScene.host, conversation: away } as typeof testScene.host }
    const end = await run(jobs, { notes, ports }).catch((error: unknown) => error)
    expect(end).toMatchObject({ name: 'RetryLater', remaining: jobs })
    expect(lines.map(({ level, outcome }) => [level, outcome])).toEqual([
      ['warn', undefined],
      ['warn', undefined],
    ])
    lines = []
    await run(jobs, { notes, ports })
    expect(lines.flatMap(({ outcome }) => outcome ?? [])).toEqual(['failed', 'failed'])
  })

  it.each(['createCommitOnBranch', 'createCheckRun'])(
    'waits until the limit of GitHub ends, however often it is met: %s',
    async (operation) => {
      const limitedScene = await scene()
      const { github, repository, number, octocat, ports } = limitedScene
      try {
        const comment = await repository.comment(number, octocat, '/accept TinyGain')
        const jobs = [handle(comment, number)]
        const notes = memoryNotes(Date.now)
        github.faults.plan({ kind: 'primary-limit' }, { operation })
        for (let attempt = 1; attempt <= 5; attempt++) {
          const end = await run(jobs, { notes, ports }).catch((error: unknown) => error)
          expect(end).toMatchObject({ name: 'RetryLater', remaining: jobs, until: github.limits.hourEnds * 1000 })
        }
        expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(['warn']))
        expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes'])
        expect(repository.commentsOn(number)).toHaveLength(1)
      } finally {
        await github.close()
      }
    },
  )

  it('of a round is not put off where GitHub does not answer: it comes again by itself', async () => {
    const fail = () => Promise.reject(new Fault('x', { cause: new Failure(502, 'x') }))
    await run([job({ do: 'sweep' })], { sweep: fail })
    expect(lines.flatMap(({ outcome }) => outcome ?? [])).toEqual(['failed'])
  })

  it('leaves its place to others while GitHub finds out whether a pull request conflicts with its base', async () => {
    const host = { ...testScene.host, mergeability: () => Promise.resolve('unknown' as const) }
    const pauses: Promise<unknown>[] = []
    const pause = () => {
      pauses.push(Promise.resolve())
      return pauses.at(-1) ?? Promise.resolve()
    }
    const waitedAside: Promise<unknown>[] = []
    await run([job({ do: 'resolve', number: testScene.number })], {
      ports: { host, pause },
      aside: (waiting) => {
        waitedAside.push(waiting)
        return waiting
      },
    })
    expect(lines.map(({ task, outcome }) => [task, outcome])).toEqual([['resolve', 'none']])
    expect(waitedAside).toEqual(pauses)
    expect(pauses.length).toBe(3)
  })

  it('counts a comment once that was delivered again and found by the sweep', async () => {
    const comment = await testScene.repository.comment(testScene.number, testScene.octocat, '/accept TinyGain')
    const jobs = ['first', 'again', 'sweep'].map((delivery) => ({ ...handle(comment), delivery }))
    await run(jobs)
    await run([handle(comment)])
    expect(lines.map(({ outcome }) => outcome)).toEqual(['changed', 'repeated', 'repeated', 'ignored'])
    expect(new Set(lines.slice(0, 3).map(({ commit }) => commit)).size).toBe(1)
  })
})

describe('lanes are called after', () => {
  const head = 'a'.repeat(40)
  const subject = { head, review: true }
  it.each<readonly [WebhookTask, string]>([
    [{ do: 'forget', number: 3, comment: 1 }, 'r7#3'],
    [{ do: 'resolve', number: 3 }, 'r7#3 resolve'],
    [{ do: 'check', subject, recheck: false, of: 3 }, 'r7#3'],
    [{ do: 'check', subject, recheck: false }, `r7@${head}`],
    [{ do: 'recheck', head }, `r7@${head}`],
    [{ do: 'push' }, 'r7 push'],
    [{ do: 'sweep' }, 'r7 sweep'],
    [{ do: 'audit' }, 'r7 audit'],
  ])('%j', (task, lane) => {
    expect(laneOf(at, task)).toBe(lane)
    // A repository that has got another name is the same.
    expect(laneOf({ ...at, owner: 'example-org', repo: 'renamed' }, task)).toBe(lane)
  })
})
