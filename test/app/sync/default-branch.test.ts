import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { afterPush, syncBranch } from '../../../src/app/sync/default-branch.ts'
import type { Subject } from '../../../src/app/validate/event.ts'
import { registryPath } from '../../../src/protocols/plugin/examples.ts'
import { scene, type Scene, type SceneOptions } from '../comments/scene.ts'
import { atStage, handoffOf, plugins } from './plugins.ts'

let testScene: Scene
const begin = async (options: SceneOptions = {}) => {
  testScene = await scene({ files: plugins(['Amber', 'Birch', 'Cedar']), ...options })
  await afterPush(testScene.ports, [{ head: await testScene.tip('main'), review: false }])
}
beforeEach(() => begin())
afterEach(() => testScene.github.close())

const pushed = (before: string, head: string): Subject => ({
  head,
  base: { kind: 'commit', sha: before, mayBeGone: true },
  branch: 'main',
  review: false,
})

const file = (path: string) => testScene.repository.git.text(`refs/heads/main:${path}`) ?? ''

/** A push to the default branch. */
async function push(files: Readonly<Record<string, string | null>>) {
  const before = await testScene.tip('main')
  const head = await testScene.repository.push('main', files, { by: testScene.octocat, parent: before })
  return pushed(before, head)
}

const moved = (name: string, stage: 2 | 3 | 4 = 3) => ({ [handoffOf(name)]: atStage(file(handoffOf(name)), stage) })

const registry = (from: string, to: string) => () => ({ [registryPath]: file(registryPath).replace(from, to) })

const after = async (...subjects: readonly Subject[]) => (await afterPush(testScene.ports, subjects)).synced
const commits = async () =>
  (await testScene.repository.commits('main')).filter(({ message }) => message.startsWith('baton: '))
const rows = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...file(registryPath).matchAll(/^\| (\w+) \| (🚧[^|]+) \|/gm)].map(([, name = '', status = '']) => [name, status]),
  )
const statusOf = (name: string) => {
  const entry = file(registryPath).split(`### ${name}\n`)[1] ?? ''
  return /\*\*Status:\*\* (.*)/.exec(entry)?.[1]
}

describe('a push to the default branch', () => {
  it('that moved a handoff is followed by a commit of the registry, once', async () => {
    const firstPush = await push(moved('Amber'))
    expect(await after(firstPush)).toMatchObject({
      outcome: 'committed',
      tip: firstPush.head,
      commit: await testScene.tip('main'),
    })
    expect(rows()).toEqual({ Amber: '🚧 Stage 3', Birch: '🚧 Stage 2', Cedar: '🚧 Stage 2' })
    expect(statusOf('Amber')).toBe('🚧 Stage 3')
    const [commit] = await commits()
    expect(commit?.message).toMatch(/^baton: sync Amber/)
    expect(commit?.message).toContain(`Handled-Push: ${firstPush.head}\n`)
    expect(testScene.repository.checksOn(await testScene.tip('main'))).toMatchObject([
      { status: 'completed', conclusion: 'success' },
    ])

    // Delivered twice, and our own push.
    expect(await after(firstPush)).toMatchObject({ outcome: 'nothing' })
    expect(await after(pushed(firstPush.head, await testScene.tip('main')))).toMatchObject({ outcome: 'nothing' })
    expect(await commits()).toHaveLength(1)
  })

  it('that moved several, or came with others, is followed by one commit', async () => {
    const firstPush = await push({ ...moved('Amber'), ...moved('Birch', 4) })
    const two = await push(moved('Cedar'))
    expect(await after(firstPush, two)).toMatchObject({ outcome: 'committed', tip: two.head })
    expect(rows()).toEqual({ Amber: '🚧 Stage 3', Birch: '🚧 Stage 4', Cedar: '🚧 Stage 3' })
    expect(await commits()).toHaveLength(1)
  })

  it('that wrote the entry but not the row, or the other way round, has the other one follow', async () => {
    const handoff = moved('Amber')
    const entry = file(registryPath).replace(
      '### Amber\n\n**Status:** 🚧 Stage 2',
      '### Amber\n\n**Status:** 🚧 Stage 3',
    )
    expect(await after(await push({ ...handoff, [registryPath]: entry }))).toMatchObject({ outcome: 'committed' })
    expect(rows()['Amber']).toBe('🚧 Stage 3')
    const row = file(registryPath).replace('| Birch | 🚧 Stage 2 |', '| Birch | 🚧 Stage 3 |')
    expect(await after(await push({ ...moved('Birch'), [registryPath]: row }))).toMatchObject({ outcome: 'committed' })
    expect(statusOf('Birch')).toBe('🚧 Stage 3')
  })

  it('that only edits the registry is never answered from the handoff', async () => {
    const files = registry('| Amber | 🚧 Stage 2 |', '| Amber | 🚧 Stage 4 |')
    expect(await after(await push(files()))).toMatchObject({ outcome: 'nothing', left: ['plugin:Amber'] })
    const version = registry('| Birch | 🚧 Stage 2 | 0.1.0 |', '| Birch | 🚧 Stage 2 | 0.2.0 |')
    expect(await after(await push(version()))).toMatchObject({ outcome: 'committed' })
    expect(file(registryPath)).toContain('**Version:** 0.2.0')
    expect(rows()['Amber']).toBe('🚧 Stage 4')
  })

  it('that took a version away has it not put back, and one that wrote the first has it copied', async () => {
    const cleared = registry('| Amber | 🚧 Stage 2 | 0.1.0 |', '| Amber | 🚧 Stage 2 | - |')
    expect(await after(await push(cleared()))).toMatchObject({ outcome: 'nothing' })
    const withoutVersion = registry(
      '### Birch\n\n**Status:** 🚧 Stage 2\n**Version:** 0.1.0',
      '### Birch\n\n**Status:** 🚧 Stage 2\n**Version:** N/A',
    )
    expect(await after(await push(withoutVersion()))).toMatchObject({ outcome: 'nothing' })
    const first = registry('| Birch | 🚧 Stage 2 | 0.1.0 |', '| Birch | 🚧 Stage 2 | 0.2.0 |')
    expect(await after(await push(first()))).toMatchObject({ outcome: 'committed' })
    expect(file(registryPath)).toContain('### Birch\n\n**Status:** 🚧 Stage 2\n**Version:** 0.2.0')
  })

  it('that wrote both places of the registry, or took one away, is left to the audit', async () => {
    const movedRegistry = file(registryPath).replaceAll('🚧 Stage 2', '🚧 Stage 4')
    expect(await after(await push({ ...moved('Amber'), [registryPath]: movedRegistry }))).toMatchObject({
      outcome: 'nothing',
    })
    const withoutBirch = file(registryPath).replace(/\| Birch .*\n/, '')
    expect(await after(await push({ [registryPath]: withoutBirch }))).toMatchObject({ outcome: 'nothing' })
    expect(await commits()).toEqual([])
  })

  it('that moved no state, or no plugin, does nothing', async () => {
    const words = file(handoffOf('Amber')).replace('Keep the knob linear', 'Keep it so')
    expect(await after(await push({ [handoffOf('Amber')]: words, 'README.md': '# More\n' }))).toMatchObject({
      outcome: 'nothing',
    })
    expect(await commits()).toEqual([])
  })

  it('that brought a plugin is followed by its row and entry', async () => {
    const { [registryPath]: _, ...files } = plugins(['Delta'])
    expect(await after(await push(files as Record<string, string>))).toMatchObject({ outcome: 'committed' })
    expect(rows()['Delta']).toBe('🚧 Stage 2')
    expect(statusOf('Delta')).toBe('🚧 Stage 2')
  })

  it('that is wrong by itself is left to the audit, and the rest is done', async () => {
    const broken = file(handoffOf('Amber')).replace('stage: 2\n', 'stage: 9\n')
    const files = { [handoffOf('Amber')]: broken, ...moved('Birch') }
    expect(await after(await push(files))).toMatchObject({ outcome: 'committed' })
    expect(rows()).toMatchObject({ Amber: '🚧 Stage 2', Birch: '🚧 Stage 3' })
  })
})

describe('a person who disagrees', () => {
  it('reverts what we made, and it stays reverted, whatever is pushed besides', async () => {
    const before = file(registryPath)
    await after(await push(moved('Amber')))
    expect(await after(await push({ [registryPath]: before }))).toMatchObject({ outcome: 'nothing' })
    expect(await after(await push({ 'README.md': '# More\n' }))).toMatchObject({ outcome: 'nothing' })
    expect(file(registryPath)).toBe(before)
    expect(await commits()).toHaveLength(1)
    // Another state is another matter.
    expect(await after(await push(moved('Amber', 4)))).toMatchObject({ outcome: 'committed' })
    expect(rows()['Amber']).toBe('🚧 Stage 4')
  })

  it('edits one place of what we wrote, which is not copied to the other', async () => {
    await after(await push(moved('Amber')))
    const edited = file(registryPath).replace(/\| Amber \| (🚧 Stage 3) \| 0.1.0/, '| Amber | $1 | 0.9.0')
    expect(await after(await push({ [registryPath]: edited }))).toMatchObject({ outcome: 'nothing' })
    expect(file(registryPath)).toBe(edited)
  })
})

describe('a push without a webhook', () => {
  it('is found, and then handled', async () => {
    const lost = await push(moved('Amber'))
    expect(await after()).toMatchObject({ outcome: 'committed', tip: lost.head })
    expect(testScene.repository.checksOn(lost.head)).toMatchObject([{ status: 'completed' }])
    expect(await after()).toMatchObject({ outcome: 'nothing' })
    expect(await commits()).toHaveLength(1)
  })

  it('is handled with the next one', async () => {
    await push(moved('Amber'))
    const next = await push(moved('Birch'))
    expect(await after(next)).toMatchObject({ outcome: 'committed' })
    expect(rows()).toEqual({ Amber: '🚧 Stage 3', Birch: '🚧 Stage 3', Cedar: '🚧 Stage 2' })
  })

  it('is not looked for before the first push that was delivered', async () => {
    await testScene.github.close()
    testScene = await scene({ files: plugins(['Amber']) })
    await push(moved('Amber'))
    expect(await after()).toMatchObject({ outcome: 'nothing' })
    expect(await commits()).toEqual([])
  })
})

describe('the commit', () => {
  it('is looked up when the answer about it was lost', async () => {
    testScene.github.faults.plan({ kind: 'status', status: 502, after: true }, { operation: 'createCommitOnBranch' })
    const firstPush = await push(moved('Amber'))
    expect(await after(firstPush)).toMatchObject({
      outcome: 'committed',
      tip: firstPush.head,
      commit: await testScene.tip('main'),
    })
    expect(await commits()).toHaveLength(1)
  })

  it('is planned again where the branch has moved meanwhile', async () => {
    const firstPush = await push(moved('Amber'))
    testScene.github.before('createCommitOnBranch', async () => void (await push(moved('Birch'))))
    expect(await after(firstPush)).toMatchObject({ outcome: 'committed' })
    expect(rows()).toMatchObject({ Amber: '🚧 Stage 3', Birch: '🚧 Stage 3' })
    expect(await commits()).toHaveLength(1)
  })

  it('is a pull request where the branch takes none, and the log says why', async () => {
    testScene.repository.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: false } })
    const firstPush = await push(moved('Amber'))
    const synced = await after(firstPush)
    expect(synced).toMatchObject({ outcome: 'proposed', why: expect.stringContaining('pull request') as string })
    expect(await commits()).toEqual([])
    expect(testScene.repository.conversations.find(({ number }) => number === synced?.pull)?.body).toContain(
      'GitHub rejected a commit there',
    )
  })
})

describe('the configuration', () => {
  const proposal = () => testScene.repository.conversations.filter(({ pull }) => pull?.branch === syncBranch)
  const proposed = () => testScene.repository.git.text(`refs/heads/${syncBranch}:${registryPath}`) ?? ''

  it('switches it off', async () => {
    await testScene.github.close()
    await begin({ configuration: 'sync: off\n' })
    expect(await after(await push(moved('Amber')))).toMatchObject({ outcome: 'off' })
    expect(await commits()).toEqual([])
  })

  it('has it proposed by one pull request, which is kept up to date', async () => {
    await testScene.github.close()
    await begin({ configuration: 'sync: pull-request\n' })
    const firstPush = await push(moved('Amber'))
    expect(await after(firstPush)).toMatchObject({ outcome: 'proposed', pull: proposal()[0]?.number })
    expect(await after(firstPush)).toMatchObject({ outcome: 'proposed' })
    expect(await after(await push(moved('Birch')))).toMatchObject({ outcome: 'proposed', pull: proposal()[0]?.number })
    expect(proposal()).toHaveLength(1)
    expect(proposed()).toContain('| Amber | 🚧 Stage 3 |')
    expect(proposed()).toContain('| Birch | 🚧 Stage 3 |')
    expect(await commits()).toEqual([])

    // A person does it by hand: nothing is left to propose.
    expect(await after(await push({ [registryPath]: proposed() }))).toMatchObject({ outcome: 'nothing' })
    expect(proposal()[0]?.closedAt).toBeDefined()
  })

  it('has what was declined not proposed again', async () => {
    await testScene.github.close()
    await begin({ configuration: 'sync: pull-request\n' })
    const firstPush = await push(moved('Amber'))
    const pull = (await after(firstPush))?.pull ?? 0
    await testScene.repository.close(pull, testScene.octocat)
    expect(await after(firstPush)).toMatchObject({ outcome: 'declined' })
    expect(await after(await push(moved('Birch')))).toMatchObject({ outcome: 'proposed' })
    expect(proposed()).toContain('| Amber | 🚧 Stage 2 |')
  })
})
