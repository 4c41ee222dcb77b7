import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { project } from './entry/programs.ts'

const text = (path: string) => readFileSync(`${project}/${path}`, 'utf8')

describe('the changelog', () => {
  it('is read by its tool, and has the version of the package as its newest release', () => {
    const { version } = JSON.parse(text('package.json')) as { readonly version: string }
    const words = [`${project}/node_modules/keep-a-changelog/bin.js`, '--latest-release', '--quiet']
    expect(
      execFileSync(process.execPath, words, {
        cwd: project,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    ).toBe(version)
  })

  it('gives the workflow of a release its notes: the newest release and no other', () => {
    const [, command = ''] =
      /run: (awk .*CHANGELOG\.md) > notes\.md$/m.exec(text('.github/workflows/release.yml')) ?? []
    const input =
      '# Changelog\n\nText.\n\n## 1.1.0 - 2026-12-24\n\n### Added\n\n- A.\n\n## 1.0.0 - 2026-11-29\n\n### Added\n\n- B.\n'
    const notes = execFileSync('sh', ['-c', command.replace('CHANGELOG.md', '-')], { input, encoding: 'utf8' })
    expect(notes).toBe('\n### Added\n\n- A.\n\n')
  })
})
