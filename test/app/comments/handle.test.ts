import { afterEach, describe, expect, it } from 'vitest'
import { handoffPath, registryPath } from '../../../src/protocols/plugin/examples.ts'
import { scene, type Scene, type SceneOptions } from './scene.ts'

let open: Scene[] = []
async function start(options?: SceneOptions): Promise<Scene> {
  const started = await scene(options)
  open.push(started)
  return started
}
afterEach(async () => {
  const all = open
  open = []
  for (const { github } of all) await github.close()
})

describe('a command on a pull request', () => {
  it('becomes one commit on its head branch', async () => {
    const { postComment, file, tip, message, repository } = await start()
    const before = await tip()
    const result = await postComment('/accept TinyGain')
    expect(result.reactions).toEqual(['eyes', 'rocket'])
    expect(result.replies).toEqual([])
    expect(result.sticky).toContain('| `plugin:TinyGain` | `stage 3 in_progress` | agent | `octocat` |')
    expect(await file(handoffPath)).toContain('status: in_progress')
    expect(await file(registryPath)).toContain('| 🚧 Stage 3 |')
    expect(repository.git.resolve('refs/heads/work^')).toBe(before)
    expect(await message(await tip())).toContain(`Handled-Comment: ${result.comment.id}#1\n`)
    expect(repository.checksOn(await tip())).toMatchObject([{ name: 'baton', conclusion: 'success' }])
  })

  it('is handled once, however often it is heard', async () => {
    const { postComment, deliver, tip } = await start()
    const { comment } = await postComment('/accept TinyGain')
    const after = await tip()
    await deliver(comment)
    expect(await tip()).toBe(after)
  })
})

describe('a command that is handled some time after it was written', () => {
  const minutes = (count: number) => count * 60_000
  it.each<[found: string, late: boolean, delay: number, said: string | undefined]>([
    ['found by the sweep', true, minutes(14) + 5000, '14 min'],
    ['found by the sweep', true, minutes(60 * 30), '1 d'],
    ['found by the sweep', true, minutes(60 * 24 * 2), '2 d'],
    // Its delivery is on the way, or waits.
    ['found by the sweep', true, minutes(4), undefined],
    // GitHub sent it again, in its order.
    ['delivered', false, minutes(14), undefined],
  ])('%s (%j, after %d ms): it is said that it is late only where it is', async (_, late, delay, said) => {
    const { postComment, ports } = await start()
    const later = { ...ports, now: () => new Date(Date.now() + delay).toISOString() }
    const { reactions, replies } = await postComment('/accept TinyGain', { late, ports: later })
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(replies.length).toBe(said === undefined ? 0 : 1)
    if (said !== undefined) expect(replies[0]).toContain(`This was handled late, ${said} after it was written.`)
  })
})

describe('a role', () => {
  it('counts as it is at that moment: one that was taken away is none', async () => {
    const { postComment, person, tip } = await start()
    expect((await postComment('/accept TinyGain', { by: person('mona', 'write') })).reactions).toEqual([
      'eyes',
      'rocket',
    ])
    const before = await tip()
    const { reactions, replies } = await postComment('/handback TinyGain error It broke', {
      by: person('mona', 'read'),
    })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies[0]).toContain('COMMAND_DENIED')
    expect(await tip()).toBe(before)
  })
})

describe('a delivery that is replayed', () => {
  it('is known by the reaction, and by the commit without one, though it could be done again', async () => {
    const { postComment, deliver, tip } = await start()
    const { comment } = await postComment('/accept TinyGain')
    await postComment('/handback TinyGain error It broke')
    const after = await tip()
    expect((await deliver(comment)).handled).toEqual([])
    comment.reactions.splice(0)
    expect((await deliver(comment)).handled).toMatchObject([{ answered: { outcome: 'changed', again: true } }])
    expect(await tip()).toBe(after)
  })

  it('and was refused is known by the reaction, and by the answer without one, though it could be done by now', async () => {
    const { postComment, deliver, tip, person } = await start()
    const { comment, reactions } = await postComment('/accept TinyGain', { by: person('mona', 'read') })
    expect(reactions).toEqual(['eyes', '-1'])
    person('mona', 'write')
    const before = await tip()
    expect((await deliver(comment)).handled).toEqual([])
    comment.reactions.splice(0)
    expect((await deliver(comment)).handled).toMatchObject([{ answered: { outcome: 'refused', again: true } }])
    expect(await tip()).toBe(before)
  })
})

describe('a second command', () => {
  it('is run on the result of the first', async () => {
    const { postComment, file } = await start()
    await postComment('/accept TinyGain')
    const result = await postComment('/handback TinyGain success')
    expect(result.handled).toMatchObject([{ answered: { outcome: 'changed' } }])
    expect(await file(handoffPath)).toContain('stage: 3\nphase: null\nstatus: complete')
  })
})
