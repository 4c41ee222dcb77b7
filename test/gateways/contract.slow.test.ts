import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { getOctokit } from '@actions/github'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tree } from '../../src/core/view.ts'
import { diskTree } from '../../src/gateways/disk.ts'
import { openClone } from '../../src/gateways/git/clone.ts'
import { githubRepository } from '../../src/gateways/github/content/repository.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import { bareRepository, type Content } from '../github/bare-repository.ts'
import { runGit } from '../processes/git.ts'
import { startGitHub } from '../github/server.ts'
import { temporaryFolder, writeFiles } from './places.ts'
import { expected, folders, samples, selection, shown } from './sample.ts'

type Files = readonly (readonly [path: string | Uint8Array, content: Content])[]

/** A tree of the samples, and how to clean up after it. */
interface Place {
  readonly tree: Tree
  close(): void | Promise<void>
}

function inMemory(files: Files): Place {
  const named = files.map(([path, content]) => [Buffer.from(path).toString(), content] as const)
  const texts = named.map(([path, content]) => {
    if (typeof content === 'string' || content instanceof Uint8Array) return [path, content] as const
    return [path, 'link' in content ? content.link : ''] as const
  })
  const only = (kind: 'link' | 'submodule') =>
    named.filter(([, content]) => typeof content === 'object' && kind in content).map(([path]) => path)
  return {
    tree: memoryTree(Object.fromEntries(texts), { links: only('link'), submodules: only('submodule') }),
    close: () => undefined,
  }
}

function onDisk(files: Files): Place {
  const { folder, remove } = temporaryFolder()
  writeFiles(folder, files)
  return { tree: diskTree(folder), close: remove }
}

async function inClone(files: Files, below: string): Promise<Place> {
  const { folder, remove } = temporaryFolder()
  const bare = bareRepository()
  const inFolder = files.map(
    ([path, content]) => [Buffer.concat([Buffer.from(below), Buffer.from(path)]), content] as const,
  )
  const sha = await bare.commit({ files: [...inFolder, ['beside.md', 'not below']] })
  await runGit(folder, ['clone', '--quiet', '--no-checkout', await bare.folder(), '.'])
  mkdirSync(join(folder, below), { recursive: true })
  bare.remove()
  const clone = await openClone(join(folder, below))
  if (!clone) throw new TypeError('expected a clone')
  return { tree: clone.commitTree(sha), close: remove }
}

async function onGitHub(files: Files, treeEntries: number): Promise<Place> {
  const github = await startGitHub()
  github.limits.treeEntries = treeEntries
  const { git } = await github.repository('octocat', 'plugins')
  const sha = await git.commit({ files })
  const { request } = getOctokit(github.token({ contents: 'read' }), { baseUrl: github.url })
  return {
    tree: githubRepository(request, { owner: 'octocat', repo: 'plugins' }).commitTree(sha),
    close: () => github.close(),
  }
}

const places: Readonly<Record<string, (files: Files) => Place | Promise<Place>>> = {
  memory: inMemory,
  disk: onDisk,
  'a clone': (files) => inClone(files, ''),
  'a folder of a clone': (files) => inClone(files, '-a folder/with blanks/'),
  GitHub: (files) => onGitHub(files, 100_000),
  'GitHub, folder by folder': (files) => onGitHub(files, 30),
}

describe.each(Object.entries(places))('a tree from %s', (_, make) => {
  let place: Place
  beforeAll(async () => {
    place = await make(samples.map(({ path, content }) => [path, content]))
  })
  afterAll(() => place.close())

  it('shows what was selected, and no more', async () => {
    expect(shown(await place.tree.open(selection))).toEqual(expected)
  })

  it('shows the same whatever was looked at before', async () => {
    const names = selection.selectors.map(({ glob }) => ({ glob, level: 'name' }) as const)
    const all = selection.selectors.map(({ glob }) => ({ glob, level: 'text' }) as const)
    const before = [
      place.tree.open({ selectors: names, limit: 0 }),
      place.tree.open({ selectors: all, limit: 1 << 30 }),
    ]
    const [first, second] = await Promise.all([...before, place.tree.open(selection)]).then((views) => views.slice(1))
    expect(first?.bytes('plugins/Huge/.ideas/huge.md')).toHaveLength((1 << 21) + 2)
    expect(second && shown(second)).toEqual(expected)
  })

  it('shows nothing of what is not there or not selected', async () => {
    const view = await place.tree.open(selection)
    for (const path of ['', 'plugins', 'README.md', 'absent', 'plugins/Submodule/.continue-here.md', 'constructor']) {
      expect([view.entry(path), view.bytes(path), view.digest(path)]).toEqual([undefined, undefined, undefined])
    }
  })

  it('knows the folders that were selected, whatever lies in them and however deep', async () => {
    const view = await place.tree.open({ selectors: [{ glob: '{plugins,vendor}/*', level: 'folder' }], limit: 1 })
    expect([...view.folders].toSorted()).toEqual(folders)
    expect(view.paths).toEqual([
      'plugins/Dangling',
      'plugins/LinkedFolder',
      'plugins/Submodule',
      'vendor/lib',
      'vendor/other',
    ])
    expect((await place.tree.open(selection)).folders).toEqual(new Set())
  })

  it('shows nothing without a selection', async () => {
    expect((await place.tree.open({ selectors: [], limit: 1 })).paths).toEqual([])
  })
})
