import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runHere } from './here.ts'
import { scratch, write, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const registry = sample[registryPath] ?? ''

/** A plugin after the last one. */
const added = (text: string, name: string) =>
  `${text.replace(/(\n\|[^\n]*\|)(?=\n(?!\|))/, `$1\n| ${name} | 💡 Ideated | - | 2026-02-01 |`).trimEnd()}\n\n### ${name}\n\n**Status:** 💡 Ideated\n**Last Updated:** 2026-02-01\n`

const moved = (text: string, status: string) => text.replaceAll('🚧 Stage 2', status)

const named = (folder: string, files: Files) => {
  write(folder, files)
  return Object.keys(files).map((name) => join(folder, name))
}

/** Three versions in a folder of their own, merged there. */
async function merged(
  [base, ours, theirs]: readonly [string | Uint8Array, string | Uint8Array, string | Uint8Array],
  path?: string,
  extraFiles: Files = {},
  options: readonly string[] = [],
) {
  const folder = places.folder(extraFiles)
  const files = named(folder, { base, ours, theirs })
  const ran = await runHere([
    'merge-registry',
    ...files,
    ...(path === undefined ? [] : [path]),
    '--root',
    folder,
    ...options,
  ])
  return { ...ran, ours: readFileSync(join(folder, 'ours')) }
}

describe('baton merge-registry', () => {
  const workingRegistry = moved(registry, '✅ Working')

  it('writes the result into OURS', async () => {
    const ran = await merged([registry, workingRegistry, added(registry, 'Birch')])
    expect(ran).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(ran.ours.toString()).toBe(added(workingRegistry, 'Birch'))
  })

  it('exits with the code of a conflict that a person has to resolve', async () => {
    const ran = await merged([registry, workingRegistry, moved(registry, '🚧 Stage 3')], registryPath)
    expect(ran.code).toBe(1)
    expect(ran.ours.toString()).toContain('>>>>>>> theirs')
  })

  it('merges another path as text, where rows side by side are a conflict', async () => {
    const versions = [registry, added(registry, 'Cedar'), added(registry, 'Birch')] as const
    const elsewhere = await merged(versions, 'other/PLUGINS.md')
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.ours.toString()).toContain('<<<<<<< ours')
    expect((await merged(versions, registryPath)).code).toBe(0)
  })

  it('uses the configuration, where the registry is another file', async () => {
    const versions = [registry, added(registry, 'Cedar'), added(registry, 'Birch')] as const
    const configFiles = { '.github/baton.yml': 'protocols: { plugin: { registry: docs/PLUGINS.md } }\n' }
    expect((await merged(versions, 'docs/PLUGINS.md', configFiles)).code).toBe(0)
    expect((await merged(versions, registryPath, configFiles)).code).toBe(1)
    expect((await merged(versions, registryPath, { '.github/baton.yml': 'protocols: { plugin: false }\n' })).code).toBe(
      1,
    )
  })

  it('merges as text, and reports it, when the configuration cannot be read', async () => {
    const ran = await merged([registry, workingRegistry, registry], registryPath, {
      '.github/baton.yml': 'protcols: {}\n',
    })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('The configuration cannot be read')
    expect(ran.ours.toString()).toBe(workingRegistry)
  })

  it('merges a registry without a table as text', async () => {
    const ran = await merged(['a\n\nb\n', 'A\n\nb\n', 'a\n\nB\n'], registryPath)
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.ours.toString()).toBe('A\n\nB\n')
    expect((await merged(['a\n', 'b\n', 'c\n'], registryPath)).ours.toString()).toBe(
      '<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n',
    )
  })

  it.each([registryPath, 'image.png'])('leaves what is not text as it is, and reports it: %s', async (path) => {
    const bytes = new Uint8Array([0xff, 0x00, 0xfe, 0x0a])
    const ran = await merged([registry, bytes, workingRegistry], path)
    expect(ran.code).toBe(1)
    expect(new Uint8Array(ran.ours)).toEqual(bytes)
  })

  it('reads and writes nothing else', async () => {
    const folder = places.folder({ base: registry, theirs: workingRegistry, outside: registry })
    symlinkSync(join(folder, 'outside'), join(folder, 'ours'))
    const ran = await runHere([
      'merge-registry',
      ...['base', 'ours', 'theirs'].map((name) => join(folder, name)),
      '--root',
      folder,
    ])
    expect([ran.code, ran.stderr]).toEqual([
      1,
      expect.stringContaining('`ours` cannot be written: it is a symbolic link'),
    ])
    expect(readFileSync(join(folder, 'outside'), 'utf8')).toBe(registry)
    expect(
      (await runHere(['merge-registry', join(folder, 'base'), join(folder, 'gone'), join(folder, 'theirs')])).code,
    ).toBe(2)
  })
})

describe('the result of a merge, as JSON', () => {
  const json = async (versions: Parameters<typeof merged>[0], path?: string, extraFiles?: Files) => {
    const { code, stdout } = await merged(versions, path, extraFiles, ['--format', 'json'])
    return { code, ...(JSON.parse(stdout) as object) }
  }
  const [three, four] = [moved(registry, '🚧 Stage 3'), moved(registry, '🚧 Stage 4')]

  it('reports whether a person has to choose, and how it was merged', async () => {
    const answer = { version: 1, as: 'registry', errors: [] }
    expect(await json([registry, registry, three])).toEqual({ ...answer, code: 0, outcome: 'merged' })
    expect(await json([registry, three, four])).toEqual({ ...answer, code: 1, outcome: 'conflicts' })
    expect(await json([registry, three, four], 'other.md')).toEqual({
      ...answer,
      code: 1,
      outcome: 'conflicts',
      as: 'text',
    })
    expect(await json([registry, new Uint8Array([255, 0]), four])).toEqual({ ...answer, code: 1, outcome: 'unmerged' })
  })

  it('says that the configuration cannot be read', async () => {
    expect(await json([registry, registry, three], undefined, { '.github/baton.yml': 'protocols: [' })).toMatchObject({
      code: 2,
      outcome: 'merged',
      as: 'text',
      errors: [{ code: 'CONFIG_INVALID' }],
    })
  })

  it('is absent without a request', async () => {
    expect(await merged([registry, registry, three])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })
})
