import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textDocument } from '../../../src/documents/text.ts'
import { deciding, patternsOf } from '../../../src/protocols/subagent/reading/ignore.ts'
import { runGit } from '../../processes/git.ts'

const folder = mkdtempSync(join(tmpdir(), 'ignore-'))
const root = '.ralph-sessions'
const path = `${root}/260131-144400/progress.md`
beforeAll(async () => {
  mkdirSync(join(folder, root))
  await runGit(folder, ['init', '--quiet'])
})
afterAll(() => rmSync(folder, { recursive: true }))

type Files = Readonly<Record<string, string>>

/** The line that git itself names: `.gitignore:3`. */
async function asGit(files: Files): Promise<string | undefined> {
  for (const each of ['', `${root}/`]) writeFileSync(join(folder, `${each}.gitignore`), files[each.slice(0, -1)] ?? '')
  const output = await runGit(folder, ['check-ignore', '--no-index', '--verbose', path]).catch(() => undefined)
  const [, file, line, pattern] = /^(.*?):(\d+):(.*)\t/.exec(output?.toString() ?? '') ?? []
  return file === undefined || pattern?.startsWith('!') === true ? undefined : `${file}:${line}`
}

function asRead(files: Files): string | undefined {
  const found = deciding(path, (each) => patternsOf(textDocument('.gitignore', files[each] ?? '')))
  return found && `${found.folder === '' ? '' : `${found.folder}/`}.gitignore:${found.line}`
}

const lines = [
  '.ralph-sessions/',
  '/.ralph-sessions',
  '!.ralph-sessions/',
  '.ralph-sessions/*',
  '!.ralph-sessions/*',
  '*',
  '!*',
  '!*/',
  '*.md',
  '!progress.md',
  'progress.md/',
  '/progress.md',
  '260131-*',
  '!260131-144400/',
  '**/progress.md',
  '.ralph-sessions/**',
  '!/.ralph-sessions/**/progress.md',
  '?ralph-sessions  ',
  '[a-z.]ralph-sessions',
  '# progress.md',
  '\\#progress.md',
  '{progress,plan}.md',
  '*.m[!x]',
  '',
]

describe('a .gitignore', () => {
  it.each(lines)('%s leaves out what git leaves out', async (line) => {
    for (const files of [{ '': line }, { [root]: line }, { '': `${line}\r\ndist\r\n` }, { '': `\ufeff${line}\n` }])
      expect([files, asRead(files)]).toEqual([files, await asGit(files)])
  })

  it('is read as git reads it, with others and one below', async () => {
    const text = fc.array(fc.constantFrom(...lines), { maxLength: 4 }).map((all) => all.join('\n'))
    await fc.assert(
      fc.asyncProperty(text, text, async (above, below) => {
        const files = { '': above, [root]: below }
        expect(asRead(files)).toEqual(await asGit(files))
      }),
      { numRuns: 60 },
    )
  })
})
