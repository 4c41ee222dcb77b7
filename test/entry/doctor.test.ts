import { afterAll, describe, expect, it, vi } from 'vitest'
import { sample } from '../../src/protocols/governance/examples.ts'
import { cli, repository, run, scratch, write } from './programs.ts'

// Every test starts processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const places = scratch()
afterAll(() => places.remove())

async function doctor(folder: string) {
  const { code, stdout } = await run(cli, ['doctor', '--format', 'json'], { cwd: folder })
  const { warnings } = JSON.parse(stdout) as { readonly warnings: readonly { readonly code: string; readonly path: string }[] }
  return [code, ...warnings.map((warning) => `${warning.code} ${warning.path}`)]
}

describe('baton doctor', () => {
  it('finds state that git ignores, tracked already or not', async () => {
    const folder = places.folder(sample)
    await repository(folder)
    expect(await doctor(folder)).toEqual([0])
    write(folder, { '.gitignore': '.idumb/\n' })
    expect(await doctor(folder)).toEqual([0, 'GOV_ROOT_IGNORED .idumb/brain/state.json', 'GOV_ROOT_IGNORED .idumb/sessions/x.json'])
    write(folder, { '.gitignore': '*.json\n!state.json\n' })
    expect(await doctor(folder)).toEqual([0, 'GOV_ROOT_IGNORED .idumb/sessions/x.json'])
  })

  it('has nothing to say where there is no clone', async () => {
    expect(await doctor(places.folder(sample))).toEqual([0])
  })
})

describe('baton detect', () => {
  const text = 'user: hello\nassistant: The session compacted itself\n'

  it('answers whether a conversation was compacted', async () => {
    const folder = places.folder({ 'a.md': text })
    const told = await run(cli, ['detect', '--transcript', 'a.md'], { cwd: folder })
    expect([told.code, JSON.parse(told.stdout)]).toEqual([
      0,
      {
        version: 1,
        compacted: true,
        signals: ['compaction-keyword'],
        messages: 2,
        hits: [
          { signal: 'compaction-keyword', phrase: 'compacted', message: 2 },
          { signal: 'compaction-keyword', phrase: 'session compacted', message: 2 },
        ],
      },
    ])
    const injected = await run(cli, ['detect', '--transcript', '-', '--injected', '--format', 'text'], {
      cwd: folder,
      input: 'user: hello\n',
    })
    expect([injected.code, injected.stdout]).toEqual([0, 'compacted: low-message-count\n'])
    expect((await run(cli, ['detect', '--transcript', '-'], { cwd: folder, input: 'nothing' })).code).toBe(3)
    expect((await run(cli, ['detect', '--transcript', 'absent'], { cwd: folder })).code).toBe(2)
  })
})
