import { describe, expect, it } from 'vitest'
import { cache, cacheFor } from '../../../../src/gateways/github/requests/cache.ts'
import { place, type Place } from '../place.ts'

describe('a cache', () => {
  it('forgets what was longest unused, when it is full', () => {
    const shelf = cache(2000).shelf<string>('text', (value) => value.length)
    for (const key of ['a', 'b', 'c']) shelf.set(key, key.repeat(400))
    expect(shelf.get('a')).toBe('a'.repeat(400))
    shelf.set('d', 'd'.repeat(400))
    expect(['a', 'b', 'c', 'd'].map((key) => shelf.get(key)?.[0])).toEqual(['a', undefined, 'c', 'd'])
  })

  it('counts what is replaced no more, and what is too large for it not at all', () => {
    const shelf = cache(2000).shelf<string>('text', (value) => value.length)
    shelf.set('a', 'a')
    for (let index = 0; index < 20; index++) shelf.set('b', 'b'.repeat(1000))
    expect(shelf.get('a')).toBe('a')
    shelf.set('b', 'b'.repeat(3000))
    expect(shelf.get('b')).toBeUndefined()
    expect(shelf.get('a')).toBe('a')
  })

  it('keeps kinds and repositories apart', () => {
    const whole = cache(2000)
    const size = () => 1
    const one = cacheFor(whole, 'octocat/plugins').shelf<string>('tree', size)
    const others = [cacheFor(whole, 'octocat/private').shelf('tree', size), cacheFor(whole, 'octocat/plugins').shelf('blob', size)]
    one.set('1', 'a tree')
    expect(one.get('1')).toBe('a tree')
    for (const other of others) expect(other.get('1')).toBeUndefined()
  })
})

describe('a repository with a cache', () => {
  const everything = { selectors: [{ glob: '**', level: 'text' }], limit: 1 << 20 } as const
  const tree = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'

  async function reading(here: Place, room: number) {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, `${index}`.repeat(1000)]))
    const sha = await here.hosted.push('main', files, { by: here.octocat })
    const kept = cache(room)
    here.takeRequests()
    const open = () => here.open({ cache: kept }).commitTree(sha).open(everything)
    return async () => {
      const view = await open()
      expect(view.paths.map((path) => view.bytes(path)?.length)).toEqual(
        view.paths.map((path) => (Number(path.slice(1)) > 9 ? 2000 : 1000)),
      )
      return here.takeRequests()
    }
  }

  it('reads nothing twice, whichever host asks', async () => {
    const here = await place()
    const read = await reading(here, 1 << 20)
    expect(await read()).toEqual([tree, 'repository'])
    expect(await read()).toEqual([])
    await here.github.close()
  })

  it('lacks nothing when the cache is too small', async () => {
    const here = await place()
    const read = await reading(here, 5000)
    expect(await read()).toEqual([tree, 'repository'])
    expect(await read()).toEqual([tree, 'repository'])
    await here.github.close()
  })
})
