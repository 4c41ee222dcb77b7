import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { board, check, run } from '../../src/entry/index.ts'
import { inHandoff, sample } from '../../src/protocols/plugin/examples.ts'

const at = '2026-02-04T10:00:00Z'
const who = { at, actor: 'octocat' }
const broken = inHandoff(sample, ['stage: 2', 'stage: two'])

describe('the files that the library takes', () => {
  const bytes = Object.fromEntries(Object.entries(broken).map(([path, text]) => [path, new TextEncoder().encode(text)]))
  it.each<readonly [string, typeof broken | typeof bytes | Map<string, string>]>([
    ['an object', broken],
    ['a Map', new Map(Object.entries(broken))],
    ['an object of bytes', bytes],
    ['an object without a prototype', Object.assign(Object.create(null) as object, broken)],
    ['an object of another realm', runInNewContext('Object.assign({}, files)', { files: broken }) as typeof broken],
    [
      'a Map of another realm',
      runInNewContext('new Map(Object.entries(files))', { files: broken }) as Map<string, string>,
    ],
  ])('may be %s', async (_, files) => {
    const report = await check(files, { at, base: files, mode: 'strict' })
    expect([report.verdict, report.diagnostics.map(({ code }) => code)]).toEqual([
      'failed',
      expect.arrayContaining(['PLUGIN_STAGE_INVALID']),
    ])
    expect((await run('/accept TinyGain', files, { ...who, base: files })).outcome).toBe('refused')
  })

  it('may be a Map of which a command changes some', async () => {
    const { outcome, changes } = await run('/accept TinyGain', new Map(Object.entries(sample)), who)
    expect([outcome, changes.size]).toEqual(['changed', 2])
  })

  it('may be none', async () => {
    for (const files of [{}, new Map()]) expect((await check(files, { at })).verdict).toBe('nothing')
  })

  it.each<readonly [string, unknown, string]>([
    ['nothing', undefined, 'files: undefined'],
    ['null', null, 'files: null'],
    ['a text', 'PLUGINS.md', 'files: a string'],
    ['an array', Object.entries(sample), 'files: an array'],
    ['a Set', new Set(['PLUGINS.md']), 'files: a Set'],
    ['a promise', Promise.resolve(sample), 'files: a Promise'],
    ['an instance of some class', new URL('https://example.org'), 'files: a URL'],
    ['a number as content', { 'PLUGINS.md': 3 }, 'content of `PLUGINS.md` in files: a number'],
    ['nothing as content', new Map([['PLUGINS.md', undefined]]), 'content of `PLUGINS.md` in files: undefined'],
    ['a promise as content', { 'PLUGINS.md': Promise.resolve('') }, 'content of `PLUGINS.md` in files: a Promise'],
    ['a number as path', new Map([[3, '']]), 'path `3` in files'],
    ['a path that no view has', { './PLUGINS.md': '' }, 'path `./PLUGINS.md` in files'],
    ['an absolute path', { '/PLUGINS.md': '' }, 'path `/PLUGINS.md` in files'],
    ['a path that leaves the root', { 'a/../../b': '' }, 'path `a/../../b` in files'],
  ])('may not be %s', async (_, files, message) => {
    const wrongFiles = files as Record<string, string>
    for (const call of [check(wrongFiles, { at }), board(wrongFiles, { at }), run('/status', wrongFiles, who)])
      await expect(call).rejects.toThrow(
        expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(message) }),
      )
  })

  it('are checked in the base too', async () => {
    const base = [] as unknown as Record<string, string>
    await expect(check(sample, { at, base })).rejects.toThrow('Unexpected base: an array')
    await expect(run('/status', sample, { ...who, base })).rejects.toThrow('Unexpected base: an array')
  })
})
