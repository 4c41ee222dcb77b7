import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inSession, sample } from '../../../src/protocols/subagent/examples.ts'
import { cli } from '../../entry/programs.ts'
import { blocks } from './page.ts'

/** A folder with the sample session in it, and `baton` in a folder of programs. */
const folder = mkdtempSync(join(tmpdir(), 'session-'))
const programs = mkdtempSync(join(tmpdir(), 'programs-'))
for (const [path, text] of Object.entries(sample)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
writeFileSync(join(programs, 'baton'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`)
chmodSync(join(programs, 'baton'), 0o755)
afterAll(() => {
  for (const directory of [folder, programs]) rmSync(directory, { recursive: true })
})

/** What a program prints, given a text. */
function run(command: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: {
        PATH: `${programs}:${process.env['PATH']}`,
        HOME: tmpdir(),
        GIT_CONFIG_GLOBAL: '/dev/null',
        NO_COLOR: '1',
      },
    })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.stderr.on('data', (data: Buffer) => (output += data.toString()))
    child.on('error', reject)
    child.on('close', () => resolve(output))
    child.stdin.end(input)
  })
}

const runners: Readonly<Record<string, (text: string) => Promise<string>>> = {
  sh: (text) => run('sh', ['-c', text]),
  markdown: (text) => run('baton', ['run', '-', '--format', 'json'], text),
}

/** Each example with the answer that follows it. */
const examples = [...blocks('On the command line', '### In a comment'), ...blocks('In a comment', '### By the Action')]
const pairs = examples.flatMap((block, index) =>
  block.language === 'json' ? [] : [[block, examples[index + 1]] as const],
)

describe('the examples of the page, one after the other', () => {
  it('are there for each kind of orchestrator, each with its answer', () => {
    expect(pairs.map(([{ language }, answer]) => [language, answer?.language])).toEqual([
      ...Array.from({ length: 5 }, () => ['sh', 'json']),
      ...Array.from({ length: 2 }, () => ['markdown', 'json']),
    ])
  })

  it('answer what is there', async () => {
    for (const [{ language, text }, answer] of pairs) {
      const output = (await runners[language]?.(text)) ?? ''
      const { targets, ...rest } = JSON.parse(output) as { targets?: readonly unknown[] }
      // Of a session the page shows what is first.
      const expected = JSON.parse(answer?.text ?? '') as { targets?: readonly unknown[] }
      expect({ ...rest, ...(targets && { targets: targets.slice(0, expected.targets?.length) }) }).toMatchObject(
        expected,
      )
    }
    const report = readFileSync(join(folder, inSession('tasks.task-3-report.md')), 'utf8')
    expect(report).toContain('> Prints the text of --help\n')
    expect(report).toContain('**Status**: Failed\n')
  })
})
