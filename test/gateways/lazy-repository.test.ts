import { describe, expect, it } from 'vitest'
import type { Repository } from '../../src/core/repository.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import { lazyRepository } from '../../src/gateways/lazy-repository.ts'

const sha = 'a'.repeat(40)
const tree = memoryTree({ 'PLUGINS.md': '# Plugins\n' })

/** Answers each call with its arguments. */
const echo: Repository = {
  resolve: (revision) => Promise.resolve(revision),
  fork: (branch, head) => Promise.resolve({ tip: branch, mergeBase: head }),
  commits: (base, head) => Promise.resolve({ commits: [], tooMany: base.length + head.length }),
  merges: (base, head, paths) =>
    Promise.resolve([{ sha: head, parents: [{ sha: base, files: new Map(paths.map((path) => [path, base])) }] }]),
  mergeBase: (head, otherHead) => Promise.resolve(head + otherHead),
  log: (head) => Promise.resolve([{ sha: head, parents: [], subject: '' }]),
  lastCommits: (head, [path = '']) => Promise.resolve(new Map([[path, { sha: head, at: '' }]])),
  lineCommits: (head, _, lines) => Promise.resolve(new Map(lines.map((line) => [line, { sha: head, at: '' }]))),
  signature: (commit) => Promise.resolve({ author: { email: commit }, verified: true }),
  commitTree: (commit) => ({ ...tree, name: 'a tree', sha: commit }),
}

describe('a repository on demand', () => {
  it('is opened by the first question and by no other, and not for the name of a tree', async () => {
    let opened = 0
    const repository = lazyRepository(() => {
      opened++
      return Promise.resolve(echo)
    })
    expect(repository.commitTree(sha)).toMatchObject({ name: 'commit aaaaaaa', sha })
    expect(opened).toBe(0)
    await Promise.all([repository.resolve('main'), repository.resolve('topic'), repository.log(sha)])
    expect(opened).toBe(1)
  })

  it('gives the answers of the one that is opened', async () => {
    const repository = lazyRepository(() => Promise.resolve(echo))
    expect(await repository.resolve('main')).toBe('main')
    expect(await repository.fork('main', sha)).toEqual({ tip: 'main', mergeBase: sha })
    expect(await repository.commits('ab', 'abc')).toEqual({ commits: [], tooMany: 5 })
    expect(await repository.merges('ab', sha, ['a'])).toEqual([
      { sha, parents: [{ sha: 'ab', files: new Map([['a', 'ab']]) }] },
    ])
    expect(await repository.mergeBase('ab', 'abc')).toBe('ababc')
    expect(await repository.log(sha)).toMatchObject([{ sha }])
    expect(await repository.lastCommits(sha, ['a'])).toEqual(new Map([['a', { sha, at: '' }]]))
    expect(await repository.lineCommits(sha, 'a', [3])).toEqual(new Map([[3, { sha, at: '' }]]))
    expect(await repository.signature(sha)).toEqual({ author: { email: sha }, verified: true })
    const view = await repository.commitTree(sha).open({ selectors: [{ glob: '**', level: 'text' }], limit: 100 })
    expect(view.paths).toEqual(['PLUGINS.md'])
  })

  it('fails as opening it fails', async () => {
    const repository = lazyRepository(() => Promise.reject(new Error('No library')))
    await expect(repository.resolve('main')).rejects.toThrow('No library')
  })
})
