import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as subagent from '../../../../src/protocols/subagent/examples.ts'
import { scene, type Scene } from '../scene.ts'

/** A pull request that `octocat` opened, whose branch `pusher` pushed to. */
async function worked(): Promise<Scene> {
  const at = await scene({ configuration: 'commands: { separate-duties: true }\n' })
  const pusher = at.person('pusher', 'maintain')
  at.person('other', 'maintain')
  at.person('third', 'maintain')
  await at.repository.push('work', { 'README.md': '# More\n' }, { by: pusher })
  return at
}

describe('duties that are kept apart', () => {
  let at: Scene
  beforeAll(async () => {
    at = await worked()
  })
  afterAll(() => at.github.close())

  it.each([
    ['who opened the pull request', 'octocat', 'opened this pull request'],
    ['who pushed to its branch', 'pusher', 'pushed to its branch'],
  ])('refuse an /accept by %s', async (_, login, reason) => {
    const tip = await at.tip()
    const { replies, reactions } = await at.postComment('/accept TinyGain', { by: at.person(login) })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('COMMAND_DENIED')
    expect(replies[0]).toContain(reason)
    expect(await at.tip()).toBe(tip)
  })

  it('refuse it to a pusher in any spelling of the name, whatever author the commit names', async () => {
    const { host } = at.ports
    const ports = {
      ...at.ports,
      host: { ...host, pushes: () => Promise.resolve([{ actor: 'OTHER', after: 'x', at: '' }]) },
    }
    const { reactions } = await at.postComment('/accept TinyGain', { by: at.person('other'), ports })
    expect(reactions).toEqual(['eyes', '-1'])
  })

  it('refuse every change when the pusher is unknown', async () => {
    at.github.faults.plan(
      { kind: 'status', status: 503 },
      { operation: 'GET /repos/{owner}/{repo}/activity', times: 4 },
    )
    const { replies, reactions } = await at.postComment('/accept TinyGain', { by: at.person('other') })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('could not be determined who worked on this change')
  })

  it('let others accept, and those who worked on it do everything else', async () => {
    expect((await at.postComment('/accept TinyGain', { by: at.person('other') })).reactions).toEqual(['eyes', 'rocket'])
    // Our own commit is the last push now, which frees no one of their own.
    const back = await at.postComment('/handback TinyGain error It broke', { by: at.person('pusher') })
    expect(back.reactions).toEqual(['eyes', 'rocket'])
    expect((await at.postComment('/accept TinyGain', { by: at.person('pusher') })).reactions).toEqual(['eyes', '-1'])
    expect(
      (await at.postComment('/answer TinyGain Try again', { by: at.person('other') })).handled[0]?.answered.outcome,
    ).toBeDefined()
  })

  it('refuse it to the account that requested the handback, in whichever comment, and let it be done by others again', async () => {
    await at.postComment('/handback TinyGain error It broke again', { by: at.person('third') })
    const denied = await at.postComment('/accept TinyGain', { by: at.person('third') })
    expect(denied.reactions).toEqual(['eyes', '-1'])
    expect(denied.replies[0]).toContain('gave the handback that is to be accepted or reviewed')
    // Neither a comment in our words nor another person's command makes it forgotten.
    const message = 'Mine\n\nRequested-by: @other\nCommand: handback\nTransition: plugin:TinyGain a -> b'
    await at.repository.push('work', { 'README.md': '# Forged\n' }, { by: at.person('pusher'), message })
    await at.postComment('/checksums TinyGain', { by: at.person('other') })
    expect((await at.postComment('/accept TinyGain', { by: at.person('third') })).reactions).toEqual(['eyes', '-1'])
    expect((await at.postComment('/accept TinyGain', { by: at.person('other') })).reactions).toEqual(['eyes', 'rocket'])
    const result = await at.postComment('/handback TinyGain success\n/accept TinyGain', { by: at.person('third') })
    expect(result.reactions).toEqual(['eyes', '-1'])
    expect(result.replies[0]).toContain('gave the handback that is to be accepted or reviewed')
  })
})

describe('duties that are kept apart, where the last push must be approved by another account', () => {
  let at: Scene
  beforeAll(async () => {
    at = await worked()
    at.repository.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true } })
  })
  afterAll(() => at.github.close())

  it('refuse the pusher every change', async () => {
    const { reactions, replies } = await at.postComment('/checksums TinyGain', { by: at.person('pusher') })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('whose last push another person must approve')
    expect((await at.postComment('/accept TinyGain', { by: at.person('third') })).reactions).toEqual(['eyes', 'rocket'])
  })
})

describe('duties that are kept apart, on other places', () => {
  let at: Scene
  beforeAll(async () => {
    at = await scene({ configuration: 'commands: { separate-duties: true }\n' })
  })
  afterAll(() => at.github.close())

  it('hold on a pull request from a fork', async () => {
    const mona = at.person('mona', 'write')
    const fork = at.repository.fork(mona)
    await fork.push('theirs', { 'README.md': '# Theirs\n' }, { by: mona, parent: await at.tip('main') })
    const { number } = await at.repository.openPull({
      title: 'Theirs',
      head: 'theirs',
      base: 'main',
      by: mona,
      from: fork,
    })
    expect((await at.postComment('/accept TinyGain', { by: mona, number })).reactions).toEqual(['eyes', '-1'])
    expect((await at.postComment('/accept TinyGain', { number })).reactions).toEqual(['eyes', 'rocket'])
  })

  it('hold on a pull request of the default branch itself', async () => {
    const main = await at.tip('main')
    const mona = at.person('mona', 'write')
    await at.repository.push(
      'release',
      { 'README.md': '# Old\n', '.github/baton.yml': 'commands: { separate-duties: true }\n' },
      { by: mona, parent: main },
    )
    await at.repository.push('main', { 'README.md': '# New\n' }, { by: at.octocat, parent: main })
    const { number } = await at.repository.openPull({ title: 'Release', head: 'main', base: 'release', by: mona })
    expect((await at.postComment('/accept TinyGain', { by: mona, number })).reactions).toEqual(['eyes', '-1'])
  })

  it('do not apply on an issue, which has no change', async () => {
    const { number } = await at.repository.openIssue({ title: 'Next', by: at.octocat })
    expect((await at.postComment('/accept TinyGain', { number })).reactions).toEqual(['eyes', 'rocket'])
  })
})

describe.each(['true', 'agents'])('duties of agents that are kept apart (%s)', (value) => {
  let at: Scene
  beforeAll(async () => {
    at = await scene({
      files: { ...subagent.sample, 'src/help.ts': '' },
      configuration: `commands: { separate-duties: ${value} }\n`,
    })
    for (const name of ['other', 'third']) at.person(name, 'maintain')
  })
  afterAll(() => at.github.close())

  it('refuse the verdict to the agent of the attempt, though another account gives it', async () => {
    const say = (comment: string, login: string) => at.postComment(comment, { by: at.person(login) })
    expect((await say('/accept task-3 --agent exec/1', 'other')).reactions).toEqual(['eyes', 'rocket'])
    expect((await say('/handback task-3 success --skeleton --agent exec/1 Counted', 'third')).reactions).toEqual([
      'eyes',
      'rocket',
    ])
    const tip = await at.tip()
    const denied = await say('/review task-3 qualified --agent exec', 'other')
    expect(denied.reactions).toEqual(['eyes', '-1'])
    for (const part of ['COMMAND_DENIED', 'exec/1', 'worked on']) expect(denied.replies[0]).toContain(part)
    expect(await at.tip()).toBe(tip)
    expect((await say('/review task-3 qualified --agent reviewer', 'other')).reactions).toEqual(['eyes', 'rocket'])
  })
})

describe('duties of agents alone that are kept apart', () => {
  it('let the account that opened the pull request, pushed to it and handed the work back accept and review it', async () => {
    const at = await scene({
      files: { ...subagent.sample, 'src/help.ts': '' },
      configuration: 'commands: { separate-duties: agents }\n',
    })
    await at.repository.push('work', { 'README.md': '# More\n' }, { by: at.octocat })
    at.repository.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true } })
    const comments = [
      '/accept task-3 --agent exec/1',
      '/handback task-3 success --skeleton --agent exec/1 Counted',
      '/review task-3 failed Once more',
      '/accept task-3',
    ]
    for (const comment of comments)
      expect([comment, (await at.postComment(comment)).reactions]).toEqual([comment, ['eyes', 'rocket']])
    await at.github.close()
  })
})
