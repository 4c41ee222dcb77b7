import { beforeEach, describe, expect, it } from 'vitest'
import { checkHead, placeOfHead } from '../../../src/app/review/check-head.ts'
import { handoffPath, inHandoff, inProgressSample, sample } from '../../../src/protocols/plugin/examples.ts'
import type { Fault } from '../../github/faults.ts'
import { declared, item } from '../../entry/declared.ts'
import type { Files } from '../../entry/programs.ts'
import { sceneBefore } from '../comments/scene.ts'

const subjectOf = (head: string) => ({ head, base: { kind: 'branch', branch: 'main' }, review: true }) as const

describe('a head', () => {
  const at = sceneBefore()
  let head = ''
  let next = 0
  beforeEach(async () => {
    next += 1
    head = await at.repository.push('work', { 'README.md': `# ${next}\n` }, { by: at.octocat })
  })
  const runs = () => at.repository.checksOn(head)

  it('is shown to be checked, and then concluded', async () => {
    let begun: unknown
    at.github.before('updateCheckRun', () => (begun = runs().map(({ status }) => status)))
    expect(await checkHead(at.ports, subjectOf(head))).toEqual({ conclusion: 'success', again: false })
    expect(begun).toEqual(['in_progress'])
    expect(runs()).toMatchObject([{ name: 'baton', key: head, status: 'completed', conclusion: 'success' }])
  })

  it('is checked once, unless a check is requested again', async () => {
    await checkHead(at.ports, subjectOf(head))
    expect(await checkHead(at.ports, subjectOf(head))).toEqual({ conclusion: 'success', again: true })
    expect(runs().length).toBe(1)
    expect(await checkHead(at.ports, subjectOf(head), { recheck: true })).toEqual({
      conclusion: 'success',
      again: false,
    })
    expect(runs().map(({ status }) => status)).toEqual(['completed', 'completed'])
  })

  it('costs no request where it is known that we have checked it, unless a check is requested again', async () => {
    const checked = {
      of: () => Promise.resolve('failure'),
      note: () => Promise.reject(new Error('It is not ours to note')),
    }
    at.takeRequests()
    expect(await checkHead({ ...at.ports, checked }, subjectOf(head))).toEqual({ conclusion: 'failure', again: true })
    expect(at.takeRequests()).toEqual([])
    expect(await checkHead({ ...at.ports, checked }, subjectOf(head), { recheck: true })).toEqual({
      conclusion: 'success',
      again: false,
    })
  })

  it('that a command has brought is noted as checked once its check run is there', async () => {
    const noted = new Map<string, string>()
    const checked = {
      of: (sha: string) => Promise.resolve(noted.get(sha)),
      note: (sha: string, conclusion: string) => Promise.resolve(void noted.set(sha, conclusion)),
    }
    const ports = { ...at.ports, checked }
    at.github.faults.plan({ kind: 'refuse', field: 'e2', type: 'FORBIDDEN' }, { operation: 'createCheckRun' })
    await at.postComment('/accept TinyGain', { ports })
    expect([...noted]).toEqual([])
    await at.postComment('/handback TinyGain success', { ports })
    const tip = await at.tip()
    expect([...noted]).toEqual([[tip, 'success']])
    expect(at.repository.checksOn(tip)).toMatchObject([{ conclusion: 'success' }])
  })

  it('is known as that of its pull request, of a fork too; else it stands for itself', async () => {
    expect(await placeOfHead(at.ports, head)).toEqual({
      subject: { ...subjectOf(head), branch: 'work', writable: true },
      of: at.number,
    })
    const main = await at.tip('main')
    expect(await placeOfHead(at.ports, main)).toEqual({
      subject: { head: main, review: false, writable: true },
      of: undefined,
    })
    const mona = at.person('mona')
    const fork = at.repository.fork(mona)
    const forkHead = await fork.push('theirs', { 'README.md': '# Theirs\n' }, { by: mona, parent: main })
    const { number } = await at.repository.openPull({
      title: 'Theirs',
      head: 'theirs',
      base: 'main',
      by: mona,
      from: fork,
    })
    expect(await placeOfHead(at.ports, forkHead)).toEqual({
      subject: { ...subjectOf(forkHead), branch: 'theirs' },
      of: number,
    })
  })

  it('does not take another app\u2019s check run of that name for ours', async () => {
    const token = at.github.token({ checks: 'write' }, { repositories: [at.repository] })
    await fetch(`${at.github.url}/repos/octocat/plugins/check-runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'baton', head_sha: head, status: 'completed', conclusion: 'success' }),
    })
    expect(await checkHead(at.ports, subjectOf(head))).toMatchObject({ again: false })
    expect(runs().map(({ suite }) => suite.app.slug)).toEqual(['github-actions', 'baton'])
  })

  const faults: readonly Fault[] = [
    { kind: 'status', status: 502 },
    { kind: 'status', status: 502, after: true },
    { kind: 'reset', after: true },
    { kind: 'cut' },
    { kind: 'secondary-limit', status: 200 },
  ]
  it.each(
    ['createCheckRun', 'updateCheckRun'].flatMap((operation) =>
      faults.map((fault) => [operation, JSON.stringify(fault), fault] as const),
    ),
  )('is concluded by one check run whatever becomes of %s: %s', async (operation, _, fault) => {
    at.github.faults.plan(fault, { operation })
    await checkHead(at.ports, subjectOf(head))
    expect(runs()).toMatchObject([{ status: 'completed', conclusion: 'success' }])
  })

  it('that cannot be read gets a check run that reports it', async () => {
    at.github.faults.plan(
      { kind: 'status', status: 503 },
      { operation: 'GET /repos/{owner}/{repo}/compare/{basehead}', times: 4 },
    )
    expect(await checkHead(at.ports, subjectOf(head))).toEqual({ conclusion: 'failure', again: false })
    expect(runs()).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    expect(runs()[0]?.output.summary).toContain('GitHub does not answer')
  })

  it('is concluded though Baton itself is at fault, which stays in the log', async () => {
    const broken = { ...at.ports, protocolRegistry: { ...at.ports.protocolRegistry, load: undefined as never } }
    await expect(checkHead(broken, subjectOf(head))).rejects.toThrow(TypeError)
    expect(runs()).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    expect(runs()[0]?.output.summary).toBe('Baton itself failed. Its log has the details.')
  })

  it('is a fault where check runs may not be written', async () => {
    at.github.faults.plan(
      { kind: 'refuse', field: 'createCheckRun', type: 'FORBIDDEN' },
      { operation: 'createCheckRun' },
    )
    await expect(checkHead(at.ports, subjectOf(head))).rejects.toThrow('The check run cannot be written')
    expect(runs()).toEqual([])
  })
})

describe('a head with very many findings', () => {
  const broken = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [
      `plugins/P${index}/.continue-here.md`,
      (sample[handoffPath] ?? '').replace('stage: 2', 'stage: nine'),
    ]),
  )
  const at = sceneBefore({ work: broken })

  it('has all of them on one check run', async () => {
    const head = await at.tip()
    await checkHead(at.ports, subjectOf(head))
    const [run, ...extraRuns] = at.repository.checksOn(head)
    expect(extraRuns).toEqual([])
    expect(run?.conclusion).toBe('failure')
    expect(run?.annotations.length).toBeGreaterThan(120)
    expect(new Set(run?.annotations.map(({ path }) => path)).size).toBeGreaterThanOrEqual(120)
  })
})

describe('a head that has merged two branches which granted the same target', () => {
  const at = sceneBefore()
  const granted = (agent: string) =>
    inHandoff(inProgressSample, [
      'contract_checksums:',
      `grant:\n  agent: ${agent}\n  since: 2026-02-04T09:00:00Z\ncontract_checksums:`,
    ])

  const [compare, tree, query] = [
    'GET /repos/{owner}/{repo}/compare/{basehead}',
    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
    'repository',
  ] as const

  it('has a warning of it: by a query for the merges, and what the parents and their merge base hold that is not known yet', async () => {
    const main = await at.tip('main')
    const commit = (branch: string, files: Readonly<Record<string, string>>, parents: readonly string[]) =>
      at.repository.git.commit({ files: Object.entries(files), branch, message: 'Work', parents })
    const conclude = async (head: string) => {
      at.takeRequests()
      await checkHead(at.ports, subjectOf(head))
      const [run] = at.repository.checksOn(head)
      return { requests: at.takeRequests(), text: JSON.stringify([run?.output, run?.annotations]) }
    }
    await conclude(await commit('free', { ...sample, 'one.md': 'one' }, [main]))
    const firstParent = await commit('one', granted('A'), [main])
    const single = await conclude(firstParent)
    const secondParent = await commit('other', { ...granted('B'), 'other.md': 'other' }, [main])
    const merged = await conclude(
      await commit('merged', { ...granted('A'), 'other.md': 'other' }, [firstParent, secondParent]),
    )
    expect(single.text).not.toContain('GRANT_DOUBLE')
    expect(merged.text).toContain('GRANT_DOUBLE')
    const around = (requests: readonly string[]) => [
      'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      'createCheckRun',
      ...requests,
      'updateCheckRun',
    ]
    // Where it parted, what it holds, and the commits of the change.
    expect(single.requests).toEqual(around([compare, tree, query, query]))
    // One parent was read before, and the place where they part.
    expect(merged.requests).toEqual(around([compare, tree, query, tree, query, compare]))
  })
})

describe('a repository that Baton knows nothing of', () => {
  const at = sceneBefore({ files: { 'README.md': '# Nothing\n' } })

  it('is neutral', async () => {
    expect(await checkHead(at.ports, subjectOf(await at.tip()))).toEqual({ conclusion: 'neutral', again: false })
  })
})

describe('a repository whose configuration names a protocol', () => {
  const at = sceneBefore({
    files: { 'README.md': '# Nothing\n' },
    configuration: 'protocols:\n  plugin: { root: plugins }\n',
  })

  it('fails where nothing of it is there', async () => {
    expect(await checkHead(at.ports, subjectOf(await at.tip()))).toEqual({ conclusion: 'failure', again: false })
  })
})

describe('a change that deletes all state', () => {
  const at = sceneBefore({ work: Object.fromEntries(Object.keys(sample).map((path) => [path, null])) })

  it('is not neutral', async () => {
    expect((await checkHead(at.ports, subjectOf(await at.tip()))).conclusion).not.toBe('neutral')
  })
})

describe('a configuration that cannot be read', () => {
  const at = sceneBefore({ configuration: 'commands: { no-such-key: 1 }\n' })

  it('fails the check, and refuses every command, to those who would be heard by default', async () => {
    expect((await checkHead(at.ports, subjectOf(await at.tip()))).conclusion).toBe('failure')
    for (const text of ['/accept TinyGain', '/status', '/help']) {
      const { reactions, replies } = await at.postComment(text)
      expect(reactions).toEqual(['eyes', '-1'])
      expect(replies[0]).toContain('CONFIG_INVALID')
      expect(replies[0]).toContain('The configuration of `main` holds here')
    }
    expect((await at.postComment('/status', { by: at.person('stranger') })).handled).toEqual([])
  })
})

describe('a pull request that corrects a configuration that cannot be read', () => {
  const at = sceneBefore({
    configuration: 'commands: { no-such-key: 1 }\n',
    work: { '.github/baton.yml': 'commands: { prefix: optional }\n' },
  })

  it('has a failed check that says so, without a line of its own file, and its commands are told the same', async () => {
    const head = await at.tip()
    expect((await checkHead(at.ports, subjectOf(head))).conclusion).toBe('failure')
    const [run] = at.repository.checksOn(head)
    expect(run?.output.summary).toContain('This change corrects it.')
    expect(run?.annotations).toMatchObject([{ start_line: 1, message: expect.stringContaining('In `main`, line 1: ') }])
    const { replies } = await at.postComment('/accept TinyGain')
    expect(replies[0]).toContain('which this pull request does once it is merged')
  })
})

describe('a new item of a declared workflow', () => {
  const at = sceneBefore()

  it.each([
    ['n', 'failure'],
    ['m', 'success'],
  ])(
    'is compared with the base as it is now: `n` in the change, `%s` in the base meanwhile: %s',
    async (late, conclusion) => {
      const commit = (branch: string, files: Files, parents: readonly string[]) =>
        at.repository.git.commit({
          files: Object.entries({ ...declared, ...files } as Readonly<Record<string, string>>),
          branch,
          message: 'Work',
          parents,
        })
      const fork = await commit('main', {}, [await at.tip('main')])
      const head = await commit(`topic-${late}`, { 'work/n.md': item('todo') }, [fork])
      await commit('main', { [`work/${late}.md`]: item('doing') }, [fork])
      await checkHead(at.ports, subjectOf(head))
      const [run] = at.repository.checksOn(head)
      expect(run?.conclusion).toBe(conclusion)
      expect(JSON.stringify(run?.annotations).includes('ITEM_DUPLICATE')).toBe(conclusion === 'failure')
    },
  )
})
