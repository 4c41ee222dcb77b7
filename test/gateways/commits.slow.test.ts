import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getOctokit } from '@actions/github'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Repository } from '../../src/core/repository.ts'
import { openClone } from '../../src/gateways/git/clone.ts'
import { githubRepository } from '../../src/gateways/github/content/repository.ts'
import { bareRepository, type BareRepository, type Content } from '../github/bare-repository.ts'
import { runGit } from '../processes/git.ts'
import { startGitHub, type GitHub } from '../github/server.ts'
import { temporaryFolder } from './places.ts'

type Files = Readonly<Record<string, Content>>

const start: Files = {
  'lines.txt': 'one\ntwo\n',
  'a/b/c.txt': 'one',
  'a/d.txt': 'two',
  'moved.txt': 'three',
  run: { link: 'a/d.txt' },
}
const without = (files: Files, ...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))

/** A history that parts from `main` and merges it again; gives the base and the head. */
async function history(git: BareRepository) {
  const commit = (files: Files, message: string, parents: readonly string[], branch = 'topic') =>
    git.commit({ files: Object.entries(files), message, parents, branch })
  const base = await commit(start, 'Base', [], 'main')
  const edited = { ...start, 'lines.txt': 'one\ntwo\nthree\n', 'a/b/c.txt': 'changed', 'a/new/deep/file.txt': 'new' }
  const first = await commit(edited, 'First\n\nAgent: builder', [base])
  const moved = {
    ...without(edited, 'moved.txt'),
    'lines.txt': 'one\nTwo\nthree\n',
    'else/moved.txt': 'three',
    '-x "y".txt': 'odd',
  }
  const second = await commit(moved, 'Second', [first])
  const side = await commit({ ...start, side: 'x' }, 'Side', [base], 'side')
  const merge = await commit({ ...moved, side: 'x' }, 'Merge', [second, side])
  const linked = {
    ...without(moved, 'a/d.txt'),
    side: { link: '../out' },
    run: 'no link any more',
    vendor: { submodule: base },
  } as const
  const last = await commit(linked, 'Last', [merge])
  return { base, head: last, shas: [first, second, side, merge, last] }
}

interface Place {
  readonly repository: Repository
  readonly base: string
  readonly head: string
  readonly shas: readonly string[]
  /** The requests to GitHub since, by operation. */
  requests(): readonly string[]
  close(): void | Promise<void>
}

async function inClone(): Promise<Place> {
  const { folder, remove } = temporaryFolder()
  const bare = bareRepository()
  const made = await history(bare)
  await runGit(folder, ['clone', '--quiet', '--no-checkout', await bare.folder(), '.'])
  bare.remove()
  const repository = await openClone(folder)
  if (!repository) throw new TypeError('expected a clone')
  return { ...made, repository, requests: () => [], close: remove }
}

async function onGitHub(): Promise<Place> {
  const github: GitHub = await startGitHub()
  const { git } = await github.repository('octocat', 'plugins')
  const made = await history(git)
  const { request } = getOctokit(github.token({ contents: 'read' }), { baseUrl: github.url })
  const repository = githubRepository(request, { owner: 'octocat', repo: 'plugins' })
  return {
    ...made,
    repository,
    requests: () => github.log.splice(0).map(({ operation }) => operation),
    close: () => github.close(),
  }
}

describe.each([
  ['a clone', inClone],
  ['GitHub', onGitHub],
] as const)('the commits of %s', (name, make) => {
  let place: Place
  beforeAll(async () => {
    place = await make()
  })
  afterAll(() => place.close())

  it('tell the last of them that touched each path', async () => {
    const [first, second, side, , last] = place.shas
    const paths = ['a/b/c.txt', 'a/d.txt', '-x "y".txt', 'side', 'a', 'moved.txt', 'nowhere', '*']
    const found = await place.repository.lastCommits(place.head, paths)
    const shas = Object.fromEntries([...(found ?? [])].map(([path, { sha }]) => [path, sha]))
    expect(shas).toEqual({
      'a/b/c.txt': first,
      'a/d.txt': last,
      '-x "y".txt': second,
      side: last,
      a: last,
      'moved.txt': second,
    })
    expect(side).not.toBe(last)
    expect([...(found ?? [])].map(([, { at }]) => new Date(at).toISOString())).toEqual(
      Array.from({ length: 6 }, () => '2026-02-01T10:00:00.000Z'),
    )
    expect(await place.repository.lastCommits(place.base, ['a/b/c.txt', '-x "y".txt'])).toEqual(
      new Map([['a/b/c.txt', { sha: place.base, at: expect.any(String) }]]),
    )
    const many = Array.from({ length: 120 }, (_, index) => (index === 100 ? 'moved.txt' : `none/${index}`))
    expect([...((await place.repository.lastCommits(place.head, many)) ?? []).keys()]).toEqual(['moved.txt'])
  })

  it('tell the last of them that changed each line', async () => {
    const [first, second, , , last] = place.shas
    const found = async (path: string, lines: readonly number[], head = place.head) =>
      Array.from((await place.repository.lineCommits(head, path, lines)) ?? [], ([line, { sha, at }]) => [
        line,
        sha,
        new Date(at).getUTCFullYear(),
      ])
    expect(await found('lines.txt', [1, 2, 3])).toEqual([
      [1, place.base, 2026],
      [2, second, 2026],
      [3, first, 2026],
    ])
    expect(await found('lines.txt', [2], first)).toEqual([[2, place.base, 2026]])
    expect(await found('-x "y".txt', [1])).toEqual([[1, second, 2026]])
    expect(await found('run', [1])).toEqual([[1, last, 2026]])
    const many = Array.from({ length: 1000 }, (_, index) => index + 1)
    expect(await found('lines.txt', many)).toHaveLength(3)
  })

  const shown = async () => {
    const { commits = [] } = (await place.repository.commits(place.base, place.head)) ?? {}
    return commits.map(({ message, parents, paths }) => ({
      message,
      merge: parents.length > 1,
      paths: paths.map(({ path, change, link }) => `${change} ${path}${link === undefined ? '' : ` -> ${link}`}`),
    }))
  }

  it('are those that the base has not, each with what it changes', async () => {
    expect((await shown()).toSorted((a, b) => (a.message < b.message ? -1 : 1))).toEqual([
      {
        message: 'First\n\nAgent: builder',
        merge: false,
        paths: ['changed a/b/c.txt', 'added a/new/deep/file.txt', 'changed lines.txt'],
      },
      {
        message: 'Last',
        merge: false,
        paths: ['deleted a/d.txt', 'changed run', 'changed side -> ../out', 'added vendor'],
      },
      { message: 'Merge', merge: true, paths: [] },
      {
        message: 'Second',
        merge: false,
        paths: ['added -x "y".txt', 'added else/moved.txt', 'changed lines.txt', 'deleted moved.txt'],
      },
      { message: 'Side', merge: false, paths: ['added side'] },
    ])
  })

  it('come oldest first, with their parents and authors', async () => {
    const { commits = [], tooMany } = (await place.repository.commits(place.base, place.head)) ?? {}
    expect(commits.map(({ sha }) => sha).toSorted()).toEqual(place.shas.toSorted())
    for (const [index, { parents }] of commits.entries())
      for (const parent of parents)
        expect([place.base, ...commits.slice(0, index).map(({ sha }) => sha)]).toContain(parent)
    expect(commits[0]?.author.email).toBe('octocat@example.com')
    expect(tooMany).toBeUndefined()
  })

  it('are none where nothing is new', async () => {
    expect((await place.repository.commits(place.head, place.head))?.commits).toEqual([])
  })

  it.runIf(name === 'GitHub')('cost one request for their list, and one for each level of folders', async () => {
    place.requests()
    await shown()
    expect(place.requests()).toEqual([
      'GET /repos/{owner}/{repo}/compare/{basehead}',
      ...Array.from({ length: 5 }, () => 'POST /graphql'),
    ])
  })
})

describe('a clone', () => {
  it('knows the account after an address of GitHub', async () => {
    const { folder, remove } = temporaryFolder()
    const git = (...words: readonly string[]) => runGit(folder, words)
    await git('init', '--quiet', '--initial-branch=ai/builder/x', '.')
    expect(await (await openClone(folder))?.branch()).toBe('ai/builder/x')
    const emails = [
      '12+docs-bot@users.noreply.github.com',
      'octocat@users.noreply.github.com',
      '1+build[bot]@users.noreply.github.com',
      'x@users.noreply.github.com.example',
    ]
    for (const email of ['base@example.com', ...emails])
      await git('commit', '--quiet', '--allow-empty', '--message=Work', `--author=Docs <${email}>`)
    const clone = await openClone(folder)
    const base = (await clone?.resolve('HEAD~4')) ?? ''
    const { commits = [] } = (await clone?.commits(base, (await clone.resolve('HEAD')) ?? '')) ?? {}
    expect(commits.map(({ author }) => author.login)).toEqual(['docs-bot', 'octocat', 'build[bot]', undefined])
    remove()
  })

  it('knows the branch that a revision names', async () => {
    const { folder, remove } = temporaryFolder()
    const git = (...words: readonly string[]) => runGit(folder, words)
    await git('init', '--quiet', '--initial-branch=ai/builder/x', '.')
    for (const message of ['One', 'Two']) await git('commit', '--quiet', '--allow-empty', `--message=${message}`)
    for (const ref of ['heads/topic', 'remotes/origin/ai/writer/y', 'tags/v1'])
      await git('update-ref', `refs/${ref}`, 'HEAD')
    const clone = await openClone(folder)
    const names = [undefined, 'HEAD', 'ai/builder/x', 'heads/ai/builder/x', 'refs/heads/topic', 'origin/ai/writer/y']
    expect(await Promise.all(names.map(async (name) => clone?.branch(name)))).toEqual([
      'ai/builder/x',
      'ai/builder/x',
      'ai/builder/x',
      'ai/builder/x',
      'topic',
      'ai/writer/y',
    ])
    const otherNames = ['HEAD~1', 'v1', (await clone?.resolve('HEAD')) ?? '', 'nothing', '--all', '']
    expect(await Promise.all(otherNames.map(async (name) => clone?.branch(name)))).toEqual(
      otherNames.map(() => undefined),
    )
    await git('checkout', '--quiet', '--detach')
    expect(await clone?.branch()).toBeUndefined()
    remove()
  })

  it('lists only what is below its folder', async () => {
    const { folder, remove } = temporaryFolder()
    const bare = bareRepository()
    const { base, head } = await history(bare)
    await runGit(folder, ['clone', '--quiet', '--no-checkout', await bare.folder(), '.'])
    mkdirSync(join(folder, 'a', 'b'), { recursive: true })
    const clone = await openClone(join(folder, 'a'))
    const { commits = [] } = (await clone?.commits(base, head)) ?? {}
    expect(commits.flatMap(({ paths }) => paths.map(({ path }) => path))).toEqual([
      'b/c.txt',
      'new/deep/file.txt',
      'd.txt',
    ])
    bare.remove()
    remove()
  })

  it('runs nothing that its own configuration names', async () => {
    const { folder, remove } = temporaryFolder()
    const bare = bareRepository()
    const { base, head } = await history(bare)
    await runGit(folder, ['clone', '--quiet', '--branch=topic', `file://${await bare.folder()}`, '.'])
    const planted = join(folder, 'planted')
    const program = `touch ${planted} #`
    const settings = {
      'diff.external': program,
      'diff.x.textconv': program,
      'diff.x.command': program,
      'core.fsmonitor': program,
      'core.pager': program,
      'filter.x.clean': program,
    }
    for (const [key, value] of Object.entries(settings)) await runGit(folder, ['config', key, value])
    writeFileSync(join(folder, '.git', 'info', 'attributes'), '* diff=x filter=x\n')
    const clone = await openClone(folder)
    expect((await clone?.commits(base, head))?.commits).toHaveLength(5)
    expect(await clone?.ignored(['a', ':(glob)*', '-x'])).toEqual(new Map())
    expect(await clone?.commits('--output=x', head)).toBeUndefined()
    expect([planted, join(folder, 'x')].filter((path) => existsSync(path))).toEqual([])
    bare.remove()
    remove()
  })

  it('reports nothing when its history was cut off', async () => {
    const { folder, remove } = temporaryFolder()
    const bare = bareRepository()
    const { base, head } = await history(bare)
    await runGit(folder, ['clone', '--quiet', '--depth=2', '--branch=topic', `file://${await bare.folder()}`, '.'])
    const clone = await openClone(folder)
    expect(await clone?.commits(base, head)).toBeUndefined()
    bare.remove()
    remove()
  })
})

describe('GitHub', () => {
  it('lists commits page by page, and of more than 500 only counts them', async () => {
    const github = await startGitHub()
    const { git } = await github.repository('octocat', 'plugins')
    const person = 'octocat <octocat@example.com> 1769940000 +0000'
    const commits = Array.from({ length: 502 }, () => `commit refs/heads/many\ncommitter ${person}\ndata 4\nWork\n\n`)
    await git.git(['fast-import', '--quiet'], commits.join(''))
    const shas = git.commits({ from: git.tip('many') ?? '' }).toReversed()
    const { request } = getOctokit(github.token({ contents: 'read' }), { baseUrl: github.url })
    const repository = githubRepository(request, { owner: 'octocat', repo: 'plugins' })
    const [first = '', later = ''] = [shas[0], shas.at(-121)]
    const last = shas.at(-1) ?? ''
    github.log.length = 0
    expect(await repository.commits(first, last)).toEqual({ commits: [], tooMany: 501 })
    expect(github.log).toHaveLength(1)
    github.log.length = 0
    const read = await repository.commits(later, last)
    expect(read?.commits.map(({ sha }) => sha)).toEqual(shas.slice(-120))
    expect(github.log.filter(({ operation }) => operation.startsWith('GET'))).toHaveLength(2)
    await github.close()
  })
})
