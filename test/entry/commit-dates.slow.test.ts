import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { runGit } from '../processes/git.ts'
import { runHere } from './here.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

/** Commits the sample with a line for its committer that git itself would not write, or only by force. */
async function committed(date: string): Promise<string> {
  const folder = places.folder(sample)
  await runGit(folder, ['init', '--quiet', '--initial-branch=main'])
  await runGit(folder, ['add', '--all'])
  const tree = (await runGit(folder, ['write-tree'])).toString().trim()
  const person = `octocat <octocat@example.com> ${date}`
  const file = join(folder, '.git', 'hostile')
  writeFileSync(file, `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nBegin\n`)
  const sha = (await runGit(folder, ['hash-object', '-t', 'commit', '-w', '--literally', file])).toString().trim()
  await runGit(folder, ['update-ref', 'refs/heads/main', sha])
  return folder
}

// Beyond 253402300799 a year has five digits, and beyond 8640000000000 JavaScript has no date.
describe.each([
  '253402300800 +0000',
  '8640000000001 +0000',
  '9223372036854775807 +0000',
  '99999999999999999999999999 +0000',
  '-1 +0000',
  '-99999999999999 +0000',
  '1770000000 +9999',
  '1770000000 -9999',
  'yesterday +0000',
  '',
])('a commit of %j', (date) => {
  it('ends no command', async () => {
    const cwd = await committed(date)
    for (const words of [
      ['board'],
      ['board', '--format', 'json'],
      ['audit'],
      ['history'],
      ['history', '--format', 'json'],
      ['validate'],
      ['status'],
    ]) {
      const { code, stdout, stderr } = await runHere(words, { cwd })
      expect([words, code, stderr]).toEqual([words, 0, ''])
      // Years of more digits, and times that there are none.
      expect(stdout).not.toMatch(/[+-]\d{6}-\d\d|Invalid|NaN/)
    }
  })
})
