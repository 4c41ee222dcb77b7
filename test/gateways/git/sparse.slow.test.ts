import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { notesSample, sample } from '../../../src/protocols/plugin/examples.ts'
import { runHere } from '../../entry/here.ts'
import { scratch } from '../../entry/programs.ts'
import { runGit } from '../../processes/git.ts'
import { octocat, repository } from '../../processes/work-tree.ts'

const places = scratch()
afterAll(places.remove)

/** A work tree in which git leaves out everything but the files at its top and a folder. */
async function sparse(files: typeof sample, cone = 'docs'): Promise<string> {
  const folder = places.folder({ ...files, 'docs/README.md': '# Docs\n' })
  repository(folder, octocat)
  await runGit(folder, ['sparse-checkout', 'set', '--cone', cone])
  expect(existsSync(join(folder, 'plugins'))).toBe(false)
  return folder
}

const json = async (folder: string, ...args: readonly string[]) => {
  const { code, stdout, stderr } = await runHere([...args, '--format', 'json', '--at', '2026-02-04T10:00:00Z'], {
    cwd: folder,
  })
  return {
    code,
    stderr,
    answer: JSON.parse(stdout) as Record<string, unknown> & { readonly errors?: readonly { readonly code: string }[] },
  }
}

describe('a sparse checkout', () => {
  it.each([
    ['entries', sample],
    ['notes', notesSample],
  ])('is checked as the whole, with a base too: nothing is deleted (%s)', async (_, files) => {
    const folder = await sparse(files)
    const whole = places.folder({ ...files, 'docs/README.md': '# Docs\n' })
    repository(whole, octocat)
    for (const args of [['board', '--no-history'], ['validate'], ['validate', '--base', 'HEAD'], ['status'], ['next']])
      expect([args, await json(folder, ...args)]).toEqual([args, await json(whole, ...args)])
  })

  it('says how to bring a file back that a command would write', async () => {
    const folder = await sparse(sample)
    const { code, answer } = await json(folder, 'accept', 'TinyGain')
    expect([code, answer['outcome'], answer.errors?.map((error) => error.code)]).toEqual([
      1,
      'refused',
      ['TREE_READ_ONLY'],
    ])
    expect(JSON.stringify(answer)).toContain('git sparse-checkout add plugins/TinyGain')
    await runGit(folder, ['sparse-checkout', 'add', 'plugins/TinyGain'])
    expect((await json(folder, 'accept', 'TinyGain')).answer['outcome']).toBe('changed')
  })

  it('sees a file that was deleted where git has it in the work tree', async () => {
    const folder = await sparse(sample)
    await runGit(folder, ['sparse-checkout', 'disable'])
    await runGit(folder, ['rm', '--quiet', '-r', 'plugins'])
    const { answer } = await json(folder, 'validate', '--base', 'HEAD')
    expect(answer.errors?.length).toBeGreaterThan(0)
  })

  it('is read in a further worktree, too', async () => {
    const folder = places.folder({ ...sample, 'docs/README.md': '# Docs\n' })
    repository(folder, octocat)
    const worktree = join(places.folder(), 'other')
    await runGit(folder, ['worktree', 'add', '--quiet', '-b', 'other', worktree])
    await runGit(worktree, ['sparse-checkout', 'set', '--cone', 'docs'])
    expect(existsSync(join(worktree, 'plugins'))).toBe(false)
    expect((await json(worktree, 'status')).answer['targets']).toEqual((await json(folder, 'status')).answer['targets'])
  })
})
