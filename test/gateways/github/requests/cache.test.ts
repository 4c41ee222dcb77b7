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
    const shelf = cacheFor(whole, 'octocat/plugins').shelf<string>('tree', size)
    const otherShelves = [
      cacheFor(whole, 'octocat/private').shelf('tree', size),
      cacheFor(whole, 'octocat/plugins').shelf('blob', size),
    ]
    shelf.set('1', 'a tree')
    expect(shelf.get('1')).toBe('a tree')
    for (const otherShelf of otherShelves) expect(otherShelf.get('1')).toBeUndefined()
  })
})

describe('a repository with a cache', () => {
  const everything = { selectors: [{ glob: '**', level: 'text' }], limit: 1 << 20 } as const
  const tree = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'

  async function reading(fixture: Place, room: number) {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, `${index}`.repeat(1000)]))
    const sha = await fixture.hosted.push('main', files, { by: fixture.octocat })
    const sharedCache = cache(room)
    fixture.takeRequests()
    const open = () => fixture.open({ cache: sharedCache }).commitTree(sha).open(everything)
    return async () => {
      const view = await open()
      expect(view.paths.map((path) => view.bytes(path)?.length)).toEqual(
        view.paths.map((path) => (Number(path.slice(1)) > 9 ? 2000 : 1000)),
      )
      return fixture.takeRequests()
    }
  }

  it('reads nothing twice, whichever host asks', async () => {
    const fixture = await place()
    const read = await reading(fixture, 1 << 20)
    expect(await read()).toEqual([tree, 'repository'])
    expect(await read()).toEqual([])
    await fixture.github.close()
  })

  it('lacks nothing when the cache is too small', async () => {
    const fixture = await place()
    const read = await reading(fixture, 5000)
    expect(await read()).toEqual([tree, 'repository'])
    expect(await read()).toEqual([tree, 'repository'])
    await fixture.github.close()
  })
})
