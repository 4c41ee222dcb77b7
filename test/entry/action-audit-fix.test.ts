import { afterEach, describe, expect, it } from 'vitest'
import { change, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { startGitHub, type GitHub } from '../github/server.ts'
import { failure, step } from './workflow-run.ts'

let github: GitHub | undefined
afterEach(async () => github?.close())

const drifted = change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |']] })

async function start() {
  const fakeGitHub = (github = await startGitHub())
  const octocat = fakeGitHub.user('octocat')
  const repository = await fakeGitHub.repository('octocat', 'plugins')
  await repository.push('main', drifted, { by: octocat })
  const permissions = { contents: 'write', issues: 'write', pull_requests: 'write', checks: 'write' } as const
  const audit = (inputs: Readonly<Record<string, string>>) =>
    step({ event: 'workflow_dispatch', payload: {}, inputs, token: fakeGitHub.token(permissions), api: fakeGitHub.url })
  const pulls = () => repository.conversations.filter(({ pull }) => pull !== undefined)
  return { repository, octocat, audit, pulls }
}

describe('the input audit-fix', () => {
  it('is off by default', async () => {
    const { audit, pulls } = await start()
    const stepped = await audit({})
    expect(stepped.outputs).not.toHaveProperty('pull-request')
    expect(pulls()).toEqual([])
  })

  it('keeps one pull request, whose number is an output', async () => {
    const { audit, pulls, repository } = await start()
    const first = await audit({ 'audit-fix': 'true' })
    expect(pulls()).toMatchObject([{ author: { login: 'github-actions[bot]' }, pull: { branch: 'baton/audit-fix' } }])
    expect(first.outputs['pull-request']).toBe(String(pulls()[0]?.number))
    expect(first.log).toContain('A pull request with the safe repairs was opened.')
    expect(await repository.read('baton/audit-fix', registryPath)).toBe(sample[registryPath])
    // What is wrong is still wrong, until the pull request is merged.
    expect(failure(first)).toBeDefined()
    const second = await audit({ 'audit-fix': 'true' })
    expect(second.outputs['pull-request']).toBe(first.outputs['pull-request'])
    expect(pulls().length).toBe(1)
  })
  it('keeps another one for another configuration, which it names', async () => {
    const { audit, pulls, repository, octocat } = await start()
    await repository.push('main', { '.github/baton b.yml': 'mode: soft\n' }, { by: octocat })
    const inputs = [{ 'audit-fix': 'true' }, { 'audit-fix': 'true', config: '.github/baton b.yml' }]
    for (const given of [...inputs, ...inputs]) await audit(given)
    expect(pulls()).toMatchObject([
      { title: 'baton: safe repairs', pull: { branch: 'baton/audit-fix' } },
      {
        title: 'baton: safe repairs (.github/baton%20b.yml)',
        body: expect.stringMatching(/^Configuration: `\.github\/baton b\.yml`\n\n/) as string,
        pull: { branch: expect.stringMatching(/^baton\/audit-fix-[0-9a-f]{12}$/) as string },
      },
    ])
  })
})
