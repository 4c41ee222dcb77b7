import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { once } from '../src/core/once.ts'
import { project, run } from './entry/programs.ts'

const written: string[] = []
afterAll(() => {
  for (const folder of written) rmSync(folder, { recursive: true, force: true })
})

/** The story with these options: its lines without empty ones, and the page that the last one names. */
async function story(...options: readonly string[]) {
  const { code, stdout, stderr } = await run(join(project, 'demo/run.ts'), options)
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.split('\n').filter((line) => line !== '')
  const page = lines.at(-1) ?? ''
  expect(existsSync(page)).toBe(true)
  written.push(dirname(page))
  return { lines, page: readFileSync(page, 'utf8') }
}

/** Without options: several tests look at it. */
const plain = once(() => story())

/** What a run prints otherwise than another: ids of commits, times, ports and the folder of the page. */
const steady = (line: string) =>
  line
    .replaceAll(/\b[0-9a-f]{7}\b/g, 'COMMIT')
    .replaceAll(/[\d.]+ m?s\b/g, 'TIME')
    .replaceAll(/baton-board-\w+/g, 'FOLDER')

describe('npm run demo', () => {
  it('tells in a dozen lines what is found and repaired, and ends with the page', async () => {
    const { lines, page } = await plain()
    expect(lines).toHaveLength(11)
    expect(lines.filter((line) => line.startsWith('✖')).map((line) => line.split(' ', 2)[1])).toEqual([
      'PLUGINS.md:5:',
      'plugins/WarmVerb/.continue-here.md:14:',
      'plugins/DustDelay/.continue-here.md:17:',
    ])
    expect(lines.filter((line) => line.startsWith('✔')).map(steady)).toEqual([
      '✔ /sync TinyGain, /checksums WarmVerb parameter_spec, /regenerate DustDelay: commit COMMIT. All three are repaired, and the check passes.',
      '✔ /accept TinyGain: commit COMMIT. An agent has the next phase.',
      '✔ /handback TinyGain success Gain is smoothed: commit COMMIT. Its phase is complete.',
    ])
    expect(page).toMatch(/^<!doctype html>\n/)
    expect(page.includes('class="view view-timeline"')).toBe(true)
  })

  it('shows annotations, commits and diffs with --verbose, and tells the same', async () => {
    const [{ lines }, { lines: all }] = [await plain(), await story('--verbose')]
    const details = all.filter((line) => line.startsWith('  │'))
    const told = (printedLines: readonly string[]) =>
      printedLines.map((line) => steady(line).replace(/ With `npm run demo.*/, ''))
    expect(told(all.filter((line) => !line.startsWith('  │')))).toEqual(told(lines))
    for (const part of [
      'failure PLUGINS.md:5',
      'Fix it with: /sync TinyGain',
      'Requested-by: @octocat',
      'diff --git a/PLUGINS.md b/PLUGINS.md',
      '✔ baton: passed',
    ])
      expect(details.join('\n')).toContain(part)
  })
})
