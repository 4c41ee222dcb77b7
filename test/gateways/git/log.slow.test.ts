import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitFactsOf } from '../../../src/gateways/git/log.ts'
import { runGit } from '../../processes/git.ts'
import { temporaryFolder } from '../places.ts'

let folder: string
let remove: () => void
beforeEach(() => {
  ;({ folder, remove } = temporaryFolder())
})
afterEach(() => remove())

const commit = async (subject: string) => {
  await runGit(folder, ['commit', '--quiet', '--allow-empty', '-m', subject])
  return (await runGit(folder, ['rev-parse', 'HEAD'])).toString().trim()
}

describe('what git knows of a folder', () => {
  it('is empty without a clone', () => {
    expect(gitFactsOf(folder)).toBeUndefined()
  })

  it('is every commit that leads to the head, the head first, with its parents', async () => {
    await runGit(folder, ['init', '--quiet', '-b', 'main'])
    const parentSha = await commit('one\n\nmore')
    const two = await commit('two')
    const facts = gitFactsOf(folder)
    expect(facts?.log.head()).toBe(two)
    expect(facts?.log.whole()).toBe(true)
    expect(facts?.log.commits()).toEqual([
      { sha: two, parents: [parentSha], subject: 'two' },
      { sha: parentSha, parents: [], subject: 'one' },
    ])
    expect(gitFactsOf(folder, parentSha)?.log.commits()).toHaveLength(1)
  })

  it('is no commit where none was made, or a revision is none', async () => {
    await runGit(folder, ['init', '--quiet'])
    const facts = gitFactsOf(folder)
    expect([facts?.log.head(), facts?.log.whole(), facts?.log.commits()]).toEqual([undefined, false, []])
    await commit('one')
    expect(gitFactsOf(folder, '--all')?.log.commits()).toEqual([])
  })

  it('is not whole where history was cut off', async () => {
    const origin = join(folder, 'origin')
    mkdirSync(origin)
    await runGit(origin, ['init', '--quiet'])
    for (const subject of ['one', 'two']) await runGit(origin, ['commit', '--quiet', '--allow-empty', '-m', subject])
    await runGit(folder, ['clone', '--quiet', '--depth', '1', `file://${origin}`, 'work'])
    const facts = gitFactsOf(join(folder, 'work'))
    expect([facts?.log.head() === undefined, facts?.log.whole(), facts?.log.commits()]).toEqual([false, false, []])
  })

  it('is which files are in the index', async () => {
    await runGit(folder, ['init', '--quiet'])
    writeFileSync(join(folder, 'a*.txt'), 'a')
    writeFileSync(join(folder, 'ab.txt'), 'b')
    await runGit(folder, ['add', '--', 'ab.txt'])
    expect(gitFactsOf(folder)?.tracked('ab.txt')).toBe(true)
    expect(gitFactsOf(folder)?.tracked('a*.txt')).toBe(false)
  })
})
