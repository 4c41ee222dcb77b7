import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { cli, project, run, scratch } from './programs.ts'
import { drifted, branchIn } from './validating.ts'

// Every test starts processes, which takes a while on a busy machine.
const places = scratch()
afterAll(places.remove)

/** Nothing is wrong with it. */
const sound = places.folder(sample)

/** A Node that is not the one that runs the tests: the machine's own. */
function nodeOfTheSystem(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file))
}

describe('dist', () => {
  const copy = places.folder()
  cpSync(join(project, 'dist'), join(copy, 'dist'), { recursive: true })
  cpSync(join(project, 'package.json'), join(copy, 'package.json'))

  const system = nodeOfTheSystem()
  const nodes = [process.execPath, ...(system === undefined ? [] : [system])].map(
    (node) => [execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), node] as const,
  )

  it.each(nodes)('works under Node %s without anything installed', async (_, node) => {
    expect(readdirSync(copy).sort()).toEqual(['dist', 'package.json'])
    const baton = (...args: readonly string[]) =>
      run(join(copy, 'dist/cli.js'), args, {
        node,
        cwd: places.folder(drifted),
        env: { HOME: copy, XDG_CACHE_HOME: join(copy, '..', 'nowhere') },
      })
    expect(await baton('validate')).toMatchObject({
      code: 1,
      stderr: '',
      stdout: expect.stringContaining('REGISTRY_STATUS_DRIFT'),
    })
    expect(await baton('status')).toMatchObject({ code: 0, stderr: '' })
    expect(await baton('explain', 'REGISTRY_STATUS_DRIFT')).toMatchObject({ code: 0, stderr: '' })
    const root = await branchIn(places.folder())
    expect(await baton('validate', '--root', root, '--base', 'main', '--format', 'json')).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it.each(nodes)('works under Node %s where it may not write', async (_, node) => {
    const home = places.folder({ '.cache': 'a file' })
    mkdirSync(join(home, 'x'))
    expect(await run(cli, ['validate', '--root', sound], { node, env: { HOME: home } })).toMatchObject({
      code: 0,
      stderr: '',
    })
    const absent = join(places.folder(), 'absent')
    expect(await run(cli, ['validate', '--root', sound], { node, env: { HOME: absent } })).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(existsSync(absent)).toBe(false)
    expect(await run(cli, ['validate', '--root', sound], { node, env: { HOME: undefined } })).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it.each(nodes)('works under Node %s for a user whom the system does not know', async (_, node) => {
    const homeless = `import os from 'node:os';import { syncBuiltinESMExports } from 'node:module';os.homedir=()=>{throw new Error('ENOENT')};syncBuiltinESMExports()`
    const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(homeless)}`]
    expect(
      await run(cli, ['validate', '--root', sound], { node, nodeOptions, env: { HOME: undefined } }),
    ).toMatchObject({
      code: 0,
      stderr: '',
    })
  })
})
