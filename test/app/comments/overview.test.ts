import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkHead, placeOfHead } from '../../../src/app/review/check-head.ts'
import { headClaims } from '../../../src/app/deliveries/checking.ts'
import { memoryNotes } from '../../../src/app/deliveries/memory-notes.ts'
import { stickyMarker } from '../../../src/render/sticky.ts'
import { handoffPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { scene, type Scene } from './scene.ts'

let at: Scene
/** The commit that the command made. */
let made = ''
beforeEach(async () => {
  at = await scene()
  await at.postComment('/accept TinyGain')
  made = await at.tip()
})
afterEach(() => at.github.close())

const overview = () => at.repository.commentsOn(at.number).find(({ body }) => body.startsWith(stickyMarker))?.body ?? ''
const check = async (head: string, options: { readonly recheck?: boolean } = {}, ports = at.ports) => {
  const { subject, of } = await placeOfHead(ports, head)
  at.takeRequests()
  return checkHead(ports, subject, { ...options, of })
}
const before = '| `plugin:TinyGain` | `stage 3 in_progress` | agent |'
const push = (files: Readonly<Record<string, string | null>>) => at.repository.push('work', files, { by: at.octocat })

describe('the overview of a pull request', () => {
  it('names the commit that it shows', () => {
    expect(overview()).toContain(`As of commit ${made}.`)
    expect(overview()).toContain(before)
  })

  it('shows the state after a push, once that is checked', async () => {
    const head = await push({ [handoffPath]: sample[handoffPath] ?? '' })
    await check(head)
    expect(overview()).toContain(`As of commit ${head}.`)
    expect(overview()).toContain('| `plugin:TinyGain` | `stage 2 complete` | orchestrator | `octocat` |')
  })

  it('says that the commands are gone where a push has thrown their commits away', async () => {
    const parent = await at.tip('main')
    const head = await at.repository.push('work', { 'README.md': '# Again\n' }, { by: at.octocat, parent })
    await check(head)
    expect(overview()).toContain(`As of commit ${head}.`)
    expect(overview()).not.toContain('TinyGain')
    expect(overview()).toContain('No commit of this pull request comes from a command any more.')
  })

  it('shows a commit again that was checked before and is back, and takes no request where that is known', async () => {
    const { overviews, checked } = headClaims(memoryNotes(Date.now), 'r1', Date.now)
    const ports = { ...at.ports, overviews, checked }
    await push({ [handoffPath]: sample[handoffPath] ?? '' })
    await at.postComment('/accept TinyGain', { ports })
    const checkedTip = await at.tip()
    expect(await check(checkedTip, {}, ports)).toMatchObject({ again: true })
    expect(at.takeRequests()).toEqual([])
    const head = await push({ 'README.md': '# More\n' })
    await check(head, {}, ports)
    expect(overview()).toContain(`As of commit ${head}.`)
    await at.host.moveBranch({ branch: 'work', from: head, to: checkedTip })
    expect(await check(checkedTip, {}, ports)).toMatchObject({ again: true })
    expect(overview()).toContain(`As of commit ${checkedTip}.`)
  })

  it('takes one request where nothing is different, also where a check is requested again', async () => {
    await check(made)
    expect(at.takeRequests()).toEqual(['GET /repos/{owner}/{repo}/commits/{ref}/check-runs', 'repository'])
    const { subject } = await placeOfHead(at.ports, made)
    at.takeRequests()
    await checkHead(at.ports, subject, { recheck: true })
    const without = at.takeRequests()
    await check(made, { recheck: true })
    expect(at.takeRequests()).toEqual([...without, 'repository'])
  })

  it('shows the head after a command that changes nothing', async () => {
    const head = await push({ [handoffPath]: sample[handoffPath] ?? '' })
    await at.postComment('/status')
    expect(overview()).toContain(`As of commit ${head}.`)
    expect(overview()).toContain('`stage 2 complete`')
  })

  it('stays as it is where the check is no longer that of the head', async () => {
    const head = await push({ 'README.md': '# More\n' })
    const { subject, of } = await placeOfHead(at.ports, head)
    await push({ 'README.md': '# Still more\n' })
    await checkHead(at.ports, subject, { of })
    expect(overview()).toContain(`As of commit ${made}.`)
  })

  it('names the base branch where its configuration cannot be read, as the check run does', async () => {
    const otherScene = await scene()
    try {
      const comment = await otherScene.repository.comment(otherScene.number, otherScene.octocat, '/accept TinyGain')
      const { github } = otherScene
      const fault = { kind: 'status', status: 502 } as const
      github.faults.plan({ ...fault, after: true }, { operation: 'createCommitOnBranch' })
      // The commit is made, and GitHub does not answer afterwards: there is no check run yet.
      github.before('createCommitOnBranch', () => github.faults.plan(fault, { operation: 'repository', times: 4 }))
      await expect(otherScene.deliver(comment)).rejects.toThrow('GitHub does not answer')
      const parent = await otherScene.tip('main')
      const broken = { '.github/baton.yml': 'mood: soft\n' }
      await otherScene.repository.push('main', broken, { by: otherScene.octocat, parent })
      await otherScene.deliver(comment)
      const runs = await otherScene.checks()
      expect(runs.map(({ output }) => output.summary)).toEqual([
        expect.stringContaining('The configuration in `main` cannot be read'),
      ])
      const [shown = ''] = otherScene.repository
        .commentsOn(otherScene.number)
        .flatMap(({ body }) => (body.startsWith(stickyMarker) ? [body] : []))
      expect(shown).toContain('The configuration in `main` cannot be read, and so nothing was checked.')
      expect(shown).toContain('| `plugin:TinyGain` | `unknown` | unknown |')
    } finally {
      await otherScene.github.close()
    }
  })

  it('is not begun by a check', async () => {
    const otherScene = await scene()
    try {
      const head = await otherScene.tip()
      const { subject, of } = await placeOfHead(otherScene.ports, head)
      await checkHead(otherScene.ports, subject, { of })
      expect(otherScene.repository.commentsOn(otherScene.number)).toEqual([])
    } finally {
      await otherScene.github.close()
    }
  })
})
