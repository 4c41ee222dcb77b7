import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { repository } from '../processes/work-tree.ts'
import { environment, project, scratch, write } from '../entry/programs.ts'
import { partsOf, textOf } from './pages.ts'

const places = scratch()
afterAll(() => places.remove())

/** npm as it is installed, with no network and nothing of this machine's configuration. */
const env = environment({
  HOME: places.folder(),
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
})

const blockOf = (page: string) =>
  partsOf(textOf(page)).blocks.find(({ text }) => text.startsWith('npm pack ../baton'))?.text ?? ''

describe.each(['README.md', 'docs/cli.md'])('installing Baton, as %s prints it', (page) => {
  it('works line by line, in a repository beside a clone', () => {
    const parentFolder = places.folder({ 'work/package.json': '{ "private": true }' })
    symlinkSync(project, join(parentFolder, 'baton'))
    const folder = join(parentFolder, 'work')
    write(folder, sample)
    repository(folder)
    const lines = blockOf(page).trim().split('\n')
    expect(lines.map((line) => line.split(' ', 2).join(' '))).toEqual([
      'npm pack',
      'npx --yes',
      'npm install',
      'npx baton',
    ])
    for (const line of lines) {
      const output = execFileSync('sh', ['-c', line], {
        cwd: folder,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      if (line.includes('--version')) expect(output).toBe('1.0.0\n')
      if (line.includes('init')) expect(output).toContain('plugin: 1 target')
    }
    expect(existsSync(join(folder, 'node_modules/baton/schema/config.v1.json'))).toBe(true)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as unknown
    expect(manifest).toMatchObject({ devDependencies: { baton: 'file:baton-1.0.0.tgz' } })
  })
})
