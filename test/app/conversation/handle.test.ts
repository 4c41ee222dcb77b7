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
    const { say, file, tip, message, repository } = await start()
    const before = await tip()
    const told = await say('/accept TinyGain')
    expect(told.reactions).toEqual(['eyes', 'rocket'])
    expect(told.replies).toEqual([])
    expect(told.sticky).toContain('| `plugin:TinyGain` | `stage 3 in_progress` | agent | `octocat` |')
    expect(await file(handoffPath)).toContain('status: in_progress')
    expect(await file(registryPath)).toContain('| 🚧 Stage 3 |')
    expect(await repository.git.ask('rev-parse', 'refs/heads/work^')).toBe(before)
    expect(await message(await tip())).toContain(`Handled-Comment: ${told.comment.id}#1\n`)
    expect(repository.checksOn(await tip())).toMatchObject([{ name: 'baton', conclusion: 'success' }])
  })

  it('is handled once, however often it is heard', async () => {
    const { say, hear, tip } = await start()
    const { comment } = await say('/accept TinyGain')
    const after = await tip()
    await hear(comment)
    expect(await tip()).toBe(after)
  })
})

describe('a second command', () => {
  it('is run on the result of the first', async () => {
    const { say, file } = await start()
    await say('/accept TinyGain')
    const told = await say('/handback TinyGain success')
    expect(told.handled).toMatchObject([{ answered: { outcome: 'changed' } }])
    expect(await file(handoffPath)).toContain('stage: 3\nphase: null\nstatus: complete')
  })
})
