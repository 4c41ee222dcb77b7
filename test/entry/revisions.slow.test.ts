import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { runGit } from '../processes/git.ts'
import { runHere } from './here.ts'
import { scratch, write } from './programs.ts'
import { commitAll, initialize, repository } from '../processes/work-tree.ts'
import { baton, validate, validateJson, stack, expectUsage, drifted, branchIn } from './validating.ts'

// Every test starts processes, which takes a while on a busy machine.
const places = scratch()
afterAll(places.remove)

/** Nothing is wrong with it. */
const sound = places.folder(sample)
const wrong = places.folder(drifted)

describe('named files, folders and targets', () => {
  it('that are no path in a commit are targets there', async () => {
    const root = places.folder(drifted)
    repository(root)
    const { code, stdout } = await validate(root, 'TinyGain', '--rev', 'HEAD', '--format', 'json')
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { targets: [{ id: 'plugin:TinyGain' }] }])
  })
})

describe('--base and --rev', () => {
  it('compare with the merge base: what the base gained meanwhile is no deletion', async () => {
    const { report, errors } = await validateJson(await branchIn(places.folder()), '--base', 'main')
    expect(report.targets.map(({ id }) => id)).toEqual(['plugin:TinyGain'])
    expect(errors).toEqual([])
  })

  it('take the policy from the tip of the base: an old fork point does not bring an old one back', async () => {
    const root = await branchIn(places.folder())
    expect(await validateJson(root, '--base', 'main')).toMatchObject({ warnings: ['PLUGIN_ORCHESTRATION_MODE'] })
    expect(await validateJson(root)).toMatchObject({ warnings: [] })
    expect(await validateJson(root, '--rev', 'topic', '--base', 'main')).toMatchObject({
      warnings: ['PLUGIN_ORCHESTRATION_MODE'],
    })
  })

  it('look at the working tree, or at the commit that is named', async () => {
    const root = await branchIn(places.folder())
    write(root, sample)
    expect(await validateJson(root, '--base', 'main')).toMatchObject({ warnings: [] })
    expect(await validateJson(root, '--rev', 'HEAD', '--base', 'main')).toMatchObject({
      warnings: ['PLUGIN_ORCHESTRATION_MODE'],
    })
    expect(await validateJson(root, '--rev', 'main')).toMatchObject({ report: { checked: { targets: 2 } } })
    expect(await validateJson(root, '--rev', 'HEAD', '--base-dir', wrong)).toMatchObject({
      errors: ['PLUGIN_ORCHESTRATION_MODE'],
    })
  })

  it('work in a folder of the repository', async () => {
    const root = places.folder({ 'a/b/x': '1' })
    write(join(root, 'a/b'), sample)
    repository(root)
    write(join(root, 'a/b'), drifted)
    expect(await validateJson(join(root, 'a/b'), '--base', 'HEAD')).toMatchObject({
      code: 1,
      errors: ['REGISTRY_STATUS_DRIFT'],
    })
    expect(await validateJson(join(root, 'a/b'), '--rev', 'HEAD')).toMatchObject({ code: 0 })
  })

  it('are looked at in a bare repository too, and nothing else of it', async () => {
    const root = places.folder(drifted)
    repository(root)
    const bare = join(places.folder(), 'plugins.git')
    await runGit(root, ['clone', '--quiet', '--bare', root, bare])
    expect(await validateJson(bare, '--rev', 'main')).toMatchObject({ code: 1, errors: ['REGISTRY_STATUS_DRIFT'] })
    expect(await validateJson(bare, '--rev', 'HEAD', '--base', 'HEAD')).toMatchObject({ code: 1 })
    expect((await runHere(['validate', '--rev', 'HEAD'], { cwd: bare })).code).toBe(1)
    expectUsage(await validate(bare), /a bare repository has no files of its own. With --rev/)
    expectUsage(await baton('accept', 'TinyGain', '--root', bare), /a bare repository has no files of its own/)
    expectUsage(await baton('init', '--root', bare), /a bare repository has no files of its own/)

    // One that a checked-out tree brings along is not read.
    cpSync(bare, join(root, 'inner'), { recursive: true })
    expect(await validate(join(root, 'inner'), '--rev', 'HEAD')).toMatchObject({
      stderr: expect.stringContaining('looks like a separate repository'),
    })
  })

  it('need a repository, and revisions that it has', async () => {
    expectUsage(await validate(sound, '--base', 'main'), /Unexpected --base: .* is not in a git repository/)
    expectUsage(await validate(sound, '--rev', 'main'), /Unexpected --rev: .* is not in a git repository/)
    const root = places.folder(sample)
    initialize(join(root, '.git'))
    expectUsage(await validate(root, '--base', 'main'), /nothing is committed here yet/)
    commitAll(root)
    expectUsage(
      await validate(root, '--base', 'mian'),
      /Unexpected --base mian, expected a revision that this clone has/,
    )
    expectUsage(await validate(root, '--rev', 'mian'), /Unexpected --rev mian/)
    await runGit(root, ['checkout', '--quiet', '--orphan', 'orphan'])
    commitAll(root, 'A history of its own')
    expectUsage(await validate(root, '--base', 'main'), /shares history/)
  })

  it('take nothing for an option of git', async () => {
    const root = places.folder(sample)
    repository(root)
    for (const hostile of ['--all', '-x', `--output=${root}/planted`]) {
      expectUsage(await validate(root, `--base=${hostile}`), /expected a revision/)
      expectUsage(await validate(root, `--rev=${hostile}`), /expected a revision/)
    }
    expect(existsSync(join(root, 'planted'))).toBe(false)
  })

  it('say what to do where history was cut off', async () => {
    const origin = places.folder(sample)
    repository(origin)
    await runGit(origin, ['checkout', '--quiet', '-b', 'topic'])
    commitAll(origin, 'On topic')
    await runGit(origin, ['checkout', '--quiet', 'main'])
    commitAll(origin)
    const root = places.folder()
    await runGit(root, ['clone', '--quiet', '--depth=1', '--no-single-branch', `file://${origin}`, '.'])
    const { code, stdout, stderr } = await validate(root, '--base', 'origin/topic')
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' })
    expect(stderr).toMatch(/cut off/)
    expect(stderr).toMatch(/git fetch --unshallow/)
    expect(stderr).not.toMatch(stack)
  })
})

describe('baton status', () => {
  it('looks at a commit', async () => {
    const root = await branchIn(places.folder())
    expect((await baton('status', '--root', root, '--rev', 'main')).stdout).toContain('plugin:Later')
    expect((await baton('status', '--root', root)).stdout).not.toContain('plugin:Later')
  })
})
