import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { currentDriver, driverCommand, setDriver, tryDriver } from '../../../src/gateways/git/merge-driver.ts'
import { runGit } from '../../processes/git.ts'
import { environment, project, scratch, write } from '../../entry/programs.ts'
import { repository } from '../../processes/work-tree.ts'

const places = scratch()
afterAll(() => places.remove())

const rows = (firstStatus: string, secondStatus: string) =>
  `| Plugin Name | Status |\n|---|---|\n| One | ${firstStatus} |\n| Other | ${secondStatus} |\n`
const [before, after] = ['💡 Ideated', '📦 Installed']

/** A clone in which two branches changed neighbouring rows. */
async function parted(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  write(folder, { 'PLUGINS.md': rows(before, before), '.gitattributes': 'PLUGINS.md merge=baton\n', 'sub/a.txt': '' })
  repository(folder)
  await runGit(folder, ['checkout', '--quiet', '-b', 'side'])
  write(folder, { 'PLUGINS.md': rows(before, after) })
  await runGit(folder, ['commit', '--quiet', '-am', 'side'])
  await runGit(folder, ['checkout', '--quiet', 'main'])
  write(folder, { 'PLUGINS.md': rows(after, before) })
  await runGit(folder, ['commit', '--quiet', '-am', 'main'])
}

/** Baton as a package manager installs it. */
function installed(folder: string): string {
  const place = join(folder, 'node_modules/baton')
  cpSync(join(project, 'dist'), join(place, 'dist'), { recursive: true })
  cpSync(join(project, 'package.json'), join(place, 'package.json'))
  return realpathSync(join(place, 'dist/cli.js'))
}

const node = dirname(process.execPath)
const env = (path: string) => environment({ PATH: `${path}:/usr/bin:/bin` })

describe('the command of the merge driver', () => {
  it('starts a local installation wherever git is run, whatever its folder is called', async () => {
    const folder = join(places.folder(), `a b%Oc'd"e $(touch x) 100%%`)
    await parted(folder)
    const program = installed(folder)
    const command = driverCommand(folder, program, env(node))
    expect(await setDriver(folder, command, env(node))).toBeUndefined()
    expect(await tryDriver(folder, command, 'PLUGINS.md', program, env(node))).toEqual({ outcome: 'runs' })
    await runGit(join(folder, 'sub'), ['merge', '--quiet', 'side'])
    expect(readFileSync(join(folder, 'PLUGINS.md'), 'utf8')).toBe(rows(after, after))
  })

  it('starts it in every work tree of the clone', async () => {
    const folder = places.folder()
    await parted(folder)
    await setDriver(folder, driverCommand(folder, installed(folder), env(node)), env(node))
    const worktree = join(places.folder(), 'other')
    await runGit(folder, ['worktree', 'add', '--quiet', worktree, 'side'])
    await runGit(worktree, ['merge', '--quiet', 'main'])
    expect(readFileSync(join(worktree, 'PLUGINS.md'), 'utf8')).toBe(rows(after, after))
  })

  it('is its name where that leads to the program, as it will do later', () => {
    const [folder, bin] = [places.folder(), places.folder()]
    const program = installed(folder)
    symlinkSync(program, join(bin, 'baton'))
    expect(driverCommand(folder, program, env(bin))).toBe('baton merge-registry %O %A %B %P')
    // npm's own folder is on the PATH only while npm runs something.
    const passing = join(folder, 'node_modules/.bin')
    mkdirSync(passing)
    symlinkSync(program, join(passing, 'baton'))
    expect(driverCommand(folder, program, env(passing))).toContain(`'${program}'`)
  })

  it('keeps to the link of a package manager that moves what is behind it', () => {
    const [folder, store] = [places.folder(), places.folder()]
    const program = installed(store)
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(join(store, 'node_modules/baton'), join(folder, 'node_modules/baton'))
    expect(driverCommand(folder, program, env(node))).toContain(`'${join(folder, 'node_modules/baton/dist/cli.js')}'`)
  })

  it('names the Node that runs where the PATH has another', () => {
    expect(driverCommand('/', '/opt/baton/dist/cli.js', env(places.folder()))).toMatch(
      /^'\/.+' '\/opt\/baton\/dist\/cli\.js' merge-registry/,
    )
  })
})

it('sets the driver of the clone, and reports what was there', async () => {
  const folder = places.folder()
  repository(folder)
  expect(await setDriver(folder, 'one %O', env(node))).toBeUndefined()
  expect(await setDriver(folder, 'two %O', env(node))).toBe('one %O')
  expect(await currentDriver(folder, env(node))).toBe('two %O')
})

describe('trying a merge driver', () => {
  const folder = places.folder()
  const program = installed(folder)
  const trial = (command: string, path = node) => tryDriver(folder, command, 'PLUGINS.md', program, env(path))

  it('starts this program alone', async () => {
    const marker = join(folder, 'started')
    const script = join(folder, 'script')
    writeFileSync(script, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 })
    for (const command of [
      `'${script}' merge-registry %O %A %B %P`,
      './script %O %A %B',
      `touch '${marker}'`,
      `'${program}' merge-registry %O %A %B %P; touch '${marker}'`,
      `node '${program}' merge-registry %O %A %B %P && touch '${marker}'`,
      `node '${program}' "$(touch '${marker}')"`,
      `node '${program}' \`touch '${marker}'\``,
      `node '${program}' %O\ntouch '${marker}'`,
      `node -r '${script}' '${program}' merge-registry %O %A %B %P`,
      `NODE_OPTIONS=x node '${program}' merge-registry %O %A %B %P`,
      `node '${program}' merge-registry %O %A %B %P > '${marker}'`,
      `'${program}' 'unclosed`,
      `'${program}' cleanup --confirm .`,
      `'${program}' merge-registry PLUGINS.md PLUGINS.md PLUGINS.md`,
      `node '${program}' run '/install TinyGain'`,
      `node '${program}' merge-registry %O %A %B %P --root /`,
      'npx baton merge-registry %O %A %B %P',
      '',
    ]) {
      const path = `${node}:${dirname(script)}`
      expect([command, (await trial(command, path)).outcome]).not.toEqual([command, 'runs'])
      expect([command, existsSync(marker)]).toEqual([command, false])
    }
    expect(await trial('./script %O %A %B')).toEqual({ outcome: 'foreign', command: './script %O %A %B' })
  })

  it('passes a path that says no more than it names', async () => {
    const hostile = `x'; touch '${join(folder, 'planted')}'; '/PLUGINS.md`
    await tryDriver(folder, `node '${program}' merge-registry %O %A %B %P`, hostile, program, env(node))
    expect(existsSync(join(folder, 'planted'))).toBe(false)
  })

  it('says why one cannot start', async () => {
    expect(await trial('baton merge-registry %O %A %B %P')).toEqual({
      outcome: 'fails',
      why: 'there is no baton on the PATH',
    })
    expect(await trial('./node_modules/.bin/baton merge-registry %O')).toEqual({
      outcome: 'fails',
      why: 'there is no program ./node_modules/.bin/baton',
    })
    expect(await trial('node ./gone/cli.js merge-registry %O %A %B %P')).toEqual({
      outcome: 'fails',
      why: 'there is no ./gone/cli.js',
    })
    expect(await trial(`node '${program}' merge-registry %O %A`)).toMatchObject({
      outcome: 'fails',
      why: expect.stringContaining('theirs'),
    })
    expect(await trial(`node '${program}' merge-registry %O %A %O %P`)).toEqual({
      outcome: 'fails',
      why: 'it merges nothing',
    })
    // The same words as git would find them, without what npm adds to the PATH.
    const passing = join(folder, 'node_modules/.bin')
    mkdirSync(passing, { recursive: true })
    symlinkSync(program, join(passing, 'baton'))
    expect(await trial('baton merge-registry %O %A %B %P', passing)).toEqual({
      outcome: 'fails',
      why: 'there is no baton on the PATH',
    })
    expect(await trial('./node_modules/.bin/baton merge-registry %O %A %B %P')).toEqual({ outcome: 'runs' })
    rmSync(passing, { recursive: true })
  })
})
