import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runGit } from '../processes/git.ts'
import { cli, scratch, type Files } from './programs.ts'
import { commitAll, configure, repository } from '../processes/work-tree.ts'

const places = scratch()
afterAll(places.remove)

const registry = sample[registryPath] ?? ''

/** A plugin after the last one. */
const added = (text: string, name: string) =>
  `${text.replace(/(\n\|[^\n]*\|)(?=\n(?!\|))/, `$1\n| ${name} | 💡 Ideated | - | 2026-02-01 |`).trimEnd()}\n\n### ${name}\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-02-01\n`

const moved = (text: string, status: string) => text.replaceAll('🚧 Stage 2', status)

/** A repository whose registry two branches change, with the driver set up as the documentation says. */
async function scene(
  firstText: string,
  secondText: string,
  attributes = `${registryPath} merge=baton\n`,
  extraFiles: Files = {},
) {
  const folder = places.folder({ ...sample, ...extraFiles, '.gitattributes': attributes })
  repository(folder)
  const driver = `'${process.execPath}' '${cli}' merge-registry %O %A %B %P`
  configure(folder, { 'merge.baton.driver': driver })
  for (const [branch, text] of [
    ['one', firstText],
    ['other', secondText],
  ] as const) {
    await runGit(folder, ['checkout', '--quiet', '-b', branch, 'main'])
    writeFileSync(join(folder, registryPath), text)
    commitAll(folder, branch)
  }
  return folder
}

async function mergedByGit(folder: string, first: string, second: string) {
  await runGit(folder, ['checkout', '--quiet', '-B', 'all', 'main'])
  await runGit(folder, ['merge', '--quiet', '--no-edit', first])
  const clean = await runGit(folder, ['merge', '--quiet', '--no-edit', second]).then(
    () => true,
    () => false,
  )
  const text = readFileSync(join(folder, registryPath), 'utf8')
  await runGit(folder, ['reset', '--quiet', '--hard'])
  return { clean, text }
}

describe('as a merge driver of git', () => {
  it('two branches about different plugins give the same bytes in either order', async () => {
    const folder = await scene(added(moved(registry, '✅ Working'), 'Cedar'), added(registry, 'Birch'))
    const [first, second] = [await mergedByGit(folder, 'one', 'other'), await mergedByGit(folder, 'other', 'one')]
    expect(first).toEqual({ clean: true, text: added(added(moved(registry, '✅ Working'), 'Birch'), 'Cedar') })
    expect(second).toEqual(first)
    await runGit(folder, ['config', '--unset', 'merge.baton.driver'])
    expect((await mergedByGit(folder, 'one', 'other')).clean).toBe(false)
  })

  it('one plugin that both changed stays a conflict', async () => {
    const folder = await scene(moved(registry, '✅ Working'), moved(registry, '🚧 Stage 3'))
    const { clean, text } = await mergedByGit(folder, 'one', 'other')
    expect(clean).toBe(false)
    expect(text).toContain('<<<<<<< ours\n')
  })

  it('other files are merged as git does it, whatever a branch sets the driver on', async () => {
    const sharedLines = 'a\n'.repeat(9)
    const folder = places.folder({
      ...sample,
      'text.md': `one\n${sharedLines}two\n`,
      '.gitattributes': '* merge=baton\n',
    })
    repository(folder)
    configure(folder, { 'merge.baton.driver': `'${process.execPath}' '${cli}' merge-registry %O %A %B %P` })
    for (const [branch, text] of [
      ['one', `ONE\n${sharedLines}two\n`],
      ['other', `one\n${sharedLines}TWO\n`],
    ] as const) {
      await runGit(folder, ['checkout', '--quiet', '-b', branch, 'main'])
      writeFileSync(join(folder, 'text.md'), text)
      commitAll(folder, branch)
    }
    await runGit(folder, ['merge', '--quiet', '--no-edit', 'one'])
    expect(readFileSync(join(folder, 'text.md'), 'utf8')).toBe(`ONE\n${sharedLines}TWO\n`)
  })
})
