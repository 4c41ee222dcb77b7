import { afterEach, describe, expect, it } from 'vitest'
import { auditFix } from '../../../src/app/audit/fix.ts'
import { change, contractPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { scene, type Scene, type SceneOptions } from '../comments/scene.ts'

let github: Scene['github'] | undefined
afterEach(async () => github?.close())

const drifted = change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |']] })

async function started(options: SceneOptions = {}) {
  const testScene = await scene({ files: drifted, ...options })
  github = testScene.github
  const pulls = () => testScene.repository.conversations.filter(({ pull }) => pull?.branch === 'baton/audit-fix')
  return { ...testScene, pulls, fix: () => auditFix(testScene.ports) }
}

describe('the pull request with the safe repairs', () => {
  it('is opened with what /fix would do, and nothing is done the second time', async () => {
    const { fix, pulls, repository, tip, takeRequests } = await started()
    const main = await tip('main')
    expect(await fix()).toMatchObject({ end: 'opened', number: pulls()[0]?.number })
    expect(pulls()).toMatchObject([
      { title: 'baton: safe repairs', author: { login: 'baton[bot]' }, pull: { base: 'main' } },
    ])
    expect(pulls()[0]?.body).toContain('Fixed: `REGISTRY_STATUS_DRIFT` of `plugin:TinyGain`, by `/sync TinyGain`.')
    expect(pulls()[0]?.body).toContain('- `PLUGINS.md`')
    expect(await repository.read('baton/audit-fix', registryPath)).toBe(sample[registryPath])
    const [commit] = await repository.commits('baton/audit-fix')
    expect(commit?.message).toMatch(/^baton: fix .*\n\nRequested-by: @baton\[bot\]\nCommand: fix\nTransition: /)
    expect(commit?.parents).toEqual([main])
    expect(await tip('main')).toBe(main)

    takeRequests()
    expect(await fix()).toMatchObject({ end: 'unchanged' })
    expect(takeRequests().filter((request) => /^(POST (?!\/graphql)|update|create)/.test(request))).toEqual([])
  })

  it('follows the drift, and is closed where it was fixed otherwise', async () => {
    const { fix, pulls, repository, octocat } = await started()
    await fix()
    const worse = (drifted[registryPath] ?? '').replace('| 0.1.0 | 2026-02-02 |', '| 0.1.0 | 2026-01-01 |')
    await repository.push('main', { [registryPath]: worse }, { by: octocat })
    expect(await fix()).toMatchObject({ end: 'updated' })
    expect(await repository.read('baton/audit-fix', registryPath)).toBe(sample[registryPath])
    expect(pulls().length).toBe(1)

    await repository.push('main', { [registryPath]: sample[registryPath] ?? '' }, { by: octocat })
    expect(await fix()).toEqual({ end: 'closed', number: pulls()[0]?.number })
    expect(await fix()).toEqual({ end: 'absent' })
  })

  it('holds no repair that a person has to decide', async () => {
    const { fix, pulls } = await started({ files: { ...sample, [contractPath('plan')]: '# Another plan\n' } })
    expect(await fix()).toEqual({ end: 'absent' })
    expect(pulls()).toEqual([])
  })

  it('is not opened under a configuration that cannot be read, nor for what is switched off', async () => {
    const broken = await started({ configuration: 'plugin: {}\n' })
    expect(await broken.fix()).toMatchObject({ end: 'refused', why: [expect.stringContaining('plugin')] })
    expect(broken.pulls()).toEqual([])
    await broken.repository.push(
      'main',
      { '.github/baton.yml': 'protocols: { plugin: false }\n' },
      { by: broken.octocat },
    )
    expect(await broken.fix()).toEqual({ end: 'absent' })
  })

  it('is planned again where the default branch moves meanwhile', async () => {
    const { fix, repository, octocat } = await started()
    github?.before('GET /repos/{owner}/{repo}/git/ref/{ref}', () =>
      repository.push('main', { 'README.md': 'more\n' }, { by: octocat }),
    )
    expect(await fix()).toMatchObject({ end: 'opened' })
    expect((await repository.commits('baton/audit-fix'))[0]?.parents).toEqual([await repository.tip('main')])
  })
})
