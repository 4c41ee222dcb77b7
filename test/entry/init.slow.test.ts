import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample as governance } from '../../src/protocols/governance/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { runHere } from './here.ts'
import { scratch, write } from './programs.ts'
import { repository } from '../processes/work-tree.ts'
import { init, answered, moved } from './init-here.ts'

const places = scratch()
afterAll(() => places.remove())

describe('baton init', () => {
  it('takes no tracked link for state, and no file that only has the name', async () => {
    const folder = places.folder({ 'b.js': 'hi\n', 'commands/progress.md': '# Progress\n\nShow the progress.\n' })
    symlinkSync('b.js', join(folder, 'a.js'))
    repository(folder)
    expect((await init(folder)).code).toBe(3)
    write(folder, moved(governance, '.idumb/', 'tools/.idumb/'))
    expect((await answered(folder)).protocols).toEqual([
      { name: 'governance', targets: 2, section: { root: 'tools/.idumb' } },
    ])
    expect((await runHere(['validate'], { cwd: folder })).code).toBe(0)
    const { stdout } = await runHere(['doctor', '--format', 'brief'], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ errors: [{ code: 'WORKFLOW_ACTION_PLACEHOLDER' }] })
  })

  it.each([[[]], [['--root', '.']]])('writes where GitHub looks, from a folder below: %j', async (words) => {
    const folder = places.folder(
      Object.fromEntries(Object.entries(plugin).map(([path, content]) => [`audio/${path}`, content])),
    )
    mkdirSync(join(folder, '.git'))
    const { code, stdout } = await init(join(folder, 'audio'), ...words)
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('plugin: 1 target (root: audio/plugins, registry: audio/PLUGINS.md)'),
    ])
    expect(existsSync(join(folder, 'audio/.github'))).toBe(false)
    expect(existsSync(join(folder, '.github/baton.yml'))).toBe(true)
  })
})
