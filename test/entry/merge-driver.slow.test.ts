import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample as handover } from '../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { runGit } from '../processes/git.ts'
import { runHere } from './here.ts'
import { scratch, write, type Files } from './programs.ts'
import { commitAll, repository } from '../processes/work-tree.ts'
import { init, answered } from './init-here.ts'

const places = scratch()
afterAll(() => places.remove())

const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

describe('the merge driver', () => {
  const rows = (status: string) =>
    Array.from({ length: 20 }, (_, index) => `| Gain${index} | ${index === 0 ? status : '💡 Ideated'} |\n`).join('')
  const registry = (status = '💡 Ideated') => `| Plugin Name | Status |\n|---|---|\n${rows(status)}`
  const clone = (files: Files) => {
    const folder = places.folder(files)
    repository(folder)
    return folder
  }
  const configured = (folder: string, name = 'baton') =>
    execFileSync('git', ['config', '--default', '', '--get', `merge.${name}.driver`], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
  const found = async (folder: string) => {
    const { stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
    const { warnings, notices } = JSON.parse(stdout) as Record<
      string,
      readonly { readonly code: string; readonly message: string }[]
    >
    return [...(warnings ?? []), ...(notices ?? [])].flatMap(({ code, message }) =>
      code.startsWith('REGISTRY_') ? [`${code} ${message.split(' ', 1)[0]}`] : [],
    )
  }

  it('is written as an attribute, and set in the configuration of the clone only on request', async () => {
    const folder = clone({ 'PLUGINS.md': registry(), '.gitattributes': '*.wav binary\r\n*.png binary' })
    expect(await found(folder)).toEqual(['REGISTRY_MERGE_DRIVER Missing'])
    const { stdout } = await init(folder)
    expect(stdout).toContain('Added to .gitattributes: PLUGINS.md merge=baton\n')
    expect(stdout).toContain('Run `baton init --merge-driver` in each clone')
    expect(text(folder, '.gitattributes')).toBe('*.wav binary\r\n*.png binary\r\nPLUGINS.md merge=baton\r\n')
    expect([configured(folder), await found(folder)]).toEqual(['', ['REGISTRY_MERGE_DRIVER Unexpected']])

    const dry = await init(folder, '--merge-driver', '--dry-run')
    expect([dry.stdout, configured(folder)]).toEqual([expect.stringContaining('Would configure the merge driver'), ''])
    const set = await init(folder, '--merge-driver')
    expect([set.code, set.stdout]).toEqual([
      0,
      expect.stringContaining('Configured the merge driver in this clone: git config merge.baton.driver'),
    ])
    expect(await found(folder)).toEqual([])
    expect((await init(folder, '--merge-driver')).stdout).toContain(
      'Already configured in this clone: the merge driver.',
    )
    expect(text(folder, '.gitattributes').match(/merge=baton/g)).toHaveLength(1)
  })

  it('merges rows as git calls it', async () => {
    const folder = clone({ 'PLUGINS.md': registry() })
    await init(folder, '--merge-driver')
    commitAll(folder)
    await runGit(folder, ['checkout', '--quiet', '-b', 'side'])
    write(folder, { 'PLUGINS.md': registry('📦 Installed') })
    commitAll(folder)
    await runGit(folder, ['checkout', '--quiet', 'main'])
    write(folder, { 'PLUGINS.md': registry().replace('| Gain1 | 💡 Ideated |', '| Gain1 | ✅ Working |') })
    commitAll(folder)
    await runGit(folder, ['merge', '--quiet', 'side'])
    expect(text(folder, 'PLUGINS.md')).toContain('| Gain0 | 📦 Installed |\n| Gain1 | ✅ Working |\n')
  })

  it('is found by doctor where it does not start, and where it is another program', async () => {
    const folder = clone({ 'PLUGINS.md': registry(), '.gitattributes': 'PLUGINS.md merge=baton\n' })
    const set = (command: string) => execFileSync('git', ['config', 'merge.baton.driver', command], { cwd: folder })
    set('no-such-baton merge-registry %O %A %B %P')
    expect(await found(folder)).toEqual(['REGISTRY_DRIVER_BROKEN Unexpected'])
    set('touch started')
    expect(await found(folder)).toEqual(['REGISTRY_MERGE_DRIVER Unexpected'])
    expect(existsSync(join(folder, 'started'))).toBe(false)
    const { stdout } = await init(folder, '--merge-driver', '--format', 'json')
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'changed',
      mergeDriver: { before: 'touch started', command: configured(folder) },
    })
    expect(await found(folder)).toEqual([])
    // Another driver in effect is found as well, and not replaced.
    write(folder, { '.gitattributes': 'PLUGINS.md merge=union\n' })
    expect([await found(folder), (await answered(folder)).changes]).toEqual([['REGISTRY_MERGE_DRIVER Unexpected'], []])
  })

  it('does nothing without a registry or a clone', async () => {
    expect(await init(places.folder(plugin), '--merge-driver')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not in a git repository'),
    })
    const folder = clone(handover)
    expect(await init(folder, '--merge-driver')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no registry'),
    })
    expect(existsSync(join(folder, '.github'))).toBe(false)
  })

  it('leaves attributes alone that are a link', async () => {
    const [folder, outside] = [clone({ 'PLUGINS.md': registry() }), places.folder({ attributes: '' })]
    symlinkSync(join(outside, 'attributes'), join(folder, '.gitattributes'))
    expect(await init(folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Left alone, since it is there: .gitattributes.'),
    })
    expect(text(outside, 'attributes')).toBe('')
  })
})
