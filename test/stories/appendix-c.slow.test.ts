import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Files } from '../../src/core/rule.ts'
import { runHere } from '../entry/here.ts'
import { scratch } from '../entry/programs.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { runGit } from '../processes/git.ts'
import { handoffPath, registryPath, stories } from './appendix-c.ts'

const places = scratch()
afterAll(places.remove)

/** Every file of a folder but git's own. */
const filesIn = (root: string): Files =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => !path.startsWith('.git/'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

interface Answer {
  readonly outcome: string
  readonly target: string
  readonly to: string
}

describe.each(stories)('the $name workflow on the command line', ({ start, steps, end, target }) => {
  it('goes from beginning to end by comments, a commit for each', async () => {
    const root = places.folder(start)
    repository(root, octocat)
    for (const { at, actor, comment, state, status } of steps) {
      const args = ['run', '-', '--root', root, '--at', at, '--actor', actor, '--format', 'json', '--commit']
      const { code, stdout, stderr } = await runHere(args, { input: comment })
      const answer = JSON.parse(stdout || '{}') as Answer
      expect({ comment, code, stderr, outcome: answer.outcome, target: answer.target, to: answer.to }).toEqual({
        comment,
        code: 0,
        stderr: '',
        outcome: 'changed',
        target,
        to: state,
      })
      expect(readFileSync(join(root, registryPath), 'utf8')).toContain(`| TinyGain | ${status} |`)
      expect((await runHere(['validate', '--strict', '--root', root])).stdout).toMatch(/passed/)
    }
    expect(filesIn(root)).toEqual(end)
    expect(existsSync(join(root, handoffPath))).toBe(false)
    expect(Number((await runGit(root, ['rev-list', '--count', 'HEAD'])).toString())).toBe(steps.length + 1)
    expect((await runGit(root, ['status', '--porcelain'])).toString()).toBe('')
  })
})
