import { getOctokit } from '@actions/github'
import { afterEach, describe, expect, it } from 'vitest'
import { handleClick, type ButtonClick } from '../../../src/app/comments/click.ts'
import { handle } from '../../../src/app/comments/handle.ts'
import { checkHead, placeOfHead } from '../../../src/app/review/check-head.ts'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import { githubHost } from '../../../src/gateways/github/host.ts'
import { change, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import type { Account } from '../../github/state/accounts.ts'
import type { CheckRun } from '../../github/state/checks.ts'
import { delivered, scene, type Scene, type SceneOptions } from './scene.ts'

let github: Scene['github'] | undefined
afterEach(async () => github?.close())

/** The row says another stage than the entry: `/fix` fixes that. */
const drifted =
  change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |']] })[registryPath] ?? ''

async function started(options: SceneOptions = {}) {
  const testScene = await scene({ clicks: true, work: { [registryPath]: drifted }, ...options })
  github = testScene.github
  const check = async (branch = 'work', head?: string): Promise<CheckRun> => {
    const sha = head ?? (await testScene.tip(branch))
    await checkHead(testScene.ports, (await placeOfHead(testScene.ports, sha)).subject)
    const run = testScene.repository.checksOn(sha).at(-1)
    if (!run) throw new Error('There is no check run')
    return run
  }
  const clickOn = (run: CheckRun, by: Account = testScene.octocat, overrides: Partial<ButtonClick> = {}) =>
    handleClick(testScene.ports, {
      check: run.id,
      app: 'baton',
      head: run.suite.sha,
      branch: run.suite.branch,
      identifier: 'fix',
      by: by.login,
      bot: by.type === 'Bot',
      ...overrides,
    })
  const ledger = async (branch = 'work') =>
    (await testScene.repository.commits(branch))
      .filter(({ message }) => message.startsWith('baton: '))
      .flatMap(({ message }) => handledCommandsIn(message))
  return { ...testScene, check, clickOn, ledger }
}

const labels = ({ actions }: CheckRun) => actions.map(({ label }) => label)

describe('buttons', () => {
  it('come with the commands that work in a comment, where the prefix is required', async () => {
    const { check } = await started({ configuration: 'commands: { prefix: required }\n' })
    const run = await check()
    expect(run.actions).toMatchObject([{ description: '/baton fix fixes 1 finding', identifier: 'fix' }])
    expect(run.output.summary).toContain('/baton sync TinyGain')
    expect(run.output.summary).not.toMatch(/[`\s]\/(?:sync|fix)\b/)
  })

  it('are on the check run of a head that something can be repaired on', async () => {
    const { check, repository, octocat, tip } = await started()
    const run = await check()
    expect(run.actions).toEqual([
      { label: 'Apply safe repairs', description: '/fix fixes 1 finding', identifier: 'fix' },
    ])
    const clean = await repository.push('work', { [registryPath]: sample[registryPath] ?? '' }, { by: octocat })
    expect(labels(await check('work', clean))).toEqual([])
    expect(labels(await check('main', await tip('main')))).toEqual([])
  })

  it('are not offered on the head of a fork, nor where a click would not be delivered', async () => {
    const { check, person, repository, ports, tip } = await started()
    const mona = person('mona')
    const fork = repository.fork(mona)
    await fork.push('theirs', { [registryPath]: drifted }, { by: mona, parent: await tip('main') })
    await repository.openPull({ title: 'Theirs', head: 'theirs', base: 'main', by: mona, from: fork })
    expect(labels(await check('', (await fork.tip('theirs')) ?? ''))).toEqual([])
    await checkHead({ ...ports, clicks: false }, (await placeOfHead(ports, await tip())).subject)
    expect(repository.checksOn(await tip()).map(labels)).toEqual([[]])
  })
})

describe('a click', () => {
  it('becomes one commit that names it, with a check run on it and the row in the overview', async () => {
    const { check, clickOn, ledger, tip, repository, number, message } = await started()
    const run = await check()
    const { outcome, sha } = await clickOn(run)
    expect({ outcome, sha }).toEqual({ outcome: 'changed', sha: await tip() })
    expect(await repository.read('work', registryPath)).toBe(sample[registryPath])
    expect(await message(await tip())).toContain(`Requested-by: @octocat\nHandled-Click: ${run.id}#fix\nCommand: fix\n`)
    expect(repository.checksOn(await tip())).toMatchObject([
      { status: 'completed', conclusion: 'success', actions: [] },
    ])
    expect(repository.commentsOn(number)).toMatchObject([{ body: expect.stringContaining('plugin:TinyGain') }])
    // Once more, delivered again: it is found, and nothing is new.
    expect(await clickOn(run)).toMatchObject({ outcome: 'changed', again: true, sha })
    expect((await ledger()).length).toBe(1)
    expect(repository.commentsOn(number).length).toBe(1)
    expect(repository.checksOn(sha ?? '').length).toBe(1)
    expect(run.output.summary).not.toContain('clicked')
  })

  it('that comes twice at once is one commit', async () => {
    const { check, clickOn, ledger } = await started()
    const run = await check()
    const results = await Promise.all([clickOn(run), clickOn(run)])
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
    expect((await ledger()).map(({ key }) => key)).toEqual([`Handled-Click: ${run.id}#fix`])
  })

  it.each([{ kind: 'status', status: 502, after: true } as const, { kind: 'reset', after: true } as const])(
    'whose commit got no answer ($kind) is looked up, not made twice',
    async (fault) => {
      const { check, clickOn, ledger } = await started()
      const run = await check()
      github?.faults.plan(fault, { operation: 'createCommitOnBranch' })
      expect(await clickOn(run)).toMatchObject({ outcome: 'changed' })
      expect((await ledger()).length).toBe(1)
    },
  )

  it('that was cut off after its commit is finished by the next delivery', async () => {
    const { check, ports, clickOn, ledger, tip, repository } = await started()
    const run = await check()
    const killed = { ...ports, host: { ...ports.host, perform: () => Promise.reject(new Error('killed')) } }
    const clicked = {
      check: run.id,
      app: 'baton',
      head: run.suite.sha,
      branch: 'work',
      identifier: 'fix',
      by: 'octocat',
      bot: false,
    }
    await expect(handleClick(killed, clicked)).rejects.toThrow('killed')
    expect(repository.checksOn(await tip())).toEqual([])
    expect(await clickOn(run)).toMatchObject({ outcome: 'changed', again: true })
    expect((await ledger()).length).toBe(1)
    expect(repository.checksOn(await tip())).toMatchObject([{ conclusion: 'success' }])
  })

  it('on a head that has moved does nothing, and the check run that was clicked reports it', async () => {
    const { check, clickOn, repository, octocat, tip } = await started()
    const run = await check()
    await repository.push('work', { 'README.md': 'more\n' }, { by: octocat })
    const before = await tip()
    expect(await clickOn(run)).toMatchObject({ outcome: 'refused' })
    expect(await tip()).toBe(before)
    expect(run.output.summary).toMatch(/`octocat` clicked `\/fix`[^]*HEAD_MOVED/)
    expect(run.actions).toEqual([])
  })

  it('races with a push, and loses', async () => {
    const { check, clickOn, repository, octocat, ledger } = await started()
    const run = await check()
    github?.before('createCommitOnBranch', () => repository.push('work', { 'README.md': 'more\n' }, { by: octocat }))
    expect(await clickOn(run)).toMatchObject({ outcome: 'refused' })
    expect(await ledger()).toEqual([])
  })

  it('on a pull request that is closed, or a branch that is gone, does nothing', async () => {
    const { check, clickOn, repository, octocat, number, ledger } = await started()
    const run = await check()
    await repository.close(number, octocat)
    expect(await clickOn(run)).toMatchObject({ outcome: 'refused' })
    expect(run.output.summary).toMatch(/`octocat` clicked `\/fix`[^]*HEAD_MOVED/)
    expect(await ledger()).toEqual([])
  })

  it('by an account that may not is refused on the check run, by the role at that moment', async () => {
    const { check, clickOn, person, ledger } = await started()
    const run = await check()
    const mona = person('mona', 'write')
    person('mona', 'read')
    expect(await clickOn(run, mona)).toMatchObject({ outcome: 'refused' })
    expect(run.output.summary).toMatch(/`mona` clicked[^]*COMMAND_DENIED/)
    expect(labels(run)).toEqual(['Apply safe repairs'])
    expect(run.annotations.length).toBe(1)
    expect(await ledger()).toEqual([])
  })

  it('by a passer-by, or a bot that the configuration does not name, moves nothing at all', async () => {
    const { check, clickOn, person, takeRequests, github: fakeGitHub } = await started({ isPrivate: false })
    const run = await check()
    const { summary } = run.output
    takeRequests()
    for (const by of [
      person('mona'),
      fakeGitHub.app({ slug: 'helper', owner: 'octocat', permissions: {}, events: [] }).account,
    ])
      expect(await clickOn(run, by)).toEqual({ outcome: 'ignored', command: '/fix' })
    expect(takeRequests().filter((request) => /update|create|add/.test(request))).toEqual([])
    expect(run.output.summary).toBe(summary)
  })

  it('uses the policy of the base: who is allowed, duties, and a SHA that is demanded', async () => {
    const configuration = "commands:\n  fix: { allow: ['@mona'] }\n  require-sha: always\n  prefix: required\n"
    const work = { [registryPath]: drifted, '.github/baton.yml': "commands:\n  fix: { allow: ['@octocat'] }\n" }
    const { check, clickOn, person, ledger } = await started({ configuration, work })
    const run = await check()
    expect(await clickOn(run)).toMatchObject({ outcome: 'refused' })
    expect(await clickOn(run, person('mona', 'read'))).toMatchObject({ outcome: 'changed' })
    expect((await ledger()).map(({ actor }) => actor)).toEqual(['mona'])
  })

  it('of the pusher is refused where duties are apart and another account must approve the last push', async () => {
    const { check, clickOn, person, repository } = await started({
      configuration: 'commands:\n  separate-duties: true\n',
    })
    repository.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true } })
    const run = await check()
    expect(await clickOn(run)).toMatchObject({ outcome: 'refused' })
    expect(await clickOn(run, person('mona', 'write'))).toMatchObject({ outcome: 'changed' })
  })

  it('does not count where the check run is not ours, not called so, not finished, or of another commit', async () => {
    const { check, clickOn, github: fakeGitHub, repository, host, tip, ledger } = await started()
    const run = await check()
    const sha = run.suite.sha
    const imitator = fakeGitHub.app({
      slug: 'imitator',
      owner: 'octocat',
      permissions: { checks: 'write' },
      events: [],
    })
    const { request } = getOctokit(imitator.token(await imitator.install(repository)), { baseUrl: fakeGitHub.url })
    const imitatorHost = githubHost(request, { owner: 'octocat', repo: 'plugins', ownLogin: 'imitator[bot]' })
    const base = { name: 'baton', sha, key: '', title: 'x', summary: 'x', annotations: [], buttons: [] } as const
    await imitatorHost.perform([{ do: 'check', run: { ...base, conclusion: 'failure' } }])
    const forged = repository.checksOn(sha).at(-1) as CheckRun
    await host.perform([
      { do: 'check', run: { ...base, name: 'baton audit', conclusion: 'failure' } },
      { do: 'check', run: base },
    ])
    const [audit, begun] = repository.checksOn(sha).slice(-2)
    for (const wrong of [
      clickOn(forged),
      clickOn(forged, undefined, { app: 'imitator' }),
      clickOn(run, undefined, { app: 'imitator' }),
      clickOn(run, undefined, { app: undefined }),
      clickOn(audit as CheckRun),
      clickOn(begun as CheckRun),
      clickOn(run, undefined, { head: await tip('main') }),
      clickOn(run, undefined, { check: 1 }),
      clickOn(run, undefined, { identifier: 'accept TinyGain' }),
      clickOn(run, undefined, { identifier: 'fix\n/undo' }),
      clickOn(run, undefined, { identifier: 'undo' }),
    ])
      expect(await wrong).toMatchObject({ outcome: 'ignored' })
    expect(await tip()).toBe(sha)
    expect(await ledger()).toEqual([])
  })

  it('for which nothing is left to fix reports that', async () => {
    const { check, clickOn } = await started({ work: { 'README.md': 'work\n' } })
    const run = await check()
    expect(await clickOn(run)).toMatchObject({ outcome: 'unchanged' })
  })

  it('is in the ledger beside comments', async () => {
    const { check, clickOn, ports, number, repository, octocat, ledger } = await started()
    await clickOn(await check())
    const comment = await repository.comment(number, octocat, '/accept TinyGain')
    await handle(ports, number, [delivered(comment, number)])
    expect((await ledger()).map(({ command }) => command)).toEqual(['accept', 'fix'])
    expect(repository.commentsOn(number).filter(({ author }) => author?.login === 'baton[bot]').length).toBe(1)
  })
})

describe('a click on the default branch', () => {
  const files = { ...sample, [registryPath]: drifted }

  it('opens a pull request, as a command on an issue does, once', async () => {
    const { check, clickOn, repository, tip } = await started({ files, work: { 'README.md': 'work\n' } })
    const main = await tip('main')
    const run = await check('main')
    expect(labels(run)).toEqual(['Apply safe repairs'])
    expect(await clickOn(run)).toMatchObject({ outcome: 'changed' })
    expect(await clickOn(run)).toMatchObject({ outcome: 'changed' })
    const branch = `baton/fix-plugin-TinyGain-${run.id}`
    const pulls = repository.conversations.filter(({ pull }) => pull?.branch === branch)
    expect(pulls).toMatchObject([{ body: `Requested by \`octocat\` by a click on the check run of \`${main}\`.\n` }])
    expect((await repository.commits(branch)).length).toBe((await repository.commits('main')).length + 1)
    expect(await tip('main')).toBe(main)
  })

  it('commits there where the configuration allows it, and a second click is found', async () => {
    const configuration = 'commands:\n  on-issue: commit\n'
    const { check, clickOn, ledger, tip, repository } = await started({
      files,
      configuration,
      work: { 'README.md': 'work\n' },
    })
    const run = await check('main')
    expect(await clickOn(run)).toMatchObject({ outcome: 'changed', sha: await tip('main') })
    expect(await repository.read('main', registryPath)).toBe(sample[registryPath])
    expect(await clickOn(run)).toMatchObject({ outcome: 'changed', again: true })
    expect((await ledger('main')).length).toBe(1)
    expect(repository.checksOn(await tip('main'))).toMatchObject([{ conclusion: 'success' }])
  })
})
