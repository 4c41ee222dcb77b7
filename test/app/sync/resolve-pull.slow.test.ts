import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolvePull } from '../../../src/app/sync/resolve-pull.ts'
import { registryPath } from '../../../src/protocols/plugin/examples.ts'
import { sweepOnce } from '../deliveries/sweep-once.ts'
import { scene, type Scene, type SceneOptions } from '../comments/scene.ts'
import { plugins } from './plugins.ts'

let testScene: Scene
let registry: string

const begin = async (options: SceneOptions = {}) => {
  const files: Readonly<Record<string, string>> = { ...plugins(['Amber', 'Birch']), 'notes.md': 'notes\n' }
  registry = files[registryPath] ?? ''
  testScene = await scene({
    files,
    work: { [registryPath]: at('Birch', '🚧 Stage 3'), 'work.md': 'work\n' },
    ...options,
  })
}
beforeEach(() => begin())
afterEach(() => testScene.github.close())

/** The registry with another status of one plugin. */
const at = (name: string, status: string, text = registry) =>
  text
    .split('\n')
    .map((line, index, lines) => {
      const entry = lines.slice(0, index).findLast((earlierLine) => earlierLine.startsWith('### '))
      const isIts = line.startsWith(`| ${name} |`) || (line.startsWith('**Status:**') && entry === `### ${name}`)
      return isIts ? line.replace('🚧 Stage 2', status) : line
    })
    .join('\n')

const push = (branch: string, files: Readonly<Record<string, string | null>>) =>
  testScene.repository.push(branch, files, { by: testScene.octocat })
const main = (files: Readonly<Record<string, string | null>>) => push('main', files)
const resolve = () => resolvePull(testScene.ports, testScene.number)
const show = (revision: string, path = registryPath) => testScene.repository.git.text(`${revision}:${path}`) ?? ''

describe('a pull request whose registry conflicts with its base', () => {
  it('gets the base merged, plugin by plugin, by a signed commit of ours with a check run', async () => {
    const base = await main({ [registryPath]: at('Amber', '✅ Working'), 'main.md': 'main\n' })
    const head = await testScene.tip()
    const resolved = await resolve()
    expect(resolved).toEqual({ outcome: 'resolved', commit: await testScene.tip() })
    const [commit] = await testScene.repository.commits('work')
    expect(commit).toMatchObject({ parents: [head, base], signature: { isValid: true } })
    expect(commit?.message).toContain(`Handled-Push: ${base}\n`)
    expect(show('work')).toBe(at('Birch', '🚧 Stage 3', at('Amber', '✅ Working')))
    expect([show('work', 'work.md'), show('work', 'main.md')]).toEqual(['work\n', 'main\n'])
    expect(testScene.repository.checksOn(await testScene.tip())).toMatchObject([{ status: 'completed' }])
    // Now it merges, and there is nothing left to do.
    expect(await resolve()).toEqual({ outcome: 'none' })
  })

  it('is found by the sweep until it is merged, whatever branch it goes to', async () => {
    const found = async () => (await sweepOnce(testScene.ports)).conflicts
    expect(await found()).toEqual([])
    const base = await main({ [registryPath]: at('Amber', '✅ Working') })
    // GitHub computes it at the first request.
    await found()
    expect(await found()).toEqual([{ number: testScene.number, head: await testScene.tip(), base }])
    await resolve()
    await found()
    expect(await found()).toEqual([])
  })

  it('merges to the same file in either order', async () => {
    const amberRegistry = at('Amber', '✅ Working')
    await main({ [registryPath]: amberRegistry })
    await resolve()
    const first = show('work')
    await testScene.github.close()
    await begin({ work: { [registryPath]: amberRegistry } })
    await main({ [registryPath]: at('Birch', '🚧 Stage 3') })
    await resolve()
    expect(show('work')).toBe(first)
  })

  it('is left to people where one plugin was changed on both sides, or another file', async () => {
    await main({ [registryPath]: at('Birch', '✅ Working') })
    expect(await resolve()).toEqual({ outcome: 'left', why: 'A person has to resolve the conflict in `PLUGINS.md`.' })
    await main({ [registryPath]: at('Amber', '✅ Working'), 'work.md': 'other\n' })
    expect(await resolve()).toMatchObject({ outcome: 'left', why: expect.stringContaining('`work.md`') as string })
    await push('work', { 'notes.md': 'ours\n' })
    await main({ 'notes.md': 'theirs\n', 'work.md': null })
    expect(await resolve()).toMatchObject({ outcome: 'left', why: expect.stringContaining('`notes.md`') as string })
  })

  it('is left alone when the configuration excludes it, when it is closed or locked, and when it does not conflict', async () => {
    expect(await resolve()).toEqual({ outcome: 'none' })
    await main({ [registryPath]: at('Amber', '✅ Working'), '.github/baton.yml': 'sync: off\n' })
    expect(await resolve()).toEqual({ outcome: 'none' })
    await main({ '.github/baton.yml': null })
    testScene.repository.lock(testScene.number)
    expect(await resolve()).toEqual({ outcome: 'none' })
    await testScene.repository.close(testScene.number, testScene.octocat)
    expect(await resolve()).toEqual({ outcome: 'none' })
  })

  it('is left to people where duties are kept apart and our commit would take the place of the last push', async () => {
    testScene.repository.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true } })
    await main({
      [registryPath]: at('Amber', '✅ Working'),
      '.github/baton.yml': 'commands: { separate-duties: true }\n',
    })
    const head = await testScene.tip()
    expect(await resolve()).toMatchObject({ outcome: 'left', why: expect.stringContaining('last push') })
    expect(await testScene.tip()).toBe(head)
    await main({ '.github/baton.yml': null })
    expect(await resolve()).toMatchObject({ outcome: 'resolved' })
  })

  it('is not merged again when the merge was thrown away', async () => {
    const head = await testScene.tip()
    await main({ [registryPath]: at('Amber', '✅ Working') })
    await resolve()
    await testScene.repository.push('work', { 'work.md': 'again\n' }, { by: testScene.octocat, parent: head })
    expect(await resolve()).toMatchObject({
      outcome: 'left',
      why: 'A commit of Baton was discarded: it is not made again.',
    })
  })

  it('is looked at again where its branch moves meanwhile', async () => {
    await main({ [registryPath]: at('Amber', '✅ Working') })
    testScene.github.before('updateRefs', async () => void (await push('work', { 'more.md': 'more\n' })))
    expect(await resolve()).toMatchObject({ outcome: 'resolved' })
    expect(show('work', 'more.md')).toBe('more\n')
    expect(show('work')).toBe(at('Birch', '🚧 Stage 3', at('Amber', '✅ Working')))
  })
})
