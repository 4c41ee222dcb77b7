import { execFile } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { samples } from '../../scripts/docs/samples.ts'
import type { Files } from '../../src/core/rule.ts'
import { workedSample } from '../../src/protocols/control/examples.ts'
import { cli, environment, scratch } from '../entry/programs.ts'
import { runHere } from '../entry/here.ts'
import { isThorough } from '../thorough.ts'
import { repository } from '../processes/work-tree.ts'
import { runGit } from '../processes/git.ts'
import { pages, partsOf, textOf } from './pages.ts'

// What needs a shell, and each night everything, starts a process.
const places = scratch()
afterAll(() => places.remove())

/** What the pages about one protocol are tried on; all others on a repository with a plugin. */
const repositories: Readonly<Record<string, Files>> = { ...samples, control: workedSample, README: {} }
const sampleOf = (page: string): Files =>
  repositories[/(\w+)(?:\/README)?\.md$/.exec(page)?.[1] ?? ''] ?? samples.plugin

/** Lines that are no commands of ours to try, each with where it is tried. */
const triedElsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm run demo': 'continuous integration runs it in a fresh clone',
  'npm ci && npm test': 'continuous integration runs it in a fresh clone',
}

/** What creates the first files comes first, wherever a page has it. */
const creating = (block: string) => Number(block.startsWith('baton new '))
const shellBlocks = (page: string) => allBlocks(page).toSorted((left, right) => creating(right) - creating(left))
const allBlocks = (page: string) =>
  partsOf(textOf(page)).blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []))
// What the orchestrator's page shows is tried in test/protocols/subagent/orchestrator-page.slow.test.ts: one of its
// commands is refused.
const isTriedHere = (page: string) => !page.startsWith('src/') && page !== 'docs/subagent-orchestrator.md'
const withCommands = pages.filter((page) => isTriedHere(page) && shellBlocks(page).length > 0)

interface Shown {
  readonly code: number
  readonly output: string
}

/** A call of the program with nothing that only a shell understands. */
const call = /^baton(?: +(?:"[^"$`\\]*"|'[^']*'|[\w./:=@,+%-]+))*(?: +#.*)?$/

const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|#.*|(\S+)/g), ([, double, single, plain]) => double ?? single ?? plain)
    .filter((word) => word !== undefined)
    .slice(1)

/** Runs calls one after the other, until one fails. */
async function called(
  lines: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) {
  let output = ''
  for (const line of lines) {
    const { code, stdout, stderr } = await runHere(wordsOf(line), options)
    output += `${stdout}\n${stderr}`
    if (code !== 0) return { code: code ?? 1, output }
  }
  return { code: 0, output }
}

/** Runs the lines of a page in a repository, one block after the other, until one fails. */
async function tried(blocks: readonly string[], files: Files): Promise<readonly Shown[]> {
  const [folder, bin] = [places.folder(files), places.folder()]
  repository(folder)
  await runGit(folder, ['config', 'user.name', 'octocat'])
  const program = join(bin, 'baton')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`)
  chmodSync(program, 0o755)
  const shown: Shown[] = []
  const env = environment({ PATH: `${bin}:${process.env['PATH']}`, GIT_AUTHOR_NAME: 'octocat' })
  for (const block of blocks) {
    const lines = block.split('\n').filter((line) => triedElsewhere[line.replace(/ {2,}#.*/, '').trim()] === undefined)
    if (!isThorough && lines.every((line) => line.trim() === '' || call.test(line))) {
      const { code, output } = await called(
        lines.filter((line) => line.trim() !== ''),
        { cwd: folder, env },
      )
      shown.push({ code, output: `${block}\n${output}` })
      continue
    }
    const script = `set -e\n${lines.join('\n')}`
    shown.push(
      await new Promise((resolve) => {
        execFile('sh', ['-c', script], { cwd: folder, env }, (error, stdout, stderr) => {
          resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${block}\n${stdout}\n${stderr}` })
        })
      }),
    )
  }
  return shown
}

describe('the commands that pages print', () => {
  it('are there', () => {
    expect(withCommands).toContain('README.md')
    expect(withCommands.length).toBeGreaterThan(8)
  })

  it('would be found out if they did not work', async () => {
    expect(
      (await tried(['baton validate --nowhere\n', 'baton status\nbaton explain NOTHING\n'], samples.plugin)).map(
        ({ code }) => code,
      ),
    ).toEqual([2, 2])
  })

  it.each(withCommands)('work as they are printed: %s', async (page) => {
    const shown = await tried(shellBlocks(page), sampleOf(page))
    for (const { code, output } of shown) expect([code, output]).toEqual([0, output])
  })

  it('are two on the first screen, and no more', () => {
    const [first] = partsOf(textOf('README.md')).blocks
    const lines = (first?.text ?? '').trim().split('\n')
    expect(lines.map((line) => line.replace(/ +#.*/, ''))).toEqual(Object.keys(triedElsewhere))
  })
})
