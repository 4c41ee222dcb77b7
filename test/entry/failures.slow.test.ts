import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { change, handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runHere } from './here.ts'
import { scratch, write } from './programs.ts'
import { repository } from '../processes/work-tree.ts'

const places = scratch()
afterAll(places.remove)

describe('in a folder below the top', () => {
  const cloned = () => {
    const root = places.folder(
      change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3 |']] }),
    )
    repository(root)
    return { root, below: join(root, 'plugins') }
  }

  it('every command finds the top', async () => {
    const { root, below } = cloned()
    const sameResult = async (...args: readonly string[]) => {
      const [top, lower] = await Promise.resolve([
        await runHere(args, { cwd: root }),
        await runHere(args, { cwd: below }),
      ])
      expect(lower).toEqual(top)
      return lower
    }
    expect(await sameResult('status')).toMatchObject({ code: 0, stdout: expect.stringContaining('1 target.') })
    expect(await sameResult('validate')).toMatchObject({ code: 1 })
    expect(await sameResult('audit', '--at', '2026-02-04T10:00:00Z')).toMatchObject({ code: 1 })
    expect(await sameResult('doctor', '--format', 'json')).toMatchObject({ code: 0 })
    expect(await sameResult('run', '/sync TinyGain --dry-run')).toMatchObject({ code: 0 })
    expect(await sameResult('validate', '--base', 'HEAD')).toMatchObject({ code: 1 })
    expect(await sameResult('init', '--dry-run')).toMatchObject({ code: 0 })
    expect(await runHere(['sync', 'TinyGain'], { cwd: below })).toMatchObject({ code: 0 })
    expect(await runHere(['init'], { cwd: below })).toMatchObject({ code: 0 })
    expect(readFileSync(join(root, '.github/baton.yml'), 'utf8')).toContain('plugin')
  })

  it('paths are as seen from there', async () => {
    const { root, below } = cloned()
    write(below, { 'severity.yml': 'severity: { REGISTRY_STATUS_DRIFT: off }\n' })
    const targets = async (...args: readonly string[]) =>
      (
        JSON.parse((await runHere(['validate', '--format', 'json', ...args], { cwd: below })).stdout) as {
          targets?: readonly { id: string }[]
        }
      ).targets?.map(({ id }) => id)
    expect(await targets('TinyGain')).toEqual(['plugin:TinyGain'])
    expect(await targets('TinyGain/.continue-here.md')).toEqual(['plugin:TinyGain'])
    expect(await targets(`../${registryPath}`)).toEqual(['plugin:TinyGain'])
    expect(await targets(handoffPath)).toBe(undefined)
    expect(await runHere(['validate', '--config', 'severity.yml'], { cwd: below })).toMatchObject({ code: 0 })
    writeFileSync(join(root, 'x'), '')
    expect(await runHere(['validate', '--root', '.'], { cwd: below })).toMatchObject({ code: 3 })
  })
})
